"""Checkpoints of compiled functions: the folders that binaries save and load.

    step.save("ck")                         # ck/step-00000100
    params, opt = step.restore("ck")
    popt.load("ck")["params['w']"]          # a numpy array

The ranks write and read their own parts, on any mesh (docs/Checkpoints.md). What
feeds a run is saved beside the state: the position of a loader that can tell it.
"""
import base64
import collections.abc
import json
import os
import warnings

import numpy as np

from . import native, processes as together
from .arrays import dtype_of
from .errors import PoptError

_VERSION = 1  # of what loaders have in a checkpoint


def load(folder):
    """The newest checkpoint in a folder that is complete, or the one that the folder is:
    a `Checkpoint`. Errors: PoptError if there is none, or it can't be read."""
    return Checkpoint(found(folder))


class Checkpoint(collections.abc.Mapping):
    """{name: numpy array} of a checkpoint's state, as arguments are called, such as
    `params['w']`. Each is read, and compared with what was saved, when it is asked for.

    step        steps that were done
    folder      where it is
    """

    def __init__(self, opened):
        self._opened = opened
        self._tensors = {tensor.name: i for i, tensor in enumerate(opened.tensors)}

    step = property(lambda self: self._opened.step)
    folder = property(lambda self: self._opened.folder)

    def __getitem__(self, name):
        return self._opened.read(self._tensors[name])

    def __iter__(self):
        return iter(self._tensors)

    def __len__(self):
        return len(self._tensors)

    def tree(self, name, like):
        """The argument `name` in the form of `like`, a pytree such as the argument itself
        or `jax.eval_shape` of what makes it. Errors: KeyError for a leaf that the
        checkpoint lacks, TypeError for another shape or type."""
        import jax
        from .leaves import key_of

        def leaf_of(path, leaf):
            key, words = key_of(leaf)
            full = name + jax.tree_util.keystr(path)
            if full not in self._tensors:
                raise KeyError(f"{self.folder} has no {full}: it has {', '.join(self)}")
            tensor = self._opened.tensors[self._tensors[full]]
            shape, dtype = tuple(np.shape(words)), getattr(words, "dtype", np.asarray(words).dtype)
            if tensor.shape != shape or dtype_of(tensor.dtype) != dtype:
                raise TypeError(f"{full} is {tensor.dtype}{list(tensor.shape)} in {self.folder}, and "
                                f"{dtype}{list(shape)} here")
            return key.wrap(self[full]) if key else self[full]
        return jax.tree_util.tree_map_with_path(leaf_of, like)

    def __repr__(self):
        return f"<popt.Checkpoint {self.folder}, step {self.step}, {len(self)} tensors>"


def found(folder, must_be=True):
    """The native checkpoint of a folder; None if there is none, and there need not be."""
    path = os.fspath(folder)
    opened = native.load().open_checkpoint(path)
    if opened is None and must_be:
        raise PoptError(f"there is no checkpoint in {path}")
    for reason in opened.skipped.splitlines() if opened else ():
        warnings.warn(f"a checkpoint is skipped: {reason}", stacklevel=3)
    return opened


#===----------------------------------------------------------------------===#
# Of compiled functions
#===----------------------------------------------------------------------===#

def save(compiled, folder, step=None, keep=None, loader=None):
    """As `Compiled.save`."""
    step = compiled.steps if step is None else step
    # One of a loop that was left may be of the same step, and has the same files.
    finish_saves(compiled)
    begin_save(compiled, folder, step, keep, {"loader": state_of(loader)} if loader is not None
               else None)
    finish_saves(compiled)
    return os.path.join(os.fspath(folder), f"step-{step:08}")


def begin_save(compiled, folder, step, keep=None, position=None):
    """Returns when the state is copied. `position`: what JSON has."""
    with compiled.turn() as program:
        text = None
        if compiled.peers:
            position = together.exchange(compiled.peers, f"a save of {compiled.__name__}", position)
        else:
            position = [position]
        if any(its is not None for its in position):
            text = json.dumps({"popt_loaders": _VERSION, "processes": position})
        program.save(os.fspath(folder), step, keep or 0, text)


def finish_saves(compiled):
    """Returns when all is on disk. Errors: PoptError if the last save failed."""
    with compiled.turn() as program:
        program.finish_saves()


def restore(compiled, folder, use=None, must_be=True):
    """The values of the leaves of all arguments, by the newest checkpoint in a folder: None
    for what is no state. None where there need not be one, and is none. `use` is called with
    the checkpoint before."""
    opened, problem = None, None
    try:
        opened = found(folder, must_be)
        if opened and use:
            use(opened)
    except (PoptError, ValueError, TypeError) as error:
        if not compiled.peers:
            raise
        opened, problem = None, str(error)
    with compiled.turn() as program:
        leaves = program.restore(opened, problem)
    if leaves is None:
        return None
    return compiled.restored(opened.step, leaves)


def position_in(opened, compiled):
    """What this process left in a checkpoint; None if nothing."""
    if not opened.loaders:
        return None
    content = json.loads(opened.loaders)
    if content.get("popt_loaders") != _VERSION:
        raise PoptError(f"{opened.folder}: loaders of version {content.get('popt_loaders')} are not "
                        f"those of this build, {_VERSION}")
    its, count = content["processes"], compiled.peers.size if compiled.peers else 1
    if len(its) != count:
        raise PoptError(f"{opened.folder} has the loaders' places of {len(its)} processes, and this "
                        f"run has {count}: give a function of the step as batches, or start as many")
    return its[max(compiled.rank, 0)]


