//! Which glibc a program needs, by the versions of the symbols that it imports.

use object::{Object as _, ObjectSection as _};

/// The newest glibc that a bundle's programs may need: Debian 12's.
pub const NEWEST: (u32, u32) = (2, 36);

/// The newest `GLIBC_x.y` that an ELF file names among its imports' versions; none where it names none.
///
/// # Errors
/// The bytes are no object file.
pub fn needed(bytes: &[u8]) -> Result<Option<(u32, u32)>, String> {
    let file = object::File::parse(bytes).map_err(|error| error.to_string())?;
    let Some(section) = file.section_by_name(".dynstr") else { return Ok(None) };
    let names = section.data().map_err(|error| error.to_string())?;
    let versions = names.split(|byte| *byte == 0).filter_map(|name| {
        let version = std::str::from_utf8(name).ok()?.strip_prefix("GLIBC_")?;
        let mut parts = version.split('.').map(str::parse::<u32>);
        Some((parts.next()?.ok()?, parts.next()?.ok()?))
    });
    Ok(versions.max())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_program_needs_some_glibc() {
        let bytes = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let needed = needed(&bytes).unwrap().unwrap();
        assert!(((2, 2)..(3, 0)).contains(&needed), "{needed:?}");
        assert!(super::needed(b"no object").is_err());
    }
}
