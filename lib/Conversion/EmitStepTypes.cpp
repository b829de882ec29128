//===- EmitStepTypes.cpp - Locations and constants for the runtime --------===//
//
// Types that both sides name differently: source locations, the bytes of
// constants. Types and layouts: popt/Dialect/Step/Table.h.
//
// Covered by test/Conversion/emit-step.mlir and test/unit/EmitStep.
//
//===----------------------------------------------------------------------===//
#include "EmitStepEmitter.h"

#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace popt;

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

rt::Location popt::toRuntimeLocation(Location loc, StringRef name) {
  rt::Location result;
  // The innermost place.
  if (auto file = loc->findInstanceOf<FileLineColLoc>()) {
    result.file = file.getFilename().str();
    result.line = file.getLine();
    result.column = file.getColumn();
  }
  result.name = name.str();
  if (StringAttr given = dist::getLocationName(loc)) {
    std::string scope = dist::getScope(given);
    if (!scope.empty())
      result.name += " " + scope;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

std::optional<std::string> popt::bytesOfConstant(ElementsAttr value) {
  auto type = cast<ShapedType>(value.getShapedType());
  size_t count = type.getNumElements();
  size_t width = bytesPerElement(type.getElementType());
  if (auto dense = dyn_cast<DenseElementsAttr>(value)) {
    std::string bytes;
    if (type.getElementType().isInteger(1)) {
      for (bool element : dense.getValues<bool>())
        bytes.push_back(element);
      return bytes;
    }
    ArrayRef<char> raw = dense.getRawData();
    if (!dense.isSplat())
      return std::string(raw.begin(), raw.end());
    for (size_t i = 0; i < count; ++i)
      bytes.append(raw.begin(), raw.end());
    return bytes;
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (blob && blob->getData().size() == count * width)
      return std::string(blob->getData().begin(), blob->getData().end());
  }
  return std::nullopt;
}

/// The bits of a floating-point number in the type's own format.
static APInt bitsOf(FloatType type, Monoid monoid) {
  const llvm::fltSemantics &format = type.getFloatSemantics();
  bool hasInfinity = llvm::APFloat::semanticsHasInf(format);
  auto extreme = [&](bool negative) {
    return hasInfinity ? APFloat::getInf(format, negative)
                       : APFloat::getLargest(format, negative);
  };
  switch (monoid) {
  case Monoid::Prod:
    return APFloat::getOne(format).bitcastToAPInt();
  case Monoid::Max:
    return extreme(true).bitcastToAPInt();
  case Monoid::Min:
    return extreme(false).bitcastToAPInt();
  default:
    // +0 would turn -0 into +0.
    return APFloat::getZero(format, /*Negative=*/true).bitcastToAPInt();
  }
}

static APInt bitsOf(IntegerType type, Monoid monoid) {
  unsigned width = type.getWidth();
  bool isUnsigned = type.isUnsigned() || width == 1;
  switch (monoid) {
  case Monoid::Prod:
    return APInt(width, 1);
  case Monoid::Max:
    return isUnsigned ? APInt::getZero(width) : APInt::getSignedMinValue(width);
  case Monoid::Min:
    return isUnsigned ? APInt::getMaxValue(width)
                      : APInt::getSignedMaxValue(width);
  case Monoid::And:
    return APInt::getAllOnes(width);
  default:
    return APInt::getZero(width);
  }
}

std::string popt::identityBytes(Monoid monoid, Type element) {
  Type part = element;
  if (auto complex = dyn_cast<ComplexType>(element))
    part = complex.getElementType();
  APInt bits = isa<FloatType>(part) ? bitsOf(cast<FloatType>(part), monoid)
                                    : bitsOf(cast<IntegerType>(part), monoid);
  std::string bytes;
  uint64_t value = bits.getZExtValue();
  for (unsigned i = 0; i < (bits.getBitWidth() + 7) / 8; ++i)
    bytes.push_back(static_cast<char>(value >> (8 * i)));
  if (part == element)
    return bytes;
  // A sum begins with -0 - 0i, a product with 1 + 0i.
  return bytes +
         (monoid == Monoid::Sum ? bytes : std::string(bytes.size(), '\0'));
}
