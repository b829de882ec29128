"""Compiled functions on GPUs of this process: which ones, what is said, what is refused.
On the fake driver, which checks every access and every order of streams.
"""
import subprocess

import numpy as np
import pytest

import fake_gpus
import popt

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jax.sharding import PartitionSpec as P  # noqa: E402

pytestmark = fake_gpus.needed

W = np.linspace(-1, 1, 8 * 4, dtype=np.float32).reshape(8, 4)
X = np.linspace(-2, 1, 6 * 8, dtype=np.float32).reshape(6, 8)


def train(w, x):
    loss, gradient = jax.value_and_grad(lambda w: jnp.mean((x @ w) ** 2))(w)
    return w - 0.1 * gradient, loss, x @ w


def compiled(mesh={"dp": 2}, **options):
    shardings = (None, P("dp")) if mesh else None
    return popt.compile(train, (W, X), mesh=mesh, in_shardings=shardings, **options)


def check(step):
    """Two steps as jax.jit takes them."""
    expected, got = W, W
    for _ in range(2):
        expected, loss, y = jax.jit(train)(expected, X)
        got, its_loss, its_y = step(got, X)
        np.testing.assert_allclose(its_loss, loss, rtol=1e-5)
        np.testing.assert_allclose(its_y, y, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(got, expected, rtol=1e-5)


def test_gpus_are_taken_where_the_mesh_fits(gpus, capfd):
    fake = gpus("devices=2")
    step = compiled()
    assert step.target == "sm_90"
    check(step)
    assert fake.counters()["launches"] > 0
    compiled()  # which is said once
    assert capfd.readouterr().err == (
        'popt: train runs on GPUs 0 and 1 (popt fake GPU (sm_90), sm_90); target="cpu" takes '
        'processors\n')


def test_one_rank_takes_one_gpu(gpus, capfd):
    gpus("devices=2,sm=86")
    step = compiled(mesh=None)
    assert step.target == "sm_86"
    check(step)
    assert "train runs on GPU 0 (" in capfd.readouterr().err


@pytest.mark.parametrize("words,options", [
    ("devices=1", {}),                                      # two ranks
    ("devices=2", {"mesh": {"dp": 2, "tp": 2}}),
    ("devices=2,sm=75", {}),                                # too old
    ("devices=2", {"target": "cpu"}),
    ("devices=2", {"check_nan": True}),                     # which looks at CPUs' memory
])
def test_else_processors_are(words, options, gpus, capfd):
    gpus(words)
    step = compiled(**{"mesh": {"dp": 2}, **options})
    assert step.target == "cpu" and capfd.readouterr().err == ""


def test_time_axes_are_no_gpus(gpus):
    gpus("devices=2")
    assert compiled(mesh={"dp": 2, "time:mb": 3}, batch={"x": 0}).target == "sm_90"
    plan = {"popt_plan": 1, "mesh": {"device": [["tp", 2]], "time": [["mb", 3]]}, "batch": {"x": 0}}
    assert compiled(plan=plan, target="auto").target == "cpu"  # four ranks
    del plan["mesh"]["device"]
    assert compiled(plan=plan).target == "sm_90"
    plan["mesh"]["time"] = 3
    with pytest.raises(popt.CompileError):
        compiled(plan=plan)


MODULE = 'sdy.mesh @mesh = <["dp"=2, "mb"=4]>'
TWO = MODULE + '\nsdy.mesh @mesh_0 = <["tp"=3]>'


@pytest.mark.parametrize("axes,text,plan,devices,ranks", [
    ({}, "", None, None, 1),
    ({}, MODULE, None, None, 8),                     # of the arguments or a jitted function
    ({"time:mb": 4}, MODULE, None, None, 2),
    ({"time:mb": 4}, 'sdy.mesh @mesh = <["mb"=4]>', None, None, 1),
    ({"dp": 4}, MODULE, None, None, 16),             # in its place
    ({"stage:pp": 3}, MODULE, None, None, 24),       # beside its own
    ({"dp": None}, MODULE, None, None, None),        # an open size
    ({}, MODULE, {"mesh": {"time": [["mb", 2]]}}, None, 2),
    ({"time:mb": 4}, MODULE, {"mesh": {"device": [["mb", 2]]}}, None, 4),
    ({}, TWO, None, None, 24),
    ({}, MODULE, {"mesh": 3}, None, None),           # which the compiler refuses
    ({}, MODULE, {"mesh": {"device": [["x", "2"]]}}, None, None),
    ({}, "", "auto", None, None),
    ({}, MODULE, "auto", None, 8),
    ({}, MODULE, "auto", 3, 3),
    ({}, MODULE, "auto", [0, 1], 2),
])
def test_how_many_ranks_there_will_be(axes, text, plan, devices, ranks):
    assert popt.gpus.ranks_of(axes, text, plan, devices) == ranks


def test_meshes_of_functions_and_options_count(gpus):
    gpus("devices=2")
    mesh = jax.make_mesh((2,), ("dp",), axis_types=(jax.sharding.AxisType.Auto,))
    spread = jax.device_put(X, jax.sharding.NamedSharding(mesh, P("dp")))
    step = popt.compile(train, (W, spread))
    assert step.target == "sm_90" and len(step.memory) == 2
    check(step)
    assert compiled(options={"mesh": "dp=3"}).target == "cpu"


def test_gpus_that_do_not_reach_each_other_are_not_chosen(gpus):
    gpus("devices=2,peers=0")
    assert compiled().target == "cpu" and compiled(mesh=None).target == "sm_90"
    with pytest.raises(popt.PoptError, match="cannot reach the memory of"):
        compiled(devices=[0, 1])


def test_ranks_may_share_a_gpu(gpus):
    gpus("devices=1")
    step = compiled(target="sm_90")
    assert step.target == "sm_90"
    check(step)
    check(compiled(devices=[0, 0]))


@pytest.mark.parametrize("devices", [[1, 0], ["cuda:1", "cuda"]])
def test_devices_are_gpus_by_rank(devices, gpus, capfd):
    gpus("devices=3")
    step = compiled(devices=devices)
    assert step.target == "sm_90" and "GPUs 0 and 1 (" in capfd.readouterr().err
    check(step)


def test_devices_of_jax_and_the_planner(gpus):
    class Device:
        platform, local_hardware_id = "gpu", 1
    gpus("devices=2")
    step = compiled(mesh=None, devices=[Device()], plan="auto")
    assert step.target == "sm_90" and len(step.memory) == 1
    for one in Device(), "cuda:1":
        assert compiled(mesh=None, devices=one).target == "sm_90"
    assert compiled(mesh=None, devices="2", plan="auto").target == "sm_90"


def test_options_that_say_nothing_of_gpus(gpus):
    gpus("devices=2")
    assert compiled(options={"target": None, "devices": None}).target == "sm_90"


@pytest.mark.parametrize("words,options,error,text", [
    ("devices=2", {"devices": [0, 2]}, popt.PoptError,
     "devices: there is no GPU 2: the driver shows 2, from 0; list others, or show more GPUs"),
    ("devices=2", {"devices": [0, 2], "target": "sm_90"}, popt.PoptError,
     "cannot start 2 ranks: there is no GPU 2 for rank 1: the driver shows 2, from 0; name another"),
    ("devices=2", {"devices": [0]}, popt.PoptError,
     "^the program has 2 ranks, and GPUs are named for 1: name one for each rank"),
    ("devices=2,sm=75", {"devices": [0, 1]}, popt.PoptError,
     r"devices: GPU 0 \(popt fake GPU \(sm_75\)\) is sm_75, and programs are for sm_80 or newer"),
    ("devices=2", {"target": "sm_100"}, popt.PoptError,
     r"the program is for sm_100, but GPU [01] \(popt fake GPU \(sm_90\)\) is sm_90: compile with"),
    ("devices=2,memory=2KB", {}, popt.PoptError,
     r"out of memory: \d+ bytes needed, \d+ of 2048 free on GPU .*compile with --memory-budget"
     r"[\s\S]*popt has chosen GPUs: target=\"cpu\" takes processors; JAX takes three quarters"),
    ("devices=2,memory=2KB", {"target": "sm_90"}, popt.PoptError,
     r"out of memory: \d+ bytes needed, \d+ of 2048 free on GPU .*compile with --memory-budget[^\n]*$"),
    ("devices=2", {"devices": [0, 1], "target": "cpu"}, ValueError,
     'devices lists GPUs, but target is "cpu": leave one of them out'),
    ("devices=2", {"devices": []}, ValueError, "devices is empty: list a GPU for each rank"),
    ("devices=2", {"devices": ["tpu:0"]}, ValueError,
     "devices: 'tpu:0' is no GPU: a number from 0, \"cuda:1\", or a device of JAX or torch"),
    ("devices=2", {"target": 90}, TypeError, 'target is 90: "auto", "cpu" or a GPU such as "sm_90"'),
    ("devices=2", {"target": "sm_91"}, popt.CompileError, '"sm_91" is none of cpu, sm_80'),
    ("devices=2", {"options": {"target": "sm_90"}}, ValueError,
     r"options: target is a parameter of compile\(\): target='sm_90'"),
    ("devices=2", {"options": {"devices": 2}}, ValueError,
     r"options: devices is a parameter of compile\(\): devices=2"),
    ("devices=2", {"target": "sm_90", "check_nan": True}, popt.PoptError,
     "the search for NaN looks at the memory of CPUs, and the program is for sm_90: compile it"),
])
def test_refusals(words, options, error, text, gpus):
    gpus(words)
    with pytest.raises(error, match=text):
        compiled(**options)


def test_the_driver_is_asked_only_if_there_may_be_enough_gpus(native, monkeypatch, tmp_path):
    asked = []
    monkeypatch.delenv("POPT_CUDA_DRIVER", raising=False)
    monkeypatch.setattr(native, "gpus", lambda: asked.append(1) or ([], "there is none"))
    monkeypatch.setattr(popt.gpus, "_NODES", str(tmp_path / "nvidia[0-9]*"))
    monkeypatch.setattr(popt.gpus, "_NODE_OF_WINDOWS", str(tmp_path / "dxg"))
    (tmp_path / "nvidia0").touch()
    assert compiled().target == "cpu" and not asked
    (tmp_path / "nvidia1").touch()
    assert compiled().target == "cpu" and asked
    asked.clear()
    (tmp_path / "dxg").touch()
    assert compiled(mesh={"dp": 3}).target == "cpu" and asked


def test_without_a_driver(native, monkeypatch):
    monkeypatch.setenv("POPT_CUDA_DRIVER", fake_gpus.NO_DRIVER)
    assert compiled().target == "cpu"
    with pytest.raises(popt.PoptError, match="devices lists GPUs, but there is no CUDA driver: "
                                             ".*install NVIDIA's driver, or compile with"):
        compiled(devices=[0, 1])
    with pytest.raises(popt.PoptError, match="cannot start 2 ranks: there is no CUDA driver"):
        compiled(target="sm_90")


def test_module_files_have_targets(native, tmp_path):
    module = popt.export(train, (W, X), path=str(tmp_path / "step.mlir")).module_file
    popt.compile(module, tmp_path / "step", target="sm_90")
    out = subprocess.run([tmp_path / "step", "--init", "random"], capture_output=True, text=True,
                         env={"POPT_CUDA_DRIVER": fake_gpus.NO_DRIVER})
    assert "there is no CUDA driver" in out.stderr
