"""Any JAX function as a module that popt compiles, with its inputs beside it."""
import contextlib
import dataclasses
import functools
import inspect
import itertools
import json
import math
import os
import re

import numpy as np

from . import native
from .arrays import plain, replaced, save_arrays
from .artifacts import is_exported, parts_of
from .leaves import (Arguments, Leaves, difference, dtype_of_leaf, is_key, is_weak, key_of, leaf_names,
                     metadata_of, own_static_positions, parameter_names, static_positions)
from .modules import shorten_locations, signature_of


@dataclasses.dataclass
class Exported:
    """One exported function.

    text      the StableHLO module with sdy shardings and source locations
    args      per leaf that is data, in `@main`'s order: {"name", "shape", "dtype",
              "parameter" (position in the Python call), "donated"}; "key" of
              typed random keys is their implementation, the rest is of their words
    results   per leaf: {"name", "shape", "dtype"}, "key" as above
    aliased   {argument index: result index}: which buffers JAX lets share
              memory, which it chooses by type, and over that what
              `export(state=…)` binds. `state` is what popt makes of it
    mesh      {axis: size}, empty without shardings
    leaves    the argument values in order, or None for a shape without data
    arguments, returned
              the trees of the arguments (a tuple) and of what fn returns, with
              the leaves that are constants: `leaves.Leaves`
    keys      {"arg0" or "res0": `leaves.Key`}: which leaves are typed random keys
    weak      numbers of the results whose types are weak, as JAX calls it
    module_file, inputs_file, case_file
              what `export(path=…)` wrote, None where it wrote nothing
    """
    text: str
    args: list
    results: list
    aliased: dict
    mesh: dict
    leaves: list
    arguments: Leaves
    returned: Leaves
    keys: dict = dataclasses.field(default_factory=dict)
    weak: frozenset = frozenset()
    module_file: str = None
    inputs_file: str = None
    case_file: str = None

    @functools.cached_property
    def state(self):
        """{argument index: result index}: which results are the next values of
        which arguments, as the compiler finds it by their places in the trees;
        `aliased` where popt's compiled part is not built or refuses the module."""
        try:
            with native.new_lock():
                text = native.load().lower(self.text, "<export>", [], "annotated", [])
        except ImportError:
            text = None
        if text is None:
            return self.aliased
        arguments = re.search(r"func\.func public @main\((.*?)\) -> ", text).group(1)
        return {int(argument): int(result) for argument, result in re.findall(
            r"%arg(\d+): tensor<(?:[^<>]|<[^<>]*>)*> \{[^%]*?dist\.state = (\d+)", arguments)}

    def metadata(self):
        """What the case file holds, ready for JSON."""
        return {"args": self.args, "results": self.results, "mesh": self.mesh,
                "state": {f"arg{a}": f"res{r}" for a, r in self.state.items()}}

    def leaf_indices(self, parameter):
        """Indices in `@main` of the leaves of one Python parameter."""
        return [i for i, a in enumerate(self.args) if a["parameter"] == parameter]

    def save_batches(self, file, steps):
        """Writes the file that `--batches` reads: per-step values of some
        parameters, stacked on a new leading axis and keyed by argument.

        steps: one dict {parameter position: pytree} per step; every step names
        the same parameters, with the shapes of the export.
        Errors: ValueError naming the step and argument that differ.
        """
        import jax
        stacks = {}
        for number, step in enumerate(steps):
            for parameter, value in step.items():
                leaves = jax.tree.leaves(value)
                indices = self.leaf_indices(parameter)
                names = [self.args[i]["name"] for i in indices]
                root = re.match(r"[^.\[]*", names[0]).group(0) if names else f"args[{parameter}]"
                given = leaf_names(value, root)
                # Unnamed leaves go by their number.
                if len(given) != len(names) or (sorted(given) != sorted(names) and any(
                        "[" in name or "." in name for name in names)):
                    raise ValueError(f"step {number}: parameter {parameter} is given "
                                     + difference(given, names))
                for i, leaf in zip(indices, leaves):
                    leaf = plain(leaf)
                    if list(leaf.shape) != self.args[i]["shape"]:
                        raise ValueError(
                            f"step {number}: arg{i} (\"{self.args[i]['name']}\") has shape "
                            f"{list(leaf.shape)}, exported with {self.args[i]['shape']}")
                    stacks.setdefault(i, []).append(leaf)
        for i, stack in stacks.items():
            if len(stack) != len(steps):
                raise ValueError(f"arg{i} (\"{self.args[i]['name']}\") is given in {len(stack)} "
                                 f"of {len(steps)} steps")
        save_arrays(file, {f"arg{i}": np.stack(s) for i, s in stacks.items()})


