"""Makes torch on CPU behave as if one described GPU were there.

`install` patches `torch.cuda`; `Masquerade` is a torch function mode under which CPU tensors say
that they are on `cuda:0` and every request for that device is met on the CPU. Data are real, so
host code that reads values (`.item()`, `.tolist()`) runs as written.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable

import torch
from torch.overrides import TorchFunctionMode

from tileport.probe.gpu import Gpu

DEVICE = torch.device("cuda:0")

_RANDOM = {"rand", "randn", "rand_like", "randn_like", "normal_", "uniform_", "mul_", "add_"}


class Stream:
    """A stream on which nothing runs."""

    cuda_stream = 0
    stream_id = 0
    device = DEVICE

    def __init__(self, *_args, **_options):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        return None

    def synchronize(self):
        """Returns at once."""

    wait_stream = wait_event = synchronize_with = lambda self, _other: None

    def record_event(self, event=None):
        """Hands the event back."""
        return event or Event()

    def query(self) -> bool:
        """All work is done, for there is none."""
        return True


class Event:
    """An event on a stream on which nothing runs."""

    def __init__(self, *_args, **_options):
        pass

    def record(self, *_stream):
        """Does nothing."""

    wait = synchronize = record

    def elapsed_time(self, _other) -> float:
        """Some positive time, in milliseconds."""
        return 1.0

    def query(self) -> bool:
        """The event has happened."""
        return True


class _OnDevice(contextlib.nullcontext):
    def __init__(self, *_device):
        super().__init__()


def install(gpu: Gpu) -> None:
    """Patches `torch.cuda` for the rest of the process; call before TileGym is imported."""
    cuda = torch.cuda

    def nothing():
        # One function for each name: torch._dynamo refuses two names of the same.
        return lambda *_args, **_options: None

    patches = {
        "is_available": lambda: True,
        "is_initialized": lambda: True,
        "_is_in_bad_fork": lambda: False,
        "init": nothing(),
        "_lazy_init": nothing(),
        "device_count": lambda: 1,
        "current_device": lambda: 0,
        "set_device": nothing(),
        "device": _OnDevice,
        "device_of": _OnDevice,
        "get_device_capability": lambda *_device: gpu.capability,
        "get_device_properties": lambda *_device: gpu,
        "get_device_name": lambda *_device: gpu.name,
        "get_arch_list": lambda: [gpu.target],
        "is_bf16_supported": lambda *_args, **_options: True,
        "Stream": Stream,
        "Event": Event,
        "current_stream": lambda *_device: Stream(),
        "default_stream": lambda *_device: Stream(),
        "stream": lambda _stream: contextlib.nullcontext(),
        "is_current_stream_capturing": lambda: False,
        "synchronize": nothing(),
        "empty_cache": nothing(),
        "ipc_collect": nothing(),
        "manual_seed": nothing(),
        "manual_seed_all": nothing(),
        "mem_get_info": lambda *_device: (gpu.total_memory, gpu.total_memory),
        "max_memory_allocated": lambda *_device: 0,
        "memory_allocated": lambda *_device: 0,
        "memory_reserved": lambda *_device: 0,
        "reset_peak_memory_stats": nothing(),
        "get_rng_state": lambda *_device: torch.get_rng_state(),
        "set_rng_state": lambda state, *_device: torch.set_rng_state(state),
    }
    for name, value in patches.items():
        setattr(cuda, name, value)
    torch.version.cuda = "13.0"
    torch.Generator = _Generator


_real_generator = torch.Generator


class _Generator(_real_generator):
    def __new__(cls, device=None):
        return _real_generator.__new__(cls)

    def __init__(self, device=None):
        pass


def _on_cpu(value):
    if isinstance(value, torch.device):
        return torch.device("cpu") if value.type == "cuda" else value
    if isinstance(value, str) and (value == "cuda" or value.startswith("cuda:")):
        return "cpu"
    return value


class Masquerade(TorchFunctionMode):
    """CPU tensors pretend to be on the described GPU.

    `observe(function, arguments, options)` is called for each torch function that host code calls,
    `on_backward()` after each backward pass; random tensors of more than `lazy` elements are left
    uninitialised.
    """

    def __init__(
        self,
        observe: Callable | None = None,
        on_backward: Callable | None = None,
        lazy: int | None = None,
    ):
        super().__init__()
        self._observe = observe
        self._on_backward = on_backward
        self._lazy = lazy

    @contextlib.contextmanager
    def unobserved(self):
        """For its time, what is called is not host code's."""
        observe, self._observe = self._observe, None
        try:
            yield
        finally:
            self._observe = observe

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = dict(kwargs or {})
        name = getattr(function, "__name__", "")
        tensor = torch.Tensor
        # Reading an attribute calls its descriptor's `__get__`, a new wrapper each time.
        attribute = getattr(function, "__self__", None)
        if attribute is tensor.is_cuda:
            return True
        if attribute is tensor.is_cpu:
            return False
        if attribute is tensor.device:
            return DEVICE
        if function is tensor.get_device:
            return 0
        if function is tensor.cuda or name in ("pin_memory", "record_stream"):
            return args[0]
        if self._observe is not None:
            self._observe(function, args, kwargs)
        # The engine's callbacks must run under the mode again, or gradients see CPU tensors.
        if function is tensor.backward:
            gradient = kwargs.get("gradient", args[1] if len(args) > 1 else None)
            return self._run_backward((args[0],), gradient, (), kwargs.get("retain_graph"), accumulate=True)
        if function is torch.autograd.grad:
            outputs, inputs, gradients = _grad_arguments(args, kwargs)
            return self._run_backward(outputs, gradients, inputs, kwargs.get("retain_graph"), accumulate=False)
        args = tuple(_on_cpu(value) for value in args)
        if "device" in kwargs:
            kwargs["device"] = _on_cpu(kwargs["device"])
        if kwargs.get("pin_memory"):
            kwargs["pin_memory"] = False
        if self._lazy is not None and name in _RANDOM:
            return self._random(function, name, args, kwargs)
        return function(*args, **kwargs)

    def _random(self, function, name: str, args, kwargs):
        """A random tensor; a large one without its values, whose making takes the time of a test."""
        if name in ("rand_like", "randn_like") and args[0].numel() > self._lazy:
            return torch.empty_like(args[0], **kwargs)
        if name in ("rand", "randn"):
            shape = args[0] if len(args) == 1 and not isinstance(args[0], int) else args
            shape = kwargs.pop("size", shape)
            if math.prod(shape) > self._lazy:
                kwargs.pop("generator", None)
                return torch.empty(tuple(shape), **kwargs)
            return function(tuple(shape), **kwargs)
        if name.endswith("_") and args[0].numel() > self._lazy:
            return args[0]
        return function(*args, **kwargs)

    def _run_backward(self, outputs, gradients, inputs, retain, accumulate):
        if gradients is None:
            gradients = tuple(torch.ones_like(output) for output in outputs)
        elif isinstance(gradients, torch.Tensor):
            gradients = (gradients,)
        with self:
            result = torch.autograd.graph._engine_run_backward(
                tuple(outputs),
                tuple(gradients),
                bool(retain),
                False,
                tuple(inputs),
                allow_unreachable=True,
                accumulate_grad=accumulate,
            )
        if self._on_backward is not None:
            self._on_backward()
        return None if accumulate else result

    def backward(self, outputs, gradients) -> None:
        """Runs autograd's backward pass from outputs under this mode."""
        self._run_backward(outputs, gradients, (), retain=False, accumulate=True)


def _grad_arguments(args, kwargs):
    outputs = args[0] if args else kwargs["outputs"]
    inputs = args[1] if len(args) > 1 else kwargs["inputs"]
    gradients = args[2] if len(args) > 2 else kwargs.get("grad_outputs")
    return _tuple(outputs), _tuple(inputs), None if gradients is None else _tuple(gradients)


def _tuple(value):
    return (value,) if isinstance(value, torch.Tensor) else tuple(value)
