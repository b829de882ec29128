//===- Gpu.h - One GPU, as the ranks on it share it -----------------------===//
//
// A context of the driver, with what is the same for all ranks: the program's
// code, the runtime's own kernels, constants. Each rank has a CudaDevice of its
// own on it.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_GPU_H
#define POPT_RT_LIB_DEVICE_CUDA_GPU_H

#include "Driver.h"
#include "popt-rt/device.h"
#include <map>
#include <mutex>
#include <vector>

namespace popt::rt::cuda {

/// The kernels of the runtime itself (folder code), as PTX.
enum class OwnCode { Strided, Reduce, Attention };
const char *ptxOf(OwnCode code);

class Products;

class Gpu {
public:
  /// Null and a message if the driver refuses.
  static std::shared_ptr<Gpu> open(std::shared_ptr<const Driver> driver,
                                   int32_t ordinal, std::string &out_error);
  ~Gpu();

  /// Makes the context that of the calling thread: before every call of the
  /// driver that is about this GPU.
  void enter();

  /// The status of a call: POPT_RT_OK, or an error whose text names the call,
  /// what the driver says and this GPU.
  popt_rt_status check(Result result, const char *call) const;

  /// The program's code, loaded once however many ranks ask.
  popt_rt_status load(const char *target, const popt_rt_image *images,
                      int32_t count);
  /// A kernel of the program, and one of the runtime's.
  popt_rt_status function(int32_t image, const char *entry, Function &out);
  popt_rt_status function(OwnCode code, const char *entry, Function &out);
  /// A copy of `data`, which is the same for all ranks, in this GPU's memory.
  popt_rt_status constants(const void *data, size_t bytes, Address &out);

  /// For peers that enable access to this GPU's memory.
  Context peerContext() const { return context; }

  /// Matrix products by a library.
  Products &products() { return *productLibrary; }

  /// "GPU 0 (NVIDIA H200)", "NVIDIA H200".
  std::string describe() const;
  const std::string &deviceName() const { return name; }

  const std::shared_ptr<const Driver> driver;
  const Device device;
  DeviceId id = {};
  int32_t numMultiprocessors = 1;

private:
  Gpu(std::shared_ptr<const Driver> driver, Device device);
  popt_rt_status loadImage(const popt_rt_image &image, bool mayUseCubin,
                           Module &out);
  popt_rt_status find(Module module, const char *entry, Function &out);

  std::string name;
  int32_t major = 0, minor = 0; ///< compute capability
  Context context = nullptr;
  std::mutex mutex; ///< of all below
  const popt_rt_image *loaded = nullptr;
  std::vector<Module> modules;
  std::map<OwnCode, Module> ownModules;
  std::map<const void *, Address> copies;
  std::unique_ptr<Products> productLibrary; ///< locks for itself
};

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_GPU_H
