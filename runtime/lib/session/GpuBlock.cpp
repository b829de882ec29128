//===- GpuBlock.cpp - A rank's block and a tensor on a GPU ----------------===//
//
// Tests: CallableGpuTest.
//
//===----------------------------------------------------------------------===//
#include "GpuBlock.h"
#include "../exec/WaitsForDevice.h"
#include "../tensor/Shards.h"

using namespace popt::rt;

GpuBlocks::~GpuBlocks() {
  for (void *copy : copies)
    popt_rt_device_free(device, copy);
}

bool GpuBlocks::check(popt_rt_status status, std::string &out_error) const {
  return succeeded(device, status, out_error);
}

/// Launches what was prepared.
bool GpuBlocks::run(popt_rt_action *action, void *const *addresses,
                    std::string &out_error) {
  ActionOwner owner(action);
  return check(popt_rt_action_launch(action, 0, addresses, nullptr, nullptr),
               out_error);
}

static popt_rt_view viewOf(popt_rt_element_type type, const BlockCopy &block,
                           const std::vector<int64_t> &strides) {
  return {type, static_cast<int32_t>(block.extents.size()),
          block.extents.data(), strides.data()};
}

bool GpuBlocks::take(size_t index, const void *whole, const int64_t *strides,
                     void *local, std::string &out_error) {
  const Argument &argument = table.arguments[index];
  BlockCopy block(table.mesh, argument, rank, strides);
  size_t bytes = bytesOf(argument.localShape, argument.type);
  if (bytes == 0)
    return true;
  bool isHere = holdsValue(table.mesh, argument.layout, rank);
  if ((!isHere || !block.isWhole) &&
      !check(popt_rt_device_fill(device, 0, local, 0, bytes), out_error))
    return false;
  if (!isHere)
    return true;
  popt_rt_view to = viewOf(argument.type, block, block.localStrides);
  popt_rt_action *action = nullptr;
  if (!keepsValue(table.mesh, argument.layout, rank)) {
    uint8_t identity[16] = {};
    popt_rt_monoid_identity(toC(argument.layout.monoid), argument.type,
                            identity);
    return check(popt_rt_device_prepare_fill(device, &to, identity, &action),
                 out_error) &&
           run(action, &local, out_error);
  }
  popt_rt_view from = viewOf(argument.type, block, block.wholeStrides);
  void *addresses[] = {
      static_cast<char *>(const_cast<void *>(whole)) + block.start, local};
  return check(popt_rt_device_prepare_copy(device, &from, &to, &action),
               out_error) &&
         run(action, addresses, out_error);
}

bool GpuBlocks::give(size_t index, void *local, void *whole,
                     std::string &out_error) {
  const Result &result = table.results[index];
  BlockCopy block(table.mesh, result, rank);
  popt_rt_view from = viewOf(result.type, block, block.localStrides),
               to = viewOf(result.type, block, block.wholeStrides);
  void *addresses[] = {local, static_cast<char *>(whole) + block.start};
  popt_rt_action *action = nullptr;
  return check(popt_rt_device_prepare_copy(device, &from, &to, &action),
               out_error) &&
         run(action, addresses, out_error);
}

bool GpuBlocks::giveFromHost(size_t index, const void *local,
                             std::vector<uint8_t> buffer, void *whole,
                             std::string &out_error) {
  kept.push_back(std::move(buffer));
  const Result &result = table.results[index];
  size_t bytes = bytesOf(result.localShape, result.type);
  void *copy = nullptr;
  if (!check(
          popt_rt_device_allocate(device, POPT_RT_DEVICE_MEMORY, bytes, &copy),
          out_error))
    return false;
  copies.push_back(copy);
  return check(popt_rt_device_copy(device, 0, copy, local, bytes), out_error) &&
         give(index, copy, whole, out_error);
}

bool GpuBlocks::finish(std::string &out_error) {
  WaitsForDevice meanwhile(transport);
  return check(popt_rt_device_synchronize(device, 0), out_error);
}
