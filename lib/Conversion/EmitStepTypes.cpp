//===- EmitStepTypes.cpp - Types, layouts, locations for the runtime ------===//
//
// What both sides know under names of their own: element types, meshes,
// layouts, source locations, the bytes of constants.
//
// Covered by test/Conversion/emit-step.mlir and test/unit/EmitStep.
//
//===----------------------------------------------------------------------===//
#include "EmitStepEmitter.h"

#include "popt/Conversion/LowerKernels.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace popt;

std::optional<rt::ElementType> popt::toRuntimeType(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1:
      return POPT_RT_I1;
    case 8:
      return isUnsigned ? POPT_RT_UI8 : POPT_RT_I8;
    case 16:
      return isUnsigned ? POPT_RT_UI16 : POPT_RT_I16;
    case 32:
      return isUnsigned ? POPT_RT_UI32 : POPT_RT_I32;
    case 64:
      return isUnsigned ? POPT_RT_UI64 : POPT_RT_I64;
    default:
      return std::nullopt;
    }
  }
  if (auto complex = dyn_cast<ComplexType>(element)) {
    if (complex.getElementType().isF32())
      return POPT_RT_C64;
    if (complex.getElementType().isF64())
      return POPT_RT_C128;
    return std::nullopt;
  }
  return llvm::TypeSwitch<Type, std::optional<rt::ElementType>>(element)
      .Case([](Float16Type) { return POPT_RT_F16; })
      .Case([](BFloat16Type) { return POPT_RT_BF16; })
      .Case([](Float32Type) { return POPT_RT_F32; })
      .Case([](Float64Type) { return POPT_RT_F64; })
      .Case([](Float8E4M3FNType) { return POPT_RT_F8E4M3FN; })
      .Case([](Float8E5M2Type) { return POPT_RT_F8E5M2; })
      .Default(std::nullopt);
}

//===----------------------------------------------------------------------===//
// Meshes and layouts
//===----------------------------------------------------------------------===//

rt::Mesh popt::toRuntimeMesh(StringRef name, const Mesh &mesh) {
  rt::Mesh result;
  result.name = name.str();
  for (const MeshAxis &axis : mesh.axes)
    result.axes.push_back(
        {axis.name, axis.size, static_cast<rt::AxisKind>(axis.kind)});
  return result;
}
static_assert(int(AxisKind::Device) == int(rt::AxisKind::Device) &&
                  int(AxisKind::Stage) == int(rt::AxisKind::Stage) &&
                  int(AxisKind::Time) == int(rt::AxisKind::Time),
              "kinds of axes have the runtime's numbers");

rt::DataLayout popt::toRuntimeLayout(const Mesh &mesh, const Layout &layout) {
  auto refs = [&](const AxisList &axes) {
    std::vector<rt::AxisRef> result;
    for (const AxisRef &axis : axes)
      if (mesh.axes[axis.axis].kind != AxisKind::Time)
        result.push_back({axis.axis, axis.pre, axis.size});
    return result;
  };
  rt::DataLayout result;
  for (const DimLayout &dim : layout.dims)
    result.dims.push_back({refs(dim.axes), dim.granule});
  result.monoid = static_cast<rt::Monoid>(layout.monoid);
  result.partial = refs(layout.partial);
  for (const Pin &pin : layout.pins)
    if (mesh.axes[pin.axis].kind != AxisKind::Time)
      result.pins.push_back({pin.axis, pin.coordinates});
  return result;
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

/// The innermost place in a file that a location gives.
static FileLineColLoc fileOf(Location loc) {
  if (auto file = dyn_cast<FileLineColLoc>(loc))
    return file;
  if (auto name = dyn_cast<NameLoc>(loc))
    return fileOf(name.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    FileLineColLoc callee = fileOf(call.getCallee());
    return callee ? callee : fileOf(call.getCaller());
  }
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (FileLineColLoc file = fileOf(part))
        return file;
  return {};
}

/// `jit(step)/jvp(mlp)/dense` is the scope `mlp/dense`.
static std::string scopeOf(StringRef name) {
  SmallVector<StringRef> parts;
  name.split(parts, '/');
  std::string scope;
  for (StringRef part : parts) {
    bool isCall = false;
    for (bool stripped = true; stripped;) {
      stripped = false;
      isCall |= part.starts_with("jit(") || part.starts_with("pjit(");
      for (StringRef wrapper : {"jvp(", "transpose("})
        if (part.starts_with(wrapper) && part.ends_with(")")) {
          part = part.drop_front(wrapper.size()).drop_back();
          stripped = true;
        }
    }
    if (!isCall && !part.empty())
      scope += (scope.empty() ? "" : "/") + part.str();
  }
  return scope;
}

rt::Location popt::toRuntimeLocation(Location loc, StringRef name) {
  rt::Location result;
  if (FileLineColLoc file = fileOf(loc)) {
    result.file = file.getFilename().str();
    result.line = file.getLine();
    result.column = file.getColumn();
  }
  result.name = name.str();
  if (StringAttr given = dist::getLocationName(loc)) {
    std::string scope = scopeOf(given);
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
    return APFloat::getZero(format).bitcastToAPInt();
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
  if (part != element) // the imaginary part is 0
    bytes.resize(2 * bytes.size());
  return bytes;
}
