//! Files written whole: to a temporary name beside the target, then renamed.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

/// Writes a file so that a reader, or a crash, sees the old content or the new and nothing between.
///
/// Parent folders are made. An unchanged file is left alone, so that cargo does not rebuild for it.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    let content = content.as_ref();
    if std::fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new().prefix(".tmp-").tempfile_in(folder)?;
        file.write_all(content)?;
        file.as_file().sync_all()?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
        }
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// The running program's file as it was when it started: cargo may have put another in its place since.
pub fn own_program() -> PathBuf {
    PathBuf::from("/proc/self/exe")
}

/// The lower-case hexadecimal SHA-256 of some bytes.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    Sha256::digest(bytes.as_ref()).iter().map(|byte| format!("{byte:02x}")).collect()
}
