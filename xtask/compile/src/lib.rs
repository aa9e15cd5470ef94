//! Compiles Rust kernel text to Tile IR bytecode; driven over JSON lines.
//!
//! One line in, one line out, in order, until the input ends. cutile's front end is not built to
//! survive bad input: its panics are caught and become the answer's error; after a crash of the
//! whole process the caller starts another.

pub mod protocol;

use std::cell::RefCell;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::{Context as _, Result};
use tileport_ffi::jit::{Source, compile_with_fingerprint};

use protocol::{Answer, Request};

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Answers every line of `input` on `output`. Call [`catch_panics`] first.
///
/// # Errors
/// Reading or writing failed, or a line is no request.
pub fn serve(input: impl BufRead, mut output: impl Write) -> Result<()> {
    let mut last: Option<(String, Result<Source, String>)> = None;
    for (number, line) in input.lines().enumerate() {
        let line = line.context("cannot read requests")?;
        let request: Request = serde_json::from_str(&line)
            .with_context(|| format!("line {}: not a request", number + 1))?;
        if let Some(text) = &request.source
            && last.as_ref().is_none_or(|(before, _)| before != text)
        {
            last = Some((text.clone(), Source::parse(text)));
        }
        let result = match &last {
            None => Err("the first request has no source".to_owned()),
            Some((_, Err(error))) => Err(error.clone()),
            Some((_, Ok(source))) => {
                let compile = |wanted| guarded(|| compile_with_fingerprint(source, &wanted));
                request.specialization().and_then(compile)
            }
        };
        serde_json::to_writer(&mut output, &Answer::new(request.id, result))?;
        writeln!(output)?;
        output.flush()?;
    }
    Ok(())
}

/// Makes panics record their message for [`serve`] instead of printing it.
pub fn catch_panics() {
    std::panic::set_hook(Box::new(|info| {
        PANIC.with(|slot| *slot.borrow_mut() = Some(info.to_string()));
    }));
}

fn guarded<T>(compile: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(compile)).unwrap_or_else(|payload| {
        let message = PANIC.with(|slot| slot.borrow_mut().take()).or_else(|| {
            payload
                .downcast_ref::<&str>()
                .map(|text| (*text).to_owned())
                .or_else(|| payload.downcast_ref::<String>().cloned())
        });
        Err(format!("cutile panicked: {}", message.unwrap_or_default()))
    })
}
