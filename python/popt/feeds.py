"""Batches of a run: read ahead in a thread, and found again after a restart.

What is iterated may be a list, a generator, a torch DataLoader, a Grain iterator, or a
function of the number of the batch to begin with. A batch comes with the position of
the loader after it, so that a checkpoint has the position of the step that it is of,
and not of what was read ahead:

    drawn   batches so far, of all epochs
    state   what the loader, or its iterator, told of itself last; None if it can't
    since   batches after that
"""
import contextlib
import queue
import threading

import numpy as np

from . import native
from .array import CUDA_DEVICES, Array
from .checkpoints import has_state, put_state, state_of
from .errors import PoptError
from .processes import Local


class Feed:
    """The batches from number `first` on, with their positions.

    batches     an iterable, or a function of `first`
    limit       so many are drawn in all, from the first on, where a loader begins again
                at its end; None: to its end
    ahead       so many are drawn before they are asked for; 0: none, and no thread is made
    saves_at    whether the state after so many batches is wanted; None: of none
    position    what `first` batches left in a checkpoint; None: nothing
    """

    def __init__(self, batches, first=0, limit=None, ahead=2, saves_at=None, position=None):
        self._batches, self._limit, self._saves_at = batches, limit, saves_at
        self._drawn, self._since, self._state, self._of = first, 0, None, None
        self._in_epoch, self._closed = 0, False
        self._begin(first, position or {})
        # What is read, and a token for each that may be.
        self._read, self._free = queue.SimpleQueue(), queue.SimpleQueue()
        self._ahead, self._thread, self._lock = ahead, None, native.new_lock()

    #===------------------------------------------------------------------===#
    # Positions
    #===------------------------------------------------------------------===#

    def _begin(self, first, position):
        state = position.get("state")
        if callable(self._batches) and not hasattr(self._batches, "__iter__"):
            self._iterator, self._again = iter(self._batches(first)), False
        elif state is not None:
            self._begin_at(state, position)
        else:
            self._iterator = iter(self._batches)
            self._again = self._iterator is not self._batches
            self._take(first, "these were drawn before")
        self._note()

    def _begin_at(self, state, position):
        """Where a loader that can tell it was."""
        if position.get("of") == "iterator":
            self._iterator = holder = iter(self._batches)
        else:
            holder = self._batches
        if not has_state(holder):
            raise PoptError(f"the checkpoint has the position of batches, which "
                            f"{type(holder).__name__} can't take: it lacks load_state_dict or "
                            "set_state; give the loader that it was saved with, or a function of the "
                            "number of a batch")
        put_state(holder, state)
        if holder is self._batches:
            self._iterator = iter(self._batches)
        self._again = self._iterator is not self._batches
        self._in_epoch = 1  # it may be at the end of one
        self._take(position.get("since", 0), "these were drawn after the checkpoint's position")

    def _take(self, count, why):
        """Draws batches that are of no use."""
        for number in range(count):
            try:
                self._next()
            except StopIteration:
                raise PoptError(f"batches ended after {number} of {count}: {why}") from None

    def _note(self):
        """What the loader says of itself now."""
        self._since = 0
        if self._saves_at is None:
            return
        for holder, of in ((self._iterator, "iterator"), (self._batches, "loader")):
            if has_state(holder):
                self._state, self._of = state_of(holder), of
                return

    def _position(self):
        return {"drawn": self._drawn, "since": self._since, "state": self._state, "of": self._of}

    #===------------------------------------------------------------------===#
    # Drawing
    #===------------------------------------------------------------------===#

    def _next(self):
        """The next batch, also of another epoch."""
        try:
            batch = next(self._iterator)
        except StopIteration:
            if not (self._again and self._in_epoch and self._limit is not None):
                raise
            self._iterator, self._in_epoch = iter(self._batches), 0
            self._note()
            batch = next(self._iterator)
        self._in_epoch += 1
        return batch

    def _draw(self):
        """("batch", it, its position), ("end", …) or ("raised", the exception, …)."""
        if self._limit is not None and self._drawn >= self._limit:
            return "end", None, None
        try:
            batch = self._next()
            self._drawn += 1
            self._since += 1
            if self._saves_at and self._saves_at(self._drawn):
                self._note()
            return "batch", batch, self._position()
        except StopIteration:
            return "end", None, None
        except BaseException as error:  # whatever a loader raises is the run's matter
            return "raised", error, None

    def _read_ahead(self):
        kind = "batch"
        while kind == "batch" and self._free.get() and not self._closed:
            kind, batch, position = self._draw()
            try:
                batch = _copied(batch, self._lock) if kind == "batch" else batch
            except Exception as error:
                kind, batch = "raised", error
            self._read.put((kind, batch, position))

    def next(self):
        """As `_draw`."""
        if not self._ahead:
            return self._draw()
        if self._thread is None:
            for _ in range(self._ahead):
                self._free.put(True)
            self._thread = threading.Thread(target=self._read_ahead, name="popt batches", daemon=True)
            self._thread.start()
        drawn = self._read.get()
        self._free.put(True)
        return drawn

    def close(self):
        """Draws no more. A thread that waits for its loader is left to it."""
        self._closed = True
        if self._thread is not None:
            self._free.put(True)
            self._thread.join(timeout=0.2)


def _copied(batch, lock):
    """A batch whose memory is its own: a loader may use the same one for the next. The
    lock is held in native code."""
    import jax
    return jax.tree.map(lambda leaf: _copy(leaf, lock), batch)


def _copy(leaf, lock):
    if isinstance(leaf, np.ndarray):
        return leaf.copy()
    if isinstance(leaf, Local):
        return Local(_copy(leaf.data, lock), leaf.index)
    if type(leaf).__module__ == "torch" and hasattr(leaf, "clone"):
        return _ready(leaf.clone(), lock)
    import jax
    if isinstance(leaf, (jax.Array, Array)) or not hasattr(leaf, "__dlpack__"):
        return leaf
    return _ready(leaf.copy() if hasattr(leaf, "copy") else leaf, lock)


def _ready(tensor, lock):
    """When the GPU has made it: its library orders it after what this thread does alone."""
    # The call says what is wrong with a tensor that is on no device, or on one that popt
    # does not know.
    with contextlib.suppress(Exception):
        if tensor.__dlpack_device__()[0] in CUDA_DEVICES:
            with lock:
                native.load().wait_for(tensor)
    return tensor


def spread(item, names, what):
    """{name: value} of a batch that feeds arguments of these names. Errors: TypeError."""
    names = list(names)
    if len(names) == 1:
        return {names[0]: item}
    if isinstance(item, dict) and item and set(item) <= set(names):
        return item
    if isinstance(item, (tuple, list)) and len(item) == len(names):
        return dict(zip(names, item))
    holds = (f"a {type(item).__name__} of {len(item)}" if isinstance(item, (tuple, list, dict))
             else f"of type {type(item).__name__}")
    raise TypeError(f"a batch of {what} is {holds}, and feeds {', '.join(names) or 'no argument'}: "
                    "give a tuple of them in this order, or a dict by name")
