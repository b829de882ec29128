#!/usr/bin/env python3
"""Times the GPT step of gpt.py that JAX shards over the GPUs of this machine, as one JSON line.

    jax_gpus_worker.py --layout fsdp|tp --ranks 8 [--layers ..] [--steps 10] [--any-device]

Arguments and results have the shardings that popt's program has; everything between is XLA's
choice. State is donated. A step ends when its results are there.
"""
import argparse
import json
import os
import statistics
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
if "--any-device" in sys.argv:
    count = sys.argv[sys.argv.index("--ranks") + 1]
    os.environ["XLA_FLAGS"] = (os.environ.get("XLA_FLAGS", "") +
                               f" --xla_force_host_platform_device_count={count}")
    os.environ.setdefault("JAX_PLATFORMS", "cpu")

try:
    import jax
    import jax.numpy as jnp
    from jax.sharding import Mesh, NamedSharding
except ImportError as error:
    print(json.dumps({"skipped": f"JAX: {error}"}))
    sys.exit(0)
import gpt
import numpy


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    gpt.add_sizes(parser)
    parser.add_argument("--layout", choices=gpt.LAYOUTS, required=True)
    parser.add_argument("--ranks", type=int, required=True)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--any-device", action="store_true", help="a CPU will do")
    options = parser.parse_args()
    devices = jax.devices()
    if (devices[0].platform != "gpu" and not options.any_device) or len(devices) < options.ranks:
        print(json.dumps({"skipped": f"JAX has {len(devices)} devices here ({devices[0].platform}),"
                                     f" {options.ranks} GPUs are wanted"}))
        return 0
    mesh = Mesh(numpy.array(devices[:options.ranks]), (gpt.LAYOUTS[options.layout][0],))
    step, shapes = gpt.training_step(options)
    ins, outs = jax.tree.map(lambda spec: NamedSharding(mesh, spec),
                             gpt.shardings(options.layout, shapes))

    def make(shape, sharding):
        def zeros():
            return jnp.full(shape.shape, 0.01 if jnp.issubdtype(shape.dtype, jnp.floating) else 1,
                            shape.dtype)
        return jax.jit(zeros, out_shardings=sharding)()
    arguments = jax.tree.map(make, shapes, ins)
    state, batch = arguments[:3], arguments[3:]
    run = jax.jit(step, in_shardings=ins, out_shardings=outs, donate_argnums=(0, 1, 2))
    times = []
    for i in range(3 + options.steps):
        begin = time.perf_counter()
        *state, _ = jax.block_until_ready(run(*state, *batch))
        if i >= 3:
            times.append(1e3 * (time.perf_counter() - begin))
    print(json.dumps({"jax": jax.__version__, "platform": devices[0].platform,
                      "step_ms": times, "median": statistics.median(times)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
