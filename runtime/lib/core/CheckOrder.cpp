//===- CheckOrder.cpp - Commands that run at the same time ----------------===//
//
// Work in different streams, and transfers from their start until a rank waits
// for them, run beside other commands. Two of these may use the same bytes only
// if both read. So each program is simulated once, without data:
//
//   - a transfer in flight is an access that lasts; what conflicts with it
//     before its event is waited for is refused;
//   - streams have vector clocks: clock[s][t] is how much of stream t is known
//     to be done by what stream s does next. A wait joins the clock of its event.
//     For each byte the last write and the last read of each stream are kept;
//     an access must know of those that it conflicts with.
//
// Loops run twice, so that an iteration is checked against the next; of a case
// all branches run. A host that reads a predicate knows all of its stream.
//
// The rule for clocks is that of Mattern, "Virtual Time and Global States of
// Distributed Systems" (1988). Tests: CheckOrderTest (each wait taken away once).
//
//===----------------------------------------------------------------------===//
#include "Checker.h"
#include <algorithm>
#include <array>
#include <map>

using namespace popt::rt;

size_t popt::rt::numReads(const StepTable &table, const Command &command) {
  size_t all = command.operands.size();
  if (auto *kernel = std::get_if<KernelOp>(&command.op)) {
    int32_t results = table.kernels[kernel->symbol].numResults;
    return results < 0 ? 0 : all - std::min<size_t>(all, results);
  }
  switch (opcodeOf(command.op)) {
  case Opcode::Matmul:
  case Opcode::Conv:
    return 2;
  case Opcode::Attention:
    return std::get<AttentionOp>(command.op).numReads();
  case Opcode::Copy:
  case Opcode::Collective:
  case Opcode::Send:
  case Opcode::While:
  case Opcode::Case:
    return 1;
  default:
    return 0;
  }
}

namespace {
/// Commands that are run through; longer steps are not proved.
constexpr size_t kMaxCommands = size_t(1) << 24;

using Clock = std::array<int32_t, kMaxStreams>;

void join(Clock &clock, const Clock &other) {
  for (size_t i = 0; i < clock.size(); ++i)
    clock[i] = std::max(clock[i], other[i]);
}

/// Bytes of a region that a command reads or writes.
struct Access {
  int32_t region = 0;
  int64_t low = 0, high = 0; ///< in all iterations of loops, for microbatch 0
  bool writes = false;
  const Operand *operand = nullptr;
};

/// The last uses of some bytes: streams' times, 0 for never, and the commands.
struct Uses {
  int32_t writeStream = 0, writeTime = 0, writer = -1;
  Clock reads{};
  std::array<int32_t, kMaxStreams> readers{};
};

class OrderChecker {
public:
  OrderChecker(const StepTable &table, const Program &program,
               const std::vector<int64_t> &ranks);
  /// The command that is not ordered, or -1; `out_problem` says why.
  int32_t run(std::string &out_problem);

private:
  bool runBody(int32_t body, int64_t microbatch);
  bool runCommand(int32_t index, int64_t microbatch);
  bool runControl(const Command &command, int64_t microbatch);
  bool begin(int32_t index, int64_t microbatch);
  void end(int64_t event);
  bool use(const Access &access, int32_t stream, int32_t command);
  bool fail(int32_t command, const std::string &what) {
    culprit = command;
    problem = what;
    return false;
  }
  std::string describe(const Access &access) const {
    return (access.writes ? "it writes " : "it reads ") +
           toString(*access.operand, p);
  }
  std::string describe(int32_t command) const {
    return "command " + str(command) + " (" + name(p.commands[command]) + ")";
  }

  const StepTable &t;
  const Program &p;
  const std::vector<int64_t> &ranks;
  std::vector<std::vector<Access>> accesses; ///< by command
  int32_t numStreams = 1;
  bool hasTransfers = false;
  size_t numRun = 0;

  std::vector<Clock> clocks; ///< by stream
  Clock host{};
  std::map<int64_t, Clock> events;
  /// Transfers in flight, by event.
  struct Transfer {
    int32_t command;
    Access access;
  };
  std::map<int64_t, Transfer> open;
  /// By region: disjoint ranges by their begin.
  struct Range {
    int64_t high;
    Uses uses;
  };
  std::vector<std::map<int64_t, Range>> memory;

  int32_t culprit = -1;
  std::string problem;
};
} // namespace

OrderChecker::OrderChecker(const StepTable &table, const Program &program,
                           const std::vector<int64_t> &ranks)
    : t(table), p(program), ranks(ranks), memory(program.regions.size()) {
  for (const Command &command : p.commands) {
    numStreams = std::max(numStreams, command.stream + 1);
    hasTransfers |= isTransfer(command) && command.event >= 0;
    std::vector<Access> &list = accesses.emplace_back();
    size_t reads = numReads(t, command);
    for (size_t i = 0; i < command.operands.size(); ++i) {
      const Operand &operand = command.operands[i];
      std::optional<ByteRange> range = bytesOnRanks(t, ranks, operand);
      if (p.regions[operand.region].kind == RegionKind::Constants || !range)
        continue;
      for (const Term &term : operand.terms)
        if (term.loop >= 0)
          extendBy(*range, term, p, t);
      list.push_back({operand.region, static_cast<int64_t>(range->low),
                      static_cast<int64_t>(range->high), i >= reads, &operand});
    }
  }
  clocks.resize(static_cast<size_t>(numStreams));
}

int32_t OrderChecker::run(std::string &out_problem) {
  if (numStreams > 1 || hasTransfers)
    runBody(0, 0);
  out_problem = problem;
  return culprit;
}

