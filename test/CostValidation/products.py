"""Products with weights and the rows of an embedding, with the communication of Megatron.

Features are divided over axes of the mesh, and beside them the sequence may be. What is
sent are explicit collectives in 16 bits, as Megatron has it: popt adds up sums that it makes itself in f32.
"""
import dataclasses
import functools

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P


@dataclasses.dataclass(frozen=True)
class Form:
    """A product of activations [batch, sequence, ...] and a weight, as an einsum.

    A weight may be divided over the axes `features` in the dimension of this letter. If that is
    one of the result's, all of the sequence comes in; otherwise results are sums over the axes.
    """
    einsum: str
    divided: str = ""

    def __post_init__(self):
        left, self_result = self.einsum.split("->")
        for name, text in zip(("x", "weight", "y"), (*left.split(","), self_result)):
            object.__setattr__(self, name, text)

    @property
    def is_row(self):
        """True if results are sums over the features."""
        return self.divided not in self.y

    def pieces(self, sizes):
        """Into how many a sequence is divided. The head's product is one."""
        return sizes.pieces if self.divided not in ("", "v") else 1

    def spec(self, sizes, letters, sequence=None):
        """Where the dimensions are; `sequence`: over these axes, and no features."""
        if letters is not self.weight and sequence is not None:
            return P(*[sequence or None if c == "s" else None for c in letters])
        return P(*[sizes.features if c == self.divided else
                   (sizes.within or None) if c == "s" else None for c in letters])


def by_batch(sizes, x):
    """With the batch over its axes, where time doesn't divide it, too: else gradients of weights,
    and with them activations, would be divided as optimizer state is."""
    if not sizes.data or jax.sharding.get_abstract_mesh().empty:
        return x
    return jax.lax.with_sharding_constraint(
        x, P(sizes.data, *[P.UNCONSTRAINED] * (x.ndim - 1)))


def over(sizes, body, ins, outs, *values):
    """The body on blocks of these axes, with its own communication."""
    axes = set(sizes.features + sizes.within)
    if not axes:
        return body(*values)
    return jax.shard_map(body, axis_names=axes, in_specs=ins, out_specs=outs,
                         check_vma=False)(*values)


def gathered(sizes, x):
    """All of the sequence that blocks of features need."""
    for axis in sizes.sequence:
        x = jax.lax.all_gather(x, axis, axis=1, tiled=True)
    return x


def summed(sizes, x, letters="bsh"):
    """Sums over features; of the sequence, where the result has one, what this device has."""
    for axis in sizes.features:
        x = jax.lax.psum_scatter(x, axis, scatter_dimension=1, tiled=True) \
            if sizes.sequence and "s" in letters else jax.lax.psum(x, axis)
    return x


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 1))
def product(form, sizes, x, weight, master):
    """einsum(form, x, weight), whose gradient goes to the master in f32. Collectives of one piece
    of the sequences run beside the product of another."""
    if form.is_row:
        return summed_product(sizes, form, form.einsum, form.x, form.y, x, weight, form.pieces(sizes))
    return by_piece(form.pieces(sizes), x, lambda x: _einsum(
        form.einsum, sizes, gather(sizes, form, form.x, x), weight, x.dtype))


def by_piece(pieces, x, body):
    """The body on each of the pieces of sequences, which are side by side in the batch."""
    if pieces == 1:
        return body(x)
    x = x.reshape(-1, pieces, *x.shape[1:])
    y = jnp.stack([body(x[:, i]) for i in range(pieces)], 1)
    return y.reshape(-1, *y.shape[2:])


def _einsum(text, sizes, x, y, type):
    if sizes.factors:
        x, y = x.astype(sizes.factors), y.astype(sizes.factors)
    return jnp.einsum(text, x, y, preferred_element_type=type)


def gather(sizes, form, letters, x):
    """All of the sequence, where blocks of features come together with blocks of it."""
    if not form.divided or not sizes.sequence or "s" not in letters:
        return x
    return over(sizes, functools.partial(gathered, sizes),
                (form.spec(sizes, letters, sizes.between),),
                form.spec(sizes, letters, sizes.within), x)


def summed_product(sizes, form, einsum, left, result, x, weight, pieces=1):
    """A product over blocks of features, and its sum. Gradients of weights are no such regions:
    their sums over data and time are for later."""
    if not form.divided:
        return _einsum(einsum, sizes, x, weight, x.dtype)
    return over(sizes, lambda x, weight: by_piece(pieces, x, lambda x: summed(
                    sizes, _einsum(einsum, sizes, x, weight, x.dtype), result)),
                (form.spec(sizes, left), form.spec(sizes, form.weight)),
                form.spec(sizes, result, sizes.between), x, weight)


def _product_forward(form, sizes, x, weight, master):
    x = by_batch(sizes, x)
    if sizes.gathers:
        weight = jax.lax.with_sharding_constraint(weight, form.spec(sizes, form.weight))
    return product(form, sizes, x, weight, master), (x, weight)


def _product_backward(form, sizes, held, grad):
    (x, grad), weight = (by_batch(sizes, y) for y in (held[0], grad)), held[1]
    backward = f"{form.y},{form.weight}->{form.x}"
    if form.is_row:
        grad = gather(sizes, form, form.y, grad)
        of_x = _einsum(backward, sizes, grad, weight, x.dtype)
    else:
        of_x = summed_product(sizes, form, backward, form.y, form.x, grad, weight)
        x = gather(sizes, form, form.x, x)
    return by_batch(sizes, of_x), None, _einsum(f"{form.x},{form.y}->{form.weight}", sizes, x, grad, jnp.float32)


product.defvjp(_product_forward, _product_backward)


@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def embed(sizes, table, master, tokens):
    """Rows of the table, which is divided over features."""
    def body(table, tokens):
        return summed(sizes, _keep_own(table[_own(sizes, table, tokens)[0]],
                                       _own(sizes, table, tokens)[1]))
    return over(sizes, body, (P(sizes.features or None), P(None, sizes.within or None)),
                P(None, sizes.between or None), table, tokens)


def _own(sizes, table, tokens):
    """(row of this block, whether it has it)."""
    rows = table.shape[0]
    for axis in sizes.features:
        tokens = tokens - rows * jax.lax.axis_index(axis)
    return jnp.clip(tokens, 0, rows - 1), (tokens >= 0) & (tokens < rows)


def _keep_own(x, mask):
    return jnp.where(mask[..., None], x, jnp.zeros((), x.dtype))


def _embed_forward(sizes, table, master, tokens):
    return embed(sizes, table, master, tokens), (table, tokens)


def _embed_backward(sizes, held, grad):
    table, tokens = held
    grad = gather(sizes, Form("bsh,vh->bsv", "v"), "bsh", grad).astype(jnp.float32)
    return None, jnp.zeros(table.shape, jnp.float32).at[tokens].add(grad), None


embed.defvjp(_embed_forward, _embed_backward)
