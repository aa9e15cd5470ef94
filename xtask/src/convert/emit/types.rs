//! How the dialect's types are spelled in cutile's Rust, with generic sites filled in.

use cutile_ir::ir::{
    DYNAMIC, PaddingValue, ScalarType, TensorViewType, TileElementType, Type, Value,
};

use crate::convert::holes::{Holes, Site, Slot};

/// The Rust name of an element type.
pub fn scalar(ty: ScalarType) -> &'static str {
    match ty {
        ScalarType::I1 => "bool",
        ScalarType::I4 => "i4",
        ScalarType::I8 => "i8",
        ScalarType::I16 => "i16",
        ScalarType::I32 => "i32",
        ScalarType::I64 => "i64",
        ScalarType::F16 => "f16",
        ScalarType::BF16 => "bf16",
        ScalarType::F32 => "f32",
        ScalarType::TF32 => "tf32",
        ScalarType::F64 => "f64",
        ScalarType::F8E4M3FN => "f8e4m3fn",
        ScalarType::F8E5M2 => "f8e5m2",
        ScalarType::F8E8M0FNU => "f8e8m0fnu",
        ScalarType::F4E2M1FN => "f4e2m1fn",
        ScalarType::F8E5M3FNU => "f8e5m3fnu",
    }
}

/// The element type of a tile, of a pointer tile's pointee, or of a view.
pub fn element(ty: &Type) -> Option<ScalarType> {
    match ty.without_pointer_attribute() {
        Type::Tile(tile) => Some(match &tile.element_type {
            TileElementType::Scalar(scalar) => *scalar,
            TileElementType::Pointer(pointer) => pointer.pointee,
        }),
        _ => tensor_view(ty).map(|view| view.element_type),
    }
}

/// Whether a type is a tile of pointers.
pub fn is_pointer(ty: &Type) -> bool {
    matches!(ty.without_pointer_attribute(),
        Type::Tile(tile) if matches!(tile.element_type, TileElementType::Pointer(_)))
}

/// The rank of a tile; `None` for what is no tile.
pub fn rank(ty: &Type) -> Option<usize> {
    match ty.without_pointer_attribute() {
        Type::Tile(tile) => Some(tile.shape.len()),
        _ => None,
    }
}

/// Whether a type is a rank-0 tile of this element type.
pub fn is_scalar_of(ty: &Type, wanted: ScalarType) -> bool {
    rank(ty) == Some(0) && !is_pointer(ty) && element(ty) == Some(wanted)
}

/// The tensor view that a view type is of, or the tensor view itself.
pub fn tensor_view(ty: &Type) -> Option<&TensorViewType> {
    match ty {
        Type::TensorView(view) => Some(view),
        Type::PartitionView(view) => Some(&view.tensor_view),
        Type::GatherScatterView(view) => Some(&view.tensor_view),
        Type::StridedView(view) => Some(&view.tensor_view),
        _ => None,
    }
}

/// The Rust marker of a padding value.
pub fn padding(value: Option<PaddingValue>) -> &'static str {
    match value {
        None => "padding::None",
        Some(PaddingValue::Zero) => "padding::Zero",
        Some(PaddingValue::NegZero) => "padding::NegZero",
        Some(PaddingValue::Nan) => "padding::Nan",
        Some(PaddingValue::PosInf) => "padding::PosInf",
        Some(PaddingValue::NegInf) => "padding::NegInf",
    }
}

/// A list of axis sizes as a const-generic argument: `{ [N, 128] }`.
pub fn braces(dims: &[String]) -> String {
    format!("{{ [{}] }}", dims.join(", "))
}

/// Spells the types of one module's values.
#[derive(Clone, Copy)]
pub struct Speller<'a> {
    /// The generic sites.
    pub holes: &'a Holes,
}

impl Speller<'_> {
    /// The element type at a value: a generic's name, or the type's own.
    pub fn element(self, value: Value, ty: &Type) -> Option<String> {
        match self.holes.get(Site::Element { value }) {
            Some(Slot::Type(name)) => Some(name.clone()),
            _ => element(ty).map(|scalar_type| scalar(scalar_type).to_owned()),
        }
    }

    fn dim(self, site: Site, literal: i64) -> String {
        match self.holes.get(site) {
            Some(Slot::Int(name)) => name.clone(),
            _ if literal == DYNAMIC => "-1".to_owned(),
            _ => literal.to_string(),
        }
    }

    /// Sizes of a tile's axes, or of the tile of a partition, strided or gather-scatter view.
    pub fn tile_dims(self, value: Value, ty: &Type) -> Vec<String> {
        let literal: Vec<i64> = match ty.without_pointer_attribute() {
            Type::Tile(tile) => tile.shape.clone(),
            Type::PartitionView(view) => view.tile_shape.iter().map(|&dim| dim.into()).collect(),
            Type::GatherScatterView(view) => {
                view.tile_shape.iter().map(|&dim| dim.into()).collect()
            }
            Type::StridedView(view) => view.tile_shape.iter().map(|&dim| dim.into()).collect(),
            _ => Vec::new(),
        };
        let dim = |(axis, literal)| self.dim(Site::TileDim { value, axis }, literal);
        literal.into_iter().enumerate().map(dim).collect()
    }

    /// Sizes of the axes of a tensor view (or of the one inside another view), -1 where dynamic.
    pub fn view_dims(self, value: Value, view: &TensorViewType) -> Vec<String> {
        let dim = |(axis, &literal)| self.dim(Site::ViewDim { value, axis }, literal);
        view.shape.iter().enumerate().map(dim).collect()
    }

    /// Strides of a tensor view, -1 where dynamic.
    pub fn view_strides(self, value: Value, view: &TensorViewType) -> Vec<String> {
        let dim = |(axis, &literal)| self.dim(Site::ViewStride { value, axis }, literal);
        view.strides.iter().enumerate().map(dim).collect()
    }

    /// The Rust type of a value; `None` for one that cutile cannot name.
    pub fn rust_type(self, value: Value, ty: &Type) -> Option<String> {
        if matches!(ty, Type::Token) {
            return Some("Token".to_owned());
        }
        let element = self.element(value, ty)?;
        let tile = braces(&self.tile_dims(value, ty));
        Some(match ty.without_pointer_attribute() {
            Type::Tile(_) if is_pointer(ty) => format!("PointerTile<*mut {element}, {tile}>"),
            Type::Tile(_) => format!("Tile<{element}, {tile}>"),
            Type::TensorView(view) => {
                format!("Tensor<{element}, {}>", braces(&self.view_dims(value, view)))
            }
            Type::PartitionView(_) => format!("Partition<{element}, {tile}>"),
            Type::GatherScatterView(view) => {
                format!("GatherScatterView<{element}, {tile}, {}>", view.sparse_dim)
            }
            Type::StridedView(view) => {
                let list = |numbers: &[i32]| {
                    braces(&numbers.iter().map(ToString::to_string).collect::<Vec<_>>())
                };
                format!(
                    "StridedView<{element}, {tile}, {}, {}>",
                    list(&view.traversal_strides),
                    list(&view.dim_map)
                )
            }
            _ => return None,
        })
    }
}
