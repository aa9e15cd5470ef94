//! Ends what a worker left running, found by a mark in its environment.
//!
//! A process can leave its group and its session, but it inherits the environment that it was
//! started with; a driver that comes after a killed one finds the strays the same way.

use rustix::process::{Pid, Signal};

/// The variable that carries the mark.
pub const VARIABLE: &str = "TILEPORT_WORKER";

/// Kills every process with the mark, again until none is found: one may fork while others die.
pub fn marked(mark: &str) {
    let wanted = format!("{VARIABLE}={mark}");
    for _ in 0..50 {
        let found = find(wanted.as_bytes());
        if found.is_empty() {
            return;
        }
        for pid in found {
            let _ = rustix::process::kill_process(pid, Signal::KILL);
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

fn find(wanted: &[u8]) -> Vec<Pid> {
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let own = std::process::id();
    processes
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok())
        .filter(|pid| u32::try_from(*pid) != Ok(own))
        .filter(|pid| {
            // A zombie's environment reads as empty: it is dead already.
            std::fs::read(format!("/proc/{pid}/environ"))
                .is_ok_and(|text| text.split(|byte| *byte == 0).any(|entry| entry == wanted))
        })
        .filter_map(Pid::from_raw)
        .collect()
}
