#!/usr/bin/env bash
# Packs what a GPU box without Rust or network needs besides torch and the toolkit (tileiras, ptxas,
# libNVVM, libdevice): the wired TileGym tree with its libraries stripped, and Python packages.
# Usage: tests/gpu/pack.sh OUT.tar.xz [PYTHON_VERSION [TREE]]     (default: 3.12, target/tilegym)
# On the box: tar -xJf OUT.tar.xz, then
#   export PYTHONPATH=$PWD/pack/site CUTILE_TILEIRAS_PATH=…/bin/tileiras CUDA_HOME=… PATH=…/bin:$PATH
#   python3 pack/smoke.py --tilegym pack/tilegym
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:?usage: pack.sh OUT.tar.xz [PYTHON_VERSION [TREE]]}
version=${2:-3.12}
tree=${3:-target/tilegym}
[ -f "$tree/tilegym/tileport_rs/manifest.json" ] || {
    echo "pack.sh: $tree is not wired; run cargo xtask port softmax silu_and_mul rms_norm" >&2
    exit 2
}
work=$(mktemp -d)
trap 'find "$work" -mindepth 1 -delete; rmdir "$work"' EXIT
mkdir -p "$work/pack/tilegym"
cp -a "$tree/tilegym" "$work/pack/tilegym/"
find "$work/pack" -name __pycache__ -type d -prune -exec find {} -delete \;
strip --strip-all "$work"/pack/tilegym/tilegym/tileport_rs/lib/*.so
cp tests/gpu/smoke.py "$work/pack/"
.toolkit/venv/bin/python -m pip --version >/dev/null 2>&1 && pip=".toolkit/venv/bin/python -m pip" || pip="python3 -m pip"
$pip install --quiet --no-deps --no-compile --target "$work/pack/site" --only-binary=:all: \
    --python-version "$version" --implementation cp \
    --platform manylinux_2_28_x86_64 --platform manylinux_2_17_x86_64 \
    --platform manylinux2014_x86_64 --platform manylinux_2_34_x86_64 \
    cffi pycparser cuda-tile==1.7.0
tar -C "$work" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - pack \
    | xz -9e --lzma2=dict=64MiB >"$out"
ls -l "$out"
