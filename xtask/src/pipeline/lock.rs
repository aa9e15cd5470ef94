//! One run at a time on one kernel, by a file lock that dies with its holder.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::pipeline::events::{Event, Sink};
use crate::pipeline::journal::scratch;
use crate::workspace::Workspace;

/// The lock on a kernel; released when dropped, or by the system when the process is killed.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Where the lock of an operator lies. The file stays; only the lock on it counts.
pub fn path(workspace: &Workspace, operator: &str) -> PathBuf {
    scratch(workspace, operator).join("lock")
}

/// Takes the lock. Where another process has it, says who and waits.
pub fn acquire(workspace: &Workspace, operator: &str, sink: &dyn Sink) -> Result<Lock> {
    let path = path(workspace, operator);
    let context = || format!("cannot lock {}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(context)?;
    }
    let mut file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(&path)
        .with_context(context)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut holder = String::new();
            let _ = file.read_to_string(&mut holder);
            let holder = holder.trim();
            let holder = if holder.is_empty() { "another process" } else { holder };
            sink.emit(&Event::LockWait { kernel: operator.to_owned(), holder: holder.to_owned() });
            file.lock().with_context(context)?;
        }
        Err(TryLockError::Error(error)) => return Err(error).with_context(context),
    }
    file.set_len(0).with_context(context)?;
    file.rewind().with_context(context)?;
    writeln!(file, "process {} (`port {operator}`)", std::process::id()).with_context(context)?;
    Ok(Lock { _file: file })
}

/// Whether a process other than the caller holds an operator's lock.
pub fn is_held(workspace: &Workspace, operator: &str) -> bool {
    let Ok(file) = File::open(path(workspace, operator)) else { return false };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::events::Silent;

    #[test]
    fn d27_a_second_run_waits_and_learns_who_holds_the_kernel() {
        use std::sync::{Arc, Mutex, mpsc};
        struct Heard(Mutex<mpsc::Sender<String>>);
        impl Sink for Heard {
            fn emit(&self, event: &Event) {
                if let Event::LockWait { holder, .. } = event {
                    self.0.lock().unwrap().send(holder.clone()).unwrap();
                }
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::at(folder.path());
        let first = acquire(&workspace, "softmax", &Silent).unwrap();
        let (sender, receiver) = mpsc::channel();
        let sink = Arc::new(Heard(Mutex::new(sender)));
        let second = std::thread::spawn({
            let workspace = workspace.clone();
            move || acquire(&workspace, "softmax", &*sink).map(drop)
        });
        let holder = receiver.recv().unwrap();
        assert!(holder.contains(&std::process::id().to_string()), "{holder}");
        assert!(is_held(&workspace, "softmax"));
        assert!(!is_held(&workspace, "bmm"));
        drop(first);
        second.join().unwrap().unwrap();
        assert!(!is_held(&workspace, "softmax"));
    }
}
