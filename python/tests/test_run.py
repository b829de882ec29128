"""Compiled.run and iterate: loops as people write them."""
import json
import math
import os
import signal
import subprocess
import sys
import threading
import time

import jax
import jax.numpy as jnp
import numpy as np
import popt
import pytest
from jax.sharding import PartitionSpec as P
from popt.training import Progress
from small_model import loss_of, weights

pytestmark = pytest.mark.usefixtures("native")
LONG = os.environ.get("POPT_LONG")


def train(params, count, x):
    loss, grads = jax.value_and_grad(loss_of)(params, x)
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    return params, count + 1, {"loss": loss, "aux": {"out": x @ params["w"], "mean": jnp.mean(x)}}


def batch(number):
    return np.random.default_rng(number).standard_normal((8, 6)).astype(np.float32)


BATCHES = [batch(i) for i in range(7)]
BEGIN = (weights(), jnp.int32(0))


@pytest.fixture(scope="module")
def compiled():
    return popt.compile(train, (*BEGIN, BATCHES[0]), mesh={"dp": 2}, in_shardings=(None, None, P("dp")))


@pytest.fixture
def step(compiled):
    """It begins with BEGIN, as after its compilation."""
    compiled._last, compiled.progress = None, Progress()
    return compiled


def bare(step, count, batches=BATCHES):
    state, losses = BEGIN, []
    for i in range(count):
        *state, results = step(*state, batches[i % len(batches)])
        losses.append(float(results["loss"]))
    return jax.tree.map(np.array, state), losses


def same(one, other):
    for a, b in zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True):
        np.testing.assert_array_equal(np.asarray(a), np.asarray(b))


@pytest.mark.parametrize("ahead", [0, 2])
def test_equals_the_bare_loop(step, ahead):
    state, losses = bare(step, 10)
    seen = []
    ended = step.run(BATCHES, 10, state=BEGIN, log=seen.append, ahead=ahead)
    assert [done.metrics["loss"] for done in seen] == losses
    assert [done.step for done in seen] == list(range(1, 11)) and seen[3].seconds > 0
    assert sorted(seen[0].metrics) == ["aux/mean", "loss"]
    assert ended.step == 10 and ended.stopped is None and ended.metrics["loss"] == losses[-1]
    same(ended.state, state)
    # Results that are no scalars, when asked for.
    np.testing.assert_allclose(ended.results[2]["aux"]["out"],
                               BATCHES[9 % 7] @ np.asarray(state[0]["w"]), rtol=1e-5)


def test_begins_with_what_is_there(step):
    first = step.run(iter(BATCHES), 3)
    assert int(first.state[1]) == 3
    assert int(step.run(BATCHES, 2).state[1]) == 5 and step.steps == 5
    assert int(step.run(BATCHES).state[1]) == 12
    assert int(step.run(BATCHES, 1, state=BEGIN).state[1]) == 1
    *state, _ = step(*BEGIN, BATCHES[0])
    assert int(step.run(BATCHES, 1).state[1]) == 2


def test_iterates(step):
    numbers = []
    for done in step.iterate(BATCHES):
        numbers.append(done.step)
        assert set(done.results[2]) == {"loss", "aux"}
        if done.step == 4:
            break
    assert numbers == [1, 2, 3, 4] and step.steps == 4
    assert not [thread for thread in threading.enumerate() if thread.name == "popt batches"]


def test_reads_ahead_no_more_than_it_needs(step):
    drawn = []

    def loader():
        for i in range(100):
            drawn.append(i)
            yield BATCHES[i % 7]
    batches = loader()
    step.run(batches, 5)
    assert drawn == list(range(5))
    step.run(batches, 5)
    assert drawn == list(range(10))


def test_one_memory_for_all_batches(step):
    def loader():
        memory = np.empty((8, 6), np.float32)
        for i in range(7):
            memory[:] = BATCHES[i]
            yield memory
    _, losses = bare(step, 7)
    seen = []
    step.run(loader(), state=BEGIN, log=lambda done: seen.append(done.metrics["loss"]))
    assert seen == losses


#===----------------------------------------------------------------------===#
# Checkpoints
#===----------------------------------------------------------------------===#

