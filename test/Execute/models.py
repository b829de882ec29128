#!/usr/bin/env python3
"""Runs a model of the corpus and compares with what JAX gave on one device.

    models.py --bin build/bin --corpus ../shared/corpus --part reference,compiled,bytes mlp_sgd gpt_adamw

Parts, for `single` and every annotated variant of a model:

  reference   the interpreter after Partition with poisoned padding, one call
  compiled    the binary that poptc writes, with poisoned memory: all training steps
              with their metrics and the final state, or one call of a model
              without batches
  bytes       bytes a rank sends in one step when bytes are all that counts
              (--cluster=builtin:bytes), against XLA's figure in case.json
  curves      the interpreter over all training steps (minutes)

A result passes within the case's own rtol and atol. Needs only the standard
library. Prints a line per check; exit status 1 if one failed. --json keeps the
figures. --table writes them into the tables of docs/Conformance.md; what was not
run keeps what the page says. A model without inputs (they are large) has only
its bytes checked, on random ones.
"""
import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time

import two_hosts

# Most bytes that may be sent, as a part of XLA's. On CPUs XLA all-reduces
# gradients of which a rank keeps a slice; a reduce-scatter sends half of that.
LARGEST_RATIO = {("gpt_adamw", "zero1"): 0.75, ("gpt_adamw", "fsdp"): 0.75,
                 ("gpt_adamw", "fsdp8"): 0.75, ("mlp_sgd", "zero1"): 0.75}


def tool(command, limit, **environment):
    """(seconds, stdout, None or what went wrong) of a command."""
    start = time.time()
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=limit,
                              env=dict(os.environ, **environment))
    except subprocess.TimeoutExpired:
        return limit, "", f"no end after {limit} s"
    wrong = None
    if done.returncode:
        said = [l for l in done.stderr.strip().splitlines() if l.strip()]
        wrong = f"exit status {done.returncode}: " + " | ".join(said[:4])[:600]
    return time.time() - start, done.stdout, wrong


def close(got, expected, case):
    return abs(got - expected) <= case["atol"] + case["rtol"] * abs(expected)


class Case:
    """A folder of models/."""

    def __init__(self, corpus, name):
        self.name = name
        self.folder = os.path.join(corpus, "models", name)
        with open(self.file("case.json")) as f:
            self.json = json.load(f)
        self.curve = None
        if os.path.exists(self.file("batches.npz")):
            with open(self.file("curve.json")) as f:
                self.curve = json.load(f)
        self.tolerance = ["--rtol", str(self.json["rtol"]), "--atol", str(self.json["atol"])]
        self.has_inputs = os.path.exists(self.file("inputs.npz"))
        self.one_call = ["--inputs", self.file("inputs.npz"), "--expect",
                         self.file("expected.npz"), *self.tolerance]

    def file(self, name):
        return os.path.join(self.folder, name)

    def all_steps(self, metrics):
        return ["--inputs", self.file("inputs.npz"), "--batches", self.file("batches.npz"),
                "--steps", str(len(self.curve["metrics_per_step"])), "--metrics", metrics,
                "--expect", self.file("final.npz"), *self.tolerance]

    def check_curve(self, metrics):
        """None, or where the metrics leave the curve."""
        if not self.curve["names"]:
            return None
        with open(metrics) as f:
            got = json.load(f)["metrics_per_step"]
        expected = self.curve["metrics_per_step"]
        if [len(row) for row in got] != [len(row) for row in expected]:
            return f"metrics of {len(got)} steps x {len(got[0]) if got else 0}, " \
                   f"expected {len(expected)} x {len(expected[0])}"
        for step, rows in enumerate(zip(got, expected)):
            for name, a, b in zip(self.curve["names"], *rows):
                if not close(a, b, self.json):
                    return f"{name} of step {step} is {a}, expected {b}"
        return None


def bytes_sent(bench):
    return sum(kind["wire_bytes"] for kind in json.loads(bench)["comm"].values())


def check_reference(case, variant, options, folder, figures):
    run = os.path.join(options.bin, "popt-run")
    return tool([run, case.file(variant + ".mlir"), "--reference", "--poison-padding",
                 "--cluster=" + options.cluster, *case.one_call], options.limit)[::2]


