"""Chooses among the calls that tests made and writes them as inputs files.

A call is kept where it adds a signature that no earlier one has, on any target. Calls that differ in
values alone become the rows of one entry. What stands in a file below the line `BY_HAND` is kept.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path

BY_HAND = "# Written by hand: what no test reaches."

#: Signatures of one kernel and target that are sought; calls beyond them repeat what is known of it.
SIGNATURES = 64
#: Configurations of a search that are all captured.
CONFIGURATIONS = 48
#: Elements of all tensors of a call together; beyond them there is no address space for storages.
LARGEST = 1 << 34
#: Width of a line of rows.
WIDTH = 118


def drafts(runs: list[dict], folder: Path) -> dict[str, str]:
    """The text of each operator's inputs file, from what `from-tests` found on every target."""
    texts = {}
    for operator in sorted({name for run in runs for name in run["operators"]}):
        found = [run | run["operators"][operator] for run in runs if operator in run["operators"]]
        cases = chosen(merged(calls_of(operator, runs)))
        if not cases:
            continue
        tolerance: dict[str, list] = {}
        for run in found:
            for dtype, pair in run["tolerance"].items():
                tolerance[dtype] = min(tolerance.get(dtype, pair), pair)
        path = folder / f"{operator.replace('.', '-')}.toml"
        old = path.read_text(encoding="utf-8") if path.is_file() else ""
        _, hand, tail = old.partition(BY_HAND)
        texts[operator] = document(operator, cases, tolerance) + (f"\n{hand}{tail}" if hand else "")
    return texts


def calls_of(operator: str, runs: list[dict]) -> list[dict]:
    """What concerns one operator: its own calls, and others' that launch kernels of its module.

    A kernel belongs to the operator in whose module it stands, so that it is ported once.
    """
    found = []
    for run in runs:
        own = run["files"].get(operator)
        others = set(run["files"].values()) - {own}
        cases = []
        for name, calls in run["operators"].items():
            mine = name == operator or run["files"].get(name) == own
            for case in calls["cases"]:
                files = [json.loads(text)[0] for text in case["signatures"]]
                keep = [
                    text
                    for text, file in zip(case["signatures"], files, strict=True)
                    if (file == own if name != operator else file not in others)
                ]
                if keep and (name == operator or not mine):
                    call = case["call"] if name == operator else case["call"] or name
                    cases.append(case | {"call": call, "signatures": keep})
        found.append(run | {"cases": sorted(cases, key=lambda case: case["call"] is not None)})
    return found


def merged(runs: list[dict]) -> list[dict]:
    """The calls of all runs, each once, with its signatures on every target."""
    known: dict[str, dict] = {}
    for run in runs:
        for case in run["cases"]:
            call = {key: case[key] for key in ("call", "names", "args", "kwargs", "backward")}
            entry = known.setdefault(json.dumps(call, sort_keys=True), call | {"signatures": set(), "searches": {}})
            for text in case["signatures"]:
                file, function, *rest = json.loads(text)
                entry["signatures"].add((run["target"], file, function, json.dumps(rest)))
            for name, count in case["searches"].items():
                entry["searches"][name] = max(count, entry["searches"].get(name, 0))
    return list(known.values())


def chosen(cases: list[dict]) -> list[dict]:
    """The calls that add a signature, in the order of the tests; one search of each kernel is whole."""
    seen, count, searched, kept = set(), Counter(), set(), []
    for case in cases:
        new = {key for key in case["signatures"] - seen if count[key[:3]] < SIGNATURES}
        if not new or _elements([case["args"], case["kwargs"]]) > LARGEST:
            continue
        seen |= case["signatures"]
        count.update(key[:3] for key in new)
        small = {name for name, count in case["searches"].items() if count <= CONFIGURATIONS}
        kept.append(case | {"search": bool(small - searched)})
        searched |= small
    return kept


def _elements(value) -> int:
    if isinstance(value, dict) and "shape" in value:
        strides = value.get("strides")
        if strides:
            return sum((size - 1) * stride for size, stride in zip(value["shape"], strides, strict=True))
        return math.prod(value["shape"])
    if isinstance(value, dict):
        return sum(_elements(item) for item in value.values())
    return sum(_elements(item) for item in value) if isinstance(value, list) else 0


