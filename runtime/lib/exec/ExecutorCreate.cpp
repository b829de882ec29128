//===- ExecutorCreate.cpp - Commands become records -----------------------===//
//
// Memory first (RankMemory.cpp), since records have addresses; then a record for each command,
// which says how much scratch it needs; then one workspace for all of them, with
// a part for each stream.
//
// Tests: ExecutorTest.
//
//===----------------------------------------------------------------------===//
#include "RankExecutor.h"
#include <algorithm>
#include <deque>

using namespace popt::rt;

/// Null and a message if it can't be created.
static std::unique_ptr<Executor> created(std::unique_ptr<RankExecutor> executor,
                                         std::string &out_error) {
  return executor->create(out_error) ? std::move(executor) : nullptr;
}

std::unique_ptr<Executor>
Executor::create(std::shared_ptr<const Prepared> prepared, int32_t rank,
                 popt_rt_device *device, popt_rt_transport *transport,
                 std::string &out_error) {
  return created(std::make_unique<RankExecutor>(std::move(prepared), rank,
                                                device, transport),
                 out_error);
}

std::unique_ptr<Executor>
Executor::createBeside(const Executor &other,
                       std::shared_ptr<const Prepared> prepared, int32_t rank,
                       popt_rt_device *device, popt_rt_transport *transport,
                       std::string &out_error) {
  auto executor = std::make_unique<RankExecutor>(std::move(prepared), rank,
                                                 device, transport);
  executor->shareStateOf(static_cast<const RankExecutor &>(other));
  return created(std::move(executor), out_error);
}

std::unique_ptr<Executor>
Executor::createReader(const Executor &owner,
                       std::shared_ptr<const Prepared> prepared, int32_t rank,
                       popt_rt_device *device, popt_rt_transport *transport,
                       const Views &views, std::string &out_error) {
  auto executor = std::make_unique<RankExecutor>(std::move(prepared), rank,
                                                 device, transport);
  executor->readFrom(static_cast<const RankExecutor &>(owner), views);
  return created(std::move(executor), out_error);
}

void RankExecutor::readFrom(const RankExecutor &owner, const Views &views) {
  firstNumber = kFirstOfReader;
  if (canReadInPlace(owner.table, table, views))
    memory.readFrom(owner.memory, views);
}

RankExecutor::RankExecutor(std::shared_ptr<const Prepared> thePrepared,
                           int32_t rank, popt_rt_device *device,
                           popt_rt_transport *transport)
    : prepared(std::move(thePrepared)), table(prepared->table), rank(rank),
      program(table.programOf(rank)), device(device), transport(transport),
      memory(*prepared, rank, device, transport),
      records(program.commands.size()),
      requests(static_cast<size_t>(program.numEvents) *
                   static_cast<size_t>(program.numMicrobatches()),
               nullptr),
      recorder(program, device), tracer(device), numbers(table, rank) {}

RankExecutor::~RankExecutor() {
  for (popt_rt_request *request : requests)
    if (request)
      popt_rt_wait(request);
  records.clear();
  if (memory.isRegistered()) {
    // Calls may still be in streams; after a failure, until communicators end.
    for (int32_t stream = 0; stream < numStreams; ++stream)
      (void)popt_rt_device_synchronize(device, stream);
  }
  popt_rt_device_free(device, workspace);
}

bool RankExecutor::create(std::string &out_error) {
  for (const Command &command : program.commands)
    numStreams = std::max(numStreams, command.stream + 1);
  iterations.resize(program.bodies.size());
  // The program's events, and one for the end of each stream.
  auto numEvents = static_cast<int32_t>(requests.size()) + numStreams;
  if (!succeeded(device, popt_rt_device_open(device, numStreams, numEvents),
                 out_error) ||
      !load(out_error) || !memory.allocate(out_error) ||
      !prepareGroups(out_error) || !makeGroups(out_error) ||
      !makeTurns(out_error))
    return false;
  for (size_t i = 0; i < records.size(); ++i)
    if (!createRecord(static_cast<int32_t>(i), out_error)) {
      out_error = describeCommand(table, program, static_cast<int32_t>(i)) +
                  ": " + out_error;
      return false;
    }
  shareWorkspace();
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
  return !table.target.isGpu ||
         succeeded(device,
                   popt_rt_device_load(
                       device, table.target.name.c_str(),
                       prepared->imageViews.data(),
                       static_cast<int32_t>(prepared->imageViews.size())),
                   out_error);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

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
  void *made = nullptr;
  size_t bytes = static_cast<size_t>(workspaceSize);
  if (popt_rt_device_allocate(device, POPT_RT_DEVICE_MEMORY, bytes, &made)) {
    out_error = "the workspace of " + std::to_string(bytes) +
                " bytes: " + popt_rt_device_last_error(device);
    return false;
  }
  workspace = static_cast<uint8_t *>(made);
  return succeeded(device, popt_rt_device_fill(device, 0, workspace, 0, bytes),
                   out_error);
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

bool RankExecutor::createRecord(int32_t index, std::string &out_error) {
  const Command &command = program.commands[index];
  Record &record = records[index];
  record.command = &command;
  record.handler = handlerOf(command.op);
  record.stream = popt_rt_device_stream(device, command.stream);
  for (const Operand &operand : command.operands) {
    record.addresses.push_back(memory.addressOf(operand));
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
  return succeeded(device, status, out_error);
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
                        op.contractedDims, op.adds};
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
  record.bytes = bytesOf(operand.shape, operand.type);
  return true;
}