def export(fn, args, *, path=None, mesh=None, in_shardings=None, out_shardings=None,
           donate_argnums=(), state=None, names=None, inputs=True, platform="cpu",
           source_root=None, static_argnums=(), static_argnames=()):
    """Lowers `fn(*args)` to StableHLO text and writes it with its inputs.

    fn              a function or a jitted function. A plain function keeps all
                    its arguments; a jitted one keeps its own options, and the
                    options below that it already has must not be given again.
                    Or a `jax.export.Exported`, which has its shapes and
                    shardings: of the rest it takes path, inputs and source_root,
                    and args may be ().
    args            tuple of pytrees of arrays (any array-like), or of
                    `jax.ShapeDtypeStruct` where only the module is wanted. Other
                    leaves (functions, strings, the numbers in Equinox modules) are
                    constants of the program; random keys may be typed.
    path            the module file, such as "step/dp2_tp2.mlir". Beside it go
                    "dp2_tp2.inputs.npz" (keys arg0, arg1, …; left out when a leaf
                    has no data) and "dp2_tp2.json" (argument and result
                    metadata), so that a folder may hold several programs. Each
                    file is replaced as a whole. None writes nothing.
    inputs          another name for the inputs, such as one that the same step on
                    other meshes shares; None or False: leave them out.
    mesh            {axis: size}, a `jax.sharding.Mesh` or an `AbstractMesh`.
                    A dict needs no devices: any size can be exported anywhere.
    in_shardings    pytree (or pytree prefix) of `PartitionSpec`, `Sharding` or
                    None (left to propagation), matching `args`. Unlike JAX,
                    popt takes shardings that do not divide.
    out_shardings   the same for what fn returns; None prints no result shardings.
    donate_argnums  positions whose leaves are state, updated in place.
    state           {parameter: result} where names do not say which result is a
                    parameter's next value: the parameter by position or name,
                    the result by its path in what fn returns, such as "params",
                    "[0]" or "['aux']['params']", or None for what is no state.
    names           names of the positional parameters, where fn's own signature
                    has none worth reading (`*args`, lambdas): they become the
                    argument names, such as `params['w']`.
    platform        platform that JAX lowers for, such as "cuda", where fn has
                    operations that it has for that one only. popt knows random
                    bits and linear algebra as they are lowered for CPUs, so that
                    these are so on every platform. "cuda" needs no GPU, also for
                    `jax.nn.dot_product_attention(implementation="cudnn")`.
    source_root     folder that source locations are printed relative to;
                    default: the current folder. Library locations always start
                    at site-packages: messages and reports show the innermost
                    line that is not a library's.
    static_argnums, static_argnames
                    arguments that are constants of the program, by position or
                    name, as of `jax.jit`; those of a jitted function need no word.

    Returns an `Exported`. Errors: ValueError (shardings without a mesh, wrong
    number of names, unused arguments that a jitted function dropped, state whose
    leaves are not the result's, a platform or a static argument that there is not),
    TypeError (arrays of objects), OSError, and what JAX raises while tracing.
    """
    import jax

    args = tuple(args)
    if is_exported(fn):
        return _take(fn, args, path, inputs, source_root or os.getcwd(), {
            "mesh": mesh, "in_shardings": in_shardings, "out_shardings": out_shardings,
            "donate_argnums": donate_argnums, "state": state, "names": names,
            "static_argnums": static_argnums, "static_argnames": static_argnames})
    if names is not None and len(names) != len(args):
        raise ValueError(f"{len(names)} names for {len(args)} arguments")
    own = own_static_positions(fn, len(args))
    given = Arguments(args, own | static_positions(fn, len(args), static_argnums, static_argnames),
                      parameter_names(fn, names, len(args)))
    data = jax.tree.map(_canonical, given.without(args))
    leaves = jax.tree.leaves(data)
    words = [key_of(leaf) for leaf in leaves]
    weak = map(is_weak, jax.tree.leaves(given.without(args)))
    mesh = _mesh_of(mesh)
    if mesh is None and (in_shardings is not None or out_shardings is not None):
        raise ValueError("in_shardings and out_shardings need a mesh, such as mesh={\"dp\": 2}")

    shardings = [None] * len(leaves)
    if in_shardings is not None:
        shardings = _flat_shardings(_named(_of_all(in_shardings, given, len(args)), mesh), data)
    shardings, uneven = _without_uneven(shardings, leaves)
    shapes = jax.tree.unflatten(given.tree, map(_shape_of, leaves, shardings, weak))

    found = []
    options = {"donate_argnums": donate_argnums} if donate_argnums != () else {}
    call = jitted = fn
    if (options or out_shardings is not None or names is not None or not hasattr(fn, "trace")
            or len(given.constants) > len(own)):
        call = _caller(fn, names, given, found)
        jitted = jax.jit(call, keep_unused=True, **options)
    elif own:
        shapes = given.within(jax.tree.leaves(shapes))
    uneven_results = {}
    if out_shardings is not None:
        with _entered(mesh), _any_attention():
            returns = jitted.trace(*shapes).out_info
        flat = _flat_shardings(_named(out_shardings, mesh), returns)
        flat, uneven_results = _without_uneven(flat, jax.tree.leaves(returns))
        jitted = jax.jit(call, keep_unused=True, **options,
                         out_shardings=jax.tree.unflatten(jax.tree.structure(returns), flat))
    traced, lowered = _lower(jitted, shapes, mesh, platform)
    text = shorten_locations(lowered.as_text(debug_info=True), source_root or os.getcwd())

    signature = signature_of(text)
    if len(signature) != len(leaves):
        raise ValueError(f"the jitted function keeps {len(signature)} of {len(leaves)} argument "
                         "leaves: jit it with keep_unused=True, or export the plain function")
    parameter = [i for i, a in enumerate(data) for _ in jax.tree.leaves(a)]
    out_leaves = jax.tree_util.tree_flatten_with_path(lowered.out_info)[0]
    out_words = [key_of(leaf) for _, leaf in out_leaves]
    aliased = {i: s[1] for i, s in enumerate(signature) if s[1] is not None}
    bound = _bind_state(state or {}, data, signature, out_leaves)
    attributes = {i: "dist.resident" if r is None else f"dist.state = {r} : i64"
                  for i, r in bound.items()}
    out_attributes = {}
    if uneven or uneven_results:
        text, mesh_name = _with_mesh(text, mesh)
        for sharded, of, into in ((uneven, words, attributes),
                                  (uneven_results, out_words, out_attributes)):
            for i, sharding in sharded.items():
                word = f"sdy.sharding = {_as_sdy(sharding, np.ndim(of[i][1]), mesh_name)}"
                into[i] = f"{into[i]}, {word}" if i in into else word
    if attributes or out_attributes:
        text = _write_attributes(text, attributes, out_attributes)
    if bound:
        taken = set(bound.values())
        aliased = {a: r for a, r in aliased.items() if a not in bound and r not in taken}
        aliased.update((a, r) for a, r in bound.items() if r is not None)
    donated = [info.donated for info in jax.tree.leaves(
        lowered.args_info, is_leaf=lambda x: hasattr(x, "donated"))]
    exported = Exported(
        text=text,
        args=[{"name": signature[i][0] or f"arg{i}", **metadata_of(*leaf),
               "parameter": parameter[i], "donated": donated[i]} for i, leaf in enumerate(words)],
        results=[{"name": "result" + jax.tree_util.keystr(path), **metadata_of(*leaf)}
                 for (path, _), leaf in zip(out_leaves, out_words, strict=True)],
        aliased=dict(sorted(aliased.items())),
        mesh=dict(mesh.shape) if mesh is not None else {},
        leaves=[None if isinstance(leaf, jax.ShapeDtypeStruct) else leaf for leaf in leaves],
        arguments=given, returned=found[-1] if found else Leaves(lowered.out_info),
        keys={f"{kind}{i}": key for kind, of in (("arg", words), ("res", out_words))
              for i, (key, _) in enumerate(of) if key},
        weak=frozenset(i for i, leaf in enumerate(jax.tree.leaves(traced.out_info)) if is_weak(leaf)))
    if path is not None:
        _write(exported, os.fspath(path), inputs)
    return exported


