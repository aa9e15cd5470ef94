//! A person as a worker: gets a prompt pack, hands in the return as a file.

use anyhow::{Context as _, Result};

use crate::worker::{Request, Return, Turn, Worker, prompt};

/// A person, or an agent that somebody starts by hand.
#[derive(Debug, Clone, Copy)]
pub struct Manual;

impl Worker for Manual {
    fn name(&self) -> String {
        "manual".to_owned()
    }

    fn run(&self, request: &Request<'_>) -> Result<Turn> {
        let pack = prompt::file(request, "prompt.md");
        let answer = prompt::file(request, "return.md");
        if answer.is_file() {
            let output = std::fs::read(&answer)
                .with_context(|| format!("cannot read the return {}", answer.display()))?;
            return Ok(Turn::Returned(Return { output, ..Return::default() }));
        }
        crate::files::write(&pack, prompt::render(request)?)?;
        let stopped = request.stopped.as_ref().map_or(String::new(), |stop| format!("{stop}; "));
        Ok(Turn::Waiting(format!(
            "{stopped}do stage {} as {} says, write the validator block and verdict to {}, then run \
             `cargo xtask port {}` again",
            request.step.stage,
            pack.display(),
            answer.display(),
            request.context.operator
        )))
    }
}
