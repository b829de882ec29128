//===- Tuning.h - Measures the algorithms of libraries --------------------===//
//
// popt-run --tune: for every product and convolution of the program each algorithm
// that the library proposes is run, and the fastest is written to a file, which poptc
// --tuned reads. The choice is then part of the program, so its bits do not
// depend on a measurement of that day.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_TUNING_H
#define POPT_RT_LIB_DEVICE_CUDA_TUNING_H

#include "LibraryCall.h"

namespace popt::rt::cuda {

/// So many proposals are measured.
constexpr size_t kMostMeasured = 16;

/// What was measured, on all GPUs of a run, which are of one kind.
class Tuning {
public:
  /// Lets `call` use the fastest of its proposals, of which there are some.
  popt_rt_status measure(Gpu &gpu, const std::string &measuredOn,
                         const std::string &name, LibraryCall &call);
  /// The text of the file for --tuned; "" if nothing was measured. Once all is.
  const char *file();

private:
  struct Measured {
    std::vector<uint8_t> algorithm;
    double seconds = 0, secondsOfFirst = 0;
  };
  popt_rt_status measure(Gpu &gpu, LibraryCall &call, Measured &out);

  std::mutex mutex;
  std::string device;
  /// By what it was measured on, "NVIDIA H200, cuBLASLt 130100", then by name.
  std::map<std::string, std::map<std::string, Measured>> calls;
  std::string text;
};

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_TUNING_H
