#!/usr/bin/env python3
"""Pipelines that compute activations again: less memory, the same results.

    recompute.py --bin build/bin --corpus ../shared/corpus PART:POLICY:gpt_adamw@4/mb=4/1f1b ...

Cases are those of stages.py. Each runs without recomputation, and then under the
policy with PART of that peak as its memory budget: it must fit, and give the same
bits; with "~" before PART results may differ by the model's tolerance (kernels of
other shapes round differently). POLICY may be a file of plan entries ("recompute"),
which are then added to the plan, or "host": popt chooses on a machine whose link to the
host it knows. Needs numpy.
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy

import stages

def run(options, command, folder, flags):
    """(the error, or None; results by name; the largest peak; predicted seconds)."""
    outputs = os.path.join(folder, "out.npz")
    program = os.path.join(folder, "step")
    done = subprocess.run([os.path.join(options.bin, "poptc"), *command["compile"], *flags, "-O0", "-o",
                           program], capture_output=True, text=True)
    if done.returncode:
        return done.stderr.strip()[-500:], None, 0
    wrong = stages.tool([program, *command["run"], "--outputs", outputs])
    if wrong:
        return wrong, None, 0
    bench = subprocess.run([program, *command["run"], "--bench", "1"], check=True,
                           capture_output=True, text=True)
    with numpy.load(outputs) as arrays:
        results = {name: arrays[name] for name in arrays.files}
    return None, results, max(json.loads(bench.stdout)["peak_bytes"])


def commands(options, model, variant, places, more, entries, folder):
    """How the case is compiled and run, without and with the entries; its tolerance."""
    file, case = stages.case_of(options, model)
    flags = stages.module_and_flags(options, model, variant, places, more, folder)
    plain = flags[flags.index("--plan") + 1]
    with open(plain) as f:
        plan = json.load(f)
    again = os.path.join(folder, "again.json")
    with open(again, "w") as f:
        json.dump({**plan, "recompute": entries}, f)
    run = ["--inputs", file("inputs.npz")]
    return ({"compile": flags, "run": run},
            {"compile": [again if flag == plain else flag for flag in flags], "run": run}, case)


def check(options, text, folder):
    """What went wrong, or None; and in words what was found."""
    part, policy, text = text.split(":", 2)
    model, rest = text.split("@")
    model, _, variant = model.partition(":")
    places, *more = rest.split("/")
    entries, flags = [], []
    if policy.endswith(".json"):
        with open(policy) as f:
            entries = json.load(f)
    elif policy == "host":
        flags = ["--cluster", stages.cluster_with_host(folder)]
    else:
        flags = ["--recompute", policy]
    plain, again, case = commands(options, model, variant or "single", places, more, entries,
                                  folder)
    wrong, expected, most = run(options, plain, folder, [])
    if wrong:
        return wrong, ""
    budget = int(float(part.lstrip("~")) * most)
    wrong, got, peak = run(options, again, folder, [*flags, f"--memory-budget={budget}"])
    if wrong:
        return wrong, f"budget {budget} of {most}"
    # A rank's arena is whole pages.
    if peak > budget + 4095:
        return f"takes {peak} bytes, the budget is {budget}", ""
    for name, array in expected.items():
        same = array.tobytes() == got[name].tobytes()
        if not same and part.startswith("~"):
            same = numpy.allclose(got[name].astype(float), array.astype(float),
                                  rtol=case["rtol"], atol=case["atol"])
        if not same:
            return f"{name} differs", ""
    return None, f"{peak / most:.3f} of the peak"


def main():
    options = stages.parser_of(__doc__).parse_args()
    failed = 0
    for text in options.cases:
        head, _, schedules = text.rpartition("/")
        for schedule in schedules.split(","):
            with tempfile.TemporaryDirectory() as folder:
                wrong, found = check(options, f"{head}/{schedule}", folder)
            failed += bool(wrong)
            print(f"{'FAILED' if wrong else 'passed'} {head}/{schedule}: {wrong or ''} {found}",
                  flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
