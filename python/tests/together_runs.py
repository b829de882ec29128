"""What test_run_processes.py runs in each of several processes: `together_runs.py WHAT …`."""
import gc
import os
import signal
import sys

import numpy as np
import popt
from together import MINE, RANK, SIZE, X, bits, compiled, say, weights


def batches(first=0):
    """This process's part of each."""
    for i in range(first, 20):
        yield popt.local((X + i / 10)[MINE])


class Loader:
    """It knows its place, which differs among processes."""

    def __init__(self):
        self.number = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.number += 1
        return popt.local((X + (self.number - 1) / 10)[MINE])

    def state_dict(self):
        return {"number": self.number, "rank": RANK}

    def load_state_dict(self, state):
        assert state["rank"] == RANK, state
        self.number = state["number"]


def calls(step, params, count):
    for _ in range(count):
        params, loss, _ = step(params, X)
    return params, loss


def saves(folder):
    step = compiled()
    params, _ = calls(step, weights(), 3)
    step.save(folder)
    expected, loss = calls(step, params, 2)
    other = compiled()
    params = other.restore(folder)
    assert other.steps == 3
    again, other_loss = calls(other, params, 2)
    assert bits(loss) == bits(other_loss)
    say({"w": bits(again["w"].gather()), "same": bits(again["w"].gather()) == bits(expected["w"].gather()),
         "load": bits(popt.load(folder)["params['b']"])})


def runs(folder, first):
    step, seen = compiled(), []
    options = dict(state=weights(), metrics=("loss",), log=lambda done: seen.append(bits(done.metrics["loss"])))
    whole = step.run(batches, 9, **options)
    w = bits(whole.state["w"].gather())
    for loader in (Loader, lambda: batches):
        losses, seen[:] = list(seen[:9]) or losses, []
        for steps in (int(first), 9):
            ended = step.run(loader(), steps, save=f"{folder}/{loader.__name__}", save_every=4, keep=1,
                             resume=True, **options)
        assert seen == losses, (seen, losses)
        assert bits(ended.state["w"].gather()) == w
    say({"w": w, "losses": losses})


def mistakes(folder):
    step, said = compiled(), []

    def refused(function):
        try:
            function()
            said.append("not refused")
        except popt.PoptError as error:
            said.append(str(error))
    params, _ = calls(step, weights(), 1)
    step.save(f"{folder}/0")
    refused(lambda: step.restore(f"{folder}/{RANK}"))
    refused(lambda: step.save("/dev/null/ck"))
    refused(lambda: step.save(f"{folder}/{RANK}x"))
    # Of two programs one saves at a time.
    other = compiled()
    calls(other, weights(), 1)
    popt.checkpoints.begin_save(other, f"{folder}/1", 1)
    refused(lambda: step.save(f"{folder}/2"))
    popt.checkpoints.finish_saves(other)
    # One that is gone with its save can't finish it.
    popt.checkpoints.begin_save(other, f"{folder}/3", 1)
    del other
    gc.collect()
    refused(lambda: step.save(f"{folder}/4"))
    _, loss = calls(step, params, 1)
    say({"said": said, "loss": bits(loss)})


def stops_early(folder):
    """All break out of a loop, or find NaN; then another program saves."""
    step, other = compiled(check_nan=True), compiled()
    for done in step.iterate(batches(), state=weights(), save=f"{folder}/break", save_every=2):
        if done.step == 4:
            break
    step.save(f"{folder}/break")
    bad = [X, X, X, X * np.nan]
    try:
        step.run(bad, 4, state=weights(), save=f"{folder}/nan", save_every=2)
    except popt.NanError as error:
        said = str(error)
    calls(other, weights(), 1)
    other.save(f"{folder}/other")
    say({"saved": [popt.load(f"{folder}/{name}").step for name in ("break", "nan", "other")],
         "said": said})


def ends(folder, how):
    """A loader of rank 1 raises, or it gets a signal, in a run that goes on from step 5."""
    step = compiled(timeout=5)
    if how == "signal":
        step.run(batches(), 5, state=weights(), save=folder)

    def loader():
        for i, batch in enumerate(batches()):
            if i == 3 and RANK == 1 and how == "raise":
                raise ValueError("a bad shard")
            yield batch

    def log(done):
        if done.step == 8 and RANK == 1 and how == "signal":
            os.kill(os.getpid(), signal.SIGTERM)
        if how == "signal":
            import time
            time.sleep(0.1)
    try:
        step.run(loader(), 20, state=weights(), save=folder, log=log, resume=how == "signal")
    except SystemExit as ended:
        say({"status": ended.code, "step": step.steps, "saved": popt.load(folder).step})
        raise
    except popt.PoptError as error:
        say({"rank": RANK, "said": str(error)})
        raise


if __name__ == "__main__":
    np.seterr(all="raise")
    globals()[sys.argv[1]](*sys.argv[2:])
