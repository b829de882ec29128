//===- KernelIndex.h - Element addresses as linear forms ------------------===//
//
// Kernels are emitted by asking for elements: "the element of value v at this
// index". An index is kept symbolic, as a linear form over *symbols* (loop
// counters, data-dependent offsets, quotients), each with a known range. Index
// changes (reshape, transpose, slice, pad...) then compose by arithmetic on
// forms, most divisions vanish, bounds are decided at compile time where the
// ranges allow it, and contiguous accesses are recognised.
//
// One symbol of a form may be a *lane* counter: the form then stands for
// `lanes` neighbouring indices, the symbol's value being that of the first.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_KERNELS_KERNELINDEX_H
#define POPT_LIB_KERNELS_KERNELINDEX_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace popt {

using SymbolId = unsigned;

/// A value in indices: a loop's counter, or a computed value.
struct IndexSymbol {
  /// Scalar index; a vector of them if `isVector`.
  mlir::Value value;
  /// Nesting depth at which it is defined; 0 is the function.
  unsigned level = 0;
  /// Smallest and largest value, lanes included.
  int64_t low = 0, high = 0;
  /// Divides the value, which is that of the first lane.
  int64_t multiple = 1;
  /// Lane counter: stands for value, value + 1, ... (0: not one)
  unsigned lanes = 0;
  bool isVector = false;
  /// Bounds of the whole loop it counts, which may be emitted in parts.
  int64_t loopLow = 0, loopHigh = 0;
  /// Lanes that exist, for the last, shorter vector of a loop; null for all.
  mlir::Value mask;
};

/// sum of coefficient * symbol, plus a constant; terms sorted by symbol.
class LinearForm {
public:
  LinearForm(int64_t constant = 0) : constant(constant) {}
  static LinearForm symbol(SymbolId id) {
    LinearForm form;
    form.terms.push_back({id, 1});
    return form;
  }

  /// A symbol times a constant.
  struct Term {
    SymbolId symbol;
    int64_t coefficient;
    bool operator==(const Term &o) const {
      return symbol == o.symbol && coefficient == o.coefficient;
    }
  };
  llvm::SmallVector<Term, 4> terms;
  int64_t constant = 0;

  bool isConstant() const { return terms.empty(); }
  bool operator==(const LinearForm &o) const {
    return constant == o.constant && terms == o.terms;
  }
  LinearForm operator+(const LinearForm &o) const;
  LinearForm operator-(const LinearForm &o) const { return *this + o * -1; }
  LinearForm operator*(int64_t factor) const;
};

using Shape = llvm::ArrayRef<int64_t>;

int64_t elementCount(Shape shape);
/// Number of the element at `at` among these extents, row-major.
LinearForm linearise(llvm::ArrayRef<LinearForm> at, Shape extents);
/// Row-major strides.
llvm::SmallVector<int64_t, 4> stridesOf(Shape shape);

} // namespace popt

#endif // POPT_LIB_KERNELS_KERNELINDEX_H
