//===- ProgramAttrs.h - What a rank's program says of itself --------------===//
//
// Between the forming of kernels and the step table a rank's program is `func`
// with calls of kernels. Decisions about it are in these attributes.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_DIALECT_STEP_PROGRAMATTRS_H
#define POPT_DIALECT_STEP_PROGRAMATTRS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace popt {

/// Unit attribute of a kernel function.
inline constexpr llvm::StringLiteral kKernel = "popt.kernel";
/// On a kernel: pairs [result, operand] that may share their memory.
inline constexpr llvm::StringLiteral kMayShare = "popt.may_share";
/// Name of the nested module that has the loops of kernels.
inline constexpr llvm::StringLiteral kKernelsModule = "kernels";

/// On a loop whose condition has become a kernel: how often it runs.
inline constexpr llvm::StringLiteral kTripCount = "popt.trip_count";

/// On an operation: arena offset of each result; -1 among the constants.
inline constexpr llvm::StringLiteral kStepOffsets = "step.offsets";
/// On an argument or result of the function: its arena offset.
inline constexpr llvm::StringLiteral kStepOffset = "step.offset";
/// That of an argument; an error if it has none.
mlir::FailureOr<int64_t> getArgumentOffset(mlir::func::FuncOp function,
                                           unsigned argument);
/// On a loop: arena offsets of its regions' block arguments that are not
/// carried (the step's number).
inline constexpr llvm::StringLiteral kStepArgumentOffsets =
    "step.argument_offsets";
/// On a function with pipelines: lists of slots, for each microbatch one; the
/// first follows the last.
inline constexpr llvm::StringLiteral kStepSlotLists = "step.slot_lists";
/// On an operation in a pipelined loop: for each result the list by which it
/// lies in slots, or -1 (slot 0).
inline constexpr llvm::StringLiteral kStepSlots = "step.slots";
/// With it: the bytes from slot to slot; 0 if it lies in none.
inline constexpr llvm::StringLiteral kStepSlotStrides = "step.slot_strides";
/// On a pipelined loop: for each carried value the list of the slots in which
/// it is read, or -1.
inline constexpr llvm::StringLiteral kStepCarriedSlots = "step.carried_slots";
/// On an operation in a loop: for each result what loops add to its offset in each
/// iteration, if it is made in a stack: pairs of a loop (how many others are
/// between) and bytes.
inline constexpr llvm::StringLiteral kStepTerms = "step.terms";
/// Unit attribute: the result is the operand's memory, seen otherwise.
inline constexpr llvm::StringLiteral kStepView = "step.view";
/// On a function: the predicted seconds that a step is shorter because copies
/// between the memories run beside kernels.
inline constexpr llvm::StringLiteral kStepSavedByCopies =
    "step.saved_by_copies";
/// On communication: how many of the operations after it run beside it. Until
/// the last of them is done its operands stay, and its results are not read.
inline constexpr llvm::StringLiteral kStepBeside = "step.beside";
/// With it, on a collective: the stream in which it runs; kLinksStream if absent.
inline constexpr llvm::StringLiteral kStepStream = "step.stream";
/// The streams beside that of kernels, 0: of communication, of copies to the host
/// and to the device, and of communication in other groups.
enum : int32_t {
  kLinksStream = 1,
  kToHostStream = 2,
  kToDeviceStream = 3,
  kMoreLinksStream = 4,
};
/// Of what runs beside kernels.
int32_t getStream(mlir::Operation *op);
/// On the function: bytes of the arena, and of its contents.
inline constexpr llvm::StringLiteral kStepArenaBytes = "step.arena_bytes";

/// On the function, if it has values in host memory: bytes of the arena there.
inline constexpr llvm::StringLiteral kStepHostBytes = "step.host_bytes";

/// Constants of at most so many bytes lie in the table; a larger one of equal
/// elements is filled in when it is needed.
inline constexpr int64_t kMaxConstantBytes = 4096;
/// Everything in the arena begins at a multiple of this many bytes.
inline constexpr int64_t kArenaAlignment = 64;

} // namespace popt
#endif // POPT_DIALECT_STEP_PROGRAMATTRS_H
