"""The shardings that popt's propagation finds, as JAX's own."""
import math
import os
import re
import tempfile

from .export import export
from .plans import plan as choose
from .tools import compile_file


def shardings(fn, args, *, mesh=None, in_shardings=None, out_shardings=None, plan=None, flags=()):
    """Shardings of every argument and result of a step, for `jax.jit`.

    fn, args, in_shardings, out_shardings
                    as for `export`: what is known; None is left to popt
    mesh            a `jax.sharding.Mesh`, or {axis: size} over the first of
                    `jax.devices()`
    plan            plan.json, or a dict in its form: shardings by the names of
                    arguments, such as {"match": "params['w*']", "dims": [[], ["tp"]]}.
                    "auto": the fastest plan that is found, without a mesh for all of
                    `jax.devices()`
    flags           further poptc flags, such as ["--state=none"]

    Returns (in, out): pytrees of `jax.sharding.NamedSharding`, in the form of
    `args` (a tuple) and of what fn returns:

        ins, outs = popt.shardings(step, (params, x), mesh=mesh, plan="plan.json")
        step = jax.jit(step, in_shardings=ins, out_shardings=outs)

    A dimension that its axes do not divide is left whole, as JAX takes no other.
    Errors: ValueError for what a NamedSharding cannot say (parts of axes),
    PoptError, and what `export` raises.
    """
    import jax
    if mesh is None and plan == "auto":
        plan = choose(fn, args, devices=len(jax.devices()), flags=flags)
        mesh = dict(plan.get("mesh", {}).get("device", [["x", 1]]))
    mesh = _device_mesh(mesh)

    def shape(leaf):  # without the devices that an array is on
        return (jax.ShapeDtypeStruct(leaf.shape, leaf.dtype) if isinstance(leaf, jax.Array)
                else leaf)
    exported = export(fn, jax.tree.map(shape, tuple(args)), mesh=dict(mesh.shape),
                      in_shardings=in_shardings, out_shardings=out_shardings)
    with tempfile.TemporaryDirectory() as scratch:
        module, found = (os.path.join(scratch, name) for name in ("step.mlir", "found.mlir"))
        with open(module, "w") as file:
            file.write(exported.text)
        compile_file(module, found, mesh=dict(mesh.shape), plan=plan, emit="propagated",
                  flags=["--format=stablehlo", *flags])
        ins, outs = _boundary(found)
    trees = []
    for leaves, kind, described, found in ((exported.arguments, "arg", exported.args, ins),
                                           (exported.returned, "res", exported.results, outs)):
        # Of typed keys the dimensions before those of their words.
        dims = [len(leaf["shape"]) - getattr(exported.keys.get(f"{kind}{i}"), "dims", 0)
                for i, leaf in enumerate(described)]
        trees.append(jax.tree.unflatten(leaves.tree, [
            _named_sharding(text, leaf["shape"][:rank], leaf["name"], mesh)
            for text, leaf, rank in zip(found, described, dims, strict=True)]))
    return tuple(trees)


def _boundary(file):
    """What the file's @main says of each argument and each result: an
    `sdy.sharding` as text, or None."""
    from jax.extend.mlir import ir
    from jax.interpreters import mlir
    with open(file) as text, mlir.make_ir_context() as context, ir.Location.unknown(context):
        module = ir.Module.parse(text.read())
        main = next(op for op in module.body.operations
                    if op.operation.name == "func.func" and op.name.value == "main")
        # Asked for a list of no arguments, MLIR raises.
        lists = [main.arg_attrs if main.type.inputs else [],
                 main.result_attrs if main.type.results else []]
        return tuple([str(leaf["sdy.sharding"]) if "sdy.sharding" in leaf else None
                      for leaf in map(ir.DictAttr, leaves)] for leaves in lists)


def _device_mesh(mesh):
    import jax
    if isinstance(mesh, jax.sharding.Mesh):
        return mesh
    return jax.make_mesh(tuple(mesh.values()), tuple(mesh),
                         axis_types=(jax.sharding.AxisType.Auto,) * len(mesh))


def _named_sharding(text, shape, name, mesh):
    from jax.sharding import NamedSharding, PartitionSpec
    dims = re.search(r"\[(.*?)\]", text).group(1) if text else ""
    spec = []
    for size, dim in zip(shape, re.findall(r"\{(.*?)\}", dims)):
        axes = re.findall(r'"([^"]*)"', dim)
        if ":(" in dim or not set(axes) <= set(mesh.shape):
            raise ValueError(f"\"{name}\" is split over {{{dim}}}, which is not made of whole axes "
                             f"of the mesh {dict(mesh.shape)}")
        parts = math.prod(mesh.shape[axis] for axis in axes)
        spec.append(tuple(axes) if size % parts == 0 else ())
    return NamedSharding(mesh, PartitionSpec(*spec))
