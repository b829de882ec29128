#!/usr/bin/env python3
"""Holds plans that popt-plan chooses against those that persons wrote.

    persons.py --bin build/bin --corpus ../shared/corpus [--cluster builtin ...] [NAME...]

A person's plan is an annotated variant of a model of the corpus, or a recipe of the
cookbook (--page docs/Plan.md). Its step is predicted; then the same model without
annotations is planned for as many devices. Prints what takes more than 1.001 of the
person's step, then a summary by cluster. --all prints every variant, --shard i/n takes every n-th
of them from i on, NAMEs those whose name contains one. Exit status 1 if one takes more.
"""
import argparse
import glob
import json
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Execute", "Plans"))
import cookbook  # noqa: E402

# A person's plan that is faster by less is none.
ALLOWED = 1.001


class Person:
    """A plan: of `model`, the flags that say it, and a folder to run in."""

    def __init__(self, name, model, words, folder=None):
        self.name, self.model, self.words, self.folder = name, model, words, folder


def variants(corpus):
    for path in sorted(glob.glob(os.path.join(corpus, "models", "*", "*.mlir"))):
        if os.path.basename(path) != "single.mlir":
            model = os.path.join(os.path.dirname(path), "single.mlir")
            yield Person("/".join(path[:-len(".mlir")].split("/")[-2:]), model, [path])


def recipes(page, folder):
    os.symlink(os.path.join(cookbook.ROOT, "demo"), os.path.join(folder, "demo"))
    with open(page) as file:
        text = file.read()
    for number, (title, plan, command, _) in enumerate(cookbook.recipes(text)):
        words = shlex.split(command)[1:-2]
        if plan:
            written = f"plan{number}.json"
            with open(os.path.join(folder, written), "w") as file:
                file.write(plan)
            words = [w if w != "plan.json" else written for w in words]
        words = [w for w in words if not w.startswith("--cluster")]
        model = os.path.join(folder, os.path.dirname(words[0]), "single.mlir")
        yield Person(title, model, words, folder)


class Planner:
    def __init__(self, options):
        self.options, self.known = options, {}

    def run(self, words, folder=None):
        start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run([os.path.join(os.path.abspath(self.options.bin), "popt-plan"), *words,
                               "-o", "-"], capture_output=True, text=True, cwd=folder,
                              timeout=self.options.limit)
        if done.returncode:
            raise RuntimeError(done.stderr.strip()[-200:])
        return json.loads(done.stdout), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start

    def person(self, person, cluster):
        """The seconds of a step, and the devices."""
        plan, _ = self.run([*person.words, "--predict", "--cluster", cluster], person.folder)
        devices = 1
        for kind, axes in plan.get("mesh", {}).items():
            for _, size in axes if kind != "time" else []:
                devices *= size
        return plan["predicted"]["step_seconds"], devices

    def chosen(self, model, devices, cluster):
        """The seconds of a step, of a processor while choosing, and the mesh."""
        key = model, devices, cluster
        if key not in self.known:
            plan, took = self.run([model, "--devices", str(devices), "--cluster", cluster])
            mesh = ",".join(f"{name}={size}" for axes in plan.get("mesh", {}).values()
                            for name, size in axes)
            self.known[key] = plan["predicted"]["step_seconds"], took, mesh or "one device"
        return self.known[key]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="folder of the tools")
    parser.add_argument("--corpus", help="folder of the corpus")
    parser.add_argument("--page", help="the page with the cookbook")
    parser.add_argument("--cluster", action="append", default=[])
    parser.add_argument("--shard", default="0/1")
    parser.add_argument("--limit", type=int, default=300, help="seconds of a choice")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    first, step = map(int, options.shard.split("/"))
    planner, failed = Planner(options), 0
    with tempfile.TemporaryDirectory() as folder:
        persons = [*(variants(options.corpus) if options.corpus else ()),
                   *(recipes(options.page, folder) if options.page else ())]
        persons = [p for p in persons if not options.names or any(n in p.name for n in options.names)]
        for cluster in options.cluster or ["builtin"]:
            ratios = []
            for person in persons[first::step]:
                try:
                    seconds, devices = planner.person(person, cluster)
                    own, took, mesh = planner.chosen(person.model, devices, cluster)
                except (RuntimeError, subprocess.TimeoutExpired) as problem:
                    failed += 1
                    print(f"{cluster} {person.name}: FAILED: {problem}", flush=True)
                    continue
                ratio = own / seconds if seconds else 1
                ratios.append(ratio)
                failed += ratio > ALLOWED
                if options.all or ratio > ALLOWED:
                    print(f"{'WRONG ' if ratio > ALLOWED else ''}{ratio:.4f} of {1e3 * seconds:.4f} ms "
                          f"{cluster} {person.name} on {devices}: {mesh}, chosen in {took:.1f} s",
                          flush=True)
            times = [t for (_, _, c), (_, t, _) in planner.known.items() if c == cluster]
            if ratios:
                print(f"{cluster}: {len(ratios)} plans, chosen / person {statistics.median(ratios):.3f} in "
                      f"the median, {max(ratios):.4f} at most; choosing takes "
                      f"{statistics.median(times):.2f} processor seconds in the median, "
                      f"{max(times):.1f} at most",
                      flush=True)
    return 1 if failed or not persons else 0


if __name__ == "__main__":
    sys.exit(main())