def check_curves(case, variant, options, folder, figures):
    if not case.curve:
        return 0, None
    metrics = os.path.join(folder, "metrics.json")
    seconds, _, wrong = tool(
        [os.path.join(options.bin, "popt-run"), case.file(variant + ".mlir"), "--reference",
         "--cluster=" + options.cluster, *case.all_steps(metrics)], options.limit)
    return seconds, wrong or case.check_curve(metrics)


def check_compiled(case, variant, options, folder, figures):
    """One call and the training run of the binary."""
    binary, metrics = os.path.join(folder, "step"), os.path.join(folder, "metrics.json")
    seconds, _, wrong = tool([os.path.join(options.bin, "poptc"), case.file(variant + ".mlir"),
                              "--cluster=" + options.cluster, *options.target_flags, "-o", binary],
                             options.limit)
    if wrong:
        return seconds, "poptc: " + wrong
    # Padding and unwritten memory hold NaN.
    start = [*options.start(binary), *options.run_flags.split()]
    if options.json or options.table:
        _, stdout, wrong = tool([*start, *case.one_call[:2], "--bench", "1"], options.limit)
        if wrong:
            return seconds, "--bench: " + wrong
        figures["default_bytes"] = bytes_sent(stdout)
    if not case.curve:
        more, _, wrong = tool([*start, *case.one_call], options.limit, POPT_POISON="1")
        return seconds + more, wrong and "one call: " + wrong
    more, _, wrong = tool([*start, *case.all_steps(metrics)], options.limit, POPT_POISON="1")
    # The curve says where a wrong final state began.
    where = case.check_curve(metrics) if os.path.exists(metrics) else None
    wrong = " | ".join(filter(None, (wrong, where)))
    return seconds + more, wrong and "all steps: " + wrong


def check_bytes(case, variant, options, folder, figures):
    xla = case.json["variants"][variant].get("xla")
    if not xla:
        return 0, None
    seconds, stdout, wrong = tool(
        [os.path.join(options.bin, "popt-run"), case.file(variant + ".mlir"),
         "--cluster=builtin:bytes", "-O0", "--bench", "1",
         *(case.one_call[:2] if case.has_inputs else ["--init", "random"])],
        options.limit)
    if wrong:
        return seconds, wrong
    ours = bytes_sent(stdout)
    theirs = sum(kind["wire_bytes"] for kind in xla["collectives"].values())
    figures.update(bytes=ours, xla_bytes=theirs)
    largest = LARGEST_RATIO.get((case.name, variant), 1.0) * theirs
    if ours > largest:
        return seconds, f"{ours} bytes sent, more than {largest:.0f} (XLA sends {theirs})"
    return seconds, None


def run(options):
    """[{model, variant, reference, compiled, bytes, ...}]; prints a line per check."""
    rows = []
    for name in options.models:
        case = Case(options.corpus, name)
        for variant in case.json["variants"]:
            if options.variant and variant not in options.variant.split(","):
                continue
            if options.two_hosts and variant == "single":
                continue
            figures = {"model": name, "variant": variant}
            rows.append(figures)
            for part in options.part.split(","):
                if not case.has_inputs and part != "bytes":
                    continue
                with tempfile.TemporaryDirectory() as folder:
                    check = globals()["check_" + part]
                    seconds, wrong = check(case, variant, options, folder, figures)
                figures[part + "_seconds"] = round(seconds, 2)
                figures[part + "_wrong"] = wrong or None
                note = f" {figures['bytes']} of {figures['xla_bytes']} bytes" \
                    if part == "bytes" and "bytes" in figures else ""
                print(f"{'FAILED' if wrong else 'passed'} {name}/{variant} {part} "
                      f"{seconds:.1f} s{note}" + (f": {wrong}" if wrong else ""), flush=True)
    return rows


HEAD = ("| model | variant | reference | compiled | bytes sent | XLA | ratio | default machine |\n"
        "|---|---|---|---|--:|--:|--:|--:|\n")
# Of a model the first of these that is among its tags.
FAMILIES = {"moe": "mixture of experts", "rnn": "recurrent", "conv": "convolutional",
            "mlp": "perceptrons", "attention": "transformers", "transformer": "transformers",
            "matmul": "matrix products", "manual": "manual regions"}


