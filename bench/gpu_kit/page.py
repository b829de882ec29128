#!/usr/bin/env python3
"""Writes the GPU part of docs/Performance.md from what measure.py wrote on a machine with a GPU.

    page.py RESULTS.json --kit build/gpu-kit [--cluster CLUSTER.json] [--bin build/bin]

The predicted step needs the compiler, so it is compared here: poptc says what each model's
step takes on the measured machine (cluster.json, beside RESULTS.json by default).
"""
import argparse
import gzip
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "kit"))
import table  # noqa: E402

BEGIN, END = "<!-- measured by make gpu-kit -->", "<!-- end -->"
BEGIN_SEVERAL = "<!-- measured by measure.py --gpus -->"
SECONDS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0}


def predicted_seconds(text, options, cluster):
    """What poptc -v says of a step on the measured machine; None if it does not."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "model.mlir")
        with open(file, "wb") as f:
            f.write(text)
        done = subprocess.run(
            [os.path.join(options.bin, "poptc"), file, "--target=" + options.target, "-v",
             "--cluster=" + cluster, "--emit=package", "-o", os.path.join(folder, "package")],
            stderr=subprocess.PIPE, text=True)
    match = re.search(r"of ([\d.]+) (\S+) predicted", done.stderr)
    return float(match.group(1)) * SECONDS[match.group(2)] if match else None


def prediction(results, options):
    """The row of the table about predicted steps."""
    cluster = options.cluster or os.path.join(os.path.dirname(os.path.abspath(options.results)),
                                              "cluster.json")
    target = ("predicted step (measured machine)", "within 15%")
    if not os.path.exists(cluster):
        return (*target, "no cluster.json", "not measured")
    ratios = {}
    for name, item in table.done(results, "model: ").items():
        with gzip.open(os.path.join(options.kit, "models", name + ".mlir.gz")) as f:
            seconds = predicted_seconds(f.read(), options, cluster)
        if seconds:
            ratios[name] = seconds / (statistics.median(item["popt"]["step_ms"]) / 1e3)
    return (*target, ", ".join(f"{name} {ratio:.2f}x" for name, ratio in ratios.items()),
            table.verdict(ratios.values(), lambda ratio: 1 / 1.15 <= ratio <= 1.15))


def heading(results):
    environment = table.done(results, "environment").get("", {})
    gpu = environment.get("gpus", [{}])[0]
    jax = {found["jax"] for item in table.done(results, "model: ").values()
           for found in item.get("jax", [])}
    words = [gpu.get("name", "a GPU that has no name"),
             "driver " + gpu["driver_version"] if "driver_version" in gpu else "",
             "JAX " + ", ".join(sorted(jax)) if jax else "", results["kit"]["version"],
             "with machine code" if results["kit"]["cubins"] else "PTX only", results["time"]]
    return "Measured on " + ", ".join(filter(None, words)) + ".\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results")
    parser.add_argument("--kit", required=True, help="the folder that build.py made")
    parser.add_argument("--cluster")
    parser.add_argument("--bin", default=os.path.join(SOURCE, "build", "bin"))
    parser.add_argument("--page", default=os.path.join(SOURCE, "docs", "Performance.md"))
    options = parser.parse_args()
    with open(options.results, encoding="utf-8") as f:
        results = json.load(f)
    options.target = results["kit"]["target"]
    is_of_several = results["kit"]["several_gpus"]
    more = [] if is_of_several else [prediction(results, options)]
    text = heading(results) + "\n" + table.markdown(results, more)
    begin_line = BEGIN_SEVERAL if is_of_several else BEGIN
    with open(options.page, encoding="utf-8") as f:
        page = f.read()
    if begin_line not in page or END not in page.split(begin_line)[1]:
        sys.exit(f"{options.page}: no lines \"{begin_line}\" and \"{END}\" to write between")
    before, rest = page.split(begin_line)
    with open(options.page, "w", encoding="utf-8") as f:
        f.write(before + begin_line + "\n\n" + text + "\n" + END + rest.split(END, 1)[1])
    print(options.page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
