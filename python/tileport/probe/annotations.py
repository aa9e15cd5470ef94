"""Annotations of kernel parameters that do not resolve become an error that names the parameter.

cuTile resolves postponed annotations, aliases and strings when a kernel is made; an unknown name in
one is a bare `NameError` there, from which the parameter that it stands at is hard to find.
"""

from __future__ import annotations

import typing

from cuda.tile import _annotated_function

from tileport.probe.export import package_path


class AnnotationError(TypeError):
    """An annotation of a kernel parameter that cannot be resolved."""


def install() -> None:
    """From now on kernels with unresolvable annotations are refused with parameter and file."""
    resolve = _annotated_function.get_annotated_function

    def get_annotated_function(pyfunc):
        try:
            return resolve(pyfunc)
        except (NameError, SyntaxError, AttributeError) as error:
            raise AnnotationError(_explain(pyfunc, error)) from error

    _annotated_function.get_annotated_function = get_annotated_function


def _explain(pyfunc, error: Exception) -> str:
    place = f"{package_path(pyfunc.__code__.co_filename)}:{pyfunc.__code__.co_firstlineno}"
    for name, annotation in pyfunc.__annotations__.items():
        alone = type("Alone", (), {"__annotations__": {name: annotation}})
        try:
            typing.get_type_hints(alone, globalns=pyfunc.__globals__, include_extras=True)
        except Exception:  # whatever the annotation's evaluation raises
            return (
                f"{place}: parameter {name!r} of kernel {pyfunc.__qualname__}: "
                f"annotation {annotation!r} cannot be resolved ({error}); "
                "import the name at module level"
            )
    return f"{place}: kernel {pyfunc.__qualname__}: an annotation cannot be resolved ({error})"
