//===- Products.cpp - Matrix products by cuBLASLt -------------------------===//
//
// Tests: CublasLtTest, on the library that comes with the fake driver.
//
//===----------------------------------------------------------------------===//
#include "Products.h"
#include "Actions.h"
#include <algorithm>
#include <cstring>

using namespace popt::rt;
using namespace popt::rt::cuda;

static LtType libraryType(popt_rt_element_type type) {
  return type == POPT_RT_F64        ? kLtF64
         : type == POPT_RT_F16      ? kLtF16
         : type == POPT_RT_BF16     ? kLtBF16
         : type == POPT_RT_F8E4M3FN ? kLtF8E4M3FN
         : type == POPT_RT_F8E5M2   ? kLtF8E5M2
                                    : kLtF32;
}

//===----------------------------------------------------------------------===//
// One product
//===----------------------------------------------------------------------===//

LibraryProduct::~LibraryProduct() {
  gpu.enter();
  for (LtLayout layout : {first, second, out})
    if (layout)
      lt.cublasLtMatrixLayoutDestroy(layout);
  if (description)
    lt.cublasLtMatmulDescDestroy(description);
}

popt_rt_status LibraryProduct::check(LtStatus status, const char *call) const {
  if (status == kLtSuccess)
    return POPT_RT_OK;
  return fail(status == kLtAllocFailed ? POPT_RT_OUT_OF_MEMORY
                                       : POPT_RT_SYSTEM_ERROR,
              gpu.describe() + ": " + call + ": " + lt.describe(status));
}

popt_rt_status LibraryProduct::makeLayout(LtLayout &layout,
                                          const MatrixForm &form, LtType type) {
  if (popt_rt_status status =
          check(lt.cublasLtMatrixLayoutCreate(
                    &layout, type, static_cast<uint64_t>(form.rows),
                    static_cast<uint64_t>(form.columns), form.stride),
                "cublasLtMatrixLayoutCreate"))
    return status;
  auto batch = static_cast<int32_t>(plan.batch);
  LtStatus status = lt.cublasLtMatrixLayoutSetAttribute(layout, kLtBatchCount,
                                                        &batch, sizeof(batch));
  if (status == kLtSuccess)
    status = lt.cublasLtMatrixLayoutSetAttribute(
        layout, kLtBatchStride, &form.batchStride, sizeof(form.batchStride));
  return check(status, "cublasLtMatrixLayoutSetAttribute");
}

/// Bytes from an operand's first element to its last.
static size_t extentOf(const popt_rt_product &product,
                       int64_t popt_rt_product_loop::*stride, size_t width) {
  int64_t last = 0;
  for (int sort = 0; sort < 4; ++sort)
    for (int32_t i = 0; i < product.num_loops[sort]; ++i)
      last +=
          product.loops[sort][i].*stride * (product.loops[sort][i].extent - 1);
  return static_cast<size_t>(last + 1) * width;
}

popt_rt_status LibraryProduct::create(const popt_rt_product &product,
                                      bool &out_has) {
  out_has = false;
  std::optional<ProductPlan> made = planProduct(product);
  if (!made)
    return POPT_RT_OK;
  plan = *made;
  isF64 = product.lhs_type == POPT_RT_F64;
  isSum = product.added >= 0;
  // That of rhs, too, although the types may differ.
  width = popt_rt_element_size(product.lhs_type);
  if (width == 1 && lt.versionNumber() < kOldestFloat8CublasLt)
    return POPT_RT_OK;
  outWidth = popt_rt_element_size(product.out_type);
  bytes = {extentOf(product, &popt_rt_product_loop::lhs, width),
           extentOf(product, &popt_rt_product_loop::rhs, width),
           extentOf(product, &popt_rt_product_loop::out, outWidth)};
  for (bool isLhs : {true, false})
    if (isLhs ? plan.packsLhs : plan.packsRhs)
      bytes[!isLhs] =
          static_cast<size_t>(packingOf(product, isLhs).elements()) * width;
  gpu.enter();
  LtCompute compute = isF64             ? kLtComputeF64
                      : product.is_tf32 ? kLtComputeTf32
                                        : kLtComputeF32;
  if (popt_rt_status status =
          check(lt.cublasLtMatmulDescCreate(&description, compute,
                                            isF64 ? kLtF64 : kLtF32),
                "cublasLtMatmulDescCreate"))
    return status;
  for (auto [attribute, form] : {std::pair(kLtTransposeA, &plan.first),
                                 std::pair(kLtTransposeB, &plan.second)}) {
    LtOperation operation = form->isTransposed ? kLtTransposed : kLtPlain;
    if (popt_rt_status status =
            check(lt.cublasLtMatmulDescSetAttribute(
                      description, attribute, &operation, sizeof(operation)),
                  "cublasLtMatmulDescSetAttribute"))
      return status;
  }
  // Of 8-bit floats the library multiplies with scales, which are 1 where none are
  // given, and without "fast accumulation" unless it is asked for.
  LtType firstType = libraryType(product.lhs_type);
  LtType secondType = libraryType(product.rhs_type);
  if (plan.isSwapped)
    std::swap(firstType, secondType);
  popt_rt_status status = makeLayout(first, plan.first, firstType);
  if (status == POPT_RT_OK)
    status = makeLayout(second, plan.second, secondType);
  if (status == POPT_RT_OK)
    status = makeLayout(out, plan.out, libraryType(product.out_type));
  out_has = status == POPT_RT_OK;
  return status;
}

