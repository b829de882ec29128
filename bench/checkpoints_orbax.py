#!/usr/bin/env python3
"""Saves and loads of Orbax, for checkpoints.py.

    checkpoints_orbax.py MIB FOLDER cold|cached

As much state on four devices of the CPU, split by rows, loaded as that and by blocks.
"""
import os
import shutil
import sys
import time

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import numpy
import orbax.checkpoint as orbax
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from before_load import settle, touch


def main():
    mib, folder, cold = int(sys.argv[1]), sys.argv[2], sys.argv[3] == "cold"
    devices = numpy.array(jax.devices())
    rows = NamedSharding(Mesh(devices, ("dp",)), PartitionSpec("dp", None))
    blocks = NamedSharding(Mesh(devices.reshape(2, 2), ("a", "b")), PartitionSpec("b", "a"))
    shape = (mib * (1 << 20) // (8 * 4096 * 4), 4096)
    state = {f"w{i}": jax.device_put(numpy.random.rand(*shape).astype(numpy.float32), rows)
             for i in range(8)}
    jax.block_until_ready(state)
    checkpointer = orbax.AsyncCheckpointer(orbax.StandardCheckpointHandler())
    path = f"{folder}/orbax"
    begin = time.perf_counter()
    checkpointer.save(path, args=orbax.args.StandardSave(state))
    blocked = time.perf_counter() - begin
    checkpointer.wait_until_finished()
    written = time.perf_counter() - begin
    loads = []
    for sharding in rows, blocks:
        target = {name: jax.ShapeDtypeStruct(array.shape, array.dtype, sharding=sharding)
                  for name, array in state.items()}
        settle(path, cold)
        touch(2 * mib)
        begin = time.perf_counter()
        jax.block_until_ready(checkpointer.restore(path, args=orbax.args.StandardRestore(target)))
        loads.append(time.perf_counter() - begin)
    shutil.rmtree(path)
    print(f"Orbax: blocks {blocked:.3f} s, on disk {written:.3f} s, load {loads[0]:.3f} s, "
          f"on the other mesh {loads[1]:.3f} s", flush=True)


if __name__ == "__main__":
    main()
