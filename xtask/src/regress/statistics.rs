//! The little statistics that the nightly's rule needs.

/// The median; none of nothing.
pub fn median(values: &[f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    Some(match sorted.len() % 2 {
        0 => f64::midpoint(sorted[middle - 1], sorted[middle]),
        _ => sorted[middle],
    })
}

/// The median absolute deviation, scaled to a normal distribution's standard deviation.
pub fn spread(values: &[f64]) -> Option<f64> {
    let centre = median(values)?;
    let deviations: Vec<f64> = values.iter().map(|value| (value - centre).abs()).collect();
    median(&deviations).map(|deviation| 1.4826 * deviation)
}

/// The mean; not a number of nothing.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The standard deviation of a sample; not a number of fewer than two values. Unlike [`spread`] it is
/// not robust, and from few values it is the surer estimate.
pub fn deviation(values: &[f64]) -> f64 {
    let centre = mean(values);
    let squares: f64 = values.iter().map(|value| (value - centre).powi(2)).sum();
    (squares / (values.len() as f64 - 1.0)).sqrt()
}

/// The geometric mean; none of nothing.
pub fn geomean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) =
        values.into_iter().fold((0.0, 0u32), |(sum, count), value| (sum + value.ln(), count + 1));
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

/// One-sided p-value of Wilcoxon's signed-rank test that differences are not above zero, by the normal
/// approximation with corrections for ties and continuity. Zeros are left out; of nothing it is 1.
pub fn signed_rank(differences: &[f64]) -> f64 {
    let mut ranked: Vec<f64> = differences.iter().copied().filter(|one| *one != 0.0).collect();
    ranked.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let count = ranked.len();
    if count == 0 {
        return 1.0;
    }
    let (mut above, mut ties) = (0.0, 0.0);
    let mut start = 0;
    while start < count {
        let size =
            ranked[start..].iter().take_while(|one| one.abs() == ranked[start].abs()).count();
        // Equal sizes share the mean of their ranks.
        let rank = start as f64 + f64::midpoint(1.0, size as f64);
        above += rank * ranked[start..start + size].iter().filter(|one| **one > 0.0).count() as f64;
        ties += (size as f64).powi(3) - size as f64;
        start += size;
    }
    let n = count as f64;
    let mean = n * (n + 1.0) / 4.0;
    let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
    if variance <= 0.0 {
        return if above > mean { 0.0 } else { 1.0 };
    }
    upper_tail((above - mean - 0.5) / variance.sqrt())
}

/// The upper tail of the standard normal distribution, to about 1e-7 (Abramowitz and Stegun 26.2.17).
fn upper_tail(z: f64) -> f64 {
    if z < 0.0 {
        return 1.0 - upper_tail(-z);
    }
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let polynomial = t
        * (0.319_381_530
            + t * (-0.356_563_782
                + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * polynomial
}

/// A small generator of random numbers (SplitMix64): the same seed gives the same nights.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// A generator.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// A number from the standard normal distribution.
    pub fn normal(&mut self) -> f64 {
        let unit = |bits: u64| ((bits >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
        let (a, b) = (unit(self.next()), unit(self.next()));
        (-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_spreads() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[]), None);
        assert_eq!(spread(&[1.0, 1.0, 1.0, 9.0]), Some(0.0));
        assert_eq!(deviation(&[1.0, 1.0, 1.0, 9.0]), 4.0);
        assert!((geomean([2.0, 8.0]).unwrap() - 4.0).abs() < 1e-12);
    }

    #[test]
    fn the_normal_tail_is_right_to_six_digits() {
        for (z, p) in [(0.0, 0.5), (1.0, 0.158_655_25), (3.0, 0.001_349_90), (-1.0, 0.841_344_75)] {
            assert!((upper_tail(z) - p).abs() < 1e-6, "{z}");
        }
    }

    #[test]
    fn the_signed_rank_test_agrees_with_published_values() {
        // All of 10 distinct differences above zero: exact p is 2^-10, the approximation is near.
        let all: Vec<f64> = (1..=10).map(f64::from).collect();
        assert!((signed_rank(&all) - 0.002_957).abs() < 1e-4, "{}", signed_rank(&all));
        let none: Vec<f64> = all.iter().map(|one| -one).collect();
        assert!(signed_rank(&none) > 0.99);
        assert_eq!(signed_rank(&[0.0, 0.0]), 1.0);
        let mixed = [1.0, -1.0, 2.0, -2.0, 3.0, -3.0];
        assert!(signed_rank(&mixed) > 0.4);
    }

    #[test]
    fn random_numbers_are_even_and_repeatable() {
        let mut random = Random::new(7);
        let mut counts = [0; 4];
        for _ in 0..4000 {
            counts[random.below(4)] += 1;
        }
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
        let normals: Vec<f64> = (0..4000).map(|_| random.normal()).collect();
        assert!((spread(&normals).unwrap() - 1.0).abs() < 0.1);
        assert_eq!(Random::new(7).below(1000), Random::new(7).below(1000));
    }
}
