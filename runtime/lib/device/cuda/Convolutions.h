//===- Convolutions.h - Convolutions by cuDNN -----------------------------===//
//
// The convolutions of a program as cuDNN computes them: forward, the gradient of
// the input, or the gradient of the filter (ConvRoles.h). An engine of the library
// may compute it if it sums in f32 or f64 (with TF32 only where that is allowed),
// gives the same bits whenever it runs, and adds products: no Fourier transforms
// and no Winograd.
//
// Each rank has its own handle and plans: cuDNN does not promise that threads may
// share plans, and ranks that shared them on one H100 died.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_CONVOLUTIONS_H
#define POPT_RT_LIB_DEVICE_CUDA_CONVOLUTIONS_H

#include "ConvolutionPlan.h"
#include "CudaDevice.h"
#include "DnnObject.h"
#include "LibraryCall.h"

namespace popt::rt::cuda {

/// The library's handle, which has one stream at a time.
struct DnnContext {
  std::shared_ptr<const Cudnn> dnn;
  DnnHandle handle = nullptr;
};

/// A convolution as the library computes it.
class LibraryConvolution : public LibraryCall {
public:
  LibraryConvolution(Gpu &gpu, DnnContext &context)
      : gpu(gpu), context(context), dnn(*context.dnn) {}
  ~LibraryConvolution() override;

  /// `out_has` is false if there is no plan for it.
  popt_rt_status create(const popt_rt_convolution &convolution, bool &out_has);

  popt_rt_status propose(size_t most) override;
  size_t numProposals() const override { return ways.size(); }
  void use(size_t proposal) override {
    chosen = proposal;
    workspaceBytes = ways[proposal].workspaceBytes;
  }
  std::vector<uint8_t> algorithm() const override;
  popt_rt_status use(const void *algorithm, size_t bytes) override;
  popt_rt_status launch(const void *lhs, const void *rhs, void *out,
                        void *workspace, Stream stream) const override;
  std::array<size_t, 3> operandBytes() const override { return bytes; }

  ConvolutionPlan plan;

private:
  /// An engine and its settings: the engine's number, then pairs of a knob and
  /// its value.
  struct Way {
    DnnObject plan;
    std::vector<int64_t> numbers;
    size_t workspaceBytes = 0;
  };
  popt_rt_status check(const DnnErrors &errors) const;
  void makeTensor(DnnErrors &errors, int role, const ConvView &view);
  void makeOperation(DnnErrors &errors, const DnnObject &window);
  bool mayUse(DnnErrors &errors, const DnnObject &engine) const;
  /// False if the library lacks it or it wants too much workspace.
  bool add(DnnErrors &errors, const DnnObject &config,
           std::vector<int64_t> numbers);
  void consider(DnnErrors &errors, const DnnObject &config);

  Gpu &gpu;
  DnnContext &context;
  const Cudnn &dnn;
  bool isF64 = false, mayUseTensorCores = false;
  std::array<size_t, 3> bytes{};
  DnnObject tensors[3], operation, graph;
  std::vector<Way> ways;
  size_t chosen = 0;
};

/// The library for one rank.
class Convolutions : public LibraryCalls {
public:
  using LibraryCalls::LibraryCalls;
  ~Convolutions() override;

  /// Null where the library does not have it or is not there.
  popt_rt_status find(const popt_rt_convolution &convolution,
                      std::shared_ptr<const LibraryConvolution> &out);

private:
  popt_rt_status open(std::string &out_version, std::string &out_note) override;

  DnnContext context;
};

/// The convolution by the library; no action where find() has none.
popt_rt_status makeConvolutionAction(CudaDevice &device,
                                     const popt_rt_convolution &convolution,
                                     popt_rt_device::Action &action);

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_CONVOLUTIONS_H
