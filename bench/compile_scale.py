#!/usr/bin/env python3
"""Compile time against the number of operations.

    compile_scale.py --bin build/bin [--layers 32,64,128] [--svg docs/compile-scale.svg] [--check]

Writes training steps of residual networks of growing depth (12 operations a
layer: forward, backward and update, sharded over dp=2 x tp=2), compiles each to
--emit=partitioned and --emit=scheduled, and prints the processor time per
operation. --svg draws it. --check fails if the time per operation of the
deepest network is more than twice that of the shallowest, start-up taken off.
Needs only the standard library.
"""
import argparse
import os
import resource
import subprocess
import sys
import tempfile

BATCH, WIDTH = 64, 128
STAGES = ("partitioned", "scheduled")


def model(layers):
    """(text, number of operations) of a training step."""
    x, w = f"tensor<{BATCH}x{WIDTH}xf32>", f"tensor<{WIDTH}x{WIDTH}xf32>"
    rows = 'sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>'
    columns = 'sdy.sharding = #sdy.sharding<@mesh, [{}, {"tp"}]>'
    arguments = [f"%h0: {x} {{{rows}}}", f"%y: {x} {{{rows}}}"]
    arguments += [f"%w{i}: {w} {{{columns}, tf.aliasing_output = {i} : i32}}"
                  for i in range(layers)]
    body = [f"%one = stablehlo.constant dense<1.0> : {x}",
            f"%rate = stablehlo.constant dense<0.01> : {w}"]
    for i in range(layers):
        body += [
            f"%a{i} = stablehlo.dot_general %h{i}, %w{i}, contracting_dims = [1] x [0] : ({x}, {w}) -> {x}",
            f"%t{i} = stablehlo.tanh %a{i} : {x}",
            f"%h{i + 1} = stablehlo.add %h{i}, %t{i} : {x}"]
    body.append(f"%d{layers} = stablehlo.subtract %h{layers}, %y : {x}")
    for i in reversed(range(layers)):
        body += [
            f"%s{i} = stablehlo.multiply %t{i}, %t{i} : {x}",
            f"%o{i} = stablehlo.subtract %one, %s{i} : {x}",
            f"%e{i} = stablehlo.multiply %d{i + 1}, %o{i} : {x}",
            f"%g{i} = stablehlo.dot_general %h{i}, %e{i}, contracting_dims = [0] x [0] : ({x}, {x}) -> {w}",
            f"%b{i} = stablehlo.dot_general %e{i}, %w{i}, contracting_dims = [1] x [1] : ({x}, {w}) -> {x}",
            f"%d{i} = stablehlo.add %d{i + 1}, %b{i} : {x}",
            f"%u{i} = stablehlo.multiply %g{i}, %rate : {w}",
            f"%v{i} = stablehlo.subtract %w{i}, %u{i} : {w}"]
    results = ", ".join(f"%v{i}" for i in range(layers))
    types = ", ".join([w] * layers)
    text = "module @step {\n  sdy.mesh @mesh = <[\"dp\"=2, \"tp\"=2]>\n"
    text += f"  func.func public @main({', '.join(arguments)}) -> ({types}) {{\n    "
    text += "\n    ".join(body)
    return text + f"\n    return {results} : {types}\n  }}\n}}\n", len(body)


def seconds(command, repeats):
    """Least processor time of a command."""
    least = None
    for _ in range(repeats):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        least = took if least is None else min(least, took)
    return least


def draw(rows, path):
    """Both curves, linear axes, as SVG."""
    width, height, left, bottom = 640, 360, 60, 40
    most_ops = max(row["operations"] for row in rows)
    most = max(row[stage] for row in rows for stage in STAGES) * 1.1
    at = lambda ops, value: (left + ops / most_ops * (width - left - 90),
                             height - bottom - value / most * (height - bottom - 20))
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
             'font-family="sans-serif" font-size="12">',
             f'<rect width="{width}" height="{height}" fill="white"/>']
    for i in range(5):
        value, ops = most * i / 4, most_ops * i / 4
        (x0, y), (x1, _) = at(0, value), at(most_ops, value)
        parts.append(f'<line x1="{x0:.0f}" y1="{y:.1f}" x2="{x1:.0f}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{x0 - 6:.0f}" y="{y + 4:.1f}" text-anchor="end">{value:.1f}</text>')
        x, base = at(ops, 0)
        parts.append(f'<text x="{x:.0f}" y="{base + 16:.0f}" text-anchor="middle">{ops:,.0f}</text>')
    for stage, colour in zip(STAGES, ("#1f77b4", "#d62728")):
        points = [at(row["operations"], row[stage]) for row in rows]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        x, y = points[-1]
        parts.append(f'<text x="{x + 8:.0f}" y="{y + 4:.1f}" fill="{colour}">{stage}</text>')
    parts.append(f'<text x="{left}" y="14">processor seconds against operations</text></svg>')
    with open(path, "w") as f:
        f.write("\n".join(parts) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--layers", default="64,128,256,512,1024,2048")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--svg")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    rows = []
    print("| layers | operations | partitioned (s) | scheduled (s) | ms per operation |")
    print("|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "step.mlir")
        for layers in map(int, options.layers.split(",")):
            text, operations = model(layers)
            with open(path, "w") as f:
                f.write(text)
            row = {"operations": operations}
            for stage in STAGES:
                row[stage] = seconds([os.path.join(options.bin, "poptc"), path,
                                      f"--emit={stage}", "-o", os.devnull], options.repeats)
            rows.append(row)
            print(f"| {layers} | {operations:,} | {row['partitioned']:.2f} | "
                  f"{row['scheduled']:.2f} | {1000 * row['scheduled'] / operations:.3f} |",
                  flush=True)
        if options.svg:
            draw(rows, options.svg)
        if not options.check:
            return 0
        with open(path, "w") as f:
            f.write(model(1)[0])
        start = seconds([os.path.join(options.bin, "poptc"), path, "--emit=scheduled",
                         "-o", os.devnull], options.repeats)
    shallow, deep = ((row["scheduled"] - start) / row["operations"]
                     for row in (rows[0], rows[-1]))
    print(f"time per operation grows {deep / shallow:.2f} times")
    return deep > 2 * shallow


if __name__ == "__main__":
    sys.exit(main())
