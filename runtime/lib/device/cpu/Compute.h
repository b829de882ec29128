//===- Compute.h - Contractions and convolutions, prepared once -----------===//
#ifndef POPT_RT_LIB_DEVICE_CPU_COMPUTE_H
#define POPT_RT_LIB_DEVICE_CPU_COMPUTE_H

#include "popt-rt/step_table.h"
#include <memory>

namespace popt::rt {

/// One rank's use of a Compute (it owns what threads must not share).
class ComputeCall {
public:
  virtual ~ComputeCall() = default;
  /// False if the library refused; operands are o0, o1, o2.
  virtual bool run(void *const *operands, uint8_t *scratch) = 0;
};

/// A prepared command, shared by all ranks.
class Compute {
public:
  virtual ~Compute() = default;
  virtual std::unique_ptr<ComputeCall> newCall() const = 0;
  virtual size_t scratchBytes() const = 0;
  /// What computes it: "onednn", "own", "nothing" (for tests and reports).
  virtual std::string how() const = 0;
};

/// Operands have passed check(). Null and a message if the types don't fit.
std::unique_ptr<Compute> prepareMatmul(const MatmulOp &op,
                                       const std::vector<Operand> &operands,
                                       std::string &out_error);
std::unique_ptr<Compute> prepareConv(const ConvOp &op,
                                     const std::vector<Operand> &operands,
                                     std::string &out_error);

inline size_t aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

} // namespace popt::rt
#endif // POPT_RT_LIB_DEVICE_CPU_COMPUTE_H
