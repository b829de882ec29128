//===- Products.cpp - What a table says of matrix products ----------------===//
//
// On GPUs a product is a kernel of its own, and the table says what it computes,
// so that a library may do it (lib/Conversion/EmitStepProduct.cpp). Here the
// user's words about products come in: their precision (--matmul-precision) and
// the algorithms that popt-run --tune measured (--tuned F.json).
//
// Tests: test/Flow/products.test.
//
//===----------------------------------------------------------------------===//
#include "Products.h"

#include "popt/Conversion/EmitStep.h"
#include "popt/Text/Json.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

namespace popt {

namespace {
/// The file that popt-run --tune writes.
struct Tuned {
  std::string measuredOn;
  std::map<std::string, std::vector<uint8_t>> algorithms; ///< by product
};
} // namespace

static void read(const JsonPlace &place, Tuned &out) {
  place.object({"popt_tuned", "measured_on", "products"});
  int64_t version = place.required("popt_tuned").integer();
  if (version != 1)
    place.at("popt_tuned")
        .fail("version " + std::to_string(version) +
              ", this build reads version 1; measure again with popt-run "
              "--tune");
  out.measuredOn = place.required("measured_on").string();
  JsonPlace products = place.required("products");
  for (const auto &entry : products.anyObject().value.items()) {
    JsonPlace product = products.quoted(entry.key());
    product.object(
        {"algorithm", "microseconds", "first_proposal_microseconds"});
    JsonPlace algorithm = product.required("algorithm");
    std::string bytes;
    if (!llvm::tryGetFromHex(algorithm.string(), bytes) || bytes.empty())
      algorithm.fail("expected bytes in hexadecimal");
    out.algorithms[entry.key()].assign(bytes.begin(), bytes.end());
  }
}

/// Gives products what was measured for them.
static LogicalResult applyTuned(ModuleOp module, const std::string &path,
                                rt::StepTable &table) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return emitError(UnknownLoc::get(module.getContext()))
           << "cannot read " << path << ": " << file.getError().message();
  Tuned tuned;
  std::string error =
      readJson((*file)->getBuffer(), path, "tuned",
               [&](const JsonPlace &place) { read(place, tuned); });
  if (!error.empty())
    return emitError(UnknownLoc::get(module.getContext())) << error;
  int64_t numProducts = 0, numKnown = 0;
  for (rt::KernelEntry &kernel : table.kernels) {
    if (!kernel.product)
      continue;
    ++numProducts;
    auto known = tuned.algorithms.find(kernel.product->toString());
    if (known == tuned.algorithms.end())
      continue;
    ++numKnown;
    kernel.product->tunedFor = tuned.measuredOn;
    kernel.product->algorithm = known->second;
  }
  if (numKnown < numProducts)
    emitWarning(UnknownLoc::get(module.getContext()))
        << path << " has measurements of " << numKnown << " of " << numProducts
        << " matrix products; for the others the library chooses; measure "
           "again with popt-run --tune";
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
    if (kernel.product && kernel.product->type == POPT_RT_F32)
      kernel.product->isTf32 |= options.matmulPrecision == "tf32";
  }
  return options.tuned.empty() ? success()
                               : applyTuned(module, options.tuned, table);
}

} // namespace popt
