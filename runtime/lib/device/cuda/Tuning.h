//===- Tuning.h - Measures algorithms of products -------------------------===//
//
// popt-run --tune: for every product of the program each algorithm that the
// library proposes is run, and the fastest is written to a file, which poptc
// --tuned reads. The choice is then part of the program, so its bits do not
// depend on a measurement of that day.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_TUNING_H
#define POPT_RT_LIB_DEVICE_CUDA_TUNING_H

#include "CublasLt.h"
#include "Gpu.h"

namespace popt::rt::cuda {

class LibraryProduct;

/// So many proposals are measured.
constexpr size_t kMostMeasured = 16;

/// What a choice holds for: "NVIDIA H200, cuBLASLt 130100".
std::string tuningName(const Gpu &gpu, const CublasLt &lt);

/// What was measured, on all GPUs of a run, which are of one kind.
class Tuning {
public:
  /// Lets the product use the fastest of `choices`.
  popt_rt_status measure(Gpu &gpu, const std::string &measuredOn,
                         const popt_rt_product &product,
                         const std::vector<LtChoice> &choices,
                         LibraryProduct &library);
  /// The text of the file for --tuned; "" if nothing was measured. Once all is.
  const char *file();

private:
  struct Measured {
    LtAlgorithm algorithm;
    double seconds, secondsOfFirst;
  };
  std::mutex mutex;
  std::string name;
  std::map<std::string, Measured> products;
  std::string text;
};

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_TUNING_H
