"""Finding and opening the libraries of ported operators.

`manifest.json` lies beside this package (or where `TILEPORT_MANIFEST` says) and names for each
operator its library, by a path that holds a hash of its content: a rebuilt library is another
file, so new code is never taken for old or the reverse. Launches look at the manifest and read it again
when it has changed.
"""

from __future__ import annotations

import dataclasses
import json
import math
import os
import shutil
import sys
import threading
import time
from pathlib import Path
from typing import Any

import cffi

from .errors import LibraryError, exception

#: The version of the table's layout that this module declares.
ABI = 1

#: Seconds within which the manifest is not looked at again: a system call on every launch would cost
#: as much as the rest of it, and no one rebuilds and calls that fast.
LOOK_EVERY = 0.02

#: The schema of `manifest.json` that this module reads.
SCHEMA = 1

TYPES = """
typedef struct {
    uint64_t ptr;
    int32_t ndim;
    int64_t shape[5];
    int64_t strides[5];
    int32_t dtype;
} TensorDesc;
typedef struct {
    uint32_t grid[3];
    int32_t num_ctas;
    int32_t occupancy;
    int32_t opt_level;
    int32_t num_worker_warps;
} LaunchConfig;
typedef struct KernelV1 {
    uint32_t abi;
    uint32_t function;
    const char *name;
    const char *kinds;
    const void *op;
    int32_t (*call)(const struct KernelV1 *, const TensorDesc *, const uint64_t *,
                    const LaunchConfig *, int32_t, void *);
    int32_t (*plan)(const struct KernelV1 *, const TensorDesc *, const uint64_t *,
                    const LaunchConfig *, int32_t, void **);
    int32_t (*launch)(const void *, const uint64_t *, const uint64_t *, const uint32_t *, void *);
    void (*drop)(const void *);
} KernelV1;
const char *tileport_last_error(void);
int32_t tileport_set_assembler(const char *);
"""


@dataclasses.dataclass(frozen=True)
class Param:
    """A parameter: its name, its kind (a letter of `KernelV1.kinds`), the value of a fixed one."""

    name: str
    kind: str
    value: Any = None


@dataclasses.dataclass(frozen=True)
class Entry:
    """A function of a loaded library."""

    ffi: cffi.FFI
    library: Any
    table: Any
    name: str
    params: tuple[Param, ...]
    #: SHA-256 of the Rust kernel's source.
    code: str
    #: The assembler's path.
    assembler: str

    def check(self, code: int) -> None:
        """Raises for a return code that is not 0."""
        if code:
            text = self.library.tileport_last_error()
            message = self.ffi.string(text).decode() if text else "no message"
            raise exception(code, message)


class Manifest:
    """One reading of `manifest.json`."""

    def __init__(self, path: Path):
        try:
            content = json.loads(path.read_text())
        except FileNotFoundError:
            raise LibraryError(f"no ported kernels: {path} is missing; run `cargo xtask port`") from None
        except ValueError as error:
            raise LibraryError(f"{path} cannot be read: {error}") from error
        if content.get("schema") != SCHEMA:
            raise LibraryError(f"{path} has schema {content.get('schema')}, {SCHEMA} is needed; wire it again")
        self.path = path
        self.assembler = content.get("assembler")
        #: By Python module and function: the operator, its record and the function's.
        self.functions: dict[tuple[str, str], tuple[str, dict, dict]] = {}
        for operator, record in content["operators"].items():
            for name, function in record["functions"].items():
                self.functions[function["module"], name] = (operator, record, function)

    def entry(self, module: str, function: str) -> Entry:
        """Opens the library of a function."""
        if (module, function) not in self.functions:
            raise LibraryError(
                f"kernel {function} of {module} is not ported: {self.path} does not name it; run "
                "`cargo xtask port` for its operator"
            )
        operator, record, description = self.functions[module, function]
        path = self.path.parent / record["library"]
        if not path.is_file():
            raise LibraryError(f"the library of {operator} is missing: {path}; run `cargo xtask wire {operator}`")
        tables = tuple(function["table"] for function in record["functions"].values())
        ffi, library = _open(str(path.resolve()), tables)
        try:
            table = ffi.addressof(library, description["table"])
        except AttributeError:
            raise LibraryError(f"{path} lacks {description['table']}; run `cargo xtask port {operator}`") from None
        params = tuple(Param(p["name"], p["kind"], p.get("value")) for p in description["params"])
        if table.abi != ABI:
            raise LibraryError(f"{path} has ABI {table.abi}, this runtime {ABI}; build it again")
        kinds = "".join(param.kind for param in params)
        if ffi.string(table.kinds).decode() != kinds:
            raise LibraryError(f"{path} and {self.path} disagree on {function}; wire again")
        assembler = _assembler(self)
        code = library.tileport_set_assembler(assembler.encode())
        entry = Entry(ffi, library, table, function, params, record.get("kernel_sha256", ""), assembler)
        entry.check(code)
        return entry


