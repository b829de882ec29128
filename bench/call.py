#!/usr/bin/env python3
"""What a call costs: popt.compile's function beside jax.jit's.

A step adds one to every leaf of its state, so that nearly all time is the call:
flattening, passing arrays in and out, waking the ranks. With several ranks JAX
has as many CPU devices, and the same shardings. Medians of interleaved rounds.

    python bench/call.py [--rounds N]
"""
import argparse
import os
import statistics
import sys
import time

os.environ.setdefault("JAX_PLATFORMS", "cpu")
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))

import jax
import jax.numpy as jnp
import numpy as np
import popt
from jax.sharding import NamedSharding, PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 4)


def step(state, x):
    return jax.tree.map(lambda leaf: leaf + 1, state), jnp.sum(x)


def time_calls(fn, state, x, calls):
    state, _ = fn(state, x)
    begin = time.perf_counter()
    for _ in range(calls):
        state, total = fn(state, x)
        jax.block_until_ready(total)
    return (time.perf_counter() - begin) / calls * 1e6


def measure(leaves, ranks, rounds):
    state = {f"leaf{i:03}": jnp.zeros(16) for i in range(leaves)}
    x = np.ones(16, np.float32)
    ours = popt.compile(step, (state, x), mesh={"dp": ranks} if ranks > 1 else None,
                        in_shardings=(P("dp"), P("dp")) if ranks > 1 else None)
    theirs = jax.jit(step, donate_argnums=0)
    if ranks > 1:
        mesh = jax.make_mesh((ranks,), ("dp",), devices=jax.devices()[:ranks],
                             axis_types=(jax.sharding.AxisType.Auto,))
        split = NamedSharding(mesh, P("dp"))
        theirs = jax.jit(step, donate_argnums=0, in_shardings=(split, split))
    calls = max(50, 4000 // leaves)
    times = {"ours": [], "theirs": []}
    for _ in range(rounds):
        times["ours"].append(time_calls(ours, state, x, calls))
        # Donated arrays are gone after the call.
        times["theirs"].append(time_calls(theirs, jax.tree.map(jnp.copy, state), x, calls))
    return tuple(statistics.median(times[who]) for who in ("ours", "theirs"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    print("ranks  leaves   popt us    jit us   popt / jit")
    for ranks in (1, 2, 4):
        for leaves in (1, 10, 100, 400):
            ours, theirs = measure(leaves, ranks, rounds)
            print(f"{ranks:>5} {leaves:>7} {ours:>9.1f} {theirs:>9.1f} {ours / theirs:>12.2f}",
                  flush=True)


if __name__ == "__main__":
    main()