def _take(fn, args, path, inputs, source_root, options):
    """What `export` returns of a `jax.export.Exported`, which knows the options."""
    for name, value in options.items():
        if value not in (None, ()):
            raise ValueError(f"{name}: {fn.fun_name} is exported already; give it to jax.jit before "
                             "jax.export.export")
    exported = Exported(**parts_of(fn, args, source_root))
    if path is not None:
        _write(exported, os.fspath(path), inputs)
    return exported


def _lower(jitted, shapes, mesh, platform):
    """The function traced and lowered, for any mesh on any machine.

    JAX lowers calls of Python and custom_partitioning only for devices that are
    there, and most ordered callbacks only for one: XLA is to call Python while it
    runs or compiles. popt does neither: it leaves callbacks out, or refuses them,
    and partitions the body of a custom_partitioning like any other code."""
    from unittest import mock
    import jax.extend.core
    from jax._src import custom_partitioning, debugging, dispatch, effects, source_info_util
    from jax.interpreters import mlir

    # Locations are the user's own lines: this package is no more in them than JAX.
    source_info_util.register_exclusion(os.path.dirname(__file__))

    def body(context, *values, call, **_):
        return mlir.lower_fun(jax.extend.core.jaxpr_as_fun(call), multiple_results=True)(
            context, *values)

    def nothing(context, *values, **_):
        return []

    rules = (*_rules_of_cpus(platform), (custom_partitioning.custom_partitioning_p, body),
             (debugging.inspect_sharding_p, nothing))
    with _entered(mesh), _any_attention(), \
            mock.patch.object(dispatch, "jaxpr_has_prim_requiring_devices", lambda jaxpr: False), \
            mock.patch.object(effects.shardable_ordered_effects, "contains", lambda effect: True):
        traced = jitted.trace(*shapes)
        return traced, traced.lower(
            lowering_platforms=(platform,),
            _private_parameters=mlir.LoweringParameters(override_lowering_rules=rules))


