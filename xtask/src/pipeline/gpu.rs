//! Whether this machine has a GPU that kernels can run on.

use std::path::Path;

/// True where the driver has made a device node and its library can be found.
///
/// Kernels that stage A pretends to launch need neither; only D's correctness half and E do.
pub fn present() -> bool {
    let node = |index: u32| Path::new(&format!("/dev/nvidia{index}")).exists();
    (0..16).any(node) || Path::new("/dev/dxg").exists()
}
