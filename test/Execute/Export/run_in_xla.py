"""Runs exported modules in XLA, on host devices, and compares.

    run_in_xla.py --poptc=POPTC CASE/VARIANT.mlir...
    run_in_xla.py --poptc=POPTC --corpus=FOLDER     every variant

Each module is compiled by poptc to StableHLO with a global boundary: one manual
computation, in which XLA's own partitioner has nothing to do; with
--emit=propagated to a global program with popt's shardings, which XLA
partitions. The results for the case's inputs.npz must be the expected ones
within the case's tolerance. A case without inputs says how to make them: then
XLA's own results of single.mlir, on one device, are expected, up to a millionth
of a tensor's largest element as well, since sums of thousands may cancel, and in
bf16 up to a place. Prints one line per module; exits 1 if one differs or cannot
be run.
"""
import argparse
import functools
import glob
import json
import os
import re
import subprocess
import sys

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--poptc", default="poptc")
parser.add_argument("--devices", type=int, default=8, help="host devices to make")
parser.add_argument("--groups", default="axes", choices=["axes", "lists"])
parser.add_argument("--emit", default="partitioned",
                    help="partitioned, scheduled, or propagated: then XLA partitions")
parser.add_argument("--flags", default="", help="further flags of poptc")
parser.add_argument("--corpus", help="folder of cases")
parser.add_argument("modules", nargs="*")
options = parser.parse_args()
if options.corpus:
    options.modules += [
        module for module in sorted(glob.glob(os.path.join(options.corpus, "*", "*.mlir")))
        if os.path.basename(module) != "single.mlir"]
os.environ["XLA_FLAGS"] = (os.environ.get("XLA_FLAGS", "") +
                           f" --xla_force_host_platform_device_count={options.devices}")
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import ml_dtypes
import numpy as np
from jax._src import compiler
from jax._src.lib import xla_client
from jax.extend.mlir import ir
from jax.interpreters import mlir

jax.config.update("jax_enable_x64", True)  # inputs keep their types


def export(module):
    local = ["--boundary=global", f"--replica-groups={options.groups}"]
    done = subprocess.run(
        [options.poptc, module, f"--emit={options.emit}", "--format=stablehlo",
         *(local if options.emit != "propagated" else []), *options.flags.split(), "-o", "-"],
        capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"poptc: {done.stderr.strip().splitlines()[0]}")
    return done.stdout


def run(text, arguments):
    """The results of the module's @main, whole, for whole arguments."""
    count = int(re.search(r"mhlo.num_partitions = (\d+)", text).group(1))
    devices = jax.devices()[:count]
    if len(devices) < count:
        raise RuntimeError(f"needs {count} devices")
    with mlir.make_ir_context() as context, ir.Location.unknown(context):
        module = ir.Module.parse(text)
        if "sym_name" not in module.operation.attributes:
            module.operation.attributes["sym_name"] = ir.StringAttr.get("main")
        main = next(f for f in module.body.operations
                    if f.operation.name == "func.func" and f.name.value == "main")
        inputs = shardings_of(text, main.arg_attrs if len(main.type.inputs) else [], devices)
        results = shardings_of(text, main.result_attrs if len(main.type.results) else [], devices)
        shapes = [tuple(ir.RankedTensorType(t).shape) for t in main.type.results]
        settings = compiler.get_compile_options(
            num_replicas=1, num_partitions=count,
            device_assignment=np.arange(count).reshape(1, count))
        settings.executable_build_options.use_spmd_partitioning = True
        settings.executable_build_options.use_shardy_partitioner = True
        executable = compiler.backend_compile_and_load(
            devices[0].client, module, xla_client.DeviceList(tuple(devices)), settings, [])
    placed = [jax.device_put(value, sharding) for value, sharding in zip(arguments, inputs)]
    out = executable.execute_sharded(placed).disassemble_into_single_device_arrays()
    whole = []
    for arrays, shape, sharding in zip(out, shapes, results):
        whole.append(np.asarray(jax.make_array_from_single_device_arrays(
            shape, sharding, list(arrays))))
    return whole


