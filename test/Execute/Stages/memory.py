#!/usr/bin/env python3
"""Compares the memory that pipelines take with what is printed of it.

    memory.py --bin build/bin STAGES:MICROBATCHES:SCHEDULE[:silent]...

The model has a layer per stage whose activations are most of its memory. Of
each schedule

  printed    activation slots per coordinate are those of the rule
  kept       what more is printed to be kept than under 1f1b is what more is
             measured (--bench), in activations
  growing    with twice the microbatches the measured memory grows by what the
             rule has more slots for: nothing under 1f1b

If silent, the model does not return its loss, and the last stage has one visit:

  printed    it has one slot
  kept       against a model that does, the last stage keeps an activation less
             per microbatch, others at most a message more

Needs only the standard library. Exit status 1 if something differs.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from measure import read_options  # noqa: E402

ROWS, WIDTH = 256, 32  # of a microbatch
ACTIVATION = ROWS * WIDTH * 4
SLOTS = {
    "gpipe": lambda p, d, m: m,
    "1f1b": lambda p, d, m: min(p - d, m),
    "eager-1f1b": lambda p, d, m: min(2 * (p - d) - 1, m),
}


def model(stages, microbatches, silent):
    """h = h + tanh(h w) per layer, a loss, and one step of gradient descent."""
    big = f"tensor<{ROWS * microbatches}x{WIDTH}xf32>"
    small = f"tensor<{WIDTH}x{WIDTH}xf32>"
    head = ", ".join(f'%w{i}: {small} {{tf.aliasing_output = {i} : i32}} loc("w{i}")'
                     for i in range(stages))
    results = ", ".join([small] * stages + ["tensor<f32>"] * (not silent))
    lines = [f'func.func @main({head}, %x: {big} loc("batch")) -> ({results}) {{',
             "%zero = stablehlo.constant dense<0.0> : tensor<f32>",
             f"%one = stablehlo.constant dense<1.0> : {big}"]
    last = "%x"
    for i in range(stages):
        lines += [f"%p{i} = stablehlo.dot_general {last}, %w{i}, contracting_dims = [1] x [0] : "
                  f"({big}, {small}) -> {big}",
                  f"%t{i} = stablehlo.tanh %p{i} : {big}",
                  f"%h{i} = stablehlo.add {last}, %t{i} : {big}"]
        last = f"%h{i}"
    lines += [f"%loss = stablehlo.reduce({last} init: %zero) applies stablehlo.add across "
              f"dimensions = [0, 1] : ({big}, tensor<f32>) -> tensor<f32>"]
    gradient = "%one"
    for i in reversed(range(stages)):
        before = "%x" if i == 0 else f"%h{i - 1}"
        lines += [f"%q{i} = stablehlo.multiply %t{i}, %t{i} : {big}",
                  f"%r{i} = stablehlo.subtract %one, %q{i} : {big}",
                  f"%s{i} = stablehlo.multiply {gradient}, %r{i} : {big}",
                  f"%g{i} = stablehlo.dot_general {before}, %s{i}, contracting_dims = [0] x [0] : "
                  f"({big}, {big}) -> {small}",
                  f"%n{i} = stablehlo.subtract %w{i}, %g{i} : {small}",
                  f"%f{i} = stablehlo.dot_general %s{i}, %w{i}, contracting_dims = [1] x [1] : "
                  f"({big}, {small}) -> {big}",
                  f"%e{i} = stablehlo.add {gradient}, %f{i} : {big}"]
        gradient = f"%e{i}"
    values = ", ".join([f"%n{i}" for i in range(stages)] + ["%loss"] * (not silent))
    return "\n".join(lines + [f"return {values} : {results}", "}"])


def run(options, stages, microbatches, schedule, silent=False):
    """(printed slots, kept bytes, arena bytes), per stage."""
    with tempfile.TemporaryDirectory() as folder:
        file = lambda name: os.path.join(folder, name)
        with open(file("model.mlir"), "w") as f:
            f.write(model(stages, microbatches, silent))
        with open(file("plan.json"), "w") as f:
            json.dump({"popt_plan": 1,
                       "mesh": {"stage": [["pp", stages]], "time": [["mb", microbatches]]},
                       "inputs": {"batch": [["mb"]]},
                       "schedule": {"kind": schedule},
                       "shardings": [{"match": f"w{i}", "at": {"pp": [i]}}
                                     for i in range(stages)]}, f)
        compiled = subprocess.run(
            [os.path.join(options.bin, "poptc"), file("model.mlir"), "--plan", file("plan.json"),
             "-v", "-O0", "-o", file("step")], capture_output=True, text=True, timeout=600)
        if compiled.returncode:
            sys.exit(compiled.stderr)
        text = compiled.stdout + compiled.stderr
        numbers = lambda name: [int(n) for n in re.search(name + r" ([\d, ]+)", text)[1].split(",")]
        bench = subprocess.run([file("step"), "--init", "random", "--bench", "1"],
                               capture_output=True, text=True, check=True, timeout=600)
        return (numbers("activation slots per coordinate"),
                numbers("bytes kept between tasks, per coordinate"),
                json.loads(bench.stdout)["peak_bytes"])


def main():
    options = read_options(__doc__)
    failed = 0

    def expect(case, what, got, wanted):
        nonlocal failed
        failed += got != wanted
        print(f"{'passed' if got == wanted else 'FAILED'} {case} {what} {got}" +
              ("" if got == wanted else f", expected {wanted}"), flush=True)

    for case in options.cases:
        stages, microbatches, schedule, *silent = case.split(":")
        p, m = int(stages), int(microbatches)
        rule = lambda m: [SLOTS[schedule](p, d, m) for d in range(p)]
        printed, kept, arena = run(options, p, m, schedule)
        if silent:
            printed, _, less = run(options, p, m, schedule, silent=True)
            expect(case, "printed", printed, rule(m)[:-1] + [1])
            more = [round((a - b) / ACTIVATION) for a, b in zip(less, arena)]
            expect(case, "kept", [max(n, 1) for n in more[:-1]] + [max(more[-1], -m)],
                   [1] * (p - 1) + [-m])
            continue
        expect(case, "printed", printed, rule(m))
        _, least_kept, least = run(options, p, m, "1f1b")
        expect(case, "kept", [round((a - b) / ACTIVATION) for a, b in zip(arena, least)],
               [(a - b) // ACTIVATION for a, b in zip(kept, least_kept)])
        # A layer keeps what it got and what it made; the first one got a part of
        # the batch, which is there as a whole.
        _, _, twice = run(options, p, 2 * m, schedule)
        expect(case, "growing", [round((a - b) / ACTIVATION) for a, b in zip(twice, arena)],
               [(2 if d else 1) * (rule(2 * m)[d] - rule(m)[d]) + (0 if d else m)
                for d in range(p)])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