popt_rt_status LibraryProduct::propose(size_t most) {
  choices.assign(most, LtChoice());
  gpu.enter();
  LtPreference preference = nullptr;
  if (popt_rt_status status =
          check(lt.cublasLtMatmulPreferenceCreate(&preference),
                "cublasLtMatmulPreferenceCreate"))
    return status;
  LtStatus status = kLtSuccess;
  auto set = [&](LtPreferenceAttribute attribute, auto value) {
    if (status == kLtSuccess)
      status = lt.cublasLtMatmulPreferenceSetAttribute(preference, attribute,
                                                       &value, sizeof(value));
  };
  set(kLtMaxWorkspaceBytes, kMostWorkspace);
  set(kLtReductionSchemes, kLtReduceInComputeType);
  set(kLtMinAlignmentA, plan.alignments[plan.isSwapped ? kRhs : kLhs]);
  set(kLtMinAlignmentB, plan.alignments[plan.isSwapped ? kLhs : kRhs]);
  set(kLtMinAlignmentC, plan.alignments[kOut]);
  set(kLtMinAlignmentD, plan.alignments[kOut]);
  popt_rt_status result = check(status, "cublasLtMatmulPreferenceSetAttribute");
  int32_t count = 0;
  if (result == POPT_RT_OK) {
    status = lt.cublasLtMatmulAlgoGetHeuristic(
        handle, description, first, second, out, out, preference,
        static_cast<int32_t>(choices.size()), choices.data(), &count);
    // The library lacks it: no proposals.
    if (status == kLtNotSupported)
      count = 0;
    else
      result = check(status, "cublasLtMatmulAlgoGetHeuristic");
  }
  lt.cublasLtMatmulPreferenceDestroy(preference);
  choices.resize(static_cast<size_t>(std::max(count, 0)));
  choices.erase(std::remove_if(choices.begin(), choices.end(),
                               [](const LtChoice &choice) {
                                 return choice.state != kLtSuccess ||
                                        choice.workspaceBytes > kMostWorkspace;
                               }),
                choices.end());
  return result;
}

std::vector<uint8_t> LibraryProduct::algorithm() const {
  const auto *data = reinterpret_cast<const uint8_t *>(&chosen);
  return {data, data + sizeof(chosen)};
}

popt_rt_status LibraryProduct::use(const void *data, size_t count) {
  if (count != sizeof(chosen))
    return fail(POPT_RT_INVALID_ARGUMENT,
                "a measured algorithm has " + std::to_string(count) +
                    " bytes, not " + std::to_string(sizeof(chosen)) +
                    "; measure again with popt-run --tune");
  LtChoice choice = {};
  std::memcpy(&choice.algorithm, data, count);
  gpu.enter();
  LtStatus status = lt.cublasLtMatmulAlgoCheck(
      handle, description, first, second, out, out, &choice.algorithm, &choice);
  if (status == kLtSuccess && choice.workspaceBytes > kMostWorkspace)
    status = kLtNotSupported;
  std::memcpy(&choice.algorithm, data, count);
  take(choice);
  return check(status, "cublasLtMatmulAlgoCheck");
}

