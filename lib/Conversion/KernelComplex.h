//===- KernelComplex.h - Complex arithmetic on register pairs -------------===//
#ifndef POPT_LIB_CONVERSION_KERNELCOMPLEX_H
#define POPT_LIB_CONVERSION_KERNELCOMPLEX_H

#include "KernelOps.h"

namespace popt::complexop {

using Unary = Elem (*)(KernelOps &, Elem);
using Binary = Elem (*)(KernelOps &, Elem, Elem);

Elem add(KernelOps &k, Elem a, Elem c);
Elem sub(KernelOps &k, Elem a, Elem c);
Elem mul(KernelOps &k, Elem a, Elem c);
Elem div(KernelOps &k, Elem a, Elem c);
Elem pow(KernelOps &k, Elem a, Elem c);
/// Lexicographic maximum or minimum.
Elem extreme(KernelOps &k, Elem a, Elem c, bool largest);
mlir::Value abs(KernelOps &k, Elem z);
Elem sign(KernelOps &k, Elem z);
Elem exp(KernelOps &k, Elem z);
Elem expm1(KernelOps &k, Elem z);
Elem log(KernelOps &k, Elem z);
Elem log1p(KernelOps &k, Elem z);
Elem sqrt(KernelOps &k, Elem z);
Elem rsqrt(KernelOps &k, Elem z);
Elem sin(KernelOps &k, Elem z);
Elem cos(KernelOps &k, Elem z);
Elem tan(KernelOps &k, Elem z);
Elem tanh(KernelOps &k, Elem z);
Elem logistic(KernelOps &k, Elem z);
/// For functions that have no complex form (the verifier keeps them away).
Elem none(KernelOps &k, Elem z);

} // namespace popt::complexop

#endif // POPT_LIB_CONVERSION_KERNELCOMPLEX_H