@contextlib.contextmanager
def _any_attention():
    """JAX asks the cuDNN and the GPU of this machine whether they have an attention
    before it writes implementation="cudnn"; popt runs it by its definition."""
    from unittest import mock
    from jax._src.cudnn import fused_attention_stablehlo as attention
    with mock.patch.object(attention, "check_cudnn_version", lambda: 10**6), \
            mock.patch.object(attention, "check_compute_capability", lambda capability: True):
        yield


# StableHLO on all platforms, of types and shapes that each likes.
_OWN_FORMS = {"dot_general", "conv_general_dilated", "select_and_scatter_add"}


def _rules_of_cpus(platform):
    """What is lowered as for CPUs, whatever the platform: elsewhere these are calls of
    libraries that popt does not know. Errors: ValueError for an unknown platform."""
    from jax._src.interpreters import mlir
    rules = mlir._platform_specific_lowerings
    if platform not in rules:
        raise ValueError(f"platform {platform!r} is none of {', '.join(sorted(rules))}")
    if platform == "cpu":
        return []
    return [(primitive, getattr(rule, "rule", rule)) for primitive, rule in rules["cpu"].items()
            if primitive in rules[platform] and primitive.name not in _OWN_FORMS]


def _write(exported, path, inputs):
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    stem = os.path.splitext(path)[0]
    with replaced(path, "w") as file:
        file.write(exported.text)
    exported.module_file = path
    if inputs and all(leaf is not None for leaf in exported.leaves):
        exported.inputs_file = (stem + ".inputs.npz" if inputs is True
                                else os.path.join(folder, os.fspath(inputs)))
        save_arrays(exported.inputs_file, exported.leaves)
    exported.case_file = stem + ".json"
    with replaced(exported.case_file, "w") as file:
        json.dump(exported.metadata(), file, indent=1)
        file.write("\n")


# Devices and ranks are numbered in 32 bits.
_MOST_DEVICES = 2**31 - 1


def _mesh_of(mesh):
    from jax.sharding import AbstractMesh, AxisType
    if not isinstance(mesh, dict):
        return mesh
    for axis, size in mesh.items():
        if not isinstance(size, int) or size < 1:
            raise ValueError(f"mesh axis \"{axis}\" has size {size!r}, expected a positive integer")
    if math.prod(mesh.values()) > _MOST_DEVICES:
        raise ValueError(f"mesh {mesh} has more devices than there are numbers for, {_MOST_DEVICES}")
    return AbstractMesh(tuple(mesh.values()), tuple(mesh), axis_types=(AxisType.Auto,) * len(mesh))