def table(rows, old):
    """The table of docs/Conformance.md as {(model, variant): cells}; cells of parts that were
    not run, and rows, stay as they are in `old`."""
    say = lambda row, part: None if part + "_wrong" not in row else \
        "differs" if row[part + "_wrong"] else "agrees"
    number = lambda value: None if value is None else f"{value:,}"
    cells = dict(old)
    for row in rows:
        key = row["model"], row["variant"]
        ours, theirs = row.get("bytes"), row.get("xla_bytes")
        ratio = f"{ours / theirs:.2f}" if ours is not None and theirs else None
        default = row.get("default_bytes") if row["variant"] != "single" else None
        new = [say(row, "reference"), say(row, "compiled"), number(ours), number(theirs), ratio,
               number(default)]
        cells[key] = [b if a is None else a for a, b in zip(new, old.get(key, [""] * 6))]
    return cells


def families(cells, corpus):
    """Geometric means of bytes sent / XLA's, where XLA sends some and no region is manual."""
    ratios = {}
    for (model, variant), row in cells.items():
        case = Case(corpus, model)
        with open(case.file(variant + ".mlir")) as f:
            manual = "sdy.manual_computation" in f.read()
        ours, theirs = (int(cell.replace(",", "") or 0) for cell in row[2:4])
        family = next(FAMILIES[tag] for tag in FAMILIES if tag in case.json["tags"])
        if theirs and not manual:
            ratios.setdefault(family, []).append((model, max(ours, 1) / theirs))
    mean = lambda pairs: math.exp(sum(math.log(ratio) for _, ratio in pairs) / len(pairs))
    lines = ["| family | models | layouts | geometric mean |", "|---|---|--:|--:|"]
    for family in dict.fromkeys(FAMILIES.values()):
        if pairs := ratios.get(family):
            models = ", ".join(dict.fromkeys(model for model, _ in pairs))
            lines.append(f"| {family} | {models} | {len(pairs)} | {mean(pairs):.2f} |")
    every = [pair for pairs in ratios.values() for pair in pairs]
    lines.append(f"| all | | {len(every)} | {mean(every):.2f} |")
    return "\n".join(lines) + "\n"


def write_tables(path, rows, corpus):
    """Replaces the tables of both kinds in a Markdown file."""
    with open(path) as f:
        text = f.read()
    old = {tuple(cells[:2]): cells[2:] for cells in
           (re.split(r" *\| *", line.strip("| \n"), maxsplit=7)
            for line in re.search(r"(?m)^\| model \|.*\n.*\n((?:\|.*\n)*)", text).group(1)
            .splitlines(keepends=True))}
    old = {key: (cells + [""] * 6)[:6] for key, cells in old.items()}
    cells = table(rows, old)
    new = HEAD + "".join("| " + " | ".join([*key, *row]) + " |\n" for key, row in cells.items())
    text = re.sub(r"(?m)^\| model \|.*\n(\|.*\n)*", lambda _: new, text)
    text = re.sub(r"(?m)^\| family \|.*\n(\|.*\n)*", lambda _: families(cells, corpus), text)
    with open(path, "w") as f:
        f.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="+", help="folders of models/")
    parser.add_argument("--bin", default="build/bin", help="folder of the tools")
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--part", default="reference,compiled,bytes")
    parser.add_argument("--variant", default="", help="only these, separated by commas")
    parser.add_argument("--cluster", default="builtin")
    parser.add_argument("--target", help="compile for this")
    parser.add_argument("--run-flags", default="", help="of the binaries")
    parser.add_argument("--two-hosts", action="store_true",
                        help="with half of a binary's ranks on each; nothing of single")
    parser.add_argument("--cuda-driver", help="library to open as CUDA's driver")
    parser.add_argument("--limit", type=float, default=500, help="seconds per command")
    parser.add_argument("--json", help="write the figures there")
    parser.add_argument("--table", help="write the figures into this Markdown file")
    options = parser.parse_args()
    options.target_flags = ["--target=" + options.target] if options.target else []
    if options.cuda_driver:
        os.environ["POPT_CUDA_DRIVER"] = options.cuda_driver
    with two_hosts.starter(options.two_hosts) as options.start:
        rows = run(options)
    if options.json:
        with open(options.json, "w") as f:
            json.dump(rows, f, indent=1)
    if options.table:
        write_tables(options.table, rows, options.corpus)
    wrong = sum(1 for row in rows for key in row if key.endswith("_wrong") and row[key])
    print(f"{len(rows)} variants, {wrong} checks failed")
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
