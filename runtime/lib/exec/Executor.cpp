//===- Executor.cpp - One rank's loop over commands -----------------------===//
//
// At creation every command becomes a record with all addresses that do not
// change, prepared copies and library calls; a step is then a loop over
// records with nothing to look up or allocate. Control commands (loop, while,
// case, call) run bodies recursively; check() has bounded the depth.
//
// Transfers (send, recv) are in flight from their command until a command waits
// for their event, the same event is used again, or the step ends. Everything
// else is complete when its command is, so waits for it are free.
//
// Tests: ExecutorTest (hand-written tables on 1 to 4 ranks).
//
//===----------------------------------------------------------------------===//
#include "Collective.h"
#include "Prepared.h"
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

using namespace popt::rt;

namespace {
/// Where an operand starts, as far as it is known before the step.
struct Address {
  uint8_t *base = nullptr;
  int64_t slotStride = 0;
  struct Term {
    const uint8_t *from;
    ElementType type;
    int64_t low, high, scale;
  };
  std::vector<Term> terms;
};

struct Record {
  const Command *command = nullptr;
  std::vector<Address> addresses;
  std::vector<void *> pointers; ///< addresses of this execution
  std::vector<int64_t> scalars; ///< kernels only
  std::unique_ptr<ComputeCall> compute;
  StridedCopy copy;
  StridedFill fill;
  RankCollective collective;
  CommCount *counter = nullptr;
  popt_rt_group *peer = nullptr; ///< group of two, for transfers
  int32_t peerMember = 0;
  int64_t bytes = 0;
  std::string name;   ///< for the transport's messages
  bool moves = false; ///< some address changes from execution to execution
  size_t scratch = 0; ///< in a bucket: where this command's workspace begins
  bool isFirstOfKind = false; ///< in its bucket
};

int64_t readInteger(const void *from, ElementType type) {
  auto as = [&](auto zero) {
    std::memcpy(&zero, from, sizeof(zero));
    return static_cast<int64_t>(zero);
  };
  switch (type) {
  case POPT_RT_I8:
    return as(int8_t());
  case POPT_RT_I16:
    return as(int16_t());
  case POPT_RT_I32:
    return as(int32_t());
  case POPT_RT_UI16:
    return as(uint16_t());
  case POPT_RT_UI32:
    return as(uint32_t());
  case POPT_RT_I64:
    return as(int64_t());
  case POPT_RT_UI64: { // larger than any bound
    uint64_t value;
    std::memcpy(&value, from, sizeof(value));
    return static_cast<int64_t>(std::min(value, uint64_t(INT64_MAX)));
  }
  default: // i1, ui8
    return as(uint8_t());
  }
}

void writeInteger(void *to, ElementType type, int64_t value) {
  if (type == POPT_RT_I1)
    value = value != 0;
  std::memcpy(to, &value, popt_rt_element_size(type));
}

double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

class RankExecutor : public Executor {
public:
  ~RankExecutor() override;
  bool create(std::shared_ptr<const Prepared> p, int32_t r,
              popt_rt_transport *t, std::string &error);

  void *argument(size_t index) override {
    return at(program->argumentPlaces[index]);
  }
  const void *result(size_t index) const override {
    return at(program->resultPlaces[index]);
  }
  bool step(std::string &out_error) override;
  int64_t arenaBytes() const override { return arenaSize; }
  int64_t workspaceBytes() const override { return workspaceSize; }
  const std::map<std::string, CommCount> &communication() const override {
    return counts;
  }
  double waitedSeconds() const override { return waited; }
  void startTrace(size_t capacity) override {
    ring.assign(capacity, {});
    recorded = 0;
  }
  std::vector<TraceEvent> trace() const override;

private:
  bool allocate(std::string &error);
  bool createRecord(int32_t index, std::string &error);
  bool createTransfer(Record &record, int32_t peerTable, int32_t channel,
                      std::string &error);
  Address addressOf(const Operand &operand) const;
  bool mayOverlap(const Operand &a, const Operand &b) const;
  uint8_t *at(const Place &place) const {
    return place.region < 0 ? nullptr : regions[place.region] + place.offset;
  }
  uint8_t *resolve(const Address &address) const;
  int64_t evaluate(const Scalar &scalar) const;