def toml(value) -> str:
    """A value as inline TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return "{ " + ", ".join(f"{_key(key)} = {toml(item)}" for key, item in value.items()) + " }"


def _key(key: str) -> str:
    return key if key.replace("_", "").isalnum() and key.isascii() else json.dumps(key)


def leaves(value, path: tuple = ()):
    """Path and value of everything in a call that can be a row's item."""
    if isinstance(value, dict) and "values" in value:
        yield (*path, "values"), value["values"]
        yield (*path, "dtype"), value["dtype"]
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(item, (*path, index))
    else:
        yield path, value


def _structure(case: dict) -> str:
    """Equal for calls that can be rows of one entry."""
    shape = [(path, type(value).__name__) for path, value in leaves([case["args"], case["kwargs"]])]
    return json.dumps([case["call"], shape, case["backward"], case["search"]], default=str)


def _label(path: tuple, names: list[str]) -> str:
    """A column's name: the parameter's, and what of it varies."""
    _, first, *rest = path
    owner = names[first] if isinstance(first, int) and first < len(names) else str(first)
    parts = [str(part) for part in rest if part not in ("shape", "values", "tuple", "torch")]
    text = "_".join([owner, *parts])
    return "".join(c if c.isalnum() and c.isascii() else "_" for c in text)


def entry(name: str, cases: list[dict]) -> list[str]:
    """The lines of one `[[input]]` for calls of one structure."""
    first = cases[0]
    flat = [dict(leaves([case["args"], case["kwargs"]])) for case in cases]
    columns: dict[str, list] = {}
    place: dict[tuple, str] = {}
    by_values: dict[str, str] = {}
    for path in flat[0]:
        values = [row[path] for row in flat]
        if all(value == values[0] and type(value) is type(values[0]) for value in values):
            continue
        key = json.dumps(values)
        if key not in by_values:
            label = "dtype" if path[-1] == "dtype" and "dtype" not in columns else _label(path, first["names"])
            while label in columns:
                label += "_"
            columns[label] = values
            by_values[key] = label
        place[path] = by_values[key]

    def filled(value, path):
        if path in place:
            return f"={place[path]}"
        if isinstance(value, dict):
            return {key: filled(item, (*path, key)) for key, item in value.items()}
        if isinstance(value, list):
            return [filled(item, (*path, index)) for index, item in enumerate(value)]
        return value

    lines = ["", "[[input]]", f"name = {toml(name)}"]
    if first["call"]:
        lines.append(f"call = {toml(first['call'])}")
    if first["args"]:
        lines.append(f"args = {toml(filled(first['args'], (0,)))}")
    if first["kwargs"]:
        lines.append(f"kwargs = {toml(filled(first['kwargs'], (1,)))}")
    if first["backward"]:
        lines.append("backward = true")
    if first["search"]:
        lines.append('search = "all"')
    if columns:
        single = len(columns) == 1
        rows = [toml(row[0] if single else list(row)) for row in zip(*columns.values(), strict=True)]
        lines.append(f"each = {{ {json.dumps(','.join(columns))} = [")
        line = "   "
        for row in rows:
            if len(line) + len(row) + 2 > WIDTH and line.strip():
                lines.append(line)
                line = "   "
            line += f" {row},"
        lines += [line, "] }"]
    return lines


def _title(group: list[dict]) -> str:
    """A group's name: the flags that are on in all of it, the backward pass, the search."""
    case = group[0]
    flags = [
        key if value is True else f"{key} {value}"
        for key, value in case["kwargs"].items()
        if (value is True or isinstance(value, str)) and all(one["kwargs"][key] == value for one in group)
    ]
    parts = flags[:3] + ["with gradients"] * case["backward"] + ["every configuration"] * case["search"]
    return ", ".join(parts) or "plain"


def document(operator: str, cases: list[dict], tolerance: dict) -> str:
    """The text of an inputs file."""
    lines = [
        f"# On what stage A runs {operator}, made from TileGym's tests by `reference --from-tests`;",
        "# the format is described in python/tileport/probe/inputs.py.",
        f"operator = {toml(operator)}",
        'correctness_reference = "the reference of TileGym\'s own test"',
    ]
    if tolerance:
        lines += ["", "[tolerance]"]
        lines += [
            f"{_key(dtype)} = {{ rtol = {toml(float(rtol))}, atol = {toml(float(atol))} }}"
            for dtype, (rtol, atol) in sorted(tolerance.items())
        ]
    groups: dict[str, list[dict]] = {}
    for case in cases:
        groups.setdefault(_structure(case), []).append(case)
    used: Counter = Counter()
    for group in groups.values():
        title = _title(group)
        used[title] += 1
        name = title if used[title] == 1 else f"{title} {used[title]}"
        lines += entry(name, group)
    return "\n".join(lines) + "\n"
