//===- StepTypes.cpp - Types and layouts of the runtime -------------------===//
//
// Types that compiler and runtime name differently. Covered by
// test/Dialect/Step/verify-step-table.mlir and test/Conversion/emit-step.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Step/Table.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace popt;

/// The runtime's types in the order of their numbers.
static SmallVector<Type> typesByNumber(MLIRContext *context) {
  auto integer = [&](unsigned width, bool isUnsigned = false) -> Type {
    return IntegerType::get(context, width,
                            isUnsigned ? IntegerType::Unsigned
                                       : IntegerType::Signless);
  };
  Type f32 = Float32Type::get(context), f64 = Float64Type::get(context);
  SmallVector<Type> types(POPT_RT_NUM_ELEMENT_TYPES);
  types[POPT_RT_I1] = integer(1);
  types[POPT_RT_I2] = integer(2);
  types[POPT_RT_I4] = integer(4);
  types[POPT_RT_I8] = integer(8);
  types[POPT_RT_I16] = integer(16);
  types[POPT_RT_I32] = integer(32);
  types[POPT_RT_I64] = integer(64);
  types[POPT_RT_UI2] = integer(2, true);
  types[POPT_RT_UI4] = integer(4, true);
  types[POPT_RT_UI8] = integer(8, true);
  types[POPT_RT_UI16] = integer(16, true);
  types[POPT_RT_UI32] = integer(32, true);
  types[POPT_RT_UI64] = integer(64, true);
  types[POPT_RT_F4E2M1FN] = Float4E2M1FNType::get(context);
  types[POPT_RT_F6E2M3FN] = Float6E2M3FNType::get(context);
  types[POPT_RT_F6E3M2FN] = Float6E3M2FNType::get(context);
  types[POPT_RT_F8E3M4] = Float8E3M4Type::get(context);
  types[POPT_RT_F8E4M3] = Float8E4M3Type::get(context);
  types[POPT_RT_F8E4M3FN] = Float8E4M3FNType::get(context);
  types[POPT_RT_F8E4M3FNUZ] = Float8E4M3FNUZType::get(context);
  types[POPT_RT_F8E4M3B11FNUZ] = Float8E4M3B11FNUZType::get(context);
  types[POPT_RT_F8E5M2] = Float8E5M2Type::get(context);
  types[POPT_RT_F8E5M2FNUZ] = Float8E5M2FNUZType::get(context);
  types[POPT_RT_F8E8M0FNU] = Float8E8M0FNUType::get(context);
  types[POPT_RT_F16] = Float16Type::get(context);
  types[POPT_RT_BF16] = BFloat16Type::get(context);
  types[POPT_RT_F32] = f32;
  types[POPT_RT_F64] = f64;
  types[POPT_RT_C64] = ComplexType::get(f32);
  types[POPT_RT_C128] = ComplexType::get(f64);
  return types;
}

std::optional<rt::ElementType> popt::toRuntimeType(Type element) {
  SmallVector<Type> types = typesByNumber(element.getContext());
  auto *found = llvm::find(types, element);
  if (found == types.end())
    return std::nullopt;
  return static_cast<rt::ElementType>(found - types.begin());
}

Type popt::fromRuntimeType(MLIRContext *context, rt::ElementType type) {
  return type < POPT_RT_NUM_ELEMENT_TYPES ? typesByNumber(context)[type]
                                          : Type();
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
