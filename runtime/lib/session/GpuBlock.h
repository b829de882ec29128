//===- GpuBlock.h - A rank's block and a tensor on a GPU --------*- C++ -*-===//
//
// What Shards.h does between a rank and a whole tensor in the host's memory, for a
// whole in the memory of a GPU that the rank's reaches: in the rank's first stream,
// and no byte of the tensor goes through the host.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_SESSION_GPUBLOCK_H
#define POPT_RT_LIB_SESSION_GPUBLOCK_H

#include "../device/Device.h"
#include "popt-rt/step_table.h"
#include "popt-rt/transport.h"

namespace popt::rt {

/// Copies of one rank, which are done after finish().
class GpuBlocks {
public:
  GpuBlocks(const StepTable &table, int32_t rank, popt_rt_device *device,
            popt_rt_transport *transport)
      : table(table), rank(rank), device(device), transport(transport) {}
  ~GpuBlocks();
  GpuBlocks(const GpuBlocks &) = delete;
  GpuBlocks &operator=(const GpuBlocks &) = delete;

  /// The rank's block of an argument, with what splitArgument() puts around it; the
  /// whole is dense if it has no strides.
  bool take(size_t argument, const void *whole, const int64_t *strides,
            void *local, std::string &out_error);
  /// The rank's block of a result goes to its place in the whole.
  bool give(size_t result, void *local, void *whole, std::string &out_error);
  /// The same of a block that the host has, in `buffer` or where it stays.
  bool giveFromHost(size_t result, const void *local,
                    std::vector<uint8_t> buffer, void *whole,
                    std::string &out_error);
  bool finish(std::string &out_error);

private:
  bool check(popt_rt_status status, std::string &out_error) const;
  bool run(popt_rt_action *action, void *const *addresses,
           std::string &out_error);

  const StepTable &table;
  const int32_t rank;
  popt_rt_device *const device;
  popt_rt_transport *const transport;
  std::vector<void *> copies; ///< on the device, of what the host had
  std::vector<std::vector<uint8_t>> kept; ///< which is read until finish()
};

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_GPUBLOCK_H
