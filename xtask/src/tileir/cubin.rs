//! Cubins: the machine code of each kernel, its registers and sizes, and the comparison of two.
//!
//! Entry names are ignored: kernels are paired by their order in the file, and a relocation against
//! a kernel's own symbol counts as one against "the kernel".

use std::collections::HashMap;

use object::read::elf::ElfFile64;
use object::{Endianness, Object as _, ObjectSection as _, ObjectSymbol as _, RelocationTarget};
use serde::{Deserialize, Serialize};

use crate::files::sha256;

/// Size of an instruction of every supported target, bytes.
pub const INSTRUCTION: usize = 16;

/// Attribute of `.nv.info` that holds a symbol and its number of registers.
const EIATTR_REGCOUNT: u8 = 0x2F;
/// Form of such an attribute: a length of 16 bits, then the value.
const EIFMT_SVAL: u8 = 0x04;
/// The same attribute form with a value of 8 or 16 bits in the header itself ends after 4 bytes.
const SHORT_ATTRIBUTE: usize = 4;

/// A cubin that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CubinError {
    /// Not an ELF file, or a broken one.
    #[error("not a readable cubin: {0}")]
    Elf(#[from] object::Error),
    /// No section `.text.<kernel>`.
    #[error("the cubin has no kernel")]
    Empty,
}

/// A kernel's machine code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel {
    /// Symbol of the entry.
    pub name: String,
    /// Its instructions.
    pub text: Vec<u8>,
    /// Relocations of the text: offset, kind, symbol, addend; sorted.
    pub relocations: Vec<(u64, u32, String, i64)>,
    /// Registers of a thread, where the file says so.
    pub registers: Option<u32>,
    /// Static shared memory, bytes.
    pub shared: u64,
}

/// A cubin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cubin {
    /// Its kernels, in file order.
    pub kernels: Vec<Kernel>,
    /// Initialised data that kernels read: constant banks and globals, kernel names left out.
    pub data: Vec<(String, Vec<u8>)>,
}

/// What is kept of an assembled kernel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelSummary {
    /// SHA-256 of instructions and relocations.
    pub text_sha256: String,
    /// Number of instructions.
    pub instructions: usize,
    /// Registers of a thread.
    pub registers: Option<u32>,
    /// Static shared memory, bytes.
    pub shared: u64,
}

/// What is kept of an assembled module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// One per kernel, in file order.
    pub kernels: Vec<KernelSummary>,
    /// SHA-256 of the data that kernels read.
    pub data_sha256: String,
}

impl Summary {
    /// Whether the instructions of all kernels, and the data that they read, are the same.
    pub fn is_text_identical(&self, other: &Self) -> bool {
        self.data_sha256 == other.data_sha256
            && self.kernels.len() == other.kernels.len()
            && self.kernels.iter().zip(&other.kernels).all(|(a, b)| a.text_sha256 == b.text_sha256)
    }
}

impl Cubin {
    /// Reads a cubin.
    pub fn read(bytes: &[u8]) -> Result<Self, CubinError> {
        let elf: ElfFile64<'_, Endianness> = ElfFile64::parse(bytes)?;
        let registers = registers(&elf)?;
        let mut kernels = Vec::new();
        let mut data = Vec::new();
        for section in elf.sections() {
            let name = section.name()?;
            if let Some(kernel) = name.strip_prefix(".text.") {
                kernels.push(Kernel {
                    name: kernel.to_owned(),
                    text: section.data()?.to_vec(),
                    relocations: relocations(&elf, &section, kernel)?,
                    registers: registers.get(kernel).copied(),
                    shared: elf
                        .section_by_name(&format!(".nv.shared.{kernel}"))
                        .map_or(0, |shared| shared.size()),
                });
            }
        }
        if kernels.is_empty() {
            return Err(CubinError::Empty);
        }
        for section in elf.sections() {
            let name = section.name()?;
            // Bank 0 holds parameters, which the launch fills in.
            let is_data = name.starts_with(".nv.constant") && !name.starts_with(".nv.constant0")
                || name.starts_with(".nv.global.init");
            if is_data {
                data.push((anonymous(name, &kernels), section.data()?.to_vec()));
            }
        }
        data.sort();
        Ok(Self { kernels, data })
    }

    /// What is worth keeping of it.
    pub fn summary(&self) -> Summary {
        let kernels = self.kernels.iter().map(|kernel| {
            let mut hashed = kernel.text.clone();
            hashed.extend(format!("{:?}", kernel.relocations).into_bytes());
            KernelSummary {
                text_sha256: sha256(hashed),
                instructions: kernel.text.len() / INSTRUCTION,
                registers: kernel.registers,
                shared: kernel.shared,
            }
        });
        Summary { kernels: kernels.collect(), data_sha256: sha256(format!("{:?}", self.data)) }
    }
}

/// Which instructions of a kernel differ between two cubins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelDifference {
    /// Symbols of the kernel in the first and in the second cubin.
    pub names: [String; 2],
    /// Numbers of instructions.
    pub instructions: [usize; 2],
    /// Registers of a thread.
    pub registers: [Option<u32>; 2],
    /// Static shared memory, bytes.
    pub shared: [u64; 2],
    /// Positions of instructions, of 16 bytes each, that differ or that one of them lacks.
    pub differing: Vec<usize>,
    /// Whether relocations of the text differ.
    pub relocations: bool,
}

