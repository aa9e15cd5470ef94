//! Random numbers, and the decisions that are made with them.

/// A small generator of random numbers (SplitMix64): the same ones for a seed, whatever the version
/// of any library, because seeds are written down.
#[derive(Debug, Clone)]
pub struct Numbers(u64);

impl Numbers {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number less than `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.draw() % bound.max(1)
    }
}

/// Decisions: taken at random and written down, or read back from such a list.
///
/// What is generated depends on the list alone. So a list can be shortened, and what it stands for
/// gets smaller: decision 0 is always the simplest, and beyond the end of a list all are 0.
#[derive(Debug, Clone)]
pub struct Choices {
    numbers: Option<Numbers>,
    list: Vec<u32>,
    at: usize,
}

impl Choices {
    /// Random decisions.
    pub fn random(seed: u64) -> Self {
        Self { numbers: Some(Numbers::new(seed)), list: Vec::new(), at: 0 }
    }

    /// The decisions of a list.
    pub fn replay(list: Vec<u32>) -> Self {
        Self { numbers: None, list, at: 0 }
    }

    /// A decision among `count`.
    pub fn below(&mut self, count: usize) -> usize {
        let count = count.max(1) as u32;
        let taken = match &mut self.numbers {
            Some(numbers) => {
                let taken = numbers.below(count.into()) as u32;
                self.list.push(taken);
                taken
            }
            None => self.list.get(self.at).copied().unwrap_or(0) % count,
        };
        self.at += 1;
        taken as usize
    }

    /// Yes once in so many times.
    pub fn rarely(&mut self, once_in: usize) -> bool {
        let once_in = once_in.max(2);
        self.below(once_in) == once_in - 1
    }

    /// One of a list.
    pub fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    /// The decisions that were made.
    pub fn taken(&self) -> &[u32] {
        &self.list[..self.at.min(self.list.len())]
    }
}

/// The shortest list found that still fails, by dropping runs of decisions and by making them
/// simpler; at most `limit` lists are tried.
pub fn shrink(list: &[u32], limit: usize, mut fails: impl FnMut(&[u32]) -> bool) -> Vec<u32> {
    let mut best = list.to_vec();
    let mut left = limit;
    loop {
        let before = best.clone();
        let mut run = best.len().div_ceil(2).max(1);
        loop {
            let mut start = 0;
            while start < best.len() && left > 0 {
                let mut shorter = best.clone();
                shorter.drain(start..(start + run).min(best.len()));
                left -= 1;
                if fails(&shorter) { best = shorter } else { start += run }
            }
            if run == 1 {
                break;
            }
            run /= 2;
        }
        for at in 0..best.len() {
            for simpler in [0, best[at] / 2] {
                if simpler < best[at] && left > 0 {
                    let mut list = best.clone();
                    list[at] = simpler;
                    left -= 1;
                    if fails(&list) {
                        best = list;
                    }
                }
            }
        }
        while best.last() == Some(&0) {
            best.pop();
        }
        if best == before || left == 0 {
            return best;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_gives_the_decisions_back() {
        let mut first = Choices::random(7);
        let taken: Vec<usize> = (1..50).map(|count| first.below(count)).collect();
        let mut second = Choices::replay(first.taken().to_vec());
        let again: Vec<usize> = (1..50).map(|count| second.below(count)).collect();
        assert_eq!(taken, again);
        assert_eq!(second.below(9), 0);
    }

    #[test]
    fn shrinking_keeps_only_what_fails() {
        let list: Vec<u32> = (0..200).collect();
        let shrunk = shrink(&list, 5_000, |list| list.iter().any(|number| *number >= 150));
        assert_eq!(shrunk.len(), 1);
        assert!((150..300).contains(&shrunk[0]));
    }
}
