"""Runs an operator on its inputs and writes its launches, signatures and bytecode to a folder.

`capture.json` in the folder has what `analysis.json` is made of, for one target; bytecode lies
beside it as `<sha256>.tileirbc`. Stage A merges the targets, finds variants and names the files.
"""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import json
from collections import Counter, defaultdict
from importlib import metadata
from pathlib import Path

import cuda.tile as ct
from cuda.tile.compilation import ArrayConstraint, ConstantConstraint

from tileport.probe import derive, export, inputs, session, signature
from tileport.probe.masquerade import Masquerade
from tileport.probe.record import Launch, Recorder, Search, full_grid, kernel_file, kernel_name

#: Launches kept with a signature.
LAUNCHES = 2
#: Derived signatures per function and dtypes, besides those of constants that have one value.
DERIVED = 8
#: TileGym's switch, set where an operator shall take its defaults instead of a search (tilegym.autotune).
NO_TUNER = "TILEGYM_DISABLE_AUTOTUNE"


class Capture:
    """Collects the launches of one operator on one target."""

    def __init__(self, target: str, folder: Path):
        self.target = target
        self.folder = folder
        self.functions: dict[tuple[str, str], dict] = {}
        self.searches: list[dict] = []
        self.refused: list[dict] = []
        self.case: inputs.Case | None = None
        self.searched = False
        self.files: dict[str, Path] = {}
        self._derive_from: dict[tuple, list] = {}
        self._others: set[str] = set()

    def on_launch(self, launch: Launch) -> None:
        """A launch: its signature, exported once, and the launch itself."""
        self._add(launch, config=None)

    def on_search(self, search: Search) -> None:
        """A search: its space, and with `search = "all"` the signature of every configuration."""
        if not search.launches or kernel_file(search.launches[0].kernel) in self._others:
            return
        self.searched = True
        function = kernel_name(search.launches[0].kernel)
        configs = [plain(config) for config in search.configs]
        entry = {
            "function": function,
            "input": self.case.name,
            "target": self.target,
            "configs": configs,
        }
        if all(known["function"] != function or known["configs"] != configs for known in self.searches):
            self.searches.append(entry)
        if self.case.search == "all":
            for launch in search.launches:
                self._add(launch, config=configs[launch.config])

    def own(self, module: str) -> None:
        """Leaves kernels to the operator whose module they stand in; others' are captured with theirs."""
        others = {session.module_file(name) for name in session.operators().values()}
        self._others = others - {session.module_file(module)}

    def _add(self, launch: Launch, config) -> None:
        if kernel_file(launch.kernel) in self._others:
            return
        constraints = signature.infer(launch.kernel, launch.arguments)
        entry = self._signature(launch.kernel, constraints, launched=True, derived=None)
        if entry is None:
            return
        key = _compact(config) if config is not None else f"input {self.case.name.partition('[')[0]}"
        if key not in entry["configs"]:
            entry["configs"].append(key)
        made = {
            "input": self.case.name,
            "grid": list(full_grid(launch.grid)),
            "arguments": [signature.describe(value) for value in launch.arguments],
        }
        if len(entry["launches"]) < LAUNCHES and made not in entry["launches"]:
            entry["launches"].append(made)

    def _signature(self, kernel, constraints, launched: bool, derived: str | None) -> dict | None:
        function = self._function(kernel)
        arguments = [signature.argument(parameter) for parameter in constraints.parameters]
        options = signature.options(kernel._compiler_options, self.target)
        key = _compact([arguments, options])
        if (known := function["signatures"].get(key)) is not None:
            return known if launched else None
        try:
            code = export.bytecode(kernel, constraints, self.target)
        except Exception as error:  # whatever cuTile's compiler raises for what it cannot do
            reason = f"{type(error).__name__}: {error}"
            if launched:
                self.refused.append({"function": function["name"], "input": self.case.name, "reason": reason})
            function["signatures"][key] = None
            return None
        digest = hashlib.sha256(code).hexdigest()
        (self.folder / f"{digest}.tileirbc").write_bytes(code)
        names = signature.dtypes(arguments)
        entry = {
            "dtypes": "-".join(names) or "none",
            "sha256": digest,
            "launched": launched,
            "derived": derived,
            "symbol": constraints.symbol,
            "arguments": arguments,
            "options": options,
            "launches": [],
            "configs": [],
        }
        function["signatures"][key] = entry
        if launched:
            self._derive_from.setdefault((kernel_file(kernel), kernel_name(kernel), entry["dtypes"]), []).append(
                (kernel, constraints)
            )
        return entry

    def _function(self, kernel) -> dict:
        key = (kernel_file(kernel), kernel_name(kernel))
        if key not in self.functions:
            self.functions[key] = describe_function(kernel) | {"signatures": {}}
            self.files[key[0]] = Path(kernel._pyfunc.__code__.co_filename)
        return self.functions[key]

    def derive(self) -> None:
        """Adds signatures that no input reached, a few for each function and dtypes."""
        done = Counter()
        single = self._single()
        for (*function, _dtypes), known in self._derive_from.items():
            # Another starting point for each of a function's dtypes; ordinary shapes first.
            known = sorted(known, key=lambda item: _sizes_one(item[1]))
            kernel, constraints = known[min(done[tuple(function)], len(known) - 1)]
            done[tuple(function)] += 1
            made = 0
            positions = single[tuple(function)]
            for label, variation in derive.derived(kernel, constraints, positions):
                if made == DERIVED + len(positions):
                    break
                found = self._signature(kernel, variation, launched=False, derived=label)
                made += found is not None and not label.startswith("bound")

    def _single(self) -> dict[tuple, set[int]]:
        """Of each function the constants that have one value in all launched signatures."""
        values: dict[tuple, dict[int, set]] = {}
        for (*function, _dtypes), known in self._derive_from.items():
            for _kernel, constraints in known:
                for position, parameter in enumerate(constraints.parameters):
                    if isinstance(parameter, ConstantConstraint):
                        found = values.setdefault(tuple(function), {}).setdefault(position, set())
                        found.add(repr(parameter.value))
        single = {function: {i for i, found in by.items() if len(found) == 1} for function, by in values.items()}
        return defaultdict(set, single)


