#!/usr/bin/env python3
"""Models in Hugging Face's layout, made as theirs are.

    huggingface.py small FOLDER PAGE   writes model*.safetensors with their index, and
                                       expected.npz, for huggingface.mlir; names.json is
                                       what the page of documentation shows
    huggingface.py llama FOLDER CASE   the same for the corpus's llama_small, with a map
                                       of its own, and rounded.npz, the same values under
                                       popt's keys
    huggingface.py equal A B           two npz files hold the same bytes
    huggingface.py loss OUTPUTS CASE   the loss is the case's
    huggingface.py export FOLDER NPZ   what popt-ckpt export wrote for the demo's mlp
                                       holds what the run wrote
"""
import json
import os
import re
import sys

import ml_dtypes
import numpy
import safetensors
import safetensors.numpy


def write_model(folder, tensors, shards):
    """Files of about equal numbers of tensors, and the index."""
    os.makedirs(folder, exist_ok=True)
    keys, index = list(tensors), {}
    for shard in range(shards):
        name = f"model-{shard + 1:05}-of-{shards:05}.safetensors"
        part = keys[shard::shards]
        safetensors.numpy.save_file({k: numpy.array(tensors[k], order="C") for k in part},
                                    f"{folder}/{name}", {"format": "pt"})
        index.update({k: name for k in part})
    with open(f"{folder}/model.safetensors.index.json", "w") as file:
        json.dump({"metadata": {"total_size": sum(t.nbytes for t in tensors.values())},
                   "weight_map": index}, file)


def write_names(folder, names):
    with open(f"{folder}/names.json", "w") as file:
        json.dump(names, file, indent=1)


def small(folder, page):
    random = numpy.random.default_rng(5)

    def weight(*shape):
        return random.standard_normal(shape).astype(ml_dtypes.bfloat16)

    tensors = {"model.norm.weight": weight(5), "model.q.weight": weight(12, 5),
               "model.rotary.inv_freq": weight(3), "x": random.standard_normal((6, 5), "f4")}
    for layer in range(2):
        tensors[f"model.layers.{layer}.mlp.up_proj.weight"] = weight(7, 5)
        tensors[f"model.layers.{layer}.mlp.down_proj.weight"] = weight(5, 7)
    write_model(folder, tensors, 3)
    with open(page) as file:
        blocks = re.findall("```json\n(.*?)```", file.read(), re.S)
    write_names(folder, json.loads(next(block for block in blocks if '"to":' in block)))
    wide = {k: v.astype("f4") for k, v in tensors.items()}
    x = wide["x"]
    for layer in range(2):
        h = x @ wide[f"model.layers.{layer}.mlp.up_proj.weight"].T
        x = x + h @ wide[f"model.layers.{layer}.mlp.down_proj.weight"].T
    logits = (x * wide["model.norm.weight"]) @ wide["model.q.weight"].T
    numpy.savez(f"{folder}/expected.npz", res0=logits.reshape(6, 4, 3))


# Llama's names: what they go to, its axes in the file, and how to get there.
LLAMA = {
    "model.embed_tokens.weight": ("['embed']", {}),
    "lm_head.weight": ("['head']", {"transpose": True}),
    "model.norm.weight": ("['norm']", {}),
    "model.layers.*.input_layernorm.weight": ("['layers'][*]['attn_norm']", {}),
    "model.layers.*.post_attention_layernorm.weight": ("['layers'][*]['ffn_norm']", {}),
    "model.layers.*.mlp.gate_proj.weight": ("['layers'][*]['w_gate']", {"transpose": True}),
    "model.layers.*.mlp.up_proj.weight": ("['layers'][*]['w_up']", {"transpose": True}),
    "model.layers.*.mlp.down_proj.weight": ("['layers'][*]['w_down']", {"transpose": True}),
    "model.layers.*.self_attn.q_proj.weight":
        ("['layers'][*]['wq']", {"transpose": True, "merge": [1, 2]}),
    "model.layers.*.self_attn.k_proj.weight":
        ("['layers'][*]['wk']", {"transpose": True, "merge": [1, 2]}),
    "model.layers.*.self_attn.v_proj.weight":
        ("['layers'][*]['wv']", {"transpose": True, "merge": [1, 2]}),
    "model.layers.*.self_attn.o_proj.weight":
        ("['layers'][*]['wo']", {"transpose": True, "merge": [0, 1]}),
}


def llama(folder, case):
    with open(f"{case}/case.json") as file:
        names = [a["name"] for a in json.load(file)["args"]]
    inputs = numpy.load(f"{case}/inputs.npz")
    values = {name: inputs[f"arg{i}"] for i, name in enumerate(names)}
    tensors, rounded = {}, dict(values)
    for pattern, (to, how) in LLAMA.items():
        for layer in range(2 if "*" in pattern else 1):
            target = "master" + to.replace("*", str(layer))
            value = values[target].astype(ml_dtypes.bfloat16)
            rounded[target] = value.astype("f4")
            if "merge" in how:
                first, last = how["merge"]
                value = value.reshape(*value.shape[:first], -1, *value.shape[last + 1:])
            tensors[pattern.replace("*", str(layer))] = value.T if how.get("transpose") else value
    # What is no weight goes by its own name.
    tensors.update({name: value for name, value in values.items() if not name.startswith("master")})
    write_model(folder, tensors, 2)
    write_names(folder, {k: {"to": "master" + to, "cast": True, **how}
                         for k, (to, how) in LLAMA.items()})
    numpy.savez(f"{folder}/rounded.npz", **{f"arg{i}": rounded[n] for i, n in enumerate(names)})


def equal(one, other):
    a, b = numpy.load(one), numpy.load(other)
    assert sorted(a.files) == sorted(b.files)
    for key in a.files:
        assert a[key].tobytes() == b[key].tobytes(), key


def loss(outputs, case):
    with open(f"{case}/case.json") as file:
        info = json.load(file)
    at = next(i for i, r in enumerate(info["results"]) if r["name"].endswith("['loss']"))
    got = numpy.load(outputs)[f"res{at}"]
    expected = numpy.load(f"{case}/expected.npz")[f"res{at}"]
    # Both in bf16: sums in another order differ by this much.
    assert abs(got - expected) <= 5e-4 * abs(expected), (got, expected)


def export(folder, outputs):
    """Layers of params are 'net.N.w' [out, in] and 'net.N.b', in several files."""
    out = numpy.load(outputs)
    with open(f"{folder}/model.safetensors.index.json") as file:
        index = json.load(file)
    assert len(set(index["weight_map"].values())) > 1
    found, size = {}, 0
    for name in sorted(set(index["weight_map"].values())):
        with safetensors.safe_open(f"{folder}/{name}", "numpy") as file:
            assert file.metadata() == {"format": "pt"}
            for key in file.keys():
                assert index["weight_map"][key] == name
                found[key] = file.get_tensor(key)
                size += found[key].nbytes
    assert index["metadata"]["total_size"] == size
    assert sorted(found) == sorted(f"net.{n}.{w}" for n in range(3) for w in "wb")
    for n in range(3):
        assert found[f"net.{n}.b"].tobytes() == out[f"arg{2 * n}"].tobytes()
        assert found[f"net.{n}.w"].tobytes() == numpy.ascontiguousarray(out[f"arg{2 * n + 1}"].T).tobytes()


if __name__ == "__main__":
    {"small": small, "llama": llama, "equal": equal, "loss": loss,
     "export": export}[sys.argv[1]](*sys.argv[2:])
