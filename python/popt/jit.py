"""Functions that are compiled for each shape and type that they are called with.

    train = popt.jit(train_step, mesh={"dp": 4}, in_shardings=(None, None, P("dp")))
    for batch in batches:                           # the last one may be smaller
        params, opt, loss = train(params, opt, batch)

The programs of a function have the same ranks and the same state: a call with another
shape goes on from the memory that the last call left.
"""
import functools
import inspect

import numpy as np

from .compiled import Array, compile, compile_beside
from .errors import PoptError
from .leaves import is_data, is_key, own_static_positions
from .processes import Local, is_spread
from .training import Progress, Training

_OPTIONS = {name: parameter.default for name, parameter in inspect.signature(compile).parameters.items()
            if name not in ("fn", "args")}
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_NUMBERS = (bool, int, float, complex)


def jit(fn=None, **options):
    """`fn` as a function that several ranks run, compiled for each structure, shape and
    type of its arguments that it meets, as `jax.jit` does.

    options     those of `compile`; shardings, names and numbers of arguments are of fn's
                positional parameters

    Returns a `Jitted`. Without fn, a decorator: `@popt.jit(mesh={"dp": 2})`. Errors, when
    it is called: those of `compile` and of a `Compiled`. TypeError for an option that
    there is not.
    """
    for name in options.keys() - _OPTIONS.keys():
        raise TypeError(f"jit() has no option {name!r}; it has those of popt.compile")
    if fn is None:
        return functools.partial(jit, **options)
    if not callable(fn):
        raise TypeError(f"jit() takes a function, and {fn!r} is none; popt.compile_file compiles "
                        "module files")
    return Jitted(fn, {**_OPTIONS, **options})


class Jitted(Training):
    """A function that is compiled when it is called with shapes, types, constants or
    static arguments that it was not called with before.

    programs    the `Compiled`s so far, in the order in which they were made
    steps       calls so far of all of them, as of `Compiled`
    last        what the last call returned, as of `Compiled`

    State is one for all programs if they have it in the same layouts, as they do where
    only a batch differs: then what one call returns is the memory that the next one
    works on, whatever its shape. Else it is copied where another program gets it.

    Programs stay, each with memory of its own for what it computes, until `clear_cache`.
    """

    def __init__(self, fn, options):
        functools.update_wrapper(self, fn, updated=())
        self.__name__ = getattr(fn, "__name__", type(fn).__name__)
        self._fn, self._options = fn, options
        try:
            self._parameters = dict(inspect.signature(fn).parameters)
        except (TypeError, ValueError):  # of a built-in function
            self._parameters = {}
        self._check_static_names()
        self._progress = Progress()
        self.programs = []
        self._known = {}  # by names, structure, shapes and types
        self._names_of = {}  # by program: of arguments, where some were given by name

    def __call__(self, *args, **kwargs):
        names, args = self._given(args, kwargs)
        return self._program(names, args)(*args)

    def compiled(self, *args, **kwargs):
        """The `Compiled` that a call with these arguments runs, compiled now if it is not
        there yet; leaves may be `jax.ShapeDtypeStruct`s."""
        return self._program(*self._given(args, kwargs))

    def clear_cache(self):
        """Lets go of all programs, as that of a function that `jax.jit` has made. What calls
        have returned stays; the next one compiles, and copies the state that it gets."""
        self.programs.clear()
        self._known.clear()
        self._names_of.clear()

    @property
    def newest(self):
        """The program of the last call, or the last one that was compiled. Errors: PoptError
        if there is none."""
        newest = self._progress.newest
        if newest in self.programs:
            return newest
        if not self.programs:
            raise PoptError(f"{self.__name__} has no program yet: call it, or its compiled(…), with the "
                            "arguments of a step")
        return self.programs[-1]

    @property
    def steps(self):
        return self._progress.steps

    @property
    def last(self):
        newest = self._progress.newest
        return newest and newest.last

    def _program_for(self, args, before):
        """The program that takes these arguments in a loop, given as those of `before`."""
        return self._program(self._names_of.get(before), args)

    def _program(self, names, args):
        import jax
        static = self._static_positions(names, len(args))
        leaves, structure = jax.tree.flatten([None if i in static else arg
                                              for i, arg in enumerate(args)] if static else args)
        key = (names, structure, tuple(map(_type_of, leaves)))
        for program in self._known.get(key, ()):
            if program.exported.arguments.has_constants(args):
                return program
        program = self._compile(names, args, static)
        self._known.setdefault(key, []).append(program)
        self._names_of[program] = names
        self.programs.append(program)
        return program

    def _compile(self, names, args, static):
        import jax
        # Their shapes: a program holds on to what it was compiled with.
        shapes = tuple(arg if i in static else jax.tree.map(_shape_of, arg)
                       for i, arg in enumerate(args))
        options = dict(self._options, static_argnums=tuple(sorted(static)), static_argnames=())
        fn = self._fn
        if names is not None:
            fn = _Named(fn, self._parameters, names)
            options.update(self._options_of(names))
        # Of those whose state is the same, any is as good.
        program = compile_beside(self.programs, fn, shapes, **options)
        program.progress = self._progress
        return program

    def _given(self, args, kwargs):
        """(None, args) of a call that could do without keywords; else the names of all
        arguments, in the order of the signature, and their values. Errors: TypeError, as of
        a call."""
        if not kwargs:
            return None, args
        given = {}
        for name, value in self._bound(args, kwargs).items():
            kind = self._parameters[name].kind
            if kind is inspect.Parameter.VAR_POSITIONAL:
                given.update((f"{name}{i}", item) for i, item in enumerate(value))
            elif kind is inspect.Parameter.VAR_KEYWORD:
                given.update(value)
            else:
                given[name] = value
        if list(given) == self._positional[:len(given)]:
            return None, tuple(given.values())
        return tuple(given), tuple(given.values())

    def _bound(self, args, kwargs):
        try:
            return inspect.Signature(self._parameters.values()).bind(*args, **kwargs).arguments
        except TypeError as error:
            raise TypeError(f"{self.__name__}: {error}") from None

    @property
    def _positional(self):
        return [name for name, parameter in self._parameters.items() if parameter.kind in _POSITIONAL]

    def _check_static_names(self):
        names = self._options["static_argnames"]
        names = (names,) if isinstance(names, str) else tuple(names)
        takes_any = any(parameter.kind is inspect.Parameter.VAR_KEYWORD
                        for parameter in self._parameters.values())
        for name in names:
            if name not in self._parameters and not takes_any:
                raise ValueError(f"static_argnames: {name!r} is none of the arguments "
                                 f"{', '.join(self._parameters)}")
        numbers = self._options["static_argnums"]
        positional = self._positional
        self._static = set(names)
        self._static_numbers = set()
        for i in (numbers,) if isinstance(numbers, int) else numbers:
            i = i + len(positional) if i < 0 else i
            self._static_numbers.add(i)
            self._static.update(positional[i:i + 1])
        self._static.update(positional[i] for i in own_static_positions(self._fn, len(positional)))

    def _static_positions(self, names, count):
        """Of arguments that are static, those that are given."""
        if not self._static and not self._static_numbers:
            return frozenset()
        if names is None:
            names = self._positional[:count]
            return {i for i in self._static_numbers if i < count} | {
                i for i, name in enumerate(names) if name in self._static}
        return {i for i, name in enumerate(names) if name in self._static}

    def _options_of(self, names):
        """What options say by position, of arguments that are given by name."""
        positional = self._positional
        options = self._options
        found = {"names": names}
        if isinstance(options["in_shardings"], (tuple, list)):
            # One for each positional parameter, or for each that is not static.
            owners = [name for name in positional if name not in self._static]
            if len(options["in_shardings"]) > len(owners):
                owners = positional
            specs = dict(zip(owners, options["in_shardings"]))
            found["in_shardings"] = tuple(specs.get(name) for name in names)
        donated = options["donate_argnums"]
        donated = (donated,) if isinstance(donated, int) else tuple(donated)
        if donated:
            found["donate_argnums"] = tuple(i for i, name in enumerate(names)
                                            if name in {positional[d] for d in donated})
        if options["state"]:
            found["state"] = {positional[of] if isinstance(of, int) else of: path
                              for of, path in options["state"].items()}
        return found

    def __repr__(self):
        return f"<popt.Jitted {self.__name__}, {len(self.programs)} programs>"


