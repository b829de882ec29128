//===- Transport.cpp - The C API: handles, groups, point to point ---------===//
//
// Checks arguments and forwards to the transport's class. Collectives are in
// Collectives.cpp. Tested by test/conformance (ArgumentsTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "Transport.h"

#include <algorithm>
#include <new>

namespace popt::rt {

static thread_local std::string lastError;
static thread_local std::string failureText;

popt_rt_status fail(popt_rt_status status, std::string message) {
  lastError = std::move(message);
  return status;
}

/// FNV-1a.
uint64_t groupKey(const std::vector<int32_t> &ranks, int32_t channel) {
  uint64_t hash = 0xcbf29ce484222325;
  auto mix = [&](uint32_t value) {
    for (int32_t i = 0; i < 4; ++i)
      hash = (hash ^ ((value >> (8 * i)) & 0xff)) * 0x100000001b3;
  };
  mix(static_cast<uint32_t>(channel));
  for (int32_t rank : ranks)
    mix(static_cast<uint32_t>(rank));
  return hash;
}

std::string describeOp(int64_t id, const char *name) {
  std::string text = "op " + std::to_string(id);
  if (name && *name)
    text += " (\"" + std::string(name) + "\")";
  return text;
}

} // namespace popt::rt

using namespace popt::rt;

void popt_rt_transport_destroy(popt_rt_transport *transport) {
  if (!transport)
    return;
  transport->groups.clear();
  delete transport;
}

int32_t popt_rt_transport_rank(const popt_rt_transport *transport) {
  return transport->rank;
}

int32_t popt_rt_transport_size(const popt_rt_transport *transport) {
  return transport->size;
}

const char *popt_rt_transport_name(const popt_rt_transport *transport) {
  return transport->name();
}

const char *popt_rt_last_error(popt_rt_transport *transport) {
  failureText = lastError;
  if (failureText.empty() && transport)
    transport->health(&failureText);
  return failureText.c_str();
}

void popt_rt_transport_set_timeout(popt_rt_transport *transport,
                                   double seconds) {
  transport->setTimeout(seconds);
}

void popt_rt_transport_computing(popt_rt_transport *transport, int64_t op_id) {
  transport->computing(op_id);
}

void popt_rt_transport_idle(popt_rt_transport *transport) { transport->idle(); }

void popt_rt_transport_waits_for_device(popt_rt_transport *transport,
                                        int32_t waits) {
  transport->waitsForDevice(waits != 0);
}

void popt_rt_transport_in_step(popt_rt_transport *transport, int64_t step,
                               int64_t microbatch) {
  transport->inStep(step, microbatch);
}

void popt_rt_transport_step_done(popt_rt_transport *transport, double seconds,
                                 double computed_seconds) {
  transport->stepDone(seconds, computed_seconds);
}

void popt_rt_transport_abort(popt_rt_transport *transport,
                             const char *message) {
  transport->abort(message ? message : "");
}

popt_rt_status popt_rt_transport_health(popt_rt_transport *transport) {
  std::string message;
  popt_rt_status status = transport->health(&message);
  return status == POPT_RT_OK ? status : fail(status, std::move(message));
}

popt_rt_status popt_rt_transport_allocate(popt_rt_transport *transport,
                                          size_t bytes, void **out_memory) {
  if (!transport || !out_memory)
    return fail(POPT_RT_INVALID_ARGUMENT, "allocate: null argument");
  *out_memory = nullptr;
  return transport->allocate(bytes, *out_memory);
}

void popt_rt_transport_free(popt_rt_transport *transport, void *memory) {
  if (transport && memory)
    transport->free(memory);
}

popt_rt_status popt_rt_transport_register(popt_rt_transport *transport,
                                          void *memory, size_t bytes) {
  if (!transport || !memory || !bytes)
    return fail(POPT_RT_INVALID_ARGUMENT, "register: null argument");
  return transport->registerMemory(memory, bytes) ? POPT_RT_OK
                                                  : POPT_RT_UNSUPPORTED;
}

const char *popt_rt_transport_note(const popt_rt_transport *transport) {
  return transport->note();
}

