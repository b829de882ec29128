#!/usr/bin/env python3
"""Times a StableHLO module compiled by JAX's XLA on the first GPU.

    jax_worker.py MODEL.mlir [--inputs F.npz] [--rounds 3] [--steps 20] [--any-device]

Prints a JSON object per precision, as soon as it is measured: "highest" (f32 is f32) and
then "default" (XLA may take TF32). A step ends when its results are there, as in popt's
--bench; "queued_ms" is what one takes when the host does not wait for it. State results are
the next step's arguments and their buffers are donated, as tf.aliasing_output says.
"""
import argparse
import json
import os
import re
import statistics
import sys
import time

# Nothing else uses the GPU meanwhile, but the pool of a whole GPU takes seconds.
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
STARTED = time.perf_counter()
# A second precision is measured if the first was ready in this time.
CHEAP_SECONDS = 20

try:
    import jax
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jax._src.lib.mlir import ir
except ImportError as error:
    print(json.dumps({"skipped": f"JAX: {error}"}))
    sys.exit(0)

TYPES = {"f64": "float64", "f32": "float32", "bf16": "bfloat16", "f16": "float16", "i64": "int64",
         "i32": "int32", "ui32": "uint32", "ui64": "uint64", "i1": "bool", "i8": "int8",
         "ui8": "uint8", "i16": "int16", "ui16": "uint16"}


def with_precision(text, name):
    """The module with another precision of all products and convolutions of f32."""
    def rewrite(line):
        if not re.search(r": \(tensor<[\dx]*f32>, ", line):
            return line
        line = re.sub(r"precision = \[\w+, \w+\]", f"precision = [{name}, {name}]", line)
        return re.sub(r"#stablehlo<precision \w+>", f"#stablehlo<precision {name}>", line)
    return "\n".join(map(rewrite, text.split("\n")))


def compile_module(text, device):
    """An executable; the names of the client's functions differ between versions of JAX."""
    with mlir.make_ir_context():
        code = mlir.module_to_bytecode(ir.Module.parse(text))
    client, options = device.client, xla_client.CompileOptions()
    if hasattr(client, "compile_and_load"):
        try:
            return client.compile_and_load(code, xla_client.DeviceList((device,)), options)
        except (AttributeError, TypeError):
            return client.compile_and_load(code, [device], options)
    return client.compile(code, options)


def make_arguments(header, inputs, device):
    import jax.numpy as jnp
    import numpy
    data = numpy.load(inputs) if inputs else {}
    arguments = []
    for i, (dims, type) in enumerate(re.findall(r"%arg\d+: tensor<((?:\d+x)*)(\w+)>", header)):
        shape, dtype = [int(d) for d in dims.split("x")[:-1]], jnp.dtype(TYPES[type])
        if f"arg{i}" in data:
            value = numpy.asarray(data[f"arg{i}"])
            # Files have bf16 as its bits.
            value = value.view(dtype) if type == "bf16" and value.dtype == numpy.uint16 else value
        elif jnp.issubdtype(dtype, jnp.floating):
            value = (0.02 * jax.random.normal(jax.random.key(i), shape)).astype(dtype)
        else:
            value = jax.random.randint(jax.random.key(i), shape, 0, 2).astype(dtype)
        arguments.append(jax.device_put(value, device))
    return arguments


class Step:
    def __init__(self, text, options, device):
        header = re.search(r"@main\((.*?)\) -> ", text, re.S).group(1)
        parts = re.split(r"(?=%arg\d+: tensor)", header)[1:]
        self.state = {i: int(m.group(1)) for i, part in enumerate(parts)
                      for m in [re.search(r"tf\.aliasing_output = (\d+)", part)] if m}
        begin = time.perf_counter()
        self.program = compile_module(text, device)
        self.compile_seconds = time.perf_counter() - begin
        self.arguments = make_arguments(header, options.inputs, device)

    def run(self):
        results = self.program.execute_sharded(self.arguments)
        results = [r[0] for r in results.disassemble_into_single_device_arrays()]
        for argument, result in self.state.items():
            self.arguments[argument] = results[result]
        return results

    def round(self, steps):
        """The median of steps that are waited for, and one step of some that are not."""
        times = []
        for _ in range(steps):
            jax.block_until_ready(self.arguments)
            begin = time.perf_counter()
            jax.block_until_ready(self.run())
            times.append(1e3 * (time.perf_counter() - begin))
        begin = time.perf_counter()
        for _ in range(steps):
            results = self.run()
        jax.block_until_ready(results)
        return statistics.median(times), 1e3 * (time.perf_counter() - begin) / steps


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("--inputs")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--any-device", action="store_true", help="a CPU will do")
    options = parser.parse_args()
    device = jax.devices()[0]
    if device.platform != "gpu" and not options.any_device:
        print(json.dumps({"skipped": f"JAX has no GPU here, only a {device.platform}"}))
        return 0
    with open(options.model, encoding="utf-8") as f:
        text = f.read()
    for name in ("HIGHEST", "DEFAULT"):
        if name == "DEFAULT" and time.perf_counter() - STARTED > CHEAP_SECONDS:
            break
        step = Step(with_precision(text, name), options, device)
        for _ in range(3):
            jax.block_until_ready(step.run())
        rounds = [step.round(options.steps) for _ in range(options.rounds)]
        memory = step.program.get_compiled_memory_stats()
        print(json.dumps({
            "precision": name.lower(), "platform": device.platform, "jax": jax.__version__,
            "step_ms": [r[0] for r in rounds], "queued_ms": [r[1] for r in rounds],
            "compile_s": step.compile_seconds,
            "peak_bytes": memory.argument_size_in_bytes + memory.output_size_in_bytes
            - memory.alias_size_in_bytes + memory.temp_size_in_bytes}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
