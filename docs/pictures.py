#!/usr/bin/env python3
"""Draws the pictures of the documentation from real runs, with the Python of .venv:

    docs/pictures.py [--bin build/bin] [--out docs/pictures]

  whole.svg     from a step for one device to ranks: the phases, and what each hands on
  blocks.svg    who holds what of a tensor: rows and columns, uneven, half an axis, a pin
  reshard.svg   a reshard's path: layouts and the moves between them
  folding.svg   a step with microbatches: what runs before, in and after the loop
  pipeline.svg  tasks of a pipeline in the order of 1f1b
  report.png    the top of the report of demo/gpt, where Chromium is installed

The same input gives the same drawings (test/Meta/pictures.test).
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from xml.sax.saxutils import escape

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(SOURCE, "python"))

# Of ranks; readable on white and on black.
COLOURS = ["#4c78a8", "#f58518", "#54a24b", "#b279a2", "#e45756", "#72b7b2", "#9d755d", "#bab0ac"]
STYLE = """<style>
text { font: 13px sans-serif; fill: #222 } .code { font-family: monospace; font-size: 12px }
.small { font-size: 12px } .title { font-weight: bold } .in { fill: #fff; text-anchor: middle } .box { fill: none; stroke: #888 }
.line { stroke: #888; fill: none }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .in { fill: #fff } }
</style>"""


class Drawing:
    def __init__(self, width, height):
        self.size, self.parts = (width, height), []

    def text(self, x, y, text, kind=""):
        self.parts.append(f'<text x="{x}" y="{y}" class="{kind}">{escape(text)}</text>')

    def box(self, x, y, width, height, colour=None):
        look = f'fill="{colour}" stroke="white"' if colour else 'class="box" rx="4"'
        self.parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {look}/>')

    def arrow(self, x, y, to):
        self.parts.append(f'<path class="line" d="M{x} {y} H{to} m-6 -4 l6 4 l-6 4"/>')

    def svg(self):
        width, height = self.size
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                f'viewBox="0 0 {width} {height}">\n{STYLE}\n' + "\n".join(self.parts) + "\n</svg>\n")


WHOLE = [
    [("your step", ["JAX, or StableHLO of others", "written for one device"], "StableHLO, shardings"),
     ("Import, Annotate", ["plan.json, --mesh", "machine, memory budget"], "shardings on arguments"),
     ("Propagate", ["or popt-plan, which", "chooses mesh and layouts"], "a sharding of every value")],
    [("Partition", ["strategies, reshards", "explicit collectives"], "program of one device"),
     ("Time, Stages", ["loops over microbatches", "tasks and their order"], "programs of stages"),
     ("Collectives, Kernels", ["fewer bytes and messages", "fused loops, libraries"], "kernels in their order")],
    [("Memory", ["an offset for each buffer", "what runs beside what"], "planned program"),
     ("Conversion", ["checked before it runs", "packed into an executable"], "step table, object code"),
     ("N ranks", ["threads, processes, hosts", "CPUs or GPUs"], "")],
]


def whole():
    """Three rows of phases; each arrow says what goes from one to the next."""
    drawing = Drawing(1060, 275)
    for row, phases in enumerate(WHOLE):
        for column, (title, lines, handed_on) in enumerate(phases):
            x, y = 10 + 350 * column, 10 + 95 * row
            drawing.box(x, y, 190, 70)
            drawing.text(x + 10, y + 20, title, "title")
            for number, line in enumerate(lines):
                drawing.text(x + 10, y + 40 + 18 * number, line, "small")
            if handed_on:
                drawing.arrow(x + 194, y + 35, x + 346)
                drawing.text(x + 198, y + 27, handed_on, "small")
    return drawing.svg()


def blocks():
    """One panel per layout; the compiled program says which rank has which block."""
    import jax.numpy as jnp
    import popt
    panels = [("rows and columns", {"a": 2, "b": 2}, {"dims": [["a"], ["b"]]}),
              ("uneven: 5 rows on 4 ranks", {"a": 2, "b": 2}, {"dims": [["a", "b"], []]}),
              ("half of an axis", {"x": 4}, {"dims": [[], ["x:(1)2"]]}),
              ("pinned", {"dp": 4}, {"at": {"dp": [1]}})]
    cell, drawing = 22, Drawing(4 * 210, 210)
    for number, (title, mesh, sharding) in enumerate(panels):
        shape = (5, 6) if "uneven" in title else (6, 6)
        plan = {"popt_plan": 1, "shardings": [{"match": "t", **sharding}]}
        step = popt.compile(lambda t: t.sum(), (jnp.zeros(shape),), names=["t"], mesh=mesh, plan=plan)
        left, top = 210 * number + 10, 46
        drawing.text(left, 16, title, "title")
        layout = next(t.layout for t in step._program.arguments)
        drawing.text(left, 34, layout, "code")
        held = {}
        for rank, block in enumerate(step.blocks("t")):
            if block is not None:
                held.setdefault(block and tuple((s.start, s.stop) for s in block), []).append(rank)
        for ((row, bottom), (column, right)), ranks in held.items():
            x, y = left + column * cell, top + row * cell
            drawing.box(x, y, (right - column) * cell, (bottom - row) * cell, COLOURS[ranks[0]])
            drawing.text(x + (right - column) * cell / 2, y + (bottom - row) * cell / 2 + 5,
                         ", ".join(map(str, ranks)), "in")
        ranks = "rank" if max(map(len, held.values())) == 1 else "ranks"
        drawing.text(left, top + 6 * cell + 18, f"{shape[0]} x {shape[1]}; {ranks} of each block")
    return drawing.svg()


RESHARD = """
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  return %a : tensor<16x8xf32>
}
"""


def reshard(run):
    """The local program of a function that only changes its argument's layout."""
    text = run(RESHARD, "--cluster", "builtin:bytes", "--emit=partitioned")
    moves = re.findall(r"= dist\.(\w+) .* : tensor<([\dx]+)xf32>(?: -> tensor<([\dx]+)xf32>)?", text)
    blocks = [moves[0][1]] + [after or before for _, before, after in moves]
    drawing = Drawing(260 * len(moves) + 150, 90)
    drawing.text(10, 16, 'a 16 x 8 tensor from [{"x"}, {"y"}] to [{"y"}, {"x"}], x=4 and y=2', "title")
    for number, block in enumerate(blocks):
        x = 10 + 260 * number
        drawing.box(x, 34, 110, 40)
        drawing.text(x + 12, 59, f"block {block}", "code")
        if number < len(moves):
            drawing.arrow(x + 114, 54, x + 256)
            drawing.text(x + 122, 46, moves[number][0], "code")
    return drawing.svg()


FOLDING = """
sdy.mesh @mesh = <["dp"=2]>
func.func @main(%w: tensor<4x6xf32> loc("w"), %x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>} loc("x"),
    %g: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>} loc("g")) -> tensor<4x6xf32> {
  %0 = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %1 = stablehlo.subtract %w, %0 : tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
"""


def folding(run):
    """Operations before, in and after the loop over microbatches."""
    text = run(FOLDING, "--mesh", "time:mb=4", "--batch", "x=0,g=0", "--emit=folded")
    before, rest = text.split("dist.time_loop over", 1)
    inside, after = rest.split("dist.return", 1)

    def operations(part):
        names = re.findall(r"= (?:stablehlo|dist)\.(\w+)", part)
        return [name for name in names if name != "constant"]
    columns = [("once", operations(before)), ("4 times, once a microbatch", operations(inside)),
               ("once", operations(after))]
    height = 60 + 22 * max(len(names) for _, names in columns)
    drawing = Drawing(3 * 240, height)
    for number, (title, names) in enumerate(columns):
        x = 10 + 240 * number
        drawing.text(x, 18, title, "title")
        drawing.box(x, 28, 190, height - 36)
        for line, name in enumerate(names or ["nothing"]):
            drawing.text(x + 12, 50 + 22 * line, name, "code")
        if number < 2:
            drawing.arrow(x + 194, height / 2, x + 236)
    return drawing.svg()


def pipeline(run, scratch):
    """The timeline that the compiler draws of a chain of four layers."""
    import jax
    import jax.numpy as jnp
    import popt

    def loss(params, x):
        for p in params:
            x = jnp.tanh(x @ p)
        return jnp.mean(x ** 2)

    def train(params, x):
        value, grads = jax.value_and_grad(loss)(params, x)
        return [p - 0.1 * g for p, g in zip(params, grads)], value
    params = [jax.ShapeDtypeStruct((512, 512), jnp.float32)] * 4
    case = popt.export(train, (params, jax.ShapeDtypeStruct((512, 512), jnp.float32)))
    plan = os.path.join(scratch, "plan.json")
    with open(plan, "w") as file:
        json.dump({"popt_plan": 1, "shardings": [{"match": f"params[{i}]", "at": {"pp": [i]}}
                                                 for i in range(4)]}, file)
    picture = os.path.join(scratch, "pipeline.svg")
    run(case.text, "--mesh", "stage:pp=4,time:mb=8", "--batch", "x=0", "--plan", plan, "--schedule",
        "1f1b", "--timeline", picture, "--emit=scheduled")
    with open(picture) as file:
        return file.read()


def report(binaries, out, scratch):
    """A screenshot of a report, if there is a browser."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if not chromium:
        return
    page = os.path.join(scratch, "report.html")
    subprocess.run([os.path.join(binaries, "poptc"),
                    os.path.join(SOURCE, "demo", "gpt", "dp2_tp2.mlir"), "--report", page, "-o",
                    os.path.join(scratch, "step")], check=True)
    subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                    "--window-size=1200,1240", f"--screenshot={out}", f"file://{page}"],
                   check=True, stderr=subprocess.DEVNULL, timeout=120)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default=os.path.join(SOURCE, "build", "bin"))
    parser.add_argument("--out", default=os.path.join(SOURCE, "docs", "pictures"))
    arguments = parser.parse_args()
    os.makedirs(arguments.out, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        def run(text, *flags):
            module = os.path.join(scratch, "module.mlir")
            with open(module, "w") as file:
                file.write(text)
            return subprocess.run([os.path.join(arguments.bin, "poptc"), module, *flags, "-o", "-"],
                                  check=True, stdout=subprocess.PIPE, text=True).stdout
        pictures = {"whole": whole(), "blocks": blocks(), "reshard": reshard(run), "folding": folding(run),
                    "pipeline": pipeline(run, scratch)}
        report(arguments.bin, os.path.join(os.path.abspath(arguments.out), "report.png"), scratch)
    for name, svg in pictures.items():
        with open(os.path.join(arguments.out, name + ".svg"), "w") as file:
            file.write(svg)


if __name__ == "__main__":
    main()