class _Named:
    """A function of values in the order of `names`, most of which it gives by name."""

    def __init__(self, fn, parameters, names):
        self.__name__ = getattr(fn, "__name__", type(fn).__name__)
        kinds = {name: parameter.kind for name, parameter in parameters.items()}
        starred = [name for name in names if name not in kinds and any(
            kind is inspect.Parameter.VAR_POSITIONAL and name.removeprefix(of).isdigit()
            for of, kind in kinds.items())]
        by_place = _POSITIONAL if starred else _POSITIONAL[:1]
        self._fn, self._names = fn, names
        self._by_place = [name for name in names if name in starred or kinds.get(name) in by_place]

    def __call__(self, *values):
        given = dict(zip(self._names, values))
        by_place = [given.pop(name) for name in self._by_place]
        return self._fn(*by_place, **given)


def _type_of(leaf):
    """What of a leaf decides which program takes it; None of a constant, whose value does."""
    if type(leaf) is Array:
        return leaf._kind
    if getattr(leaf, "dtype", None) is not None and is_data(leaf):
        import jax
        dtype = jax.dtypes.canonicalize_dtype(_dtype_of(leaf), allow_extended_dtype=True)
        kind = (tuple(leaf.shape), dtype)
        return ("part", *kind) if type(leaf) is Local else kind
    return type(leaf) if isinstance(leaf, _NUMBERS) else None


def _dtype_of(leaf):
    """As numpy and JAX have it, also of a tensor of torch."""
    return leaf.dtype if isinstance(leaf.dtype, np.dtype) or is_key(leaf) else np.asarray(leaf).dtype


def _shape_of(leaf):
    """A leaf without its data. Numbers and local parts stay, as they say how they are taken."""
    import jax
    if isinstance(leaf, (*_NUMBERS, Local, jax.ShapeDtypeStruct)) or not is_data(leaf):
        return leaf
    if getattr(leaf, "dtype", None) is None:
        return leaf
    sharding = getattr(leaf, "sharding", None)
    if not isinstance(sharding, jax.sharding.NamedSharding) or is_spread(leaf):
        sharding = None
    return jax.ShapeDtypeStruct(tuple(leaf.shape), _dtype_of(leaf), sharding=sharding)
