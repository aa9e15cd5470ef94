"""Stage A's probe: runs TileGym's operators on a machine without a GPU and records their launches.

`gpu` describes the GPU that is not there, `masquerade` makes CPU tensors pretend to be on it,
`record` takes the place of cuTile's launcher and tuner, `signature` says what the launcher would
infer, `export` writes Tile IR bytecode, `derive` makes signatures that no input reached. `capture`
and `log` are the two commands; `python -m tileport.probe --help` lists their options.
"""