  bool runBody(int32_t body);
  bool runCommand(int32_t index);
  /// The commands that run as one with this one, itself included.
  int32_t bucketAt(int32_t index) const {
    auto *op = std::get_if<CollectiveOp>(&program->commands[index].op);
    return op && op->bucket ? op->bucket : 1;
  }
  bool runBucket(int32_t first, int32_t count);
  void resolveAddresses(Record &record);
  bool execute(Record &record, int32_t index);
  bool check(popt_rt_status status, int32_t index);
  bool waitFor(int32_t event, int32_t index);
  bool transfer(Record &record, int32_t index, bool send);
  bool fail(int32_t index, const std::string &what);

  std::shared_ptr<const Prepared> prepared;
  const StepTable *table = nullptr;
  const Program *program = nullptr;
  int32_t rank = 0;
  popt_rt_transport *transport = nullptr;

  uint8_t *arena = nullptr;
  bool arenaFromTransport = false;
  int64_t arenaSize = 0, workspaceSize = 0, allocated = 0;
  uint8_t *workspace = nullptr;
  std::vector<uint8_t *> regions;

  std::vector<Record> records;
  struct StateMove {
    uint8_t *to;
    const uint8_t *from;
    size_t bytes;
  };
  std::vector<StateMove> stateMoves;

  int64_t stepNumber = 0, microbatch = 0, slot = 0;
  std::vector<popt_rt_request *> requests; ///< by event
  std::map<std::string, CommCount> counts;
  std::string error;
  double waited = 0;

