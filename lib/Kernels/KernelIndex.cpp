//===- KernelIndex.cpp - Element addresses as linear forms ----------------===//
//
// Arithmetic of linear forms; see KernelIndex.h. Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "KernelIndex.h"

using namespace popt;

LinearForm LinearForm::operator+(const LinearForm &o) const {
  LinearForm sum(constant + o.constant);
  auto a = terms.begin(), c = o.terms.begin();
  while (a != terms.end() || c != o.terms.end()) {
    if (c == o.terms.end() || (a != terms.end() && a->symbol < c->symbol)) {
      sum.terms.push_back(*a++);
    } else if (a == terms.end() || c->symbol < a->symbol) {
      sum.terms.push_back(*c++);
    } else {
      int64_t coefficient = a->coefficient + c->coefficient;
      if (coefficient)
        sum.terms.push_back({a->symbol, coefficient});
      ++a;
      ++c;
    }
  }
  return sum;
}

LinearForm LinearForm::operator*(int64_t factor) const {
  LinearForm product(constant * factor);
  if (factor)
    for (const Term &term : terms)
      product.terms.push_back({term.symbol, term.coefficient * factor});
  return product;
}

int64_t popt::elementCount(Shape shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

LinearForm popt::linearise(llvm::ArrayRef<LinearForm> at, Shape extents) {
  LinearForm linear;
  for (auto [extent, position] : llvm::zip(extents, at))
    linear = linear * extent + position;
  return linear;
}

llvm::SmallVector<int64_t, 4> popt::stridesOf(Shape shape) {
  llvm::SmallVector<int64_t, 4> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  return strides;
}
