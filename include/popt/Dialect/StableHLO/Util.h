// Questions about types and windows that the verifiers of `stablehlo` and
// `chlo` share with the users of these dialects.
#ifndef POPT_DIALECT_STABLEHLO_UTIL_H
#define POPT_DIALECT_STABLEHLO_UTIL_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace mlir {
class AsmParser;
class AsmPrinter;
class Operation;
} // namespace mlir

namespace popt::stablehlo {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Kinds of element types, as a bit set.
namespace ElementKind {
enum : unsigned { Pred = 1, Int = 2, Float = 4, Complex = 8, Any = 15 };
} // namespace ElementKind

/// The kind of `elementType`, or 0 where the dialect does not admit it: i1;
/// signless or unsigned integers of 2, 4, 8, 16, 32, 64 bits; floating point;
/// complex of f32 or f64.
unsigned getElementKind(mlir::Type elementType);

/// Number of bits one element takes; a complex element counts both parts.
unsigned getElementBits(mlir::Type elementType);

/// Whether `type` is a ranked tensor of static shape, without encoding, whose
/// number of bits fits into 63 bits, with elements of one of `kinds`.
bool isTensorOf(mlir::Type type, unsigned kinds);
bool isScalarTensorOf(mlir::Type type, unsigned kinds);
bool isVectorTensorOf(mlir::Type type, unsigned kinds);
bool isScalarI32(mlir::Type type);
bool isScalarUI32(mlir::Type type);
bool isShapeVector(mlir::Type type);
bool isTensorOrToken(mlir::Type type);
bool isTensorTuple(mlir::Type type);
bool isTensorTokenOrTuple(mlir::Type type);

/// Whether `attribute` is a dense i64 tensor of rank 2 or mesh axes.
bool isReplicaGroups(mlir::Attribute attribute);
/// Whether `attribute` is a dense index tensor of rank 1.
bool isLayout(mlir::Attribute attribute);

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// One dimension of a window that slides over a base (convolution,
/// reduce_window, select_and_scatter).
struct WindowDim {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t paddingLow = 0;
  int64_t paddingHigh = 0;
  int64_t windowDilation = 1;
  int64_t baseDilation = 1;
};

/// Window dimensions from attributes, any of which may be absent (null).
/// `padding` has shape n x 2. The attributes must have passed the verifier.
llvm::SmallVector<WindowDim>
makeWindow(llvm::ArrayRef<int64_t> sizes, mlir::DenseI64ArrayAttr strides,
           mlir::DenseIntElementsAttr padding,
           mlir::DenseI64ArrayAttr baseDilations,
           mlir::DenseI64ArrayAttr windowDilations);

/// Elements between the first and last one of a dilated extent:
/// (size - 1) * dilation + 1, and 0 for size 0; nullopt on overflow.
std::optional<int64_t> dilate(int64_t size, int64_t dilation);

/// How many positions `window` takes over a base of `baseSize` elements;
/// nullopt where an intermediate number overflows or padding leaves less than
/// nothing.
std::optional<int64_t> getWindowedSize(int64_t baseSize,
                                       const WindowDim &window);

//===----------------------------------------------------------------------===//
// Dimension numbers in attributes
//===----------------------------------------------------------------------===//

mlir::FailureOr<llvm::SmallVector<int64_t>> parseDims(mlir::AsmParser &parser);
void printDims(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> dims);

/// Of a product: lists of dimensions of this kind are equally long, and paired
/// dimensions of equal size (once they are known to exist).
mlir::LogicalResult verifyPairedCounts(mlir::Operation *op,
                                       llvm::StringRef kind,
                                       llvm::ArrayRef<int64_t> lhs,
                                       llvm::ArrayRef<int64_t> rhs);
mlir::LogicalResult verifyPairedSizes(mlir::Operation *op, llvm::StringRef kind,
                                      llvm::ArrayRef<int64_t> lhs,
                                      llvm::ArrayRef<int64_t> rhs);
/// Of a product: the extents of the batching dimensions of lhs, then of all
/// dimensions of lhs and of rhs that are not in these lists.
llvm::SmallVector<int64_t> productShape(mlir::RankedTensorType lhs,
                                        mlir::RankedTensorType rhs,
                                        llvm::ArrayRef<int64_t> lhsBatching,
                                        llvm::ArrayRef<int64_t> lhsDims,
                                        llvm::ArrayRef<int64_t> rhsDims);

} // namespace popt::stablehlo

#endif // POPT_DIALECT_STABLEHLO_UTIL_H
