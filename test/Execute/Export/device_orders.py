"""Modules whose meshes order devices differently, exported and run in XLA.

    device_orders.py --poptc POPTC [--devices N] MODULE.mlir...

XLA partitions each module itself: that is the truth, whole and device by device.
popt's text with a global boundary, and its global program, must give the same
values on the same devices; its local program too, from the blocks that the
module's own meshes put on each device. Prints a line per module and form; exits
1 if one differs.
"""
import argparse
import os
import re
import subprocess
import sys

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--poptc", default="poptc")
parser.add_argument("--devices", type=int, default=4)
parser.add_argument("modules", nargs="+")
options = parser.parse_args()
os.environ["XLA_FLAGS"] = (os.environ.get("XLA_FLAGS", "") +
                           f" --xla_force_host_platform_device_count={options.devices}")
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import numpy as np
from jax._src import compiler
from jax._src.lib import xla_client
from jax.extend.mlir import ir
from jax.interpreters import mlir

devices = jax.devices()[:options.devices]


def export(module, *flags):
    done = subprocess.run([options.poptc, module, "--format=stablehlo", *flags, "-o", "-"],
                          capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"poptc: {done.stderr.strip().splitlines()[0]}")
    return done.stdout


def compiled(text, partitioned=True):
    """The executable, and the types and attributes of the boundary."""
    with mlir.make_ir_context() as context, ir.Location.unknown(context):
        module = ir.Module.parse(text)
        module.operation.attributes["sym_name"] = ir.StringAttr.get("main")
        main = next(f for f in module.body.operations
                    if f.operation.name == "func.func" and f.name.value == "main")
        boundary = [[(tuple(ir.RankedTensorType(t).shape), str(a)) for t, a in zip(types, attrs)]
                    for types, attrs in [(main.type.inputs, main.arg_attrs),
                                         (main.type.results, main.result_attrs)]]
        count = len(devices)
        settings = compiler.get_compile_options(
            num_replicas=1 if partitioned else count,
            num_partitions=count if partitioned else 1,
            device_assignment=np.arange(count).reshape((1, -1) if partitioned else (-1, 1)))
        settings.executable_build_options.use_spmd_partitioning = partitioned
        settings.executable_build_options.use_shardy_partitioner = partitioned
        executable = compiler.backend_compile_and_load(
            devices[0].client, module, xla_client.DeviceList(tuple(devices)), settings, [])
    return executable, boundary


def shardings(text, boundary):
    """Of arguments and results, on the meshes that the text declares."""
    meshes = {}
    for name, axes, ids in re.findall(
            r"sdy\.mesh @(\w+) = <\[(.*?)\](?:, device_ids=\[(.*?)\])?>", text):
        sizes = re.findall(r'"([^"]+)"=(\d+)', axes)
        order = [int(i) for i in ids.split(",")] if ids else range(len(devices))
        grid = np.array([devices[i] for i in order]).reshape([int(size) for _, size in sizes])
        meshes[name] = jax.sharding.Mesh(grid, [axis for axis, _ in sizes])

    def of(attributes):
        mesh, dims = re.search(r"sdy\.sharding<@(\w+), \[(.*?)\]", attributes).groups()
        spec = [tuple(re.findall(r'"([^"]+)"', dim)) for dim in re.findall(r"\{(.*?)\}", dims)]
        return jax.sharding.NamedSharding(meshes[mesh], jax.sharding.PartitionSpec(*spec))
    return [[of(attributes) for _, attributes in side] for side in boundary]


def blocks(executable, placed):
    """By result, what each device holds."""
    out = executable.execute_sharded(placed).disassemble_into_single_device_arrays()
    return [[np.asarray(array) for array in sorted(arrays, key=lambda a: a.device.id)]
            for arrays in out]


def place(arguments, ins):
    """Arrays of the blocks that the shardings put on each device."""
    row = jax.sharding.NamedSharding(jax.sharding.Mesh(np.array(devices), ["device"]),
                                     jax.sharding.PartitionSpec("device"))
    placed = []
    for argument, sharding in zip(arguments, ins):
        parts = sharding.devices_indices_map(argument.shape)
        arrays = [jax.device_put(argument[parts[device]], device) for device in devices]
        shape = (len(devices) * arrays[0].shape[0], *arrays[0].shape[1:])
        placed.append(jax.make_array_from_single_device_arrays(shape, row, arrays))
    return placed


def whole(text, arguments):
    executable, boundary = compiled(text)
    return blocks(executable, place(arguments, shardings(text, boundary)[0]))


def local(text, arguments, ins):
    """The program of one device, from the blocks of the module's own meshes. XLA runs
    partitions of its own making only, and replicas as they are."""
    text = re.sub(r"channel_handle = #stablehlo.channel_handle<[^>]*>,? ?|,? use_global_device_ids",
                  "", text.replace("stablehlo.partition_id", "stablehlo.replica_id"))
    for count, number in ("partitions", 1), ("replicas", len(devices)):
        text = re.sub(rf"mhlo.num_{count} = \d+", f"mhlo.num_{count} = {number}", text)
    return blocks(compiled(text, partitioned=False)[0], place(arguments, ins))


failures = 0
for module in options.modules:
    with open(module) as file:
        text = "\n".join(line for line in file.read().splitlines()
                         if not line.lstrip().startswith("//"))
    executable, boundary = compiled(text)
    generator = np.random.default_rng(1)
    arguments = [generator.standard_normal(shape).astype(np.float32) for shape, _ in boundary[0]]
    ins, _ = shardings(text, boundary)
    want = whole(text, arguments)
    partitioned = ["--emit=partitioned", "--boundary=global"]
    forms = {
        "propagated": lambda: whole(export(module, "--emit=propagated"), arguments),
        "global, lists": lambda: whole(export(module, *partitioned), arguments),
        "global, axes": lambda: whole(
            export(module, *partitioned, "--replica-groups=axes"), arguments),
        "local, lists": lambda: local(export(module, "--emit=partitioned"), arguments, ins),
        "local, scheduled": lambda: local(export(module, "--emit=scheduled"), arguments, ins),
    }
    for form, make in forms.items():
        try:
            got = make()
            equal = all(np.allclose(g, w, rtol=1e-5, atol=1e-5)
                        for gs, ws in zip(got, want, strict=True)
                        for g, w in zip(gs, ws, strict=True))
            problem = None if equal else "differs"
        except Exception as error:  # XLA's errors have many types
            problem = str(error).strip().splitlines()[0]
        failures += problem is not None
        print(f"{os.path.basename(module)} {form}: {problem or 'equal'}", flush=True)
sys.exit(failures > 0)
