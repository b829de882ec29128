"""Checkpoints and runs of programs that several processes call together."""
import re

import popt
import pytest
import test_processes
import together
from test_processes import LAUNCH, environment

pytestmark = pytest.mark.usefixtures("native")


def run(processes, *arguments):
    """(exit status, what the processes say, stderr)"""
    import json
    import subprocess
    script = test_processes.SCRIPT.replace("together.py", "together_runs.py")
    done = subprocess.run([*LAUNCH, "-n", str(processes), script, *map(str, arguments)],
                          env=environment(), timeout=120, capture_output=True, text=True)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()
                             if line.startswith("{")], done.stderr


def test_saves(tmp_path):
    status, said, errors = run(2, "saves", tmp_path)
    assert status == 0, errors
    assert len(said) == 2 and said[0] == said[1] and said[0]["same"]
    # Threads go on from it, on another mesh.
    step = popt.compile(together.train, (together.weights(), together.X), mesh={"dp": 4})
    params = step.restore(tmp_path)
    assert step.steps == 3 and together.bits(params["b"]) == said[0]["load"]


@pytest.mark.parametrize("processes,first", [(2, 6), (4, 3)])
def test_resumes(tmp_path, processes, first):
    status, said, errors = run(processes, "runs", tmp_path, first)
    assert status == 0, errors
    assert len(said) == processes and all(one == said[0] for one in said)
    # Places of loaders are those of as many processes.
    step = popt.compile(together.train, (together.weights(), together.X), mesh={"dp": 2})
    with pytest.raises(popt.PoptError, match=f"has the loaders' places of {processes} processes, and "
                                             "this run has 1: give a function"):
        step.run([together.X], 20, save=tmp_path / "Loader", resume=True)
    assert step.restore(tmp_path / "Loader")["w"].shape == (6, 4)


def test_mistakes(tmp_path):
    status, said, errors = run(2, "mistakes", tmp_path)
    assert status == 0, errors
    assert said[0] == said[1]
    expected = [r"rank 1: there is no checkpoint in .*/1",
                r"rank 0: no checkpoint can be saved: cannot make /dev/null/ck",
                r"rank 1 sees a save in .*1x, rank 0 a save in .*0x; all processes must share",
                "another program of these processes saves still: finish that first",
                "rank 0: a program that is gone left a save unfinished, so these processes can save no "
                "more; finish its saves before it goes"]
    for text, pattern in zip(said[0]["said"], expected, strict=True):
        assert re.search(pattern, text), (pattern, text)


def test_stops_early(tmp_path):
    status, said, errors = run(2, "stops_early", tmp_path)
    assert status == 0, errors
    assert said[0] == said[1] and said[0]["saved"] == [4, 2, 1] and "has NaN" in said[0]["said"]


def test_a_loader_raises(tmp_path):
    status, said, errors = run(2, "ends", tmp_path, "raise")
    assert status != 0
    by_rank = {one["rank"]: one["said"] for one in said}
    assert by_rank[1] == "batches raised ValueError: a bad shard, for step 4"
    assert re.search(r"rank 1 .*: PoptError: batches raised ValueError: a bad shard", by_rank[0])


def test_a_signal(tmp_path):
    status, said, errors = run(2, "ends", tmp_path, "signal")
    assert status == 75, errors
    assert len(said) == 2 and said[0] == said[1]
    assert said[0]["saved"] == said[0]["step"] < 20
