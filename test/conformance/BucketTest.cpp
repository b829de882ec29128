//===- BucketTest.cpp - Several collectives as one ------------------------===//
//
// Buckets of mixed kinds, types and sizes, on every shape of group that matters
// here, give what the collectives give one by one, in place and not; what may
// not be in a bucket, and buckets that differ between ranks, are refused.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "Oracle.h"

using namespace popt::rt::conformance;

namespace {

class BucketTest : public WorldTest {};

/// One member of a bucket: buffers of this rank, and what must come out.
struct Call {
  enum Kind { AllReduce, AllGather, ReduceScatter, Permute, Broadcast } kind;
  popt_rt_element_type type;
  int64_t count; ///< per member where there are slices
  bool inPlace = false;
  Bytes send = {}, recv = {}, alone = {};
  std::vector<int64_t> counts = {};
  std::vector<popt_rt_pair> pairs = {};
};

std::vector<Call> mixedCalls() {
  std::vector<Call> calls;
  for (int64_t count : {1, 7, 1000, 0, 30'000})
    for (popt_rt_element_type type :
         {POPT_RT_F32, POPT_RT_BF16, POPT_RT_I32, POPT_RT_F64})
      for (Call::Kind kind :
           {Call::AllReduce, Call::AllGather, Call::ReduceScatter,
            Call::Permute, Call::Broadcast})
        calls.push_back(
            {kind, type, count, kind == Call::AllReduce && count % 2 == 1});
  return calls;
}

void fill(Call &call, int32_t rank, int32_t size, int32_t salt) {
  size_t width = popt_rt_element_size(call.type);
  int64_t sent = call.count, received = call.count;
  for (int32_t m = 0; m < size; ++m)
    call.counts.push_back(m % 3 == 2 ? 0 : call.count + m % 2);
  int64_t total = 0;
  for (int64_t each : call.counts)
    total += each;
  if (call.kind == Call::AllGather) {
    sent = call.count + 1; // the largest slice
    received = total;
  }
  if (call.kind == Call::ReduceScatter) {
    sent = total;
    received = call.count + 1;
  }
  for (int32_t m = 0; m + 1 < size; ++m)
    call.pairs.push_back({m, m + 1});
  call.send = makeInput(call.type, rank, sent, salt);
  call.recv.assign(received * width, 0x5a);
  if (call.inPlace)
    call.recv = call.send;
  call.alone = call.recv;
}

popt_rt_status run(popt_rt_group *group, const popt_rt_op &op, Call &call,
                   Bytes &recv) {
  const void *send = call.inPlace ? recv.data() : call.send.data();
  switch (call.kind) {
  case Call::AllReduce:
    return popt_rt_all_reduce(group, &op, send, recv.data(), call.count,
                              call.type, POPT_RT_SUM);
  case Call::AllGather:
    return popt_rt_all_gather(group, &op, send, recv.data(), call.counts.data(),
                              call.type);
  case Call::ReduceScatter:
    return popt_rt_reduce_scatter(group, &op, send, recv.data(),
                                  call.counts.data(), call.type, POPT_RT_MAX);
  case Call::Permute:
    return popt_rt_permute(group, &op, send, recv.data(), call.count, call.type,
                           call.pairs.data(),
                           static_cast<int32_t>(call.pairs.size()), nullptr);
  case Call::Broadcast:
    return popt_rt_broadcast(group, &op, send, recv.data(), call.count,
                             call.type, popt_rt_group_size(group) - 1);
  }
  return POPT_RT_INVALID_ARGUMENT;
}

std::string compare(popt_rt_transport *transport, popt_rt_group *group,
                    std::vector<Call> calls, int32_t salt) {
  int32_t rank = popt_rt_transport_rank(transport);
  popt_rt_op op = {salt, "bucket", nullptr};
  for (Call &call : calls) {
    fill(call, rank, popt_rt_group_size(group), salt);
    POPT_RT_TRY(transport, run(group, op, call, call.alone));
  }
  POPT_RT_TRY(transport, popt_rt_bucket_begin(group));
  for (Call &call : calls)
    POPT_RT_TRY(transport, run(group, op, call, call.recv));
  POPT_RT_TRY(transport, popt_rt_bucket_end(group, &op));
  for (size_t i = 0; i < calls.size(); ++i)
    if (calls[i].recv != calls[i].alone)
      return "call " + std::to_string(i) + " of a bucket of " +
             std::to_string(calls.size()) + " differs";
  return "";
}

} // namespace

TEST_P(BucketTest, AsOneByOne) {
  for (int32_t size : {1, 2, 3, 4, 8})
    expectAll(
        GetParam(), size, [&](popt_rt_transport *transport) -> std::string {
          std::string error;
          popt_rt_group *group = groupOfAll(transport);
          std::vector<Call> calls = mixedCalls();
          // All, none, one, two, and many buckets after each other.
          for (size_t count :
               {calls.size(), size_t(0), size_t(1), size_t(2), size_t(9)}) {
            error = compare(transport, group,
                            {calls.begin(), calls.begin() + count},
                            static_cast<int32_t>(count));
            if (!error.empty())
              return error;
          }
          for (int32_t round = 0; round < 200; ++round) {
            size_t from = round % 60;
            error = compare(transport, group,
                            {calls.begin() + from, calls.begin() + from + 3},
                            100 + round);
            if (!error.empty())
              return error;
          }
          return "";
        });
}

/// What fails in between ends the bucket, and nothing is communicated.
TEST_P(BucketTest, Refused) {
  expectAll(GetParam(), 2, [](popt_rt_transport *transport) -> std::string {
    std::string error;
    popt_rt_group *group = groupOfAll(transport);
    popt_rt_op op = {1, "bucket", nullptr};
    auto refused = [&](popt_rt_status status, const char *text) {
      std::string said = popt_rt_last_error(transport);
      if (status == POPT_RT_INVALID_ARGUMENT &&
          said.find(text) != std::string::npos)
        return std::string();
      return "not refused with \"" + std::string(text) + "\": " + said;
    };
    int64_t counts[2] = {1, 1};
    float x[2] = {1, 2}, y[2] = {};
    error = refused(popt_rt_bucket_end(group, &op), "bucket: none has begun");
    if (!error.empty())
      return error;
    POPT_RT_TRY(transport, popt_rt_bucket_begin(group));
    error = refused(popt_rt_bucket_begin(group),
                    "bucket: one has begun and not ended");
    if (!error.empty())
      return error;
    POPT_RT_TRY(transport, popt_rt_all_reduce(group, &op, x, y, 2, POPT_RT_F32,
                                              POPT_RT_SUM));
    error = refused(
        popt_rt_all_to_all(group, &op, x, counts, y, counts, POPT_RT_F32),
        "cannot be part of a bucket");
    if (!error.empty())
      return error;
    error = refused(popt_rt_barrier(group, &op), "cannot be part of a bucket");
    if (!error.empty())
      return error;
    error = refused(popt_rt_all_gather(group, &op, x, y, nullptr, POPT_RT_F32),
                    "null group or counts");
    if (!error.empty())
      return error;
    // The first of them is what the bucket says.
    error = refused(popt_rt_bucket_end(group, &op), "all_to_all");
    if (!error.empty() || y[0] != 0)
      return error + " or it ran";
    error = refused(popt_rt_bucket_begin(nullptr), "bucket: null group");
    if (!error.empty())
      return error;
    error = refused(popt_rt_bucket_end(nullptr, &op), "bucket: null group");
    if (!error.empty())
      return error;
    POPT_RT_TRY(transport, popt_rt_bucket_begin(group));
    POPT_RT_TRY(transport, popt_rt_all_reduce(group, &op, x, y, 2, POPT_RT_F32,
                                              POPT_RT_SUM));
    POPT_RT_TRY(transport, popt_rt_bucket_end(group, &op));
    return y[0] == 2 && y[1] == 4 ? "" : "wrong sum afterwards";
  });
}

/// Ranks whose buckets differ get one message.
TEST_P(BucketTest, Disagreement) {
  expectAll(GetParam(), 3, [](popt_rt_transport *transport) -> std::string {
    popt_rt_group *group = groupOfAll(transport);
    popt_rt_op op = {1, "bucket", nullptr};
    float x[2] = {1, 2}, y[2] = {}, z[2] = {};
    POPT_RT_TRY(transport, popt_rt_bucket_begin(group));
    POPT_RT_TRY(transport, popt_rt_all_reduce(group, &op, x, y, 2, POPT_RT_F32,
                                              POPT_RT_SUM));
    int64_t count = popt_rt_transport_rank(transport) == 1 ? 1 : 2;
    POPT_RT_TRY(transport, popt_rt_all_reduce(group, &op, x, z, count,
                                              POPT_RT_F32, POPT_RT_SUM));
    popt_rt_status status = popt_rt_bucket_end(group, &op);
    std::string said = popt_rt_last_error(transport);
    if (status != POPT_RT_MISMATCH ||
        said.find("bucket of 2 collectives") == std::string::npos)
      return "status " + std::to_string(status) + ": " + said;
    return "";
  });
}

POPT_RT_FOR_QUICK_WORLDS(BucketTest);
