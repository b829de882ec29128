//===- Calls.cpp - Collectives, transfers and groups ----------------------===//
//
// What a group has of one communicator in one stream is one work. Where several
// streams are used, a communicator's works still run in the order of their calls.
//
//===----------------------------------------------------------------------===//
#include "Library.h"

namespace popt::fake {

/// What a thread has between ncclGroupStart and ncclGroupEnd.
struct Group {
  uint64_t generation = 0; ///< of the machine: a reset ends groups
  int depth = 0;
  NcclStatus status = kNcclSuccess;
  std::vector<QueuedCall> calls;
};

static Group &group() {
  static thread_local Group ofThread;
  if (ofThread.generation != Machine::get().generation) {
    ofThread = Group();
    ofThread.generation = Machine::get().generation;
  }
  return ofThread;
}

bool isInGroup() { return group().depth > 0; }

/// A communicator that does not block may take its time.
static NcclStatus begun(Communicator &communicator) {
  Machine &machine = Machine::get();
  if (communicator.isBlocking)
    return kNcclSuccess;
  communicator.delay = uint32_t(machine.random() % 3);
  return communicator.delay ? kNcclInProgress : kNcclSuccess;
}

/// What a ring of n ranks sends for the whole call; of a message what it has.
static uint64_t bytesInRing(const CallForm &form, uint64_t n) {
  uint64_t bytes = form.count * widthOfType(NcclType(form.type));
  switch (form.kind) {
  case CallKind::AllReduce:
    return 2 * (n - 1) * bytes;
  case CallKind::ReduceScatter: // its count is a rank's part
  case CallKind::AllGather:
    return n * (n - 1) * bytes;
  case CallKind::Reduce:
  case CallKind::Broadcast:
    return (n - 1) * bytes;
  case CallKind::Send:
    return bytes;
  case CallKind::Receive:
  case CallKind::Split:
    return 0;
  }
  return 0;
}

/// The kernel of a work. Kernels wait for a place on the device, and if NCCL is
/// asked for it, for the begin of those that were launched before.
class LaunchedKernel {
public:
  explicit LaunchedKernel(ContextObject &context)
      : context(context), number(++context.ncclLaunched) {
    const char *order = std::getenv("NCCL_LAUNCH_ORDER_IMPLICIT");
    if (Machine::get().config.ncclVersion >= 22600 && order &&
        std::string(order) == "1")
      context.ncclOrdered.insert(number);
  }

