//===- OnGpu.cpp - Any test, with its data on a GPU -----------------------===//
//
// Buffers of a call that overlap in host memory, such as those in place, overlap
// on the device in the same way.
//
//===----------------------------------------------------------------------===//

#include "OnGpu.h"

#include "../../runtime/lib/transport/OverTransport.h"

#include <map>
#include <mutex>
#include <vector>

using namespace popt::rt;

namespace {
/// A device and its one stream; frees nothing that a failure left in flight.
struct Stream {
  popt_rt_device *device;
  popt_rt_transport *transport;
  std::mutex mutex{}; ///< a device takes calls of one thread at a time

  popt_rt_op on(const popt_rt_op &op) const {
    popt_rt_op result = op;
    result.stream = popt_rt_device_stream(device, 0);
    return result;
  }
  popt_rt_status allocate(size_t bytes, void **memory) {
    std::lock_guard<std::mutex> lock(mutex);
    return popt_rt_device_allocate(device, POPT_RT_DEVICE_MEMORY, bytes,
                                   memory);
  }
  void free(void *memory) {
    std::lock_guard<std::mutex> lock(mutex);
    popt_rt_device_free(device, memory);
  }
  popt_rt_status health() const { return popt_rt_transport_health(transport); }
  void synchronize() { popt_rt_device_synchronize(device, 0); }
};

/// Host memory of one call and its copies on the device.
class Mirror {
public:
  explicit Mirror(Stream &stream) : stream(stream) {}
  ~Mirror() {
    for (auto &[begin, range] : ranges)
      stream.free(range.copy);
  }
  void add(const void *memory, int64_t bytes) {
    if (bytes == 0)
      return;
    auto *begin = static_cast<char *>(const_cast<void *>(memory));
    char *end = begin + bytes;
    // Overlapping ranges become one.
    for (auto it = ranges.begin(); it != ranges.end();) {
      if (it->first < end && begin < it->second.end) {
        begin = std::min(begin, it->first);
        end = std::max(end, it->second.end);
        it = ranges.erase(it);
      } else {
        ++it;
      }
    }
    ranges[begin].end = end;
  }
  popt_rt_status upload() {
    for (auto &[begin, range] : ranges) {
      size_t bytes = static_cast<size_t>(range.end - begin);
      popt_rt_status status = stream.allocate(bytes, &range.copy);
      if (status == POPT_RT_OK)
        status =
            popt_rt_device_copy(stream.device, 0, range.copy, begin, bytes);
      if (status != POPT_RT_OK)
        return status;
    }
    return POPT_RT_OK;
  }
  void *at(const void *memory, int64_t bytes) const {
    if (bytes == 0)
      return nullptr;
    auto *byte = static_cast<char *>(const_cast<void *>(memory));
    const auto &[begin, range] = *std::prev(ranges.upper_bound(byte));
    return static_cast<char *>(range.copy) + (byte - begin);
  }
  void download(void *memory, int64_t bytes) {
    if (bytes > 0)
      popt_rt_device_copy(stream.device, 0, memory, at(memory, bytes),
                          static_cast<size_t>(bytes));
  }

private:
  struct Range {
    char *end = nullptr;
    void *copy = nullptr;
  };
  Stream &stream;
  std::map<char *, Range> ranges;
};

class Request : public popt_rt_request {
public:
  Request(Stream &stream, void *recv, int64_t bytes)
      : mirror(stream), stream(stream), recv(recv), bytes(bytes) {}
  popt_rt_status wait() override {
    popt_rt_status status = popt_rt_wait(inner);
    if (status == POPT_RT_OK && recv)
      mirror.download(recv, bytes);
    stream.synchronize();
    if (status == POPT_RT_OK)
      status = stream.health();
    delete this;
    return status;
  }
  popt_rt_status test(bool &done) override {
    int isDone = 0;
    popt_rt_status status = popt_rt_test(inner, &isDone);
    done = isDone;
    return status;
  }
  Mirror mirror;
  Stream &stream;
  popt_rt_request *inner = nullptr;
  void *recv;
  int64_t bytes;
};

class Group : public popt_rt_group {
public:
  Group(popt_rt_group *inner, Stream &stream) : inner(inner), stream(stream) {
    ranks = inner->ranks;
    channel = inner->channel;
    member = inner->member;
  }
  popt_rt_status run(const popt_rt_op &op, const Collective &c) override {
    return runAll({c}, [&](const std::vector<Collective> &moved) {
      return inner->run(stream.on(op), moved.front());
    });
  }
  popt_rt_status runBucket(const popt_rt_op &op, const Bucket &all) override {
    return runAll(all, [&](const std::vector<Collective> &moved) {
      return inner->runBucket(stream.on(op), moved);
    });
  }
  popt_rt_status connect() override { return inner->connect(); }
  popt_rt_status start(const popt_rt_op &op, const TransferCall &call,
                       popt_rt_request *&request) override {
    int64_t bytes = call.bytes();
    auto made = std::make_unique<Request>(
        stream, call.isSend ? nullptr : call.buffer, bytes);
    made->mirror.add(call.buffer, bytes);
    popt_rt_status status = made->mirror.upload();
    if (status != POPT_RT_OK)
      return status;
    TransferCall moved = call;
    moved.buffer = made->mirror.at(call.buffer, bytes);
    status = inner->start(stream.on(op), moved, made->inner);
    if (status == POPT_RT_OK)
      request = made.release();
    return status;
  }

private:
  template <typename Run>
  popt_rt_status runAll(const std::vector<Collective> &all, Run runInner) {
    Mirror mirror(stream);
    for (const Collective &c : all) {
      mirror.add(c.send, c.sendBytes);
      mirror.add(c.recv, c.recvBytes);
    }
    popt_rt_status status = mirror.upload();
    if (status != POPT_RT_OK)
      return status;
    std::vector<Collective> moved = all;
    for (Collective &c : moved) {
      c.send = mirror.at(c.send, c.sendBytes);
      c.recv = mirror.at(c.recv, c.recvBytes);
    }
    status = runInner(moved);
    if (status == POPT_RT_OK)
      for (const Collective &c : all)
        mirror.download(c.recv, c.recvBytes);
    stream.synchronize();
    // What goes wrong on a stream shows when that has come to its end.
    return status == POPT_RT_OK ? stream.health() : status;
  }
  popt_rt_group *inner;
  Stream &stream;
};

class OnGpu : public OverTransport {
public:
  OnGpu(popt_rt_transport *inner, popt_rt_device *device)
      : OverTransport(*inner), inner(inner), stream{device, inner} {
    popt_rt_device_open(device, 1, 0);
  }
  ~OnGpu() override {
    groups.clear();
    popt_rt_transport_destroy(inner);
    popt_rt_device_destroy(stream.device);
  }
  popt_rt_status makeGroup(std::vector<int32_t> ranks, int32_t channel, int32_t,
                           std::unique_ptr<popt_rt_group> &group) override {
    popt_rt_group *made = nullptr;
    popt_rt_status status = popt_rt_group_create(
        inner, ranks.data(), static_cast<int32_t>(ranks.size()), channel,
        &made);
    if (status == POPT_RT_OK)
      group = std::make_unique<Group>(made, stream);
    return status;
  }

private:
  popt_rt_transport *inner;
  Stream stream;
};
} // namespace

popt_rt_transport *popt::rt::conformance::makeOnGpu(popt_rt_transport *inner,
                                                    popt_rt_device *device) {
  return new OnGpu(inner, device);
}
