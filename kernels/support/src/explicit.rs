//! Operations that cutile 0.5 has no text for, spelled out.
//!
//! Some functions of [`forms`] only state attributes that cutile infers. The others are parts of an
//! operation, put together after cutile's front end has run by `tileport-ffi`'s `explicit` module; a
//! compiler without it refuses them. Each function says what becomes of it.

/// For `use tileport_support::explicit::forms::*` in a kernel module.
#[cutile::module]
#[allow(clippy::too_many_arguments)]
pub mod forms {
    use cutile::core::*;

    /// The elements that a combiner takes: for each tile one of the left and one of the right.
    ///
    /// What stands between this and the next [`reduce_by`] or [`scan_by`] is the combiner's body.
    #[cuda_tile::op(name = "cuda_tile.loop", params = [])]
    pub fn combiner<T>() -> T {
        unreachable!()
    }

    /// A reduction of several tiles along an axis by the combiner before it.
    ///
    /// `tiles`, `identities` and `combined` are tuples of one length, or single tiles: what is reduced,
    /// constants that change nothing, and what the combiner yields.
    #[cuda_tile::op(name = "reduce", params = ["tiles", "identities", "combined"], has_variadic_params = true, attribute_params = ["dim:integer"])]
    pub fn reduce_by<T, I, C, R>(tiles: T, identities: I, combined: C, dim: i32) -> R {
        unreachable!()
    }

    /// A scan of several tiles along an axis by the combiner before it; see [`reduce_by`].
    #[cuda_tile::op(name = "scan", params = ["tiles", "identities", "combined"], has_variadic_params = true, attribute_params = ["dim:integer"], static_params = ["reverse={Reverse: reverse=unit}"])]
    pub fn scan_by<T, I, C, D: reverse::Mode, R>(
        tiles: T,
        identities: I,
        combined: C,
        dim: i32,
        reverse: D,
    ) -> R {
        unreachable!()
    }

    /// Leaves the innermost `loop` with these values of what it carries, in the order of their names.
    ///
    /// cutile 0.5 takes the variables of the branches around a `break` for those of the loop.
    #[cuda_tile::op(name = "cuda_tile.break", params = ["values"], named_attributes = ["name=exit"])]
    pub fn leave_with<T>(values: T) -> Token {
        unreachable!()
    }

    /// Begins the next turn of the innermost loop with these values of what it carries.
    #[cuda_tile::op(name = "cuda_tile.continue", params = ["values"], named_attributes = ["name=exit"])]
    pub fn continue_with<T>(values: T) -> Token {
        unreachable!()
    }

    /// Leaves the innermost `loop`, which carries nothing.
    #[cuda_tile::op(name = "cuda_tile.break", params = [], named_attributes = ["name=exit"])]
    pub fn leave_now() -> Token {
        unreachable!()
    }

    /// Begins the next turn of the innermost loop, which carries nothing.
    #[cuda_tile::op(name = "cuda_tile.continue", params = [], named_attributes = ["name=exit"])]
    pub fn continue_now() -> Token {
        unreachable!()
    }

    /// Ends the block's run; cutile 0.5 has no `return` in a branch or a `for`.
    #[cuda_tile::op(name = "cuda_tile.break", params = [], named_attributes = ["name=return"])]
    pub fn end_block() -> Token {
        unreachable!()
    }

