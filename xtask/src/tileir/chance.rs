//! Machine code that the assembler does not always make alike.
//!
//! `tileiras` 13.5 puts some things into an order that depends on addresses, which the system chooses
//! anew for each process: of a few modules it makes one of several codes, now this one, now that one.
//! So codes that differ say nothing yet: both modules are assembled again, and they count as the same
//! where what is made of the one is also made of the other, all of it and in both directions.

use super::cubin::Summary;

/// Rounds after which the codes that were seen are all that there are.
const ROUNDS: usize = 10;

/// Rounds after which two codes that never changed differ.
const CONSTANT: usize = 3;

/// Whether two modules become the same code; `codes` are what they became, and `again` assembles the
/// first or the second once more.
///
/// # Errors
/// Those of `again`.
pub fn is_same<E>(
    codes: [Summary; 2],
    mut again: impl FnMut(usize) -> Result<Summary, E>,
) -> Result<bool, E> {
    if codes[0].is_text_identical(&codes[1]) {
        return Ok(true);
    }
    let mut seen = codes.map(|code| vec![code]);
    for round in 1..=ROUNDS {
        for (side, codes) in seen.iter_mut().enumerate() {
            let code = again(side)?;
            if !codes.iter().any(|one| one.is_text_identical(&code)) {
                codes.push(code);
            }
        }
        let within = |a: &[Summary], b: &[Summary]| {
            a.iter().all(|one| b.iter().any(|other| one.is_text_identical(other)))
        };
        if within(&seen[0], &seen[1]) && within(&seen[1], &seen[0]) {
            return Ok(true);
        }
        if round >= CONSTANT && seen.iter().all(|codes| codes.len() == 1) {
            return Ok(false);
        }
    }
    Ok(false)
}

/// The codes that a module became in as many rounds as tell that its code never changes.
///
/// # Errors
/// Those of `again`, which assembles it once more.
pub fn codes<E>(
    first: Summary,
    mut again: impl FnMut() -> Result<Summary, E>,
) -> Result<Vec<Summary>, E> {
    let mut seen = vec![first];
    for _ in 0..CONSTANT {
        let code = again()?;
        if !seen.iter().any(|one| one.is_text_identical(&code)) {
            seen.push(code);
        }
    }
    Ok(seen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(data: &str) -> Summary {
        serde_json::from_value(serde_json::json!({ "kernels": [], "data_sha256": data }))
            .expect("a summary")
    }

    /// The answer, and how often something was assembled again, where the sides take turns through
    /// these codes.
    fn same(turns: [&[&str]; 2]) -> (bool, usize) {
        let mut at = [1, 1];
        let first = [code(turns[0][0]), code(turns[1][0])];
        let same = is_same(first, |side| {
            at[side] += 1;
            Ok::<_, ()>(code(turns[side][(at[side] - 1) % turns[side].len()]))
        });
        (same.expect("no errors"), at[0] + at[1] - 2)
    }

    #[test]
    fn codes_that_chance_chooses_are_the_same_where_all_of_them_are() {
        assert_eq!(same([&["a"], &["a"]]), (true, 0));
        assert_eq!(same([&["a", "b"], &["b", "a"]]), (true, 2));
        assert_eq!(same([&["a", "a", "b"], &["b", "b", "b", "a"]]), (true, 6));
    }

    #[test]
    fn the_codes_of_one_module_are_gathered_once_each() {
        let mut turns = ["b", "a", "b"].into_iter();
        let found = codes(code("a"), || Ok::<_, ()>(code(turns.next().expect("three rounds"))));
        assert_eq!(found, Ok(vec![code("a"), code("b")]));
        assert_eq!(turns.next(), None);
    }

    #[test]
    fn codes_that_differ_stay_different() {
        assert_eq!(same([&["a"], &["b"]]), (false, 2 * CONSTANT));
        // Of the one module more is made than of the other.
        assert!(!same([&["a", "b"], &["c", "a", "b"]]).0);
        assert!(!same([&["a"], &["b", "a"]]).0);
    }
}
