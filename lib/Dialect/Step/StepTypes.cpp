//===- StepTypes.cpp - Types, meshes and layouts of the runtime -----------===//
//
// What compiler and runtime know under names of their own. Covered by
// test/Dialect/Step/verify-step-table.mlir and test/Conversion/emit-step.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Step/Table.h"

#include "mlir/IR/BuiltinTypes.h"
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

Type popt::fromRuntimeType(MLIRContext *context, rt::ElementType type) {
  auto integer = [&](unsigned width, bool isUnsigned = false) -> Type {
    return IntegerType::get(context, width,
                            isUnsigned ? IntegerType::Unsigned
                                       : IntegerType::Signless);
  };
  switch (type) {
  case POPT_RT_I1:
    return integer(1);
  case POPT_RT_I8:
    return integer(8);
  case POPT_RT_I16:
    return integer(16);
  case POPT_RT_I32:
    return integer(32);
  case POPT_RT_I64:
    return integer(64);
  case POPT_RT_UI8:
    return integer(8, true);
  case POPT_RT_UI16:
    return integer(16, true);
  case POPT_RT_UI32:
    return integer(32, true);
  case POPT_RT_UI64:
    return integer(64, true);
  case POPT_RT_F16:
    return Float16Type::get(context);
  case POPT_RT_BF16:
    return BFloat16Type::get(context);
  case POPT_RT_F32:
    return Float32Type::get(context);
  case POPT_RT_F64:
    return Float64Type::get(context);
  case POPT_RT_C64:
    return ComplexType::get(Float32Type::get(context));
  case POPT_RT_C128:
    return ComplexType::get(Float64Type::get(context));
  case POPT_RT_F8E4M3FN:
    return Float8E4M3FNType::get(context);
  case POPT_RT_F8E5M2:
    return Float8E5M2Type::get(context);
  case POPT_RT_NUM_ELEMENT_TYPES:
    break;
  }
  return {};
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

Mesh popt::fromRuntimeMesh(const rt::Mesh &mesh) {
  Mesh result;
  for (const rt::MeshAxis &axis : mesh.axes)
    result.axes.push_back(
        {axis.name, axis.size, static_cast<AxisKind>(axis.kind)});
  return result;
}

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

Layout popt::fromRuntimeLayout(const rt::DataLayout &layout) {
  auto refs = [](const std::vector<rt::AxisRef> &axes) {
    AxisList result;
    for (const rt::AxisRef &axis : axes)
      result.push_back({axis.axis, axis.pre, axis.size});
    return result;
  };
  Layout result = Layout::replicate(layout.dims.size());
  for (auto [dim, from] : llvm::zip(result.dims, layout.dims)) {
    dim.axes = refs(from.axes);
    dim.granule = from.granule;
  }
  result.monoid = static_cast<Monoid>(layout.monoid);
  result.partial = refs(layout.partial);
  for (const rt::Pin &pin : layout.pins)
    result.pins.push_back({pin.axis, pin.coordinates});
  return result;
}

//===----------------------------------------------------------------------===//
// Text and locations
//===----------------------------------------------------------------------===//

OpPrintingFlags popt::stepPrintingFlags() {
  return OpPrintingFlags().useLocalScope().enableDebugInfo(
      /*enable=*/true,
      /*prettyForm=*/false);
}

void popt::numberLocations(rt::StepTable &table) {
  std::vector<rt::Location> used;
  std::vector<int32_t> numbers(table.locations.size(), -1);
  for (rt::Program &program : table.programs)
    for (rt::Command &command : program.commands) {
      if (command.location < 0)
        continue;
      int32_t &number = numbers[command.location];
      if (number < 0) {
        number = static_cast<int32_t>(used.size());
        used.push_back(table.locations[command.location]);
      }
      command.location = number;
    }
  table.locations = std::move(used);
}
