//! Cubins on disk, by a key of everything that they are made from.
//!
//! An entry is written beside its place and renamed into it, so a reader sees a whole file or none,
//! whatever other processes do. A digest of the cubin leads it: a damaged entry counts as missing. A
//! folder that cannot be written only costs the compile.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tileport_contract::TensorSpec;

/// The variable that names the folder.
pub const DIR_VARIABLE: &str = "TILEPORT_CACHE_DIR";

/// Everything that a cubin depends on.
///
/// [`Key::digest`] takes the struct apart by name, so a new field cannot be forgotten there.
#[derive(Debug, Clone, PartialEq)]
pub struct Key {
    /// SHA-256 of the kernel's source text.
    pub source: String,
    /// Version of the compiler that turns it into bytecode.
    pub compiler: String,
    /// Name of the entry function.
    pub entry: String,
    /// Its generic arguments.
    pub generics: Vec<String>,
    /// Module constants and the bits of their values.
    pub consts: Vec<(String, u64)>,
    /// What tensor parameters are compiled for.
    pub tensors: Vec<TensorSpec>,
    /// The hints `occupancy`, `num_ctas`, `num_worker_warps`.
    pub hints: [Option<i32>; 3],
    /// The assembler's optimisation level.
    pub opt_level: u32,
    /// Target, e.g. `sm_90`.
    pub target: String,
    /// What the assembler says of its version.
    pub assembler: String,
}

impl Key {
    /// The key as 64 hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> String {
        let Self {
            source,
            compiler,
            entry,
            generics,
            consts,
            tensors,
            hints,
            opt_level,
            target,
            assembler,
        } = self;
        let parts = serde_json::json!([
            source, compiler, entry, generics, consts, tensors, hints, opt_level, target, assembler
        ]);
        hex(&Sha256::digest(parts.to_string().as_bytes()))
    }
}

/// Lower-case hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The folder of the cache: [`DIR_VARIABLE`], else `tileport` in the user's cache folder. None
/// where neither is known.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    let variable =
        |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    variable(DIR_VARIABLE)
        .or_else(|| variable("XDG_CACHE_HOME").map(|cache| cache.join("tileport")))
        .or_else(|| variable("HOME").map(|home| home.join(".cache/tileport")))
}

/// The cubin of a key, or none where there is none that is whole.
#[must_use]
pub fn read(folder: &Path, digest: &str) -> Option<Vec<u8>> {
    let entry = std::fs::read(place(folder, digest)).ok()?;
    let (head, cubin) = entry.split_at_checked(32)?;
    (Sha256::digest(cubin).as_slice() == head).then(|| cubin.to_vec())
}

/// Stores a cubin; says whether that succeeded.
pub fn write(folder: &Path, digest: &str, cubin: &[u8]) -> bool {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let place = place(folder, digest);
    let suffix = format!("{}.{}.part", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let part = place.with_extension(suffix);
    let mut entry = Sha256::digest(cubin).to_vec();
    entry.extend_from_slice(cubin);
    let stored = std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&part, &entry))
        .and_then(|()| std::fs::rename(&part, &place));
    if stored.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    stored.is_ok()
}

fn place(folder: &Path, digest: &str) -> PathBuf {
    folder.join(format!("{digest}.cubin"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> Key {
        Key {
            source: "s".into(),
            compiler: "c".into(),
            entry: "e".into(),
            generics: vec!["f16".into(), "16".into()],
            consts: vec![("EPS".into(), 1.0_f64.to_bits())],
            tensors: vec![TensorSpec { strides: vec![-1, 1], ..TensorSpec::unknown("x", 2) }],
            hints: [Some(2), None, None],
            opt_level: 3,
            target: "sm_90".into(),
            assembler: "v".into(),
        }
    }

    #[test]
    fn d26_every_field_changes_the_key() {
        let edits: [fn(&mut Key); 14] = [
            |key| key.source.push('x'),
            |key| key.compiler.push('x'),
            |key| key.entry.push('x'),
            |key| key.generics = vec!["f161".into(), "6".into()],
            |key| key.consts[0].0.push('x'),
            |key| key.consts[0].1 ^= 1,
            |key| key.tensors[0].strides[0] = 4,
            |key| key.tensors[0].align = 16,
            |key| key.hints[0] = None,
            |key| key.hints = [None, Some(2), None],
            |key| key.hints[2] = Some(2),
            |key| key.opt_level = 2,
            |key| key.target = "sm_100".into(),
            |key| key.assembler.push('x'),
        ];
        let mut seen = vec![key().digest()];
        assert_eq!(key().digest(), seen[0]);
        for edit in edits {
            let mut changed = key();
            edit(&mut changed);
            assert!(!seen.contains(&changed.digest()), "{changed:?}");
            seen.push(changed.digest());
        }
    }

    #[test]
    fn an_entry_comes_back_and_a_damaged_one_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let digest = key().digest();
        assert_eq!(read(folder.path(), &digest), None);
        assert!(write(folder.path(), &digest, b"cubin"));
        assert_eq!(read(folder.path(), &digest).as_deref(), Some(&b"cubin"[..]));
        let path = place(folder.path(), &digest);
        for damaged in [&b""[..], b"short", &[0; 40]] {
            std::fs::write(&path, damaged).unwrap();
            assert_eq!(read(folder.path(), &digest), None);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_no_failure() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(!write(&file.path().join("sub"), "d", b"cubin"));
    }
}