class Stateful:
    """A loader that knows its place: shuffled anew in every epoch."""

    def __init__(self):
        self.epoch, self.at = 0, 0

    def __iter__(self):
        order = np.random.default_rng(self.epoch).permutation(7)
        while self.at < 7:
            self.at += 1
            yield BATCHES[order[self.at - 1]]
        self.epoch, self.at = self.epoch + 1, 0

    def state_dict(self):
        return {"epoch": self.epoch, "at": self.at}

    def load_state_dict(self, state):
        self.epoch, self.at = state["epoch"], state["at"]


class Iterator:
    """As Grain's: the iterator knows its place."""

    def __init__(self):
        self.number = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.number += 1
        return batch(self.number)

    def get_state(self):
        return str(self.number).encode()

    def set_state(self, state):
        self.number = int(state)


class Workers:
    """As a DataLoader with two workers, which get whole batches done in any order."""

    def __init__(self, processes=2):
        self.processes = processes

    def __iter__(self):
        from concurrent.futures import ThreadPoolExecutor
        order = np.random.default_rng(5).permutation(7)
        with ThreadPoolExecutor(self.processes) as pool:
            yield from pool.map(lambda i: BATCHES[i], order)


LOADERS = {"list": lambda: BATCHES, "stateful": Stateful, "iterator": Iterator, "workers": Workers,
           "generator": lambda: (batch(i) for i in range(40)),
           "function": lambda: lambda first: (batch(i) for i in range(first, 40))}


@pytest.mark.parametrize("loader", LOADERS)
def test_resumed_anywhere(step, loader, tmp_path):
    whole, losses = [], []
    ended = step.run(LOADERS[loader](), 17, state=BEGIN, log=lambda done: whole.append(done.metrics))
    state = jax.tree.map(np.array, ended.state)
    for first in range(1, 17, 1 if LONG else 5):
        folder, seen = tmp_path / str(first), []
        options = dict(save=folder, save_every=4, resume=True, log=lambda done: seen.append(done.metrics))
        step.run(LOADERS[loader](), first, state=BEGIN, **options)
        ended = step.run(LOADERS[loader](), 17, state=BEGIN, **options)
        assert seen == whole, first
        same(ended.state, state)
        assert popt.load(folder).step == 17


def test_resumes_what_was_cut_off(step, tmp_path):
    """From the last save, which is not where it ended; the log has each step once."""
    whole, log = [], tmp_path / "log.jsonl"
    step.run(Stateful(), 17, state=BEGIN, log=lambda done: whole.append(done.metrics))
    script = os.path.join(os.path.dirname(__file__), "train_and_die.py")
    done = subprocess.run([sys.executable, script, str(tmp_path / "ck"), str(log)], timeout=120,
                          capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert popt.load(tmp_path / "ck").step in (4, 8)  # it may have died in a save
    step.run(Stateful(), 17, state=BEGIN, save=tmp_path / "ck", resume=True, log=log)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["step"] for line in lines] == list(range(1, 18))
    assert [line["metrics"] for line in lines] == whole
    # There is nothing left to do.
    ended = step.run(Stateful(), 17, save=tmp_path / "ck", resume=True)
    assert ended.step == 17 and ended.metrics is None and int(ended.state[1]) == 17


def test_begins_with_another_folder(step, tmp_path):
    step.run(Stateful(), 5, state=BEGIN, save=tmp_path / "one")
    step.run(Stateful(), 8, save=tmp_path / "two", resume=tmp_path / "one")
    assert popt.load(tmp_path / "one").step == 5 and popt.load(tmp_path / "two").step == 8
    with pytest.raises(popt.PoptError, match=r"two has checkpoints of another run \(step-00000008\); "
                                             r"give resume=True"):
        step.run(BATCHES, 8, save=tmp_path / "two")
    with pytest.raises(popt.PoptError, match="is of step 8, after the last of the 3 steps"):
        step.run(Stateful(), 3, save=tmp_path / "two", resume=True)
    with pytest.raises(popt.PoptError, match="list can't take: it lacks load_state_dict"):
        step.run(BATCHES, 9, save=tmp_path / "two", resume=True)
    # A loader's own save is where it was.
    loader = Stateful()
    next(iter(loader))
    step.save(tmp_path / "three", step=1, loader=loader)
    step.run(Stateful(), 2, save=tmp_path / "three", resume=True)


