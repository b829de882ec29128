#!/usr/bin/env python3
"""Plans programs without annotations, and runs the plans.

    unannotated.py --bin build/bin --corpus ../shared/corpus [--devices 2,4,8] [NAME...]

Every step of models/, the operations of ops/ and, planned only, the models of large/: popt-plan
chooses a plan for 2, 4 and 8 devices within --seconds, and popt-run with that plan, with unwritten
memory poisoned, gives the results of one device. NAMEs are models, groups of operations and
GROUP/OPERATION; none stands for all of models/. --every N takes every N-th operation of a group.
Prints what is wrong, and a table of models; --all prints every program. Exit status 1 if one has
no plan, or others results.
"""
import argparse
import glob
import gzip
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile


class Program:
    """`inputs` and `expected`: files, or None where nothing runs; `tolerance`: relative, absolute."""

    def __init__(self, name, path, inputs=None, expected=None, tolerance=None):
        self.name, self.path = name, path
        self.inputs, self.expected, self.tolerance = inputs, expected, tolerance


def models(corpus):
    for folder in sorted(glob.glob(os.path.join(corpus, "models", "*"))):
        with open(os.path.join(folder, "case.json")) as file:
            case = json.load(file)
        inputs, expected = (os.path.join(folder, name) for name in ("inputs.npz", "expected.npz"))
        has = os.path.exists(inputs)
        yield Program(os.path.basename(folder), os.path.join(folder, "single.mlir"),
                      inputs if has else None, expected, (case["rtol"], case["atol"]))


def large(corpus):
    for folder in sorted(glob.glob(os.path.join(corpus, "large", "*"))):
        path = sorted(glob.glob(os.path.join(folder, "single.mlir*")))[0]
        yield Program("large/" + os.path.basename(folder), path)


def operations(corpus, every):
    with open(os.path.join(corpus, "ops", "index.json")) as file:
        index = json.load(file)
    groups = {}
    for case in index:
        # Random bits differ between runtimes.
        if not case.get("implementation_defined"):
            groups.setdefault(case["group"], []).append(case)
    for group, cases in sorted(groups.items()):
        for case in cases[::every]:
            base = os.path.join(corpus, "ops", group, case["name"])
            tolerance = case["tolerance"]
            yield Program(f"{group}/{case['name']}", base + ".mlir", base + ".npz", base + ".npz",
                          (tolerance["rtol"], tolerance["atol"]))


def text_of(program, folder):
    """The program as a file without compression."""
    if not program.path.endswith(".gz"):
        return program.path
    path = os.path.join(folder, os.path.basename(program.path)[:-len(".gz")])
    with gzip.open(program.path) as packed, open(path, "wb") as file:
        file.write(packed.read())
    return path


def run(command, limit):
    """(seconds of a processor, stdout); an error with what was said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, timeout=limit,
                          env=dict(os.environ, POPT_POISON="1"))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(" | ".join(done.stderr.strip().splitlines()[:4])[:600])
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return took, done.stdout


def check(program, devices, options, folder):
    """(seconds, mesh, seconds of a step) of the plan; an error if there is none, or it is wrong."""
    tool = lambda name: os.path.join(options.bin, name)
    path, plan = text_of(program, folder), os.path.join(folder, "plan.json")
    took, _ = run([tool("popt-plan"), path, "--devices", str(devices), "--cluster", options.cluster,
                   "-o", plan], options.limit)
    with open(plan) as file:
        chosen = json.load(file)
    axes = [axis for kind in chosen.get("mesh", {}).values() for axis in kind]
    if program.inputs:
        rtol, atol = program.tolerance
        ranks = 1
        for kind, some in chosen.get("mesh", {}).items():
            for _, size in some if kind != "time" else []:
                ranks *= size
        run([tool("popt-run"), path, "-n", str(ranks), "--plan", plan, "-O0", "--cluster",
             options.cluster, "--inputs", program.inputs, "--expect", program.expected,
             "--rtol", str(rtol), "--atol", str(atol)], options.limit)
    if took > options.seconds:
        raise RuntimeError(f"choosing took {took:.1f} s of a processor")
    return took, axes, chosen["predicted"]["step_seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="folder of the tools")
    parser.add_argument("--corpus", required=True, help="folder of the corpus")
    parser.add_argument("--cluster", default="builtin")
    parser.add_argument("--devices", default="2,4,8")
    parser.add_argument("--every", type=int, default=1, help="operations: each N-th of a group")
    parser.add_argument("--seconds", type=float, default=float("inf"),
                        help="of a processor, that a choice may take")
    parser.add_argument("--limit", type=int, default=500, help="seconds of a command")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    everything = [*models(options.corpus), *large(options.corpus),
                  *operations(options.corpus, options.every)]
    groups = {program.name.split("/")[0] for program in everything}
    isWanted = lambda p: p.name in options.names or p.name.split("/")[0] in options.names or \
        (not options.names and "/" not in p.name)
    for name in set(options.names) - groups - {program.name for program in everything}:
        parser.error(f"nothing is named {name}")
    failed, times, count = 0, {}, 0
    for program in filter(isWanted, everything):
        for devices in map(int, options.devices.split(",")):
            count += 1
            with tempfile.TemporaryDirectory() as folder:
                try:
                    took, axes, seconds = check(program, devices, options, folder)
                except (RuntimeError, subprocess.TimeoutExpired) as problem:
                    failed += 1
                    print(f"FAILED {program.name} on {devices}: {problem}", flush=True)
                    continue
            times.setdefault(devices, []).append(took)
            if options.all:
                words = ",".join(f"{name}={size}" for name, size in axes) or "one device"
                ran = "" if program.inputs else ", not run"
                print(f"{program.name} on {devices}: {words}, {1e3 * seconds:.4g} ms, chosen in "
                      f"{took:.2f} s{ran}", flush=True)
    for devices, some in times.items():
        print(f"{devices} devices: {len(some)} plans, {statistics.median(some):.2f} s of a processor "
              f"in the median, {max(some):.2f} at most")
    print(f"{count} plans, {failed} failed")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
