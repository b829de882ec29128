// Private to the dialect: checks that several verifiers share.
#ifndef POPT_LIB_DIALECT_STABLEHLO_VERIFY_H
#define POPT_LIB_DIALECT_STABLEHLO_VERIFY_H

#include "popt/Dialect/StableHLO/StableHLO.h"

namespace popt::stablehlo {

inline mlir::RankedTensorType tensorType(mlir::Type type) {
  return llvm::cast<mlir::RankedTensorType>(type);
}

/// Whether `dim` is one of 0 .. rank - 1.
inline bool isDim(int64_t dim, int64_t rank) { return dim >= 0 && dim < rank; }

/// Every entry of `dims` is a dimension of something of rank `rank` called
/// `of`.
mlir::LogicalResult verifyDims(mlir::Operation *op, llvm::StringRef name,
                               llvm::ArrayRef<int64_t> dims, int64_t rank,
                               llvm::StringRef of);

/// No dimension occurs twice.
mlir::LogicalResult verifyUnique(mlir::Operation *op, llvm::StringRef name,
                                 llvm::ArrayRef<int64_t> dims);

/// Dimensions are in ascending order (which may still hold duplicates).
mlir::LogicalResult verifySorted(mlir::Operation *op, llvm::StringRef name,
                                 llvm::ArrayRef<int64_t> dims);

/// A list has `expected` entries.
mlir::LogicalResult verifyCount(mlir::Operation *op, llvm::StringRef name,
                                int64_t count, int64_t expected,
                                llvm::StringRef per);

/// An optional list has `rank` positive entries.
mlir::LogicalResult verifyPositive(mlir::Operation *op, llvm::StringRef name,
                                   mlir::DenseI64ArrayAttr values,
                                   int64_t rank);

/// An optional tensor has shape rank x 2.
mlir::LogicalResult verifyPadding(mlir::Operation *op,
                                  mlir::DenseIntElementsAttr padding,
                                  int64_t rank);

/// Sizes, one per dimension, lie between 0 and the operand's.
mlir::LogicalResult verifySliceSizes(mlir::Operation *op,
                                     llvm::ArrayRef<int64_t> sizes,
                                     mlir::RankedTensorType operand);

/// All values of a variadic list have the shape of the first one.
mlir::LogicalResult verifySameShapes(mlir::Operation *op, llvm::StringRef name,
                                     mlir::ValueRange values);

/// The only block of `region` has arguments of types `arguments` and returns
/// `results`; `what` names the region in messages.
mlir::LogicalResult verifyBody(mlir::Operation *op, llvm::StringRef what,
                               mlir::Region &region,
                               llvm::ArrayRef<mlir::Type> arguments,
                               llvm::ArrayRef<mlir::Type> results);

/// The rank-0 tensor of `type`'s element type.
mlir::RankedTensorType scalarOf(mlir::Type type);

/// Element types of operands and result of a product are of one kind.
mlir::LogicalResult verifyProductElements(mlir::Operation *op);

/// `precision_config` is absent, empty or has two entries.
mlir::LogicalResult verifyPrecision(mlir::Operation *op,
                                    std::optional<mlir::ArrayAttr> config);

/// `shape` as text, e.g. 4x8, for messages.
std::string shapeToString(llvm::ArrayRef<int64_t> shape);

} // namespace popt::stablehlo

#endif // POPT_LIB_DIALECT_STABLEHLO_VERIFY_H
