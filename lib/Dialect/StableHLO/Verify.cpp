// Checks that several verifiers of `stablehlo` share, with one wording each.
#include "Verify.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;

namespace popt::stablehlo {

LogicalResult verifyDims(Operation *op, StringRef name, ArrayRef<int64_t> dims,
                         int64_t rank, StringRef of) {
  for (int64_t dim : dims)
    if (!isDim(dim, rank))
      return op->emitOpError()
             << name << " holds " << dim << ", which is not a dimension of "
             << of << " of rank " << rank;
  return success();
}

LogicalResult verifyUnique(Operation *op, StringRef name,
                           ArrayRef<int64_t> dims) {
  // Lists are as long as a rank, where a scan is cheaper than a set.
  for (size_t i = 1; i < dims.size(); ++i)
    if (llvm::is_contained(dims.take_front(i), dims[i]))
      return op->emitOpError() << name << " holds " << dims[i] << " twice";
  return success();
}

LogicalResult verifySorted(Operation *op, StringRef name,
                           ArrayRef<int64_t> dims) {
  if (!llvm::is_sorted(dims))
    return op->emitOpError() << name << " is not sorted";
  return success();
}

LogicalResult verifyCount(Operation *op, StringRef name, int64_t count,
                          int64_t expected, StringRef per) {
  if (count != expected)
    return op->emitOpError()
           << name << " has " << count << " entries, expected " << expected
           << ", one per " << per;
  return success();
}

LogicalResult verifyPositive(Operation *op, StringRef name,
                             DenseI64ArrayAttr values, int64_t rank) {
  if (!values)
    return success();
  if (failed(verifyCount(op, name, values.size(), rank, "window dimension")))
    return failure();
  for (int64_t value : values.asArrayRef())
    if (value < 1)
      return op->emitOpError()
             << name << " holds " << value << ", expected positive numbers";
  return success();
}

LogicalResult verifyPadding(Operation *op, DenseIntElementsAttr padding,
                            int64_t rank) {
  if (!padding)
    return success();
  ArrayRef<int64_t> shape = padding.getType().getShape();
  if (shape != ArrayRef<int64_t>({rank, 2}))
    return op->emitOpError() << "padding has shape " << shapeToString(shape)
                             << ", expected " << rank << "x2";
  return success();
}

LogicalResult verifySameShapes(Operation *op, StringRef name,
                               ValueRange values) {
  if (values.empty())
    return op->emitOpError() << "has no " << name << ", expected at least one";
  ArrayRef<int64_t> first = tensorType(values[0].getType()).getShape();
  for (auto [index, value] : llvm::enumerate(values)) {
    ArrayRef<int64_t> shape = tensorType(value.getType()).getShape();
    if (shape != first)
      return op->emitOpError() << name << " 0 and " << index << " have shapes "
                               << shapeToString(first) << " and "
                               << shapeToString(shape) << ", expected the same";
  }
  return success();
}

LogicalResult verifyBody(Operation *op, StringRef what, Region &region,
                         ArrayRef<Type> arguments, ArrayRef<Type> results) {
  Block &block = region.front();
  auto verifyTypes = [&](StringRef kind, TypeRange found,
                         ArrayRef<Type> expected) -> LogicalResult {
    if (found.size() != expected.size())
      return op->emitOpError() << what << " " << kind << " " << found.size()
                               << " values, expected " << expected.size();
    for (auto [index, pair] : llvm::enumerate(llvm::zip(found, expected)))
      if (std::get<0>(pair) != std::get<1>(pair))
        return op->emitOpError()
               << what << " " << kind << " value " << index << " of type "
               << std::get<0>(pair) << ", expected " << std::get<1>(pair);
    return success();
  };
  if (failed(verifyTypes("takes", block.getArgumentTypes(), arguments)))
    return failure();
  return verifyTypes("returns", block.getTerminator()->getOperandTypes(),
                     results);
}

RankedTensorType scalarOf(Type type) {
  return RankedTensorType::get({}, getElementTypeOrSelf(type));
}

LogicalResult verifyProductElements(Operation *op) {
  auto kindOf = [](Value value) {
    return getElementKind(tensorType(value.getType()).getElementType());
  };
  unsigned lhs = kindOf(op->getOperand(0)), rhs = kindOf(op->getOperand(1));
  if (lhs != rhs || lhs != kindOf(op->getResult(0)))
    return op->emitOpError()
           << "element types "
           << tensorType(op->getOperand(0).getType()).getElementType() << ", "
           << tensorType(op->getOperand(1).getType()).getElementType()
           << " and " << tensorType(op->getResult(0).getType()).getElementType()
           << " of operands and result are not of one kind";
  return success();
}

LogicalResult verifyPrecision(Operation *op, std::optional<ArrayAttr> config) {
  if (config && !config->empty() && config->size() != 2)
    return op->emitOpError() << "precision_config has " << config->size()
                             << " entries, expected 0 or 2";
  return success();
}

std::string shapeToString(ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "scalar";
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleave(shape, stream, "x");
  return text;
}

} // namespace popt::stablehlo

LogicalResult popt::stablehlo::verifySliceSizes(Operation *op,
                                                ArrayRef<int64_t> sizes,
                                                RankedTensorType operand) {
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (size < 0 || size > operand.getDimSize(dim))
      return op->emitOpError()
             << "slice size " << size << " of dimension " << dim
             << " is not between 0 and the operand's size "
             << operand.getDimSize(dim);
  return success();
}
