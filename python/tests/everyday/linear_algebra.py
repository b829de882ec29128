"""Linear algebra: factorisations, solvers, norms. Matrices are split by rows
over "x" and by columns over "y", batches by their first dimension."""
import jax
import jax.numpy as jnp
from jax import lax

from . import definite, program, values


@program("jnp.linalg.cholesky", definite(6, 6))
def cholesky(a):
    return jnp.linalg.cholesky(a)


@program("vmap of cholesky and cho_solve", definite(4, 6, 6), values(4, 6, 2))
def cholesky_solve_batch(a, b):
    def solve(a, b):
        return jax.scipy.linalg.cho_solve(jax.scipy.linalg.cho_factor(a), b)
    return jax.vmap(solve)(a, b)


@program("jax.scipy.linalg.solve_triangular, transposed", definite(6, 6), values(6, 4))
def triangular(a, b):
    lower = jax.scipy.linalg.solve_triangular(a, b, lower=True)
    return lower, jax.scipy.linalg.solve_triangular(a, b, trans=1, unit_diagonal=True)


@program("jnp.linalg.qr", values(8, 4))
def qr(a):
    q, r = jnp.linalg.qr(a)
    return q @ r, jnp.abs(r)


@program("jnp.linalg.qr mode=\"complete\", vmap", values(4, 6, 4))
def qr_complete(a):
    q, r = jax.vmap(lambda a: jnp.linalg.qr(a, mode="complete"))(a)
    return q @ r, q @ jnp.swapaxes(q, 1, 2)


@program("grad through jnp.linalg.qr", values(8, 4))
def qr_gradient(a):
    return jax.grad(lambda a: jnp.sum(jnp.abs(jnp.linalg.qr(a)[1])))(a)


@program("jnp.linalg.svd", values(8, 4), rtol=1e-4)
def svd(a):
    u, s, vt = jnp.linalg.svd(a, full_matrices=False)
    return (u * s) @ vt, s


@program("singular values: norm, cond, matrix_rank", values(8, 4), rtol=1e-4)
def singular_values(a):
    return (jnp.linalg.svd(a, compute_uv=False), jnp.linalg.norm(a, 2), jnp.linalg.norm(a, "nuc"),
            jnp.linalg.matrix_rank(a))


@program("jnp.linalg.eigh", definite(6, 6), rtol=1e-4)
def eigh(a):
    w, v = jnp.linalg.eigh(a)
    return w, (v * w) @ v.T


@program("vmap of eigvalsh, grad", definite(4, 6, 6), rtol=1e-4)
def eigvalsh_batch(a):
    return jax.vmap(jax.value_and_grad(lambda a: jnp.sum(jnp.log(jnp.linalg.eigvalsh(a)))))(a)


@program("jnp.linalg.slogdet, det", definite(6, 6), rtol=1e-4)
def determinants(a):
    return (*jnp.linalg.slogdet(a), jnp.linalg.det(a))


@program("grad of slogdet", definite(6, 6), rtol=1e-4)
def slogdet_gradient(a):
    return jax.grad(lambda a: jnp.linalg.slogdet(a)[1])(a)


@program("jnp.linalg.inv, solve", definite(6, 6), values(6, 2), rtol=1e-4)
def inverse_and_solve(a, b):
    return jnp.linalg.inv(a), jnp.linalg.solve(a, b)


@program("jax.scipy.linalg.lu, lu_factor, lu_solve", values(6, 6), values(6, 2), rtol=1e-4)
def lu(a, b):
    p, low, up = jax.scipy.linalg.lu(a)
    return p, low, up, jax.scipy.linalg.lu_solve(jax.scipy.linalg.lu_factor(a), b)


@program("jnp.linalg.lstsq, pinv", values(8, 4), values(8, 2), rtol=1e-4)
def least_squares(a, b):
    return jnp.linalg.lstsq(a, b)[0], jnp.linalg.pinv(a)


@program("norms, trace, matrix_power, multi_dot, kron", values(6, 6), values(6, 2))
def norms_and_products(a, b):
    return (jnp.linalg.norm(a), jnp.linalg.norm(a, 1), jnp.linalg.norm(a, axis=1), jnp.trace(a),
            jnp.linalg.matrix_power(a, 5), jnp.linalg.multi_dot([a, a, b]), jnp.kron(a, b))


@program("jax.scipy.linalg.expm", values(6, 6), rtol=1e-4)
def expm(a):
    return jax.scipy.linalg.expm(a)


@program("lax.linalg.tridiagonal_solve", values(6), values(6) + 5, values(6), values(6, 2))
def tridiagonal_solve(low, main, up, b):
    return lax.linalg.tridiagonal_solve(low.at[0].set(0), main, up.at[-1].set(0), b)


@program("jax.scipy.sparse.linalg.cg", definite(8, 8), values(8), rtol=1e-4)
def conjugate_gradients(a, b):
    return jax.scipy.sparse.linalg.cg(lambda x: a @ x, b, maxiter=20)[0]


@program("jnp.linalg.eig (not symmetric)", values(6, 6), rtol=1e-4)
def eig(a):
    return jnp.sum(jnp.linalg.eigvals(a)).real
