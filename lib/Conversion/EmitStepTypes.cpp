//===- EmitStepTypes.cpp - Locations and constants for the runtime --------===//
//
// Types that both sides name differently: source locations, the bytes of
// constants. Types and layouts: popt/Dialect/Step/Table.h.
//
// Covered by test/Conversion/emit-step.mlir and test/unit/Conversion/EmitStepTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "EmitStepEmitter.h"

#include "popt/Interfaces/Identity.h"
#include "popt/Support/UserPlace.h"

#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace popt;

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

rt::Location popt::toRuntimeLocation(Location loc, StringRef name) {
  std::vector<rt::SourcePlace> places; // one of each line
  auto add = [&](Location at) {
    FileLineColLoc file = findUserPlace(at);
    if (!file || llvm::any_of(places, [&](const rt::SourcePlace &place) {
          return place.file == file.getFilename() &&
                 place.line == int32_t(file.getLine());
        }))
      return;
    places.push_back({file.getFilename().str(), int32_t(file.getLine()),
                      int32_t(file.getColumn())});
  };
  add(loc);
  if (auto fused = dyn_cast<FusedLoc>(loc))
    llvm::for_each(fused.getLocations(), add);
  rt::Location result;
  if (!places.empty()) {
    static_cast<rt::SourcePlace &>(result) = places.front();
    result.fused.assign(places.begin() + 1, places.end());
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

/// An element narrower than a byte has zeros above its bits.
static std::string withoutUpperBits(std::string bytes, Type element) {
  unsigned width = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 8;
  if (width > 1 && width < 8)
    for (char &byte : bytes)
      byte &= static_cast<char>((1 << width) - 1);
  return bytes;
}

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
      bytes.assign(raw.begin(), raw.end());
    else
      for (size_t i = 0; i < count; ++i)
        bytes.append(raw.begin(), raw.end());
    return withoutUpperBits(std::move(bytes), type.getElementType());
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (blob && blob->getData().size() == count * width)
      return withoutUpperBits(
          std::string(blob->getData().begin(), blob->getData().end()),
          type.getElementType());
  }
  return std::nullopt;
}

std::string popt::identityBytes(Monoid monoid, Type element) {
  return *bytesOfConstant(
      identityElements(RankedTensorType::get({}, element), monoid));
}