def test_counts_on(step, tmp_path):
    """What is saved later is newer than what was restored."""
    step.run(BATCHES, 5, state=BEGIN, save=tmp_path)
    step.restore(tmp_path)
    ended = step.run(BATCHES, 2)
    assert ended.step == 2 and int(ended.state[1]) == 7
    assert step.save(tmp_path).endswith("step-00000007") and int(step.restore(tmp_path)[1]) == 7
    assert int(step.run(BATCHES, 1, state=BEGIN).state[1]) == step.steps == 1


def test_keeps_some(step, tmp_path):
    step.run(BATCHES, 10, save=tmp_path, save_every=2, keep=3)
    assert sorted(os.listdir(tmp_path)) == ["step-00000006", "step-00000008", "step-00000010"]


#===----------------------------------------------------------------------===#
# Evaluation, logs, ends
#===----------------------------------------------------------------------===#

def test_evaluates(step):
    evaluate = popt.compile(loss_of, (BEGIN[0], BATCHES[0]), mesh={"dp": 2}, in_shardings=(None, P("dp")))
    state, losses = bare(step, 6)
    seen = []
    step.run(BATCHES, 6, state=BEGIN, evaluate=(evaluate, BATCHES[:2], 3),
             log=lambda done: seen.append(dict(done.metrics)))
    assert [metrics["loss"] for metrics in seen] == losses
    assert ["eval/loss_of" in metrics for metrics in seen] == [False, False, True] * 2
    expected = np.mean([loss_of(state[0], x) for x in BATCHES[:2]])
    np.testing.assert_allclose(seen[-1]["eval/loss_of"], expected, rtol=1e-6)

    def accuracy(params, count, x):
        return {"count": count, "x": float(x[0, 0])}
    ended = step.run(BATCHES, 2, state=BEGIN, evaluate=(accuracy, BATCHES[:1], 2))
    assert ended.metrics["eval/count"] == 2 and ended.metrics["eval/x"] == BATCHES[0][0, 0]
    with pytest.raises(popt.PoptError, match="the batches of accuracy are at their end after step 2"):
        step.run(BATCHES, 2, evaluate=(accuracy, iter(BATCHES[:1]), 1))
    with pytest.raises(TypeError, match="evaluate: <lambda> takes y, of which none is called as the "
                                        "state: params, count"):
        step.run(BATCHES, 2, evaluate=(lambda y: y, BATCHES, 1))
    with pytest.raises(TypeError, match=r"evaluate: <lambda> returns float32\[4\], and not numbers"):
        step.run(BATCHES, 2, evaluate=(lambda params: params["b"], None, 1))


def test_stops(step, tmp_path):
    bad = [*BATCHES[:3], np.full_like(BATCHES[0], np.nan), *BATCHES]
    ended = step.run(bad, 9, state=BEGIN, stop="nan", save=tmp_path, save_every=2)
    assert ended.step == 4 and ended.stopped.endswith(" is nan after step 4")
    assert popt.load(tmp_path).step == 2
    ended = step.run(BATCHES, 100, state=BEGIN, stop=popt.Plateau("aux/mean", 3))
    assert ended.stopped.startswith("aux/mean has not improved on ") and ended.step < 11
    ended = step.run(BATCHES, 9, state=BEGIN, stop=["nan", lambda done: done.step == 5])
    assert ended.step == 5 and ended.stopped == "stop after step 5"


def test_nan_is_not_saved(step, tmp_path):
    bad = [*BATCHES[:3], np.full_like(BATCHES[0], np.nan), *BATCHES]
    careful = popt.compile(train, (*BEGIN, BATCHES[0]), mesh={"dp": 2}, in_shardings=(None, None, P("dp")),
                           check_nan=True)
    with pytest.raises(popt.NanError):
        careful.run(bad, 9, save=tmp_path / "found", save_every=2)
    assert popt.load(tmp_path / "found").step == 2

    # A step whose results nothing has looked at.
    def interrupted(count):
        if int(count) == 4:
            raise KeyboardInterrupt
        return 0
    for stop, saved in (("nan", 2), (None, 4)):
        with pytest.raises(KeyboardInterrupt):
            step.run(bad, 9, state=BEGIN, stop=stop, save=tmp_path / str(stop), save_every=2,
                     evaluate=(interrupted, None, 1))
        assert popt.load(tmp_path / str(stop)).step == saved


def test_a_break_saves(step, tmp_path):
    for done in step.iterate(BATCHES, state=BEGIN, save=tmp_path):
        if done.step == 4:
            break
    assert popt.load(tmp_path).step == 4


