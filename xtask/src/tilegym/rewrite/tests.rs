//! The rewriter on small modules, and on all of the pinned TileGym package.

use super::*;
use crate::files::sha256;
use crate::tilegym::pinned;
use crate::tilegym::syntax::Source;
use crate::tilegym::tree::{PythonFile, Tree};
use crate::workspace::Workspace;

fn file(path: &str, text: &str) -> PythonFile {
    PythonFile {
        path: path.into(),
        module: path.trim_end_matches(".py").trim_end_matches("/__init__").replace('/', "."),
        sha256: sha256(text),
        source: Source::parse(text).unwrap(),
    }
}

/// Rewrites the first of some files, without the twin's first line.
fn rewritten(files: &[PythonFile]) -> anyhow::Result<String> {
    let package = Package::new(files);
    let module = package.module(&files[0].module).unwrap();
    let origin = Origin { version: "1.5.1", sha256: &files[0].sha256 };
    let twin = rewrite(&package, module, origin)?;
    Ok(twin.text.split_once('\n').unwrap().1.to_owned())
}

const OPERATOR: &str = r#"# SPDX-License-Identifier: MIT
"""An operator."""
import math

import cuda.tile as ct
from cuda.tile import RoundingMode as RMd
from cuda.tile._datatype import float32, float4_x
from cuda.tile.tune import exhaustive_search

from tilegym.backend import register_impl
from tilegym.experimental import experimental_kernel

from .utils import helper, scale

ConstInt = ct.Constant[int]
LIMIT = 8


# Adds one.
def _add_one(tile):
    return tile + ct.full((1,), 1, dtype=ct.int32)


# The kernel.
@experimental_kernel
@ct.kernel(occupancy=ct.ByTarget(sm_100=2))
def _kernel(x, N: ConstInt, k: "ConstInt" = 1):
    ct.store(x, index=(0,), tile=scale(_add_one(ct.load(x, (0,), (N,)))))


@register_impl("op", backend="cutile")
def op(x: "tensor", kernel: ct.kernel = None):
    ct.launch(stream(), (ct.cdiv(x.n, LIMIT), 1, 1), _kernel, (x, 4, helper(1)))  # go
    return x
"#;

const UTILS: &str = "import cuda.tile as ct\n\ndef helper(a):\n    return a\n\ndef scale(t):\n    return ct.exp(t)\n";

#[test]
fn an_operator_keeps_its_host_code() {
    let files =
        [file("tilegym/ops/cutile/op.py", OPERATOR), file("tilegym/ops/cutile/utils.py", UTILS)];
    let expected = r#"# SPDX-License-Identifier: MIT
"""An operator."""
import math

from tilegym.tileport_rs import runtime as tileport
from tilegym.tileport_rs.runtime import float32
from tilegym.tileport_rs.runtime.tune import exhaustive_search

from tilegym.tileport_rs import register_impl
from tilegym.tileport_rs.runtime import experimental_kernel

from tilegym.tileport_rs.ops.cutile.utils import helper

LIMIT = 8


# The kernel.
_kernel = tileport.Kernel(
    "tilegym/ops/cutile/op.py",
    "_kernel",
    25,
    params=("x", "N", "k"),
    const=("N", "k"),
    occupancy=tileport.ByTarget(sm_100=2),
)
_kernel = experimental_kernel(_kernel)


@register_impl("op", backend="cutile-rs")
def op(x: "tensor", kernel: tileport.kernel = None):
    tileport.launch(stream(), (tileport.cdiv(x.n, LIMIT), 1, 1), _kernel, (x, 4, helper(1)))  # go
    return x
"#;
    assert_eq!(rewritten(&files).unwrap(), expected);
}

#[test]
fn a_kernel_made_in_a_factory_keeps_its_free_variables() {
    let text = "import cuda.tile as ct\n\ndef make(occupancy, n):\n    @ct.kernel(occupancy=occupancy)\n    \
                def inner(x):\n        m = n\n        ct.store(x, (0,), m)\n\n    return inner\n";
    let twin = rewritten(&[file("tilegym/ops/cutile/f.py", text)]).unwrap();
    assert!(twin.contains("    inner = tileport.Kernel(\n        \"tilegym/ops/cutile/f.py\",\n        \"make.<locals>.inner\",\n        4,\n"), "{twin}");
    assert!(
        twin.contains(
            "closure={\"n\": n},\n        occupancy=occupancy,\n    )\n\n    return inner\n"
        ),
        "{twin}"
    );
}

#[test]
fn what_uses_cutile_outside_kernel_packages_is_taken_from_a_twin() {
    let operator = "import cuda.tile as ct\nfrom tilegym.autotune import cached, disabled\n\n\
                    @ct.kernel\ndef k(x):\n    pass\n\ndef f():\n    cached(k, disabled())\n";
    let autotune = "STATE = []\n\ndef disabled():\n    return STATE\n\ndef cached(k, d):\n    \
                    import cuda.tile as ct\n\n    return ct.kernel(k._pyfunc)\n";
    let files = [file("tilegym/ops/cutile/f.py", operator), file("tilegym/autotune.py", autotune)];
    let twin = rewritten(&files).unwrap();
    assert!(twin.contains("from tilegym.tileport_rs.autotune import cached\n"), "{twin}");
    assert!(twin.contains("from tilegym.autotune import disabled\n"), "{twin}");
    let [first, second] = files;
    let helper = rewritten(&[second, first]).unwrap();
    assert!(helper.contains("def cached(k, d):\n\n    return tileport.kernel(k._pyfunc)\n"));
}

