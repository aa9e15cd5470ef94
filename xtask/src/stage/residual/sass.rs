//! What kinds of instructions a kernel has, from its machine code alone.
//!
//! An instruction of the supported targets takes 16 bytes; its lowest nine bits name the operation, the
//! three above how its operands are given. The names are those of public disassemblies; operations
//! whose number is not in the table are shown by it.

use std::collections::BTreeMap;

use crate::tileir::cubin::INSTRUCTION;

/// Operations by number.
const NAMES: &[(u16, &str)] = &[
    (0x002, "MOV"),
    (0x006, "VOTE"),
    (0x007, "SEL"),
    (0x008, "FSEL"),
    (0x009, "FMNMX"),
    (0x00b, "FSETP"),
    (0x00c, "ISETP"),
    (0x010, "IADD3"),
    (0x011, "LEA"),
    (0x012, "LOP3"),
    (0x016, "PRMT"),
    (0x019, "SHF"),
    (0x020, "FMUL"),
    (0x021, "FADD"),
    (0x023, "FFMA"),
    (0x024, "IMAD"),
    (0x025, "IMAD.WIDE"),
    (0x030, "HADD2"),
    (0x031, "HFMA2"),
    (0x032, "HMUL2"),
    (0x03b, "LDSM"),
    (0x03c, "HMMA"),
    (0x104, "F2F"),
    (0x105, "F2I"),
    (0x106, "I2F"),
    (0x108, "MUFU"),
    (0x118, "NOP"),
    (0x119, "S2R"),
    (0x11d, "BAR"),
    (0x147, "BRA"),
    (0x14d, "EXIT"),
    (0x180, "LD"),
    (0x181, "LDG"),
    (0x182, "LDC"),
    (0x183, "LDL"),
    (0x184, "LDS"),
    (0x185, "ST"),
    (0x186, "STG"),
    (0x187, "STL"),
    (0x188, "STS"),
    (0x189, "SHFL"),
    (0x1ae, "LDGSTS"),
];

/// Numbers of instructions by operation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mix(BTreeMap<String, usize>);

impl Mix {
    /// The mix of some machine code.
    pub fn of(text: &[u8]) -> Self {
        let mut mix = BTreeMap::new();
        for instruction in text.chunks_exact(INSTRUCTION) {
            let number = u16::from_le_bytes([instruction[0], instruction[1]]) & 0x1ff;
            let known = NAMES.iter().find(|(known, _)| *known == number);
            let name =
                known.map_or_else(|| format!("{number:#05x}"), |(_, name)| (*name).to_owned());
            *mix.entry(name).or_default() += 1;
        }
        Self(mix)
    }

    /// Accesses of thread-local memory: registers that were spilled, or arrays that are indexed.
    pub fn local(&self) -> usize {
        ["LDL", "STL"].iter().filter_map(|name| self.0.get(*name)).sum()
    }

    /// Operations whose numbers differ, the greatest difference first: name, here, there.
    pub fn differences(&self, other: &Self) -> Vec<(String, usize, usize)> {
        let names: std::collections::BTreeSet<&String> =
            self.0.keys().chain(other.0.keys()).collect();
        let count = |mix: &Self, name: &String| mix.0.get(name).copied().unwrap_or(0);
        let mut found: Vec<_> = names
            .into_iter()
            .map(|name| (name.clone(), count(self, name), count(other, name)))
            .filter(|(_, here, there)| here != there)
            .collect();
        found.sort_by_key(|(name, here, there)| {
            (std::cmp::Reverse(here.abs_diff(*there)), name.clone())
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(numbers: &[u16]) -> Vec<u8> {
        let word = |number: &u16| {
            let mut bytes = vec![0; INSTRUCTION];
            bytes[..2].copy_from_slice(&number.to_le_bytes());
            bytes
        };
        numbers.iter().flat_map(word).collect()
    }

    #[test]
    fn operations_are_counted_whatever_form_their_operands_have() {
        // FFMA with a register, a constant and an immediate; predicates lie above the twelve bits.
        let mix = Mix::of(&code(&[0x7223, 0x0a23, 0x0823, 0x7987, 0x0983, 0x01ff]));
        assert_eq!(mix.local(), 2);
        let other = Mix::of(&code(&[0x7223]));
        let differences = mix.differences(&other);
        assert_eq!(differences[0], ("FFMA".to_owned(), 3, 1));
        assert!(differences.contains(&("0x1ff".to_owned(), 1, 0)), "{differences:?}");
        assert!(mix.differences(&mix).is_empty());
    }
}
