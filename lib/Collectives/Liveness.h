//===- Liveness.h - Bytes that a local program holds ----------------------===//
//
// An estimate for decisions before memory is planned: values hold memory from
// where they are computed to their last reader, in the order in which the
// operations stand; arguments always. What takes over an operand's memory is
// not known yet, so this is an upper bound of what plan-memory finds for this
// order, up to workspace.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_COLLECTIVES_LIVENESS_H
#define POPT_LIB_COLLECTIVES_LIVENESS_H

#include "Common.h"

namespace popt {

class Liveness {
public:
  explicit Liveness(mlir::func::FuncOp function);

  /// The most bytes alive at once, and while `op` runs.
  int64_t peak() const;
  int64_t peakDuring(mlir::Operation *op) const;
  /// Bytes alive at each position.
  const std::vector<int64_t> &alive() const { return bytes; }
  int64_t begin(mlir::Operation *op) const { return beginOf.lookup(op); }
  int64_t end(mlir::Operation *op) const { return endOf.lookup(op); }
  /// The position up to which the value is alive.
  int64_t lastUse(mlir::Value value) const;

private:
  void number(mlir::Region &region);

  llvm::DenseMap<mlir::Operation *, int64_t> beginOf, endOf;
  int64_t next = 0;
  std::vector<int64_t> bytes;
};

} // namespace popt

#endif // POPT_LIB_COLLECTIVES_LIVENESS_H
