"""Small JAX programs of everyday use on 1, 2 and 2x2 devices.

Each program of everyday/ is exported for each mesh, compiled and run. Its
results equal those of jax.jit on one device, or popt refuses it; what happens
stands in docs/EverydayPrograms.md, and the test holds the page against it.

    python python/tests/test_everyday.py [NAME...]     # run, print what happens
    python python/tests/test_everyday.py --write       # write the page
"""
import contextlib
import fcntl
import io
import json
import os
import re
import sys
import tempfile

if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import conftest  # noqa: F401

import jax
import numpy as np
import popt
import pytest
from everyday import SUBJECTS, programs
from jax.sharding import PartitionSpec as P

MESHES = {"1": {}, "2": {"x": 2}, "2x2": {"x": 2, "y": 2}}
PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "EverydayPrograms.md")
EQUAL = "equal"


def spec_of(leaf, mesh, names):
    shape = np.shape(leaf)
    if len(shape) == 1 and leaf.dtype == np.uint32:
        return P()  # the data of a key
    fits = [name if name in mesh and size % mesh[name] == 0 else None
            for name, size in zip(names, shape)]
    return P(*fits)


def specs_of(program, mesh):
    if program.specs:
        return tuple(P(*(n if n in mesh else None for n in names)) for names in program.specs)
    return tuple(jax.tree.map(lambda leaf: spec_of(leaf, mesh, ("x", "y")), arg)
                 for arg in program.args)


def function_of(program, mesh):
    if not program.takes_mesh:
        return program.fn

    def run(*args):
        return program.fn(mesh, *args)
    run.__name__ = program.name
    return run


def one_device(fn, args):
    """fn(*args) as XLA computes it, compiled in little time."""
    compiled = jax.jit(fn).lower(*args).compile({"xla_backend_optimization_level": "0"})
    return compiled(*args)


def first_error(stderr):
    """The message of the first error, without its location."""
    for line in stderr.splitlines():
        match = re.search(r"error: (.*)", line)
        if match:
            return match.group(1)
    return stderr.strip().splitlines()[-1] if stderr.strip() else "no message"


def differences(program, expected, got):
    """What is wrong with a run's results, or nothing."""
    for i, want in enumerate(jax.tree.leaves(expected)):
        # Donated arguments come first in call and results; state is written by its argument.
        want, have = np.asarray(want), got[f"res{i}" if f"res{i}" in got else f"arg{i}"]
        if want.dtype.name == "bfloat16":
            want, have = want.astype(np.float32), have.view(want.dtype).astype(np.float32)
        if have.shape != want.shape or have.dtype != want.dtype:
            return f"res{i} is {have.dtype}{list(have.shape)}, not {want.dtype}{list(want.shape)}"
        if want.dtype.kind in "biu":
            if not np.array_equal(want, have):
                return f"res{i} differs in {np.sum(want != have)} of {want.size}"
        elif want.size:
            scale = np.max(np.abs(want[np.isfinite(want)]), initial=1e-30)
            with np.errstate(invalid="ignore"):
                close = np.isclose(have, want, rtol=program.rtol, atol=program.rtol * scale, equal_nan=True)
            if not close.all():
                worst = np.max(np.abs(have - want)[~close]) / scale
                return f"res{i} differs by {worst:.1e} of its largest element in {np.sum(~close)} of {want.size}"
    return None


def run_exported(program, case, expected, ranks):
    """"equal", or the message of a refusal. Errors: AssertionError where the
    numbers differ or a tool crashes."""
    try:
        got = popt.run(case.module_file, case.inputs_file, ranks=ranks, timeout=600)
    except popt.PoptError as error:
        assert error.status == 1, f"{program.name} on {ranks} devices: {error}"
        assert re.search(r"^\S+:\d+:\d+: error: ", error.stderr, re.M), \
            f"{program.name} on {ranks} devices: refused without a location: {error.stderr}"
        return first_error(error.stderr)
    wrong = differences(program, expected, got)
    assert not wrong, f"{program.name} on {ranks} devices: {wrong}"
    return EQUAL


