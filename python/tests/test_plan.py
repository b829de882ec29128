"""popt.plan, and plan="auto" of compile, compile_file and shardings."""
import jax
import jax.numpy as jnp
import numpy as np
import popt
import pytest


def step(params, batch):
    def loss_of(p):
        return jnp.mean((jnp.tanh(batch @ p["up"]) @ p["down"]) ** 2)
    loss, grads = jax.value_and_grad(loss_of)(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss


def arguments():
    rng = np.random.default_rng(0)
    def normal(*shape):
        return rng.standard_normal(shape).astype(np.float32)
    return {"up": normal(64, 128), "down": normal(128, 64)}, normal(256, 64)


def same(got, want):
    jax.tree.map(lambda g, w: np.testing.assert_allclose(g, w, rtol=1e-4, atol=1e-5), got, want)


def test_plan_is_a_value(tmp_path):
    """It has figures, is written, and compiles to what it predicts."""
    args = arguments()
    found = popt.plan(step, args, devices=4)
    assert np.prod([size for _, size in found["mesh"]["device"]]) == 4
    assert 0 < found.predicted["lower_bound_seconds"] and 0 < found.predicted["step_seconds"]
    found.save(tmp_path / "plan.json")
    assert popt.plan(step, args, devices=4) == found
    compiled = popt.compile(step, args, plan=found)
    assert compiled.cost["step_seconds"] == pytest.approx(found.predicted["step_seconds"])
    same(compiled(*args), step(*args))
    compiled = popt.compile(step, args, plan=tmp_path / "plan.json")
    assert len(compiled.memory) == 4


def test_comparison(tmp_path):
    args = arguments()
    found = popt.plan(step, args, devices=4)
    found.save(tmp_path / "found.json")
    other = popt.plan(step, args, devices=2)
    compiled = popt.compile(step, args, plan=found)
    compared = popt.compare({"found": found, "file": tmp_path / "found.json", "two": other,
                             "compiled": compiled})
    assert compared.figures["found"] == compared.figures["file"]
    assert compared.figures["two"]["step_seconds"] == other.predicted["step_seconds"]
    assert compared.figures["compiled"]["step_seconds"] == pytest.approx(
        found.predicted["step_seconds"])
    assert compared.differences["file"] == [] and "compiled" not in compared.differences
    assert any(line.startswith("mesh.device: ") for line in compared.differences["two"])
    lines = str(compared).splitlines()
    assert lines[0].split() == ["found", "file", "two", "compiled"]
    assert lines[1].startswith("mesh ") and lines[2].startswith("step ") and "(+0.0%)" in lines[2]
    assert any(line.startswith("memory of a rank") for line in lines)
    assert "file is found" in lines and "two differs from found:" in lines
    with pytest.raises(ValueError, match="none has no figures: `popt-plan M --predict"):
        popt.compare({"found": found, "none": {"popt_plan": 1}})
    with pytest.raises(ValueError, match="other is predicted for x, found for "):
        popt.compare({"found": found, "other": {**found, "predicted": {
            **found.predicted, "machine": "x"}}})
    with pytest.raises(ValueError, match="compares one plan at least"):
        popt.compare({})


def test_compile_chooses():
    args = arguments()
    compiled = popt.compile(step, args, plan="auto", devices=2)
    assert len(compiled.memory) == 2
    assert compiled.cost["step_seconds"] == pytest.approx(
        popt.plan(step, args, devices=2).predicted["step_seconds"])
    same(compiled(*args), step(*args))
    assert "dist.sharding" in compiled.text("propagated")


def test_axes_without_a_size():
    args = arguments()
    found = popt.plan(step, args, mesh={"tp": 2, "dp": None}, devices=4, memory_budget=1e9,
                      pins={"popt_plan": 1, "shardings": [
                          {"match": "params['up']", "dims": [[], ["tp"]]}]})
    assert dict(found["mesh"]["device"]) == {"tp": 2, "dp": 2}
    compiled = popt.compile(step, args, plan="auto", mesh="tp=2,dp", devices=2)
    assert len(compiled.memory) == 2
    with pytest.raises(ValueError, match="\"dp\" is no axis with a size"):
        popt.compile(step, args, mesh="tp=2,dp")


def test_what_cannot_be(tmp_path):
    args = arguments()
    with pytest.raises(popt.ToolError, match="any number of devices"):
        popt.plan(step, args)
    with pytest.raises(popt.CompileError, match="any number of devices"):
        popt.compile(step, args, plan="auto")
    with pytest.raises(popt.CompileError, match="for --plan=auto, which chooses"):
        popt.compile(step, args, devices=2)


@pytest.mark.skipif(len(jax.devices()) < 4, reason="needs four devices")
def test_shardings_for_jax():
    args = arguments()
    ins, outs = popt.shardings(step, args, plan="auto")
    assert ins[1].mesh.size == len(jax.devices())
    same(jax.jit(step, in_shardings=ins, out_shardings=outs)(*args), step(*args))
    ins, outs = popt.shardings(step, args, plan="auto", mesh={"dp": 2, "tp": 2})
    assert dict(ins[1].mesh.shape) == {"dp": 2, "tp": 2}
    same(jax.jit(step, in_shardings=ins, out_shardings=outs)(*args), step(*args))
