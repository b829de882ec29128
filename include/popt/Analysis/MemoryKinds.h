//===- MemoryKinds.h - Which memory a value lies in -----------------------===//
//
// Law L17 in local programs: an operation touches one memory. Nothing is
// written on operations, so that no rewrite can lose or forge it. The memory of
// a value follows from the program:
//
//   arguments, results   `dist.on_host`, or device memory
//   to_host, to_device   what they say
//   tasks                that of what they yield
//   other operations     host memory if they read a value of host memory
//   without operands     that of their readers
//
//   %0 = dist.to_host %g          host
//   %1 = call @k(%m, %0)          host: the kernel runs there
//   %2 = dist.to_device %1        device
//
// Before place-memory (`dist.memories_placed`) no operation runs on the host, and
// only arguments and what offload-activations moves lie there. In loops the
// device runs all operations. Constants of the step table lie in both memories.
//
// Tested by test/Memory/place-memory.mlir and plan-memory-host.mlir.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_ANALYSIS_MEMORYKINDS_H
#define POPT_ANALYSIS_MEMORYKINDS_H

#include "popt/Layout/Layout.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/DenseSet.h"

namespace popt {

/// The values of a local program that lie in host memory.
class MemoryKinds {
public:
  explicit MemoryKinds(mlir::func::FuncOp function);

  Memory of(mlir::Value value) const {
    return onHost.contains(value) ? Memory::Host : Memory::Device;
  }
  bool isOnHost(mlir::Value value) const { return onHost.contains(value); }
  /// True if nothing lies there.
  bool isEmpty() const { return onHost.empty() && !hasResults; }

private:
  llvm::DenseSet<mlir::Value> onHost;
  bool hasResults = false;
};

/// True if the argument or result is to lie in host memory.
bool isArgumentOnHost(mlir::func::FuncOp function, unsigned argument);
bool isResultOnHost(mlir::func::FuncOp function, unsigned result);

/// Puts copies between the memories where the device holds least: what goes to
/// the host leaves at once, and comes back late.
void placeMoves(mlir::Block &block);

/// Checks law L17, of a function whose memories are placed: a failure is an
/// error at the operation that touches both.
mlir::LogicalResult verifyMemoryKinds(mlir::func::FuncOp function);

} // namespace popt

#endif // POPT_ANALYSIS_MEMORYKINDS_H
