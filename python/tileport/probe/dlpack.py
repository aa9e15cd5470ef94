"""CPU tensors handed to cuTile's extension as if they lay on a CUDA device.

The extension reads arguments through DLPack and wants device type CUDA. An object whose
`__dlpack__` gives a descriptor with the tensor's own address, shape and strides is all it needs.
Layouts are those of DLPack 1.0 (`dlpack.h`).
"""

from __future__ import annotations

import ctypes

import torch

_CUDA = 2


class _Device(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int32), ("id", ctypes.c_int32)]


class _DataType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    _fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


_INT, _UINT, _FLOAT, _BFLOAT, _BOOL = 0, 1, 2, 4, 6
_CODES = {
    torch.bool: (_BOOL, 8),
    torch.int8: (_INT, 8),
    torch.int16: (_INT, 16),
    torch.int32: (_INT, 32),
    torch.int64: (_INT, 64),
    torch.uint8: (_UINT, 8),
    torch.uint16: (_UINT, 16),
    torch.uint32: (_UINT, 32),
    torch.uint64: (_UINT, 64),
    torch.float16: (_FLOAT, 16),
    torch.float32: (_FLOAT, 32),
    torch.float64: (_FLOAT, 64),
    torch.bfloat16: (_BFLOAT, 16),
    torch.float8_e4m3fn: (10, 8),
    torch.float8_e5m2: (12, 8),
    torch.float8_e8m0fnu: (14, 8),
}

_delete = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _managed: None)
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class OnDevice:
    """A tensor's address, shape and strides under a CUDA device type; keep it while it is read."""

    def __init__(self, shape: tuple[int, ...], strides: tuple[int, ...], dtype: torch.dtype, address: int):
        if dtype not in _CODES:
            raise TypeError(f"dtype {dtype} has no DLPack code that cuTile reads")
        rank = len(shape)
        self._shape = (ctypes.c_int64 * max(rank, 1))(*shape)
        self._strides = (ctypes.c_int64 * max(rank, 1))(*strides)
        self._managed = _Managed()
        tensor = self._managed.tensor
        tensor.data = address
        tensor.device = _Device(_CUDA, 0)
        tensor.ndim = rank
        tensor.dtype = _DataType(*_CODES[dtype], 1)
        tensor.shape = ctypes.cast(self._shape, ctypes.POINTER(ctypes.c_int64))
        tensor.strides = ctypes.cast(self._strides, ctypes.POINTER(ctypes.c_int64))
        self._managed.deleter = ctypes.cast(_delete, ctypes.c_void_p).value

    def __dlpack__(self, *_args, **_options):
        return _new_capsule(ctypes.addressof(self._managed), b"dltensor", None)

    def __dlpack_device__(self):
        return (_CUDA, 0)


def on_device(argument):
    """A kernel argument with every tensor in it, also inside lists and tuples, as `OnDevice`."""
    if isinstance(argument, torch.Tensor):
        with torch._C.DisableTorchFunction():
            shape, strides = tuple(argument.shape), tuple(argument.stride())
            return OnDevice(shape, strides, argument.dtype, argument.data_ptr())
    if isinstance(argument, list | tuple):
        return type(argument)(on_device(item) for item in argument)
    return argument
