#!/usr/bin/env python3
"""Programs that CUDA's libraries compute, with inputs and what is right.

    library.py FOLDER [--tiny]

Writes NAME.mlir, NAME/inputs.npz and NAME/expected.npz: attention and its gradients as JAX
writes them for cuDNN, beside JAX's own on this machine's processor. Needs JAX.
"""
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "python"))

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
import popt  # noqa: E402
from popt.arrays import save_arrays  # noqa: E402

# Options of jax.nn.dot_product_attention; "key_heads" of all heads have keys and values of
# their own, "bias" is one for all sequences and heads.
FORMS = {"attention plain": {}, "attention causal grouped": {"is_causal": True, "key_heads": 2},
         "attention window": {"is_causal": True, "local_window_size": (32, 0)},
         "attention bias": {"bias": True}, "attention lengths": {"lengths": True}}


def program(form, implementation, sequence):
    options = {key: value for key, value in form.items()
               if key in ("is_causal", "local_window_size")}

    def gradients(q, k, v, gradient, bias=None):
        if "lengths" in form:
            lengths = jnp.array([sequence, sequence // 2 + 1], jnp.int32)
            options.update(query_seq_lengths=lengths, key_value_seq_lengths=lengths)
        out, pull = jax.vjp(lambda *given: jax.nn.dot_product_attention(
            *given, bias, implementation=implementation, **options), q, k, v)
        return (out, *pull(gradient))
    return gradients


def write(folder, name, form, sequence, heads, features):
    rng = np.random.default_rng(7)

    def draw(*shape):
        return rng.normal(size=shape).astype(np.float32).astype(jnp.bfloat16)
    keys = (2, sequence, form.get("key_heads", heads), features)
    arguments = [draw(2, sequence, heads, features), draw(*keys), draw(*keys),
                 draw(2, sequence, heads, features)]
    if "bias" in form:
        arguments.append(draw(1, 1, sequence, sequence))
    text = popt.export(program(form, "cudnn", sequence), tuple(arguments), platform="cuda",
                       source_root=HERE).text
    with open(os.path.join(folder, name + ".mlir"), "w", encoding="utf-8") as f:
        f.write(text)
    os.makedirs(os.path.join(folder, name))
    expected = jax.jit(program(form, "xla", sequence))(*arguments)
    save_arrays(os.path.join(folder, name, "inputs.npz"),
                {f"arg{i}": np.asarray(a) for i, a in enumerate(arguments)})
    save_arrays(os.path.join(folder, name, "expected.npz"), [np.asarray(a) for a in expected], "res")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--tiny", action="store_true")
    options = parser.parse_args()
    sizes = (8, 4, 8) if options.tiny else (256, 4, 64)
    for name, form in FORMS.items():
        if options.tiny and "local_window_size" in form:
            form = {**form, "local_window_size": (2, 0)}
        write(options.folder, name, form, *sizes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
