"""A training loop: batches in, metrics out, checkpoints, evaluation, an end.

    step.run(loader, steps=1000, log="log.jsonl", save="ck", save_every=100, resume=True)
    for done in step.iterate(loader, steps=1000):
        print(done.step, done.metrics)

A step's metrics are there when it returns. Batches are read in a thread (feeds.py), and
checkpoints are written by another one, while steps go on.
"""
import dataclasses
import inspect
import math
import os
import re
import signal
import threading
import time
import warnings

import numpy as np

from . import checkpoints
from .arrays import dtype_of
from .errors import NanError, PoptError, RankFailure
from .feeds import Feed, spread
from .logs import loggers
from .processes import exchange
from .weights import weights_of

# Processes ask each other this often whether one is to stop.
_ASK_SECONDS = 0.25
# As binaries end that a signal has stopped: start them again with --resume.
_TRY_AGAIN = 75
# Stands for an argument's leaf that has no value.
_NOTHING = object()


class Done:
    """A step that was done.

    step        its number, from 1
    metrics     {name: number}: scalar results that are no state, and what an evaluation
                after the step gave, as "eval/…"
    seconds     that its call took
    """

    def __init__(self, step, metrics, seconds, compiled, results):
        self.step, self.metrics, self.seconds = step, metrics, seconds
        self._compiled, self._results = compiled, results

    @property
    def results(self):
        """What the function returned: state as `popt.Array`, and results of any shape."""
        return self._compiled.exported.returned.within(self._results)

    def __repr__(self):
        return f"<popt.Done step {self.step}, {self.metrics}>"


@dataclasses.dataclass
class Run:
    """How a run ended.

    step        steps that were done in all
    metrics     of the last one; None if there was none to do
    results     what the function returned last; None as above
    state       the arguments that are state, a tuple, or the only one
    stopped     why it ended before `steps`; None if it did not
    """
    step: int
    metrics: dict
    results: object
    state: object
    stopped: str


class Plateau:
    """Stops a run when a metric has not improved for `patience` of its values.

    metric      its name, such as "eval/loss"
    min_delta   by how much it must be better
    mode        "min" or "max": what is better
    """

    def __init__(self, metric, patience, min_delta=0.0, mode="min"):
        if mode not in ("min", "max"):
            raise ValueError(f"mode is {mode!r}: \"min\" or \"max\"")
        self.metric, self.patience, self.min_delta, self.mode = metric, patience, min_delta, mode
        self.best, self.waited = None, 0

    def __call__(self, done):
        value = done.metrics.get(self.metric)
        if value is None:
            return None
        sign = 1 if self.mode == "min" else -1
        if not math.isnan(value) and (self.best is None
                                      or sign * value < sign * self.best - self.min_delta):
            self.best, self.waited = value, 0
            return None
        self.waited += 1
        if self.waited < self.patience:
            return None
        return (f"{self.metric} was nan {self.waited} times" if self.best is None else
                f"{self.metric} has not improved on {self.best:g} for {self.waited} values")

    def state_dict(self):
        return {"best": self.best, "waited": self.waited}

    def load_state_dict(self, state):
        self.best, self.waited = state["best"], state["waited"]


def _on_nan(done):
    bad = [name for name, value in done.metrics.items() if not math.isfinite(value)]
    return f"{bad[0]} is {done.metrics[bad[0]]} after step {done.step}" if bad else None


def run(function, batches, steps, options):
    """As `Training.run`."""
    loop = Loop(function, batches, steps, **options)
    done = None
    for done in loop.iterate():
        pass
    return Run(loop.step, done and done.metrics, done and done.results,
               checkpoints.state_arguments(loop.compiled, loop.state()), loop.stopped)


