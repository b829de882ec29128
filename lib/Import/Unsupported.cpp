//===- Unsupported.cpp - What popt says of programs it can't compile ------===//
//
// Tests: test/Flow/types.test (text), test/Import/portable.test (bytecode).
//
//===----------------------------------------------------------------------===//
#include "popt/Import/Unsupported.h"

#include "llvm/ADT/StringSet.h"

using namespace llvm;

static constexpr StringLiteral kFixShapes =
    "popt compiles for fixed shapes: export with the shapes it runs with";
static constexpr StringLiteral kDequantise =
    "popt computes with integers and floats: export without quantisation, or "
    "write the scale and zero point out as StableHLO operations";

std::string popt::refuseShape(const Twine &type) {
  return (type + " has no fixed shape; " + kFixShapes).str();
}

std::string popt::refuseQuantised(const Twine &type) {
  return (type + " is a quantised type; " + kDequantise).str();
}

std::optional<std::string> popt::refuseOperation(StringRef name) {
  static const StringSet<> dynamic = {"stablehlo.dynamic_broadcast_in_dim",
                                      "stablehlo.dynamic_conv",
                                      "stablehlo.dynamic_gather",
                                      "stablehlo.dynamic_iota",
                                      "stablehlo.dynamic_pad",
                                      "stablehlo.dynamic_reshape",
                                      "stablehlo.get_dimension_size",
                                      "stablehlo.real_dynamic_slice",
                                      "stablehlo.set_dimension_size"};
  if (dynamic.contains(name))
    return (name + " has a shape that it computes; " + kFixShapes).str();
  if (name == "stablehlo.uniform_quantize" ||
      name == "stablehlo.uniform_dequantize")
    return (name + " is about quantised types; " + kDequantise).str();
  return std::nullopt;
}
