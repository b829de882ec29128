"""popt.compile_file and popt.run: how they find and call the tools, what they raise."""
import os
import stat

import numpy as np
import popt
import pytest


def fake_tool(folder, name, script):
    file = folder / name
    file.write_text("#!/bin/sh\n" + script)
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return file


def test_compile_passes_the_flags(tmp_path, monkeypatch):
    monkeypatch.setenv("POPT_BIN", str(tmp_path))
    fake_tool(tmp_path, "poptc", 'for last; do :; done; echo "$@" > "$last"\n')
    out = popt.compile_file("m.mlir", tmp_path / "exe", mesh={"dp": 2, "tp": 4}, plan="p.json",
                       target="cpu", opt_level=2, emit="partitioned", flags=["--memory-budget", 8])
    assert open(out).read().split() == [
        "m.mlir", "--mesh", "dp=2,tp=4", "--plan", "p.json", "--target", "cpu", "-O2",
        "--memory-budget", "8", "--emit=partitioned", "-o", str(tmp_path / "exe")]


def test_a_failure_carries_status_and_message(tmp_path, monkeypatch):
    monkeypatch.setenv("POPT_BIN", str(tmp_path))
    fake_tool(tmp_path, "poptc", 'echo "m.mlir:3:1: error: unknown axis" >&2; exit 1\n')
    with pytest.raises(popt.ToolError, match="status 1:\nm.mlir:3:1: error: unknown axis") as error:
        popt.compile_file("m.mlir", tmp_path / "exe")
    assert error.value.status == 1


def test_run_writes_inputs_and_reads_outputs(tmp_path):
    # The program copies its inputs to its outputs, as `argN`.
    program = fake_tool(tmp_path, "exe", 'while [ $# -gt 0 ]; do case $1 in '
                        '--inputs) i=$2;; --outputs) o=$2;; esac; shift; done; cp "$i" "$o"\n')
    got = popt.run(program, [np.arange(3, dtype=np.float32)], ranks=4)
    np.testing.assert_array_equal(got["arg0"], [0, 1, 2])


def test_a_missing_tool_says_where_it_was_looked_for(tmp_path, monkeypatch):
    monkeypatch.setenv("POPT_BIN", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="POPT_BIN"):
        popt.find_tool("popt-no-such-tool")


# The whole way, where the tools are built.
def test_export_compile_run(tmp_path):
    try:
        popt.find_tool("poptc")
    except FileNotFoundError:
        pytest.skip("poptc is not built")
    import jax.numpy as jnp
    from jax.sharding import PartitionSpec as P
    rng = np.random.default_rng(0)
    x, w = (rng.standard_normal(s).astype(np.float32) for s in ((4, 6), (6, 8)))
    case = popt.export(lambda x, w: jnp.tanh(x @ w), (x, w), mesh={"dp": 2, "tp": 2},
                       in_shardings=(P("dp"), P(None, "tp")), path=tmp_path / "m.mlir")
    program = popt.compile_file(case.module_file, tmp_path / "exe")
    got = popt.run(program, case.inputs_file)
    np.testing.assert_allclose(got["res0"], np.tanh(x @ w), rtol=1e-5, atol=1e-6)


# JAX for CPUs calls LAPACK here; batched, and divided along the batch.
def test_factorisations(tmp_path):
    try:
        popt.find_tool("poptc")
    except FileNotFoundError:
        pytest.skip("poptc is not built")
    import jax
    import jax.numpy as jnp
    from jax.sharding import PartitionSpec as P

    def loss(a, b):
        factor = jnp.linalg.cholesky(a)
        solved = jax.scipy.linalg.solve_triangular(factor, b, lower=True)
        return jnp.sum(solved ** 2) + jnp.sum(jnp.log(jnp.diagonal(factor, axis1=1, axis2=2)))

    rng = np.random.default_rng(0)
    half = rng.standard_normal((6, 5, 5)).astype(np.float32)
    a = half @ half.transpose(0, 2, 1) + 5 * np.eye(5, dtype=np.float32)
    b = rng.standard_normal((6, 5, 2)).astype(np.float32)
    step = jax.value_and_grad(loss, argnums=(0, 1))
    case = popt.export(step, (a, b), mesh={"dp": 3}, in_shardings=(P("dp"), P("dp")),
                       path=tmp_path / "m.mlir")
    program = popt.compile_file(case.module_file, tmp_path / "exe")
    got = popt.run(program, case.inputs_file)
    for i, leaf in enumerate(jax.tree.leaves(step(a, b))):
        np.testing.assert_allclose(got[f"res{i}"], leaf, rtol=1e-3, atol=1e-4)