  std::vector<TraceEvent> ring;
  size_t recorded = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

std::unique_ptr<Executor>
Executor::create(std::shared_ptr<const Prepared> prepared, int32_t rank,
                 popt_rt_transport *transport, std::string &out_error) {
  enterRankThread();
  auto executor = std::make_unique<RankExecutor>();
  if (!executor->create(std::move(prepared), rank, transport, out_error))
    return nullptr;
  return executor;
}

RankExecutor::~RankExecutor() {
  for (popt_rt_request *&request : requests)
    if (request)
      popt_rt_wait(request);
  if (!arena)
    return;
  if (workspace)
    munmap(workspace, static_cast<size_t>(workspaceSize));
  if (arenaFromTransport)
    popt_rt_transport_free(transport, arena);
  else
    munmap(arena, static_cast<size_t>(allocated));
}

bool RankExecutor::create(std::shared_ptr<const Prepared> p, int32_t r,
                          popt_rt_transport *t, std::string &out_error) {
  prepared = std::move(p);
  table = &prepared->table;
  rank = r;
  program = &table->programOf(rank);
  transport = t;
  requests.resize(static_cast<size_t>(program->numEvents), nullptr);

  // Library calls and collectives say how much scratch they need; addresses
  // need the regions. So: regions' sizes, records without addresses, memory.
  records.resize(program->commands.size());
  if (!allocate(out_error))
    return false;
  for (size_t i = 0; i < records.size(); ++i)
    if (!createRecord(static_cast<int32_t>(i), out_error))
      return false;
  // The members of a bucket hold their workspace at the same time.
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
    workspaceSize = std::max(workspaceSize, static_cast<int64_t>(bytes));
  }
  if (workspaceSize > 0) {
    void *memory =
        mmap(nullptr, static_cast<size_t>(workspaceSize),
             PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      out_error = "out of memory: workspace of " +
                  std::to_string(workspaceSize) + " bytes";
      return false;
    }
    workspace = static_cast<uint8_t *>(memory);
    std::memset(workspace, 0, static_cast<size_t>(workspaceSize));
  }
  for (size_t i = 0; i < table->arguments.size(); ++i) {
    int32_t result = table->arguments[i].stateResult;
    uint8_t *to = at(program->argumentPlaces[i]);
    const uint8_t *from =
        result < 0 ? nullptr : at(program->resultPlaces[result]);
    size_t bytes = popt_rt_element_size(table->arguments[i].type);
    for (int64_t extent : table->arguments[i].localShape)
      bytes *= static_cast<size_t>(extent);
    if (to && from && to != from && bytes > 0)
      stateMoves.push_back({to, from, bytes});
  }
  return true;
}

bool RankExecutor::allocate(std::string &out_error) {
  std::vector<int64_t> offsets;
  for (const Region &region : program->regions) {
    offsets.push_back(arenaSize);
    if (region.kind != RegionKind::Constants)
      arenaSize += (region.bytes + 4095) / 4096 * 4096;
  }
  allocated = std::max<int64_t>(arenaSize, 4096);
  void *memory = nullptr;
  if (transport &&
      popt_rt_transport_allocate(transport, static_cast<size_t>(allocated),
                                 &memory) == POPT_RT_OK) {
    arenaFromTransport = true;
  } else {
    memory = mmap(nullptr, static_cast<size_t>(allocated),
                  PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      out_error = "rank " + std::to_string(rank) +
                  ": out of memory: arena of " + std::to_string(allocated) +
                  " bytes";
      return false;
    }
    madvise(memory, static_cast<size_t>(allocated), MADV_HUGEPAGE);
  }
  arena = static_cast<uint8_t *>(memory);
  // Debugging aid: unspecified bytes become NaN, so that using them shows.
  if (const char *poison = std::getenv("POPT_POISON"))
    if (*poison == '1')
      std::memset(arena, 0xff, static_cast<size_t>(allocated));
  for (size_t i = 0; i < program->regions.size(); ++i)
    regions.push_back(program->regions[i].kind == RegionKind::Constants
                          ? prepared->constants
                          : arena + offsets[i]);
  return true;
}

Address RankExecutor::addressOf(const Operand &operand) const {
  Address address;
  address.base = regions[operand.region] + operand.offset;
  if (operand.rankOffset >= 0)
    address.base += table->rankTables[operand.rankOffset][rank];
  address.slotStride = operand.slotStride;
  for (const DynamicOffset &d : operand.dynamic)
    address.terms.push_back(
        {regions[d.region] + d.offset, d.type, d.low, d.high, d.scale});
  return address;
}

bool RankExecutor::mayOverlap(const Operand &a, const Operand &b) const {
  if (a.region != b.region)
    return false;
  auto range = [&](const Operand &o) {
    int64_t low = o.offset, high = o.offset;
    auto extend = [&](int64_t x, int64_t y) {
      low += std::min(x, y);
      high += std::max(x, y);
    };
    if (o.rankOffset >= 0)
      extend(table->rankTables[o.rankOffset][rank],
             table->rankTables[o.rankOffset][rank]);
    extend(0, o.slotStride * (program->numSlots - 1));
    for (const DynamicOffset &d : o.dynamic)
      extend(d.low * d.scale, d.high * d.scale);
    int64_t width = static_cast<int64_t>(popt_rt_element_size(o.type));
    std::vector<int64_t> strides = o.resolvedStrides();
    for (size_t i = 0; i < strides.size(); ++i)
      extend(0, strides[i] * (o.shape[i] - 1) * width);
    return std::make_pair(low, high + width);
  };
  auto [lowA, highA] = range(a);
  auto [lowB, highB] = range(b);
  return lowA < highB && lowB < highA;
}

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

bool RankExecutor::createRecord(int32_t index, std::string &out_error) {
  const Command &command = program->commands[index];
  Record &record = records[index];
  record.command = &command;
  for (const Operand &operand : command.operands) {
    record.addresses.push_back(addressOf(operand));
    record.moves |= operand.slotStride != 0 || !operand.dynamic.empty();
    record.pointers.push_back(record.addresses.back().base);
  }
  auto need = [&](size_t bytes) {
    workspaceSize = std::max(workspaceSize, static_cast<int64_t>(bytes));
  };
  if (auto *op = std::get_if<KernelOp>(&command.op))
    record.scalars.resize(4 + op->scalars.size());
  size_t programIndex = static_cast<size_t>(program - table->programs.data());
  if (const Compute *compute = prepared->computes[programIndex][index].get()) {
    record.compute = compute->newCall();
    need(compute->scratchBytes());
  }
  if (std::holds_alternative<CopyOp>(command.op))
    record.copy = StridedCopy(extentsOf(command, *table, rank),
                              command.operands[1].resolvedStrides(),
                              command.operands[0].resolvedStrides(),
                              popt_rt_element_size(command.operands[0].type));
  if (std::holds_alternative<FillOp>(command.op))
    record.fill = StridedFill(extentsOf(command, *table, rank),
                              command.operands[0].resolvedStrides(),
                              popt_rt_element_size(command.operands[0].type));
  auto named = [&] { record.name = describeCommand(*table, *program, index); };
  if (auto *op = std::get_if<CollectiveOp>(&command.op)) {
    named();
    if (!record.collective.prepare(
            *table, *op, command.operands, rank, transport,
            mayOverlap(command.operands[0], command.operands[1]), out_error)) {
      out_error = record.name + ": " + out_error;
      return false;
    }
    need(record.collective.scratchBytes());
    if (record.collective.participates())
      record.counter = &counts[name(command)];
  }
  if (auto *op = std::get_if<SendOp>(&command.op)) {
    named();
    return createTransfer(record, op->peer, op->channel, out_error);
  }
  if (auto *op = std::get_if<RecvOp>(&command.op)) {
    named();
    return createTransfer(record, op->peer, op->channel, out_error);
  }
  return true;
}

bool RankExecutor::createTransfer(Record &record, int32_t peerTable,
                                  int32_t channel, std::string &out_error) {
  int32_t peer = static_cast<int32_t>(table->rankTables[peerTable][rank]);
  if (peer < 0)
    return true;
  if (!transport) {
    out_error =
        record.name + ": the program communicates, but there is no transport";
    return false;
  }
  int32_t pair[2] = {std::min(rank, peer), std::max(rank, peer)};
  int32_t size = rank == peer ? 1 : 2;
  if (popt_rt_group_create(transport, pair, size, channel, &record.peer) !=
      POPT_RT_OK) {
    out_error = record.name + ": " + popt_rt_last_error(transport);
    return false;
  }
  record.peerMember = peer == pair[0] ? 0 : 1;
  const Operand &operand = record.command->operands[0];
  record.bytes = operand.numElements() *
                 static_cast<int64_t>(popt_rt_element_size(operand.type));
  if (std::holds_alternative<SendOp>(record.command->op))
    record.counter = &counts["send"];
  return true;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

uint8_t *RankExecutor::resolve(const Address &address) const {
  uint8_t *pointer = address.base + address.slotStride * slot;
  for (const Address::Term &term : address.terms) {
    int64_t value = readInteger(term.from, term.type);
    pointer += std::min(std::max(value, term.low), term.high) * term.scale;
  }
  return pointer;
}

int64_t RankExecutor::evaluate(const Scalar &scalar) const {
  switch (scalar.kind) {
  case Scalar::Kind::Constant:
    return scalar.value;
  case Scalar::Kind::Rank:
    return rank;
  case Scalar::Kind::RankTable:
    return table->rankTables[scalar.value][rank];
  case Scalar::Kind::Step:
    return stepNumber;
  case Scalar::Kind::Microbatch:
    return microbatch;
  case Scalar::Kind::Slot:
    return slot;
  case Scalar::Kind::Memory:
    return readInteger(regions[scalar.region] + scalar.offset, scalar.type);
  }
  return 0;
}

bool RankExecutor::fail(int32_t index, const std::string &what) {
  if (error.empty())
    error = "rank " + std::to_string(rank) + ": " +
            describeCommand(*table, *program, index) + ": " + what;
  return false;
}

bool RankExecutor::check(popt_rt_status status, int32_t index) {
  if (status == POPT_RT_OK)
    return true;
  return fail(index, popt_rt_last_error(transport));
}

bool RankExecutor::waitFor(int32_t event, int32_t index) {
  popt_rt_request *request = requests[event];
  requests[event] = nullptr;
  if (!request)
    return true;
  double begin = now();
  bool ok = check(popt_rt_wait(request), index);
  waited += now() - begin;
  return ok;
}

bool RankExecutor::transfer(Record &record, int32_t index, bool send) {
  if (!record.peer)
    return true;
  const Command &command = *record.command;
  popt_rt_op op{index, record.name.c_str(), nullptr};
  const Operand &operand = command.operands[0];
  popt_rt_request *request = nullptr;
  if (command.event >= 0 && !waitFor(command.event, index))
    return false;
  int64_t count = operand.numElements();
  popt_rt_status status =
      send ? popt_rt_send_start(record.peer, &op, record.pointers[0], count,
                                operand.type, record.peerMember, &request)
           : popt_rt_recv_start(record.peer, &op, record.pointers[0], count,
                                operand.type, record.peerMember, &request);
  if (!check(status, index))
    return false;
  if (command.event >= 0) {
    requests[command.event] = request;
    return true;
  }
  double begin = now();
  bool ok = check(popt_rt_wait(request), index);
  waited += now() - begin;
  return ok;
}

bool RankExecutor::execute(Record &record, int32_t index) {
  const Command &command = *record.command;
  void *const *pointers = record.pointers.data();
  switch (command.op.index()) {
  case 0: { // kernel
    const KernelOp &op = std::get<KernelOp>(command.op);
    int64_t *scalars = record.scalars.data();
    scalars[0] = rank;
    scalars[1] = stepNumber;
    scalars[2] = microbatch;
    scalars[3] = slot;
    for (size_t i = 0; i < op.scalars.size(); ++i)
      scalars[4 + i] = evaluate(op.scalars[i]);
    prepared->kernels[op.symbol](pointers, scalars);
    return true;
  }
  case 1: // matmul
  case 2: // conv
    return record.compute->run(pointers, workspace) ||
           fail(index, "oneDNN refused to execute");
  case 3:
    record.copy.run(pointers[1], pointers[0]);
    return true;
  case 4:
    record.fill.run(pointers[0], std::get<FillOp>(command.op).value.data());
    return true;
  case 5:
    writeInteger(pointers[0], command.operands[0].type,
                 evaluate(std::get<SetOp>(command.op).value));
    return true;
  case 6: { // collective
    if (int32_t count = bucketAt(index); count > 1)
      return runBucket(index, count);
    if (!record.collective.participates())
      return true;
    int64_t id = std::get<CollectiveOp>(command.op).id;
    popt_rt_op op{id < 0 ? index : id, record.name.c_str(), nullptr};
    ++record.counter->count;
    record.counter->wireBytes += record.collective.wireBytes();
    if (id < 0)
      return check(record.collective.run(op, pointers, workspace), index);
    double begin = now();
    bool ok = check(record.collective.run(op, pointers, workspace), index);
    waited += now() - begin;
    return ok;
  }
  case 7:
    if (record.counter) {
      ++record.counter->count;
      record.counter->wireBytes += static_cast<double>(record.bytes);
    }
    return transfer(record, index, true);
  case 8:
    return transfer(record, index, false);
  case 9: { // loop
    const LoopOp &op = std::get<LoopOp>(command.op);
    int64_t count = evaluate(op.count);
    for (int64_t i = 0; i < count; ++i) {
      if (!command.operands.empty())
        writeInteger(pointers[0], command.operands[0].type, i);
      if (!runBody(op.body))
        return false;
    }
    return true;
  }
  case 10: { // while
    const WhileOp &op = std::get<WhileOp>(command.op);
    for (;;) {
      if (!runBody(op.condition))
        return false;
      if (*static_cast<const uint8_t *>(pointers[0]) == 0)
        return true;
      if (!runBody(op.body))
        return false;
    }
  }
  case 11: { // case
    const CaseOp &op = std::get<CaseOp>(command.op);
    int64_t last = static_cast<int64_t>(op.branches.size()) - 1;
    int64_t which = readInteger(pointers[0], command.operands[0].type);
    if (which < 0 || which > last)
      which = last;
    return op.branches[which] < 0 || runBody(op.branches[which]);
  }
  case 12: { // call
    const CallOp &op = std::get<CallOp>(command.op);
    int64_t outerMicrobatch = microbatch, outerSlot = slot;
    microbatch = op.microbatch;
    slot = op.slot;
    bool ok = runBody(op.body);
    microbatch = outerMicrobatch;
    slot = outerSlot;
    return ok;
  }
  default: // wait
    return true;
  }
}

void RankExecutor::resolveAddresses(Record &record) {
  if (record.moves)
    for (size_t i = 0; i < record.addresses.size(); ++i)
      record.pointers[i] = resolve(record.addresses[i]);
}

bool RankExecutor::runCommand(int32_t index) {
  Record &record = records[index];
  for (int32_t event : record.command->waits)
    if (requests[event] && !waitFor(event, index))
      return false;
  resolveAddresses(record);
  if (ring.empty())
    return execute(record, index);
  TraceEvent event{index, record.command->stream,
                   static_cast<int32_t>(microbatch), now(), 0};
  bool ok = execute(record, index);
  event.end = now();
  ring[recorded++ % ring.size()] = event;
  return ok;
}

/// Packs all members, has the transport run them as one, unpacks all.
bool RankExecutor::runBucket(int32_t first, int32_t count) {
  Record &head = records[first];
  popt_rt_group *group = head.collective.transportGroup();
  if (!group)
    return true; // this rank is in none of its groups
  if (!check(popt_rt_bucket_begin(group), first))
    return false;
  int64_t id = std::get<CollectiveOp>(head.command->op).id;
  popt_rt_op op{id < 0 ? first : id, head.name.c_str(), nullptr};
  bool ok = true;
  for (int32_t i = first; i < first + count && ok; ++i) {
    Record &record = records[i];
    resolveAddresses(record);
    // Members of one kind are one message in reports.
    record.counter->count += record.isFirstOfKind;
    record.counter->wireBytes += record.collective.wireBytes();
    ok = check(record.collective.start(op, record.pointers.data(),
                                       workspace + record.scratch),
               i);
  }
  popt_rt_status status = popt_rt_bucket_end(group, &op);
  if (!ok || !check(status, first))
    return false;
  for (int32_t i = first; i < first + count; ++i)
    records[i].collective.finish(records[i].pointers.data(),
                                 workspace + records[i].scratch);
  return true;
}

bool RankExecutor::runBody(int32_t body) {
  const Body &b = program->bodies[body];
  for (int32_t i = b.begin; i < b.end; i += bucketAt(i))
    if (!runCommand(i))
      return false;
  return true;
}

bool RankExecutor::step(std::string &out_error) {
  error.clear();
  waited = 0;
  for (auto &entry : counts)
    entry.second = {};
  bool ok = runBody(0);
  for (size_t event = 0; event < requests.size() && ok; ++event)
    ok = waitFor(static_cast<int32_t>(event), program->bodies[0].begin);
  if (!ok) {
    out_error = error;
    return false;
  }
  for (const StateMove &move : stateMoves)
    std::memmove(move.to, move.from, move.bytes);
  ++stepNumber;
  return true;
}

std::vector<TraceEvent> RankExecutor::trace() const {
  std::vector<TraceEvent> events;
  size_t kept = std::min(recorded, ring.size());
  for (size_t i = recorded - kept; i < recorded; ++i)
    events.push_back(ring[i % ring.size()]);
  return events;
}
