//! Arithmetic by short names.

/// What kernels compute with, for `use tileport_support::number::ops::*` in a kernel module: operations
/// of the dialect with the attributes that cuTile Python gives them most often.
#[cutile::module]
pub mod ops {
    use cutile::core::*;

    /// A tile as one of f32; of f32, the tile itself.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn to_f32<E: ElementType, const S: [i32; N]>(x: Tile<E, S>) -> Tile<f32, S> {
        let converted: Tile<f32, S> = convert_tile(x);
        converted
    }

    /// A tile as one of tf32, the matrix units' form of f32.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn to_tf32<E: ElementType, const S: [i32; N]>(x: Tile<E, S>) -> Tile<tf32, S> {
        let converted: Tile<tf32, S> = convert_tile(x);
        converted
    }

    /// A tile as one of f16; of f16, the tile itself.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn to_f16<E: ElementType, const S: [i32; N]>(x: Tile<E, S>) -> Tile<f16, S> {
        let converted: Tile<f16, S> = convert_tile(x);
        converted
    }

    /// A tile as one of bf16; of bf16, the tile itself.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn to_bf16<E: ElementType, const S: [i32; N]>(x: Tile<E, S>) -> Tile<bf16, S> {
        let converted: Tile<bf16, S> = convert_tile(x);
        converted
    }

    /// `x / y` by the fast approximation, subnormal numbers as zero.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn div_approx_ftz<E: ElementType, const S: [i32; N]>(
        x: Tile<E, S>,
        y: Tile<E, S>,
    ) -> Tile<E, S> {
        divf(x, y, rounding::Approx, ftz::Enabled)
    }

    /// `x / y` by the fast approximation.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn div_approx<E: ElementType, const S: [i32; N]>(
        x: Tile<E, S>,
        y: Tile<E, S>,
    ) -> Tile<E, S> {
        divf(x, y, rounding::Approx, ftz::Disabled)
    }

    /// `x + y`, subnormal numbers as zero.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn add_ftz<E: ElementType, const S: [i32; N]>(x: Tile<E, S>, y: Tile<E, S>) -> Tile<E, S> {
        addf(x, y, rounding::NearestEven, ftz::Enabled)
    }

    /// `x - y`, subnormal numbers as zero.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn sub_ftz<E: ElementType, const S: [i32; N]>(x: Tile<E, S>, y: Tile<E, S>) -> Tile<E, S> {
        subf(x, y, rounding::NearestEven, ftz::Enabled)
    }

    /// `x * y`, subnormal numbers as zero.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn mul_ftz<E: ElementType, const S: [i32; N]>(x: Tile<E, S>, y: Tile<E, S>) -> Tile<E, S> {
        mulf(x, y, rounding::NearestEven, ftz::Enabled)
    }

    /// `x * y + z` with one rounding.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn mul_add<E: ElementType, const S: [i32; N]>(
        x: Tile<E, S>,
        y: Tile<E, S>,
        z: Tile<E, S>,
    ) -> Tile<E, S> {
        fma(x, y, z, rounding::NearestEven, ftz::Disabled)
    }

    /// The exponential by the fast approximation.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn exp_approx<E: ElementType, const S: [i32; N]>(x: Tile<E, S>) -> Tile<E, S> {
        let power: Tile<E, S> = unsafe { exp_with_rounding(x, rounding::Approx) };
        power
    }

    /// The hyperbolic tangent by the fast approximation.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn tanh_approx<E: ElementType, const S: [i32; N]>(x: Tile<E, S>) -> Tile<E, S> {
        let tangent: Tile<E, S> = unsafe { tanh_with_rounding(x, rounding::Approx) };
        tangent
    }

    /// The larger of two numbers by element; where one is not a number, the other.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn larger<E: ElementType, const S: [i32; N]>(x: Tile<E, S>, y: Tile<E, S>) -> Tile<E, S> {
        maxf(x, y, nan::Disabled, ftz::Disabled)
    }

    /// The smaller of two numbers by element; where one is not a number, the other.
    #[cuda_tile::variadic_op(N = 6)]
    pub fn smaller<E: ElementType, const S: [i32; N]>(x: Tile<E, S>, y: Tile<E, S>) -> Tile<E, S> {
        minf(x, y, nan::Disabled, ftz::Disabled)
    }

    /// `x / y`, rounded down.
    pub fn div_floor(x: i32, y: i32) -> i32 {
        let dividend: Tile<i32, { [] }> = scalar_to_tile(x);
        let divisor: Tile<i32, { [] }> = scalar_to_tile(y);
        let quotient: Tile<i32, { [] }> = divi(dividend, divisor, rounding::NegativeInf);
        tile_to_scalar(quotient)
    }

    /// `x / y`, rounded up.
    pub fn div_ceil(x: i32, y: i32) -> i32 {
        let dividend: Tile<i32, { [] }> = scalar_to_tile(x);
        let divisor: Tile<i32, { [] }> = scalar_to_tile(y);
        let quotient: Tile<i32, { [] }> = divi(dividend, divisor, rounding::PositiveInf);
        tile_to_scalar(quotient)
    }

    /// `x % y` of Python, whose sign is that of `y`.
    pub fn floor_mod(x: i32, y: i32) -> i32 {
        let dividend: Tile<i32, { [] }> = scalar_to_tile(x);
        let divisor: Tile<i32, { [] }> = scalar_to_tile(y);
        let zero: Tile<i32, { [] }> = constant(0i32, shape![]);
        let truncated: Tile<i32, { [] }> = remi(dividend, divisor);
        let negative: Tile<bool, { [] }> = cmpi(truncated, zero, predicate::LessThan);
        let downwards: Tile<bool, { [] }> = cmpi(divisor, zero, predicate::LessThan);
        let signs: Tile<bool, { [] }> = xori(negative, downwards);
        let inexact: Tile<bool, { [] }> = cmpi(truncated, zero, predicate::NotEqual);
        let between: Tile<bool, { [] }> = andi(signs, inexact);
        let shifted: Tile<i32, { [] }> = truncated + divisor;
        let result: Tile<i32, { [] }> = select(between, shifted, truncated);
        tile_to_scalar(result)
    }

    /// The larger of two numbers.
    pub fn larger_of(x: i32, y: i32) -> i32 {
        let left: Tile<i32, { [] }> = scalar_to_tile(x);
        let right: Tile<i32, { [] }> = scalar_to_tile(y);
        let result: Tile<i32, { [] }> = maxi(left, right);
        tile_to_scalar(result)
    }

    /// The smaller of two numbers.
    pub fn smaller_of(x: i32, y: i32) -> i32 {
        let left: Tile<i32, { [] }> = scalar_to_tile(x);
        let right: Tile<i32, { [] }> = scalar_to_tile(y);
        let result: Tile<i32, { [] }> = mini(left, right);
        tile_to_scalar(result)
    }

    /// A whole number as f32.
    pub fn float(x: i32) -> Tile<f32, { [] }> {
        let number: Tile<i32, { [] }> = scalar_to_tile(x);
        let converted: Tile<f32, { [] }> = itof(number, rounding::NearestEven);
        converted
    }

    /// A number that the compiler does not see through, so that it assumes nothing of a loop to it.
    pub fn hidden(x: i32) -> i32 {
        let number: Tile<i32, { [] }> = scalar_to_tile(x);
        let single: Tile<i32, { [1] }> = reshape(number, shape![1]);
        let back: Tile<i32, { [] }> = reshape(single, shape![]);
        tile_to_scalar(back)
    }
}
