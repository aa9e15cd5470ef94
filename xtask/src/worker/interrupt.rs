//! Ctrl-C and the other requests to end: a worker that runs is ended and put back first.

use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};

/// Called once a request comes while a worker runs.
static LISTENER: Mutex<Option<Sender<()>>> = Mutex::new(None);

/// Exit code of a program that ctrl-C ended, as shells report it.
const INTERRUPTED: i32 = 130;

/// Takes over the process's handling of ctrl-C, termination and hang-up.
///
/// With no worker running the process just ends: the journal is whole at any instant.
pub fn listen() {
    // A second registration in one process fails and changes nothing.
    let _ = ctrlc::set_handler(|| {
        let listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner).take();
        if listener.is_none_or(|listener| listener.send(()).is_err()) {
            std::process::exit(INTERRUPTED);
        }
    });
}

/// While this lives, a request goes to a worker's driver; the one after it ends the process.
#[derive(Debug)]
pub struct Interest(());

impl Interest {
    /// Sends the next request here.
    pub fn register(sender: Sender<()>) -> Self {
        *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        Self(())
    }
}

impl Drop for Interest {
    fn drop(&mut self) {
        *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
