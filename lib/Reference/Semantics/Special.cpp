//===- Special.cpp - Special functions in double precision ----------------===//
//
// Textbook series and recurrences (Abramowitz and Stegun, "Handbook of
// Mathematical Functions", chapters 6, 7, 9 and 23), slow and simple. Tested
// against known values by test/unit/Reference/MathTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Special.h"
#include <cmath>
#include <limits>

static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kPi = 3.14159265358979323846;

/// Newton's method on erf (erfc in the tail, where erf loses digits).
double popt::reference::erfInv(double x) {
  if (std::isnan(x) || std::fabs(x) > 1)
    return kNaN;
  if (std::fabs(x) == 1)
    return std::copysign(kInfinity, x);
  if (x == 0)
    return x;
  const double a = std::fabs(x);
  // Winitzki's approximation starts within 1 percent of the answer.
  const double l = std::log1p(-a * a), t = 2 / (kPi * 0.147) + l / 2;
  double y = std::sqrt(std::sqrt(t * t - l / 0.147) - t);
  for (int i = 0; i < 8; ++i) {
    double error = a > 0.5 ? (1 - a) - std::erfc(y) : std::erf(y) - a;
    double step = error / (2 / std::sqrt(kPi) * std::exp(-y * y));
    // Halley's correction makes the convergence cubic.
    y -= step / (1 + y * step);
  }
  return std::copysign(y, x);
}

double popt::reference::logGamma(double x) {
  // lgamma_r, because lgamma writes the global signgam.
  int sign;
  return ::lgamma_r(x, &sign);
}

double popt::reference::digamma(double x) {
  if (std::isnan(x) || x == -kInfinity)
    return kNaN;
  if (x == kInfinity)
    return x;
  if (x <= 0) {
    if (x == std::floor(x))
      return kNaN;
    return digamma(1 - x) - kPi / std::tan(kPi * (x - std::floor(x)));
  }
  double result = 0;
  for (; x < 12; x += 1)
    result -= 1 / x;
  const double r = 1 / (x * x);
  // Bernoulli numbers over 2k: 1/12, -1/120, 1/252, ...
  const double series =
      r * (1. / 12 -
           r * (1. / 120 -
                r * (1. / 252 -
                     r * (1. / 240 - r * (1. / 132 - r * (691. / 32760 -
                                                          r * (1. / 12)))))));
  return result + std::log(x) - 0.5 / x - series;
}

/// Euler-Maclaurin summation after the first terms.
double popt::reference::zeta(double s, double q) {
  if (std::isnan(s) || std::isnan(q) || s < 1)
    return kNaN;
  if (s == 1)
    return kInfinity;
  if (q <= 0) {
    if (q == std::floor(q))
      return kInfinity;
    if (s != std::floor(s))
      return kNaN;
  }
  double sum = 0;
  constexpr int kTerms = 16;
  int k = 0;
  for (; k < kTerms || q + k <= kTerms; ++k)
    sum += std::pow(q + k, -s);
  const double a = q + k;
  double power = std::pow(a, -s);
  sum += a * power / (s - 1) + power / 2;
  // B(2j) / (2j)!
  static constexpr double kBernoulli[] = {
      1. / 12,           -1. / 720,
      1. / 30240,        -1. / 1209600,
      1. / 47900160,     -691. / 1307674368000.,
      1. / 74724249600., -3617. / 10670622842880000.};
  double factor = s;
  power /= a;
  for (int j = 0; j < 8; ++j) {
    sum += kBernoulli[j] * factor * power;
    factor *= (s + 2 * j + 1) * (s + 2 * j + 2);
    power /= a * a;
  }
  return sum;
}

double popt::reference::polygamma(double n, double x) {
  if (n < 0 || n != std::floor(n))
    return kNaN;
  if (n == 0)
    return digamma(x);
  const double sign = std::fmod(n, 2) == 0 ? -1 : 1;
  return sign * std::exp(logGamma(n + 1)) * zeta(n + 1, x);
}

double popt::reference::besselI1e(double x) {
  const double a = std::fabs(x);
  if (std::isnan(x) || std::isinf(x))
    return std::isnan(x) ? x : std::copysign(0.0, x);
  double result = 0;
  if (a < 30) {
    // Sum of (a/2)^(2k+1) / (k! (k+1)!): all terms are positive.
    double term = a / 2;
    for (int k = 1; term > result * 1e-18; ++k) {
      result += term;
      term *= a * a / (4.0 * k * (k + 1));
    }
    result *= std::exp(-a);
  } else {
    // Asymptotic series with mu = 4.
    double term = 1;
    for (int k = 1; k < 30 && std::fabs(term) > 1e-18; ++k) {
      result += term;
      double odd = 2 * k - 1;
      term *= -(4 - odd * odd) / (k * 8 * a);
    }
    result /= std::sqrt(2 * kPi * a);
  }
  return std::copysign(result, x);
}
