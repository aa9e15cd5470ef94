//! From checked arguments to the specialisation that serves them, by the contract.

use tileport_contract::{
    Facts, Function, Known, ParamKind, Tensor, choose as choose_entry, infer, infer_list,
};

use crate::arguments::{Argument, Array};
use crate::desc::LaunchConfig;
use crate::error::{Code, Failure};
use crate::jit::{Hints, Specialization};

/// The specialisation for these arguments on a target of this compute capability (times ten).
///
/// # Errors
/// No entry serves them; the message says what was captured.
pub fn choose(
    function: &Function,
    arguments: &[Argument],
    config: &LaunchConfig,
    capability: u32,
) -> Result<Specialization, Failure> {
    let known = |(param, argument): (&tileport_contract::Param, &Argument)| {
        let inferred = match argument {
            Argument::Tensor(array) => infer(tensor(array), param.index64),
            Argument::List(arrays) => {
                let tensors: Vec<Tensor<'_>> = arrays.iter().map(tensor).collect();
                infer_list(&tensors, param.index64)
            }
            Argument::Int(value) if param.kind == ParamKind::ConstInt => {
                return Ok(Known::Int(*value));
            }
            Argument::Float(value) if param.kind == ParamKind::ConstFloat => {
                return Ok(Known::Float(*value));
            }
            _ => return Ok(Known::Nothing),
        };
        inferred.map(Known::Array).map_err(|error| {
            Failure::new(Code::Invalid, format!("argument `{}`: {error}", param.name))
        })
    };
    let facts = Facts {
        params: function.params.iter().zip(arguments).map(known).collect::<Result<_, _>>()?,
        target: i64::from(capability),
        num_ctas: i64::from(config.num_ctas.max(0)),
        occupancy: i64::from(config.occupancy.max(0)),
    };
    let choice = choose_entry(function, &facts)
        .map_err(|error| Failure::new(Code::Unsupported, error.to_string()))?;
    let entry = choice.entry;
    let consts =
        entry.consts.iter().map(|constant| constant.name.clone()).zip(choice.floats).collect();
    Ok(Specialization {
        entry: entry.name.clone(),
        generics: choice.generics,
        consts,
        tensors: choice.tensors,
        hints: Hints {
            occupancy: set(config.occupancy),
            num_ctas: set(config.num_ctas),
            num_worker_warps: set(config.num_worker_warps),
        },
        target: format!("sm_{capability}"),
    })
}

fn tensor(array: &Array) -> Tensor<'_> {
    Tensor {
        dtype: array.dtype.name,
        address: array.desc.ptr,
        shape: array.shape(),
        strides: array.strides(),
    }
}

/// An option that is set.
fn set(option: i32) -> Option<i32> {
    (option > 0).then_some(option)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desc::{TensorDesc, dtype};

    fn function() -> Function {
        serde_json::from_value(serde_json::json!({
            "name": "scale",
            "symbol": "cutile_scale",
            "params": [
                {"name": "x", "kind": "tensor"},
                {"name": "n", "kind": "int"},
                {"name": "TILE", "kind": "constint"},
            ],
            "entries": [{
                "name": "scale_v0",
                "variant": "v0",
                "when": [{
                    "test": "one_of",
                    "of": {"fact": "constant", "param": 2},
                    "values": [64, 128],
                }],
                "generics": [
                    {"name": "E", "value": {"expr": "fact", "of": {"fact": "dtype", "param": 0}}},
                    {"name": "TILE", "value": {"expr": "fact", "of": {"fact": "constant", "param": 2}}},
                    {"name": "X_DIV", "value": {"expr": "fact", "of": {"fact": "base_divisor", "param": 0}}},
                ],
                "consts": [],
                "tensors": [],
            }],
        }))
        .unwrap()
    }

    fn arguments(ptr: u64, code: i32, tile: i64) -> Vec<Argument> {
        let mut desc = TensorDesc { ptr, ndim: 1, shape: [0; 5], strides: [0; 5], dtype: code };
        (desc.shape[0], desc.strides[0]) = (100, 1);
        let array = Array { desc, rank: 1, dtype: dtype(code).unwrap() };
        vec![Argument::Tensor(array), Argument::Int(100), Argument::Int(tile)]
    }

    const PLAIN: LaunchConfig = LaunchConfig {
        grid: [1, 1, 1],
        num_ctas: 0,
        occupancy: -1,
        opt_level: -1,
        num_worker_warps: 0,
    };

    #[test]
    fn dtype_constant_and_alignment_decide_the_generics() {
        let chosen = choose(&function(), &arguments(32, 2, 64), &PLAIN, 90).unwrap();
        assert_eq!(chosen.entry, "scale_v0");
        assert_eq!(chosen.generics, ["bf16", "64", "16"]);
        assert_eq!((chosen.hints, chosen.target.as_str()), (Hints::default(), "sm_90"));
        let misaligned = choose(&function(), &arguments(36, 0, 128), &PLAIN, 100).unwrap();
        assert_eq!(misaligned.generics, ["f32", "128", "1"]);
        let hinted = LaunchConfig { num_ctas: 2, occupancy: 4, num_worker_warps: 8, ..PLAIN };
        let hints = choose(&function(), &arguments(32, 2, 64), &hinted, 90).unwrap().hints;
        assert_eq!(
            hints,
            Hints { occupancy: Some(4), num_ctas: Some(2), num_worker_warps: Some(8) }
        );
    }

    #[test]
    fn what_was_not_captured_is_refused_by_name() {
        let failure = choose(&function(), &arguments(32, 2, 256), &PLAIN, 90).unwrap_err();
        assert_eq!(failure.code, Code::Unsupported);
        assert!(failure.text.contains("TILE") && failure.text.contains("256"), "{failure:?}");
    }
}