def _entered(mesh):
    """Context in which constraints written as bare PartitionSpecs find the mesh."""
    import jax
    if mesh is None:
        return contextlib.nullcontext()
    if isinstance(mesh, jax.sharding.AbstractMesh):
        return jax.sharding.use_abstract_mesh(mesh)
    return jax.set_mesh(mesh)


def _is_sharding(x):
    from jax.sharding import PartitionSpec, Sharding
    return x is None or isinstance(x, (PartitionSpec, Sharding))


def _named(tree, mesh):
    """The tree with PartitionSpecs bound to the mesh."""
    import jax
    from jax.sharding import NamedSharding, PartitionSpec
    return jax.tree.map(lambda s: NamedSharding(mesh, s) if isinstance(s, PartitionSpec) else s,
                        tree, is_leaf=_is_sharding)


def _of_all(shardings, given, count):
    """The shardings of all arguments: static ones need none."""
    if not given.positions or not isinstance(shardings, (tuple, list)) \
            or len(shardings) != count - len(given.positions):
        return shardings
    rest = iter(shardings)
    return tuple(None if i in given.positions else next(rest) for i in range(count))


def _without_uneven(shardings, leaves):
    """The shardings that JAX takes, None for the others, and these by leaf."""
    uneven = {i: s for i, (leaf, s) in enumerate(zip(leaves, shardings, strict=True))
              if not _divides(s, leaf)}
    return [None if i in uneven else s for i, s in enumerate(shardings)], uneven


def _flat_shardings(prefix, args):
    """One sharding or None per leaf of args; prefix may stop above the leaves."""
    import jax
    if isinstance(prefix, list):
        prefix = tuple(prefix)
    flat = []
    jax.tree.map(lambda s, below: flat.extend([s] * len(jax.tree.leaves(below))),
                 prefix, args, is_leaf=_is_sharding)
    return flat


def _canonical(leaf):
    """The leaf with a type, in the width that JAX computes in (x64 on or off)."""
    import jax
    if is_key(leaf):
        return leaf
    if not isinstance(getattr(leaf, "dtype", None), np.dtype):
        try:
            leaf = np.asarray(leaf)
        except Exception:
            if not hasattr(leaf, "__dlpack__"):
                raise
            # Another library's, on a GPU, where its data stays.
            leaf = jax.ShapeDtypeStruct(tuple(leaf.shape), dtype_of_leaf(leaf))
    dtype = jax.dtypes.canonicalize_dtype(leaf.dtype)
    if dtype == leaf.dtype:
        return leaf
    if isinstance(leaf, jax.ShapeDtypeStruct):
        return jax.ShapeDtypeStruct(leaf.shape, dtype, sharding=leaf.sharding)
    return leaf.astype(dtype)


def _shape_of(leaf, sharding, weak):
    """The leaf's shape and type; an array spread over a mesh keeps its sharding."""
    import jax
    own = getattr(leaf, "sharding", None)
    if sharding is None and isinstance(own, jax.sharding.NamedSharding):
        sharding = own
    return jax.ShapeDtypeStruct(np.shape(leaf), leaf.dtype, sharding=sharding, weak_type=weak)


def _caller(fn, names, given, found):
    """fn as a function of the arguments' data alone, which returns data alone. The
    leaves of what fn returns go to `found`."""
    def call(*args):
        import jax
        result = fn(*given.within(jax.tree.leaves(args)))
        found.append(Leaves(result, lambda path: "result" + path))
        return found[-1].without(result)
    call.__name__ = call.__qualname__ = _name_of(fn)
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    try:
        call.__signature__ = inspect.signature(fn) if names is None else inspect.Signature(
            [inspect.Parameter(name, kind) for name in names])
    except (TypeError, ValueError):  # of a built-in function
        pass
    return call


def _name_of(fn):
    """As JAX names functions."""
    while not hasattr(fn, "__name__") and isinstance(fn, functools.partial):
        fn = fn.func
    return getattr(fn, "__name__", type(fn).__name__).replace("<lambda>", "fn")


