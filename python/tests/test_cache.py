"""The cache of compiled programs on disk, as users see it: Python and the tools."""
import glob
import os
import random
import subprocess
import time
import warnings

import numpy as np
import pytest

import jax
import popt
from jax.sharding import PartitionSpec as P
from small_model import X, loss_of, weights

pytestmark = pytest.mark.usefixtures("native")

MODEL = os.path.join(os.path.dirname(__file__), "..", "..", "demo", "mlp", "dp4.mlir")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """The folder; nothing is in it."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("POPT_CACHE_DIR", str(folder))
    return folder


def entries(folder):
    return sorted(glob.glob(f"{folder}/??/*.*"))


def make_old(folder):
    for entry in entries(folder):
        os.utime(entry, (0, 0))


def used(folder):
    """What was used or written since `make_old`."""
    return [entry for entry in entries(folder) if os.stat(entry).st_mtime > 1]


def step(params, x):
    loss, grads = jax.value_and_grad(loss_of)(params, x)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss


def compiled(**options):
    return popt.compile(step, (weights(), X), mesh={"dp": 2}, in_shardings=(None, P("dp")),
                        **options)


def poptc(*flags):
    subprocess.run([popt.find_tool("poptc"), MODEL, *map(str, flags)], capture_output=True,
                   text=True, timeout=120, check=True)


def read(path):
    with open(path, "rb") as file:
        return file.read()


# The second start has the program, its report and its results, bit by bit. Here and
# below both come from one line, as of one script: source lines are a part of the module.
def test_a_second_start_takes_what_is_kept(cache):
    starts = []
    for _ in range(2):
        make_old(cache)
        starts.append(compiled())
        assert used(cache) == entries(cache) and len(entries(cache)) == 1
    first, second = starts
    assert second.report() == first.report() and second.cost == first.cost
    assert (second.state, second.remarks) == (first.state, first.remarks)
    for one, other in zip(jax.tree.leaves(first(weights(), X)), jax.tree.leaves(second(weights(), X))):
        assert np.array_equal(one, other)


def test_without_it(cache):
    compiled(cache=False)
    compiled(options={"no-cache": True})
    assert not cache.exists()
    compiled(options={"no-cache": False})
    make_old(cache)
    compiled(cache=False)
    assert len(entries(cache)) == 1 and not used(cache)


def test_other_options_are_other_programs(cache):
    plan = {"popt_plan": 1, "strategies": "propagated"}
    for options in 2 * ({}, {"opt_level": 1}, {"plan": plan}, {"memory_budget": "1GB"}):
        compiled(**options)
    assert len(entries(cache)) == 4


# A warning of the compilation comes with the program.
def test_warnings_are_repeated(cache):
    plan = {"popt_plan": 1, "mesh": {"device": [["dp", 2]]}, "predicted": {"step_seconds": 5.0}}
    said = []
    for _ in range(2):
        with pytest.warns(popt.CompileWarning, match="plan.predicted") as caught:
            popt.compile(loss_of, (weights(), X), plan=plan, in_shardings=None)
        said.append([str(warning.message) for warning in caught])
    assert said[0] == said[1] and len(entries(cache)) == 1


def test_a_folder_that_cannot_be_written_is_one_warning(cache, monkeypatch):
    cache.write_text("a file")
    with pytest.warns(popt.CompileWarning, match="the cache of compiled programs in .* cannot be "
                      "written: Not a directory; POPT_CACHE_DIR names another") as caught:
        compiled()(weights(), X)
    assert len(caught) == 1
    monkeypatch.setenv("POPT_CACHE_BYTES", "much")
    monkeypatch.setenv("POPT_CACHE_DIR", str(cache) + ".other")
    with pytest.warns(popt.CompileWarning, match="POPT_CACHE_BYTES is \"much\""):
        compiled()


# Whatever becomes of an entry: the program is right, and the next start has it.
def test_entries_that_are_cut_or_changed(cache):
    rng = random.Random(0)

    def changed(whole):
        at = rng.randrange(len(whole))
        return whole[:at] + bytes([whole[at] ^ (1 << rng.randrange(8))]) + whole[at + 1:]
    kept = before = None
    for damage in (lambda whole: whole, lambda whole: b"", lambda whole: whole[:40],
                   lambda whole: whole[:len(whole) // 2], lambda whole: whole[:-1],
                   lambda whole: whole + b"\0", lambda whole: b"not popt's",
                   lambda whole: whole[:8] + b"\2" + whole[9:],  # another version of the format
                   changed, changed, changed):
        if kept:
            with open(entries(cache)[0], "wb") as file:
                file.write(damage(kept))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            after = jax.tree.map(np.asarray, jax.tree.leaves(compiled()(weights(), X)))
        kept = kept or read(entries(cache)[0])
        before = before or after
        assert read(entries(cache)[0]) == kept
        assert all(np.array_equal(a, b) for a, b in zip(before, after))


def test_the_tools_have_it_too(cache, tmp_path):
    poptc("-o", tmp_path / "none", "--no-cache")
    assert not cache.exists()
    poptc("-o", tmp_path / "first")
    make_old(cache)
    poptc("-o", tmp_path / "second")
    assert len(used(cache)) == 1
    assert read(tmp_path / "none") == read(tmp_path / "first") == read(tmp_path / "second")
    # A package is the same program, and what says more than a program is compiled.
    make_old(cache)
    for flags in (["--emit=step"], ["-v"], ["--report", tmp_path / "page.html"],
                  ["--remarks-filter=.*"]):
        poptc("-o", tmp_path / "other", *flags)
    assert not used(cache)
    poptc("-o", tmp_path / "package", "--emit=package")
    assert len(used(cache)) == len(entries(cache)) == 1

    def run(*flags):
        return subprocess.run([popt.find_tool("popt-run"), MODEL, "--init", "random", *flags],
                              check=True, capture_output=True, timeout=120)
    run("--outputs", tmp_path / "one.npz")
    known = len(entries(cache))
    make_old(cache)
    run("--outputs", tmp_path / "two.npz")
    assert len(used(cache)) == 1 and len(entries(cache)) == known
    assert read(tmp_path / "one.npz") == read(tmp_path / "two.npz")
    run("--no-cache")
    assert len(used(cache)) == 1


# Eight at once, of which some are killed at any moment: those that end well have written
# the program, and nothing else than entries and drafts is left.
def test_processes_that_are_killed(cache, tmp_path):
    poptc("-o", tmp_path / "expected", "--no-cache")
    begin = time.monotonic()
    poptc("-o", tmp_path / "timed", "--no-cache")
    seconds = time.monotonic() - begin
    expected, rng = read(tmp_path / "expected"), random.Random(1)
    for turn in range(6):
        runs = [subprocess.Popen([popt.find_tool("poptc"), MODEL, "-o", tmp_path / f"{i}"],
                                 stderr=subprocess.PIPE) for i in range(8)]
        victims = rng.sample(runs, 4)
        for victim in victims:
            time.sleep(rng.uniform(0, 2 * seconds))
            victim.kill()
        for i, process in enumerate(runs):
            said = process.communicate(timeout=120)[1]
            assert process in victims or (process.returncode, said) == (0, b"")
            if process.returncode == 0:
                assert read(tmp_path / f"{i}") == expected
        if turn % 2:  # begin anew
            for entry in entries(cache):
                os.unlink(entry)
    # What is there now is whole.
    poptc("-o", tmp_path / "0")
    make_old(cache)
    poptc("-o", tmp_path / "1")
    assert used(cache) and read(tmp_path / "0") == read(tmp_path / "1") == expected


def test_the_oldest_leave(cache, monkeypatch):
    compiled()
    monkeypatch.setenv("POPT_CACHE_BYTES", str(int(os.path.getsize(entries(cache)[0]) * 1.5)))
    make_old(cache)
    compiled(opt_level=1)
    assert len(used(cache)) == len(entries(cache)) == 1
