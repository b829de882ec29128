//===- Element.h - One element in registers -------------------------------===//
#ifndef POPT_ARITHMETIC_ELEMENT_H
#define POPT_ARITHMETIC_ELEMENT_H

#include "mlir/IR/Value.h"

namespace popt {

class KernelOps;

/// One element, or a vector of `lanes` neighbouring elements.
struct Elem {
  mlir::Value re, im;
  bool isComplex() const { return bool(im); }
};

} // namespace popt

#endif // POPT_ARITHMETIC_ELEMENT_H
