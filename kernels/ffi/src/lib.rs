//! What the C-ABI launchers of all kernels share.