def _sizes_one(constraints) -> int:
    arrays = [item for item in constraints.parameters if isinstance(item, ArrayConstraint)]
    return sum(size is not None for array in arrays for size in array.shape_constant)


def describe_function(kernel) -> dict:
    """Name, place and parameters of a `@ct.kernel` function."""
    pyfunc = kernel._pyfunc
    lines, first = inspect.getsourcelines(pyfunc)
    annotated = kernel._annotated_function
    params = []
    for name, node in zip(annotated.pysig.parameters, annotated.parameter_annotations, strict=True):
        array = getattr(node, "array", None)
        wide = array is not None and array.index_dtype.name == "int64"
        params.append({"name": name, "constant": _is_constant(node), "index64": wide})
    return {
        "name": kernel_name(kernel),
        "file": kernel_file(kernel),
        "line": first,
        "lines": [first, first + len(lines) - 1],
        "params": params,
    }


def _is_constant(node) -> bool:
    if hasattr(node, "constant"):
        return node.constant
    items = getattr(node, "items", None) or (node.each,)
    return all(_is_constant(item) for item in items)


def plain(config):
    """A tuner configuration as JSON: by fields where it has them, else by its text."""
    if config is None or isinstance(config, bool | int | float | str):
        return config
    if isinstance(config, dict):
        return {str(key): plain(value) for key, value in config.items()}
    if isinstance(config, list | tuple):
        return [plain(item) for item in config]
    if dataclasses.is_dataclass(config):
        return {item.name: plain(getattr(config, item.name)) for item in dataclasses.fields(config)}
    if hasattr(config, "_by_target"):
        return {"by_target": plain(config._by_target), "default": plain(config._default)}
    if hasattr(config, "__dict__"):
        return {key: plain(value) for key, value in vars(config).items() if not key.startswith("_")}
    return type(config).__name__


def _compact(value) -> str:
    return json.dumps(value, separators=(",", ":"))


