#!/usr/bin/env python3
"""What popt predicts for published runs.

    rows.py --rows DIR [--json OUT] [--limits FILE] [--bin build/bin] [--only TEXT] [--keep FOLDER]

Reads the `rows` (and `*_rows`) of every DIR/*.json, exports each row's model at its size (shapes
only), applies its degrees as a plan, and prints a table of the quantities that the row publishes
and what popt predicts, the order of runs of one model, and mean and largest errors by file. It
knows keys, not files; where a row leaves one out, or null, it takes the usual (degrees.py). --json
writes the list [{"file", "index", "rows", "quantity", "published", "predicted"}]; a row that is
refused has "refused" instead. --limits names a JSON object of {"FILE LIST QUANTITY": [mean, largest]},
errors in percent; exit status 1 if one is larger, or a quantity is missing.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

os.environ.setdefault("JAX_PLATFORMS", "cpu")
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "python")]

import popt  # noqa: E402
import quantities  # noqa: E402
from degrees import RowError, Run  # noqa: E402


class Evaluator:
    """Steps as popt predicts them, each once."""

    def __init__(self, bin, keep, limit, log):
        self.bin, self.keep, self.limit, self.log = bin, keep, limit, log
        self.lock, self.runs, self.modules = threading.Lock(), {}, {}

    def module(self, run):
        """The file of the run's module. JAX traces one at a time."""
        with self.lock:
            if run.same_module not in self.modules:
                step, arguments = run.step()
                name = os.path.join(self.keep, f"{len(self.modules)}.mlir")
                try:
                    text = popt.export(step, arguments, mesh=run.axes or None,
                                       donate_argnums=(0, 1, 2, 3), source_root=HERE,
                                       platform="cuda").text
                except (ValueError, OverflowError) as error:  # of sizes that JAX has no numbers for
                    raise RowError(f"JAX doesn't export it: {str(error).splitlines()[0]}") from None
                with open(name, "w") as file:
                    file.write(text)
                self.modules[run.same_module] = name
            return self.modules[run.same_module]

    def __call__(self, run):
        """`predicted` of popt-plan, and whether it `fits` in memory. Errors: RowError with what it
        says."""
        with self.lock:
            future = self.runs.get(run)
            is_first = future is None
            if is_first:
                future, number = concurrent.futures.Future(), len(self.runs)
                self.runs[run] = future
        if is_first:
            try:
                future.set_result(self.evaluate(run, number))
            except RowError as error:
                future.set_exception(error)
        return future.result()

    def evaluate(self, run, number):
        module = self.module(run)
        plan, predicted = (module.replace(".mlir", f".{number}.{kind}.json")
                           for kind in ("plan", "predicted"))
        with open(plan, "w") as file:
            json.dump(run.plan(), file)
        begin = time.monotonic()
        try:
            ran = subprocess.run(
                [os.path.join(self.bin, "popt-plan"), module, "--predict", "--plan", plan,
                 "--cluster", run.cluster(), *target_of(run.gpu), "-o", predicted],
                capture_output=True, text=True, timeout=self.limit)
        except subprocess.TimeoutExpired:
            raise RowError(f"popt-plan took more than {self.limit:g} s for {run}") from None
        finally:
            if self.log:
                print(f"{time.monotonic() - begin:.1f} s for {plan}: {run}", file=sys.stderr,
                      flush=True)
        if ran.returncode:
            raise RowError("popt refuses it: " + next(
                (line for line in ran.stderr.splitlines() if "error" in line), ran.stderr[-300:]))
        with open(predicted) as file:
            return {**json.load(file)["predicted"], "fits": "that a device has" not in ran.stdout}

    def best(self, row):
        """(run, prediction) of the fastest run that the row may be, of those that fit in memory
        if any does."""
        tried, refused = [], []
        for run in Run.of(row):
            try:
                tried.append((run, self(run)))
            except RowError as error:
                refused.append(error)
        if not tried:
            raise refused[0]
        return min(tried, key=lambda one: (not one[1]["fits"], one[1]["step_seconds"]))


def target_of(gpu):
    """The kernels of this GPU; V100 has none, and takes those of the processor."""
    of = {"a100": "sm_80", "h100": "sm_90", "h200": "sm_90", "b200": "sm_100"}
    return next((["--target=" + arch] for name, arch in of.items() if gpu.startswith(name)), [])


def lists_of(data):
    for key, rows in data.items():
        if (key == "rows" or key.endswith("_rows")) and isinstance(rows, list):
            yield key, rows


def rows_of(folder, only):
    """Yields (place, row), or (place, what is wrong with the file)."""
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        name = os.path.basename(path)
        try:
            with open(path) as file:
                data = json.load(file)
            if not isinstance(data, dict):
                raise ValueError("no object")
        except ValueError as error:
            yield ({"file": name, "rows": "", "index": 0},
                   RowError(f"no JSON object: {error}"))
            continue
        for key, rows in lists_of(data):
            for index, row in enumerate(rows):
                if not only or re.search(only, f"{name}:{key}:{index}"):
                    yield {"file": name, "rows": key, "index": index}, row