  bool begin() {
    uint64_t most = Machine::get().config.ncclKernels;
    bool isTurn = !context.ncclOrdered.count(number) ||
                  *context.ncclOrdered.begin() == number;
    if (!hasBegun && isTurn && (most == 0 || context.ncclRunning < most)) {
      hasBegun = true;
      ++context.ncclRunning;
      context.ncclOrdered.erase(number);
    }
    return hasBegun;
  }
  void end() {
    context.ncclRunning -= hasBegun;
    context.ncclOrdered.erase(number);
  }

private:
  ContextObject &context;
  const uint64_t number;
  bool hasBegun = false;
};

static void countBytes(const Communicator &communicator, uint64_t bytes) {
  Machine &machine = Machine::get();
  const Clique &clique = *communicator.clique;
  NcclTraffic &traffic = machine.ncclTraffic[clique.head().nonce];
  if (traffic.devices.empty())
    for (int32_t member = 0; member < clique.size; ++member)
      traffic.devices.push_back(clique.member(member).device);
  if (traffic.number == 0 || communicator.number < traffic.number)
    traffic.number = communicator.number;
  traffic.bytes += bytes;
  machine.counters.nccl_bytes += bytes;
}

static void launch(const std::shared_ptr<Communicator> &communicator,
                   StreamObject &stream, std::vector<CallPart> parts) {
  for (const CallPart &part : parts)
    if (part.isTransfer() || communicator->rank == 0)
      countBytes(*communicator,
                 bytesInRing(part.form, uint64_t(communicator->size)));
  auto work = std::make_shared<Work>();
  work->name = "NCCL's work of rank " + std::to_string(communicator->rank);
  for (CallPart &part : parts)
    part.number = part.form.kind == CallKind::Send
                      ? ++communicator->sends[size_t(part.peer)]
                  : part.form.kind == CallKind::Receive
                      ? ++communicator->receives[size_t(part.peer)]
                      : ++communicator->collectives;
  if (const WorkPointer &last = communicator->last;
      last && last->lane != stream.lane.id)
    work->after.push_back(last);
  LaunchedKernel kernel(*stream.context);
  work->meet = [communicator, parts, kernel](Work &self) mutable {
    Meeting meeting = communicator->isAborted || kernel.begin()
                          ? communicator->meet(self, parts)
                          : Meeting::Waits;
    if (meeting == Meeting::Done)
      kernel.end();
    return meeting;
  };
  communicator->last = work;
  Machine::get().submit(stream, work, true);
}

/// Launches the parts when all have the connections that they need.
static NcclStatus launchConnected(const QueuedCall &first,
                                  std::vector<CallPart> parts) {
  Communicator &communicator = *first.communicator;
  auto begin = [first, parts] {
    launch(first.communicator, *first.stream, parts);
  };
  if (!communicator.connect(parts, begin)) {
    begin();
    return begun(communicator);
  }
  if (!communicator.isBlocking)
    return kNcclInProgress;
  Machine &machine = Machine::get();
  while (!communicator.complete())
    if (!machine.step())
      machine.waitForNews();
  return communicator.error;
}

/// Launches what was queued, a work for each communicator and stream.
static NcclStatus launchAll(std::vector<QueuedCall> calls) {
  NcclStatus result = kNcclSuccess;
  while (!calls.empty()) {
    std::vector<CallPart> parts;
    std::vector<QueuedCall> rest;
    QueuedCall first = calls.front();
    for (QueuedCall &call : calls)
      if (call.communicator == first.communicator &&
          call.stream == first.stream)
        parts.push_back(call.part);
      else
        rest.push_back(call);
    if (NcclStatus status = launchConnected(first, std::move(parts)))
      result = status;
    calls = std::move(rest);
  }
  return result;
}

NcclStatus queue(QueuedCall call) {
  if (call.communicator->delay)
    return refuse(kNcclInvalidUsage,
                  "a call while the communicator's last is in progress");
  if (!isInGroup())
    return launchAll({std::move(call)});
  group().calls.push_back(std::move(call));
  return kNcclSuccess;
}

NcclStatus refuse(NcclStatus status, const std::string &text) {
  Machine::get().ncclError = text;
  if (isInGroup() && group().status == kNcclSuccess)
    group().status = status;
  return status;
}

std::shared_ptr<Communicator> findCommunicator(NcclComm handle) {
  auto &all = Machine::get().communicators;
  auto found = all.find(handle);
  return found == all.end() ? nullptr : found->second;
}

/// Checks a call and queues it.
static NcclStatus call(NcclComm handle, Stream stream, CallPart part) {
  std::shared_ptr<Communicator> communicator = findCommunicator(handle);
  StreamObject *object = findStream(stream);
  if (!communicator || !communicator->complete() || communicator->isAborted)
    return refuse(kNcclInvalidArgument, "comm argument is not usable");
  if (communicator->error)
    return refuse(communicator->error, Machine::get().ncclError);
  if (!object || object->context != communicator->context)
    return refuse(kNcclInvalidUsage, "stream of another device");
  if (object->capture)
    return refuse(kNcclInvalidUsage, "stream is in a capture");
  uint64_t width = widthOfType(NcclType(part.form.type));
  if (!width || part.form.reduction > kNcclMin)
    return refuse(kNcclInvalidArgument, "unknown type or reduction");
  if (part.form.root < 0 || part.form.root >= communicator->size ||
      part.peer < 0 || part.peer >= communicator->size)
    return refuse(kNcclInvalidArgument, "root or peer out of range");
  uint64_t bytes = part.form.count * width, n = uint64_t(communicator->size);
  bool isRoot = communicator->rank == part.form.root;
  switch (part.form.kind) {
  case CallKind::AllReduce:
    part.inBytes = part.outBytes = bytes;
    break;
  case CallKind::Reduce:
    part.inBytes = bytes;
    part.outBytes = isRoot ? bytes : 0;
    break;
  case CallKind::ReduceScatter:
    part.inBytes = n * bytes;
    part.outBytes = bytes;
    break;
  case CallKind::AllGather:
    part.inBytes = bytes;
    part.outBytes = n * bytes;
    break;
  case CallKind::Broadcast:
    part.inBytes = isRoot ? bytes : 0;
    part.outBytes = bytes;
    break;
  case CallKind::Send:
    part.inBytes = bytes;
    break;
  case CallKind::Receive:
    part.outBytes = bytes;
    break;
  case CallKind::Split:
    break;
  }
  if (part.inBytes > Clique::kAreaBytes || part.outBytes > Clique::kAreaBytes)
    return refuse(kNcclInternalError, "more than the fake's areas hold");
  auto isMemory = [&](const void *memory, uint64_t size, const char *what) {
    return !size || isThere(reinterpret_cast<uint64_t>(memory), size, 1,
                            std::string("NCCL ") + what);
  };
  if (!isMemory(part.in, part.inBytes, "reads") ||
      !isMemory(part.out, part.outBytes, "writes"))
    return refuse(kNcclInvalidArgument, "memory that is not there");
  return queue({communicator, object, part});
}

static CallPart part(CallKind kind, const void *in, void *out, size_t count,
                     NcclType type, NcclReduction reduction = kNcclSum,
                     int root = 0) {
  CallPart result;
  result.form = {kind, uint32_t(type), uint32_t(reduction), root, count};
  result.in = in;
  result.out = out;
  return result;
}

namespace api {

NcclStatus ncclGroupStart() {
  if (group().depth++ == 0)
    group().status = kNcclSuccess;
  return kNcclSuccess;
}

NcclStatus ncclGroupEnd() {
  if (group().depth == 0)
    return refuse(kNcclInvalidUsage, "ncclGroupEnd without ncclGroupStart");
  if (--group().depth)
    return kNcclSuccess;
  std::vector<QueuedCall> calls = std::move(group().calls);
  group().calls.clear();
  return group().status ? group().status : launchAll(std::move(calls));
}

NcclStatus ncclAllReduce(const void *in, void *out, size_t count, NcclType type,
                         NcclReduction reduction, NcclComm comm,
                         Stream stream) {
  return call(comm, stream,
              part(CallKind::AllReduce, in, out, count, type, reduction));
}

NcclStatus ncclReduce(const void *in, void *out, size_t count, NcclType type,
                      NcclReduction reduction, int root, NcclComm comm,
                      Stream stream) {
  return call(comm, stream,
              part(CallKind::Reduce, in, out, count, type, reduction, root));
}

NcclStatus ncclReduceScatter(const void *in, void *out, size_t outCount,
                             NcclType type, NcclReduction reduction,
                             NcclComm comm, Stream stream) {
  return call(
      comm, stream,
      part(CallKind::ReduceScatter, in, out, outCount, type, reduction));
}

NcclStatus ncclAllGather(const void *in, void *out, size_t inCount,
                         NcclType type, NcclComm comm, Stream stream) {
  return call(comm, stream, part(CallKind::AllGather, in, out, inCount, type));
}

NcclStatus ncclBroadcast(const void *in, void *out, size_t count, NcclType type,
                         int root, NcclComm comm, Stream stream) {
  return call(comm, stream,
              part(CallKind::Broadcast, in, out, count, type, kNcclSum, root));
}

NcclStatus ncclSend(const void *in, size_t count, NcclType type, int peer,
                    NcclComm comm, Stream stream) {
  CallPart send = part(CallKind::Send, in, nullptr, count, type);
  send.peer = peer;
  return call(comm, stream, send);
}

NcclStatus ncclRecv(void *out, size_t count, NcclType type, int peer,
                    NcclComm comm, Stream stream) {
  CallPart receive = part(CallKind::Receive, nullptr, out, count, type);
  receive.peer = peer;
  return call(comm, stream, receive);
}

} // namespace api
} // namespace popt::fake
