"""Linear algebra that JAX for CPUs writes as calls of LAPACK: compiled and in the
reference interpreter, whole, with the batch on a mesh and with matrices in
blocks, in loops and in microbatches, as JAX computes it.

popt calls the same routines, but of another build of LAPACK, whose kernels depend on
the processor. What rounding may decide is compared by what does not depend on it:
signs of vectors, bases of 2 x 2 blocks. The tolerance is that of f32 factorisations
of well-conditioned matrices (1e-4), of f64 ones 1e-10.
"""
import os

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp
import jax.scipy.linalg
from jax.sharding import PartitionSpec as P

import popt


def matrix(*shape, dtype="float32", seed=0):
    """A well-conditioned matrix: random entries, a strong diagonal."""
    rng = np.random.default_rng(seed)
    value = rng.normal(size=shape)
    if np.dtype(dtype).kind == "c":
        value = value + 1j * rng.normal(size=shape)
    m = min(shape[-2:])
    value[..., range(m), range(m)] += 3 + np.arange(m)
    return value.astype(dtype)


def hermitian(a):
    return (a + np.conj(np.swapaxes(a, -1, -2))) / 2


def positive(batch, n, dtype="float32"):
    """Positive definite matrices."""
    a = matrix(batch, n, n, dtype=dtype)
    return a @ np.conj(np.swapaxes(a, -1, -2))


def rhs(*shape, dtype="float32"):
    return np.random.default_rng(1).normal(size=shape).astype(dtype)


def adjoint(a):
    return jnp.conj(jnp.swapaxes(a, -1, -2))


def eig(a):
    """Vectors have the length 1 and any phase."""
    w, v = jnp.linalg.eig(a)
    return w, jnp.abs(v), a @ v - v * w[..., None, :]


def eigh(a):
    w, v = jnp.linalg.eigh(a)
    return w, jnp.abs(v), v * w[..., None, :] @ adjoint(v)


def svd(a, full_matrices=False, algorithm=None):
    """What is beyond the singular values, with full matrices, is any basis."""
    u, s, vh = jax.lax.linalg.svd(a, full_matrices=full_matrices, algorithm=algorithm)
    k = s.shape[-1]
    left, right = u[..., :k], vh[..., :k, :]
    return (jnp.abs(left), s, jnp.abs(right), left * s[..., None, :] @ right,
            adjoint(u) @ u, vh @ adjoint(vh))


def schur(a):
    """Blocks of 2 x 2 on the diagonal have any basis in which both of their entries
    on the diagonal are equal."""
    t, z = jax.scipy.linalg.schur(a)
    below = jnp.diag(t, -1)
    return jnp.diag(t), jnp.tril(t, -2), below * jnp.diag(t, 1), z @ t @ z.T, z @ z.T


