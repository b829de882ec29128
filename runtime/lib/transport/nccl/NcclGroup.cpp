//===- NcclGroup.cpp - Collectives on streams -----------------------------===//
//
// Tests: test/conformance (the worlds "nccl" and "ncclDeterministic").
//
//===----------------------------------------------------------------------===//
#include "NcclTransport.h"

using namespace popt::rt;
using namespace popt::rt::cuda;

NcclGroup::NcclGroup(NcclTransport &transport,
                     std::unique_ptr<popt_rt_group> theOnHost,
                     std::shared_ptr<NcclEnd> end, GroupBlock *block)
    : transport(transport), onHost(std::move(theOnHost)), end(std::move(end)),
      streams(transport.gpu) {
  ranks = onHost->ranks;
  channel = onHost->channel;
  member = onHost->member;
  if (!block)
    return;
  Segment &segment = transport.segment;
  members = segment.at<MemberRecord>(block->membersOffset);
  counts = segment.at<int64_t>(block->countsOffset);
  calls = &transport.calls.channelOf(groupKey(ranks, channel));
}

NcclGroup::~NcclGroup() {
  if (calls)
    transport.calls.close(*calls);
}

popt_rt_status NcclGroup::run(const popt_rt_op &op, const Collective &c) {
  return op.stream ? runOnStream(op, {c}) : onHost->run(op, c);
}

popt_rt_status NcclGroup::runBucket(const popt_rt_op &op,
                                    const Bucket &collectives) {
  return op.stream ? runOnStream(op, collectives)
                   : onHost->runBucket(op, collectives);
}

NcclPlan NcclGroup::planAll(const Bucket &collectives, char *staging) const {
  NcclPlan plan;
  for (const Collective &c : collectives)
    planCollective(c, member, size(), transport.isDeterministic, staging, plan);
  return plan;
}

popt_rt_status NcclGroup::stagingFor(void *stream, int64_t bytes,
                                     char *&out_staging) {
  out_staging = static_cast<char *>(streams.staging(stream, bytes));
  return out_staging
             ? POPT_RT_OK
             : fail(POPT_RT_OUT_OF_MEMORY, "no room on the GPU to copy " +
                                               std::to_string(bytes) +
                                               " bytes of a collective");
}

popt_rt_status NcclGroup::reserve(void *stream, const Bucket &bucket) {
  int64_t bytes = end ? planAll(bucket, nullptr).staged : 0;
  char *unused = nullptr;
  return bytes > 0 ? stagingFor(stream, bytes, unused) : POPT_RT_OK;
}

popt_rt_status
NcclGroup::runOnStream(const popt_rt_op &op,
                       const std::vector<Collective> &collectives) {
  if (collectives.empty())
    return POPT_RT_OK;
  transport.host->enter(op);
  if (transport.segment.hasFailed())
    return transport.host->failed();
  if (!end)
    return fail(POPT_RT_INVALID_ARGUMENT,
                describeOp(op.id, op.name) + " is on a stream, but " +
                    (isOfHost() ? "channel " + std::to_string(channel) +
                                      " is the host's"
                                : "its group was not prepared for that"));
  NcclPlan plan = planAll(collectives, nullptr);
  if (plan.staged > 0) {
    char *staging = nullptr;
    if (popt_rt_status status = stagingFor(op.stream, plan.staged, staging))
      return status;
    plan = planAll(collectives, staging);
  }
  publish(op, collectives);
  auto kind = collectives.size() > 1 ? CollectiveKind::Bucket
                                     : collectives.front().kind;
  NcclOpenCall call;
  call.peers = peersOf(plan);
  call.place =
      transport.host->placeIn(transport.host->record.journal.currentOp());
  call.what = std::string(name(kind)) + " of " + describeOp(op.id, op.name);
  call.group = this;
  call.sequence = sequence;
  std::string what = call.what;
  transport.calls.open({calls}, {std::move(call)});
  if (transport.joinsCollectives)
    streams.wait(op.stream, transport.lastCollective);
  if (popt_rt_status status = carryOut(op, plan, what))
    return status;
  StreamPoint done = streams.record(op.stream);
  transport.calls.noteDone({calls}, done);
  transport.lastCollective = std::move(done);
  return transport.check(streams);
}

/// The ranks that this one's part waits for.
std::vector<int32_t> NcclGroup::peersOf(const NcclPlan &plan) const {
  std::vector<bool> isPeer(ranks.size());
  for (const std::vector<NcclCall> *calls : {&plan.first, &plan.second})
    for (const NcclCall &call : *calls)
      if (call.kind == NcclCall::Kind::Send ||
          call.kind == NcclCall::Kind::Receive)
        isPeer[call.peer] = true;
      else
        isPeer.assign(ranks.size(), true);
  std::vector<int32_t> peers;
  for (int32_t m = 0; m < size(); ++m)
    if (isPeer[m] && m != member)
      peers.push_back(ranks[m]);
  return peers;
}

popt_rt_status NcclGroup::carryOut(const popt_rt_op &op, const NcclPlan &plan,
                                   const std::string &what) {
  for (const NcclPlan::Copy &copy : plan.copies)
    streams.copy(op.stream, copy.to, copy.from, copy.bytes);
  for (const NcclPlan::Fill &fill : plan.fills)
    streams.fill(op.stream, fill.to, fill.element, fill.size, fill.count);
  transport.calls.noteBegun({calls}, streams.record(op.stream));
  auto issued = [&] { NcclCalls::noteIssued({calls}); };
  if (popt_rt_status status =
          transport.enqueue(*end, plan.first, op.stream, what, issued))
    return status;
  for (const NcclPlan::Reduction &reduction : plan.reductions)
    streams.reduce(op.stream, reduction.monoid, reduction.type,
                   reduction.sources.data(),
                   static_cast<int32_t>(reduction.sources.size()),
                   &reduction.target, 1, reduction.count);
  return transport.enqueue(*end, plan.second, op.stream, what);
}

popt_rt_status NcclGroup::connect() {
  return isOfHost() ? POPT_RT_OK
                    : transport.connectGroup(
                          ranks, "the connections of " +
                                     std::to_string(ranks.size()) + " ranks");
}

popt_rt_status NcclGroup::start(const popt_rt_op &op, const TransferCall &call,
                                popt_rt_request *&request) {
  if (!op.stream)
    return onHost->start(op, call, request);
  return transport.start(op, call, ranks[call.peer], request);
}