/// How two cubins compare.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CubinComparison {
    /// Whether the instructions of all kernels and the data that they read are the same.
    pub text_identical: bool,
    /// Whether the numbers of kernels differ; then `kernels` holds the pairs that there are.
    pub counts: [usize; 2],
    /// Whether constant banks and initialised globals are the same.
    pub data_identical: bool,
    /// One per pair of kernels.
    pub kernels: Vec<KernelDifference>,
}

/// Compares two cubins.
pub fn compare(first: &Cubin, second: &Cubin) -> CubinComparison {
    let kernels: Vec<_> = first
        .kernels
        .iter()
        .zip(&second.kernels)
        .map(|(a, b)| {
            let (left, right): (Vec<_>, Vec<_>) =
                (a.text.chunks(INSTRUCTION).collect(), b.text.chunks(INSTRUCTION).collect());
            let differing = (0..left.len().max(right.len()))
                .filter(|&index| left.get(index) != right.get(index))
                .collect();
            KernelDifference {
                names: [a.name.clone(), b.name.clone()],
                instructions: [left.len(), right.len()],
                registers: [a.registers, b.registers],
                shared: [a.shared, b.shared],
                differing,
                relocations: a.relocations != b.relocations,
            }
        })
        .collect();
    let counts = [first.kernels.len(), second.kernels.len()];
    let data_identical = first.data == second.data;
    let is_same = |kernel: &KernelDifference| kernel.differing.is_empty() && !kernel.relocations;
    CubinComparison {
        text_identical: counts[0] == counts[1] && data_identical && kernels.iter().all(is_same),
        counts,
        data_identical,
        kernels,
    }
}

/// A name with the kernels' names left out.
fn anonymous(name: &str, kernels: &[Kernel]) -> String {
    let suffix = kernels
        .iter()
        .enumerate()
        .filter_map(|(index, kernel)| {
            name.strip_suffix(&kernel.name).map(|prefix| format!("{prefix}<kernel {index}>"))
        })
        .next();
    suffix.unwrap_or_else(|| name.to_owned())
}

fn relocations(
    elf: &ElfFile64<'_, Endianness>,
    section: &object::read::elf::ElfSection64<'_, '_, Endianness>,
    kernel: &str,
) -> Result<Vec<(u64, u32, String, i64)>, CubinError> {
    let mut list = Vec::new();
    for (offset, relocation) in section.relocations() {
        let object::RelocationFlags::Elf { r_type } = relocation.flags() else { continue };
        let symbol = match relocation.target() {
            RelocationTarget::Symbol(index) => {
                elf.symbol_by_index(index)?.name()?.replace(kernel, "<kernel>")
            }
            other => format!("{other:?}"),
        };
        list.push((offset, r_type.0, symbol, relocation.addend()));
    }
    list.sort();
    Ok(list)
}

/// Registers by symbol, from `.nv.info`.
fn registers(elf: &ElfFile64<'_, Endianness>) -> Result<HashMap<String, u32>, CubinError> {
    let mut registers = HashMap::new();
    let Some(section) = elf.section_by_name(".nv.info") else { return Ok(registers) };
    let mut data = section.data()?;
    while let [form, attribute, low, high, rest @ ..] = data {
        let length = usize::from(u16::from_le_bytes([*low, *high]));
        if *form != EIFMT_SVAL {
            data = &data[SHORT_ATTRIBUTE..];
            continue;
        }
        let Some(value) = rest.get(..length) else { break };
        if let ([EIATTR_REGCOUNT], [s0, s1, s2, s3, r0, r1, r2, r3]) = ([*attribute], value) {
            let index = u32::from_le_bytes([*s0, *s1, *s2, *s3]);
            let symbol = elf.symbol_by_index(object::SymbolIndex(index as usize))?;
            registers.insert(symbol.name()?.to_owned(), u32::from_le_bytes([*r0, *r1, *r2, *r3]));
        }
        data = &rest[length..];
    }
    Ok(registers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cubin(name: &str, text: &[u8]) -> Cubin {
        let kernel = Kernel {
            name: name.to_owned(),
            text: text.to_vec(),
            relocations: vec![(8, 1, "<kernel>".to_owned(), 0)],
            registers: Some(32),
            shared: 0,
        };
        Cubin { kernels: vec![kernel], data: vec![(".nv.constant4".to_owned(), vec![1])] }
    }

    #[test]
    fn names_do_not_matter_and_differing_instructions_are_counted() {
        let first = cubin("a", &[0; 48]);
        let same = compare(&first, &cubin("b", &[0; 48]));
        assert!(same.text_identical);
        assert!(first.summary().is_text_identical(&cubin("b", &[0; 48]).summary()));

        let mut text = vec![0; 64];
        text[20] = 1;
        let second = cubin("b", &text);
        let other = compare(&first, &second);
        assert!(!other.text_identical);
        assert_eq!(other.kernels[0].differing, [1, 3]);
        assert_eq!(other.kernels[0].instructions, [3, 4]);
        assert!(!first.summary().is_text_identical(&second.summary()));
    }

    #[test]
    fn data_and_relocations_count_as_text() {
        let first = cubin("a", &[0; 16]);
        let mut data = first.clone();
        data.data[0].1 = vec![2];
        assert!(!compare(&first, &data).text_identical);
        let mut relocated = first.clone();
        relocated.kernels[0].relocations[0].3 = 4;
        assert!(!compare(&first, &relocated).text_identical);
        assert!(!first.summary().is_text_identical(&relocated.summary()));
    }

    #[test]
    fn what_is_no_cubin_is_an_error() {
        assert!(matches!(Cubin::read(b"not a cubin"), Err(CubinError::Elf(_))));
    }
}
