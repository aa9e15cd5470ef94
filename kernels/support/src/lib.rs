//! Device-side helpers and re-declared operations that the kernels use.
//!
//! cutile 0.5 emits some operations of the Tile IR dialect wrongly or not at all. The functions of
//! [`ops`] declare those operations again with the attributes spelled out; each says what it is for.

pub mod explicit;
pub mod gather;
pub mod hinted;
pub mod number;
pub mod view;

/// Re-declared operations, rank-generic, for `use tileport_support::ops::*` in a kernel module.
///
/// Names follow the dialect's operation with the attribute that cutile lacks as a suffix. The
/// bodies are never run: the compiler replaces a call by the operation named in the attribute.
#[cutile::module]
#[allow(clippy::too_many_arguments, clippy::missing_safety_doc)]
pub mod ops {
    use cutile::core::*;

    /// Block ids along x, y and z as rank-0 tiles, without cutile's lower-bound assumption.
    #[cuda_tile::op(name = "cuda_tile.get_tile_block_id", params = [])]
    pub fn block_id_tiles() -> (Tile<i32, { [] }>, Tile<i32, { [] }>, Tile<i32, { [] }>) {
        unreachable!()
    }

    /// Grid size along x, y and z as rank-0 tiles, without cutile's lower-bound assumption.
    #[cuda_tile::op(name = "cuda_tile.get_num_tile_blocks", params = [])]
    pub fn num_block_tiles() -> (Tile<i32, { [] }>, Tile<i32, { [] }>, Tile<i32, { [] }>) {
        unreachable!()
    }

