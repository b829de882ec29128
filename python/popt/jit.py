"""Functions that are compiled for each shape and type that they are called with.

    train = popt.jit(train_step, mesh={"dp": 4}, in_shardings=(None, None, P("dp")))
    for batch in batches:                           # the last one may be smaller
        params, opt, loss = train(params, opt, batch)

The programs of a function have the same ranks and the same state: a call with another
shape goes on from the memory that the last call left.
"""
import functools
import inspect
import types
import weakref

import numpy as np

from .array import Array
from .compiled import compile, compile_beside
from .errors import PoptError
from .leaves import dtype_of_leaf, is_data, is_key, is_weak, own_static_positions
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

    State is one for all programs of CPUs that have it in the same layouts, as they do
    where only a batch differs: then what one call returns is the memory that the next one
    works on, whatever its shape. Else, and on GPUs, it is copied where another program
    gets it, and each has ranks of its own.

    Programs stay, each with memory of its own for what it computes, until `clear_cache`;
    that of the last call's state stays until the next one.
    """

    def __init__(self, fn, options):
        functools.update_wrapper(self, fn, updated=())
        self.__name__ = getattr(fn, "__name__", type(fn).__name__)
        self._fn, self._options = fn, options
        try:
            self._parameters = dict(inspect.signature(fn).parameters)
        except (TypeError, ValueError):  # of a built-in function
            self._parameters = {}
        self._check_options()
        self._progress = Progress()
        self.programs = []
        self._known = {}  # by form of the call, structure, shapes and types
        self._forms = weakref.WeakKeyDictionary()  # by program

    def __call__(self, *args, **kwargs):
        form, args = self._given(args, kwargs)
        return self._program(form, args)(*args)

    def __get__(self, instance, _=None):
        """Of a class, it is a method."""
        return self if instance is None else types.MethodType(self, instance)

    def compiled(self, *args, **kwargs):
        """The `Compiled` that a call with these arguments runs, compiled now if it is not
        there yet; leaves may be `jax.ShapeDtypeStruct`s."""
        return self._program(*self._given(args, kwargs))

    def clear_cache(self):
        """Lets go of all programs, as that of a function that `jax.jit` has made. What calls
        have returned stays, the state of the last one until the next; that compiles, and
        copies the state that it gets."""
        self.programs.clear()
        self._known.clear()

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
        return self._program(self._forms.get(before), args)

    def _program(self, form, args):
        import jax
        owners = self._owners(form, len(args))
        static = {i for i, owner in enumerate(owners) if owner in self._static}
        for i in static:
            self._check_static(args[i], owners[i])
        leaves, structure = jax.tree.flatten([None if i in static else arg
                                              for i, arg in enumerate(args)] if static else args)
        key = (form, structure, jax.config.jax_enable_x64, tuple(map(_type_of, leaves)))
        for program in self._known.get(key, ()):
            if program.exported.arguments.has_constants(args):
                return program
        program = self._compile(form, args, owners, static)
        self._known.setdefault(key, []).append(program)
        self._forms[program] = form
        self.programs.append(program)
        return program

    def _compile(self, form, args, owners, static):
        import jax
        # Their shapes: a program holds on to what it was compiled with.
        shapes = tuple(arg if i in static else jax.tree.map(_shape_of, arg)
                       for i, arg in enumerate(args))
        options = dict(self._options, static_argnums=tuple(sorted(static)), static_argnames=())
        fn = self._fn
        if form is not None:
            fn = _ByName(fn, *form)
            options.update(self._options_of(form, owners))
        # Of those whose state is the same, any is as good.
        program = compile_beside(self.programs, fn, shapes, **options)
        program.progress = self._progress
        return program

    def _given(self, args, kwargs):
        """The form of a call, and its values. The form is None if keywords are not needed; else
        how many values come by position, and the keywords of the rest. Errors: TypeError, as of
        a call."""
        if not kwargs:
            return None, args
        bound = self._bound(args, kwargs)
        if not bound.kwargs:
            return None, bound.args
        return ((len(bound.args), tuple(bound.kwargs)),
                (*bound.args, *bound.kwargs.values()))

    def _bound(self, args, kwargs):
        try:
            return inspect.Signature(self._parameters.values()).bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{self.__name__}: {error}") from None

    @property
    def _positional(self):
        return [name for name, parameter in self._parameters.items() if parameter.kind in _POSITIONAL]

    def _check_options(self):
        """Finds what is static: positions, and names of what comes by name alone."""
        names = self._options["static_argnames"]
        names = (names,) if isinstance(names, str) else tuple(names)
        kinds = {parameter.kind for parameter in self._parameters.values()}
        for name in names:
            if name not in self._parameters and inspect.Parameter.VAR_KEYWORD not in kinds:
                raise ValueError(f"static_argnames: {name!r} is none of the arguments "
                                 f"{', '.join(self._parameters)}")
        positional = self._positional
        donated = self._options["donate_argnums"]
        state = self._options["state"] or {}
        for option, numbers in (
                ("donate_argnums", (donated,) if isinstance(donated, int) else donated),
                ("state", [of for of in state if isinstance(of, int)])):
            for i in numbers:
                if (self._parameters and inspect.Parameter.VAR_POSITIONAL not in kinds
                        and not -len(positional) <= i < len(positional)):
                    raise ValueError(f"{option}: there is no argument {i} of {len(positional)}")
        numbers = self._options["static_argnums"]
        numbers = (numbers,) if isinstance(numbers, int) else numbers
        own = getattr(self._fn, "_jit_info", None)
        self._static = {i + len(positional) if i < 0 else i for i in numbers}
        self._static |= own_static_positions(self._fn, len(positional))
        self._static.update(map(self._owner, (*names, *(own.static_argnames if own else ()))))

    def _owner(self, name):
        """What options say something about: the position of the parameter that takes this
        keyword, or its name, if it has none."""
        parameter = self._parameters.get(name)
        if parameter and parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD:
            return self._positional.index(name)
        return name

    def _owners(self, form, count):
        """The same of all values of a call."""
        if form is None:
            return range(count)
        return [*range(form[0]), *map(self._owner, form[1])]

    def _names_of(self, form):
        """What the values of a call are called, each in its own way."""
        count, keywords = form
        positional = self._positional
        taken = set()

        def own(name):
            while name in taken:
                name += "_"
            taken.add(name)
            return name
        first, last = [own(name) for name in positional[:count]], [own(name) for name in keywords]
        of_rest = next((name for name, parameter in self._parameters.items()
                        if parameter.kind is inspect.Parameter.VAR_POSITIONAL), "")
        rest = [own(f"{of_rest}{i}") for i in range(count - len(positional))]
        return (*first, *rest, *last)

    def _check_static(self, value, owner):
        try:
            hash(value)
        except TypeError:
            positional = self._positional
            name = positional[owner] if owner in range(len(positional)) else owner
            raise TypeError(f"{self.__name__}: {name} is static and a {type(value).__name__}, which "
                            "has no hash, as it may change: give what does not, such as a tuple"
                            ) from None

    def _options_of(self, form, owners):
        """What options say by position, where some arguments are given by name."""
        positional, options = self._positional, self._options
        found = {"names": self._names_of(form)}
        specs = options["in_shardings"]
        if isinstance(specs, (tuple, list)):
            # One for each positional parameter, or for each that is not static.
            places = [i for i in range(len(positional)) if i not in self._static]
            if len(specs) > len(places):
                places = range(len(specs))
            specs = dict(zip(places, specs))
            found["in_shardings"] = tuple(specs.get(owner) for owner in owners)
        donated = options["donate_argnums"]
        donated = (donated,) if isinstance(donated, int) else tuple(donated)
        if donated:
            donated = {i + len(positional) if i < 0 else i for i in donated}
            found["donate_argnums"] = tuple(i for i, owner in enumerate(owners) if owner in donated)
        if options["state"]:
            found["state"] = {owners.index(of) if of in owners else of: path
                              for of, path in options["state"].items()}
        return found

    def __repr__(self):
        return f"<popt.Jitted {self.__name__}, {len(self.programs)} programs>"


class _ByName:
    """A function of values, of which those after the first `count` are given by name."""

    def __init__(self, fn, count, keywords):
        self.__name__ = getattr(fn, "__name__", type(fn).__name__)
        self._fn, self._count, self._keywords = fn, count, keywords

    def __call__(self, *values):
        by_name = dict(zip(self._keywords, values[self._count:], strict=True))
        return self._fn(*values[:self._count], **by_name)


def _type_of(leaf):
    """What of a leaf decides which program takes it; None of a constant, whose value does."""
    if type(leaf) is Array:
        return leaf._kind
    if not is_data(leaf):
        return None
    import jax
    dtype = jax.dtypes.canonicalize_dtype(_dtype_of(leaf), allow_extended_dtype=True)
    kind = (tuple(np.shape(leaf)), dtype, is_weak(leaf))
    return ("part", *kind) if type(leaf) is Local else kind


def _dtype_of(leaf):
    """As numpy and JAX have it, also of a tensor of torch."""
    return leaf.dtype if is_key(leaf) else dtype_of_leaf(leaf)


def _shape_of(leaf):
    """A leaf without its data. Numbers and local parts stay, as they say how they are taken."""
    import jax
    is_number = isinstance(leaf, _NUMBERS) and not hasattr(leaf, "dtype")
    if is_number or isinstance(leaf, (Local, jax.ShapeDtypeStruct)) or not is_data(leaf):
        return leaf
    sharding = getattr(leaf, "sharding", None)
    if not isinstance(sharding, jax.sharding.NamedSharding) or is_spread(leaf):
        sharding = None
    return jax.ShapeDtypeStruct(tuple(np.shape(leaf)), _dtype_of(leaf), sharding=sharding,
                                weak_type=is_weak(leaf))
