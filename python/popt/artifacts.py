"""What others have exported: functions of `jax.export`, StableHLO's portable artifacts."""
import re

from . import native
from .errors import CompileError
from .leaves import Arguments, Leaves, key_of, metadata_of
from .modules import shorten_locations, signature_of


def is_exported(fn):
    """Whether it is a `jax.export.Exported`."""
    return hasattr(fn, "mlir_module_serialized") and hasattr(fn, "in_tree")


def module_text(bytes_, name="<artifact>"):
    """The text of a portable artifact of StableHLO (MLIR bytecode), with locations.
    Errors: CompileError, ImportError where the compiled part is not built."""
    messages = []
    with native.new_lock():
        text = native.load().read_bytecode(bytes(bytes_), name, messages)
    if text is None:
        raise CompileError([text for _, text in messages])
    return text


class KeptArguments(Arguments):
    """The arguments of an exported function: its module may lack some that it does not
    use. `kept` are the numbers of the leaves that it has."""

    def __init__(self, args, kept):
        import jax
        super().__init__(args)
        self._kept = kept
        self.tree = jax.tree.structure(jax.tree.unflatten(self._whole, [
            i if i in kept else None for i in range(self._whole.num_leaves)]))

    def data(self, tree, name):
        leaves = super().data(tree, name)
        return [leaves[i] for i in self._kept]


def parts_of(exported, args, source_root):
    """What `export` returns of a `jax.export.Exported`, as keywords: popt's reading of
    its module, its own trees and types. `args`: values of the leaves, or ()."""
    import jax
    problem = _why_not(exported)
    if problem:
        raise ValueError(f"{exported.fun_name} {problem}")
    shapes = [jax.ShapeDtypeStruct(aval.shape, aval.dtype) for aval in exported.in_avals]
    kept = exported.module_kept_var_idx
    tree, _ = jax.tree.unflatten(exported.in_tree, shapes)
    arguments = KeptArguments(tree, kept)
    leaves = [None] * len(kept)
    if args:
        leaves = arguments.data(tuple(args), exported.fun_name)
    text = shorten_locations(
        module_text(exported.mlir_module_serialized, f"<{exported.fun_name}>"), source_root)
    signature = signature_of(text)
    parameters = [i for i, arg in enumerate(tree) for _ in jax.tree.leaves(arg)]
    returned = jax.tree.unflatten(exported.out_tree, [
        jax.ShapeDtypeStruct(aval.shape, aval.dtype) for aval in exported.out_avals])
    words = [key_of(shapes[i]) for i in kept]
    out = jax.tree_util.tree_flatten_with_path(returned)[0]
    out_words = [key_of(leaf) for _, leaf in out]
    return dict(
        text=text,
        args=[{"name": signature[i][0] or f"arg{i}", **metadata_of(*leaf),
               "parameter": parameters[kept[i]], "donated": signature[i][1] is not None}
              for i, leaf in enumerate(words)],
        results=[{"name": "result" + jax.tree_util.keystr(path), **metadata_of(*leaf)}
                 for (path, _), leaf in zip(out, out_words, strict=True)],
        aliased={i: alias for i, (_, alias) in enumerate(signature) if alias is not None},
        mesh=next(iter(meshes_of(text)), {}),
        leaves=[None if isinstance(leaf, jax.ShapeDtypeStruct) else leaf for leaf in leaves],
        arguments=arguments, returned=Leaves(returned, lambda path: "result" + path),
        keys={f"{kind}{i}": key for kind, of in (("arg", words), ("res", out_words))
              for i, (key, _) in enumerate(of) if key})


def meshes_of(text):
    """The axes of each of a module's meshes and their sizes."""
    return [{axis: int(size) for axis, size in re.findall(r'"([^"]*)"=(\d+)', axes)}
            for axes in re.findall(r"sdy\.mesh @\S+ = <\[(.*?)\]", text)]


def _why_not(exported):
    """What is wrong with it, or None."""
    import jax
    arguments = jax.tree.unflatten(exported.in_tree, range(exported.in_tree.num_leaves))
    if arguments[1]:
        return (f"takes {', '.join(arguments[1])} by keyword; compiled functions take arguments by "
                "position: export one that does")
    if len(exported.platforms) > 1:
        return (f"is exported for {' and '.join(exported.platforms)}; popt reads modules for one: "
                "export it with platforms=[\"cpu\"]")
    if any(not isinstance(size, int) for aval in exported.in_avals for size in aval.shape):
        return "has shapes with symbols: export it for the shapes that it runs with"
    return None