# name: (function, arguments). A batch stands first where there is one.
CASES = {
    "qr": (jnp.linalg.qr, [matrix(4, 8, 5)]),
    "qr_complete": (lambda a: jnp.linalg.qr(a, mode="complete"), [matrix(8, 5)]),
    "qr_wide": (jnp.linalg.qr, [matrix(4, 3, 5)]),
    "qr_complex": (jnp.linalg.qr, [matrix(4, 6, 4, dtype="complex64")]),
    "qr_pivoting": (lambda a: jax.scipy.linalg.qr(a, pivoting=True), [matrix(8, 5)]),
    "ormqr": (lambda a, t, c: jax._src.lax.linalg.ormqr(a, t, c, left=True, transpose=True),
              [*map(np.asarray, jax._src.lax.linalg.geqrf(matrix(8, 5))), rhs(8, 3)]),
    "lu": (jax.scipy.linalg.lu, [matrix(6, 6)]),
    "lu_batch": (jax.lax.linalg.lu, [matrix(4, 6, 6)]),
    "lu_factor": (jax.scipy.linalg.lu_factor, [matrix(6, 6)]),
    "lu_wide": (jax.lax.linalg.lu, [matrix(4, 3, 6, dtype="complex64")]),
    "det": (jnp.linalg.det, [matrix(4, 6, 6)]),
    "slogdet": (jnp.linalg.slogdet, [matrix(4, 6, 6)]),
    "inv": (jnp.linalg.inv, [matrix(4, 6, 6)]),
    "solve": (jnp.linalg.solve, [matrix(4, 6, 6), rhs(4, 6, 2)]),
    "grad_slogdet": (jax.grad(lambda a: jnp.linalg.slogdet(a)[1].sum()), [matrix(4, 6, 6)]),
    "eigh": (eigh, [hermitian(matrix(4, 6, 6))]),
    "eigh_complex": (eigh, [hermitian(matrix(4, 5, 5, dtype="complex64"))]),
    "eigvalsh": (jnp.linalg.eigvalsh, [hermitian(matrix(4, 6, 6))]),
    "grad_eigh": (jax.grad(lambda a: (jnp.linalg.eigh(a)[0] ** 3).sum()), [hermitian(matrix(4, 5, 5))]),
    "eig": (eig, [matrix(4, 6, 6, seed=3)]),
    "eig_complex": (eig, [matrix(5, 5, dtype="complex64")]),
    "svd": (svd, [matrix(4, 8, 5)]),
    "svd_full": (lambda a: svd(a, full_matrices=True), [matrix(4, 5, 8)]),
    "svd_values": (lambda a: jnp.linalg.svd(a, compute_uv=False), [matrix(4, 8, 5)]),
    "svd_complex": (svd, [matrix(6, 4, dtype="complex64")]),
    "svd_qr": (lambda a: svd(a, algorithm=jax.lax.linalg.SvdAlgorithm.QR), [matrix(4, 6, 5)]),
    "lstsq": (lambda a, b: jnp.linalg.lstsq(a, b)[0], [matrix(8, 5), rhs(8, 2)]),
    "pinv": (jnp.linalg.pinv, [matrix(4, 8, 5)]),
    "schur": (schur, [matrix(6, 6)]),
    "hessenberg": (jax.scipy.linalg.hessenberg, [matrix(6, 6)]),
    "tridiagonal": (lambda a: jax.lax.linalg.tridiagonal(a, lower=True)[1:3], [hermitian(matrix(4, 6, 6))]),
    "tridiagonal_solve": (jax.lax.linalg.tridiagonal_solve,
                          [rhs(4, 6), rhs(4, 6) + 6, rhs(4, 6), rhs(4, 6, 2)]),
    "cholesky_complex": (jnp.linalg.cholesky, [positive(4, 5, dtype="complex64")]),
    "cho_solve_complex": (lambda a, b: jax.scipy.linalg.cho_solve((jnp.linalg.cholesky(a), True), b),
                          [positive(4, 5, dtype="complex64"), rhs(4, 5, 2, dtype="complex64")]),
    "solve_adjoint": (lambda a, b: jax.scipy.linalg.solve_triangular(a, b, trans="C"),
                      [matrix(5, 5, dtype="complex64"), rhs(5, 2, dtype="complex64")]),
    "solve_complex": (jnp.linalg.solve, [matrix(4, 6, 6, dtype="complex64"),
                                         rhs(4, 6, 2, dtype="complex64")]),
    "expm": (jax.scipy.linalg.expm, [matrix(5, 5) / 4]),
}


def expect(fn, args, tmp_path, specs, mesh, flags=(), uneven=False):
    """fn compiled and interpreted on a mesh, with its arguments in the layouts
    `specs`, gives what jax.jit gives on one device. JAX has uneven blocks of
    values, not of arguments."""
    def constrained(*args):
        return fn(*map(jax.lax.with_sharding_constraint, args, specs))

    expected = jax.tree.leaves(jax.jit(fn)(*args))
    case = popt.export(constrained if uneven else lambda *a: fn(*a), tuple(args), mesh=mesh,
                       in_shardings=tuple(P() for _ in args) if uneven else specs,
                       path=os.fspath(tmp_path / "case.mlir"), names=[f"a{i}" for i in range(len(args))])
    for mode in ([], ["--reference"]):
        got = popt.run(case.module_file, case.inputs_file, flags=[*flags, *mode])
        for i, value in enumerate(expected):
            np.testing.assert_allclose(got[f"res{i}"], value, rtol=1e-4, atol=1e-4,
                                       err_msg=f"{specs} {mode} result {i}")


