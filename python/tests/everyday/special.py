"""Special functions, Fourier transforms, polynomials, interpolation."""
import jax
import jax.numpy as jnp
import jax.scipy.special as sp
from jax.scipy import stats

from . import positive, program, values


@program("gammaln, digamma, polygamma, zeta, beta", positive(8, 6), rtol=2e-5)
def gamma_family(x):
    return sp.gammaln(x), sp.digamma(x), sp.polygamma(1, x), sp.zeta(x + 1.5, x), sp.betaln(x, x + 1)


@program("betainc, gammainc, gammaincc", positive(8, 6), rtol=2e-5)
def incomplete(x):
    return sp.betainc(x, x + 1, x / 4), sp.gammainc(x, x + 0.5), sp.gammaincc(x, x + 0.5)


@program("gradients of gammainc, igamma, betainc", positive(4, 6), rtol=1e-4)
def incomplete_gradients(x):
    return (jax.grad(lambda x: jnp.sum(sp.gammainc(x, x + 0.5)))(x),
            jax.grad(lambda x: jnp.sum(sp.betainc(2.0, 3.0, x / 4)))(x))


@program("erf, erfc, erfinv, ndtr, ndtri, log_ndtr", values(8, 6), rtol=2e-5)
def error_functions(x):
    u = jax.nn.sigmoid(x)
    return sp.erf(x), sp.erfc(x), sp.erfinv(jnp.tanh(x)), sp.ndtr(x), sp.ndtri(u), sp.log_ndtr(x)


@program("i0, i0e, i1, i1e, expit, logit, xlogy, entr", positive(8, 6))
def bessel_and_entropy(x):
    return (sp.i0(x), sp.i0e(x), sp.i1(x), sp.i1e(x), sp.expit(x), sp.logit(x / 4),
            sp.xlogy(x, x), sp.entr(x), sp.kl_div(x, x + 1))


@program("logsumexp with weights, softmax, log_softmax, nanmean", values(8, 6))
def logsumexp(x):
    return (sp.logsumexp(x, axis=1, b=jnp.abs(x)), jax.nn.softmax(x, 0), jax.nn.log_softmax(x),
            jnp.nanmean(jnp.where(x > 1, jnp.nan, x)), jnp.nanmax(jnp.where(x > 1, jnp.nan, x), 0))


@program("jax.scipy.stats: norm, beta, gamma, t, poisson", positive(8, 6), rtol=2e-5)
def densities(x):
    return (stats.norm.logpdf(x), stats.norm.cdf(x), stats.beta.logpdf(x / 4, 2, 3),
            stats.gamma.logpdf(x, 2), stats.t.logpdf(x, 3), stats.poisson.logpmf(jnp.floor(x), 2.0))


@program("jnp.fft: fft, ifft, rfft, irfft", values(8, 16))
def fourier(x):
    z = jnp.fft.fft(x)
    return z, jnp.fft.ifft(z).real, jnp.fft.rfft(x), jnp.fft.irfft(jnp.fft.rfft(x), 16)


@program("fft2, fftn, fftshift, vmap of rfft, grad", values(4, 8, 8))
def fourier_many(x):
    power = jax.grad(lambda x: jnp.sum(jnp.abs(jax.vmap(jnp.fft.rfft2)(x)) ** 2))(x)
    return jnp.fft.fft2(x), jnp.fft.fftshift(jnp.fft.fftn(x)), power


@program("convolution by fft, jnp.convolve, correlate", values(16), values(5))
def convolve(x, k):
    return (jax.scipy.signal.fftconvolve(x, k), jnp.convolve(x, k, "same"), jnp.correlate(x, k),
            jax.scipy.signal.convolve(x, k, method="direct"))


@program("polyval, polymul, polyder, polyadd", values(8, 6), values(4))
def polynomials(x, p):
    return jnp.polyval(p, x), jnp.polymul(p, p), jnp.polyder(p), jnp.polyadd(p, p[:2])


@program("jnp.polyfit", values(16), values(16, seed=1), rtol=1e-3)
def polyfit(x, y):
    return jnp.polyfit(x, y, 2)


@program("jnp.interp, trapezoid, diff, gradient, map_coordinates", positive(16), values(8))
def interpolation(x, y):
    grid = jnp.linspace(0.0, 3.0, 8)
    return (jnp.interp(x, grid, y), jnp.trapezoid(y, grid), jnp.diff(y, 2), jnp.gradient(y),
            jax.scipy.ndimage.map_coordinates(y, [x * 2], order=1))


@program("complex numbers: exp, log, sqrt, power, angle", values(8, 6, dtype="complex64"), rtol=2e-5)
def complex_numbers(z):
    return jnp.exp(z), jnp.log(z), jnp.sqrt(z), z ** 2.5, jnp.angle(z), jnp.abs(z), jnp.conj(z) * z


@program("elementary functions: hypot, arctan2, cbrt, sinc, nextafter, frexp", values(8, 6))
def elementary(x):
    return (jnp.hypot(x, x + 1), jnp.arctan2(x, x + 1), jnp.cbrt(x), jnp.sinc(x),
            jnp.nextafter(x, 2.0), *jnp.frexp(x), jnp.fmod(x, 0.7), jnp.divmod(x, 0.7)[1],
            jnp.heaviside(x, 0.5), jnp.logaddexp(x, -x), jnp.ldexp(x, 3), jnp.spacing(x))


@program("integers: gcd, floor_divide, shifts, popcount, bit_count", values(8, 6))
def whole_numbers(x):
    n = (x * 100).astype(jnp.int32)
    return (jnp.gcd(n, 12), n // 7, n % 7, jnp.right_shift(n, 2), jnp.left_shift(n, 1),
            jnp.bitwise_count(n), jax.lax.clz(n), jnp.bitwise_xor(n, 5), jnp.signbit(x),
            jnp.lcm(n, 4), jnp.packbits(x > 0, axis=1))
