"""Exported programs, read back by popt, give what the originals give.

    round_trip.py --bin BIN MODULE.mlir... [-- flags of poptc]

Each module is partitioned and exported as StableHLO with a global boundary,
groups as lists and as axes; popt reads that as one manual region. Compiled and
interpreted it must give the results of the module on one device.
"""
import argparse
import os
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--bin", required=True, help="folder of popt's tools")
parser.add_argument("--meshes", default="", help="values of --mesh, separated by spaces")
parser.add_argument("--flags", default="", help="further flags of poptc")
parser.add_argument("modules", nargs="+")
options = parser.parse_args()


def tool(name, *arguments):
    done = subprocess.run([os.path.join(options.bin, name), *arguments],
                          capture_output=True, text=True)
    if done.returncode:
        print(f"{name} {' '.join(arguments)}\n{done.stderr}{done.stdout}")
    return done.returncode == 0


right = wrong = 0
with tempfile.TemporaryDirectory() as scratch:
    single, exported = (os.path.join(scratch, name) for name in ("single.npz", "exported.mlir"))
    for module in options.modules:
        if not tool("popt-run", module, "--reference", "--at=imported", "--init=random:5",
                    "--outputs", single):
            wrong += 1
            continue
        for mesh in options.meshes.split() or [None]:
            for groups in "lists", "axes":
                flags = options.flags.split() + ([f"--mesh={mesh}"] if mesh else [])
                equal = tool("poptc", module, "--emit=partitioned", "--format=stablehlo",
                             "--boundary=global", f"--replica-groups={groups}", *flags,
                             "-o", exported)
                for how in [], ["--reference"]:
                    equal = equal and tool("popt-run", exported, *how, "--init=random:5",
                                           "--expect", single, "--rtol=1e-5", "--atol=1e-6")
                right, wrong = right + equal, wrong + (not equal)
print(f"{right} right, {wrong} wrong")
sys.exit(wrong > 0)