bool OrderChecker::runBody(int32_t body, int64_t microbatch) {
  const Body &b = p.bodies[body];
  for (int32_t i = b.begin; i < b.end; ++i)
    if (!runCommand(i, microbatch))
      return false;
  return true;
}

/// The bodies that a command runs.
bool OrderChecker::runControl(const Command &command, int64_t microbatch) {
  auto knowStream = [&] { join(host, clocks[command.stream]); };
  if (auto *loop = std::get_if<LoopOp>(&command.op)) {
    int64_t count = loop->count.value;
    if (loop->count.kind == Scalar::Kind::RankTable)
      for (int64_t rank : ranks)
        count = std::max(count, t.rankTables[loop->count.value][rank]);
    for (int64_t i = 0; i < std::min<int64_t>(count, 2); ++i)
      if (!runBody(loop->body, microbatch))
        return false;
  } else if (auto *loop = std::get_if<WhileOp>(&command.op)) {
    for (int i = 0; i < 3; ++i) {
      if (!runBody(loop->condition, microbatch))
        return false;
      knowStream();
      if (i < 2 && !runBody(loop->body, microbatch))
        return false;
    }
  } else if (auto *branches = std::get_if<CaseOp>(&command.op)) {
    knowStream();
    for (int32_t branch : branches->branches)
      if (branch >= 0 && !runBody(branch, microbatch))
        return false;
  } else if (auto *schedule = std::get_if<ScheduleOp>(&command.op)) {
    for (auto [body, number] : schedule->calls)
      if (!runBody(body, number))
        return false;
  }
  return true;
}

bool OrderChecker::runCommand(int32_t index, int64_t microbatch) {
  if (++numRun > kMaxCommands)
    return true;
  const Command &command = p.commands[index];
  Clock &clock = clocks[command.stream];
  join(clock, host);
  for (int32_t event : command.waits) {
    int64_t number = microbatch * p.numEvents + event;
    end(number);
    if (auto known = events.find(number); known != events.end())
      join(clock, known->second);
  }
  if (!begin(index, microbatch))
    return false;
  if (command.event >= 0)
    events[microbatch * p.numEvents + command.event] = clock;
  return runControl(command, microbatch);
}

/// The command's accesses, of which those of a transfer last.
bool OrderChecker::begin(int32_t index, int64_t microbatch) {
  const Command &command = p.commands[index];
  bool lasts = isTransfer(command) && command.event >= 0;
  int64_t event = microbatch * p.numEvents + command.event;
  if (lasts)
    end(event); // starting it again waits for the last time
  Clock &clock = clocks[command.stream];
  ++clock[command.stream];
  for (Access access : accesses[index]) {
    const Operand &operand = *access.operand;
    int64_t shift = 0;
    if (operand.slots >= 0) {
      const std::vector<int32_t> &slots = p.slots[operand.slots];
      shift = operand.slotStride *
              slots[static_cast<size_t>(microbatch) % slots.size()];
    }
    for (const Term &term : operand.terms)
      if (term.loop < 0)
        shift += term.bytes * microbatch;
    access.low += shift;
    access.high += shift;
    for (const auto &[number, transfer] : open) {
      const Access &other = transfer.access;
      if (other.region == access.region && other.low < access.high &&
          access.low < other.high && (other.writes || access.writes))
        return fail(index,
                    describe(access) + " while " + describe(transfer.command) +
                        " is in flight, whose event no command has waited "
                        "for");
    }
    if (numStreams > 1 && !use(access, command.stream, index))
      return false;
    if (lasts)
      open[event] = {index, access};
  }
  return true;
}

/// A transfer is waited for: its access is one of its stream's.
void OrderChecker::end(int64_t event) {
  auto transfer = open.find(event);
  if (transfer == open.end())
    return;
  auto [command, access] = transfer->second;
  open.erase(transfer);
  int32_t stream = p.commands[command].stream;
  ++clocks[stream][stream];
  if (numStreams > 1)
    use(access, stream, command);
}

bool OrderChecker::use(const Access &access, int32_t stream, int32_t command) {
  std::map<int64_t, Range> &ranges = memory[access.region];
  const Clock &clock = clocks[stream];
  // Cut ranges at the access's ends.
  auto cut = [&](int64_t at) {
    auto after = ranges.upper_bound(at);
    if (after == ranges.begin())
      return;
    auto range = std::prev(after);
    if (range->first < at && at < range->second.high) {
      ranges[at] = range->second;
      range->second.high = at;
    }
  };
  cut(access.low);
  cut(access.high);
  int64_t at = access.low;
  auto next = ranges.lower_bound(at);
  while (at < access.high) {
    if (next == ranges.end() || next->first > at) {
      int64_t end = next == ranges.end() ? access.high
                                         : std::min(access.high, next->first);
      next = ranges.insert({at, {end, {}}}).first;
    }
    Uses &uses = next->second.uses;
    int32_t other = -1;
    if (uses.writeTime > clock[uses.writeStream])
      other = uses.writer;
    for (int32_t s = 0; s < numStreams && access.writes; ++s)
      if (uses.reads[s] > clock[s])
        other = uses.readers[s];
    if (other >= 0 && culprit < 0)
      return fail(command, describe(access) + ", which " + describe(other) +
                               " uses in stream " +
                               str(p.commands[other].stream) +
                               "; nothing orders the two");
    if (access.writes) {
      uses = {};
      uses.writeStream = stream;
      uses.writeTime = clock[stream];
      uses.writer = command;
    } else {
      uses.reads[stream] = clock[stream];
      uses.readers[stream] = command;
    }
    at = next->second.high;
    ++next;
  }
  return true;
}

bool Checker::order() {
  std::string what;
  int32_t command = OrderChecker(t, *p, ranksOf).run(what);
  if (command < 0)
    return true;
  enter(command);
  return fail(what);
}
