"""Random numbers. Key data is an argument, as it is in a training step; the
counters are split with the results, the numbers are those of one device."""
import jax
import jax.numpy as jnp

from . import definite, key, positive, program, values




@program("jax.random: uniform, normal, truncated_normal, bernoulli, randint", key(1))
def basic_draws(k):
    a, b, c, d, e = jax.random.split(jax.random.wrap_key_data(k), 5)
    return (jax.random.uniform(a, (8, 6)), jax.random.normal(b, (8, 6)),
            jax.random.truncated_normal(c, -1.0, 2.0, (8, 6)), jax.random.bernoulli(d, 0.3, (8, 6)),
            jax.random.randint(e, (8, 6), -5, 100))


@program("laplace, gumbel, exponential, cauchy, logistic, rademacher", key(2))
def more_draws(k):
    return tuple(draw(jax.random.fold_in(jax.random.wrap_key_data(k), i), (8, 6))
                 for i, draw in enumerate((jax.random.laplace, jax.random.gumbel,
                                           jax.random.exponential, jax.random.cauchy,
                                           jax.random.logistic, jax.random.rademacher)))


@program("gamma, beta, dirichlet, t, chisquare (rejection loops)", key(3), positive(6), rtol=1e-4)
def rejection_draws(k, a):
    k = jax.random.split(jax.random.wrap_key_data(k), 4)
    return (jax.random.gamma(k[0], a, (4, 6)), jax.random.beta(k[1], a, 2.0, (4, 6)),
            jax.random.dirichlet(k[2], a, (4,)), jax.random.t(k[3], 3.0, (4, 6)))


@program("poisson, binomial, geometric", key(4), positive(8, 6) * 3)
def counts(k, rate):
    # Above 10 poisson draws until every element is accepted at once: one last
    # bit of lgamma then changes all of them.
    k = jax.random.split(jax.random.wrap_key_data(k), 3)
    return (jax.random.poisson(k[0], rate), jax.random.binomial(k[1], 10.0, rate / 16),
            jax.random.geometric(k[2], rate / 16))


@program("gradient of gamma draws (implicit)", key(5), positive(8), rtol=1e-3)
def gamma_gradient(k, a):
    return jax.grad(lambda a: jnp.sum(jax.random.gamma(jax.random.wrap_key_data(k), a)))(a)


@program("categorical, choice with and without replacement", key(6), values(8, 6))
def categorical(k, logits):
    k = jax.random.split(jax.random.wrap_key_data(k), 4)
    return (jax.random.categorical(k[0], logits), jax.random.choice(k[1], 10, (8,)),
            jax.random.choice(k[2], logits, (4,), replace=False, axis=0),
            jax.random.choice(k[3], 6, (8,), p=jax.nn.softmax(logits[0])))


@program("permutation, shuffle of rows, independent", key(7), values(8, 6))
def permutation(k, x):
    k = jax.random.split(jax.random.wrap_key_data(k), 3)
    return (jax.random.permutation(k[0], 16), jax.random.permutation(k[1], x),
            jax.random.permutation(k[2], x, axis=1, independent=True))


@program("multivariate_normal", key(8), values(4), definite(4, 4))
def multivariate_normal(k, mean, cov):
    return jax.random.multivariate_normal(jax.random.wrap_key_data(k), mean, cov, (6,))


@program("jax.random.orthogonal (QR)", key(9))
def orthogonal(k):
    q = jax.random.orthogonal(jax.random.wrap_key_data(k), 4)
    return q @ q.T


@program("rbg keys: uniform, normal, bits", values(4).view("uint32"))
def rbg_keys(k):
    a, b, c = jax.random.split(jax.random.wrap_key_data(k, impl="rbg"), 3)
    return jax.random.uniform(a, (8, 6)), jax.random.normal(b, (8, 6)), jax.random.bits(c, (8,))


@program("unsafe_rbg keys, split and fold_in", values(4).view("uint32"))
def unsafe_rbg_keys(k):
    a, b = jax.random.split(jax.random.wrap_key_data(k, impl="unsafe_rbg"))
    return jax.random.uniform(jax.random.fold_in(a, 3), (8, 6)), jax.random.bernoulli(b, 0.5, (8,))


@program("vmap over keys, key arrays in a scan", key(10), values(8, 6))
def keys_in_loops(k, x):
    keys = jax.random.split(jax.random.wrap_key_data(k), 8)
    noise = jax.vmap(lambda k: jax.random.normal(k, (6,)))(keys)

    def drop(carry, inputs):
        k, row = inputs
        return carry + 1, jnp.where(jax.random.bernoulli(k, 0.9, row.shape), row, 0)
    return noise, jax.lax.scan(drop, 0, (keys, x))


@program("initialisers: glorot, lecun, he", key(11))
def initialisers(k):
    k = jax.random.split(jax.random.wrap_key_data(k), 3)
    init = jax.nn.initializers
    return (init.glorot_uniform()(k[0], (8, 6)), init.lecun_normal()(k[1], (8, 6)),
            init.he_normal()(k[2], (8, 6)))
