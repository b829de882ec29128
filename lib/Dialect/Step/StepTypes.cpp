//===- StepTypes.cpp - Types and layouts of the runtime -------------------===//
//
// Types that compiler and runtime name differently. Covered by
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
// Layouts
//===----------------------------------------------------------------------===//

Layout popt::toRuntimeLayout(const Mesh &mesh, Layout layout) {
  auto isTime = [&](int axis) {
    return mesh.axes[axis].kind == AxisKind::Time;
  };
  auto drop = [&](AxisList &axes) {
    llvm::erase_if(axes, [&](const AxisRef &ref) { return isTime(ref.axis); });
  };
  for (DimLayout &dim : layout.dims)
    drop(dim.axes);
  drop(layout.partial);
  llvm::erase_if(layout.pins, [&](const Pin &pin) { return isTime(pin.axis); });
  return layout.closed();
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