class Loop:
    """One run: where it is, and what it is to do after each step.

    compiled    the program of the last step, or of the first one. Of `popt.jit` another
                batch may make it another one, which goes on from the same state
    """

    def __init__(self, function, batches, steps=None, *, state=None, inputs=None, names=None,
                 log=None, log_every=1, metrics=None, save=None, save_every=None, keep=None, resume=False, evaluate=None,
                 stop=None, ahead=2):
        compiled = function.newest
        self._function, self.compiled, self.steps = function, compiled, steps
        self.step, self.stopped = 0, None
        self._folder = None if save is None else os.fspath(save)
        self._save_every, self._keep, self._saved = save_every, keep, None
        self._log_every = log_every
        self._is_bad = False  # a state that is not to be saved
        self._raised_by_all, self._last = None, None
        self._saver = compiled  # the program that may save still
        if not self._folder and (save_every or keep):
            raise ValueError("save_every and keep need save, the folder")
        if resume is True and not self._folder:
            raise ValueError("resume=True needs save, the folder; or give resume another folder")
        self._stops = stop if isinstance(stop, (list, tuple)) else [] if stop is None else [stop]
        self._stops = [_on_nan if one == "nan" else one for one in self._stops]
        self._leaves = self._with_inputs(self._begin(state), inputs, names)
        self._metric_names, self._metrics = metrics, _metrics_of(compiled, metrics)
        self._names = _parameter_names(compiled.exported)
        positions = checkpoints.state_positions(compiled)
        self._state_names = {self._names[p]: p for p in positions}
        self._fed = {name: p for p, name in self._names.items() if p not in positions}
        self._evaluation = Evaluation(self, *evaluate) if evaluate else None
        self._position = position = self._resume(resume)
        for argument, leaf in zip(compiled.exported.args, self._leaves):
            if leaf is None and argument["parameter"] in positions:
                raise PoptError(f"{argument['name']} has no value: it was compiled without one; give "
                                "state, inputs or a checkpoint to resume")
        # Arguments that a batch may leave out.
        arguments = self.arguments()
        self._rest = {p: arguments[p] for p in self._fed.values()}
        self._always_fed = {self._names[argument["parameter"]]
                            for argument, leaf in zip(compiled.exported.args, self._leaves)
                            if leaf is None}
        self._check_folder(resume)
        self._logs = loggers(log, self.step, compiled.rank <= 0)
        self._feed = Feed(batches, self.step, steps, ahead, self._saves_at if self._folder else None,
                          position)

    #===------------------------------------------------------------------===#
    # The beginning
    #===------------------------------------------------------------------===#

    def _begin(self, state):
        """The leaves of all arguments: of the state given, else that the last call left, else
        what the function was compiled with."""
        compiled = self.compiled
        leaves, arguments = list(compiled.exported.leaves), compiled.program.arguments
        if state is not None:
            compiled.steps = 0
            positions = checkpoints.state_positions(compiled)
            given = (state,) if len(positions) == 1 else tuple(state)
            if len(given) != len(positions):
                raise TypeError(f"state has {len(given)} arguments, and {len(positions)} are state")
            # None would be no leaf.
            whole = list(compiled.exported.arguments.within(
                [_NOTHING if leaf is None else leaf for leaf in leaves]))
            for position, argument in zip(positions, given):
                whole[position] = argument
            return [None if leaf is _NOTHING else leaf
                    for leaf in compiled.exported.arguments.data(tuple(whole), compiled.__name__)]
        now = compiled.current_leaves()
        return [leaf if now[i] is None else now[i] for i, leaf in enumerate(leaves)] if now else leaves

    def _with_inputs(self, leaves, inputs, names):
        """Leaves that a file has in place of these."""
        if inputs is None:
            if names is not None:
                raise ValueError("names needs inputs, the file whose keys it is about")
            return leaves
        wanted = [(argument.name, np.broadcast_to(np.zeros((), dtype_of(argument.dtype)),
                                                  argument.shape))
                  for argument in self.compiled.program.arguments]
        found = weights_of(inputs, names, wanted, has_numbers=True)
        for i, key in self.compiled._keys_in.items():
            if i in found:
                found[i] = key.wrap(found[i])
        return [found.get(i, leaf) for i, leaf in enumerate(leaves)]

    def _resume(self, resume):
        """Goes to the newest checkpoint, if there is one; returns the loader's position."""
        compiled, found = self.compiled, {}
        if not resume:
            return None

        def use(opened):
            found.update(checkpoints.position_in(opened, compiled) or {})
            for stop, state in zip(self._stops, found.get("stops", [])):
                if state is not None and checkpoints.has_state(stop):
                    checkpoints.put_state(stop, state)
        # What this run has saved counts before what it began with.
        for folder in (self._folder, None if resume is True else os.fspath(resume)):
            leaves = folder and checkpoints.restore(compiled, folder, use, must_be=False)
            if leaves:
                self._leaves = [now if leaf is None else leaf
                                for leaf, now in zip(leaves, self._leaves)]
                self.step = self._saved = compiled.steps
                if folder != self._folder:
                    self._saved = None
                break
        if self.steps is not None and self.step > self.steps:
            raise PoptError(f"the checkpoint in {folder} is of step {self.step}, after the last of the "
                            f"{self.steps} steps of this run; steps says how many there are in all")
        if "loader" in found:  # of Compiled.save
            return {"state": found["loader"], "since": 0, "of": "loader"}
        return found.get("batches")

    def _check_folder(self, resume):
        if not self._folder or resume or not os.path.isdir(self._folder):
            return
        saved = sorted(name for name in os.listdir(self._folder) if re.fullmatch(r"step-\d+", name))
        if saved:
            raise PoptError(f"{self._folder} has checkpoints of another run ({saved[-1]}); give "
                            "resume=True to go on with it, or another folder")

    #===------------------------------------------------------------------===#
    # Steps
    #===------------------------------------------------------------------===#

    def iterate(self):
        """A `Done` after each step."""
        compiled = self.compiled
        signals = Signals(compiled, watches=self._folder is not None)
        try:
            with signals:
                while not (self.stopped or signals.stops(self)):
                    item = self._next()
                    if item is None:
                        break
                    done = self._take_step(*item)
                    if self.step % self._log_every == 0:
                        for log in self._logs:
                            log(done)
                    if self.stopped is None and self._is_time(self._save_every):
                        self._save()
                    yield done
        except BaseException as error:
            self._end_early(error)
            raise
        else:
            self._end()
        finally:
            self._feed.close()
            for log in self._logs:
                if hasattr(log, "close"):
                    log.close()
        signals.exit()

    def _is_time(self, every):
        return bool(every) and self.step % every == 0

    def _saves_at(self, step):
        return bool(self._save_every) and step % self._save_every == 0 or step == self.steps

    def _next(self):
        """The batch of the next step, and its position; None at the end."""
        kind, batch, position = self._feed.next()
        number = self.step + 1
        if kind == "raised":
            if not isinstance(batch, Exception):
                raise batch
            raise PoptError(f"batches raised {type(batch).__name__}: {batch}, for step {number}"
                            ) from batch
        if kind == "batch":
            return batch, position
        if self.steps is not None and self.step < self.steps:
            raise PoptError(f"batches ended after {self.step} of {self.steps} steps: give more, or what "
                            "begins again, such as a list or a loader; without steps a run ends with "
                            "them")
        return None

    def _take_step(self, batch, position):
        before = self.compiled.steps
        try:
            leaves = self._with_batch(batch)
            compiled = self.compiled
            begin = time.perf_counter()
            results = compiled._call_leaves(leaves)
        except NanError as error:
            self._raised_by_all = error
            raise
        except TypeError as error:
            raise TypeError(f"batch {self.step + 1}: {error}") from error
        finally:
            # After Ctrl-C, too: the step was done.
            if self.compiled.steps > before:
                self.step, self._position = self.step + 1, position
                self._leaves, self._last = self.state(), self.compiled._last
        seconds = time.perf_counter() - begin
        metrics = {name: results[i].item() for name, i in self._metrics.items()}
        done = Done(self.step, metrics, seconds, compiled, results)
        if self._evaluation and self._is_time(self._evaluation.every):
            metrics.update(self._evaluation())
        for stop in self._stops:
            reason = stop(done)
            if reason and self.stopped is None:
                self.stopped = reason if isinstance(reason, str) else f"stop after step {self.step}"
            self._is_bad |= bool(reason) and stop is _on_nan
        return done

    def _with_batch(self, batch):
        """The leaves of all arguments, of the program that takes them."""
        arguments = list(self.arguments())
        for position, value in self._rest.items():
            arguments[position] = value
        given = spread(batch, self._fed, self.compiled.__name__)
        for name in self._always_fed - given.keys():
            raise TypeError(f"{name} has no value: {self.compiled.__name__} was compiled without one; "
                            "give it in each batch")
        for name, value in given.items():
            arguments[self._fed[name]] = value
        arguments = tuple(arguments)
        compiled = self._function._program_for(arguments, self.compiled)
        leaves = compiled.exported.arguments.data(arguments, compiled.__name__)
        if compiled is not self.compiled:
            self._go_on_with(compiled, leaves)
        return leaves

    def _go_on_with(self, compiled, leaves):
        """Another program takes the step."""
        if compiled.state != self.compiled.state:
            raise TypeError(f"{compiled.__name__} has the state {compiled.state} for this batch, and "
                            f"{self.compiled.state} for the one before; popt.jit(..., state=...) says "
                            "which result is the next value of which argument")
        self._metrics = _metrics_of(compiled, self._metric_names)
        self.compiled, self._leaves = compiled, leaves

    def arguments(self):
        return self.compiled.exported.arguments.within(self._leaves)

    def state_by_name(self):
        arguments = self.arguments()
        return {name: arguments[position] for name, position in self._state_names.items()}

    def state(self):
        """The leaves of all arguments now: state as the last call left it."""
        now = self.compiled.current_leaves()
        return [leaf if now[i] is None else now[i] for i, leaf in enumerate(self._leaves)] \
            if now else self._leaves

    #===------------------------------------------------------------------===#
    # Saves, and the end
    #===------------------------------------------------------------------===#

    def _save(self):
        """Begins to save the state."""
        stops = [checkpoints.state_of(stop) if checkpoints.has_state(stop) else None
                 for stop in self._stops]
        if self._saver is not self.compiled:
            try:
                checkpoints.finish_saves(self._saver)
            except RankFailure:
                raise
            except PoptError as error:  # as where the same program goes on
                warnings.warn(str(error), stacklevel=3)
        self._saver = self.compiled
        checkpoints.begin_save(self.compiled, self._folder, self.step, self._keep,
                               {"batches": self._position, "stops": stops})
        self._saved = self.step
        self._warn_of_saves()

    def _warn_of_saves(self):
        """Of the one before, which has ended."""
        with self.compiled.turn() as program:
            step, failure = program.last_save
        if failure:
            warnings.warn(f"checkpoint of step {step}: {failure}", stacklevel=4)

    def _end(self):
        if not self._folder:
            return
        if self._saved != self.step and not self._is_bad and self.step:
            self._save()
        checkpoints.finish_saves(self._saver)

    def _end_early(self, error):
        """What was done is saved, if it can be: other processes may not come to it, unless
        the step raised in all of them."""
        if isinstance(error, NanError) or _on_nan in self._stops and self._has_nan():
            self._is_bad = True
        is_alone = self.compiled.peers and error is not self._raised_by_all
        if not self._folder or isinstance(error, RankFailure) or is_alone:
            return
        try:
            self._end()
        except Exception as another:
            warnings.warn(f"the state after step {self.step} is not saved: {another}", stacklevel=2)

    def _has_nan(self):
        """Of the last step, whose results nothing has looked at if it was interrupted."""
        return bool(self._last) and not all(math.isfinite(self._last[i].item())
                                            for i in self._metrics.values())


