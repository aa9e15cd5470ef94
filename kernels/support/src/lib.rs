//! Device-side helpers and re-declared operations that the kernels use.
