//===- Products.h - Matrix products by cuBLASLt ---------------------------===//
//
// What a GPU's ranks share of the library: its handle, and for each product the
// descriptors and the algorithm, made once. The library's workspace and copies
// of operands are scratch memory of the action, which the executor takes from
// the one workspace that it allocates before the first step: nothing is
// allocated later.
//
// The algorithm is the first that the library proposes, or the one that was
// measured when the program was compiled with --tuned. Only those are asked for
// whose sums of several parts are added in f32 and in workspace, so a result does
// not differ from run to run.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_PRODUCTS_H
#define POPT_RT_LIB_DEVICE_CUDA_PRODUCTS_H

#include "CublasLt.h"
#include "CudaDevice.h"
#include "ProductPlan.h"
#include "Tuning.h"

namespace popt::rt::cuda {

/// The most workspace that algorithms are asked to do with.
constexpr uint64_t kMostWorkspace = uint64_t(32) << 20;

/// A product as the library computes it.
class LibraryProduct {
public:
  LibraryProduct(Gpu &gpu, const CublasLt &lt, LtHandle handle)
      : gpu(gpu), lt(lt), handle(handle) {}
  ~LibraryProduct();
  LibraryProduct(const LibraryProduct &) = delete;

  /// `out_has` is false if there is no plan for it.
  popt_rt_status create(const popt_rt_product &product, bool &out_has);
  /// Uses an algorithm that was measured.
  popt_rt_status use(const void *bytes, size_t count);
  /// The library's proposals, the likely fastest first.
  popt_rt_status propose(std::vector<LtChoice> &out_choices) const;
  void use(const LtChoice &choice) {
    algorithm = choice.algorithm;
    workspaceBytes = choice.workspaceBytes;
  }

  popt_rt_status launch(const void *lhs, const void *rhs, void *out,
                        void *workspace, Stream stream) const;

  ProductPlan plan;
  LtAlgorithm algorithm = {};
  size_t workspaceBytes = 0;

private:
  popt_rt_status check(LtStatus status, const char *call) const;
  popt_rt_status makeLayout(LtLayout &layout, const MatrixForm &form,
                            LtType type);

  Gpu &gpu;
  const CublasLt &lt;
  const LtHandle handle;
  LtProduct description = nullptr;
  LtLayout first = nullptr, second = nullptr, out = nullptr;
  bool isF64 = false;
  size_t width = 0, outWidth = 0;
};

/// The library on one GPU.
class Products {
public:
  explicit Products(Gpu &gpu) : gpu(gpu) {}
  ~Products();

  /// The product in the library, made at the first call; null where the library
  /// does not have it or is not there.
  popt_rt_status find(const popt_rt_product &product,
                      std::shared_ptr<const LibraryProduct> &out);
  /// Empty, or that there is no library.
  const std::string &note() const { return text; }

  /// If set, products are measured.
  std::shared_ptr<Tuning> tuning;

private:
  popt_rt_status open();
  popt_rt_status checkTuned(const popt_rt_product &product) const;

  Gpu &gpu;
  std::mutex mutex; ///< of all below
  std::shared_ptr<const CublasLt> lt;
  LtHandle handle = nullptr;
  bool isOpened = false;
  std::string text;
  std::map<std::string, std::shared_ptr<const LibraryProduct>> made;
};

/// The product by the library; no action where find() has none.
popt_rt_status makeProductAction(CudaDevice &device,
                                 const popt_rt_product &product,
                                 popt_rt_device::Action &action);

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_PRODUCTS_H