def run_program(program, folder):
    """{mesh: outcome}; "WRONG ..." where the numbers differ or a tool crashes."""
    outcomes, expected = {}, None
    for label, mesh in MESHES.items():
        fn = function_of(program, mesh)
        path = os.path.join(folder, program.name, label, "m.mlir")
        try:
            case = popt.export(fn, program.args, mesh=mesh or None, path=path,
                               in_shardings=specs_of(program, mesh) if mesh else None,
                               donate_argnums=program.donate, platform=program.platform)
        except ValueError as error:
            outcomes[label] = str(error).splitlines()[0]
            continue
        if expected is None:
            with contextlib.redirect_stdout(io.StringIO()):
                expected = jax.block_until_ready(one_device(function_of(program, {}), program.args))
        ranks = int(np.prod(list(mesh.values()), initial=1))
        try:
            outcomes[label] = run_exported(program, case, expected, ranks)
        except AssertionError as error:
            outcomes[label] = f"WRONG {error}"
    return outcomes


def page_of(found):
    """docs/EverydayPrograms.md: {(name, mesh): outcome} as tables."""
    counts = {label: [sum(o == EQUAL for (_, l), o in found.items() if l == label),
                      sum(o != EQUAL for (_, l), o in found.items() if l == label)] for label in MESHES}
    lines = ["# Everyday programs", "",
             f"{len(found) // len(MESHES)} small JAX programs (python/tests/everyday), each exported with "
             "popt.export, compiled and run on 1, 2 and 2 x 2 devices. *equal*: the results of `jax.jit` on one "
             "device. A number: popt refuses the program at the user's line with that message. Written by "
             "`python python/tests/test_everyday.py --write`; the test holds this page against what it finds.",
             "", "| devices | equal | refused |", "|---|--:|--:|"]
    lines += [f"| {label} | {equal} | {refused} |" for label, (equal, refused) in counts.items()]
    messages = []
    for subject, title in SUBJECTS.items():
        lines += ["", f"## {title}", "", "| program | uses | 1 | 2 | 2x2 |", "|---|---|---|---|---|"]
        for program in programs():
            if program.subject != subject:
                continue
            cells = []
            for label in MESHES:
                outcome = found[program.name, label]
                if outcome != EQUAL and outcome not in messages:
                    messages.append(outcome)
                cells.append(outcome if outcome == EQUAL else f"[{messages.index(outcome) + 1}]")
            lines.append(f"| {program.name} | {program.uses} | " + " | ".join(cells) + " |")
    if messages:
        lines += ["", "## Refusals", ""]
        lines += [f"{i}. `{message}`" for i, message in enumerate(messages, 1)]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="session")
def outcomes(tmp_path_factory):
    """run_program of a program, by that of pytest's workers that asks first."""
    folder = tmp_path_factory.getbasetemp()
    folder = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "everyday"
    folder.mkdir(exist_ok=True)

    def outcomes_of(program):
        known = folder / (program.name + ".json")
        with open(folder / (program.name + ".lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not known.exists():
                known.write_text(json.dumps(run_program(program, str(folder))))
        return json.loads(known.read_text())

    return outcomes_of


@pytest.mark.parametrize("program", programs(), ids=lambda program: program.name)
def test_program(program, outcomes):
    wrong = [outcome for outcome in outcomes(program).values() if outcome.startswith("WRONG")]
    assert not wrong, wrong


def test_page(outcomes):
    with open(PAGE) as file:
        page = file.read()
    now = page_of({(program.name, label): outcome for program in programs()
                   for label, outcome in outcomes(program).items()})
    assert page == now, "docs/EverydayPrograms.md is out of date: run python/tests/test_everyday.py --write"


def main():
    names = [a for a in sys.argv[1:] if not a.startswith("--")]
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.environ.get("EVERYDAY_FOLDER", scratch)
        selected = [p for p in programs() if not names or p.name in names]
        outcomes = {(program.name, label): outcome for program in selected
                    for label, outcome in run_program(program, folder).items()}
    for key, outcome in outcomes.items():
        if names or outcome != EQUAL:
            print(f"{key[0]} on {key[1]}: {outcome}")
    failed = sum(outcome.startswith("WRONG") for outcome in outcomes.values())
    print(f"{sum(o == EQUAL for o in outcomes.values())} equal, "
          f"{sum(o != EQUAL for o in outcomes.values()) - failed} refused, {failed} wrong")
    if "--write" in sys.argv and not names and not failed:
        with open(PAGE, "w") as file:
            file.write(page_of(outcomes))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