#[test]
fn streams_to_launch_on_are_looked_up_by_the_launcher() {
    let text = "import torch\nimport cuda.tile as ct\n\ndef f(x, k):\n    s = torch.cuda.current_stream(x.device)\n    \
                ct.launch(torch.cuda.current_stream(), (1,), k, (x,))\n    \
                return torch.cuda.current_stream().cuda_stream\n";
    let twin = rewritten(&[file("tilegym/ops/cutile/f.py", text)]).unwrap();
    let body = twin.split_once("def f(x, k):\n").unwrap().1;
    assert_eq!(
        body,
        "    s = tileport.current_stream(x.device)\n    \
         tileport.launch(tileport.CURRENT_STREAM, (1,), k, (x,))\n    \
         return torch.cuda.current_stream().cuda_stream\n"
    );
}

#[test]
fn functions_with_a_backward_pass_get_the_runtimes_base() {
    let text = "import torch\nimport cuda.tile as ct\n\nclass A(torch.autograd.Function):\n    def f(x, k):\n        \
                ct.launch(0, (1,), k, (x,))\n";
    let twin = rewritten(&[file("tilegym/ops/cutile/f.py", text)]).unwrap();
    assert!(twin.contains("class A(tileport.Function):\n"), "{twin}");
}

#[test]
fn facts_of_a_device_are_asked_of_the_runtime() {
    let text = "import torch\nimport cuda.tile as ct\n\ndef f(x, k):\n    \
                n = torch.cuda.get_device_properties(x.device).multi_processor_count\n    \
                ct.launch(0, (n,), k, (torch.cuda.get_device_capability()[0],))\n    \
                return torch.cuda.get_device_name()\n";
    let twin = rewritten(&[file("tilegym/ops/cutile/f.py", text)]).unwrap();
    let body = twin.split_once("def f(x, k):\n").unwrap().1;
    assert_eq!(
        body,
        "    n = tileport.get_device_properties(x.device).multi_processor_count\n    \
         tileport.launch(0, (n,), k, (tileport.get_device_capability()[0],))\n    \
         return torch.cuda.get_device_name()\n"
    );
}

#[test]
fn unknown_uses_in_host_code_are_refused_with_their_lines() {
    let refused = |body: &str| {
        let text = format!("import cuda.tile as ct\n{body}");
        let error = rewritten(&[file("tilegym/ops/cutile/f.py", &text)]).unwrap_err();
        assert_eq!(crate::error::exit_of(&error), crate::error::Exit::Usage);
        error.to_string()
    };
    let launching = "def f(x):\n    ct.launch(0, (1,), k, (x,))\n    return ct.magic(x)\n";
    assert!(refused(launching).contains("tilegym/ops/cutile/f.py:4: `ct.magic`"));
    let registered =
        "@register_impl(\"f\", backend=\"cutile\")\ndef f(x):\n    return ct.magic(x)\n";
    assert!(refused(registered).contains("f.py:4: `ct.magic`"));
    let in_class = "class A:\n    def f(self):\n        ct.launch(0, 0, 0, 0)\n        ct.exp(0)\n";
    assert!(refused(in_class).contains("f.py:5: `ct.exp`"));
    let bare = "def f(x):\n    ct.launch(0, 0, 0, 0)\n    return getattr(ct, x)\n";
    assert!(refused(bare).contains("f.py:4: `ct` is passed on as a value"));
    let indirect =
        "def dev(t):\n    return ct.exp(t)\n\nclass A:\n    g = dev\n    l = ct.launch\n";
    assert!(refused(indirect).contains("f.py:6: `dev` is used by host code"));
}

#[test]
fn a_local_variable_of_a_device_names_spelling_is_host_code() {
    let text = "import cuda.tile as ct\n\ndef scale(t):\n    return ct.exp(t)\n\n\
                def f(x, scale):\n    ct.launch(0, (1,), x, (scale,))\n";
    let twin = rewritten(&[file("tilegym/ops/cutile/f.py", text)]).unwrap();
    assert_eq!(
        twin,
        "from tilegym.tileport_rs import runtime as tileport\n\n\
         def f(x, scale):\n    tileport.launch(0, (1,), x, (scale,))\n"
    );
}

#[test]
fn every_module_of_the_pinned_package_is_rewritten() {
    let workspace = Workspace::discover().unwrap();
    let tree = Tree::open(&pinned::site_packages(&workspace).unwrap()).unwrap();
    let files = tree.python_files().unwrap();
    let package = Package::new(&files);
    let mut kernels = 0;
    let mut registrations = 0;
    let mut twins = 0;
    for name in package.twins() {
        let module = package.module(name).unwrap();
        let origin = Origin { version: tree.version(), sha256: "" };
        let twin = rewrite(&package, module, origin).unwrap();
        let source = Source::parse(twin.text.clone()).unwrap();
        let code = Module::new(twin.module.clone(), twin.file.clone(), &source);
        assert!(code.tile_uses.is_empty() && code.aliases.is_empty(), "{name} still uses cuTile");
        assert!(twin.notes.is_empty(), "{:?}", twin.notes);
        kernels += twin.text.matches("= tileport.Kernel(").count();
        registrations += twin.text.matches("backend=\"cutile-rs\"").count();
        twins += 1;
    }
    assert_eq!((twins, kernels, registrations), (98, 188, 98));
}
