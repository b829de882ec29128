#!/usr/bin/env python3
"""What popt predicts for published runs.

    rows.py --rows DIR [--json OUT] [--bin build/bin] [--only TEXT] [--keep FOLDER]

Reads the `rows` (and `*_rows`) of every DIR/*.json, exports each row's model at its size (shapes
only), applies its degrees as a plan, and prints a table of the quantities that the row publishes
and what popt predicts, with mean and largest errors by file. It knows keys, not files; where a
row leaves one out, or null, it takes the usual (degrees.py). --json writes the list
[{"file", "index", "rows", "quantity", "published", "predicted"}]; a row that is refused has
"refused" instead.
"""
import argparse
import functools
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("JAX_PLATFORMS", "cpu")
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "python")]

import popt  # noqa: E402
import quantities  # noqa: E402
from degrees import RowError, Run  # noqa: E402


class Evaluator:
    """Steps as popt predicts them, each once."""

    def __init__(self, bin, keep):
        self.bin, self.keep, self.count, self.seconds, self.modules = bin, keep, 0, 0.0, {}

    def module(self, run):
        if run.same_module in self.modules:
            return self.modules[run.same_module]
        step, arguments = run.step()
        with tempfile.NamedTemporaryFile("w", suffix=".mlir", dir=self.keep, delete=False) as file:
            file.write(popt.export(step, arguments, mesh=run.axes or None,
                                   donate_argnums=(0, 1, 2, 3), source_root=HERE).text)
        self.modules[run.same_module] = file.name
        return file.name

    @functools.cache
    def __call__(self, run):
        """`predicted` of popt-plan. Errors: RowError with what it says."""
        begin = time.monotonic()
        module = self.module(run)
        plan, predicted = (module.replace(".mlir", f".{self.count}.{kind}.json")
                           for kind in ("plan", "predicted"))
        with open(plan, "w") as file:
            json.dump(run.plan(), file)
        self.count += 1
        ran = subprocess.run(
            [os.path.join(self.bin, "popt-plan"), module, "--predict", "--plan", plan, "--cluster",
             run.cluster(), *target_of(run.gpu), "-o", predicted], capture_output=True, text=True)
        self.seconds += time.monotonic() - begin
        if ran.returncode:
            raise RowError("popt refuses it: " + next(
                (line for line in ran.stderr.splitlines() if "error" in line), ran.stderr[-300:]))
        with open(predicted) as file:
            return json.load(file)["predicted"]

    def best(self, row):
        """(run, prediction) of the fastest run that the row may be."""
        tried = [(run, self(run)) for run in Run.of(row)]
        return min(tried, key=lambda one: one[1]["step_seconds"])


def target_of(gpu):
    """The kernels of this GPU; V100 has none, and takes those of the processor."""
    of = {"a100": "sm_80", "h100": "sm_90", "h200": "sm_90", "b200": "sm_100"}
    return next((["--target=" + arch] for name, arch in of.items() if gpu.startswith(name)), [])


def lists_of(data):
    for key, rows in data.items():
        if (key == "rows" or key.endswith("_rows")) and isinstance(rows, list):
            yield key, rows


def examine(folder, evaluator, only):
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        name = os.path.basename(path)
        try:
            with open(path) as file:
                data = json.load(file)
            if not isinstance(data, dict):
                raise ValueError("no object")
        except ValueError as error:
            yield {"file": name, "rows": "", "index": 0, "refused": f"no JSON object: {error}"}
            continue
        for key, rows in lists_of(data):
            for index, row in enumerate(rows):
                place = {"file": name, "rows": key, "index": index}
                if only and not re.search(only, f"{name}:{key}:{index}"):
                    continue
                try:
                    found = list(quantities.of(row, evaluator))
                except RowError as error:
                    yield {**place, "refused": str(error)}
                    continue
                for quantity, published, predicted in found:
                    yield {**place, "quantity": quantity, "published": published,
                           "predicted": predicted}


def errors_of(found):
    """{(file, rows, quantity): relative errors}."""
    errors = {}
    for one in found:
        if "refused" not in one and one["published"]:
            place = one["file"], one["rows"], one["quantity"]
            errors.setdefault(place, []).append(one["predicted"] / one["published"] - 1)
    return errors


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", required=True, help="folder of JSON files with rows")
    parser.add_argument("--json", help="write the list there")
    parser.add_argument("--bin", default=os.path.join(HERE, "..", "..", "build", "bin"),
                        help="folder of the tools")
    parser.add_argument("--only", help="FILE:LIST:INDEX, a regular expression")
    parser.add_argument("--keep", help="folder for modules and plans")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
        evaluator = Evaluator(options.bin, options.keep or scratch)
        found = []
        for one in examine(options.rows, evaluator, options.only):
            found.append(one)
            place = f"{one['file']} {one['rows']}[{one['index']}]"
            if "refused" in one:
                print(f"{place}: {one['refused']}", flush=True)
            else:
                off = one["predicted"] / one["published"] - 1 if one["published"] else 0
                print(f"{place:44} {one['quantity']:36} {one['published']:10.4g} "
                      f"{one['predicted']:10.4g} {off:+7.1%}", flush=True)
    print(f"{evaluator.count} evaluations in {evaluator.seconds:.0f} s\n")
    print("| file | rows | quantity | | mean error | largest |\n|--|--|--|--:|--:|--:|")
    for (file, rows, quantity), errors in errors_of(found).items():
        sizes = [abs(error) for error in errors]
        print(f"| {file} | {rows} | {quantity} | {len(errors)} | {sum(sizes) / len(sizes):.1%} "
              f"| {max(errors, key=abs):+.1%} |")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(found, file, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