_lock = threading.Lock()
_libraries: dict[str, tuple[cffi.FFI, Any]] = {}


def _open(path: str, tables: tuple[str, ...]) -> tuple[cffi.FFI, Any]:
    if path not in _libraries:
        ffi = cffi.FFI()
        ffi.cdef(TYPES + "".join(f"extern KernelV1 {table};\n" for table in tables))
        try:
            _libraries[path] = ffi, ffi.dlopen(path)
        except OSError as error:
            raise LibraryError(f"{path} cannot be loaded: {error}") from error
    return _libraries[path]


def _assembler(manifest: Manifest) -> str:
    """tileiras: beside the manifest, in the environment's packages, or on PATH."""
    places = [manifest.path.parent / manifest.assembler] if manifest.assembler else []
    places += [Path(folder, "nvidia", "cu13", "bin", "tileiras") for folder in sys.path]
    for place in places:
        if place.is_file():
            return str(place)
    # The library's own message says what to install, should it come to need the program.
    return shutil.which("tileiras") or "tileiras"


class Resolver:
    """Entries by kernel, made again when the manifest has changed."""

    def __init__(self) -> None:
        self._stamp: Any = None
        self._looked = -math.inf
        self._manifest: Manifest | None = None
        self._entries: dict[tuple[str, str], Entry] = {}
        #: Counts the readings of a manifest: what was made under another number is stale.
        self.generation = 0

    def refresh(self) -> int:
        """Looks whether the manifest has changed, if that was not done just now; the generation."""
        now = time.monotonic()
        if now - self._looked < LOOK_EVERY:
            return self.generation
        path = manifest_path()
        try:
            status = os.stat(path)
            stamp = (path, status.st_mtime_ns, status.st_size, status.st_ino)
        except OSError:
            stamp = None
        if stamp is None or stamp != self._stamp:
            with _lock:
                self._entries = {}
                self._manifest = None
                self._stamp = stamp
                self.generation += 1
        self._looked = now
        return self.generation

    def entry(self, module: str, function: str) -> Entry:
        """The entry of a kernel function of a Python module."""
        self.refresh()
        found = self._entries.get((module, function))
        if found is not None:
            return found
        with _lock:
            if self._manifest is None:
                self._manifest = Manifest(Path(manifest_path()))
            entry = self._manifest.entry(module, function)
            self._entries[module, function] = entry
            return entry


_BESIDE = str(Path(__file__).resolve().parent.parent / "manifest.json")


def manifest_path() -> str:
    """Where the manifest lies."""
    return os.environ.get("TILEPORT_MANIFEST") or _BESIDE


def available(module: str | None = None) -> bool:
    """Whether there is a library for a module's kernels; without a module, for any."""
    try:
        manifest = Manifest(Path(manifest_path()))
    except LibraryError:
        return False
    return any(
        (manifest.path.parent / record["library"]).is_file()
        for (name, _), (_, record, _) in manifest.functions.items()
        if module in (None, name)
    )


resolver = Resolver()
