"""`python -m tileport.probe`: capture, log, operators."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tileport.probe", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--target", default="sm_90", help="described GPU, e.g. sm_90 (default) or sm_100")
    common.add_argument("--tilegym", type=Path, help="a checkout or a folder with the package; default: installed")
    common.add_argument("--stand-in", type=Path, help="folder for the driver stand-in")

    capture = commands.add_parser("capture", parents=[common], help="launches, signatures and bytecode")
    capture.add_argument("--inputs", type=Path, action="append", required=True, help="may be given several times")
    capture.add_argument(
        "--out", type=Path, action="append", required=True, help="folder for capture.json and bytecode, one for each"
    )
    capture.add_argument("--launched-only", action="store_true", help="leave signatures out that no input launches")

    log = commands.add_parser("log", parents=[common], help="launch log and torch operators, as JSON lines")
    log.add_argument("--inputs", type=Path, action="append", required=True, help="may be given several times")
    log.add_argument("--backend", default="cutile", help="backend whose implementation is run")
    log.add_argument("--module", action="append", default=[], metavar="OLD=NEW", help="module to call instead")
    log.add_argument("--import", action="append", default=[], dest="imports", help="module to import first")
    log.add_argument("--out", type=Path, action="append", help="one for each inputs file; default: standard output")

    tests = commands.add_parser(
        "from-tests", parents=[common], help="calls that the tests of a TileGym checkout make, as JSON"
    )
    tests.add_argument("--out", type=Path, required=True, help="file for the calls")
    tests.add_argument("--samples", type=int, default=256, help="parametrisations of one test function that are run")
    tests.add_argument("tests", type=Path, nargs="+", help="test files or folders")

    draft = commands.add_parser("draft", help="inputs files from calls, the same ones for all targets")
    draft.add_argument("--out", type=Path, required=True, help="folder for <operator>.toml")
    draft.add_argument("calls", type=Path, nargs="+", help="files that from-tests wrote")

    commands.add_parser("operators", parents=[common], help="TileGym's cutile operators, as JSON")
    return parser


def main() -> int:
    """Runs one command; 2 for inputs that cannot be, 3 for a machine that lacks something."""
    options = _parser().parse_args()
    from tileport.probe.annotations import AnnotationError
    from tileport.probe.inputs import InputError

    try:
        match options.command:
            case "capture":
                from tileport.probe.capture import capture

                jobs = list(zip(options.inputs, options.out, strict=True))
                capture(jobs, options.target, options.tilegym, options.stand_in, options.launched_only)
            case "log":
                from tileport.probe.log import log

                modules = dict(pair.split("=", 1) for pair in options.module)
                log(options, modules)
            case "from-tests":
                from tileport.probe.from_tests import from_tests

                options.out.write_text(json.dumps(from_tests(options)), encoding="utf-8")
            case "draft":
                from tileport.probe.drafting import drafts

                options.out.mkdir(parents=True, exist_ok=True)
                runs = [json.loads(path.read_text(encoding="utf-8")) for path in options.calls]
                for operator, text in drafts(runs, options.out).items():
                    path = options.out / f"{operator.replace('.', '-')}.toml"
                    path.write_text(text, encoding="utf-8")
            case "operators":
                from tileport.probe.log import silent_recorder
                from tileport.probe.session import Session, operators

                session = Session(options.target, options.tilegym, options.stand_in)
                silent_recorder().install()
                session.start()
                print(json.dumps(operators()))
    except (InputError, AnnotationError, ValueError) as error:
        print(f"{error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
