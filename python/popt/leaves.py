"""What of a tree of arguments or results is data, and what is a constant.

Arrays and numbers are data, as to `jax.jit`. Whatever else a leaf is (a function, a
string) is a constant of the program, as to `eqx.filter_jit`; so are the numbers in
an Equinox module, and static arguments as a whole. Typed random keys are data: to
the program, the words that they are made of.
"""
import contextlib
import dataclasses
import inspect
import sys

import numpy as np

_NUMBERS = (bool, int, float, complex)


@dataclasses.dataclass(eq=False)
class Static:
    """A static argument: one leaf, whatever it holds."""
    value: object


@dataclasses.dataclass(frozen=True)
class Key:
    """Of a leaf that is an array of typed random keys: its type, JAX's
    implementation (`impl` of `jax.random.wrap_key_data`) and how many dimensions
    the words of a key take."""
    dtype: object
    impl: object
    dims: int

    def wrap(self, words):
        """The keys of these words."""
        import jax
        return jax.random.wrap_key_data(jax.numpy.asarray(np.asarray(words)), impl=self.impl)


def is_key(leaf):
    """Whether the leaf is an array of typed random keys, or the shape of one."""
    dtype = getattr(leaf, "dtype", None)
    if dtype is None or isinstance(dtype, np.dtype) or "jax" not in sys.modules:
        return False
    import jax
    try:
        return jax.dtypes.issubdtype(dtype, jax.dtypes.prng_key)
    except TypeError:  # what another library calls a dtype
        return False


def key_of(leaf):
    """The leaf's `Key`, and the shape and type of its words; (None, leaf) of another."""
    if not is_key(leaf):
        return None, leaf
    import jax
    found = []

    def words_of(keys):
        found.append(jax.random.key_impl(keys))
        return jax.random.key_data(keys)
    words = jax.eval_shape(words_of, jax.ShapeDtypeStruct(leaf.shape, leaf.dtype))
    return Key(leaf.dtype, found[0], len(words.shape) - len(leaf.shape)), words


def metadata_of(key, leaf):
    """The metadata of a leaf, of typed random keys that of their words."""
    described = {"shape": list(leaf.shape), "dtype": str(leaf.dtype)}
    return {**described, "key": str(key.impl)} if key else described


def is_weak(leaf):
    """Whether JAX takes the leaf's type for weak, so that another array's counts beside it."""
    if isinstance(leaf, _NUMBERS) and not hasattr(leaf, "dtype"):
        return not isinstance(leaf, bool)
    return bool(getattr(leaf, "weak_type", False))


def dtype_of_leaf(leaf):
    """numpy's type of an array or a number. Of another library's array it is known by name,
    such as "torch.float32": on a GPU that is no numpy array. Errors: what the leaf's own
    conversion raises."""
    from .arrays import dtype_of
    dtype = getattr(leaf, "dtype", None)
    if isinstance(dtype, np.dtype):
        return dtype
    if dtype is not None and hasattr(leaf, "__dlpack__"):
        with contextlib.suppress(TypeError, AttributeError):
            return dtype_of(str(dtype).rpartition(".")[2])
    return np.asarray(leaf).dtype


def is_data(leaf):
    """Whether the leaf is an array or a number. Types, such as `jnp.float32`, are not."""
    if isinstance(leaf, type):
        return False
    if isinstance(leaf, _NUMBERS) or is_key(leaf):
        return True
    try:
        return dtype_of_leaf(leaf).kind in "biufcV"
    except Exception:  # what an object's own conversion may raise
        return False


class Leaves:
    """The leaves of a tree, of which some are constants.

    tree        the structure, with None in place of constants: what JAX sees
    constants   {number of the leaf: value}
    names       {number of the leaf: its path}, of constants
    """

    def __init__(self, tree, root=lambda path: path):
        import jax
        util = jax.tree_util
        paths, self._whole = util.tree_flatten_with_path(tree)
        numbers = _numbers_of_modules(tree)
        self.constants = {i: leaf for i, (_, leaf) in enumerate(paths)
                          if i in numbers or not is_data(leaf)}
        self.names = [root(util.keystr(path)) for path, _ in paths]
        self._root = root
        for i, leaf in self.constants.items():
            if isinstance(leaf, np.ndarray):
                raise TypeError(f"{self.names[i]} is an array of type {leaf.dtype}, which has no "
                                "plain array form: make numbers of it, or bind it by "
                                "functools.partial")
        self.tree = util.tree_structure(self.without(tree))

    def without(self, tree):
        """The tree with None in place of its constants."""
        import jax
        leaves = jax.tree.leaves(tree)
        return jax.tree.unflatten(self._whole, [None if i in self.constants else leaf
                                                for i, leaf in enumerate(leaves)])

    def within(self, data):
        """The whole tree, of its data."""
        import jax
        data = iter(data)
        return jax.tree.unflatten(self._whole, [
            self.constants[i] if i in self.constants else next(data)
            for i in range(self._whole.num_leaves)])

    def has_constants(self, tree):
        """Whether a tree of this structure has these constants."""
        import jax
        leaves = jax.tree.leaves(tree)
        return all(_is_same(leaves[i], constant) for i, constant in self.constants.items())

    def data(self, tree, name):
        """The data of a tree with this structure and these constants. `name` is what
        is called with it. Errors: TypeError."""
        import jax
        leaves, structure = jax.tree.flatten(tree)
        if structure != self._whole:
            given = [self._root(jax.tree_util.keystr(path))
                     for path, _ in jax.tree_util.tree_flatten_with_path(tree)[0]]
            raise TypeError(f"{name} is called {self._difference(given, structure)}")
        if not self.constants:
            return leaves
        for i, constant in self.constants.items():
            if not _is_same(leaves[i], constant):
                raise TypeError(f"{self.names[i]} is {_value(leaves[i])!r}, but was compiled as "
                                f"{_value(constant)!r}, which is a part of the program: compile "
                                "again for another one")
        return [leaf for i, leaf in enumerate(leaves) if i not in self.constants]


    def _difference(self, given, structure):
        if sorted(given) != sorted(self.names):
            return difference(given, self.names)
        place, kind, other = _first_difference(structure, self._whole)
        where = self.names[place] if place < len(self.names) else "what holds it"
        if kind != other:
            return f"with {where} in a {kind}, but was compiled with it in a {other}"
        return (f"with {where} in a {kind} whose keys or constants are not those that it was "
                "compiled with: compile again for others")


