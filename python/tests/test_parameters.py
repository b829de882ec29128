"""Parameters whose effect no other test shows."""
import os
import subprocess
import threading

import jax
import jax.numpy as jnp
import numpy as np
import popt
import pytest
from jax.sharding import PartitionSpec as P
from test_tools import fake_tool

ONES = np.ones((8, 4), np.float32)


def test_names_in_files(tmp_path):
    popt.save_arrays(tmp_path / "a.npz", [ONES, ONES], prefix="res")
    assert list(popt.load_arrays(tmp_path / "a.npz")) == ["res0", "res1"]
    case = popt.export(jnp.sin, (ONES,), path=tmp_path / "m.mlir", inputs="first.npz")
    assert case.inputs_file == str(tmp_path / "first.npz")
    assert popt.export(jnp.sin, (ONES,), path=tmp_path / "m.mlir", inputs=None).inputs_file is None


def test_programs_of_a_folder_keep_their_inputs(tmp_path):
    """Also if several processes export at once, and where one is read meanwhile."""
    first = popt.export(jnp.sin, (ONES,), path=tmp_path / "one.mlir")
    second = popt.export(jnp.cos, (2 * ONES,), path=tmp_path / "two.mlir")
    for case, values in ((first, ONES), (second, 2 * ONES)):
        np.testing.assert_array_equal(popt.load_arrays(case.inputs_file)["arg0"], values)
    assert sorted(os.listdir(tmp_path)) == ["one.inputs.npz", "one.json", "one.mlir",
                                            "two.inputs.npz", "two.json", "two.mlir"]
    values = [np.full(20000, i, np.float32) for i in range(4)]

    def save(value):
        for _ in range(10):
            popt.save_arrays(tmp_path / "shared.npz", [value])
            got = popt.load_arrays(tmp_path / "shared.npz")["arg0"]
            assert (got == got[0]).all()
    threads = [threading.Thread(target=save, args=(value,)) for value in values]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    got = popt.load_arrays(tmp_path / "shared.npz")["arg0"]
    assert (got == got[0]).all() and not [n for n in os.listdir(tmp_path) if ".tmp." in n]
    with pytest.raises(TypeError):
        popt.save_arrays(tmp_path / "shared.npz", [np.array(["text"])])
    assert (popt.load_arrays(tmp_path / "shared.npz")["arg0"] == got).all()


def test_what_is_no_regular_file_is_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for file in (tmp_path / "pipe", "/dev/zero", tmp_path):
        with pytest.raises(OSError, match="a folder, a pipe or a device, and no regular file"):
            popt.load_arrays(file)


def test_source_locations_are_relative_to_a_folder(tmp_path):
    root = os.path.dirname(__file__)
    assert '"test_parameters.py":' in popt.export(jnp.sin, (ONES,), source_root=root).text


def test_what_reaches_the_tools(tmp_path, monkeypatch):
    monkeypatch.setenv("POPT_BIN", str(tmp_path))
    slow = fake_tool(tmp_path, "poptc", "exec sleep 10\n")
    with pytest.raises(subprocess.TimeoutExpired):
        popt.compile_file("m.mlir", tmp_path / "exe", timeout=0.1)
    with pytest.raises(subprocess.TimeoutExpired):
        popt.run(slow, [], timeout=0.1)
    # Copies its inputs to its outputs and notes the flags.
    fake_tool(tmp_path, "popt-run", f'echo "$@" > {tmp_path}/flags; while [ $# -gt 0 ]; do case $1 in '
              '--inputs) i=$2;; --outputs) o=$2;; esac; shift; done; cp "$i" "$o"\n')
    bits = np.array([0x3f80], np.uint16)
    got = popt.run("m.mlir", [bits], mesh={"dp": 2}, plan="p.json", ranks=3,
                   dtypes={"arg0": "bfloat16"})
    assert got["arg0"].astype(np.float32) == 1
    flags = (tmp_path / "flags").read_text()
    assert flags.startswith("m.mlir --mesh dp=2 --plan p.json ") and " -n 3" in flags


def test_what_reaches_the_compiler(native):
    def sum_of(x):
        return x.sum()
    sharded = {"mesh": {"dp": 2}, "in_shardings": (P("dp"),)}
    seconds = [popt.compile(sum_of, (ONES,), cluster=cluster, **sharded).cost["step_seconds"]
               for cluster in ("builtin", "builtin:bytes")]
    assert seconds[0] < 0.1 and seconds[1] == 4  # bytes that are sent
    with pytest.raises(popt.CompileError, match="expected -O0 to -O3"):
        popt.compile(sum_of, (ONES,), opt_level=4)
    assert float(popt.compile(sum_of, (ONES,), opt_level=0, **sharded)(ONES)) == 32
    step = popt.compile(lambda x: x + 1, (ONES,), mesh={"dp": 2}, out_shardings=P("dp"))
    assert step.shardings[1] == P("dp", None)
    assert "step_seconds" not in step.text(phase="folded")


def test_the_time_limit_reaches_the_ranks(native, monkeypatch):
    limits, compile_text = [], native.compile

    class Executable:
        def __init__(self, executable):
            self.executable = executable

        def start(self, seconds, *others):
            limits.append(seconds)
            return self.executable.start(seconds, *others)
    monkeypatch.setattr(native, "compile", lambda *args: Executable(compile_text(*args)))
    popt.compile(jnp.sin, (ONES,), timeout=7)
    assert limits == [7]


def test_donated_arguments_are_state(native):
    def advance(old, x):
        return x, old + x
    args = (ONES, ONES)
    assert popt.compile(advance, args, donate_argnums=(0,)).state


def test_what_shardings_takes():
    if len(jax.devices()) < 2:
        pytest.skip("one device")
    _, out = popt.shardings(lambda x: x + 1, (ONES,), mesh={"dp": 2}, out_shardings=P("dp"))
    assert out.spec == P("dp", None)
    with pytest.raises(popt.ToolError, match="matches no argument"):
        popt.shardings(lambda x: x + 1, (ONES,), mesh={"dp": 2}, flags=["--state=y=res0"])


def test_where_a_mesh_is_found(native):
    step = popt.compile(lambda x: (x * 2).sum(), (ONES,), in_shardings=(P("dp"),),
                        mesh=jax.sharding.AbstractMesh((2,), ("dp",)))
    assert len(step.memory) == 2
