//! What stands on a line: the request, and the answer to it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tileport_ffi::contract::TensorSpec;
use tileport_ffi::jit::{Hints, Specialization};

/// A request: one specialisation of one entry of a source text.
#[derive(Debug, Deserialize)]
pub struct Request {
    /// Comes back in the answer.
    pub id: serde_json::Value,
    /// Text of a Rust file with one `#[cutile::module] pub mod kernels { … }`; left out where it is
    /// that of the request before.
    pub source: Option<String>,
    /// The entry function.
    pub entry: String,
    /// Values of its generics, in order.
    #[serde(default)]
    pub generics: Vec<String>,
    /// Float constants of the module to replace, as Rust prints them: JSON has no infinities.
    #[serde(default)]
    pub consts: BTreeMap<String, String>,
    /// What `&Tensor` parameters are compiled for.
    #[serde(default)]
    pub tensors: Vec<TensorSpec>,
    /// Compiler hints.
    #[serde(default)]
    pub options: Options,
    /// Architecture, e.g. `sm_90`.
    pub target: String,
}

/// Hints; none where the source's own stand.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub struct Options {
    occupancy: Option<i32>,
    num_ctas: Option<i32>,
    num_worker_warps: Option<i32>,
}

impl Request {
    /// What to compile.
    ///
    /// # Errors
    /// The value of a constant is no number.
    pub fn specialization(&self) -> Result<Specialization, String> {
        let number = |(name, value): (&String, &String)| {
            let parsed = value.parse();
            parsed.map(|value| (name.clone(), value)).map_err(|error| format!("`{name}`: {error}"))
        };
        Ok(Specialization {
            entry: self.entry.clone(),
            generics: self.generics.clone(),
            consts: self.consts.iter().map(number).collect::<Result<_, _>>()?,
            tensors: self.tensors.clone(),
            hints: Hints {
                occupancy: self.options.occupancy,
                num_ctas: self.options.num_ctas,
                num_worker_warps: self.options.num_worker_warps,
            },
            target: self.target.clone(),
        })
    }
}

/// The answer: bytecode or an error.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// The request's.
    pub id: serde_json::Value,
    /// Bytecode as lower-case hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytecode: Option<String>,
    /// SHA-256 of the bytecode without source positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Answer {
    /// The answer to a request.
    pub fn new(id: serde_json::Value, result: Result<(Vec<u8>, String), String>) -> Self {
        match result {
            Ok((bytes, fingerprint)) => Self {
                id,
                bytecode: Some(hex(&bytes)),
                fingerprint: Some(fingerprint),
                error: None,
            },
            Err(error) => Self { id, bytecode: None, fingerprint: None, error: Some(error) },
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]])
        .map(char::from)
        .collect()
}
