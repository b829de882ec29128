"""Weights of Hugging Face's layout into arguments, and back."""
import json

import jax
import jax.numpy as jnp
import numpy as np
import popt
import pytest
from jax.sharding import PartitionSpec as P

pytestmark = pytest.mark.usefixtures("native")

NAMES = {"model.layers.*.up_proj.weight": {"to": "params['up']", "stack": True, "transpose": True},
         "model.norm.weight": {"to": "params['norm']", "cast": True},
         "model.rotary.*": None}
X = np.random.default_rng(1).standard_normal((4, 6)).astype(np.float32)


def model():
    rng = np.random.default_rng(0)
    return {**{f"model.layers.{i}.up_proj.weight": rng.standard_normal((6, 6)).astype(np.float32)
               for i in range(2)},
            "model.norm.weight": np.float16([1, 2, 3, 4, 5, 6]), "model.rotary.freq": np.zeros(3, np.float32)}


def train(params, count, x):
    def loss_of(params):
        h = x * params["norm"]
        for w in params["up"]:
            h = jnp.tanh(h @ w)
        return jnp.mean(h ** 2)
    loss, grads = jax.value_and_grad(loss_of)(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), count + 1, loss


SHAPES = {"up": jax.ShapeDtypeStruct((2, 6, 6), jnp.float32), "norm": jax.ShapeDtypeStruct((6,), jnp.float32)}


@pytest.fixture
def file(tmp_path):
    from safetensors.numpy import save_file
    save_file(model(), tmp_path / "model.safetensors")
    return tmp_path / "model.safetensors"


def test_there_and_back(file, tmp_path):
    from safetensors.numpy import load_file
    tensors = model()
    params = popt.load_weights(file, SHAPES, name="params", names=NAMES)
    np.testing.assert_array_equal(params["up"], [tensors[f"model.layers.{i}.up_proj.weight"].T
                                                 for i in range(2)])
    assert params["norm"].dtype == np.float32 and params["norm"][5] == 6
    step = popt.compile(train, (params, np.int32(0), X), mesh={"dp": 2, "tp": 2},
                        in_shardings=({"up": P(None, "tp"), "norm": None}, None, P("dp")))
    ended = step.run([X], 3, save=tmp_path / "ck")
    assert popt.save_weights(tmp_path / "ck", tmp_path / "hf", names=NAMES) == 3
    with open(tmp_path / "hf" / "model.safetensors.index.json") as index:
        files = set(json.load(index)["weight_map"].values())
    back = {key: array for name in files for key, array in load_file(tmp_path / "hf" / name).items()}
    assert set(back) == set(tensors) - {"model.rotary.freq"}
    up, norm = np.asarray(ended.state[0]["up"]), np.asarray(ended.state[0]["norm"])
    for i in range(2):
        np.testing.assert_array_equal(back[f"model.layers.{i}.up_proj.weight"], up[i].T)
    # And again, of an index.
    names = {pattern: rule for pattern, rule in NAMES.items() if rule}
    again = popt.load_weights(tmp_path / "hf" / "model.safetensors.index.json", SHAPES, names=names)
    np.testing.assert_array_equal(again["up"], up)
    np.testing.assert_array_equal(again["norm"], norm)
    # In other types and smaller files.
    popt.save_weights(tmp_path / "ck", tmp_path / "half", dtype="bfloat16", file_bytes=100)
    assert len(list((tmp_path / "half").glob("*.safetensors"))) == 3


def test_a_run_begins_with_them(file, tmp_path):
    step = popt.compile(train, (SHAPES, np.int32(5), X), mesh={"dp": 2}, in_shardings=(None, None, P("dp")))
    params = popt.load_weights(file, SHAPES, names=NAMES)
    expected = step.run([X], 2, state=(params, np.int32(5)))
    expected = jax.tree.map(np.array, expected.state)
    other = popt.compile(train, (SHAPES, np.int32(5), X), mesh={"dp": 2}, in_shardings=(None, None, P("dp")))
    (tmp_path / "names.json").write_text(json.dumps(NAMES))
    ended = other.run([X], 2, inputs=file, names=tmp_path / "names.json")
    for a, b in zip(jax.tree.leaves(ended.state), jax.tree.leaves(expected)):
        np.testing.assert_array_equal(a, b)


def test_numbers_of_arguments(tmp_path):
    """A file of a binary calls arguments arg0, …: of a program alone, and all of them count."""
    ones = np.ones(6, np.float32)
    np.savez(tmp_path / "in.npz", arg0=np.zeros(6, np.float32), **{"params['norm']": ones})
    np.testing.assert_array_equal(popt.load_weights(tmp_path / "in.npz", SHAPES)["norm"], ones)

    def noisy(key, w, x):
        key, now = jax.random.split(key)
        return key, w * jax.random.uniform(now, w.shape), jnp.sum(x)
    step = popt.compile(noisy, (jax.random.key(0), ones, X), state={"key": "[0]", "w": "[1]"})
    key, w = jax.random.key(7), np.arange(6, dtype=np.float32)
    expected = noisy(key, w, X)
    np.savez(tmp_path / "in.npz", arg1=w)
    state = step.run([X], 1, state=(key, ones), inputs=tmp_path / "in.npz").state
    np.testing.assert_allclose(state[1], expected[1], rtol=1e-6)
    np.savez(tmp_path / "in.npz", arg0=jax.random.key_data(key), w=w)
    state = step.run([X], 1, inputs=tmp_path / "in.npz").state
    assert state[0] == expected[0]
    np.testing.assert_allclose(state[1], expected[1], rtol=1e-6)


def test_mistakes(file, tmp_path):
    def refused(text, names=NAMES, like=SHAPES, path=file):
        with pytest.raises(popt.PoptError, match=text):
            popt.load_weights(path, like, names=names)
    refused(r"no key is called as an argument; names say what they are called", names=None)
    refused(r"params\['ups'\]", names={**NAMES, "model.layers.*.up_proj.weight": "params['ups']"})
    refused("cast", names={**NAMES, "model.norm.weight": "params['norm']"})
    refused("cannot open .*none", path=tmp_path / "none.safetensors")
    np.savez(tmp_path / "in.npz", **{"params['norm']": np.zeros(5, np.float32)})
    refused(r"in.npz: \"params\['norm'\]\" is f32\[6\], but the file has f32\[5\]", names=None,
            path=tmp_path / "in.npz")
    np.savez_compressed(tmp_path / "in.npz", **{"params['norm']": np.ones(6, np.float32)})
    taken = popt.load_weights(tmp_path / "in.npz", SHAPES)
    assert taken["norm"][0] == 1 and taken["up"] is SHAPES["up"]
    step = popt.compile(train, (SHAPES, np.int32(5), X))
    with pytest.raises(popt.PoptError, match=r"params\['up'\] has no value: it was compiled without"):
        step.run([X], 1, inputs=tmp_path / "in.npz")
    with pytest.raises(ValueError, match="names needs inputs"):
        step.run([X], 1, names=NAMES)
    with pytest.raises(popt.PoptError, match="there is no checkpoint in"):
        popt.save_weights(tmp_path, tmp_path / "out")
