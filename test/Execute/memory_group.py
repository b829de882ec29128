#!/usr/bin/env python3
"""State larger than memory trains if it lies in files, and dies otherwise.

    memory_group.py

A step updates 256 MiB of state in host memory, in a memory group (cgroup) of 160 MiB.
Where this machine has no memory groups, or does not hold processes to them, it says so and
exits with status 77.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

import harness
import numpy

ELEMENTS, LIMIT = 64 << 20, 160 << 20
PROGRAM = f"""
dist.mesh @mesh = <["dp"=1]>
func.func @main(
    %m: tensor<{ELEMENTS >> 10}x1024xf32> {{dist.name = "m", dist.state = 0 : i64,
        dist.sharding = #dist.sharding<@mesh, [{{}}, {{}}], memory = host>}},
    %g: tensor<1024xf32> {{dist.name = "g"}}) -> (tensor<{ELEMENTS >> 10}x1024xf32>, tensor<f32>) {{
  %rows = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<1024xf32>) -> tensor<{ELEMENTS >> 10}x1024xf32>
  %next = stablehlo.add %m, %rows : tensor<{ELEMENTS >> 10}x1024xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%g init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<1024xf32>, tensor<f32>) -> tensor<f32>
  return %next, %sum : tensor<{ELEMENTS >> 10}x1024xf32>, tensor<f32>
}}
"""

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
options = parser.parse_args()


def make_group():
    """A group of LIMIT bytes, and the file that takes its processes; or None."""
    name = f"popt-test-{os.getpid()}"
    for root, files in [("/sys/fs/cgroup", ["memory.max", "memory.swap.max"]),
                        ("/sys/fs/cgroup/memory",
                         ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"])]:
        group = pathlib.Path(root, name)
        try:
            group.mkdir()
        except OSError:
            continue
        try:  # a folder that is a group has its files from the beginning
            with open(group / files[0], "r+") as f:
                f.write(str(LIMIT))
        except OSError:
            group.rmdir()
            continue
        try:  # swap is not memory, but it would do
            (group / files[1]).write_text("0" if files[1].endswith("max") else str(LIMIT))
        except OSError:
            pass
        return group
    return None


def run_inside(group, *command):
    def enter():
        (group / "cgroup.procs").write_text(str(os.getpid()))
    return subprocess.run(command, preexec_fn=enter, capture_output=True, text=True)


group = make_group()
if not group:
    print("SKIPPED: this machine has no memory groups for us")
    sys.exit(77)
try:
    taken = run_inside(group, sys.executable, "-c", f"bytearray({2 * LIMIT})")
    if taken.returncode == 0:
        print("SKIPPED: this machine does not hold processes to their memory group")
        sys.exit(77)
    failed = 0
    with tempfile.TemporaryDirectory(dir=".") as folder:
        file = lambda name: os.path.join(folder, name)
        with open(file("m.mlir"), "w") as f:
            f.write(PROGRAM)
        numpy.savez(file("in.npz"), m=numpy.zeros((ELEMENTS >> 10, 1024), numpy.float32),
                    g=numpy.ones(1024, numpy.float32))
        subprocess.run([harness.tool("poptc"), file("m.mlir"), "--emit=exe", "-o",
                        file("m")], check=True)
        os.mkdir(file("host"))
        run = [file("m"), "--inputs", file("in.npz"), "--steps", "3", "--metrics", file("out.json")]
        for what, flags, dies in [("in files", ["--host-memory", file("host")], False),
                                  ("in memory", [], True)]:
            done = run_inside(group, *run, *flags)
            good = (done.returncode != 0) == dies
            failed += not good
            print("passed" if good else "FAILED", f"{what}: status {done.returncode}", done.stderr.strip())
    sys.exit(1 if failed else 0)
finally:
    group.rmdir()
