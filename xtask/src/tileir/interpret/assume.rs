//! Whether what is assumed of a value holds.

use cutile_ir::ir::Attribute;

use super::value::{Element, Tile, coordinates, position, signed};

/// What is wrong with an assumption; nothing where it holds, or cannot be known.
pub fn violation(tile: &Tile, predicate: &Attribute) -> Option<String> {
    let width = tile.element.width();
    let number = |bits: u64| match tile.element {
        Element::Pointer(_) => i128::from(bits),
        Element::Scalar(_) => i128::from(signed(bits, width)),
    };
    let known = || tile.bits.iter().flatten().map(|bits| number(*bits));
    match predicate {
        Attribute::Bounded(bounds) => {
            let is_out = |number: i128| {
                bounds.lb.is_some_and(|least| number < least.into())
                    || bounds.ub.is_some_and(|most| number > most.into())
            };
            known()
                .find(|found| is_out(*found))
                .map(|found| format!("{found} is not between {:?} and {:?}", bounds.lb, bounds.ub))
        }
        Attribute::DivBy(div) if div.divisor > 0 => {
            let divisor = i128::from(div.divisor);
            let (Some(every), Some(along)) = (div.every, div.along) else {
                return known()
                    .find(|found| found % divisor != 0)
                    .map(|found| format!("{found} is no multiple of {divisor}"));
            };
            let (every, along) = (usize::try_from(every).ok()?, usize::try_from(along).ok()?);
            let step = match tile.element {
                Element::Pointer(pointee) => pointee.byte_width() as i128,
                Element::Scalar(_) => 1,
            };
            groups(tile, along, every)?.into_iter().find_map(|group| {
                let numbers: Option<Vec<i128>> =
                    group.iter().map(|at| tile.bits[*at].map(number)).collect();
                let numbers = numbers?;
                let first = *numbers.first()?;
                if first % divisor != 0 {
                    return Some(format!("{first} is no multiple of {divisor}"));
                }
                let follow = numbers.windows(2).all(|pair| pair[1] - pair[0] == step);
                (!follow).then(|| format!("{every} numbers from {first} on do not follow"))
            })
        }
        Attribute::SameElements(same) => {
            let sizes: Vec<usize> = same
                .values
                .iter()
                .map(|size| usize::try_from(*size).ok())
                .collect::<Option<_>>()?;
            if sizes.len() != tile.shape.len() || sizes.contains(&0) {
                return None;
            }
            coordinates(&tile.shape).find_map(|at| {
                let first: Vec<usize> =
                    at.iter().zip(&sizes).map(|(at, size)| at / size * size).collect();
                let (a, b) = (
                    tile.bits[position(&tile.shape, &at)]?,
                    tile.bits[position(&tile.shape, &first)]?,
                );
                (a != b).then(|| format!("{a:#x} and {b:#x} are not the same"))
            })
        }
        _ => None,
    }
}

/// Runs of elements along an axis.
fn groups(tile: &Tile, axis: usize, every: usize) -> Option<Vec<Vec<usize>>> {
    if axis >= tile.shape.len() || every == 0 {
        return None;
    }
    let mut groups = Vec::new();
    for mut at in coordinates(&tile.shape) {
        if at[axis] % every != 0 {
            continue;
        }
        let first = at[axis];
        let last = (first + every).min(tile.shape[axis]);
        groups.push(
            (first..last)
                .map(|place| {
                    at[axis] = place;
                    position(&tile.shape, &at)
                })
                .collect(),
        );
    }
    Some(groups)
}
