#!/usr/bin/env python3
"""Measures popt on the GPU of this machine. Needs Python 3.8 and the GPU's driver, nothing else.

    python3 measure.py [--minutes 8] [--out FOLDER]
    python3 measure.py --measure-machine        writes cluster.json only
    python3 measure.py --gpus [--minutes 20]    all GPUs of the machine together

Each item runs in processes of its own, with a time limit; what fails is noted, and the next
one runs. results.json and results.md are written after every item. What this machine lacks
(PyTorch, JAX, compute-sanitizer, nsys) is left out, and named.
"""
import argparse
import json
import os
import re
import sys
import tempfile
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import gpus  # noqa: E402
import items  # noqa: E402
import table  # noqa: E402
from tools import Failed, NoTime, Skipped, Tools, libraries  # noqa: E402

# An item that would begin with less time left than this is not begun.
LEAST_SECONDS = 3
# So that one that hangs leaves time for the others.
ITEM_SECONDS = 150


def measure(function, tools):
    """What an item found, or why it did not; `item_seconds` is how long all of it took."""
    begin = time.monotonic()
    if tools.remaining() < LEAST_SECONDS:
        return {"status": "no time"}
    tools.begin_item(ITEM_SECONDS)
    try:
        found = {"status": "done", **function(tools)}
    except NoTime as reason:
        found = {"status": "no time", "reason": str(reason)}
    except Skipped as reason:
        found = {"status": "skipped", "reason": str(reason)}
    except Failed as reason:
        found = {"status": "failed", "reason": str(reason)}
    except Exception:  # the next item runs, whatever is wrong with this one
        found = {"status": "failed", "reason": traceback.format_exc(limit=3)}
    return {**found, "item_seconds": round(time.monotonic() - begin, 2)}


def write(path, text):
    with open(path + ".part", "w", encoding="utf-8") as f:
        f.write(text)
    os.replace(path + ".part", path)


def save(tools):
    write(os.path.join(tools.options.out, "results.json"), json.dumps(tools.results, indent=1))
    write(os.path.join(tools.options.out, "results.md"), table.markdown(tools.results))


def run(options, scratch):
    os.environ.update(libraries())
    tools = Tools(options, scratch)
    tools.results = {"kit": {**{key: tools.manifest[key] for key in ("target", "version", "cubins")},
                             "several_gpus": options.gpus},
                     "time": time.strftime("%Y-%m-%d %H:%M:%S %Z"), "items": {}}
    if options.gpus:
        chosen = gpus.all_items(tools, items.environment)
    elif options.measure_machine:
        chosen = items.items_of_machine(tools)
    else:
        chosen = items.all_items(tools)
    chosen = [item for item in chosen if re.search(options.only, item[0])]
    for i, (name, function) in enumerate(chosen):
        found = measure(function, tools)
        tools.results["items"][name] = found
        save(tools)
        reason = found.get("reason", "").strip().splitlines()[-1:] or [""]
        print(f"[{i + 1}/{len(chosen)}, {tools.remaining():.0f} s left] {name}: {found['status']}"
              f" in {found.get('item_seconds', 0)} s {reason[0][:300]}", flush=True)
    print("\n" + table.markdown(tools.results))
    return 1 if any(item["status"] == "failed" for item in tools.results["items"].values()) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=8, help="time for everything")
    parser.add_argument("--out", default=".", help="folder of results.json, results.md, cluster.json")
    parser.add_argument("--only", default="", help="items whose names match this expression")
    parser.add_argument("--measure-machine", action="store_true",
                        help="what cluster.json needs, nothing else")
    parser.add_argument("--gpus", action="store_true",
                        help="what a rank on each of several GPUs reaches: bandwidths, steps, bubbles")
    parser.add_argument("--any-device", action="store_true",
                        help="PyTorch and JAX may compute on a CPU (for tests of the kit)")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="popt-kit-") as scratch:
        return run(options, scratch)


if __name__ == "__main__":
    sys.exit(main())