def leaf_names(tree, root):
    """What the leaves of a tree are called."""
    import jax
    return [root + jax.tree_util.keystr(path)
            for path, _ in jax.tree_util.tree_flatten_with_path(tree)[0]]


def difference(given, compiled):
    """How names of leaves differ: "without batch['y'], which …"."""
    def some(names):
        return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    parts = []
    for word, names, which in (
            ("without", [n for n in compiled if n not in given], "it was compiled with"),
            ("with", [n for n in given if n not in compiled], "it was not compiled with")):
        if names:
            parts.append(f"{word} {some(names)}, which {which}")
    return " and ".join(parts)


def _first_difference(one, other):
    """Where two trees with equal names of leaves differ first: the number of the leaf,
    and what holds it there."""
    pairs, leaves = [(one, other)], 0
    while pairs:
        one, other = pairs.pop()
        if one.node_data() != other.node_data() or len(one.children()) != len(other.children()):
            names = [node.node_data()[0].__name__ if node.node_data() else "leaf"
                     for node in (one, other)]
            return leaves, *names
        if other.node_data() is None:
            leaves += 1
        pairs += reversed(list(zip(one.children(), other.children())))
    return leaves, "", ""


class Arguments(Leaves):
    """The arguments of a call (a tuple). `positions` are static: these arguments are
    constants as a whole."""

    def __init__(self, args, positions=(), names=()):
        self.positions, self._count = frozenset(positions), len(args)

        def root(path):
            position, _, below = path[1:].partition("]")
            position = int(position)
            return (names[position] if position < len(names) else f"args[{position}]") + below
        super().__init__(self._marked(args), root)

    def _marked(self, args):
        return tuple(Static(arg) if i in self.positions else arg for i, arg in enumerate(args))

    def without(self, tree):
        return super().without(self._marked(tree) if self.positions else tree)

    def has_constants(self, tree):
        return not self.constants or super().has_constants(
            self._marked(tree) if self.positions else tree)

    def within(self, data):
        return tuple(map(_value, super().within(data)))

    def data(self, tree, name):
        if len(tree) != self._count:
            raise TypeError(f"{name} is called with {len(tree)} arguments, but was compiled for "
                            f"{self._count}")
        return super().data(self._marked(tree) if self.positions else tree, name)


def static_positions(fn, count, numbers, names):
    """The positions of the static ones of `count` arguments. Errors: ValueError for
    what is no argument."""
    numbers = (numbers,) if isinstance(numbers, int) else tuple(numbers)
    for i in numbers:
        if not -count <= i < count:
            raise ValueError(f"static_argnums: there is no argument {i} of {count}")
    parameters = list(_parameters(fn))[:count]
    names = (names,) if isinstance(names, str) else tuple(names)
    for name in names:
        if name not in parameters:
            raise ValueError(f"static_argnames: {name!r} is none of the arguments "
                             f"{', '.join(parameters)}")
    return {i % count for i in numbers} | {parameters.index(name) for name in names}


def own_static_positions(fn, count):
    """Those of a jitted function."""
    own = getattr(fn, "_jit_info", None)
    if own is None:
        return set()
    parameters = list(_parameters(fn))[:count]
    return static_positions(fn, count, [i for i in own.static_argnums if -count <= i < count],
                            [name for name in own.static_argnames if name in parameters])


def parameter_names(fn, names, count):
    """What the arguments are called."""
    return list(names) if names is not None else list(_parameters(fn))[:count]


def _parameters(fn):
    try:
        return inspect.signature(fn).parameters
    except (TypeError, ValueError):  # of a built-in function
        return {}


def _value(leaf):
    return leaf.value if isinstance(leaf, Static) else leaf


def _is_same(a, b):
    a, b = _value(a), _value(b)
    if a is b:
        return True
    try:
        return type(a) is type(b) and bool(a == b)
    except Exception:  # what an object's own comparison may raise
        return False


def _numbers_of_modules(tree):
    """The leaves that are numbers of Equinox modules. To Equinox such a leaf is a
    constant, which decides what the module does (`Dropout.inference`)."""
    equinox = sys.modules.get("equinox")
    if equinox is None:
        return set()
    import jax
    found, begin = set(), 0
    for node in jax.tree.leaves(tree, is_leaf=lambda node: isinstance(node, equinox.Module)):
        leaves = jax.tree.leaves(node)
        if isinstance(node, equinox.Module):
            found.update(begin + i for i, leaf in enumerate(leaves) if isinstance(leaf, _NUMBERS))
        begin += len(leaves)
    return found
