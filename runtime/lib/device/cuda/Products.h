//===- Products.h - Matrix products by cuBLASLt ---------------------------===//
//
// The products of a program as cuBLASLt computes them: descriptors and algorithm,
// made once. Only algorithms are asked for whose sums of several parts are added
// in f32 and in workspace.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_PRODUCTS_H
#define POPT_RT_LIB_DEVICE_CUDA_PRODUCTS_H

#include "CublasLt.h"
#include "CudaDevice.h"
#include "LibraryCall.h"
#include "ProductPlan.h"

namespace popt::rt::cuda {

/// A product as the library computes it.
class LibraryProduct : public LibraryCall {
public:
  LibraryProduct(Gpu &gpu, const CublasLt &lt, LtHandle handle)
      : gpu(gpu), lt(lt), handle(handle) {}
  ~LibraryProduct() override;

  /// `out_has` is false if there is no plan for it.
  popt_rt_status create(const popt_rt_product &product, bool &out_has);

  popt_rt_status propose(size_t most) override;
  size_t numProposals() const override { return choices.size(); }
  void use(size_t proposal) override { take(choices[proposal]); }
  std::vector<uint8_t> algorithm() const override;
  popt_rt_status use(const void *algorithm, size_t bytes) override;
  popt_rt_status launch(const void *lhs, const void *rhs, void *out,
                        void *workspace, Stream stream) const override {
    return launch(lhs, rhs, isSum ? out : nullptr, out, workspace, stream);
  }
  /// `added` may be `out`, or null if nothing is added.
  popt_rt_status launch(const void *lhs, const void *rhs, const void *added,
                        void *out, void *workspace, Stream stream) const;
  std::array<size_t, 3> operandBytes() const override { return bytes; }

  ProductPlan plan;

private:
  popt_rt_status check(LtStatus status, const char *call) const;
  popt_rt_status makeLayout(LtLayout &layout, const MatrixForm &form,
                            LtType type);
  void take(const LtChoice &choice) {
    chosen = choice.algorithm;
    workspaceBytes = choice.workspaceBytes;
  }

  Gpu &gpu;
  const CublasLt &lt;
  const LtHandle handle;
  LtProduct description = nullptr;
  LtLayout first = nullptr, second = nullptr, out = nullptr;
  bool isF64 = false, isSum = false;
  size_t width = 0, outWidth = 0;
  std::array<size_t, 3> bytes{};
  std::vector<LtChoice> choices;
  LtAlgorithm chosen = {};
};

/// The library on one GPU.
class Products : public LibraryCalls {
public:
  using LibraryCalls::LibraryCalls;
  ~Products() override;

  /// Null where the library does not have it or is not there.
  popt_rt_status find(const popt_rt_product &product,
                      std::shared_ptr<const LibraryProduct> &out);

private:
  popt_rt_status open(std::string &out_version, std::string &out_note) override;

  std::shared_ptr<const CublasLt> lt;
  LtHandle handle = nullptr;
};

/// The product by the library; no action where find() has none.
popt_rt_status makeProductAction(CudaDevice &device,
                                 const popt_rt_product &product,
                                 popt_rt_device::Action &action);

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_PRODUCTS_H
