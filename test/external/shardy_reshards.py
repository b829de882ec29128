#!/usr/bin/env python3
"""Compares popt's reshards with those that Shardy's tests expect.

    shardy_reshards.py CHECKOUT --bin build/bin [--only REGEX] [--verify] [--cluster C]

For every reshard of Shardy's reshard-to-collectives tests popt plans the same
change of layout, and both ways are measured alike: the bytes that the busiest
rank sends. With k ranks in a group and N bytes in a rank's buffer these are

    all-gather       N (k-1)/k   N is the result
    reduce-scatter   N (k-1)/k   N is the operand
    all-to-all       N (k-1)/k   N is the larger of the two
    permute          N           N is the larger of the two
    all-reduce     2 N (k-1)/k
    slice            0

Blocks are ceil pieces where a dimension does not divide. Where the two layouts
are on different meshes, popt's bytes are those of its exported local program,
which moves blocks between the devices of both. `--verify` also runs
popt's program, sharded and on one device, with the reference interpreter, up
to 64 ranks. The exit status is 1 if popt sends more somewhere, fails, or is
wrong.
"""

import math
import re
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

from common import arguments_of_shardy

TESTS = "shardy/dialect/sdy/transforms/export/test"
FILES = "reshard_to_collectives*.mlir"
WIDTHS = {"f64": 8, "i64": 8, "f32": 4, "i32": 4, "ui32": 4, "bf16": 2, "f16": 2,
          "i16": 2, "i8": 1, "i1": 1}


class Mesh:
    def __init__(self, text):
        self.text = text
        self.sizes = {name: int(size) for name, size
                      in re.findall(r'"(\w+)"\s*=\s*(\d+)', text)}
        ids = re.search(r"device_ids\s*=\s*\[([^\]]*)\]", text)
        self.device_ids = ids and ids.group(1).replace(" ", "")

    def ranks(self):
        return math.prod(self.sizes.values())

    def size(self, axes):
        """The product of the axes in a text such as `"x", "y":(2)4`."""
        return math.prod(int(part) if part else self.sizes[name] for name, part
                         in re.findall(r'"(\w+)"(?::\(\d+\)(\d+))?', axes))


class Layout:
    """A mesh's name, the axes of each dimension, and what follows them."""

    def __init__(self, mesh, dims, rest):
        self.mesh = mesh
        self.dims = [", ".join(re.findall(r'"\w+"(?::\(\d+\)\d+)?', dim))
                     for dim in re.findall(r"\{([^}]*)\}", dims)]
        unreduced = re.search(r"unreduced=\{([^}]*)\}", rest)
        self.unreduced = unreduced.group(1) if unreduced else ""

    def text(self):
        dims = ", ".join("{" + dim + "}" for dim in self.dims)
        rest = f", unreduced={{{self.unreduced}}}" if self.unreduced else ""
        return f"<@{self.mesh}, [{dims}]{rest}>"