def _bind_state(state, args, signature, out_leaves):
    """{argument leaf: result leaf, or None} for {parameter: result path, or None}."""
    import jax
    keystr = jax.tree_util.keystr
    results = {keystr(key): (i, leaf) for i, (key, leaf) in enumerate(out_leaves)}
    begins, leaf_count = [], 0
    for arg in args:
        begins.append(leaf_count)
        leaf_count += len(jax.tree.leaves(arg))
    names = {}
    for position, begin in enumerate(begins):
        if jax.tree.leaves(args[position]):
            names[re.match(r"[^.\[]*", signature[begin][0] or "").group(0)] = position
    bound = {}
    for parameter, path in state.items():
        position = names.get(parameter, parameter)
        if not isinstance(position, int) or not 0 <= position < len(args):
            raise ValueError(f"state: {parameter!r} is no parameter of {sorted(names)}")
        leaves = jax.tree_util.tree_flatten_with_path(args[position])[0]
        found = None if path is None else next(
            (prefix for prefix in (path, path.removeprefix("result"), f"['{path}']", f".{path}")
             if all(prefix + keystr(key) in results for key, _ in leaves)), False)
        if found is False:
            raise ValueError(f"state: no result {path!r} has the leaves of {parameter!r}; "
                             f"results are {', '.join(results) or 'one leaf'}")
        for i, (key, leaf) in enumerate(leaves, begins[position]):
            bound[i] = None
            if found is None:
                continue
            bound[i], other = results[found + keystr(key)]
            if (leaf.shape, leaf.dtype) != (other.shape, other.dtype):
                raise ValueError(f"state: {parameter}{keystr(key)} is {leaf.dtype}{list(leaf.shape)}"
                                 f", but its result {other.dtype}{list(other.shape)}")
    return bound


def _divides(sharding, leaf):
    """Whether every dimension is a multiple of its axes; JAX takes nothing else."""
    from jax.sharding import NamedSharding
    if not isinstance(sharding, NamedSharding):
        return True
    return all(extent % math.prod(sharding.mesh.shape[axis] for axis in _axes_of(entry)) == 0
               for extent, entry in zip(np.shape(leaf), sharding.spec))


def _axes_of(entry):
    """The axes of one dimension of a PartitionSpec."""
    if isinstance(entry, str):
        return (entry,)
    return entry if isinstance(entry, tuple) else ()


def _with_mesh(text, mesh):
    """The text with the mesh among its own, and its name."""
    axes = ", ".join(f'"{axis}"={size}' for axis, size in mesh.shape.items())
    for name, own in re.findall(r"sdy\.mesh @(\w+) = <\[(.*?)\]>", text):
        if own == axes:
            return text, name
    name = "mesh" if "sdy.mesh @mesh " not in text else "mesh_of_arguments"
    return re.sub(r"(?m)^(module .*\{)$", rf"\1\n  sdy.mesh @{name} = <[{axes}]>", text,
                  count=1), name


def _as_sdy(sharding, rank, mesh_name):
    """A NamedSharding as the attribute that JAX writes for one."""
    dims = []
    for entry in [*sharding.spec, *[None] * (rank - len(sharding.spec))]:
        dims.append("{?}" if entry is type(sharding.spec).UNCONSTRAINED
                    else "{" + ", ".join(f'"{axis}"' for axis in _axes_of(entry)) + "}")
    return f"#sdy.sharding<@{mesh_name}, [{', '.join(dims)}]>"


def _write_attributes(text, words, result_words):
    """The text with attributes ({index: text}) on arguments and results of `@main`."""
    line = re.search(r"func\.func public @main\(.*", text)
    header, arrow, results = line.group(0).partition(") -> ")

    def write(words, tensor, index, brace):
        word = words.get(index)
        if word is None:
            return tensor + (brace or "")
        return tensor + (f" {{{word}, " if brace else f" {{{word}}}")
    tensor = r"tensor<(?:[^<>]|<[^<>]*>)*>"
    # Tokens lead both, and are not counted.
    number = itertools.count()
    header = re.sub(rf"(%arg\d+: {tensor})( \{{)?",
                    lambda m: write(words, m[1], next(number), m[2]), header)
    if result_words:
        if not results.startswith("("):  # one result without attributes
            one, _, rest = results.partition(" {")
            results = f"({one}) {{{rest}"
        number = itertools.count()
        results = re.sub(rf"({tensor})( \{{)?",
                         lambda m: write(result_words, m[1], next(number), m[2]), results)
    return text[:line.start()] + header + arrow + results + text[line.end():]
