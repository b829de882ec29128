#!/usr/bin/env python3
"""Makes the ragged*.mlir and ragged*.npz of this folder.

Modules are what JAX prints. XLA does not run ragged_all_to_all on CPUs, so that
results are worked out here, row by row, as its documentation defines them.
"""
import os
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "..", "python"))
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

import popt


def exchange(x, out, begins, sizes, places):
    """[member, ...] of all; what does not fit is dropped, the last one counts."""
    out, members = out.copy(), len(x)
    for i in range(members):
        for s in range(sizes.shape[1]):
            for target in range(out.shape[1]):
                row = target - int(places[i, s])
                source = int(begins[i, s]) + row
                if 0 <= row < sizes[i, s] and 0 <= source < x.shape[1]:
                    out[s // (sizes.shape[1] // members), target] = x[i, source]
    return out


def array(*shape):
    return (np.arange(np.prod(shape), dtype=np.int64) * 7919 % 23 - 11
            ).astype(np.float32).reshape(shape)


def ragged(axis, **groups):
    """A program of one block per member along dim 0 of everything."""
    def body(x, out, *numbers):
        return lax.ragged_all_to_all(x[0], out[0], *(n[0] for n in numbers), axis_name=axis,
                                     **groups)[None]
    return body


def write(name, mesh, fn, args, shardings, results):
    case = popt.export(fn, args, mesh=mesh, in_shardings=shardings, source_root=HERE, path=None)
    with open(os.path.join(HERE, f"{name}.mlir"), "w") as file:
        file.write(case.text)
    save(name, args, results)


def save(name, args, results):
    popt.save_arrays(os.path.join(HERE, f"{name}.npz"), {
        **{f"arg{i}": a for i, a in enumerate(args)}, **{f"res{i}": r for i, r in enumerate(results)}})


def numbers_of(counts):
    """Rows in order of their targets, and there of their sources."""
    counts = np.asarray(counts, np.int32)
    begins, places = np.cumsum(counts, 1) - counts, np.cumsum(counts, 0) - counts
    return begins.astype(np.int32), counts, places.astype(np.int32), counts.T.copy()


def main():
    mesh = {"e": 4}
    one = jax.shard_map(ragged("e"), in_specs=P("e"), out_specs=P("e"), axis_names={"e"},
                        check_vma=False)
    x, out = array(4, 5, 3), 100 + array(4, 8, 3)
    numbers = numbers_of([[1, 2, 0, 1], [0, 1, 4, 0], [2, 0, 1, 1], [0, 0, 0, 0]])
    write("ragged", mesh, one, (x, out, *numbers), (P("e"),) * 6, [exchange(x, out, *numbers[:3])])
    # Rows that are not there, places that are not there, the same place twice.
    extremes = np.iinfo(np.int32)
    bad = (np.array([[-1, 4, 0, 0], [0, 5, 7, -9], [extremes.max, extremes.min, 2, 0], [0, 0, 0, 0]], np.int32),
           np.array([[3, 3, -2, 9], [2, 1, 1, 20], [5, 5, extremes.max, 1], [3, 3, 3, extremes.min]], np.int32),
           np.array([[0, 6, 0, -4], [7, 0, 0, 0], [0, extremes.min, 3, 7], [5, extremes.max, 6, 0]], np.int32))
    bad = (*bad, bad[1].T.copy())
    save("ragged_bad", (x, out, *bad), [exchange(x, out, *bad[:3])])

    # Longer rows, of which few travel at once; the longest update takes all rounds.
    x, out = array(4, 48, 128), 100 + array(4, 70, 128)
    numbers = numbers_of([[20, 3, 0, 5], [0, 48, 0, 0], [1, 2, 13, 14], [0, 0, 0, 7]])
    write("ragged_rounds", mesh, one, (x, out, *numbers), (P("e"),) * 6,
          [exchange(x, out, *numbers[:3])])
    bad = [n.copy() for n in numbers]
    bad[0][0], bad[1][2], bad[2][1] = (-3, 40, 47, 100), (9, -9, 60, 1000), (69, 65, -20, 71)
    save("ragged_rounds_bad", (x, out, *bad), [exchange(x, out, *bad[:3])])

    # Groups along the minor axis, two updates for each member, 64 bits, and a
    # dimension that is divided along an axis that is free.
    mesh = {"a": 2, "b": 3, "t": 2}
    many = jax.shard_map(ragged("b"), in_specs=P(("a", "b")), out_specs=P(("a", "b")),
                         axis_names={"a", "b"}, check_vma=False)
    x, out = array(6, 4, 2, 6), 100 + array(6, 5, 2, 6)
    rng = np.random.default_rng(3)
    numbers = [rng.integers(low, high, (6, 6)).astype(np.int32)
               for low, high in ((0, 4), (0, 3), (0, 5), (0, 1))]
    result = np.concatenate([exchange(x[i:i + 3], out[i:i + 3], *(n[i:i + 3] for n in numbers[:3]))
                             for i in (0, 3)])
    write("ragged_groups", mesh, many, (x, out, *numbers),
          (P(("a", "b"), None, None, "t"),) * 2 + (P(("a", "b")),) * 4, [result])
    lists = jax.shard_map(ragged("b", axis_index_groups=[[2, 0], [1, 3]]), in_specs=P("b"),
                          out_specs=P("b"), axis_names={"b"}, check_vma=False)
    x, out = array(4, 3, 2), 100 + array(4, 4, 2)
    numbers = [rng.integers(low, high, (4, 2)).astype(np.int32)
               for low, high in ((0, 2), (0, 3), (0, 3), (0, 1))]
    result = out.copy()
    for group in ([2, 0], [1, 3]):
        result[group] = exchange(x[group], out[group], *(n[group] for n in numbers[:3]))
    write("ragged_lists", {"b": 4}, lists, (x, out, *numbers), (P("b"),) * 6, [result])

    # There and back through an expert, and the gradients.
    def experts(x, w, begins, counts, places, received):
        def body(x, w, *numbers):
            begins, counts, places, received = (n[0] for n in numbers)
            there = lax.ragged_all_to_all(x[0], jnp.zeros((9, 3)), begins, counts, places, received,
                                          axis_name="e")
            # Where the others' rows are here, and where mine were.
            mine = lax.all_to_all(places, "e", 0, 0, tiled=True)
            back = lax.ragged_all_to_all(there * there * w[0], jnp.ones((5, 3)), mine, received,
                                         lax.all_to_all(begins, "e", 0, 0, tiled=True), counts,
                                         axis_name="e")
            return back[None]
        return jax.shard_map(body, in_specs=P("e"), out_specs=P("e"), axis_names={"e"},
                             check_vma=False)(x, w, begins, counts, places, received)

    def step(x, w, *numbers):
        weights = jnp.arange(60.).reshape(4, 5, 3) % 7 - 3
        return jax.value_and_grad(lambda x, w: (experts(x, w, *numbers) * weights).sum(), (0, 1))(x, w)
    x, w = array(4, 5, 3), array(4, 1, 3)
    numbers = numbers_of([[1, 2, 1, 1], [1, 1, 2, 1], [2, 1, 1, 1], [1, 1, 1, 2]])
    weights = np.arange(60.).reshape(4, 5, 3) % 7 - 3
    owner = np.stack([np.repeat(np.arange(4), n) for n in numbers[1]])
    scale = w[owner, 0]
    loss = (x * x * scale * weights).sum()
    dw = np.zeros_like(w)
    np.add.at(dw, (owner, 0), x * x * weights)
    write("ragged_gradient", {"e": 4}, step, (x, w, *numbers), (P("e"),) * 6,
          [np.float32(loss), (2 * x * scale * weights).astype(np.float32), dw.astype(np.float32)])


main()
