//===- CallableValues.cpp - A rank takes arguments and gives results ------===//
//
// Tests: CallableTest, CallableGpuTest, PeersTest.
//
//===----------------------------------------------------------------------===//
#include "../session/GpuBlock.h"
#include "../session/ResultBlock.h"
#include "../tensor/Shards.h"
#include "Callable.h"
#include <algorithm>

using namespace popt::rt;

/// Calls `apply` for the user's argument or result, and for what else is of it.
template <typename Value, typename Apply>
static bool forEachBlock(const std::vector<Value> &values, int32_t user,
                         Apply apply) {
  if (!apply(static_cast<size_t>(user)))
    return false;
  for (size_t i = numOfUser(values); i < values.size(); ++i)
    if (values[i].part.of == user && !apply(i))
      return false;
  return true;
}

/// This rank's blocks of an argument: of the whole, or as they are, one after another.
bool Callable::take(Rank &rank, const popt_rt_value &value,
                    std::string &error) {
  if (value.on_gpu)
    return takeFromGpu(rank, value, error);
  auto *at = static_cast<const uint8_t *>(value.data);
  int32_t self = rank.world->rank();
  return forEachBlock(table().arguments, value.index, [&](size_t index) {
    void *local = rank.executor->argument(index);
    if (!local)
      return true;
    const Argument &argument = table().arguments[index];
    if (value.is_block) {
      splitBlock(table(), argument, self, at, local, /*poison=*/false);
      at += blockBytes(table(), argument, self);
    } else {
      splitArgument(table(), argument, self, value.data, local,
                    /*poison=*/false);
    }
    return rank.executor->upload(index, error);
  });
}

/// The same of a whole that lies on a GPU.
bool Callable::takeFromGpu(Rank &rank, const popt_rt_value &value,
                           std::string &error) {
  int32_t self = rank.world->rank();
  GpuBlocks blocks(table(), self, machines.device(self),
                   machines.transport(self));
  return forEachBlock(table().arguments, value.index,
                      [&](size_t index) {
                        void *local = rank.executor->argumentOnDevice(index);
                        return !local ||
                               blocks.take(index, value.data, value.strides,
                                           local, error);
                      }) &&
         blocks.finish(error);
}

/// Writes this rank's blocks of a result, unless another rank writes the same; among
/// peers its blocks one after another, or all of them.
bool Callable::give(Rank &rank, const popt_rt_value &value,
                    std::string &error) {
  auto *data = static_cast<uint8_t *>(value.data);
  if (value.on_gpu)
    return giveToGpu(rank, value, error);
  if (value.is_block)
    return giveBlocks(rank, value.index, data, error);
  int32_t self = rank.world->rank();
  if (!hasWhole(value.index)) {
    int64_t bytes = 0;
    (void)forEachBlock(table().results, value.index, [&](size_t index) {
      if (holdsResult(table(), index, self))
        bytes += blockBytes(table(), table().results[index], self);
      return true;
    });
    Bytes blocks(static_cast<size_t>(bytes));
    return giveBlocks(rank, value.index, blocks.data(), error) &&
           gather(rank, {value.index, numCalls, blocks.data(), data}, error);
  }
  return forEachBlock(table().results, value.index, [&](size_t index) {
    if (!holdsResult(table(), index, self))
      return true;
    const Result &result = table().results[index];
    Bytes buffer;
    const void *local =
        readBlock(table(), index, *rank.executor, *rank.world, buffer, error);
    if (local && (peers || !isReplica(table(), result, self)))
      placeBlock(table(), result, self, local, data);
    return local != nullptr;
  });
}

/// The same to a whole that lies on a GPU.
bool Callable::giveToGpu(Rank &rank, const popt_rt_value &value,
                         std::string &error) {
  int32_t self = rank.world->rank();
  GpuBlocks blocks(table(), self, machines.device(self),
                   machines.transport(self));
  return forEachBlock(
             table().results, value.index,
             [&](size_t index) {
               const Result &result = table().results[index];
               if (!holdsResult(table(), index, self))
                 return true;
               if (partialsOf(table(), result.layout, self).size() < 2)
                 return isReplica(table(), result, self) ||
                        blocks.give(index, rank.executor->resultOnDevice(index),
                                    value.data, error);
               // Their sum is made by the host, of all of them.
               Bytes buffer;
               const void *sum = readBlock(table(), index, *rank.executor,
                                           *rank.world, buffer, error);
               return sum && (isReplica(table(), result, self) ||
                              blocks.giveFromHost(index, sum, std::move(buffer),
                                                  value.data, error));
             }) &&
         blocks.finish(error);
}

/// Writes the blocks of a result that this rank holds one after another.
bool Callable::giveBlocks(Rank &rank, int32_t result, uint8_t *at,
                          std::string &error) {
  int32_t self = rank.world->rank();
  return forEachBlock(table().results, result, [&](size_t index) {
    if (!holdsResult(table(), index, self))
      return true;
    Bytes buffer;
    const void *local =
        readBlock(table(), index, *rank.executor, *rank.world, buffer, error);
    if (!local)
      return false;
    Bytes block = packBlock(table(), table().results[index], self, local);
    at = std::copy(block.begin(), block.end(), at);
    return true;
  });
}

/// Of equal blocks the first rank that holds one gives it.
bool Callable::gather(Rank &rank, const Request::Gather &wanted,
                      std::string &error) {
  const std::string what = describe({{}, {}, false, wanted});
  auto *at = static_cast<const uint8_t *>(wanted.block);
  int32_t self = rank.world->rank();
  return forEachBlock(table().results, wanted.result, [&](size_t index) {
    const Result &result = table().results[index];
    auto gives = [&](int32_t other) {
      return holdsResult(table(), index, other) &&
             !isReplica(table(), result, other);
    };
    int64_t bytes = holdsResult(table(), index, self)
                        ? blockBytes(table(), result, self)
                        : 0;
    Bytes mine;
    if (gives(self))
      mine.assign(at, at + bytes);
    at += bytes;
    std::vector<Bytes> all;
    if (!rank.world->exchange(what.c_str(), idOf(what), mine, all, error))
      return false;
    for (int32_t other = 0; other < rank.world->size(); ++other)
      if (gives(other))
        unpackBlock(table(), result, other, all[other].data(), wanted.whole);
    return true;
  });
}
