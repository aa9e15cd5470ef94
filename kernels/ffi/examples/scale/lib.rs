//! A library of two small kernels, built as a port's is: the recorder's tests launch them.

mod ffi;