def test_a_plateau_of_nan(step):
    def stopped(values):
        stop = popt.Plateau("loss", 2)
        return [stop(popt.Done(i, {"loss": value}, 0, step, [])) for i, value in enumerate(values)]
    assert stopped([math.nan, 3.0, 2.0, math.nan, 1.0]) == [None] * 5
    assert stopped([math.nan, 1.0, 3.0, math.nan])[3] == "loss has not improved on 1 for 2 values"
    assert stopped([math.nan, math.nan]) == [None, "loss was nan 2 times"]


def test_a_plateau_is_saved(step, tmp_path):
    def stop():
        return popt.Plateau("loss", 4, min_delta=0.05)
    kept = stop()
    kept.load_state_dict({"best": 0.5, "waited": 3})
    assert kept.state_dict() == {"best": 0.5, "waited": 3}
    assert kept(popt.Done(1, {"loss": 0.48}, 0, step, [])).startswith("loss has not improved on 0.5 for 4")
    whole = step.run(BATCHES, 100, state=BEGIN, stop=stop())
    for first in range(1, whole.step):
        folder = tmp_path / str(first)
        step.run(BATCHES, first, state=BEGIN, stop=stop(), save=folder)
        ended = step.run(BATCHES, 100, stop=stop(), save=folder, resume=True)
        assert (ended.step, ended.stopped) == (whole.step, whole.stopped)


def test_logs(step, tmp_path):
    written = []

    class Writer:
        def add_scalar(self, name, value, number):
            written.append((name, value, number))

        def flush(self):
            written.append("flushed")
    bad = [BATCHES[0], np.full_like(BATCHES[0], np.nan)]
    step.run(bad, state=BEGIN, log=[tmp_path / "log.jsonl", Writer()], metrics=("mean", "loss"))
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert lines[1]["metrics"]["loss"] is None and set(lines[0]) == {"step", "seconds", "metrics"}
    assert written[0][0] == "mean" and math.isnan(written[3][1]) and written[-1] == "flushed"
    with pytest.raises(ValueError, match="metrics has 1 names, and the scalar results are .*loss"):
        step.run(BATCHES, metrics=("loss",))
    with pytest.raises(TypeError, match="log is of type int: it may be a function"):
        step.run(BATCHES, log=3)
    seen = []
    step.run(BATCHES, 7, log=lambda done: seen.append(done.step), log_every=3)
    assert seen == [3, 6]


def test_tensorboard(step, tmp_path):
    try:
        import tensorboardX  # noqa: F401
    except ImportError:
        with pytest.raises(ImportError, match="pip install tensorboardX"):
            step.run(BATCHES, 2, log=tmp_path / "board")
        return
    step.run(BATCHES, 2, log=tmp_path / "board")
    assert os.listdir(tmp_path / "board")


def test_several_arguments():
    def fn(w, scale, x, y):
        return w + scale * jnp.sum(x - y), jnp.sum(y)
    args = (np.float32(0), np.float32(2), BATCHES[0], BATCHES[1])
    step = popt.compile(fn, args, state={"w": "[0]"})
    expected = float(step(*args)[0])
    for item in ((args[1], args[2], args[3]), {"x": args[2], "y": args[3]}):
        assert float(step.run([item], state=args[0]).state) == expected
    with pytest.raises(TypeError, match=r"a batch of fn is a tuple of 2, and feeds scale, x, y: give a "
                                        r"tuple of them in this order, or a dict by name"):
        step.run([(args[2], args[3])])


def test_bad_batches(step, tmp_path):
    def ends():
        yield from BATCHES[:2]

    def raises():
        yield from BATCHES[:2]
        raise OSError("disk full")
    with pytest.raises(popt.PoptError, match="batches ended after 2 of 5 steps: give more, or what begins "
                                             "again"):
        step.run(ends(), 5, state=BEGIN, save=tmp_path / "ends")
    with pytest.raises(popt.PoptError, match="batches raised OSError: disk full, for step 3"):
        step.run(raises(), 5, state=BEGIN, save=tmp_path / "raises")
    with pytest.raises(TypeError, match=r"batch 2: x is float32\[3, 6\], but was compiled as "
                                        r"float32\[8, 6\]"):
        step.run([BATCHES[0], BATCHES[1][:3]], state=BEGIN, save=tmp_path / "shape")
    with pytest.raises(TypeError, match="batch 1: train is called with"):
        step.run([{"x": BATCHES[0], "y": 1}], state=BEGIN)
    # What was done is saved.
    assert [popt.load(tmp_path / name).step for name in ("ends", "raises", "shape")] == [2, 2, 1]
    with pytest.raises(popt.PoptError, match="batches ended after 0 of 5 steps"):
        step.run([], 5, state=BEGIN)
    assert step.run([], state=BEGIN).step == 0
    with pytest.raises(popt.PoptError, match="batches ended after 2 of 4: these were drawn before"):
        step.run(ends(), 6, resume=_saved(step, tmp_path / "later", 4))
    with pytest.raises(ValueError, match="save_every and keep need save"):
        step.run(BATCHES, 1, keep=1)
    with pytest.raises(ValueError, match="resume=True needs save"):
        step.run(BATCHES, 1, resume=True)


