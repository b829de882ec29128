//===- BlockFacts.h - What holds in a block between changes -----*- C++ -*-===//
#ifndef POPT_LIB_STAGES_BLOCKFACTS_H
#define POPT_LIB_STAGES_BLOCKFACTS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace popt {

/// The coordinate of an operation that has one.
std::optional<int64_t> coordinateOf(mlir::Operation *op);

/// What holds in a block of operations with places between two changes. Each answer is
/// found once: groups of checkpoints ask for the same operations again and again, and
/// the regions of these are whole layers. Only some answers need a look at the whole
/// block; there are as many groups as layers.
class BlockFacts {
public:
  explicit BlockFacts(mlir::Block &block) : block(block) {}

  /// What an operation reads, also within its regions.
  llvm::ArrayRef<mlir::Value> readsOf(mlir::Operation *op);
  /// Whether a value is made of state alone.
  bool isOfState(mlir::Value value);
  /// What operations at a place make, of a type, in their order.
  llvm::ArrayRef<mlir::Value> madeAt(int64_t place, mlir::Type type);

  /// Another value is read.
  void forget(mlir::Operation *changed) {
    reads.erase(changed);
    ofState.reset();
  }
  void forgetAll() {
    reads.clear();
    ofState.reset();
    made.clear();
  }

private:
  mlir::Block &block;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value, 0>> reads;
  std::optional<llvm::DenseSet<mlir::Operation *>> ofState;
  llvm::DenseMap<std::pair<int64_t, mlir::Type>,
                 llvm::SmallVector<mlir::Value, 0>>
      made;
};

} // namespace popt

#endif // POPT_LIB_STAGES_BLOCKFACTS_H
