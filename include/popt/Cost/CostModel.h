//===- CostModel.h - What operations cost, asked of one place -------------===//
//
// How long an operation takes on the module's machine, and what it sends. The
// same operation is asked about at three points of the flow:
//
//   global   before Partition: an operation with the layouts of its operands and
//            results. Which values stay in registers is known of each reader
//            alone (isFused in Fusion.h).
//   local    after Partition: a local program. Kernels are those that are to be
//            expected (LocalKernels), rows of stacks lie where they are.
//   kernel   after form-kernels: calls of kernels; what each loads and stores is
//            read off its body.
//
// An operation takes as long as its arithmetic, or as long as to read what others
// stored and to store what others read, whichever is longer (roofline; Williams,
// Waterman and Patterson, CACM 2009). What stays in registers is neither:
//
//   %1 = multiply %x, %y             reads %x and %y
//   %2 = exponential %1              in the same loops: nothing
//   %3 = add %2, %z                  reads %z, stores %3
//
// The forms know more or less of the program, so its sum differs between them:
//
//   - Values in registers. At the global form a value that one reader fuses
//     and another doesn't counts as loaded by that one only; at the local form each
//     kernel that is to be expected loads it once; at the kernel form kernels have
//     the limits and the outputs that they were given.
//   - What is computed again. Cheap work that several kernels repeat counts once
//     until there are kernels.
//   - Rows of stacks. A scan's layers are slices and updates of whole stacks at the
//     global form, rows where they lie at the others.
//   - What the flow does in between: collectives become fewer, halos and padding are
//     added, constants folded, and what recomputation was chosen runs twice.
//
// test/unit/Cost/FormsTest.cpp has the factors within which they agree.
//
// Products and convolutions, which libraries compute, reach the device's peak of
// their type; loops over elements reach a part of it (`kernel_efficiency` of the
// machine). Of a tensor that is sliced, gathered from or written into, a part
// counts. On a GPU the smallest kernel takes the time of a launch
// (`launch_seconds`).
//
// Communication takes what Machine.h says of its kind, its groups and its
// buffer; a bucket has one rendezvous, and sends its bytes as one. Only this
// folder, and the search for reshards (lib/Reshard), ask the machine for
// seconds.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COST_COSTMODEL_H
#define POPT_COST_COSTMODEL_H

#include "popt/Analysis/Communication.h"
#include "popt/Analysis/Fusion.h"
#include "popt/Machine/Machine.h"
#include "popt/Support/Tensors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

CommCost operator+(const CommCost &a, const CommCost &b);
CommCost operator*(int64_t times, const CommCost &a);
/// True if `a` sends no more bytes than `b` and is better: fewer bytes, or as
/// many in less time.
bool isBetter(const CommCost &a, const CommCost &b);

/// The element type whose rate a product or convolution has: the widest of its
/// factors. Sums of bf16 that are held in f32 take no longer.
std::string productType(mlir::Operation *op);

/// What a kernel does besides calls of libraries.
struct KernelWork {
  double additions = 0; ///< of the same work
  int64_t readBytes = 0, writtenBytes = 0;
};

KernelWork workOfKernel(mlir::func::FuncOp kernel);

/// Prices of a mesh's programs on a machine. All seconds are of one rank.
class CostModel {
public:
  CostModel(Mesh mesh, Machine machine)
      : mesh(std::move(mesh)), machine(std::move(machine)) {}
  /// That of a module; nothing if it has no mesh: it does not communicate. An
  /// error if there is no such machine.
  static mlir::FailureOr<std::optional<CostModel>> of(mlir::ModuleOp module);
  /// Those of the ranks at one coordinate of the stage axis: of unequal devices the
  /// slowest that are there count. A negative one: of all.
  CostModel atStage(int64_t coordinate) const;

  //===--------------------------------------------------------------------===//
  // Communication
  //===--------------------------------------------------------------------===//

