//! Return codes, the error text behind them, and the guard that no panic passes.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// What a C function returns. 0 is success; -1 is not used, it means "not set" in options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum Code {
    /// The port has no kernel for this element type or specialisation.
    Unsupported = -2,
    /// Compiling, assembling, loading or launching failed, or the launcher panicked.
    Launch = -3,
    /// The device or its context could not be used.
    Device = -4,
    /// A required pointer is null.
    Null = -5,
    /// An argument has a value that cannot be passed on.
    Invalid = -6,
}

/// A failure: its code, and one message that names argument, value and limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The return code.
    pub code: Code,
    /// The message.
    pub text: String,
}

impl Failure {
    /// A failure with its message.
    pub fn new(code: Code, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    /// Puts what was being done before the message.
    #[must_use]
    pub fn within(mut self, what: &str) -> Self {
        self.text = format!("{what}: {}", self.text);
        self
    }
}

thread_local! {
    static LAST: RefCell<Option<CString>> = const { RefCell::new(None) };
}

/// The message of the last failure in this thread, or null after a success.
///
/// The text stays valid until this thread calls into the library again.
#[unsafe(no_mangle)]
pub extern "C" fn tileport_last_error() -> *const c_char {
    LAST.with(|last| last.borrow().as_ref().map_or(ptr::null(), |text| text.as_ptr()))
}

fn remember(text: Option<String>) {
    let text = text.map(|text| CString::new(text.replace('\0', "\\0")).unwrap_or_default());
    LAST.with(|last| *last.borrow_mut() = text);
}

// In every profile: where a panic aborts, it takes the caller's process with it.
#[cfg(not(panic = "unwind"))]
compile_error!("launchers need panics that unwind; take `panic = \"abort\"` out of the profile");

/// Runs the body of a C function: records a failure's message, turns a panic into one.
pub fn guard(body: impl FnOnce() -> Result<(), Failure>) -> i32 {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => {
            remember(None);
            0
        }
        Ok(Err(failure)) => {
            remember(Some(failure.text));
            failure.code as i32
        }
        Err(payload) => {
            remember(Some(format!("the launcher panicked: {}", panic_text(&*payload))));
            Code::Launch as i32
        }
    }
}

/// The message of a panic's payload.
pub fn panic_text(payload: &(dyn std::any::Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    fn last() -> Option<String> {
        let text = tileport_last_error();
        // SAFETY: the pointer is null or a C string of this thread.
        (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_owned())
    }

    #[test]
    fn d21_a_panic_becomes_an_error_and_the_next_call_works() {
        assert_eq!(guard(|| panic!("no such {}", "thing")), -3);
        assert_eq!(last().as_deref(), Some("the launcher panicked: no such thing"));
        assert_eq!(guard(|| Ok(())), 0);
        assert_eq!(last(), None);
    }

    #[test]
    fn a_failure_keeps_code_and_text_in_its_thread() {
        assert_eq!(guard(|| Err(Failure::new(Code::Invalid, "a\0b"))), -6);
        assert_eq!(last().as_deref(), Some("a\\0b"));
        std::thread::spawn(|| assert_eq!(last(), None)).join().unwrap();
    }
}
