//! Types: from indices to trees.

use cutile_ir::ir::{
    FuncType, GatherScatterViewType, PaddingValue, PartitionViewType, PointerAttribute,
    PointerType, ScalarType, StridedViewType, TensorViewType, TileElementType, TileType, Type,
};

use super::LowerError;
use crate::tileir::file::File;
use crate::tileir::file::types::{Type as Entry, TypeIndex};

/// All types of a file.
pub fn lower(file: &File) -> Result<Vec<Type>, LowerError> {
    (0..file.types.len()).map(|index| one(file, index, 0)).collect()
}

/// A type refers to others at most so deep: function, view, tensor, pointer, number.
const DEPTH: usize = 6;

fn one(file: &File, index: TypeIndex, depth: usize) -> Result<Type, LowerError> {
    let bad = |what: &str| LowerError::new(0, format!("type {index}: {what}"));
    if depth > DEPTH {
        return Err(bad("it refers to itself"));
    }
    let inner = |index| one(file, index, depth + 1);
    let scalar = |index| match inner(index)? {
        Type::Scalar(scalar) => Ok::<ScalarType, LowerError>(scalar),
        _ => Err(bad("its element type is not a number")),
    };
    let tensor = |index| match inner(index)? {
        Type::TensorView(view) => Ok((view, None)),
        Type::WithPointerAttribute(base, attribute) => match *base {
            Type::TensorView(view) => Ok((view, Some(attribute))),
            _ => Err(bad("it views something other than a tensor")),
        },
        _ => Err(bad("it views something other than a tensor")),
    };
    let qualify = |ty: Type, attribute: Option<PointerAttribute>| match attribute {
        Some(attribute) => ty.with_pointer_attribute(attribute),
        None => ty,
    };
    Ok(match &file.types[index] {
        Entry::Scalar(scalar) => Type::Scalar(*scalar),
        Entry::Token => Type::Token,
        Entry::Pointer { pointee, attribute } => qualify(
            Type::Pointer(PointerType { pointee: scalar(*pointee)? }),
            attribute.map(pointer_attribute),
        ),
        Entry::Tile { element, shape } => {
            let (element_type, attribute) = match inner(*element)? {
                Type::Scalar(scalar) => (TileElementType::Scalar(scalar), None),
                Type::Pointer(pointer) => (TileElementType::Pointer(Box::new(pointer)), None),
                Type::WithPointerAttribute(base, attribute) => match *base {
                    Type::Pointer(pointer) => {
                        (TileElementType::Pointer(Box::new(pointer)), Some(attribute))
                    }
                    _ => return Err(bad("its element type is neither number nor pointer")),
                },
                _ => return Err(bad("its element type is neither number nor pointer")),
            };
            qualify(Type::Tile(TileType { shape: shape.clone(), element_type }), attribute)
        }
        Entry::TensorView { element, shape, strides, attribute } => qualify(
            Type::TensorView(TensorViewType {
                element_type: scalar(*element)?,
                shape: shape.clone(),
                strides: strides.clone(),
            }),
            attribute.map(pointer_attribute),
        ),
        Entry::PartitionView { tile, view, dim_map, padding } => {
            let (tensor_view, attribute) = tensor(*view)?;
            qualify(
                Type::PartitionView(PartitionViewType {
                    tile_shape: tile.clone(),
                    tensor_view,
                    dim_map: dim_map.clone(),
                    padding_value: padding.map(padding_value),
                }),
                attribute,
            )
        }
        Entry::GatherScatterView { tile, view, sparse_dim, padding } => {
            let (tensor_view, attribute) = tensor(*view)?;
            let sparse_dim = i32::try_from(*sparse_dim);
            qualify(
                Type::GatherScatterView(GatherScatterViewType {
                    tile_shape: tile.clone(),
                    tensor_view,
                    sparse_dim: sparse_dim.map_err(|_| bad("its sparse axis is no axis"))?,
                    padding_value: padding.map(padding_value),
                }),
                attribute,
            )
        }
        Entry::StridedView { tile, traversal, view, dim_map, padding } => {
            let (tensor_view, attribute) = tensor(*view)?;
            qualify(
                Type::StridedView(StridedViewType {
                    tile_shape: tile.clone(),
                    traversal_strides: traversal.clone(),
                    tensor_view,
                    dim_map: dim_map.clone(),
                    padding_value: padding.map(padding_value),
                }),
                attribute,
            )
        }
        Entry::Function { inputs, results } => Type::Func(FuncType {
            inputs: inputs.iter().map(|index| inner(*index)).collect::<Result<_, _>>()?,
            results: results.iter().map(|index| inner(*index)).collect::<Result<_, _>>()?,
        }),
    })
}

fn pointer_attribute(number: u8) -> PointerAttribute {
    match number {
        0 => PointerAttribute::None,
        1 => PointerAttribute::Unicast,
        _ => PointerAttribute::Multicast,
    }
}

fn padding_value(number: u8) -> PaddingValue {
    match number {
        0 => PaddingValue::Zero,
        1 => PaddingValue::NegZero,
        2 => PaddingValue::Nan,
        3 => PaddingValue::PosInf,
        _ => PaddingValue::NegInf,
    }
}
