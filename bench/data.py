#!/usr/bin/env python3
"""What batches cost that a run reads from files, beside one that stays in memory.

    data.py --bin BIN [--rows N] [--layers L] [--steps K] [--rounds N] [--folder DIR]

Two ranks take a batch of N rows of 256 numbers through L layers. In turn: the batch is an
input, which is read once; another one is read for every step, from files in the page cache;
and from the disk, out of which the cache was put before. Printed are milliseconds of a step,
their ratio to the first, and how many bytes a second the steps take. It says something on a
machine that does nothing else.
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile

import numpy

WIDTH = 256
MODULE = """
sdy.mesh @mesh = <["dp"=2]>
func.func @main(%w: tensor<{d}x{d}xf32> {{tf.aliasing_output = 0 : i32}} loc("w"),
    %x: tensor<{n}x{d}xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"dp"}}, {{}}]>}} loc("x"))
    -> (tensor<{d}x{d}xf32>, tensor<f32>) {{
  {body}
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %loss = stablehlo.reduce(%h{layers} init: %zero) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<{n}x{d}xf32>, tensor<f32>) -> tensor<f32>
  return %w, %loss : tensor<{d}x{d}xf32>, tensor<f32>
}}
"""


def write_module(path, rows, layers):
    body, kind = "", f"tensor<{rows}x{WIDTH}xf32>"
    for i in range(layers):
        at = "%x" if i == 0 else f"%h{i}"
        body += (f"%h{i + 1} = stablehlo.dot_general {at}, %w, contracting_dims = [1] x [0] : "
                 f"({kind}, tensor<{WIDTH}x{WIDTH}xf32>) -> {kind}\n  ")
    with open(path, "w") as f:
        f.write(MODULE.format(d=WIDTH, n=rows, layers=layers, body=body))


def evict(paths):
    """Puts files out of the page cache."""
    for path in paths:
        with open(path, "rb") as f:
            os.fsync(f.fileno())
            os.posix_fadvise(f.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def seconds(program, flags, folder, steps):
    """The median step of a run, without the first two."""
    log = f"{folder}/log.jsonl"
    subprocess.run([program, "--init", "w=zeros", "--steps", str(steps), "--log", log, *flags],
                   check=True, stderr=subprocess.DEVNULL)
    with open(log) as f:
        return statistics.median([json.loads(line)["seconds"] for line in f][2:])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--rows", type=int, default=65536)
    parser.add_argument("--layers", type=int, default=1)
    parser.add_argument("--steps", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", default=None)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        write_module(f"{folder}/model.mlir", arguments.rows, arguments.layers)
        subprocess.run([f"{arguments.bin}/poptc", f"{folder}/model.mlir", "-o", f"{folder}/model"],
                       check=True)
        batch = numpy.ones((1, arguments.rows, WIDTH), numpy.float32)
        numpy.savez(f"{folder}/in.npz", x=batch[0])
        shards = [f"{folder}/x-{i}.npy" for i in range(arguments.steps)]
        for path in shards:
            numpy.save(path, batch)
        read = ["--batches", f"{folder}/x-*.npy"]
        ways = {"in memory": (["--inputs", f"{folder}/in.npz"], False),
                "page cache": (read, False), "disk": (read, True)}
        found = {way: [] for way in ways}
        for _ in range(arguments.rounds):
            for way, (flags, is_cold) in ways.items():
                if is_cold:
                    evict(shards)
                found[way].append(seconds(f"{folder}/model", flags, folder, arguments.steps))
        first = statistics.median(found["in memory"])
        for way, times in found.items():
            step = statistics.median(times)
            print(f"{way:12} {step * 1e3:8.2f} ms  {step / first:5.3f}  "
                  f"{batch.nbytes / step / 1e9:5.2f} GB/s")


if __name__ == "__main__":
    main()
