"""A module, inputs and true results of products of 8-bit floats: float8.py PREFIX
writes PREFIX.mlir, .inputs.npz and .expect.npz. Numbers are small integers, whose
sums are exact in every order."""
import os
import sys

import ml_dtypes
import numpy as np

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(SOURCE, "python"))
from popt.arrays import save_arrays  # noqa: E402

E4, E5, SCALE = "f8E4M3FN", "f8E5M2", "f8E8M0FNU"
TYPES = {E4: ml_dtypes.float8_e4m3fn, E5: ml_dtypes.float8_e5m2, "f32": np.float32,
         SCALE: ml_dtypes.float8_e8m0fnu,
         "bf16": ml_dtypes.bfloat16, "f16": np.float16}
rng = np.random.default_rng(5)
arguments, signature, lines, returned, results = [], [], [], [], []


def tensor(shape, element):
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def argument(shape, element):
    value = rng.choice([0.5, 1, 2] if element == SCALE else [-2, -1, 0, 1, 2], shape)
    value = value.astype(np.float32).astype(TYPES[element])
    signature.append(f"%arg{len(arguments)}: {tensor(shape, element)}")
    arguments.append(value)
    return f"%arg{len(arguments) - 1}", value


def product(spec, lhs, rhs, out):
    """The product as numpy.einsum says it, of operands (type, shape)."""
    (lhs_type, lhs_shape), (rhs_type, rhs_shape) = lhs, rhs
    (a, x), (b, y) = argument(lhs_shape, lhs_type), argument(rhs_shape, rhs_type)
    inputs, to = spec.split("->")
    left, right = inputs.split(",")
    batch = [d for d in left if d in right and d in to]
    contracted = [d for d in left if d in right and d not in to]
    dims = [f"{word} = {[left.index(d) for d in which]} x {[right.index(d) for d in which]}"
            for word, which in (("batching_dims", batch), ("contracting_dims", contracted)) if which]
    value = np.einsum(spec, x.astype(np.float32), y.astype(np.float32)).astype(TYPES[out])
    name = f"%r{len(results)}"
    lines.append(f"  {name} = stablehlo.dot_general {a}, {b}, {', '.join(dims)} : "
                 f"({tensor(lhs_shape, lhs_type)}, {tensor(rhs_shape, rhs_type)}) -> "
                 f"{tensor(value.shape, out)}")
    results.append(value)
    returned.append((name, tensor(value.shape, out)))


# Of the library: all pairs of types, results, and orders of dimensions; a batch, heads.
for lhs, rhs, out in ((E4, E4, "f32"), (E4, E5, "bf16"), (E5, E4, "f16")):
    for spec, a, b in (("mk,nk->mn", (48, 64), (32, 64)), ("mk,kn->mn", (48, 64), (64, 32)),
                       ("km,kn->mn", (64, 48), (64, 32))):
        product(spec, (lhs, a), (rhs, b), out)
product("bmk,bnk->bmn", (E4, (3, 16, 32)), (E5, (3, 32, 32)), "f32")
product("bshd,bthd->bhst", (E4, (2, 16, 4, 32)), (E4, (2, 16, 4, 32)), "f32")
# Rows that are not a multiple of 16 are no matter.
product("mk,kn->mn", (E4, (5, 64)), (E4, (64, 16)), "f32")
# Of own kernels: sizes that are no multiples of 16 bytes, and a pair that it lacks.
product("mk,kn->mn", (E4, (16, 24)), (E4, (24, 16)), "f32")
product("mk,kn->mn", (E4, (16, 32)), (E4, (32, 6)), "f32")
product("mk,nk->mn", (E5, (16, 32)), (E5, (16, 32)), "f32")
product("mk,nk->mn", (E4, (16, 32)), (E4, (16, 32)), E4)

# With a scale for each 32 numbers, as jax.nn.scaled_matmul writes it: the scaled numbers
# are f32, and their product the library's.
(a, x), (b, y) = argument((2, 8, 64), E4), argument((2, 16, 64), E4)
(s, u), (t, v) = argument((2, 8, 2), SCALE), argument((2, 16, 2), SCALE)
x, y = (of.astype(np.float32) * np.repeat(by.astype(np.float32), 32, -1) for of, by in ((x, u), (y, v)))
results.append(np.einsum("bmk,bnk->bmn", x, y))
returned.append(("%scaled", tensor((2, 8, 16), "f32")))
config = '{"scaled_dot_backend_config": {"lhs_batch_dimensions": [0], "rhs_batch_dimensions": [0], ' \
         '"dequantize_type": "F32"}}'.replace('"', "\\22")
lines.append(f"  %scaled = stablehlo.custom_call @__op$block_scaled_dot({a}, {b}, {s}, {t}) "
             f'{{backend_config = "{config}"}} : ({tensor((2, 8, 64), E4)}, {tensor((2, 16, 64), E4)}, '
             f"{tensor((2, 8, 2), SCALE)}, {tensor((2, 16, 2), SCALE)}) -> {tensor((2, 8, 16), 'f32')}")

prefix = sys.argv[1]
types = ", ".join(type_ for _, type_ in returned)
with open(prefix + ".mlir", "w", encoding="utf-8") as file:
    file.write(f"func.func @main({', '.join(signature)}) -> ({types}) {{\n" + "\n".join(lines)
               + f"\n  return {', '.join(name for name, _ in returned)} : {types}\n}}\n")
save_arrays(prefix + ".inputs.npz", {f"arg{i}": a for i, a in enumerate(arguments)})
save_arrays(prefix + ".expect.npz", results, "res")