@pytest.mark.parametrize("name", CASES)
def test_as_jax(name, tmp_path):
    fn, args = CASES[name]
    # A batch of four is on the mesh.
    expect(fn, args, tmp_path, tuple(P("x") if a.shape[0] == 4 else P() for a in args), {"x": 2})


def eigenvalues(a):
    """Of a, a + 1 and a + 2: a scan around eigh."""
    def step(a, _):
        w, v = jnp.linalg.eigh(a)
        return a + v @ jnp.swapaxes(v, -1, -2), w
    return jax.lax.scan(step, a, None, length=3)


def solve_again(a, b):
    return jax.lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, jnp.linalg.solve(a, s[1])),
                              (0, b))[1]


FACTORISATIONS = {
    "qr": (jnp.linalg.qr, lambda n: [matrix(n, 8, 8)]),
    "solve": (jnp.linalg.solve, lambda n: [matrix(n, 8, 8), rhs(n, 8, 4)]),
    "eigh": (eigh, lambda n: [hermitian(matrix(n, 8, 8))]),
    "svd": (svd, lambda n: [matrix(n, 8, 4)]),
    "cholesky_complex": (jnp.linalg.cholesky, lambda n: [positive(n, 8, dtype="complex64")]),
    "eigh_in_scan": (eigenvalues, lambda n: [hermitian(matrix(n, 8, 8))]),
    "solve_in_while": (solve_again, lambda n: [matrix(n, 8, 8), rhs(n, 8, 4)]),
    "qr_over_batch": (lambda a: jax.lax.map(jnp.linalg.qr, a), lambda n: [matrix(n, 8, 8)]),
}


# A batch and rows of matrices; rows and columns; a batch over both axes.
@pytest.mark.parametrize("spec", [P("x", "y"), P(None, "x", "y"), P(("x", "y"))], ids=str)
@pytest.mark.parametrize("name", FACTORISATIONS)
def test_blocks(name, spec, tmp_path):
    fn, args = FACTORISATIONS[name]
    args = args(4)
    expect(fn, args, tmp_path, tuple(spec for _ in args), {"x": 2, "y": 2})


@pytest.mark.parametrize("name", FACTORISATIONS)
def test_uneven_blocks(name, tmp_path):
    fn, args = FACTORISATIONS[name]
    args = args(3)
    expect(fn, args, tmp_path, tuple(P("x", "y") for _ in args), {"x": 2, "y": 2}, uneven=True)


@pytest.mark.parametrize("name", ["qr", "solve", "eigh", "svd", "cholesky_complex"])
def test_microbatches(name, tmp_path):
    fn, args = FACTORISATIONS[name]
    args = args(8)
    batch = ",".join(f"a{i}=0" for i in range(len(args)))
    expect(fn, args, tmp_path, tuple(P("x", "y") for _ in args), {"x": 2, "y": 2},
           ["--mesh", "time:mb=2", "--batch", batch])


def test_double(tmp_path):
    with jax.enable_x64(True):
        a = hermitian(matrix(6, 6, dtype="float64"))
        factorisations = lambda a: (eigh(a), svd(a), jnp.linalg.qr(a))
        expected = jax.tree.leaves(factorisations(a))
        case = popt.export(factorisations, (a,), path=os.fspath(tmp_path / "case.mlir"))
    got = popt.run(case.module_file, case.inputs_file)
    for i, value in enumerate(expected):
        np.testing.assert_allclose(got[f"res{i}"], value, rtol=1e-10, atol=1e-10)


def test_singular_and_not_finite(tmp_path):
    """What JAX makes of LAPACK's `info`: infinities of a singular matrix, NaN of
    one that is not finite."""
    a = np.zeros((2, 3, 3), np.float32)
    a[1] = np.nan
    fn = lambda a: (jnp.linalg.slogdet(a), jnp.linalg.eigvalsh(a))
    expected = jax.tree.leaves(jax.jit(fn)(a))
    case = popt.export(fn, (a,), path=os.fspath(tmp_path / "case.mlir"))
    got = popt.run(case.module_file, case.inputs_file)
    for i, value in enumerate(expected):
        np.testing.assert_array_equal(got[f"res{i}"], value)
