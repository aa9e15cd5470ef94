"""Speaks the protocol of `tileport.nightly` with made times: a worker for tests of `regress`.

What it does with a case is in a file named by its environment: {"<operator> <case>": "die" | "hang" |
"wrong" | <factor of the port's time>}, or a list of these for its first run, its second and so on, and
"start" or "start <GPU>": "die" for a worker that never comes up.
"""

import glob
import json
import os
import random
import sys
import time

CASES = [(f"c{number}", 5.0 * (number + 1)) for number in range(6)]


def side(us, scatter):
    """Thirty calls on the device, forty to return."""
    return {
        "device_us": [us * random.gauss(1.0, scatter) for _ in range(30)],
        "host_us": [20.0 * random.gauss(1.0, 0.05) for _ in range(40)],
        "kernels": ["k"],
    }


def ran(name):
    """How often a case was begun, on whichever GPU."""
    files = glob.glob(os.environ["NIGHT_PLAN"] + ".*.ran")
    return sum(line.rstrip() == name for path in files for line in open(path, encoding="utf-8"))


def main():
    """Lists cases, or serves."""
    if "--list" in sys.argv:
        for path in sys.argv[sys.argv.index("--list") + 1 :]:
            for case, _ in CASES:
                print(json.dumps({"operator": path.split("/")[1], "inputs": path, "case": case}))
        return
    with open(os.environ["NIGHT_PLAN"], encoding="utf-8") as file:
        plan = json.load(file)
    gpu = os.environ["CUDA_VISIBLE_DEVICES"]
    if "die" in (plan.get("start"), plan.get(f"start {gpu}")):
        sys.exit("no such device")
    random.seed(plan.get("seed", 0))
    session = {
        "kind": "session",
        "v": 1,
        "at": 1,
        "device": "GPU",
        "target": "sm_90",
        "driver": plan.get("driver", "1"),
    }
    session |= {"roof": {"gb_per_s": 4000.0, "tflop_per_s": 800.0}, "libraries": {"one": plan.get("library", "a")}}
    session["tools"] = {"tileiras": "13.5.37"}
    print(json.dumps(session), flush=True)
    for text in sys.stdin:
        request = json.loads(text)
        name = f"{request['operator']} {request['case']}"
        with open(os.environ["NIGHT_PLAN"] + f".{gpu}.ran", "a", encoding="utf-8") as file:
            file.write(name + "\n")
        act = plan.get(name, 1.0)
        if isinstance(act, list):
            act = act[ran(name) - 1]
        if act == "die":
            print("CUDA error: an illegal memory access", file=sys.stderr)
            os._exit(17)
        if act == "hang":
            time.sleep(600)
        us = dict(CASES)[request["case"]]
        factor = act if isinstance(act, float) else 1.0
        line = {"kind": "case", "v": 1, "operator": request["operator"], "case": request["case"], "bytes": 1 << 20}
        line["check"] = {"ok": act != "wrong", "same_bits": act != "wrong"}
        line |= {"reference": side(us, 0.01), "port": side(us * factor, 0.01)}
        print(json.dumps(line), flush=True)


main()
