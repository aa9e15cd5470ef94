//! What a worker of the nightly prints: one session line, then one line a case. Version 1.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::statistics::median;
use crate::error::usage;

/// The version of the lines that this program reads and writes.
pub const VERSION: u32 = 1;

/// A line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Line {
    /// Where the cases after it were measured.
    Session(Box<Session>),
    /// A case.
    Case(Box<Sample>),
}

/// The device and the tools of a worker process.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// [`VERSION`] of the writer.
    pub v: u32,
    /// Seconds since 1970.
    pub at: u64,
    /// The GPU as `CUDA_VISIBLE_DEVICES` names it, told by who starts the worker.
    #[serde(default)]
    pub gpu: String,
    /// The GPU's name.
    pub device: String,
    /// Its target, e.g. `sm_90`.
    pub target: String,
    /// Version of the driver.
    #[serde(default)]
    pub driver: String,
    /// Highest clock of the multiprocessors, MHz, as the driver prints it.
    #[serde(default)]
    pub max_sm_mhz: String,
    /// Highest clock of the memory, MHz.
    #[serde(default)]
    pub max_memory_mhz: String,
    /// Power limit, W.
    #[serde(default)]
    pub power_limit_w: String,
    /// What the device does at most, measured.
    #[serde(default)]
    pub roof: Option<Roof>,
    /// Library of each operator; its name carries the hash of its content.
    #[serde(default)]
    pub libraries: BTreeMap<String, String>,
    /// Versions of what compiles and runs kernels.
    #[serde(default)]
    pub tools: BTreeMap<String, String>,
}

/// The measured roof of a device.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Roof {
    /// A copy, bytes read and written, GB/s.
    pub gb_per_s: f64,
    /// A bf16 matrix product, TFLOP/s.
    pub tflop_per_s: f64,
}

/// One case.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// [`VERSION`] of the writer.
    pub v: u32,
    /// The operator.
    pub operator: String,
    /// Name of the case in the operator's inputs.
    pub case: String,
    /// Why there are no times, if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Whether the results are right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Checked>,
    /// cuTile Python.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Side>,
    /// cutile-rs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<Side>,
    /// Bytes that a call moves at least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Floating-point operations of a call, for matrix products.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flops: Option<u64>,
    /// How long the worker took over the case, checks and compilation included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// What `tileport.check` says of a case.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Checked {
    /// Whether all that was compared agrees.
    pub ok: bool,
    /// Whether both backends agree in every bit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_bits: Option<bool>,
    /// The greatest error against torch, in tolerances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_in_tolerances: Option<f64>,
    /// What was raised, by backend.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub errors: BTreeMap<String, String>,
}

/// The calls of one backend.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Device time of each call, µs; the i-th calls of both backends ran one after the other.
    pub device_us: Vec<f64>,
    /// Time from call to return of each call, µs.
    pub host_us: Vec<f64>,
    /// Kernels of a call, in order.
    #[serde(default)]
    pub kernels: Vec<String>,
}

/// Which of a case's two times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quantity {
    /// Device time.
    Device,
    /// Host time per call.
    Host,
}

impl Side {
    /// The times of a quantity, µs.
    pub fn times(&self, quantity: Quantity) -> &[f64] {
        match quantity {
            Quantity::Device => &self.device_us,
            Quantity::Host => &self.host_us,
        }
    }
}

impl Sample {
    /// Operator and case, as reports and commands name it.
    pub fn name(&self) -> String {
        format!("{} {}", self.operator, self.case)
    }

    /// Logarithms of port over reference, pair by pair; none where times are missing or unusable.
    pub fn ratios(&self, quantity: Quantity) -> Option<Vec<f64>> {
        let (reference, port) = (self.reference.as_ref()?, self.port.as_ref()?);
        let pairs = reference.times(quantity).iter().zip(port.times(quantity));
        let ratios: Vec<f64> = pairs
            .filter(|(reference, port)| **reference > 0.0 && **port > 0.0)
            .map(|(reference, port)| (port / reference).ln())
            .collect();
        (!ratios.is_empty()).then_some(ratios)
    }

    /// Median times of reference and port, µs.
    pub fn medians(&self, quantity: Quantity) -> Option<[f64; 2]> {
        let reference = median(self.reference.as_ref()?.times(quantity))?;
        let port = median(self.port.as_ref()?.times(quantity))?;
        Some([reference, port])
    }
}

/// One session and the cases measured in it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// The session.
    pub session: Session,
    /// Its cases.
    pub samples: Vec<Sample>,
}

/// Reads recorded lines; each session line begins another session.
///
/// # Errors
/// A line that is no such line, or of a newer version; exit 2.
pub fn read(text: &str, name: &str) -> Result<Vec<Recorded>> {
    let mut sessions: Vec<Recorded> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = || format!("{name}:{}", number + 1);
        let parsed: Line =
            serde_json::from_str(line).map_err(|error| usage(format!("{}: {error}", place())))?;
        let version = match &parsed {
            Line::Session(session) => session.v,
            Line::Case(sample) => sample.v,
        };
        if version > VERSION {
            return Err(usage(format!(
                "{}: version {version} is newer than this program's {VERSION}; use a newer tileport",
                place()
            )));
        }
        match parsed {
            Line::Session(session) => {
                sessions.push(Recorded { session: *session, samples: Vec::new() });
            }
            Line::Case(sample) => sessions
                .last_mut()
                .with_context(|| format!("{}: a case before any session", place()))?
                .samples
                .push(*sample),
        }
    }
    Ok(sessions)
}
