//===- Special.h - Special functions in double precision ------------------===//
//
// Functions that the C library lacks. All compute in double, which leaves ample
// room for results that are rounded to f32; for f64 they are good to about
// 1e-14 relative away from zeros of the function.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_REFERENCE_SEMANTICS_SPECIAL_H
#define POPT_LIB_REFERENCE_SEMANTICS_SPECIAL_H

namespace popt::reference {

double erfInv(double x);
double logGamma(double x);
double digamma(double x);
/// Hurwitz zeta function: sum of (q + k)^-s over k >= 0.
double zeta(double s, double q);
/// The n-th derivative of digamma.
double polygamma(double n, double x);
/// exp(-|x|) times the modified Bessel function of the first kind, order 1.
double besselI1e(double x);

} // namespace popt::reference
#endif // POPT_LIB_REFERENCE_SEMANTICS_SPECIAL_H