    /// The constant whose elements have the bits of an integer constant: not-a-number and `tf32` have
    /// no literals.
    #[cuda_tile::op(name = "cuda_tile.bitcast", params = ["bits"], named_attributes = ["name=constant"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn constant_of_bits<B: ElementType, E: ElementType, const S: [i32; N]>(
        bits: Tile<B, S>,
    ) -> Tile<E, S> {
        unreachable!()
    }

    /// The next `print_tko` shows its text alone.
    #[cuda_tile::op(name = "print", params = [])]
    pub fn print_nothing() -> Token {
        unreachable!()
    }

    /// The values that the next `print_tko` shows instead of its own one.
    #[cuda_tile::op(name = "print", params = ["values"])]
    pub fn print_values<T>(values: T) -> Token {
        unreachable!()
    }

    /// The run-time sizes and strides of the next `make_tensor_view`, in 64 bits, instead of its own.
    #[cuda_tile::op(name = "print", params = ["values"], named_attributes = ["name=extents"])]
    pub fn view_extents<T>(values: T) -> Token {
        unreachable!()
    }

    /// The step of the next `for` over 64-bit numbers; `step_by` takes 32 bits.
    #[cuda_tile::op(name = "print", params = ["step"], named_attributes = ["name=step"])]
    pub fn loop_step(step: i64) -> Token {
        unreachable!()
    }

    /// The index space of any view as a tuple of tiles of 32 or 64 bits, or a single one.
    #[cuda_tile::op(name = "get_index_space_shape", params = ["view"])]
    pub fn index_space_of<V, R>(view: &V) -> R {
        unreachable!()
    }

    /// The sizes of a tensor as a tuple of tiles of 32 or 64 bits, or a single one.
    #[cuda_tile::op(name = "get_tensor_shape", params = ["tensor"])]
    pub fn tensor_shape_of<V, R>(tensor: &V) -> R {
        unreachable!()
    }

    /// Adds integers of any width, wrapping: the operators of cutile 0.5 know some widths alone.
    #[cuda_tile::op(name = "cuda_tile.addi", params = ["lhs", "rhs"], named_attributes = ["overflow=none"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn addi_wrap<E: ElementType, const S: [i32; N]>(
        lhs: Tile<E, S>,
        rhs: Tile<E, S>,
    ) -> Tile<E, S> {
        unreachable!()
    }

    /// Subtracts integers of any width, wrapping: the operators of cutile 0.5 know some widths alone.
    #[cuda_tile::op(name = "cuda_tile.subi", params = ["lhs", "rhs"], named_attributes = ["overflow=none"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn subi_wrap<E: ElementType, const S: [i32; N]>(
        lhs: Tile<E, S>,
        rhs: Tile<E, S>,
    ) -> Tile<E, S> {
        unreachable!()
    }

    /// Multiplies integers of any width, wrapping: the operators of cutile 0.5 know some widths alone.
    #[cuda_tile::op(name = "cuda_tile.muli", params = ["lhs", "rhs"], named_attributes = ["overflow=none"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn muli_wrap<E: ElementType, const S: [i32; N]>(
        lhs: Tile<E, S>,
        rhs: Tile<E, S>,
    ) -> Tile<E, S> {
        unreachable!()
    }

    /// Divides integers of the stated sign; cutile 0.5 takes it from the element type.
    #[cuda_tile::op(name = "cuda_tile.divi", params = ["lhs", "rhs"], static_params = ["rounding={Zero: rounding=#cuda_tile.rounding<zero>, PositiveInf: rounding=#cuda_tile.rounding<positive_inf>, NegativeInf: rounding=#cuda_tile.rounding<negative_inf>}", "signedness={Signed: signedness=#cuda_tile.signedness<signed>, Unsigned: signedness=#cuda_tile.signedness<unsigned>}"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn divi_as<E: ElementType, const S: [i32; N], R: rounding::Mode, G: signedness::Mode>(
        lhs: Tile<E, S>,
        rhs: Tile<E, S>,
        rounding: R,
        signedness: G,
    ) -> Tile<E, S> {
        unreachable!()
    }

    /// The remainder of integers of the stated sign.
    #[cuda_tile::op(name = "cuda_tile.remi", params = ["lhs", "rhs"], static_params = ["signedness={Signed: signedness=#cuda_tile.signedness<signed>, Unsigned: signedness=#cuda_tile.signedness<unsigned>}"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn remi_as<E: ElementType, const S: [i32; N], G: signedness::Mode>(
        lhs: Tile<E, S>,
        rhs: Tile<E, S>,
        signedness: G,
    ) -> Tile<E, S> {
        unreachable!()
    }

    /// Shifts integers right of the stated sign.
    #[cuda_tile::op(name = "cuda_tile.shri", params = ["lhs", "rhs"], static_params = ["signedness={Signed: signedness=#cuda_tile.signedness<signed>, Unsigned: signedness=#cuda_tile.signedness<unsigned>}"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn shri_as<E: ElementType, const S: [i32; N], G: signedness::Mode>(
        lhs: Tile<E, S>,
        rhs: Tile<E, S>,
        signedness: G,
    ) -> Tile<E, S> {
        unreachable!()
    }

    /// The larger of integers of the stated sign.
    #[cuda_tile::op(name = "cuda_tile.maxi", params = ["lhs", "rhs"], static_params = ["signedness={Signed: signedness=#cuda_tile.signedness<signed>, Unsigned: signedness=#cuda_tile.signedness<unsigned>}"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn maxi_as<E: ElementType, const S: [i32; N], G: signedness::Mode>(
        lhs: Tile<E, S>,
        rhs: Tile<E, S>,
        signedness: G,
    ) -> Tile<E, S> {
        unreachable!()
    }

    /// The smaller of integers of the stated sign.
    #[cuda_tile::op(name = "cuda_tile.mini", params = ["lhs", "rhs"], static_params = ["signedness={Signed: signedness=#cuda_tile.signedness<signed>, Unsigned: signedness=#cuda_tile.signedness<unsigned>}"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn mini_as<E: ElementType, const S: [i32; N], G: signedness::Mode>(
        lhs: Tile<E, S>,
        rhs: Tile<E, S>,
        signedness: G,
    ) -> Tile<E, S> {
        unreachable!()
    }

    /// Widens integers of the stated sign.
    #[cuda_tile::op(name = "cuda_tile.exti", params = ["from"], static_params = ["signedness={Signed: signedness=#cuda_tile.signedness<signed>, Unsigned: signedness=#cuda_tile.signedness<unsigned>}"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn exti_as<EIn: ElementType, EOut: ElementType, const S: [i32; N], G: signedness::Mode>(
        from: Tile<EIn, S>,
        signedness: G,
    ) -> Tile<EOut, S> {
        unreachable!()
    }

    /// Converts integers of the stated sign to floats.
    #[cuda_tile::op(name = "cuda_tile.itof", params = ["x"], static_params = ["rounding={NearestEven: rounding_mode=#cuda_tile.rounding<nearest_even>, Zero: rounding_mode=#cuda_tile.rounding<zero>, PositiveInf: rounding_mode=#cuda_tile.rounding<positive_inf>, NegativeInf: rounding_mode=#cuda_tile.rounding<negative_inf>, NearestIntToZero: rounding_mode=#cuda_tile.rounding<nearest_int_to_zero>}", "signedness={Signed: signedness=#cuda_tile.signedness<signed>, Unsigned: signedness=#cuda_tile.signedness<unsigned>}"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn itof_as<
        EIn: ElementType,
        EOut: ElementType,
        const S: [i32; N],
        R: rounding::Mode,
        G: signedness::Mode,
    >(
        x: Tile<EIn, S>,
        rounding: R,
        signedness: G,
    ) -> Tile<EOut, S> {
        unreachable!()
    }

    /// Converts floats to integers of the stated sign.
    #[cuda_tile::op(name = "cuda_tile.ftoi", params = ["x"], static_params = ["rounding={NearestEven: rounding_mode=#cuda_tile.rounding<nearest_even>, Zero: rounding_mode=#cuda_tile.rounding<zero>, PositiveInf: rounding_mode=#cuda_tile.rounding<positive_inf>, NegativeInf: rounding_mode=#cuda_tile.rounding<negative_inf>, NearestIntToZero: rounding_mode=#cuda_tile.rounding<nearest_int_to_zero>}", "signedness={Signed: signedness=#cuda_tile.signedness<signed>, Unsigned: signedness=#cuda_tile.signedness<unsigned>}", "saturation={Enabled: saturating=unit}"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn ftoi_as<
        EIn: ElementType,
        EOut: ElementType,
        const S: [i32; N],
        R: rounding::Mode,
        G: signedness::Mode,
        A: saturating::Mode,
    >(
        x: Tile<EIn, S>,
        rounding: R,
        signedness: G,
        saturation: A,
    ) -> Tile<EOut, S> {
        unreachable!()
    }

    /// Divides with `rounding<full>` and flushes.
    #[cuda_tile::op(name = "cuda_tile.divf", params = ["lhs", "rhs"], named_attributes = ["rounding_mode=full"], static_params = ["ftz={Enabled: flush_to_zero=unit}"])]
    #[cuda_tile::variadic_op(N = 6)]
    pub fn divf_full_ftz<E: ElementType, const S: [i32; N], F: ftz::Mode>(
        lhs: Tile<E, S>,
        rhs: Tile<E, S>,
        ftz: F,
    ) -> Tile<E, S> {
        unreachable!()
    }

    /// An atomic update of one element, the mask is an empty shape. cutile's own atomics panic at rank 0, and the op's
    /// plain name takes another way through the compiler.
    ///
    /// # Safety
    /// The pointer must be valid.
    #[cuda_tile::op(name = "atomic_rmw_tko", params = ["pointers", "arg", "mask.dims", "token"], has_variadic_params = true, static_params = ["mode={And: mode=0, Or: mode=1, Xor: mode=2, Add: mode=3, AddF: mode=4, Max: mode=5, Min: mode=6, Umax: mode=7, Umin: mode=8, Xchg: mode=9}", "memory_ordering={Relaxed: memory_ordering_semantics=1, Acquire: memory_ordering_semantics=2, Release: memory_ordering_semantics=3, AcqRel: memory_ordering_semantics=4}", "memory_scope={TileBlock: memory_scope=0, Device: memory_scope=1, System: memory_scope=2}"])]
    pub unsafe fn atomic_rmw_one<
        E: ElementType,
        M: atomic::Mode,
        O: ordering::AtomicMode,
        Sc: scope::Mode,
    >(
        pointers: PointerTile<*mut E, { [] }>,
        arg: Tile<E, { [] }>,
        mask: Shape<{ [] }>,
        token: Token,
        mode: M,
        memory_ordering: O,
        memory_scope: Sc,
    ) -> (Tile<E, { [] }>, Token) {
        unreachable!()
    }

    /// A compare-and-swap of one element, the mask is an empty shape.
    ///
    /// # Safety
    /// The pointer must be valid.
    #[cuda_tile::op(name = "atomic_cas_tko", params = ["pointers", "cmp", "val", "mask.dims", "token"], has_variadic_params = true, static_params = ["memory_ordering={Relaxed: memory_ordering_semantics=1, Acquire: memory_ordering_semantics=2, Release: memory_ordering_semantics=3, AcqRel: memory_ordering_semantics=4}", "memory_scope={TileBlock: memory_scope=0, Device: memory_scope=1, System: memory_scope=2}"])]
    pub unsafe fn atomic_cas_one<E: ElementType, O: ordering::AtomicMode, Sc: scope::Mode>(
        pointers: PointerTile<*mut E, { [] }>,
        cmp: Tile<E, { [] }>,
        val: Tile<E, { [] }>,
        mask: Shape<{ [] }>,
        token: Token,
        memory_ordering: O,
        memory_scope: Sc,
    ) -> (Tile<E, { [] }>, Token) {
        unreachable!()
    }

    /// An atomic update of one element, where the mask holds. cutile's own atomics panic at rank 0, and the op's
    /// plain name takes another way through the compiler.
    ///
    /// # Safety
    /// The pointer must be valid.
    #[cuda_tile::op(name = "atomic_rmw_tko", params = ["pointers", "arg", "mask", "token"], has_variadic_params = true, static_params = ["mode={And: mode=0, Or: mode=1, Xor: mode=2, Add: mode=3, AddF: mode=4, Max: mode=5, Min: mode=6, Umax: mode=7, Umin: mode=8, Xchg: mode=9}", "memory_ordering={Relaxed: memory_ordering_semantics=1, Acquire: memory_ordering_semantics=2, Release: memory_ordering_semantics=3, AcqRel: memory_ordering_semantics=4}", "memory_scope={TileBlock: memory_scope=0, Device: memory_scope=1, System: memory_scope=2}"])]
    pub unsafe fn atomic_rmw_one_masked<
        E: ElementType,
        M: atomic::Mode,
        O: ordering::AtomicMode,
        Sc: scope::Mode,
    >(
        pointers: PointerTile<*mut E, { [] }>,
        arg: Tile<E, { [] }>,
        mask: Tile<bool, { [] }>,
        token: Token,
        mode: M,
        memory_ordering: O,
        memory_scope: Sc,
    ) -> (Tile<E, { [] }>, Token) {
        unreachable!()
    }

    /// A compare-and-swap of one element, where the mask holds.
    ///
    /// # Safety
    /// The pointer must be valid.
    #[cuda_tile::op(name = "atomic_cas_tko", params = ["pointers", "cmp", "val", "mask", "token"], has_variadic_params = true, static_params = ["memory_ordering={Relaxed: memory_ordering_semantics=1, Acquire: memory_ordering_semantics=2, Release: memory_ordering_semantics=3, AcqRel: memory_ordering_semantics=4}", "memory_scope={TileBlock: memory_scope=0, Device: memory_scope=1, System: memory_scope=2}"])]
    pub unsafe fn atomic_cas_one_masked<
        E: ElementType,
        O: ordering::AtomicMode,
        Sc: scope::Mode,
    >(
        pointers: PointerTile<*mut E, { [] }>,
        cmp: Tile<E, { [] }>,
        val: Tile<E, { [] }>,
        mask: Tile<bool, { [] }>,
        token: Token,
        memory_ordering: O,
        memory_scope: Sc,
    ) -> (Tile<E, { [] }>, Token) {
        unreachable!()
    }
}
