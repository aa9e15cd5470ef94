//! From captured signatures to what a launch would know: parameters and facts.

use anyhow::{Result, bail};
use serde_json::Value as Json;
use tileport_contract::{Facts, Known, Param, ParamKind};

use super::holes::Role;
use crate::analysis::{Argument, Function, Signature};

/// What the C ABI passes for each Python parameter of a kernel function.
///
/// # Errors
/// A parameter whose arguments have no common representation: a run-time scalar of two kinds, a
/// tuple of run-time values, a text constant of several values.
pub fn params(function: &Function) -> Result<Vec<Param>> {
    let mut params = Vec::new();
    for (index, param) in function.params.iter().enumerate() {
        let mut arguments: Vec<&Argument> = Vec::new();
        for signature in &function.signatures {
            let Some(argument) = signature.arguments.get(index) else {
                bail!(
                    "{}: signature {} has {} arguments for {} parameters",
                    function.name,
                    signature.id,
                    signature.arguments.len(),
                    function.params.len()
                );
            };
            if !arguments.contains(&argument) {
                arguments.push(argument);
            }
        }
        let Some(kind) = kind(&arguments) else {
            bail!(
                "{}: the arguments of parameter `{}` have no common form in C: {}",
                function.name,
                param.name,
                arguments.iter().map(|one| describe(one)).collect::<Vec<_>>().join(", ")
            );
        };
        let value = match (kind, arguments.as_slice()) {
            (ParamKind::ConstFixed, [Argument::Constant { value }]) => Some(value.clone()),
            _ => None,
        };
        let name = param.name.clone();
        params.push(Param { name, kind, index64: param.index64, value });
    }
    Ok(params)
}

/// The one form that all arguments of a parameter can be passed in.
fn kind(arguments: &[&Argument]) -> Option<ParamKind> {
    let all = |test: fn(&Argument) -> bool| arguments.iter().all(|argument| test(argument));
    if all(|argument| matches!(argument, Argument::Array(_)) || is_none(argument))
        && arguments.iter().any(|argument| matches!(argument, Argument::Array(_)))
    {
        return Some(ParamKind::Tensor);
    }
    if all(|argument| matches!(argument, Argument::List { .. })) {
        return Some(ParamKind::List);
    }
    if let Some(dtype) = common_scalar(arguments) {
        return match dtype {
            "i32" | "i64" => Some(ParamKind::Int),
            "f32" | "f64" => Some(ParamKind::Float),
            "i1" | "bool" => Some(ParamKind::Bool),
            _ => None,
        };
    }
    if all(|argument| constant(argument).is_some_and(|value| as_int(value).is_some())) {
        return Some(ParamKind::ConstInt);
    }
    if all(|argument| constant(argument).is_some_and(|value| value.is_number())) {
        return Some(ParamKind::ConstFloat);
    }
    (arguments.len() == 1 && is_fixed(arguments[0])).then_some(ParamKind::ConstFixed)
}

/// The dtype of arguments that are all run-time scalars of one kind.
fn common_scalar<'a>(arguments: &[&'a Argument]) -> Option<&'a str> {
    let mut dtypes = arguments.iter().map(|argument| match argument {
        Argument::Scalar { dtype } => Some(dtype.as_str()),
        _ => None,
    });
    let first = dtypes.next()??;
    dtypes.all(|dtype| dtype == Some(first)).then_some(first)
}

fn is_fixed(argument: &Argument) -> bool {
    match argument {
        Argument::Constant { .. } => true,
        Argument::Tuple { elements } => elements.iter().all(is_fixed),
        _ => false,
    }
}

fn is_none(argument: &Argument) -> bool {
    constant(argument).is_some_and(Json::is_null)
}

fn constant(argument: &Argument) -> Option<&Json> {
    match argument {
        Argument::Constant { value } => Some(value),
        _ => None,
    }
}

/// An integer or bool constant as an integer.
fn as_int(value: &Json) -> Option<i64> {
    value.as_bool().map(i64::from).or_else(|| value.as_i64())
}

fn describe(argument: &Argument) -> String {
    match argument {
        Argument::Array(array) => format!("a tensor of rank {}", array.rank),
        Argument::Scalar { dtype } => format!("a run-time {dtype}"),
        Argument::Constant { value } => format!("the constant {value}"),
        Argument::List { .. } => "a list of tensors".to_owned(),
        Argument::Tuple { .. } => "a tuple".to_owned(),
    }
}

/// What a launch with a signature's arguments would know.
pub fn facts(signature: &Signature, params: &[Param]) -> Facts {
    let known = |(argument, param): (&Argument, &Param)| match (argument, param.kind) {
        (Argument::Array(array), _) | (Argument::List { element: array }, _) => {
            Known::Array(array.clone())
        }
        (Argument::Constant { value }, ParamKind::ConstInt) => {
            as_int(value).map_or(Known::Nothing, Known::Int)
        }
        (Argument::Constant { value }, ParamKind::ConstFloat) => {
            value.as_f64().map_or(Known::Nothing, Known::Float)
        }
        _ => Known::Nothing,
    };
    Facts {
        params: signature.arguments.iter().zip(params).map(known).collect(),
        target: target_number(&signature.target),
        num_ctas: signature.options.num_ctas.map_or(0, i64::from),
        occupancy: signature.options.occupancy.map_or(0, i64::from),
    }
}

/// `sm_90` as 90; 0 for a name of another form.
pub fn target_number(target: &str) -> i64 {
    let digits = target.trim_start_matches("sm_").trim_end_matches(['a', 'f']);
    digits.parse().unwrap_or(0)
}

/// The flattened entry parameters of a signature: Python parameter and role, in order.
///
/// # Errors
/// A tuple that holds run-time values: its parts have no name in the contract.
pub fn flatten(function: &Function, signature: &Signature) -> Result<Vec<(usize, Role)>> {
    let mut flat = Vec::new();
    for (index, argument) in signature.arguments.iter().enumerate() {
        match argument {
            Argument::Array(array) => {
                flat.push((index, Role::Pointer));
                flat.extend((0..array.rank).map(|axis| (index, Role::Size(axis))));
                flat.extend((0..array.rank).map(|axis| (index, Role::Stride(axis))));
            }
            Argument::Scalar { .. } => flat.push((index, Role::Scalar)),
            Argument::List { .. } => flat.extend([(index, Role::Pointer), (index, Role::Length)]),
            Argument::Constant { .. } => {}
            Argument::Tuple { .. } if is_fixed(argument) => {}
            Argument::Tuple { .. } => bail!(
                "{}: parameter `{}` is a tuple of run-time values",
                function.name,
                function.params[index].name
            ),
        }
    }
    Ok(flat)
}
