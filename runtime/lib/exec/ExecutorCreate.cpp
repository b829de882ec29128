//===- ExecutorCreate.cpp - Commands become records -----------------------===//
//
// Memory first, since records have addresses; then a record for each command,
// which says how much scratch it needs; then one workspace for all of them, with
// a part for each stream.
//
// Tests: ExecutorTest.
//
//===----------------------------------------------------------------------===//
#include "RankExecutor.h"
#include <algorithm>
#include <cstdlib>
#include <deque>

using namespace popt::rt;

std::unique_ptr<Executor>
Executor::create(std::shared_ptr<const Prepared> prepared, int32_t rank,
                 popt_rt_device *device, popt_rt_transport *transport,
                 std::string &out_error) {
  auto executor = std::make_unique<RankExecutor>(std::move(prepared), rank,
                                                 device, transport);
  if (!executor->create(out_error))
    return nullptr;
  return executor;
}

RankExecutor::RankExecutor(std::shared_ptr<const Prepared> thePrepared,
                           int32_t rank, popt_rt_device *device,
                           popt_rt_transport *transport)
    : prepared(std::move(thePrepared)), table(prepared->table), rank(rank),
      program(table.programOf(rank)), device(device), transport(transport),
      records(program.commands.size()), argumentCopies(table.arguments.size()),
      resultCopies(table.results.size()),
      requests(static_cast<size_t>(program.numEvents) *
                   static_cast<size_t>(program.numMicrobatches()),
               nullptr),
      recorder(program, device), tracer(device) {}

RankExecutor::~RankExecutor() {
  for (popt_rt_request *request : requests)
    if (request)
      popt_rt_wait(request);
  records.clear();
  if (isRegistered) {
    // Calls may still be in streams; after a failure, until communicators end.
    for (int32_t stream = 0; stream < numStreams; ++stream)
      (void)popt_rt_device_synchronize(device, stream);
    popt_rt_transport_forget(transport, arena);
  }
  for (auto &[index, ahead] : aheads)
    for (uint8_t *copy : ahead.copies)
      popt_rt_device_free(device, copy);
  for (uint8_t *memory : {workspace, hostArena, arena})
    popt_rt_device_free(device, memory);
}

bool RankExecutor::create(std::string &out_error) {
  for (const Command &command : program.commands)
    numStreams = std::max(numStreams, command.stream + 1);
  iterations.resize(program.bodies.size());
  // The program's events, and one for the end of each stream.
  if (popt_rt_device_open(device, numStreams,
                          static_cast<int32_t>(requests.size()) + numStreams)) {
    out_error = popt_rt_device_last_error(device);
    return false;
  }
  if (!load(out_error) || !allocate(out_error) || !prepareGroups(out_error) ||
      !makeGroups(out_error) || !makeTurns(out_error))
    return false;
  for (size_t i = 0; i < records.size(); ++i)
    if (!createRecord(static_cast<int32_t>(i), out_error)) {
      out_error = describeCommand(table, program, static_cast<int32_t>(i)) +
                  ": " + out_error;
      return false;
    }
  shareWorkspace();
  findStateMoves();
  return allocateWorkspace(out_error) && reserveStaging(out_error);
}

/// What the transport copies into device memory of its own is allocated before the
/// first step.
bool RankExecutor::reserveStaging(std::string &out_error) {
  for (int32_t first = 0; first < static_cast<int32_t>(records.size());
       first += bucketAt(first)) {
    Record &head = records[first];
    const auto *op = std::get_if<CollectiveOp>(&head.command->op);
    // An exchange needs none, and is in no bucket.
    if (!op || !head.stream || !head.collective.participates() ||
        op->kind == CollectiveKind::AllToAll)
      continue;
    popt_rt_group *group = head.collective.transportGroup();
    popt_rt_status status = popt_rt_bucket_begin(group);
    for (int32_t i = first; i < first + bucketAt(first) && !status; ++i) {
      resolveAddresses(records[i]);
      status = records[i].collective.announce(
          {i, records[i].name.c_str(), head.stream}, records[i].pointers.data(),
          workspace + records[i].scratch);
    }
    if (!status)
      status = popt_rt_bucket_reserve(group, head.stream);
    if (status) {
      out_error = head.name + ": " + popt_rt_last_error(transport);
      return false;
    }
  }
  return true;
}

