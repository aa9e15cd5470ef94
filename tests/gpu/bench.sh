#!/usr/bin/env bash
# Times wired operators on a GPU, both backends in one process each, and prints a short table.
# Usage: tests/gpu/bench.sh OUT_FOLDER [OPERATOR…]      (default: softmax silu_and_mul rms_norm)
# The environment is that of `python -m tileport.bench`: PYTHONPATH with the wired TileGym tree, cuTile and
# tileiras where the tree's packages do not hold them. Raw samples are left in OUT_FOLDER/OPERATOR.jsonl.
# SECONDS_EACH bounds an operator (default 150); what was timed until then counts.
set -uo pipefail
cd "$(dirname "$0")/../.."
out=${1:?usage: bench.sh OUT_FOLDER [OPERATOR…]}
shift
[ $# -gt 0 ] || set -- softmax silu_and_mul rms_norm
mkdir -p "$out"
export PYTHONPATH="${PYTHONPATH:+$PYTHONPATH:}$PWD/python"
files=()
for operator in "$@"; do
    timeout "${SECONDS_EACH:-150}" "${PYTHON:-python3}" -m tileport.bench \
        --inputs "python/tileport/bench/cases/$operator.toml" \
        >"$out/$operator.jsonl" 2>"$out/$operator.log" || echo "$operator: exit $?; see $operator.log" >&2
    files+=("$out/$operator.jsonl")
done
"${PYTHON:-python3}" -m tileport.bench.table --cases "${files[@]}"