class Signals:
    """SIGTERM asks a run that saves for its end: after the step that goes on it saves, and
    exits with the status of binaries, 75, as long as the script has no handler of its own.
    Processes agree on the step."""

    def __init__(self, compiled, watches):
        self._compiled = compiled
        self._watches = (watches and threading.current_thread() is threading.main_thread()
                         and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL)
        self._all = watches and compiled.peers
        self._is_asked, self._stops = False, False
        self._first, self._next_ask, self._begin = None, None, None

    def __enter__(self):
        if self._watches:
            signal.signal(signal.SIGTERM, self._ask)
        self._begin = time.perf_counter()
        return self

    def __exit__(self, *_):
        if self._watches:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def _ask(self, *_):
        self._is_asked = True

    def stops(self, loop):
        """Whether the run ends here."""
        if self._first is None:
            self._first, self._next_ask = loop.step, loop.step + 1
        if not self._all:
            self._stops = self._is_asked
        elif loop.step >= self._next_ask:
            now = time.perf_counter()
            mine = [self._is_asked, (now - self._begin) / (loop.step - self._first)]
            all_ = exchange(self._all, f"whether {self._compiled.__name__} goes on", mine)
            self._stops = any(asked for asked, _ in all_)
            slowest = max(seconds for _, seconds in all_)
            self._next_ask = loop.step + max(1, min(1000, int(_ASK_SECONDS / max(slowest, 1e-9))))
        if self._stops:
            loop.stopped = "SIGTERM"
        return self._stops

    def exit(self):
        if self._stops:
            raise SystemExit(_TRY_AGAIN)