def shardings_of(text, attributes, devices):
    """NamedShardings of @main's boundary; of a module without any, its one device."""
    if "sdy.mesh" not in text:
        return [jax.sharding.SingleDeviceSharding(devices[0])] * len(attributes)
    axes = re.search(r"sdy\.mesh @\w+ = <\[(.*?)\](?:, device_ids=\[(.*?)\])?>", text)
    names = re.findall(r'"([^"]+)"=(\d+)', axes.group(1))
    order = [int(i) for i in axes.group(2).split(",")] if axes.group(2) else range(len(devices))
    grid = np.array([devices[i] for i in order]).reshape([int(size) for _, size in names])
    mesh = jax.sharding.Mesh(grid, [name for name, _ in names])
    out = []
    for dictionary in attributes:
        attribute = str(ir.DictAttr(dictionary)["sdy.sharding"])
        dims = re.search(r"@\w+, \[(.*?)\]", attribute).group(1)
        spec = [tuple(re.findall(r'"([^"]+)"', dim)) for dim in re.findall(r"\{(.*?)\}", dims)]
        if ":(" in dims:
            raise RuntimeError(f"part of an axis at the boundary: {attribute}")
        out.append(jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(*spec)))
    return out


def as_dtype(array, name):
    dtype = np.dtype(getattr(ml_dtypes, name) if hasattr(ml_dtypes, name) else name)
    return array if array.dtype == dtype else array.view(dtype)


def generate(case):
    """The arguments that the case's rules make."""
    random = np.random.default_rng(1)
    for arg, rule in zip(case["args"], case["generate"], strict=True):
        if rule["kind"] == "fill":
            value = np.full(arg["shape"], rule["value"])
        elif rule["kind"] == "integer":
            value = random.integers(0, rule["modulus"], arg["shape"])
        else:
            value = random.uniform(-1, 1, arg["shape"]) * rule["scale"] + rule["offset"]
        name = arg["dtype"]
        yield value.astype(getattr(ml_dtypes, name) if hasattr(ml_dtypes, name) else name)


@functools.lru_cache(maxsize=1)
def load(folder):
    """Arguments, expected results, and the tolerances of each result."""
    with open(os.path.join(folder, "case.json")) as file:
        case = json.load(file)
    if "generate" not in case:
        inputs = np.load(os.path.join(folder, "inputs.npz"))
        expected = np.load(os.path.join(folder, "expected.npz"))
        arguments = [as_dtype(inputs[f"arg{i}"], a["dtype"]) for i, a in enumerate(case["args"])]
        wants = [as_dtype(expected[f"res{i}"], r["dtype"]) for i, r in enumerate(case["results"])]
        return arguments, wants, [(case["rtol"], case["atol"])] * len(wants)
    arguments = list(generate(case))
    with open(os.path.join(folder, "single.mlir")) as file:
        wants = run(file.read(), arguments)
    return arguments, wants, [
        (2**-7 if want.dtype == ml_dtypes.bfloat16 else case["rtol"],
         max(case["atol"], 1e-6 * float(np.abs(want.astype(np.float64)).max(initial=0))))
        for want in wants]


def check(module):
    """What differs, or nothing."""
    arguments, wants, tolerances = load(os.path.dirname(module))
    got = run(export(module), arguments)
    for i, value in enumerate(got):
        want, (rtol, atol) = wants[i], tolerances[i]
        if want.dtype.kind in "iub":
            if not np.array_equal(value, want):
                return f"res{i} differs"
            continue
        value, want = (x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
                       for x in (value, want))
        excess = np.abs(value - want) - (atol + rtol * np.abs(want))
        if not (excess <= 0).all():
            return f"res{i} differs by {np.abs(value - want).max():.3g}"
    return None


failures = 0
for module in options.modules:
    name = "/".join(os.path.splitext(module)[0].split(os.sep)[-2:])
    try:
        problem = check(module)
    except Exception as error:  # XLA's errors have many types
        problem = str(error).strip().splitlines()[0]
    failures += problem is not None
    print(f"{name}: {problem or 'equal'}", flush=True)
print(f"{len(options.modules) - failures} of {len(options.modules)} equal")
sys.exit(failures > 0)
