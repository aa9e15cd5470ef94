//! Tiles of arrays, loaded and stored as cuTile Python does.

/// What `ct.load` and `ct.store` expand to, for `use tileport_support::view::ops::*` in a kernel module.
///
/// A plain name orders nothing: its access comes after the start of the kernel alone. The same name
/// with `_with` takes the token to come after and an expected latency (`const_array![0]` for none),
/// and returns the token of what it did.
#[cutile::module]
#[allow(clippy::too_many_arguments, clippy::missing_safety_doc)]
pub mod ops {
    use cutile::core::*;

    /// Loads the tile of a partition at an index.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_tile_of<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        tiles: &Partition<E, S>,
        index: [i32; N],
        token: Token,
        _latency: Array<{ [CYCLES] }>,
    ) -> (Tile<E, S>, Token) {
        let shape: Shape<S> = Shape::<S> { dims: &[] };
        if CYCLES == 0 {
            let (value, next): (Tile<E, S>, Token) = unsafe {
                load_view_raw(
                    tiles,
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
            (value, next)
        } else {
            let (value, next): (Tile<E, S>, Token) = unsafe {
                load_view_raw(
                    tiles,
                    index,
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(CYCLES),
                    [false; N],
                    shape,
                )
            };
            (value, next)
        }
    }

    /// Stores the tile of a partition at an index.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn store_tile_of<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        tiles: &Partition<E, S>,
        index: [i32; N],
        value: Tile<E, S>,
        token: Token,
        _latency: Array<{ [CYCLES] }>,
    ) -> Token {
        if CYCLES == 0 {
            let next: Token = unsafe {
                store_view_raw(
                    tiles,
                    value,
                    index,
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    None,
                    [false; N],
                )
            };
            next
        } else {
            let next: Token = unsafe {
                store_view_raw(
                    tiles,
                    value,
                    index,
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Enabled,
                    Some(CYCLES),
                    [false; N],
                )
            };
            next
        }
    }

    /// Loads the tile of a partition at an index, not by the tensor memory accelerator.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_tile_of_no_tma<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        tiles: &Partition<E, S>,
        index: [i32; N],
        token: Token,
        _latency: Array<{ [CYCLES] }>,
    ) -> (Tile<E, S>, Token) {
        let shape: Shape<S> = Shape::<S> { dims: &[] };
        if CYCLES == 0 {
            let (value, next): (Tile<E, S>, Token) = unsafe {
                load_view_raw(
                    tiles,
                    index,
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    None,
                    [false; N],
                    shape,
                )
            };
            (value, next)
        } else {
            let (value, next): (Tile<E, S>, Token) = unsafe {
                load_view_raw(
                    tiles,
                    index,
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(CYCLES),
                    [false; N],
                    shape,
                )
            };
            (value, next)
        }
    }

    /// Stores the tile of a partition at an index, not by the tensor memory accelerator.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn store_tile_of_no_tma<E: ElementType, const S: [i32; N], const CYCLES: i32>(
        tiles: &Partition<E, S>,
        index: [i32; N],
        value: Tile<E, S>,
        token: Token,
        _latency: Array<{ [CYCLES] }>,
    ) -> Token {
        if CYCLES == 0 {
            let next: Token = unsafe {
                store_view_raw(
                    tiles,
                    value,
                    index,
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    None,
                    [false; N],
                )
            };
            next
        } else {
            let next: Token = unsafe {
                store_view_raw(
                    tiles,
                    value,
                    index,
                    Some(token),
                    ordering::Weak,
                    scope::TileBlock,
                    tma::Disabled,
                    Some(CYCLES),
                    [false; N],
                )
            };
            next
        }
    }

    /// The tile at an index of an array in tiles of `shape`, undefined outside of the array.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_with<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
        token: Token,
        latency: Array<{ [CYCLES] }>,
    ) -> (Tile<E, S>, Token) {
        let tiles: Partition<E, S> =
            unsafe { make_partition_view(x, shape, padding::None, dim_map::Identity, token) };
        let (value, next): (Tile<E, S>, Token) =
            unsafe { load_tile_of(&tiles, index, token, latency) };
        (value, next)
    }

    /// The tile at an index of an array in tiles of `shape`, undefined outside of the array.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load<E: ElementType, const X: [i32; N], const S: [i32; N]>(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { load_with(x, index, shape, token, const_array![0]) };
        value
    }

    /// The tile at an index of an array in tiles of `shape`, undefined outside of the array, not by the tensor memory accelerator.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_no_tma_with<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
        token: Token,
        latency: Array<{ [CYCLES] }>,
    ) -> (Tile<E, S>, Token) {
        let tiles: Partition<E, S> =
            unsafe { make_partition_view(x, shape, padding::None, dim_map::Identity, token) };
        let (value, next): (Tile<E, S>, Token) =
            unsafe { load_tile_of_no_tma(&tiles, index, token, latency) };
        (value, next)
    }

    /// The tile at an index of an array in tiles of `shape`, undefined outside of the array, not by the tensor memory accelerator.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_no_tma<E: ElementType, const X: [i32; N], const S: [i32; N]>(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { load_no_tma_with(x, index, shape, token, const_array![0]) };
        value
    }

    /// The tile at an index of an array in tiles of `shape`, zero outside of the array.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_or_zero_with<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
        token: Token,
        latency: Array<{ [CYCLES] }>,
    ) -> (Tile<E, S>, Token) {
        let tiles: Partition<E, S> =
            unsafe { make_partition_view(x, shape, padding::Zero, dim_map::Identity, token) };
        let (value, next): (Tile<E, S>, Token) =
            unsafe { load_tile_of(&tiles, index, token, latency) };
        (value, next)
    }

    /// The tile at an index of an array in tiles of `shape`, zero outside of the array.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_or_zero<E: ElementType, const X: [i32; N], const S: [i32; N]>(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { load_or_zero_with(x, index, shape, token, const_array![0]) };
        value
    }

    /// The tile at an index of an array in tiles of `shape`, zero outside of the array, not by the tensor memory accelerator.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_or_zero_no_tma_with<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
        token: Token,
        latency: Array<{ [CYCLES] }>,
    ) -> (Tile<E, S>, Token) {
        let tiles: Partition<E, S> =
            unsafe { make_partition_view(x, shape, padding::Zero, dim_map::Identity, token) };
        let (value, next): (Tile<E, S>, Token) =
            unsafe { load_tile_of_no_tma(&tiles, index, token, latency) };
        (value, next)
    }

    /// The tile at an index of an array in tiles of `shape`, zero outside of the array, not by the tensor memory accelerator.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_or_zero_no_tma<E: ElementType, const X: [i32; N], const S: [i32; N]>(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { load_or_zero_no_tma_with(x, index, shape, token, const_array![0]) };
        value
    }

    /// The tile at an index of an array in tiles of `shape`, minus infinity outside of the array.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_or_neg_inf_with<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
        token: Token,
        latency: Array<{ [CYCLES] }>,
    ) -> (Tile<E, S>, Token) {
        let tiles: Partition<E, S> =
            unsafe { make_partition_view(x, shape, padding::NegInf, dim_map::Identity, token) };
        let (value, next): (Tile<E, S>, Token) =
            unsafe { load_tile_of(&tiles, index, token, latency) };
        (value, next)
    }

    /// The tile at an index of an array in tiles of `shape`, minus infinity outside of the array.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_or_neg_inf<E: ElementType, const X: [i32; N], const S: [i32; N]>(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { load_or_neg_inf_with(x, index, shape, token, const_array![0]) };
        value
    }

    /// The tile at an index of an array in tiles of `shape`, minus infinity outside of the array, not by the tensor memory accelerator.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_or_neg_inf_no_tma_with<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
        token: Token,
        latency: Array<{ [CYCLES] }>,
    ) -> (Tile<E, S>, Token) {
        let tiles: Partition<E, S> =
            unsafe { make_partition_view(x, shape, padding::NegInf, dim_map::Identity, token) };
        let (value, next): (Tile<E, S>, Token) =
            unsafe { load_tile_of_no_tma(&tiles, index, token, latency) };
        (value, next)
    }

    /// The tile at an index of an array in tiles of `shape`, minus infinity outside of the array, not by the tensor memory accelerator.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn load_or_neg_inf_no_tma<E: ElementType, const X: [i32; N], const S: [i32; N]>(
        x: &Tensor<E, X>,
        index: [i32; N],
        shape: Shape<S>,
    ) -> Tile<E, S> {
        let token: Token = get_tensor_token(x);
        let (value, _next): (Tile<E, S>, Token) =
            unsafe { load_or_neg_inf_no_tma_with(x, index, shape, token, const_array![0]) };
        value
    }

    /// Stores a tile at an index of an array in tiles of its shape.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn store_with<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        value: Tile<E, S>,
        token: Token,
        latency: Array<{ [CYCLES] }>,
    ) -> Token {
        let shape: Shape<S> = Shape::<S> { dims: &[] };
        let tiles: Partition<E, S> =
            unsafe { make_partition_view(x, shape, padding::None, dim_map::Identity, token) };
        unsafe { store_tile_of(&tiles, index, value, token, latency) }
    }

    /// Stores a tile at an index of an array in tiles of its shape.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn store<E: ElementType, const X: [i32; N], const S: [i32; N]>(
        x: &Tensor<E, X>,
        index: [i32; N],
        value: Tile<E, S>,
    ) {
        let token: Token = get_tensor_token(x);
        let _next: Token = unsafe { store_with(x, index, value, token, const_array![0]) };
    }

    /// Stores a tile at an index of an array in tiles of its shape, not by the tensor memory accelerator.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn store_no_tma_with<
        E: ElementType,
        const X: [i32; N],
        const S: [i32; N],
        const CYCLES: i32,
    >(
        x: &Tensor<E, X>,
        index: [i32; N],
        value: Tile<E, S>,
        token: Token,
        latency: Array<{ [CYCLES] }>,
    ) -> Token {
        let shape: Shape<S> = Shape::<S> { dims: &[] };
        let tiles: Partition<E, S> =
            unsafe { make_partition_view(x, shape, padding::None, dim_map::Identity, token) };
        unsafe { store_tile_of_no_tma(&tiles, index, value, token, latency) }
    }

    /// Stores a tile at an index of an array in tiles of its shape, not by the tensor memory accelerator.
    #[cuda_tile::variadic_op(N = 6)]
    pub unsafe fn store_no_tma<E: ElementType, const X: [i32; N], const S: [i32; N]>(
        x: &Tensor<E, X>,
        index: [i32; N],
        value: Tile<E, S>,
    ) {
        let token: Token = get_tensor_token(x);
        let _next: Token = unsafe { store_no_tma_with(x, index, value, token, const_array![0]) };
    }
}
