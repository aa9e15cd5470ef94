"""One process that pretends to be on one described GPU, with TileGym imported."""

from __future__ import annotations

import atexit
import contextlib
import gc
import hashlib
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import torch

from tileport.probe import gpu as gpus
from tileport.probe import inputs, stand_in
from tileport.probe.lazy import Lazy
from tileport.probe.masquerade import Masquerade, install


class Session:
    """Sets the process up; there is one per process, for torch and TileGym are patched for good."""

    def __init__(self, target: str, tilegym: Path | None = None, stand_in_folder: Path | None = None):
        self.target = target
        gpu = gpus.preset(target)
        stand_in.load(gpu, stand_in_folder)
        install(gpu)
        if tilegym is not None:
            sys.path.insert(0, str(package_root(tilegym)))

    def start(self, backend: str = "cutile") -> None:
        """Imports TileGym and selects a backend; launcher and tuner must be replaced by now."""
        from tileport.probe import annotations, export

        export.install()
        annotations.install()
        import tilegym

        tilegym.set_backend(backend)
        self.tilegym = tilegym
        _warm()


def _warm() -> None:
    """Loads what torch loads on first use, for all processes that begin as this one is then.

    The collector is told to leave alone what is there by then: it would walk all of torch and sympy
    again and again while cuTile makes its trees, a quarter of the time of a capture.
    """
    torch.randn(1, device="meta")
    gc.collect()
    gc.freeze()
    # Extension modules report what is not collected at the end as their leaks.
    atexit.register(gc.unfreeze)
    gc.set_threshold(20_000, 20, 20)


def package_root(path: Path) -> Path:
    """The import root of a TileGym checkout (`src`) or of a folder that holds the package."""
    for root in (path / "src", path, path.parent):
        if (root / "tilegym" / "__init__.py").is_file():
            return root
    raise inputs.InputError(f"{path}: no TileGym here (neither src/tilegym nor tilegym)")


def import_suites(names: tuple[str, ...] = ("flashinfer", "liger", "unsloth")) -> None:
    """Registers the operators of suites, which TileGym imports on demand; one that is not there is skipped."""
    for name in names:
        with contextlib.suppress(ImportError):
            importlib.import_module(f"tilegym.suites.{name}")


def implementation(operator: str, backend: str):
    """The registered implementation of an operator, or None; a suite's has the suite's name before a dot."""
    from tilegym.backend import dispatcher

    suite, dot, _ = operator.partition(".")
    if dot:
        import_suites((suite,))
    return dispatcher._REGISTRY.get(operator, {}).get(backend)


def operators(backend: str = "cutile") -> dict[str, str]:
    """Every operator that a backend implements, with the module of the implementation."""
    from tilegym.backend import dispatcher

    import_suites()
    return {
        name: by_backend[backend].__module__
        for name, by_backend in sorted(dispatcher._REGISTRY.items())
        if backend in by_backend
    }


def module_file(module: str) -> str:
    """A module's file, as it lies in its package."""
    return module.replace(".", "/") + ".py"


@contextlib.contextmanager
def environment(values: dict[str, str]) -> Iterator[None]:
    """Environment variables for the time of one case."""
    old = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in old.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def run(case: inputs.Case, masquerade: Masquerade, backend: str = "cutile", modules: dict | None = None):
    """Runs one case, forward and, where asked, backward; returns the operator's result.

    `modules` maps module names to those to call instead (a rewritten twin).
    """
    torch.manual_seed(0)
    with environment(case.env), masquerade, Lazy():
        if ":" in case.call:
            module, _, name = case.call.partition(":")
            module = (modules or {}).get(module, module)
            import_module(module)
            function = inputs.resolve(f"{module}:{name}")
        elif (function := implementation(case.call, backend)) is None:
            raise inputs.InputError(f"input {case.name!r}: TileGym has no {case.call!r} for backend {backend!r}")
        with masquerade.unobserved():
            args = inputs.build(case.args, case.name, modules)
            kwargs = inputs.build(case.kwargs, case.name, modules)
        result = function(*args, **kwargs)
        if case.backward:
            _backward(case, result, masquerade)
        return result


def _backward(case: inputs.Case, result, masquerade: Masquerade) -> None:
    outputs = [result] if isinstance(result, torch.Tensor) else list(result)
    outputs = [out for out in outputs if isinstance(out, torch.Tensor) and out.requires_grad]
    if not outputs:
        raise inputs.InputError(f"input {case.name!r}: backward is asked but no result needs a gradient")
    if isinstance(case.backward, dict):
        gradients = inputs.build(case.backward["gradient"], case.name)
    else:
        # Of known content: host code may read it back, and a 0 or a 1 would let it skip a kernel.
        gradients = [torch.full_like(out, 0.5) for out in outputs]
    masquerade.backward(outputs[: len(gradients)], gradients)


def each(jobs: list[tuple[Path, Path]], run: Callable[[Path, Path], None], failed: Callable[[Path], Path]) -> None:
    """Runs jobs of input and output, each in a process of its own that begins as this one is now.

    TileGym is imported once and no job sees what another one tuned. One that fails leaves an exit
    status and its message in the file that `failed` names for its output.
    """
    if len(jobs) == 1:
        run(*jobs[0])
        return
    for given, out in jobs:
        if (child := os.fork()) == 0:
            status = 1
            try:
                run(given, out)
                status = 0
            except inputs.InputError as error:
                failed(out).write_text(f"2 {error}", encoding="utf-8")
            except BaseException as error:  # the next job runs whatever happened here
                failed(out).write_text(f"1 {type(error).__name__}: {error}", encoding="utf-8")
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            failed(out).write_text(f"1 ended by signal {os.WTERMSIG(status)}", encoding="utf-8")


def import_module(name: str) -> ModuleType:
    """A module by name, with an error that says whose it is.

    TileGym's packages of models import `transformers`, which their kernels do not need: where it is
    missing, such a package is left empty and the kernel's module imported all the same.
    """
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if not name.startswith("tilegym.") or (error.name or "").startswith("tilegym"):
            raise inputs.InputError(f"module {name} cannot be imported: {error}") from error
    except ImportError as error:
        raise inputs.InputError(f"module {name} cannot be imported: {error}") from error
    _empty_packages(name)
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise inputs.InputError(f"module {name} cannot be imported: {error}") from error


def _empty_packages(name: str) -> None:
    """Packages above a module that cannot be imported, as folders of modules alone."""
    parts = name.split(".")
    for count in range(1, len(parts)):
        package = ".".join(parts[:count])
        with contextlib.suppress(ImportError):
            importlib.import_module(package)
            continue
        parent = sys.modules[package.rpartition(".")[0]]
        made = ModuleType(package)
        made.__path__ = [str(Path(place) / parts[count - 1]) for place in parent.__path__]
        sys.modules[package] = made
        setattr(parent, parts[count - 1], made)


def sha256(path: Path) -> str:
    """Hash of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