def _saved(step, folder, steps):
    step.run(BATCHES, steps, state=BEGIN, save=folder)
    return folder


def test_callbacks_that_raise(step, tmp_path):
    def log(done):
        if done.step == 3:
            raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError):
        step.run(BATCHES, 5, state=BEGIN, save=tmp_path, log=log)
    assert popt.load(tmp_path).step == 3


def test_signals(step, tmp_path):
    """SIGTERM and Ctrl-C end a run that saves after the step; it goes on later."""
    whole, seen = [], []
    step.run(BATCHES, 12, state=BEGIN, log=lambda done: whole.append(done.metrics))

    def log(done):
        seen.append(done.metrics)
        if done.step == 4:
            os.kill(os.getpid(), signal.SIGTERM)
        if done.step == 8:
            os.kill(os.getpid(), signal.SIGINT)
    options = dict(save=tmp_path, resume=True, log=log)
    with pytest.raises(SystemExit) as ended:
        step.run(Stateful2(), 12, state=BEGIN, **options)
    assert ended.value.code == 75 and popt.load(tmp_path).step == 4
    with pytest.raises(KeyboardInterrupt):
        step.run(Stateful2(), 12, **options)
    assert popt.load(tmp_path).step == 8
    step.run(Stateful2(), 12, **options)
    assert seen == whole
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


class Stateful2(Stateful):
    """In order."""

    def __iter__(self):
        while True:
            self.at += 1
            yield BATCHES[(self.at - 1) % 7]


def test_a_save_that_fails(step, tmp_path):
    folder = tmp_path / "ck"

    def log(done):
        if done.step == 3:
            folder.rename(tmp_path / "gone")  # at once, whatever is written there
            folder.write_text("in the way")
    with pytest.raises(popt.PoptError, match="the state after step 6 is not saved: rank 0: cannot"), \
            pytest.warns(UserWarning, match="checkpoint of step 4: rank 0: cannot"):
        step.run(BATCHES, 6, state=BEGIN, save=folder, save_every=2, log=log)
    assert int(step.run(BATCHES, 1).state[1]) == 7


def test_does_not_grow(step):
    """Nothing is kept of a step: memory after many is that after a few."""
    import resource
    count = 10_000 if LONG else 600

    def used():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    sizes = []
    step.run((BATCHES[i % 7] for i in range(count)), state=BEGIN,
             log=lambda done: sizes.append(used()) if done.step % (count // 10) == 0 else None)
    assert sizes[-1] - sizes[1] < 4 << 20, sizes


@pytest.mark.skipif(not LONG, reason="it measures; POPT_LONG=1 runs it")
def test_costs_nothing():
    """run() over a bare loop, one after the other in turn."""
    def larger(params, x):
        def loss(params):
            h = x
            for w in params:
                h = jnp.tanh(h @ w)
            return jnp.mean(h ** 2)
        value, grads = jax.value_and_grad(loss)(params)
        return [p - 0.1 * g for p, g in zip(params, grads)], value
    params = [np.eye(256, dtype=np.float32)] * 8
    x = [np.random.default_rng(i).standard_normal((256, 256)).astype(np.float32) for i in range(4)]
    step = popt.compile(larger, (params, x[0]))
    ratios = []
    for _ in range(15):
        begin = time.perf_counter()
        state = params
        for i in range(40):
            state, _ = step(state, x[i % 4])
        middle = time.perf_counter()
        step.run(x, 40, state=params)
        ratios.append((time.perf_counter() - middle) / (middle - begin))
    print("run() over a bare loop:", sorted(ratios))
    assert np.median(ratios) <= 1.02
