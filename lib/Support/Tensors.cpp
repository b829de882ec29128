//===- Tensors.cpp - Shapes and bytes of tensor values --------------------===//
//
// Tested by test/unit/Support/TensorsTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Support/Tensors.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

int64_t popt::bytesPerElement(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * bytesPerElement(complex.getElementType());
  constexpr int64_t indexBytes = 8;
  return element.isIntOrFloat()
             ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
             : indexBytes;
}

int64_t popt::bytesOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape()
             ? tensor.getNumElements() *
                   bytesPerElement(tensor.getElementType())
             : 0;
}

SmallVector<Value> popt::valuesRead(Operation *op) {
  SmallVector<Value> values(op->getOperands());
  if (op->getNumRegions()) {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    llvm::append_range(values, captured);
  }
  return values;
}