def examine(place, row, evaluator):
    """The list of what is said of a row: its quantities, and why others are refused."""
    said, errors = [], []
    try:
        if isinstance(row, RowError):
            raise row
        for quantity, published, predict in quantities.of(row, evaluator):
            try:
                said.append({**place, "quantity": quantity, "published": published,
                             "predicted": predict()})
            except RowError as error:
                errors.append(str(error))
    except RowError as error:
        errors.append(str(error))
    if not said and not errors:
        errors.append("no figure of a training step: its keys are " + ", ".join(row))
    return said + [{**place, "refused": error} for error in dict.fromkeys(errors)]


# What rows have in common that are runs of one model on one number of GPUs.
OF_RUN = ("figure", "params_b", "layers", "hidden", "seq", "gpus", "global_batch")


def print_orders(found, rows):
    """Of runs that differ in degrees, microbatch or schedule alone: whether the published best one
    is predicted to be the best, and how many pairs are in the published order."""
    groups = {}
    for one in found:
        row = rows[one["file"], one["rows"], one["index"]]
        if one.get("quantity") == "tflops_per_gpu":
            key = one["file"], one["rows"], *(row.get(key) for key in OF_RUN)
            groups.setdefault(key, []).append((one["published"], one["predicted"], one["index"]))
    for key, group in groups.items():
        pairs = [(a[0] - b[0], a[1] - b[1]) for i, a in enumerate(group) for b in group[:i]]
        pairs = [(a, b) for a, b in pairs if a]
        if not pairs:
            continue
        best, predicted = max(group), max(group, key=lambda one: one[1])
        print(f"{key[0]} {key[1]}[{', '.join(str(one[2]) for one in group)}]: best is {best[2]}, "
              f"predicted {predicted[2]}; {sum(a * b > 0 for a, b in pairs)} of {len(pairs)} pairs "
              "in order")


def errors_of(found):
    """{(file, rows, quantity): relative errors}."""
    errors = {}
    for one in found:
        if "refused" not in one and one["published"]:
            place = one["file"], one["rows"], one["quantity"]
            errors.setdefault(place, []).append(one["predicted"] / one["published"] - 1)
    return errors


def print_over(errors, limits):
    """Prints what is over its limit; whether anything is."""
    over = []
    for name, (mean, largest) in limits.items():
        sizes = [100 * abs(error) for error in errors.get(tuple(name.split()), ())]
        if not sizes:
            over.append(f"{name}: nothing is predicted")
        elif sum(sizes) / len(sizes) > mean or max(sizes) > largest:
            over.append(f"{name}: {sum(sizes) / len(sizes):.1f}% in the mean and {max(sizes):.1f}% at "
                        f"most, limits {mean}% and {largest}%")
    print(*over, sep="\n", end="\n" if over else "")
    return bool(over)


def show(one):
    place = f"{one['file']} {one['rows']}[{one['index']}]"
    if "refused" in one:
        print(f"{place}: {one['refused']}", flush=True)
        return
    off = f"{one['predicted'] / one['published'] - 1:+7.1%}" if one["published"] else ""
    print(f"{place:44} {one['quantity']:36} {one['published']:10.4g} {one['predicted']:10.4g} {off}",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", required=True, help="folder of JSON files with rows")
    parser.add_argument("--json", help="write the list there")
    parser.add_argument("--limits", help="a JSON file of largest errors")
    parser.add_argument("--bin", default=os.path.join(HERE, "..", "..", "build", "bin"),
                        help="folder of the tools")
    parser.add_argument("--only", help="FILE:LIST:INDEX, a regular expression")
    parser.add_argument("--limit", type=float, default=300, help="seconds of an evaluation")
    parser.add_argument("--jobs", type=int, default=2, help="evaluations at once")
    parser.add_argument("--log", action="store_true", help="print each evaluation's seconds")
    parser.add_argument("--keep", help="folder for modules and plans")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
        evaluator = Evaluator(options.bin, options.keep or scratch, options.limit, options.log)
        found, begin = [], time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            rows = list(rows_of(options.rows, options.only))
            for some in pool.map(lambda one: examine(*one, evaluator), rows):
                found += some
                for one in some:
                    show(one)
    print(f"{len(evaluator.runs)} evaluations in {time.monotonic() - begin:.0f} s\n")
    print_orders(found, {tuple(place.values()): row for place, row in rows})
    print("| file | rows | quantity | | mean error | largest |\n|--|--|--|--:|--:|--:|")
    errors = errors_of(found)
    for (file, rows, quantity), some in errors.items():
        sizes = [abs(error) for error in some]
        print(f"| {file} | {rows} | {quantity} | {len(some)} | {sum(sizes) / len(sizes):.1%} "
              f"| {max(some, key=abs):+.1%} |")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(found, file, indent=1)
    if options.limits:
        with open(options.limits) as file:
            return int(print_over(errors, json.load(file)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