void popt_rt_transport_forget(popt_rt_transport *transport, void *memory) {
  if (transport && memory)
    transport->forgetMemory(memory);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

static popt_rt_status checkRanks(const popt_rt_transport &transport,
                                 const std::vector<int32_t> &list) {
  std::vector<bool> seen(transport.size);
  for (int32_t rank : list) {
    if (rank < 0 || rank >= transport.size)
      return fail(POPT_RT_INVALID_ARGUMENT,
                  "group: rank " + std::to_string(rank) +
                      " does not exist, there are " +
                      std::to_string(transport.size) + " ranks");
    if (seen[rank])
      return fail(POPT_RT_INVALID_ARGUMENT,
                  "group: rank " + std::to_string(rank) + " is listed twice");
    seen[rank] = true;
  }
  return POPT_RT_OK;
}

static popt_rt_status createGroup(popt_rt_transport &transport,
                                  const int32_t *ranks, int32_t size,
                                  int32_t channel, popt_rt_group *&group) {
  std::vector<int32_t> list(ranks, ranks + size);
  if (popt_rt_status status = checkRanks(transport, list))
    return status;
  auto self = std::find(list.begin(), list.end(), transport.rank);
  if (self == list.end())
    return fail(POPT_RT_INVALID_ARGUMENT,
                "group: rank " + std::to_string(transport.rank) +
                    " creates a group that it is not in");
  int32_t member = static_cast<int32_t>(self - list.begin());

  std::lock_guard<std::mutex> lock(transport.groupsMutex);
  for (auto &known : transport.groups)
    if (known->channel == channel && known->ranks == list) {
      group = known.get();
      return POPT_RT_OK;
    }
  std::unique_ptr<popt_rt_group> made;
  if (popt_rt_status status =
          transport.makeGroup(std::move(list), channel, member, made))
    return status;
  group = made.get();
  transport.groups.push_back(std::move(made));
  return POPT_RT_OK;
}

popt_rt_status popt_rt_group_create(popt_rt_transport *transport,
                                    const int32_t *ranks, int32_t size,
                                    int32_t channel,
                                    popt_rt_group **out_group) {
  if (!transport || !ranks || !out_group || size < 1)
    return fail(POPT_RT_INVALID_ARGUMENT,
                "group: null argument or empty list of ranks");
  try {
    return createGroup(*transport, ranks, size, channel, *out_group);
  } catch (const std::bad_alloc &) {
    return fail(POPT_RT_OUT_OF_MEMORY, "group: out of memory");
  }
}

popt_rt_status popt_rt_groups_prepare(popt_rt_transport *transport,
                                      const int32_t *ranks,
                                      const int32_t *sizes,
                                      const int32_t *channels, int32_t count) {
  if (!transport || count < 0 || (count > 0 && !(ranks && sizes && channels)))
    return fail(POPT_RT_INVALID_ARGUMENT, "groups: null argument");
  std::vector<GroupName> names;
  for (int32_t i = 0; i < count; ++i) {
    if (sizes[i] < 1)
      return fail(POPT_RT_INVALID_ARGUMENT, "groups: empty list of ranks");
    std::vector<int32_t> list(ranks, ranks + sizes[i]);
    if (popt_rt_status status = checkRanks(*transport, list))
      return status;
    names.emplace_back(std::move(list), channels[i]);
    ranks += sizes[i];
  }
  return transport->prepareGroups(names);
}

popt_rt_status popt_rt_group_connect(popt_rt_group *group) {
  return group ? group->connect()
               : fail(POPT_RT_INVALID_ARGUMENT, "connect: null group");
}

int32_t popt_rt_group_member(const popt_rt_group *group) {
  return group->member;
}

int32_t popt_rt_group_size(const popt_rt_group *group) { return group->size(); }

//===----------------------------------------------------------------------===//
// Point to point
//===----------------------------------------------------------------------===//

/// Checks the call, then starts it.
static popt_rt_status startTransfer(popt_rt_group *group, const popt_rt_op *op,
                                    const TransferCall &call,
                                    popt_rt_request **out_request) {
  const char *what = call.isSend ? "send" : "receive";
  const auto &[isSend, buffer, count, type, peer] = call;
  if (!group || !out_request)
    return fail(POPT_RT_INVALID_ARGUMENT,
                std::string(what) + ": null argument");
  *out_request = nullptr;
  if (popt_rt_element_size(type) == 0)
    return fail(POPT_RT_INVALID_ARGUMENT, std::string(what) +
                                              ": unknown element type " +
                                              std::to_string(type));
  if (count < 0 || (count > 0 && !buffer))
    return fail(
        POPT_RT_INVALID_ARGUMENT,
        std::string(what) +
            (count < 0 ? ": negative count " : ": null buffer, count ") +
            std::to_string(count));
  if (peer < 0 || peer >= group->size())
    return fail(POPT_RT_INVALID_ARGUMENT,
                std::string(what) + ": member " + std::to_string(peer) +
                    " does not exist, the group has " +
                    std::to_string(group->size()));
  try {
    return group->start(op ? *op : popt_rt_op{}, call, *out_request);
  } catch (const std::bad_alloc &) {
    return fail(POPT_RT_OUT_OF_MEMORY, std::string(what) + ": out of memory");
  }
}

popt_rt_status popt_rt_send_start(popt_rt_group *group, const popt_rt_op *op,
                                  const void *send, int64_t count,
                                  popt_rt_element_type type, int32_t target,
                                  popt_rt_request **out_request) {
  return startTransfer(group, op,
                       {true, const_cast<void *>(send), count, type, target},
                       out_request);
}

popt_rt_status popt_rt_recv_start(popt_rt_group *group, const popt_rt_op *op,
                                  void *recv, int64_t count,
                                  popt_rt_element_type type, int32_t source,
                                  popt_rt_request **out_request) {
  return startTransfer(group, op, {false, recv, count, type, source},
                       out_request);
}

popt_rt_status popt_rt_issue(popt_rt_transport *transport,
                             popt_rt_request *const *requests, int32_t count) {
  if (!transport || count < 0 || (count > 0 && !requests))
    return fail(POPT_RT_INVALID_ARGUMENT, "issue: null argument");
  return transport->issue(requests, count);
}

int popt_rt_needs_issue(const popt_rt_transport *transport) {
  return transport && transport->needsIssue();
}

popt_rt_status popt_rt_wait(popt_rt_request *request) {
  if (!request)
    return fail(POPT_RT_INVALID_ARGUMENT, "wait: null request");
  return request->wait();
}

popt_rt_status popt_rt_test(popt_rt_request *request, int *out_done) {
  if (!request || !out_done)
    return fail(POPT_RT_INVALID_ARGUMENT, "test: null argument");
  bool done = false;
  popt_rt_status status = request->test(done);
  *out_done = done;
  return status;
}