    /// A bool tile filled with `value`, 0 or 1: `constant(false, …)` of cutile 0.5 is true.
    #[cuda_tile::op(name = "cuda_tile.constant", params = [], attribute_params = ["value:dense"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn constant_bool<const S: [i32; N]>(value: i32, shape: Shape<S>) -> Tile<bool, S> {
        unreachable!()
    }

    /// A tile of a float type narrower than f64 filled with `value` rounded to it. The literals of
    /// cutile 0.5 know f16 and bf16 by a few names alone, and bf16's infinities wrongly.
    #[cuda_tile::op(name = "cuda_tile.constant", params = [], attribute_params = ["value:dense"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn constant_float<E: ElementType, const S: [i32; N]>(
        value: f64,
        shape: Shape<S>,
    ) -> Tile<E, S> {
        unreachable!()
    }

    /// A tile of an 8-bit or narrower float type filled with the value that has these bits. The
    /// compiler finds the attribute by the parameter's name, which must be the attribute's.
    #[cuda_tile::op(name = "cuda_tile.constant", params = [], attribute_params = ["value:dense"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn constant_bits<E: ElementType, const S: [i32; N]>(
        value: i32,
        shape: Shape<S>,
    ) -> Tile<E, S> {
        unreachable!()
    }

    /// Narrows integers, dropping the high bits.
    #[cuda_tile::op(name = "cuda_tile.trunci", params = ["from"], named_attributes = ["overflow=none"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn trunci_wrap<EIn: ElementType, EOut: ElementType, const S: [i32; N]>(
        from: Tile<EIn, S>,
    ) -> Tile<EOut, S> {
        unreachable!()
    }

    /// Shifts left, dropping the high bits.
    #[cuda_tile::op(name = "cuda_tile.shli", params = ["lhs", "rhs"], named_attributes = ["overflow=none"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn shli_wrap<E: ElementType, const S: [i32; N]>(
        lhs: Tile<E, S>,
        rhs: Tile<E, S>,
    ) -> Tile<E, S> {
        unreachable!()
    }

    /// Negates integers, wrapping.
    #[cuda_tile::op(name = "cuda_tile.negi", params = ["x"], named_attributes = ["overflow=none"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn negi_wrap<E: ElementType, const S: [i32; N]>(x: Tile<E, S>) -> Tile<E, S> {
        unreachable!()
    }

    /// Divides with `rounding<full>`, which cutile 0.5 drops from `divf`.
    #[cuda_tile::op(name = "cuda_tile.divf", params = ["lhs", "rhs"], named_attributes = ["rounding_mode=full"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn divf_full<E: ElementType, const S: [i32; N]>(
        lhs: Tile<E, S>,
        rhs: Tile<E, S>,
    ) -> Tile<E, S> {
        unreachable!()
    }

    /// Compares as unsigned integers, whatever the element type.
    #[cuda_tile::op(name = "cuda_tile.cmpi", params = ["lhs", "rhs"], static_params = ["predicate={Equal: comparison_predicate=#cuda_tile.cmp_predicate<equal>, NotEqual: comparison_predicate=#cuda_tile.cmp_predicate<not_equal>, LessThan: comparison_predicate=#cuda_tile.cmp_predicate<less_than>, LessThanOrEqual: comparison_predicate=#cuda_tile.cmp_predicate<less_than_or_equal>, GreaterThan: comparison_predicate=#cuda_tile.cmp_predicate<greater_than>, GreaterThanOrEqual: comparison_predicate=#cuda_tile.cmp_predicate<greater_than_or_equal>}"], named_attributes = ["signedness=unsigned"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn cmpi_unsigned<E: ElementType, const S: [i32; N], P: predicate::Mode>(
        lhs: Tile<E, S>,
        rhs: Tile<E, S>,
        predicate: P,
    ) -> Tile<bool, S> {
        unreachable!()
    }

    /// Compares as signed integers, whatever the element type (bools too).
    #[cuda_tile::op(name = "cuda_tile.cmpi", params = ["lhs", "rhs"], static_params = ["predicate={Equal: comparison_predicate=#cuda_tile.cmp_predicate<equal>, NotEqual: comparison_predicate=#cuda_tile.cmp_predicate<not_equal>, LessThan: comparison_predicate=#cuda_tile.cmp_predicate<less_than>, LessThanOrEqual: comparison_predicate=#cuda_tile.cmp_predicate<less_than_or_equal>, GreaterThan: comparison_predicate=#cuda_tile.cmp_predicate<greater_than>, GreaterThanOrEqual: comparison_predicate=#cuda_tile.cmp_predicate<greater_than_or_equal>}"], named_attributes = ["signedness=signed"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn cmpi_signed<E: ElementType, const S: [i32; N], P: predicate::Mode>(
        lhs: Tile<E, S>,
        rhs: Tile<E, S>,
        predicate: P,
    ) -> Tile<bool, S> {
        unreachable!()
    }

    /// Loads through a tile of pointers; masked-off elements take theirs from `padding_value`, a
    /// tile (cutile's `load_ptr_tko` takes a scalar, and fails with it from rank 2 on).
    #[cuda_tile::op(name = "cuda_tile.load_ptr_tko", since = "V13_2", params = ["source"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_ptr_padded<
        E: ElementType,
        P: PointerTo<E>,
        const S: [i32; N],
        O: ordering::LoadMode,
        Sc: scope::Mode,
        const CYCLES: i32,
    >(
        source: PointerTile<P, S>,
        memory_ordering: O,
        memory_scope: Option<Sc>,
        mask: Option<Tile<bool, S>>,
        padding_value: Option<Tile<E, S>>,
        token: Option<Token>,
        latency: Latency<CYCLES>,
    ) -> (Tile<E, S>, Token) {
        unreachable!()
    }

    /// Strides of a tensor parameter.
    #[cuda_tile::compiler_op(name = "return_type_meta_field", type_meta_field = "strides")]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn get_tensor_strides_meta<'s, E: ElementType, const S: [i32; N]>(
        tensor: &Tensor<E, S>,
    ) -> Array<'s, S> {
        unreachable!()
    }

    /// A scalar as a 64-bit index.
    pub fn wide(x: i32) -> Tile<i64, { [] }> {
        let narrow: Tile<i32, { [] }> = scalar_to_tile(x);
        let index: Tile<i64, { [] }> = exti(narrow);
        index
    }

    /// A tile of 32-bit indices as 64-bit ones.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn widen<const S: [i32; N]>(x: Tile<i32, S>) -> Tile<i64, S> {
        let index: Tile<i64, S> = exti(x);
        index
    }

    /// Where indices are from 0 to `end`, exclusive; one unsigned comparison says both.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn below<const S: [i32; N]>(index: Tile<i64, S>, end: Tile<i64, S>) -> Tile<bool, S> {
        cmpi_unsigned(index, end, predicate::LessThan)
    }

    /// A tile of this shape filled with the one element of `x`.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn splat<E: ElementType, const S: [i32; N]>(
        x: Tile<E, { [] }>,
        shape: Shape<S>,
    ) -> Tile<E, S> {
        let ones: Shape<{ [1; N] }> = Shape::<{ [1; N] }> { dims: &[1i32; N] };
        let one: Tile<E, { [1; N] }> = reshape(x, ones);
        let all: Tile<E, S> = broadcast(one, shape);
        all
    }

    /// A tile of this shape filled with one pointer.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn splat_ptr<E: ElementType, const S: [i32; N]>(
        pointer: PointerTile<*mut E, { [] }>,
        shape: Shape<S>,
    ) -> PointerTile<*mut E, S> {
        let ones: Shape<{ [1; N] }> = Shape::<{ [1; N] }> { dims: &[1i32; N] };
        broadcast_ptr(reshape_ptr(pointer, ones), shape)
    }

    /// Loads through pointers where `mask` holds, `padding` elsewhere, after `token`.
    ///
    /// # Safety
    /// The pointers under the mask must be valid.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_where<E: ElementType, const S: [i32; N]>(
        pointers: PointerTile<*mut E, S>,
        mask: Tile<bool, S>,
        padding: Tile<E, S>,
        token: Token,
    ) -> Tile<E, S> {
        let (value, _next): (Tile<E, S>, Token) = unsafe {
            load_ptr_padded(
                pointers,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask),
                Some(padding),
                Some(token),
                Latency::<0>,
            )
        };
        value
    }

    /// Loads through pointers where `mask` holds, `padding` elsewhere, after `token`; and the token of
    /// what comes after.
    ///
    /// # Safety
    /// The pointers under the mask must be valid.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_where_then<E: ElementType, const S: [i32; N]>(
        pointers: PointerTile<*mut E, S>,
        mask: Tile<bool, S>,
        padding: Tile<E, S>,
        token: Token,
    ) -> (Tile<E, S>, Token) {
        let (value, next): (Tile<E, S>, Token) = unsafe {
            load_ptr_padded(
                pointers,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask),
                Some(padding),
                Some(token),
                Latency::<0>,
            )
        };
        (value, next)
    }

    /// Loads through pointers, all of them, after `token`; and the token of what comes after. The
    /// padding is of no effect, but an operand of the reference.
    ///
    /// # Safety
    /// The pointers must be valid.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_then<E: ElementType, const S: [i32; N]>(
        pointers: PointerTile<*mut E, S>,
        padding: Tile<E, S>,
        token: Token,
    ) -> (Tile<E, S>, Token) {
        let (value, next): (Tile<E, S>, Token) = unsafe {
            load_ptr_padded(
                pointers,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(padding),
                Some(token),
                Latency::<0>,
            )
        };
        (value, next)
    }

    /// Stores through pointers, all of them, after `token`.
    ///
    /// # Safety
    /// The pointers must be valid, and no two the same.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn store_after<E: ElementType, const S: [i32; N]>(
        pointers: PointerTile<*mut E, S>,
        value: Tile<E, S>,
        token: Token,
    ) -> Token {
        unsafe {
            store_ptr_tko(
                pointers,
                value,
                ordering::Weak,
                None::<scope::TileBlock>,
                None,
                Some(token),
                Latency::<0>,
            )
        }
    }

    /// Stores through pointers where `mask` holds, after `token`.
    ///
    /// # Safety
    /// The pointers under the mask must be valid, and no two the same.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn store_where<E: ElementType, const S: [i32; N]>(
        pointers: PointerTile<*mut E, S>,
        value: Tile<E, S>,
        mask: Tile<bool, S>,
        token: Token,
    ) -> Token {
        unsafe {
            store_ptr_tko(
                pointers,
                value,
                ordering::Weak,
                None::<scope::TileBlock>,
                Some(mask),
                Some(token),
                Latency::<0>,
            )
        }
    }

    /// Loads the tile of a partition at an index, after `token`.
    ///
    /// # Safety
    /// The tensor must be what its view says.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_view<E: ElementType, const S: [i32; N]>(
        view: &Partition<E, S>,
        index: [i32; N],
        token: Token,
    ) -> Tile<E, S> {
        let shape: Shape<S> = Shape::<S> { dims: &[] };
        let (value, _next): (Tile<E, S>, Token) = unsafe {
            load_view_raw(
                view,
                index,
                Some(token),
                ordering::Weak,
                scope::TileBlock,
                tma::Enabled,
                None,
                [false; N],
                shape,
            )
        };
        value
    }

    /// Stores the tile of a partition at an index, after `token`.
    ///
    /// # Safety
    /// The tensor must be what its view says.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn store_view<E: ElementType, const S: [i32; N]>(
        view: &Partition<E, S>,
        value: Tile<E, S>,
        index: [i32; N],
        token: Token,
    ) -> Token {
        unsafe {
            store_view_raw(
                view,
                value,
                index,
                Some(token),
                ordering::Weak,
                scope::TileBlock,
                tma::Enabled,
                None,
                [false; N],
            )
        }
    }
}