  /// One execution.
  CommCost costOf(dist::CollectiveOpInterface op) const;
  /// One or several that run as one: a bucket has one rendezvous, and its
  /// bytes take as long as one message of as many bytes.
  CommCost
  costOfMessage(llvm::ArrayRef<dist::CollectiveOpInterface> members) const;
  /// A collective over the same groups.
  CommCost costLike(dist::CollectiveOpInterface op, CollectiveKind kind,
                    int64_t bufferBytes) const;
  CommCost collective(CollectiveKind kind, const AxisList &axes,
                      int64_t bufferBytes) const {
    return machine.collective(kind, mesh, axes, bufferBytes);
  }

  /// For which a message from one coordinate of an axis to another occupies its
  /// link, and how long after that it arrives.
  double sendSeconds(const AxisRef &along, int64_t bytes) const;
  double sendLatency(const AxisRef &along) const;

  /// The level of the links that it uses.
  int levelOf(dist::CollectiveOpInterface op) const;
  int levelOf(const AxisRef &ref) const { return machine.level(mesh, ref); }
  /// The part of an operation's time that waits for messages, however short.
  double latencyOf(mlir::Operation *op) const;
  /// Of one message on the fastest links.
  double messageLatency() const { return machine.links.front().latencySeconds; }
  bool hasLatencies() const;
  /// A byte on the fastest links: the scale of prices that only break ties, or
  /// stand for what is no time.
  double secondsPerByte() const {
    return 1 / machine.links.front().bytesPerSecond;
  }

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// Reading and writing so many bytes.
  double copySeconds(int64_t bytes) const { return machine.copySeconds(bytes); }
  /// Copying them between device and host.
  double hostSeconds(int64_t bytes) const { return machine.hostSeconds(bytes); }
  /// True if the host has memory that is not the devices', and a link with a rate of
  /// its own.
  bool hasHostMemory() const {
    return machine.host.bytesPerSecond > 0 && !machine.host.isShared;
  }
  /// Keeping a value of so many bytes for all of these time steps.
  double keepSeconds(int64_t steps, int64_t bytes) const {
    return machine.timeSeconds(CollectiveKind::AllGather, steps, bytes);
  }

  //===--------------------------------------------------------------------===//
  // The global form
  //===--------------------------------------------------------------------===//

  /// One execution in these layouts in each of the time steps in which they
  /// differ, with the communication inside the operation (InnerMove).
  double globalSeconds(mlir::Operation *op, const OpLayouts &layouts) const;

  //===--------------------------------------------------------------------===//
  // The local form
  //===--------------------------------------------------------------------===//

  /// The computation alone. Operations that kernels fuse count by their
  /// arithmetic; only those that read and write memory of their own count by
  /// their bytes. Calls of kernels count as kernels.
  double computeSeconds(mlir::Operation *op) const;
  /// A product that is added to what lies in memory (ProductSum.h), which it reads
  /// beside its operands.
  double secondsOfSum(mlir::Operation *product) const;
  /// Of a collective, a bucket or a move between memories its cost, of anything
  /// else its computation.
  CommCost costOfRun(mlir::Operation *op) const;

  /// A step of the program if everything runs one after the other, without
  /// waiting for other programs.
  double secondsOfStep(mlir::func::FuncOp function) const;
  /// The part of it that copies between the memories take.
  double secondsOfCopies(mlir::func::FuncOp function) const;

  //===--------------------------------------------------------------------===//
  // The kernel form
  //===--------------------------------------------------------------------===//

  /// What a kernel, or a call of a library, takes that works for so many seconds.
  double launched(double seconds) const {
    return std::max(seconds, machine.launchSeconds());
  }
  /// The work of loops over elements of the type of `made`, in additions, and so many
  /// bytes that they load and store. Loops compute narrow types as f32.
  double kernelSeconds(mlir::Value made, double additions, int64_t bytes) const;
  /// One call of the kernel.
  double secondsOfKernel(mlir::func::FuncOp kernel) const;

  Mesh mesh;
  Machine machine;
};

/// Runs a pass on every function, on none if the module has no mesh: it does
/// not communicate. An error if there is no such machine.
mlir::LogicalResult forEachFunction(
    mlir::ModuleOp module,
    llvm::function_ref<void(const CostModel &, mlir::func::FuncOp)> run);

} // namespace popt
#endif // POPT_COST_COSTMODEL_H