def restore_state(compiled, folder, loader=None):
    """As `Compiled.restore`."""
    def place(opened):
        if loader is not None:
            set_state(loader, position_in(opened, compiled))
    return state_arguments(compiled, restore(compiled, folder, place))


def state_arguments(compiled, leaves):
    """The arguments that are state, whole, of leaves by argument (None: what it was compiled
    with): a tuple, or the only one."""
    exported, program = compiled.exported, compiled.program
    positions = state_positions(compiled)
    full = []
    for i, leaf in enumerate(leaves):
        if leaf is None and exported.args[i]["parameter"] in positions:
            leaf = exported.leaves[i]
            if leaf is None:
                raise PoptError(f"{program.arguments[i].name} is no state, and was compiled without "
                                "a value: pass it to popt.compile")
        full.append(leaf)
    arguments = exported.arguments.within(full)
    state = tuple(arguments[position] for position in positions)
    return state if len(state) > 1 else state[0]


def state_positions(compiled):
    """The positions of the arguments that have state."""
    return sorted({compiled.exported.args[i]["parameter"]
                   for i, argument in enumerate(compiled.program.arguments) if argument.state >= 0})


#===----------------------------------------------------------------------===#
# Loaders
#===----------------------------------------------------------------------===#

# What an object has that can tell where it is, and go there again.
_PAIRS = (("state_dict", "load_state_dict"), ("get_state", "set_state"))


def has_state(loader):
    """Whether it can be saved."""
    return any(callable(getattr(loader, get, None)) and callable(getattr(loader, put, None))
               for get, put in _PAIRS)


def state_of(loader):
    """A loader's state as JSON has it. Errors: TypeError."""
    for get, put in _PAIRS:
        if callable(getattr(loader, get, None)) and callable(getattr(loader, put, None)):
            return encoded(getattr(loader, get)(), f"{type(loader).__name__}.{get}()")
    raise TypeError(f"{type(loader).__name__} has neither state_dict and load_state_dict nor "
                    "get_state and set_state: its place can't be saved")


def set_state(loader, position):
    """The reverse, of what `save` was given."""
    state = (position or {}).get("loader")
    if state is None:
        raise PoptError("the checkpoint has no state of a loader alone: run(resume=True) goes on from "
                        "what run() has saved" if position else
                        "the checkpoint has no state of a loader: it was saved without one")
    put_state(loader, state)


def put_state(loader, state):
    """Of what `state_of` gave."""
    for get, put in _PAIRS:
        if callable(getattr(loader, get, None)) and callable(getattr(loader, put, None)):
            return getattr(loader, put)(decoded(state))


def encoded(value, name):
    """A value that JSON has, of plain Python, bytes and arrays; nothing that would run code
    when it is read. Errors: TypeError that says where another one is."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if type(value) in (int, float) and (type(value) is int or np.isfinite(value)):
        return value
    if isinstance(value, float):
        return {"!": "float", "is": repr(float(value))}
    if isinstance(value, list):
        return [encoded(part, f"{name}[{i}]") for i, part in enumerate(value)]
    if isinstance(value, tuple):
        return {"!": "tuple", "is": encoded(list(value), name)}
    if isinstance(value, dict):
        if all(isinstance(key, str) and key != "!" for key in value):
            return {key: encoded(part, f"{name}[{key!r}]") for key, part in value.items()}
        return {"!": "dict", "is": [[encoded(key, f"a key of {name}"), encoded(part, f"{name}[{key!r}]")]
                                    for key, part in value.items()]}
    if isinstance(value, (bytes, bytearray)):
        return {"!": "bytes", "is": base64.b64encode(value).decode()}
    kind = "tensor" if type(value).__module__ == "torch" else "array"
    if isinstance(value, (np.ndarray, np.generic)) or kind == "tensor" and hasattr(value, "numpy"):
        array = np.asarray(value)
        if array.dtype.kind in "biufc":
            kind = "scalar" if isinstance(value, np.generic) else kind
            return {"!": kind, "type": array.dtype.str, "shape": list(array.shape),
                    "is": base64.b64encode(array.tobytes()).decode()}
    raise TypeError(f"{name} is of type {type(value).__name__}, which a checkpoint does not have: "
                    "numbers, texts, bytes, arrays, and lists, tuples and dicts of them")


def decoded(value):
    """What `encoded` was given."""
    if isinstance(value, list):
        return [decoded(part) for part in value]
    if not isinstance(value, dict):
        return value
    kind = value.get("!")
    if kind is None:
        return {key: decoded(part) for key, part in value.items()}
    if kind == "float":
        return float(value["is"])
    if kind == "tuple":
        return tuple(decoded(value["is"]))
    if kind == "dict":
        return {decoded(key): decoded(part) for key, part in value["is"]}
    content = base64.b64decode(value["is"])
    if kind == "bytes":
        return content
    array = np.frombuffer(content, np.dtype(value["type"])).reshape(value["shape"]).copy()
    if kind == "tensor":
        import torch
        return torch.from_numpy(array)
    return array[()] if kind == "scalar" else array