/// A program for GPUs brings its code.
bool RankExecutor::load(std::string &out_error) {
  if (!table.isForGpu() ||
      popt_rt_device_load(
          device, table.target.c_str(), prepared->imageViews.data(),
          static_cast<int32_t>(prepared->imageViews.size())) == POPT_RT_OK)
    return true;
  out_error = popt_rt_device_last_error(device);
  return false;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Whether a block may be smaller than its memory. What lies beyond it is read,
/// too, where its value does not matter.
static bool hasPadding(const Program &program) {
  return std::any_of(
      program.commands.begin(), program.commands.end(),
      [](const Command &command) {
        auto *collective = std::get_if<CollectiveOp>(&command.op);
        return (collective && (collective->pieces.counts >= 0 ||
                               collective->split.counts >= 0)) ||
               std::any_of(
                   command.operands.begin(), command.operands.end(),
                   [](const Operand &o) { return !o.rankExtents.empty(); });
      });
}

bool RankExecutor::allocate(std::string &out_error) {
  // Regions of one kind lie in one block of memory.
  int64_t bytes[2] = {0, 0};
  std::vector<int64_t> offsets;
  auto isHost = [](const Region &region) {
    return region.kind == RegionKind::HostArena;
  };
  for (const Region &region : program.regions) {
    offsets.push_back(bytes[isHost(region)]);
    if (region.kind != RegionKind::Constants)
      bytes[isHost(region)] += (region.bytes + 4095) / 4096 * 4096;
  }
  arenaSize = bytes[0];
  hostSize = bytes[1];
  auto take = [&](popt_rt_memory kind, int64_t size, uint8_t *&out_memory) {
    void *memory = nullptr;
    bool isArena = kind == POPT_RT_DEVICE_MEMORY;
    if (popt_rt_status status = popt_rt_device_allocate(
            device, kind, static_cast<size_t>(size), &memory)) {
      out_error = (isArena ? "the arena of " : "host memory of ") +
                  std::to_string(size) + " bytes" + (isArena ? ": " : " ") +
                  popt_rt_device_last_error(device);
      if (isArena && status == POPT_RT_OUT_OF_MEMORY)
        out_error += largestTensors(table, program) +
                     "; compile with --memory-budget, more microbatches or "
                     "more shards";
      return false;
    }
    out_memory = static_cast<uint8_t *>(memory);
    return true;
  };
  int64_t least = std::max<int64_t>(bytes[0], 4096);
  if (!take(POPT_RT_DEVICE_MEMORY, least, arena) ||
      (bytes[1] && !take(POPT_RT_HOST_MEMORY, bytes[1], hostArena)))
    return false;
  isRegistered = transport && popt_rt_transport_register(
                                  transport, arena,
                                  static_cast<size_t>(least)) == POPT_RT_OK;
  // Debugging aid: unspecified bytes become NaN, so that using them shows. Else
  // padding starts as zero: pages of a CPU do so by themselves.
  const char *poison = std::getenv("POPT_POISON");
  bool isPoisoned = poison && *poison == '1';
  uint8_t byte = isPoisoned ? 0xff : 0;
  if (isPoisoned || (table.isForGpu() && hasPadding(program))) {
    if (popt_rt_device_fill(device, 0, arena, byte,
                            static_cast<size_t>(least))) {
      out_error = popt_rt_device_last_error(device);
      return false;
    }
    // Not by a stream, which might do it after the host has written arguments.
    std::fill_n(hostArena, bytes[1], byte);
  }
  void *constants = nullptr;
  if (popt_rt_device_constants(device, prepared->constants,
                               table.constants.size(), &constants)) {
    out_error = popt_rt_device_last_error(device);
    return false;
  }
  for (size_t i = 0; i < program.regions.size(); ++i) {
    const Region &region = program.regions[i];
    regions.push_back(region.kind == RegionKind::Constants
                          ? static_cast<uint8_t *>(constants)
                          : (isHost(region) ? hostArena : arena) + offsets[i]);
  }
  return true;
}

static size_t scratchOf(const Record &record) {
  return std::max(record.action ? popt_rt_action_scratch(record.action.get())
                                : 0,
                  record.collective.scratchBytes());
}

/// The members of a bucket hold their workspace at the same time, one after the
/// other; all other commands of a stream use its part from the start.
void RankExecutor::shareWorkspace() {
  std::vector<size_t> sizes(numStreams);
  for (size_t i = 0; i < records.size(); i += bucketAt(i)) {
    size_t bytes = 0, end = i + bucketAt(i);
    for (size_t j = i; end > i + 1 && j < end; ++j) {
      records[j].scratch = bytes;
      records[j].isFirstOfKind = true;
      for (size_t before = i; before < j; ++before)
        if (records[before].counter == records[j].counter)
          records[j].isFirstOfKind = false;
      bytes += aligned(records[j].collective.scratchBytes());
    }
    if (end == i + 1)
      bytes = scratchOf(records[i]);
    size_t &size = sizes[program.commands[i].stream];
    size = std::max(size, bytes);
  }
  std::vector<size_t> begins;
  for (size_t size : sizes) {
    begins.push_back(static_cast<size_t>(workspaceSize));
    workspaceSize += static_cast<int64_t>((size + 255) / 256 * 256);
  }
  for (Record &record : records)
    record.scratch += begins[record.command->stream];
}

bool RankExecutor::allocateWorkspace(std::string &out_error) {
  if (workspaceSize == 0)
    return true;
  void *memory = nullptr;
  size_t bytes = static_cast<size_t>(workspaceSize);
  if (popt_rt_device_allocate(device, POPT_RT_DEVICE_MEMORY, bytes, &memory)) {
    out_error = "the workspace of " + std::to_string(bytes) +
                " bytes: " + popt_rt_device_last_error(device);
    return false;
  }
  workspace = static_cast<uint8_t *>(memory);
  if (popt_rt_device_fill(device, 0, workspace, 0, bytes) == POPT_RT_OK)
    return true;
  out_error = popt_rt_device_last_error(device);
  return false;
}

void RankExecutor::findStateMoves() {
  for (size_t i = 0; i < table.arguments.size(); ++i) {
    const Argument &argument = table.arguments[i];
    uint8_t *to = at(program.argumentAddresses[i]);
    const uint8_t *from =
        argument.stateResult < 0
            ? nullptr
            : at(program.resultAddresses[argument.stateResult]);
    size_t bytes = bytesOf(argument.localShape, argument.type);
    if (to && from && to != from && bytes > 0)
      stateMoves.push_back({to, from, bytes});
  }
}

//===----------------------------------------------------------------------===//
// Arguments and results, as the host sees them
//===----------------------------------------------------------------------===//

uint8_t *RankExecutor::hostCopyOf(uint8_t *memory, std::vector<uint8_t> &copy,
                                  size_t bytes) {
  if (void *host = popt_rt_device_host_address(device, memory))
    return static_cast<uint8_t *>(host);
  copy.resize(std::max<size_t>(bytes, 1));
  return copy.data();
}

void *RankExecutor::argument(size_t index) {
  uint8_t *memory = at(program.argumentAddresses[index]);
  const Argument &argument = table.arguments[index];
  return memory ? hostCopyOf(memory, argumentCopies[index],
                             bytesOf(argument.localShape, argument.type))
                : nullptr;
}

bool RankExecutor::upload(size_t index, std::string &out_error) {
  const std::vector<uint8_t> &copy = argumentCopies[index];
  if (copy.empty())
    return true;
  const Argument &argument = table.arguments[index];
  if (popt_rt_device_copy(
          device, 0, at(program.argumentAddresses[index]), copy.data(),
          bytesOf(argument.localShape, argument.type)) == POPT_RT_OK &&
      popt_rt_device_synchronize(device, 0) == POPT_RT_OK)
    return true;
  out_error = popt_rt_device_last_error(device);
  return false;
}

void *RankExecutor::argumentAhead(size_t index) {
  uint8_t *memory = at(program.argumentAddresses[index]);
  const Argument &argument = table.arguments[index];
  int64_t bytes = bytesOf(argument.localShape, argument.type);
  if (!memory || bytes == 0 || popt_rt_device_host_address(device, memory))
    return nullptr;
  Ahead &ahead = aheads[index];
  ahead.turn ^= 1;
  uint8_t *&copy = ahead.copies[ahead.turn];
  void *made = nullptr;
  if (!copy &&
      popt_rt_device_allocate(device, POPT_RT_HOST_MEMORY,
                              static_cast<size_t>(bytes), &made) == POPT_RT_OK)
    copy = static_cast<uint8_t *>(made);
  ahead.isWritten = copy != nullptr;
  return copy;
}

const void *RankExecutor::result(size_t index, std::string &out_error) {
  uint8_t *memory = at(program.resultAddresses[index]);
  const Result &result = table.results[index];
  size_t bytes = bytesOf(result.localShape, result.type);
  uint8_t *host = hostCopyOf(memory, resultCopies[index], bytes);
  if (resultCopies[index].empty() ||
      (popt_rt_device_copy(device, 0, host, memory, bytes) == POPT_RT_OK &&
       popt_rt_device_synchronize(device, 0) == POPT_RT_OK))
    return host;
  out_error = popt_rt_device_last_error(device);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

OperandAddress RankExecutor::addressOf(const Operand &operand) const {
  OperandAddress address;
  address.base = regions[operand.region] + operand.offset;
  if (operand.rankOffset >= 0)
    address.base += table.rankTables[operand.rankOffset][rank];
  if (operand.slots >= 0) {
    address.slotStride = operand.slotStride;
    address.slots = &program.slots[operand.slots];
  }
  address.terms = &operand.terms;
  return address;
}

bool RankExecutor::createRecord(int32_t index, std::string &out_error) {
  const Command &command = program.commands[index];
  Record &record = records[index];
  record.command = &command;
  record.handler = handlerOf(command.op);
  record.stream = popt_rt_device_stream(device, command.stream);
  for (const Operand &operand : command.operands) {
    record.addresses.push_back(addressOf(operand));
    record.moves |= operand.slots >= 0 || !operand.terms.empty();
    record.pointers.push_back(record.addresses.back().base);
  }
  auto make = [&](const auto &op) { return create(op, record, out_error); };
  return std::visit(make, command.op);
}

/// Puts the action into the record, or the device's message into `out_error`.
bool RankExecutor::keep(popt_rt_status status, popt_rt_action *action,
                        Record &record, std::string &out_error) {
  record.action.reset(action);
  if (status == POPT_RT_OK)
    return true;
  out_error = popt_rt_device_last_error(device);
  return false;
}

namespace {
/// An operand as the device takes it.
struct View : popt_rt_view {
  std::vector<int64_t> extents, steps;
  View(const Operand &operand, std::vector<int64_t> shape)
      : extents(std::move(shape)), steps(operand.resolvedStrides()) {
    type = operand.type;
    rank = static_cast<int32_t>(extents.size());
    popt_rt_view::shape = extents.data();
    popt_rt_view::strides = steps.data();
  }
  explicit View(const Operand &operand) : View(operand, operand.shape) {}
};

/// The operands of a matrix product or a convolution.
struct ProductViews {
  explicit ProductViews(const std::vector<Operand> &operands)
      : a(operands[0]), b(operands[1]), c(operands[2]) {}

  const View a, b, c;
  const popt_rt_view views[3] = {a, b, c};
};
} // namespace

/// Rank extents make a Copy or Fill smaller than its shape.
static std::vector<int64_t> extentsOf(const Command &command,
                                      const StepTable &table, int32_t rank) {
  std::vector<int64_t> shape = command.operands[0].shape;
  for (const Operand &operand : command.operands)
    for (const RankExtent &e : operand.rankExtents)
      shape[e.dim] =
          std::min(shape[e.dim], table.rankTables[e.rankTable][rank]);
  return shape;
}

bool RankExecutor::create(const KernelOp &op, Record &record,
                          std::string &out_error) {
  record.scalars.resize(1 + op.scalars.size());
  record.scalars[0] = rank;
  popt_rt_action *action = nullptr;
  popt_rt_status status = popt_rt_device_prepare_kernel(
      device, &prepared->kernels[op.symbol],
      static_cast<int32_t>(record.pointers.size()),
      static_cast<int32_t>(record.scalars.size()), &action);
  return keep(status, action, record, out_error);
}

bool RankExecutor::create(const MatmulOp &op, Record &record,
                          std::string &out_error) {
  ProductViews operands(record.command->operands);
  popt_rt_matmul matmul{op.batchDims, op.rowDims, op.columnDims,
                        op.contractedDims};
  popt_rt_action *action = nullptr;
  popt_rt_status status =
      popt_rt_device_prepare_matmul(device, &matmul, operands.views, &action);
  return keep(status, action, record, out_error);
}

bool RankExecutor::create(const ConvOp &op, Record &record,
                          std::string &out_error) {
  ProductViews operands(record.command->operands);
  popt_rt_conv conv = toConv(op);
  popt_rt_action *action = nullptr;
  popt_rt_status status =
      popt_rt_device_prepare_conv(device, &conv, operands.views, &action);
  return keep(status, action, record, out_error);
}

bool RankExecutor::create(const AttentionOp &op, Record &record,
                          std::string &out_error) {
  std::deque<View> operands;
  std::vector<popt_rt_view> views;
  for (const Operand &operand : record.command->operands)
    views.push_back(operands.emplace_back(operand));
  popt_rt_attention attention{op.isBackward, op.isCausal, op.hasBias,
                              op.hasLengths, op.hasStats, op.hasBiasResult,
                              op.window,     op.scale};
  popt_rt_action *action = nullptr;
  popt_rt_status status = popt_rt_device_prepare_attention(
      device, &attention, views.data(), static_cast<int32_t>(views.size()),
      &action);
  return keep(status, action, record, out_error);
}

bool RankExecutor::create(const CopyOp &, Record &record,
                          std::string &out_error) {
  const std::vector<Operand> &operands = record.command->operands;
  std::vector<int64_t> shape = extentsOf(*record.command, table, rank);
  View from(operands[0], shape), to(operands[1], shape);
  popt_rt_action *action = nullptr;
  popt_rt_status status =
      popt_rt_device_prepare_copy(device, &from, &to, &action);
  return keep(status, action, record, out_error);
}

bool RankExecutor::create(const FillOp &op, Record &record,
                          std::string &out_error) {
  View to(record.command->operands[0], extentsOf(*record.command, table, rank));
  popt_rt_action *action = nullptr;
  popt_rt_status status =
      popt_rt_device_prepare_fill(device, &to, op.value.data(), &action);
  return keep(status, action, record, out_error);
}

bool RankExecutor::create(const CollectiveOp &op, Record &record,
                          std::string &out_error) {
  const Command &command = *record.command;
  record.name = describeCommand(table, program,
                                static_cast<int32_t>(&record - records.data()));
  if (!record.collective.prepare(
          table, op, command.operands, rank, device, transport,
          mayOverlap(table, program, {rank}, command.operands[0],
                     command.operands[1]),
          out_error))
    return false;
  if (record.collective.participates())
    record.counter = &counts[name(command)];
  return true;
}

bool RankExecutor::create(const SendOp &op, Record &record,
                          std::string &out_error) {
  if (!createTransfer(record, op.peer, op.channel, out_error))
    return false;
  if (record.peer)
    record.counter = &counts["send"];
  return true;
}

bool RankExecutor::create(const RecvOp &op, Record &record,
                          std::string &out_error) {
  return createTransfer(record, op.peer, op.channel, out_error);
}

bool RankExecutor::createTransfer(Record &record, int32_t peerTable,
                                  int32_t channel, std::string &out_error) {
  record.name = describeCommand(table, program,
                                static_cast<int32_t>(&record - records.data()));
  int32_t peer = static_cast<int32_t>(table.rankTables[peerTable][rank]);
  if (peer < 0)
    return true;
  if (!transport) {
    out_error = "the program communicates, but there is no transport";
    return false;
  }
  int32_t pair[2] = {std::min(rank, peer), std::max(rank, peer)};
  int32_t size = rank == peer ? 1 : 2;
  if (popt_rt_group_create(transport, pair, size, channel, &record.peer) !=
      POPT_RT_OK) {
    out_error = popt_rt_last_error(transport);
    return false;
  }
  record.peerMember = peer == pair[0] ? 0 : 1;
  const Operand &operand = record.command->operands[0];
  record.bytes = operand.numElements() *
                 static_cast<int64_t>(popt_rt_element_size(operand.type));
  return true;
}