class Evaluation:
    """A function of the state, and of batches, between steps."""

    def __init__(self, loop, fn, batches, every=None):
        self._loop, self._fn, self._batches = loop, fn, batches
        self.every = every or loop.steps
        if not self.every:
            raise ValueError("evaluate: (function, batches, every): every so many steps")
        self.name = getattr(fn, "__name__", type(fn).__name__)
        self._whole = None
        if hasattr(fn, "exported"):
            places = _parameter_names(fn.exported)
            names = [places[position] for position in sorted(places)]
            # Arguments that are constants stay.
            self._whole = fn.exported.arguments.within(fn.exported.leaves), sorted(places)
        else:
            names = list(inspect.signature(fn).parameters)
        state = loop._state_names
        self._takes = [name for name in names if name in state]
        self._fed = [name for name in names if name not in state]
        self._names = names
        if not self._takes:
            raise TypeError(f"evaluate: {self.name} takes {', '.join(names) or 'nothing'}, of which none "
                            f"is called as the state: {', '.join(state)}; give a function that does")

    def __call__(self):
        state, sums, count = self._loop.state_by_name(), {}, 0
        known = {name: state[name] for name in self._takes}
        for batch in [None] if self._batches is None else self._batches:
            given = {} if self._batches is None else spread(batch, self._fed, self.name)
            values = [known[name] if name in known else given[name] for name in self._names]
            if self._whole:
                whole = list(self._whole[0])
                for position, value in zip(self._whole[1], values):
                    whole[position] = value
                values = whole
            result = self._fn(*values)
            for name, value in self._numbers(result):
                sums[name] = sums.get(name, 0) + value
            count += 1
        if not count:
            raise PoptError(f"evaluate: the batches of {self.name} are at their end after step "
                            f"{self._loop.step}: give what begins again, such as a list or a loader")
        return {name: value / count for name, value in sums.items()}

    def _numbers(self, result):
        import jax
        for path, leaf in jax.tree_util.tree_flatten_with_path(result)[0]:
            array = np.asarray(leaf)
            if array.ndim:
                raise TypeError(f"evaluate: {self.name} returns {array.dtype}{list(array.shape)}, and "
                                "not numbers alone")
            name = "/".join(_words(jax.tree_util.keystr(path))) or self.name.strip("<>")
            yield f"eval/{name}", array.item()


def _words(path):
    """The keys and attributes in a path: ["aux", "accuracy"] of "[2]['aux'].accuracy"."""
    return [key or attribute for key, attribute in re.findall(r"\['([^']*)'\]|\.(\w+)", path)]


def _metrics_of(compiled, names):
    """{name: number of the result} of scalars that are no state."""
    results = compiled.program.results
    scalars = [i for i, result in enumerate(results)
               if result.state < 0 and not result.shape and not result.dtype.startswith("complex")]
    own = ["/".join(_words(results[i].name)) or results[i].name for i in scalars]
    own = [results[i].name if own.count(name) > 1 else name for name, i in zip(own, scalars)]
    if names is not None and len(names) != len(own):
        raise ValueError(f"metrics has {len(names)} names, and the scalar results are "
                         f"{', '.join(own) or 'none'}")
    return dict(zip(names or own, scalars))


def _parameter_names(exported):
    """{position: name} of the arguments that have data."""
    return {arg["parameter"]: re.match(r"[^.\[]*", arg["name"]).group(0) for arg in exported.args}
