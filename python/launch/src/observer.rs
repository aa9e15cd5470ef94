//! Notes of the launches of one call, from which a plan to replay it is made.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::python::{self, Owned};
use crate::record::{LaunchFn, Record};

/// A launch that went through a record, on torch's current stream.
pub struct Step {
    /// The prepared launch.
    pub record: Rc<Record>,
    /// Enqueues its plan.
    pub launch: LaunchFn,
    /// Raises for a return code.
    pub check: Owned,
    /// Number of the manifest's reading that the record belongs to.
    pub generation: u64,
    /// The addresses that it was given.
    pub addresses: Vec<u64>,
    /// The words that it was given.
    pub words: Vec<u64>,
    /// Tile blocks along each axis.
    pub grid: [u32; 3],
}

/// Notes launches of the thread that began, until it ends.
#[derive(Default)]
pub struct Observer {
    /// The thread, while it notes.
    thread: Cell<Option<u64>>,
    steps: RefCell<Vec<Step>>,
    /// Whether a launch went another way.
    unusual: Cell<bool>,
}

impl Observer {
    /// Begins; false if some thread already does.
    ///
    /// # Safety
    /// The GIL is held, here and below.
    pub unsafe fn begin(&self) -> bool {
        if self.is_busy() {
            return false;
        }
        // SAFETY: as the caller promises.
        self.thread.set(Some(unsafe { python::PyThread_get_thread_ident() }));
        self.unusual.set(false);
        true
    }

    /// Ends; none where a launch went another way than through a record.
    pub fn end(&self) -> Option<Vec<Step>> {
        self.thread.set(None);
        let steps = self.steps.take();
        (!self.unusual.get()).then_some(steps)
    }

    /// Whether any thread notes.
    pub fn is_busy(&self) -> bool {
        self.thread.get().is_some()
    }

    /// Whether this thread notes.
    pub fn is_active(&self) -> bool {
        // SAFETY: called under the GIL.
        self.thread
            .get()
            .is_some_and(|thread| thread == unsafe { python::PyThread_get_thread_ident() })
    }

    /// Notes a launch, none for one that cannot be replayed.
    pub fn note(&self, step: Option<Step>) {
        if !self.is_active() {
            return;
        }
        match step {
            Some(step) => self.steps.borrow_mut().push(step),
            None => self.unusual.set(true),
        }
    }
}
