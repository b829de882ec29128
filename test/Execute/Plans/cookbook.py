#!/usr/bin/env python3
"""Runs the commands of docs/Plan.md and compares what they train with one rank.

    cookbook.py --bin build/bin --page docs/Plan.md [--only ZeRO]

A recipe is a section of the part "Cookbook": a plan in a `json` block, which
becomes plan.json, and one command, an indented line that begins with `poptc`
and writes `train`. The binary trains on the model's batches; its metrics of
every step and its last results must be those of one rank. "Sent in a step:"
lists the kinds of communication, which --bench must report. A command before
that part is run with the plan above it; if it writes `train`, that is compared,
too. What popt-plan predicts to be sent by kind is what --bench counts, to the byte.
Needs only the standard library. Prints a line per command; exit status 1 if one
failed.
"""
import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from measure import measured_sent, predicted_sent  # noqa: E402

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
# As in demo/run.py, which argues them: orders of summation differ.
LOSS_TOLERANCE = 2e-5
TOLERANCE = ["--rtol", "1e-4", "--atol", "1e-4"]


class Failure(Exception):
    pass


def tool(command, folder):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=300)
    if done.returncode:
        raise Failure(f"{' '.join(command[:2])}: exit status {done.returncode}: {done.stderr[-400:]}")
    return done


def introduction(page):
    """(command, plan or None, command, None) of each command before the recipes."""
    plan = None
    for match in re.finditer(r"```json\n(.*?)```|^    (poptc [^\n]*)$",
                             page.split("\n## Cookbook\n")[0], re.S | re.M):
        plan = match.group(1) or plan
        if match.group(2):
            yield match.group(2), plan, match.group(2), None


def recipes(page):
    """(title, plan or None, command, kinds of communication) of each section."""
    cookbook = page.split("\n## Cookbook\n")[1].split("\n## ")[0]
    for section in cookbook.split("\n### ")[1:]:
        title = section.splitlines()[0]
        plan = re.search(r"```json\n(.*?)```", section, re.S)
        commands = re.findall(r"^    (poptc .*)$", section, re.M)
        sent = re.search(r"^Sent in a step: (.*?)\.", section, re.M)
        if len(commands) != 1 or not sent:
            raise Failure(f"{title}: a recipe has one command and says what is sent")
        kinds = set(re.findall(r"`(\w+)`", sent.group(1)))
        yield title, plan and plan.group(1), commands[0], kinds


class Cookbook:
    def __init__(self, options, folder):
        self.bin, self.folder = os.path.abspath(options.bin), folder
        # The commands name the models as from the repository.
        os.symlink(os.path.join(ROOT, "demo"), os.path.join(folder, "demo"))
        self.singles = {}

    def train(self, model, *more):
        data = os.path.dirname(model)
        tool(["./train", "--inputs", f"{data}/inputs.npz", "--batches", f"{data}/batches.npz",
              "--metrics", "metrics.json", *more], self.folder)
        with open(os.path.join(self.folder, "metrics.json")) as f:
            return json.load(f)["metrics_per_step"]

    def single(self, model):
        """Metrics and the file of results on one rank."""
        if model not in self.singles:
            tool([os.path.join(self.bin, "poptc"), "-O0", model, "-o", "train"], self.folder)
            results = f"single{len(self.singles)}.npz"
            self.singles[model] = self.train(model, "--outputs", results), results
        return self.singles[model]

    def check(self, plan, command, kinds):
        if plan:
            with open(os.path.join(self.folder, "plan.json"), "w") as f:
                f.write(plan)
        words = shlex.split(command)
        model = words[1]
        expected, results = self.single(model)
        tool([os.path.join(self.bin, words[0]), "-O0", *words[1:]], self.folder)
        if words[-2:] != ["-o", "train"]:
            return "done"
        got = self.train(model, "--expect", results, *TOLERANCE)
        for step, (a, b) in enumerate(zip(got, expected, strict=True)):
            if any(abs(x - y) > LOSS_TOLERANCE * max(1, abs(y)) for x, y in zip(a, b, strict=True)):
                raise Failure(f"metrics of step {step} are {a}, on one rank {b}")
        if kinds is None:
            return f"{len(got)} steps as on one rank"
        data = os.path.dirname(model)
        bench = json.loads(tool(["./train", "--inputs", f"{data}/inputs.npz", "--batches",
                                 f"{data}/batches.npz", "--bench", "1"], self.folder).stdout)
        if set(bench["comm"]) != kinds:
            raise Failure(f"sends {sorted(bench['comm'])}, the page says {sorted(kinds)}")
        sent, predicted = measured_sent(bench), predicted_sent(self.bin, words[1:-2], self.folder)
        if predicted != sent:
            raise Failure(f"sends {sent}, predicted {predicted}")
        return f"{len(got)} steps on {len(bench['peak_bytes'])} ranks as on one"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--page", required=True)
    parser.add_argument("--only", default="", help="recipes whose titles contain this")
    options = parser.parse_args()
    failed = 0
    with open(options.page) as f, tempfile.TemporaryDirectory() as folder:
        book = Cookbook(options, folder)
        page = f.read()
        for title, plan, command, kinds in [*introduction(page), *recipes(page)]:
            if options.only not in title:
                continue
            try:
                print(f"{title}: {book.check(plan, command, kinds)}", flush=True)
            except Failure as failure:
                failed += 1
                print(f"{title}: FAILED: {failure}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(str(failure))