popt_rt_status LibraryProduct::launch(const void *lhs, const void *rhs,
                                      const void *added, void *result,
                                      void *workspace, Stream stream) const {
  // As the library reads them: numbers of the type in which it computes.
  const double wide[] = {0, 1};
  const float narrow[] = {0, 1};
  auto number = [&](bool isOne) {
    return isF64 ? static_cast<const void *>(&wide[isOne]) : &narrow[isOne];
  };
  auto move = [](const void *from, int64_t elements, size_t width) {
    return static_cast<const uint8_t *>(from) +
           elements * static_cast<int64_t>(width);
  };
  LtStatus status = kLtSuccess;
  gpu.enter();
  forEach(plan.calls, [&](const std::array<int64_t, 3> &call) {
    // What the next part of the sums is added to.
    const void *sofar = added ? move(added, call[kOut], outWidth) : nullptr;
    forEach(plan.sums, [&](const std::array<int64_t, 3> &sum) {
      if (status != kLtSuccess)
        return;
      const void *a = move(lhs, call[kLhs] + sum[kLhs], width);
      const void *b = move(rhs, call[kRhs] + sum[kRhs], width);
      void *d = const_cast<uint8_t *>(move(result, call[kOut], outWidth));
      if (plan.isSwapped)
        std::swap(a, b);
      status =
          lt.cublasLtMatmul(handle, description, number(true), a, first, b,
                            second, number(sofar), sofar ? sofar : d, out, d,
                            out, &chosen, workspace, workspaceBytes, stream);
      sofar = d;
    });
  });
  return check(status, "cublasLtMatmul");
}

//===----------------------------------------------------------------------===//
// The library on a GPU
//===----------------------------------------------------------------------===//

Products::~Products() {
  made.clear();
  if (!handle)
    return;
  gpu.enter();
  lt->cublasLtDestroy(handle);
}

popt_rt_status Products::open(std::string &out_version, std::string &out_note) {
  lt = CublasLt::open(out_note);
  if (!lt)
    return POPT_RT_OK;
  gpu.enter();
  LtStatus status = lt->cublasLtCreate(&handle);
  if (status == kLtSuccess) {
    out_version = lt->version();
    return POPT_RT_OK;
  }
  handle = nullptr;
  return fail(status == kLtAllocFailed ? POPT_RT_OUT_OF_MEMORY
                                       : POPT_RT_SYSTEM_ERROR,
              gpu.describe() + ": cublasLtCreate: " + lt->describe(status));
}

popt_rt_status Products::find(const popt_rt_product &product,
                              std::shared_ptr<const LibraryProduct> &out) {
  return findCall(
      product,
      [&] { return std::make_shared<LibraryProduct>(gpu, *lt, handle); }, out);
}

//===----------------------------------------------------------------------===//
// The action
//===----------------------------------------------------------------------===//

namespace {
class ProductAction : public popt_rt_action {
public:
  ProductAction(CudaDevice &device,
                std::shared_ptr<const LibraryProduct> library)
      : device(device), library(std::move(library)) {}

  /// Copies of operands, and where in the scratch memory they and the workspace
  /// lie.
  popt_rt_status prepare(const popt_rt_product &product) {
    lhs = product.lhs;
    rhs = product.rhs;
    out = product.out;
    added = product.added;
    const ProductPlan &plan = library->plan;
    for (bool isLhs : {true, false}) {
      if (!(isLhs ? plan.packsLhs : plan.packsRhs))
        continue;
      Packing packing = packingOf(product, isLhs);
      copies.push_back({isLhs, scratchBytes, nullptr});
      popt_rt_element_type type = isLhs ? product.lhs_type : product.rhs_type;
      if (popt_rt_status status =
              makePackingAction(device, type, packing, copies.back().action))
        return status;
      scratchBytes += alignedScratch(bytesOf(packing.shape, type));
    }
    workspaceOffset = scratchBytes;
    scratchBytes += alignedScratch(library->workspaceBytes);
    return POPT_RT_OK;
  }

  popt_rt_status launch(int32_t stream, void *const *addresses,
                        const int64_t *scalars, void *scratch) override {
    auto *memory = static_cast<uint8_t *>(scratch);
    void *operands[2] = {addresses[lhs], addresses[rhs]};
    for (const Copy &copy : copies) {
      void *pair[2] = {operands[!copy.isLhs], memory + copy.offset};
      if (popt_rt_status status =
              copy.action->launch(stream, pair, scalars, nullptr))
        return status;
      operands[!copy.isLhs] = pair[1];
    }
    return library->launch(operands[0], operands[1],
                           added < 0 ? nullptr : addresses[added],
                           addresses[out], memory + workspaceOffset,
                           static_cast<Stream>(device.stream(stream)));
  }

private:
  struct Copy {
    bool isLhs;
    size_t offset;
    popt_rt_device::Action action;
  };
  CudaDevice &device;
  const std::shared_ptr<const LibraryProduct> library;
  int32_t lhs = 0, rhs = 0, out = 0, added = -1;
  std::vector<Copy> copies;
  size_t workspaceOffset = 0;
};
} // namespace

popt_rt_status
popt::rt::cuda::makeProductAction(CudaDevice &device,
                                  const popt_rt_product &product,
                                  popt_rt_device::Action &action) {
  return makeCallAction<ProductAction, LibraryProduct>(
      device, device.gpu->products(), product, action);
}
