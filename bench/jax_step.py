#!/usr/bin/env python3
"""Compiles a StableHLO module with XLA for one CPU device and times its steps.

    jax_step.py MODEL.mlir --inputs F.npz [--bench K]

Prints the JSON that `--bench K` of a popt binary prints: step_ms, compile_s and
peak_bytes (arguments + outputs - aliased + temporaries of XLA's memory
analysis). State results are the next step's arguments and their buffers are
donated, as tf.aliasing_output says. Without --inputs nothing is run.
"""
import argparse
import json
import os
import re
import statistics
import sys
import time

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import numpy
from jax._src.interpreters import mlir
from jax._src.lib import xla_client
from jax._src.lib.mlir import ir


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("--inputs")
    parser.add_argument("--bench", type=int, default=10)
    parser.add_argument("--warmup", type=int, default=3)
    options = parser.parse_args()
    with open(options.model) as f:
        text = f.read()
    header = re.search(r"@main\((.*?)\) -> ", text, re.S).group(1)
    state = {i: int(m.group(1)) for i, part in enumerate(re.split(r"(?=%arg\d+: tensor)", header)[1:])
             for m in [re.search(r"tf\.aliasing_output = (\d+)", part)] if m}
    device = jax.devices()[0]
    with mlir.make_ir_context():
        code = mlir.module_to_bytecode(ir.Module.parse(text))
    begin = time.perf_counter()
    program = device.client.compile_and_load(code, xla_client.DeviceList((device,)),
                                             xla_client.CompileOptions())
    seconds = time.perf_counter() - begin
    memory = program.get_compiled_memory_stats()
    report = {"compile_s": seconds, "peak_bytes": [
        memory.argument_size_in_bytes + memory.output_size_in_bytes
        - memory.alias_size_in_bytes + memory.temp_size_in_bytes]}
    if options.inputs:
        data = numpy.load(options.inputs)
        count = len(re.findall(r"%arg\d+: tensor", header))
        args = [jax.device_put(data[f"arg{i}"], device) for i in range(count)]
        times = []
        for step in range(options.warmup + options.bench):
            jax.block_until_ready(args)
            begin = time.perf_counter()
            out = program.execute_sharded(args).disassemble_into_single_device_arrays()
            out = [arrays[0] for arrays in out]
            jax.block_until_ready(out)
            times.append(1e3 * (time.perf_counter() - begin))
            for argument, result in state.items():
                args[argument] = out[result]
        times = times[options.warmup:]
        report["step_ms"] = {"median": statistics.median(times), "min": min(times)}
    print(json.dumps(report))


if __name__ == "__main__":
    sys.exit(main())