class Tensor:
    def __init__(self, text):
        *shape, self.element = text.split("x")
        self.shape = [int(extent) for extent in shape]
        self.text = f"tensor<{text}>"

    def bytes(self, mesh, layout):
        parts = [mesh.size(dim) for dim in layout.dims]
        return math.prod(-(-extent // part) for extent, part
                         in zip(self.shape, parts)) * WIDTHS[self.element]


LAYOUT = r"<@(\w+),\s*\[([^\]]*)\]((?:,\s*\w+\s*=\s*\{[^}]*\})*)"


def sent(kind, size, before, after):
    """Bytes that a rank sends; sizes of its buffer before and after."""
    share = Fraction(size - 1, size)
    if kind == "all_gather":
        return after * share
    if kind == "reduce_scatter":
        return before * share
    if kind == "all_to_all":
        return max(before, after) * share
    if kind == "all_reduce":
        return 2 * before * share
    if kind in ("permute", "collective_permute"):
        return Fraction(max(before, after))
    if kind in ("all_slice", "replicated_to_unreduced", "sharded_to_unreduced",
                "to_partial"):
        return Fraction(0)
    raise ValueError(f"unknown collective {kind}")


class Case:
    """One reshard of a test function, and the collectives it expects."""

    def __init__(self, name, body, meshes):
        self.name = name
        code = "\n".join(line for line in body.splitlines()
                         if not line.lstrip().startswith("//"))
        source = re.search(r"(?:#sdy.sharding|sharding_per_value<\[)" + LAYOUT, code)
        reshard = re.search(r"sdy\.reshard\s+%\S+\s+" + LAYOUT +
                            r">\s*:\s*tensor<([^>]*)>", code)
        self.problem = ""
        if not reshard:
            self.problem = "no reshard between meshes of several devices"
            return
        self.after = Layout(*reshard.groups()[:3])
        self.tensor = Tensor(reshard.group(4))
        if source:
            self.before = Layout(*source.groups())
        else:
            self.before = Layout(self.after.mesh, "{} " * len(self.tensor.shape), "")
        if len(self.before.dims) != len(self.after.dims):
            self.problem = "a single device"
        self.meshes, self.mesh = meshes, meshes[self.before.mesh]
        other = meshes[self.after.mesh]
        self.is_on_two = (self.mesh.sizes, self.mesh.device_ids) != \
            (other.sizes, other.device_ids)
        self.steps = re.findall(
            r"sdy\.(\w+) (.*?)(?:%\S+) out_sharding=" + LAYOUT, body.replace("\n", " \n"))
        if self.is_on_two and re.search(r"CHECK.*sdy\.reshard", body) and not self.problem:
            self.problem = "Shardy leaves it to XLA"

    def theirs(self):
        """Bytes and number of the expected steps."""
        total, now = Fraction(0), self.tensor.bytes(self.mesh, self.before)
        for kind, axes, *layout in self.steps:
            layout = Layout(*layout)
            mesh = self.meshes[layout.mesh]
            after = self.tensor.bytes(mesh, layout)
            total += sent(kind, mesh.size(axes), now, after)
            now = after
        return total, len(self.steps)

    def program(self):
        target = self.after.text()
        if not self.is_on_two:
            target = target.replace(f"@{self.after.mesh},", f"@{self.before.mesh},")
        meshes = "".join(f"sdy.mesh @{name} = {self.meshes[name].text}\n" for name in
                         dict.fromkeys([self.before.mesh, self.after.mesh]))
        return (f"{meshes}"
                f"func.func @main(%arg0: {self.tensor.text} {{sdy.sharding = "
                f"#sdy.sharding{self.before.text()}}}) -> ({self.tensor.text} "
                f"{{sdy.sharding = #sdy.sharding{target}}}) {{\n"
                f"  %0 = sdy.reshard %arg0 {target} : {self.tensor.text}\n"
                f"  return %0 : {self.tensor.text}\n}}\n")

    def exported(self, text):
        """Bytes and number of the steps in popt's StableHLO."""
        def group_size(attributes):
            groups = re.search(r"replica_groups = dense<.*?> : tensor<\d+x(\d+)xi64>", attributes)
            return int(groups.group(1)) if groups else 1
        return self.sum_up(r'= "stablehlo\.(\w+)"\(.*\) <\{(.*)\}>.* : \((.*)\) -> (.*)', text,
                           group_size)

    def ours(self, local):
        """Bytes and number of the steps in popt's local program."""
        def group_size(what):
            over = re.search(r"over \{([^}]*)\}", what)
            return self.mesh.size(over.group(1)) if over else 1
        return self.sum_up(r"= dist\.(\w+) (.*) : (.*) -> (.*)", local, group_size)

    def sum_up(self, step, text, group_size):
        """The same of the lines that match a step: kind, what it says, types before and after."""
        total, count = Fraction(0), 0
        for kind, what, before, after in re.findall(step, text):
            total += sent(kind, group_size(what), self.local_bytes(before), self.local_bytes(after))
            count += 1
        return total, count

    @staticmethod
    def local_bytes(text):
        *shape, element = re.search(r"tensor<([^>]*)>", text).group(1).split("x")
        return math.prod(map(int, shape)) * WIDTHS[element]


def read_cases(path):
    text = path.read_text()
    meshes = {name: Mesh(mesh) for name, mesh
              in re.findall(r"^sdy\.mesh @(\w+) = (<.*>)", text, re.M)}
    parts = re.split(r"^// CHECK-LABEL: func @(\w+)", text, flags=re.M)
    return [Case(name, re.split(r"^//===|^// TODO|^// LABEL", body, flags=re.M)[0], meshes)
            for name, body in zip(parts[1::2], parts[2::2])]


def run(command):
    return subprocess.run([str(part) for part in command], capture_output=True,
                          text=True, timeout=300)


def number(value):
    return str(value) if value.denominator == 1 else f"{float(value):.1f}"


def main():
    parser = arguments_of_shardy(__doc__, "cases")
    parser.add_argument("--cluster", default="builtin:bytes", help="machine of the plans")
    parser.add_argument("--verify", action="store_true")
    args = parser.parse_args()
    files = sorted((args.checkout / TESTS).glob(FILES))
    if not files:
        parser.error(f"{args.checkout} has no {TESTS}/{FILES}")

    counts = {"fewer": 0, "as many": 0, "more": 0, "failed": 0, "not compared": 0}
    print(f"{'case':<62}{'popt':>9}{'Shardy':>9}{'ratio':>7}   steps")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "case.mlir"
        for case in (case for path in files for case in read_cases(path)):
            if not re.search(args.only, case.name):
                continue
            if case.problem:
                counts["not compared"] += 1
                print(f"{case.name:<62}{'':>25}   not compared: {case.problem}")
                continue
            source.write_text(case.program())
            flags = ["--cluster=" + args.cluster]
            if case.is_on_two:
                flags.append("--format=stablehlo")
            result = run([args.bin / "poptc", source, "--emit=partitioned", "-o", "-",
                          *flags])
            if (args.verify and case.mesh.ranks() <= 64 and not case.is_on_two and
                    not result.returncode):
                checked = run([args.bin / "popt-run", source, "--verify-phases",
                               "--init", "random", *flags])
                result = checked if checked.returncode else result
            if result.returncode:
                error = result.stderr.strip() or f"status {result.returncode}"
                # A sub-axis divides every block that it splits (law L1).
                is_other = "does not divide a block" in error
                counts["not compared" if is_other else "failed"] += 1
                what = "not compared: no sharding of popt's" if is_other else error
                print(f"{case.name:<62}{'':>25}   {what.splitlines()[0]}")
                continue
            ours, steps = (case.exported if case.is_on_two else case.ours)(result.stdout)
            theirs, their_steps = case.theirs()
            verdict = ("more" if ours > theirs else
                       "fewer" if ours < theirs else "as many")
            counts[verdict] += 1
            ratio = f"{float(ours / theirs):.2f}" if theirs else ""
            print(f"{case.name:<62}{number(ours):>9}{number(theirs):>9}{ratio:>7}"
                  f"   {steps} / {their_steps}{'  MORE' if ours > theirs else ''}")
    print("\nbytes sent by popt: " +
          ", ".join(f"{what} {count}" for what, count in counts.items()))
    return 1 if counts["more"] or counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