def kernels_of(module) -> list:
    """The kernels that a module's own file defines, in the order of their lines."""
    own = {
        kernel_name(value): value
        for value in vars(module).values()
        if isinstance(value, ct.kernel) and value._pyfunc.__code__.co_filename == module.__file__
    }
    return sorted(own.values(), key=lambda kernel: kernel._pyfunc.__code__.co_firstlineno)


def capture(
    jobs: list[tuple[Path, Path]],
    target: str,
    tilegym: Path | None,
    stand_in: Path | None,
    launched_only: bool = False,
) -> None:
    """Runs all cases of inputs files on one target and writes a folder for each: pairs of file and folder.

    Of several, one that fails leaves `error.txt` in its folder.
    """
    here = session.Session(target, tilegym, stand_in)
    recorder = Recorder(lambda _launch: None, lambda _search: None)
    recorder.install()
    here.start()
    for _, folder in jobs:
        folder.mkdir(parents=True, exist_ok=True)
    session.each(
        jobs,
        lambda file, folder: _capture(file, folder, here, recorder, launched_only),
        lambda folder: folder / "error.txt",
    )


def _capture(inputs_file: Path, folder: Path, here: session.Session, recorder: Recorder, launched_only: bool) -> None:
    target = here.target
    document = inputs.load(inputs_file)
    cases = inputs.cases(document, target)
    captured = Capture(target, folder)
    recorder.on_launch, recorder.on_search = captured.on_launch, captured.on_search
    operator = document["operator"]
    registered = session.implementation(operator, "cutile")
    name = document.get("module") or getattr(registered, "__module__", None)
    if name is None:
        raise inputs.InputError(
            f"{inputs_file}: {operator!r} is no operator of TileGym's cutile backend; name its `module`"
        )
    module = session.import_module(name)
    captured.own(module.__name__)

    def run(case: inputs.Case) -> None:
        captured.case = case
        try:
            session.run(case, Masquerade())
        except inputs.InputError:
            raise
        except Exception as error:
            raise inputs.InputError(
                f"{inputs_file}: input {case.name!r} on {target}: {type(error).__name__}: {error}"
            ) from error

    for case in cases:
        run(case)
    if captured.searched:
        # What a user with the tuner off launches is no configuration of a search as a rule. All cases:
        # an operator searches once for a problem, and later cases take what was found.
        for case in cases:
            if NO_TUNER not in case.env:
                run(untuned(case))
    if not launched_only:
        captured.derive()
    result = _result(captured, document, module, here.tilegym)
    (folder / "capture.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


def untuned(case: inputs.Case) -> inputs.Case:
    """The case with the tuner off, under a name of its own."""
    function, bracket, values = case.name.partition("[")
    return dataclasses.replace(
        case, name=f"{function}, untuned{bracket}{values}", env=case.env | {NO_TUNER: "1"}, search="first"
    )


def _unreached(module, reached: set[str]) -> list[str]:
    """Kernels of a module that its operator should have reached; where several share it, none must."""
    if sum(name == module.__name__ for name in session.operators().values()) > 1:
        return []
    return [kernel_name(kernel) for kernel in kernels_of(module) if kernel_name(kernel) not in reached]


def _result(captured: Capture, document: dict, module, tilegym) -> dict:
    functions = []
    for key in sorted(captured.functions, key=lambda key: (key[0], captured.functions[key]["line"])):
        function = captured.functions[key]
        entries = [entry for entry in function["signatures"].values() if entry is not None]
        functions.append(function | {"signatures": entries})
    reached = {function["name"] for function in functions}
    own = export.package_path(module.__file__)
    files = captured.files | {own: Path(module.__file__)}
    return {
        "operator": document["operator"],
        "module": module.__name__,
        "tilegym": {"version": tilegym.__version__, "file": own},
        "files": {file: session.sha256(path) for file, path in sorted(files.items())},
        "cuda_tile": metadata.version("cuda-tile"),
        "target": captured.target,
        "functions": functions,
        "searches": captured.searches,
        "refused": captured.refused,
        "unreached": _unreached(module, reached),
    }
