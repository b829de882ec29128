//===- Products.cpp - What a table says of products and convolutions ------===//
//
// On GPUs a product or a convolution is a kernel of its own, and the table says
// what it computes, so that a library may do it (lib/Conversion/
// EmitStepProduct.cpp, EmitStepConvolution.cpp). Here the user's words about them
// come in: their precision (--matmul-precision) and the algorithms that popt-run
// --tune measured (--tuned F.json).
//
// Tests: test/Flow/products.test, convolutions.test.
//
//===----------------------------------------------------------------------===//
#include "Products.h"

#include "popt/Conversion/EmitStep.h"
#include "popt/Support/Inputs.h"
#include "popt/Text/Json.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

namespace popt {

namespace {
/// The file that popt-run --tune writes.
struct Tuned {
  struct Algorithm {
    std::string measuredOn;
    std::vector<uint8_t> bytes;
  };
  /// Of products and convolutions, by their texts.
  std::map<std::string, Algorithm> algorithms;
};
} // namespace

static void read(const JsonNode &node, Tuned &out) {
  node.object({"popt_tuned", "measured"});
  int64_t version = node.required("popt_tuned").integer();
  if (version != 2)
    node.at("popt_tuned")
        .fail("version " + std::to_string(version) +
              ", this build reads version 2; measure again with popt-run "
              "--tune");
  JsonNode measured = node.required("measured");
  for (const JsonNode &library : measured.array().entries()) {
    library.object({"on", "algorithms"});
    std::string measuredOn = library.required("on").string();
    JsonNode algorithms = library.required("algorithms");
    for (const auto &entry : algorithms.anyObject().value.items()) {
      JsonNode call = algorithms.quoted(entry.key());
      call.object({"algorithm", "microseconds", "first_proposal_microseconds"});
      JsonNode algorithm = call.required("algorithm");
      std::string bytes;
      if (!llvm::tryGetFromHex(algorithm.string(), bytes) || bytes.empty())
        algorithm.fail("expected bytes in hexadecimal");
      out.algorithms[entry.key()] = {measuredOn, {bytes.begin(), bytes.end()}};
    }
  }
}

/// Gives products and convolutions what was measured for them.
static LogicalResult applyTuned(ModuleOp module, const std::string &path,
                                rt::StepTable &table) {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> file = readInput(path, error);
  if (!file)
    return emitError(UnknownLoc::get(module.getContext()))
           << "cannot read " << path << ": " << error;
  Tuned tuned;
  error = readJson(file->getBuffer(), path, "tuned",
                   [&](const JsonNode &node) { read(node, tuned); });
  if (!error.empty())
    return emitError(UnknownLoc::get(module.getContext())) << error;
  int64_t numCalls = 0, numKnown = 0;
  auto apply = [&](auto &call) {
    if (!call)
      return;
    ++numCalls;
    auto known = tuned.algorithms.find(call->toString());
    if (known == tuned.algorithms.end())
      return;
    ++numKnown;
    call->tunedFor = known->second.measuredOn;
    call->algorithm = known->second.bytes;
  };
  for (rt::KernelEntry &kernel : table.kernels) {
    apply(kernel.product);
    apply(kernel.convolution);
  }
  if (numKnown < numCalls)
    emitWarning(UnknownLoc::get(module.getContext()))
        << path << " has measurements of " << numKnown << " of " << numCalls
        << " matrix products and convolutions; for the others the library "
           "chooses; measure again with popt-run --tune";
  return success();
}

LogicalResult addProducts(ModuleOp module, const FlowOptions &options,
                          rt::StepTable &table) {
  SymbolTable symbols(module);
  for (rt::KernelEntry &kernel : table.kernels) {
    auto function = symbols.lookup<func::FuncOp>(kernel.symbol);
    if (!function || kernel.launches.empty())
      continue;
    kernel.product = productOf(function);
    kernel.convolution = convolutionOf(function);
    bool isTf32 = options.matmulPrecision == "tf32";
    if (kernel.product && kernel.product->lhsType == POPT_RT_F32)
      kernel.product->isTf32 |= isTf32;
    if (kernel.convolution && kernel.convolution->lhs.type == POPT_RT_F32)
      kernel.convolution->isTf32 = isTf32;
  }
  return options.tuned.empty() ? success()
                               : applyTuned(module, options.tuned, table);
}

} // namespace popt
