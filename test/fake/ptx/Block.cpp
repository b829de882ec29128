//===- Block.cpp - Lowest pc first ----------------------------------------===//

#include "Block.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace popt::fake {

void Block::Free::operator()(uint8_t *memory) const { std::free(memory); }

//===----------------------------------------------------------------------===//
// Groups of threads.
//===----------------------------------------------------------------------===//

Active Block::Group::active() const {
  if (isList())
    return {0, uint32_t(list.size()), list.data()};
  return {begin, end, nullptr};
}

void Block::Group::set(std::vector<uint16_t> &&threads) {
  list = std::move(threads);
  if (!list.empty() &&
      uint32_t(list.back() - list.front()) + 1 == list.size()) {
    begin = list.front();
    end = list.back() + 1u;
    list.clear();
  }
}

void Block::Group::merge(const Group &other) {
  std::vector<uint16_t> all;
  all.reserve(size() + other.size());
  Active a = active(), b = other.active();
  uint32_t i = a.begin, k = b.begin;
  while (i < a.end || k < b.end) {
    bool first = k == b.end || (i < a.end && a.thread(i) < b.thread(k));
    all.push_back(uint16_t(first ? a.thread(i++) : b.thread(k++)));
  }
  set(std::move(all));
}

void Block::push(Group &&group) {
  if (group.size() == 0)
    return;
  auto at =
      std::lower_bound(groups.begin(), groups.end(), group.pc,
                       [](const Group &g, uint32_t pc) { return g.pc > pc; });
  if (at != groups.end() && at->pc == group.pc)
    at->merge(group);
  else
    groups.insert(at, std::move(group));
}

//===----------------------------------------------------------------------===//
// The register file.
//===----------------------------------------------------------------------===//

Block::Block(const Kernel &kernel, const LaunchShape &shape,
             const std::vector<uint8_t> &parameters, AccessChecker &checker,
             uint64_t instructionLimit)
    : kernel(kernel), shape(shape), parameters(parameters), checker(checker),
      limit(instructionLimit), threads(shape.threads()),
      capacity((threads + 63) / 64 * 64),
      sharedBytes(kernel.sharedBytes + shape.dynamicShared) {
  size_t bytes = size_t(kernel.registerBytes + 16) * capacity;
  file.reset(static_cast<uint8_t *>(std::aligned_alloc(64, bytes)));
  memset(file.get(), 0, bytes);
  shared.resize((sharedBytes + 15) / 16 * 2);
  local.resize(size_t(kernel.localBytes) * threads / 8);
  localWritten.resize(local.size() * 8);
  addresses.resize(threads);
  guarded.resize(threads);
  fill();
}

template <class T> static void spread(T *column, uint32_t count, T value) {
  std::fill(column, column + count, value);
}

void Block::fill() {
  auto one = [&](uint32_t number, uint32_t bytes, uint64_t bits) {
    switch (bytes) {
    case 1:
      return spread(reg<uint8_t>(number), capacity, uint8_t(bits));
    case 2:
      return spread(reg<uint16_t>(number), capacity, uint16_t(bits));
    case 4:
      return spread(reg<uint32_t>(number), capacity, uint32_t(bits));
    case 8:
      return spread(reg<uint64_t>(number), capacity, bits);
    default:
      for (uint32_t t = 0; t < capacity; ++t) {
        reg<uint64_t>(number)[2 * t] = bits;
        reg<uint64_t>(number)[2 * t + 1] = 0;
      }
    }
  };
  for (const Constant &constant : kernel.constants)
    one(constant.reg, constant.bytes, constant.bits);
  for (const ParameterLoad &load : kernel.parameterLoads) {
    uint64_t bits = 0;
    if (load.bytes <= 8)
      memcpy(&bits, parameters.data() + load.offset, load.bytes);
    one(load.reg, load.bytes, bits);
  }
  for (const SpecialLoad &load : kernel.specialLoads)
    fillSpecial(load);
}

void Block::fillSpecial(const SpecialLoad &load) {
  if (load.what == Special::DynamicBase)
    return spread(reg<uint64_t>(load.reg), capacity,
                  uint64_t(kernel.sharedBytes));
  uint32_t ctaid[3] = {blockIndex % shape.grid[0],
                       blockIndex / shape.grid[0] % shape.grid[1],
                       blockIndex / shape.grid[0] / shape.grid[1]};
  uint32_t *column = reg<uint32_t>(load.reg);
  for (uint32_t t = 0; t < threads; ++t) {
    uint32_t lane = t % kWarpSize, bit = 1u << lane;
    auto value = [&]() -> uint32_t {
      switch (load.what) {
      case Special::TidX:
        return t % shape.block[0];
      case Special::TidY:
        return t / shape.block[0] % shape.block[1];
      case Special::TidZ:
        return t / shape.block[0] / shape.block[1];
      case Special::NtidX:
        return shape.block[0];
      case Special::NtidY:
        return shape.block[1];
      case Special::NtidZ:
        return shape.block[2];
      case Special::CtaidX:
        return ctaid[0];
      case Special::CtaidY:
        return ctaid[1];
      case Special::CtaidZ:
        return ctaid[2];
      case Special::NctaidX:
        return shape.grid[0];
      case Special::NctaidY:
        return shape.grid[1];
      case Special::NctaidZ:
        return shape.grid[2];
      case Special::LaneId:
        return lane;
      case Special::WarpId:
        return t / kWarpSize;
      case Special::LanemaskEq:
        return bit;
      case Special::LanemaskLt:
        return bit - 1;
      case Special::LanemaskLe:
        return bit | (bit - 1);
      case Special::LanemaskGt:
        return ~(bit | (bit - 1));
      case Special::LanemaskGe:
        return ~(bit - 1);
      case Special::DynamicShared:
        return shape.dynamicShared;
      case Special::TotalShared:
        return sharedBytes;
      case Special::DynamicBase:
        break;
      }
      return 0;
    };
    column[t] = value();
  }
}

//===----------------------------------------------------------------------===//
// The walk.
//===----------------------------------------------------------------------===//

bool Block::run(uint32_t index) {
  blockIndex = index;
  for (const SpecialLoad &load : kernel.specialLoads)
    if (load.what == Special::CtaidX || load.what == Special::CtaidY ||
        load.what == Special::CtaidZ)
      fillSpecial(load);
  std::fill(localWritten.begin(), localWritten.end(), 0);
  checker.beginBlock(index, sharedBytes);
  alive = threads;
  lanesAlive.assign((threads + kWarpSize - 1) / kWarpSize, ~0u);
  if (threads % kWarpSize)
    lanesAlive.back() = (1u << threads % kWarpSize) - 1;
  groups.clear();
  atBarrier.clear();
  parked.clear();
  Group all;
  all.end = threads;
  push(std::move(all));
  while (!groups.empty() && !stopped()) {
    Group group = std::move(groups.back());
    groups.pop_back();
    execute(std::move(group));
  }
  if (alive && !stopped())
    reportStuck();
  return !stopped();
}

/// Runs a group until it meets another, waits or ends.
void Block::execute(Group &&group) {
  const Instruction *code = kernel.code.data();
  for (;;) {
    uint32_t next = groups.empty() ? ~0u : groups.back().pc;
    Active active = group.active();
    uint32_t size = group.size();
    // What needs no other thread.
    while (group.pc < next && code[group.pc].kind == Instruction::Plain) {
      const Instruction &i = code[group.pc];
      executed += size;
      if (i.guard == kNoRegister) {
        i.run(*this, i, active);
      } else {
        Active some = filter(i, active);
        if (some.size())
          i.run(*this, i, some);
      }
      ++group.pc;
      if (stopped())
        return;
    }
    if (group.pc >= next)
      return push(std::move(group));

    const Instruction &i = code[group.pc];
    executed += size;
    if (executed > limit)
      return fail(i, active.thread(active.begin), kFailedLaunch,
                  "has executed " + std::to_string(executed) +
                      " instructions: it does not seem to end");
    switch (i.kind) {
    case Instruction::Plain:
      break;
    case Instruction::Branch:
      if (!branch(group, i))
        return;
      break;
    case Instruction::BranchTable:
      return branchTable(group, i);
    case Instruction::Exit:
      exit(group, i);
      if (group.size() == 0)
        return;
      break;
    case Instruction::Trap:
      return fail(i, active.thread(active.begin), kFailedLaunch,
                  "executes a trap");
    case Instruction::Barrier:
      return barrier(std::move(group), i);
    case Instruction::WarpSync:
      if (!warpSync(group, i) || stopped())
        return;
      break;
    }
    // A jump forward may have passed others.
    if (!groups.empty() && groups.back().pc <= group.pc)
      return push(std::move(group));
  }
}

Active Block::filter(const Instruction &i, const Active &active) {
  const uint8_t *guard = reg<uint8_t>(i.guard);
  uint32_t count = 0;
  for (uint32_t at = active.begin; at < active.end; ++at) {
    uint32_t t = active.thread(at);
    guarded[count] = uint16_t(t);
    count += (guard[t] != 0) != i.guardNegated;
  }
  if (count == active.size())
    return active;
  return {0, count, guarded.data()};
}

/// The group goes on with those that branch or those that do not, whichever is
/// the lower pc. False if it is gone.
bool Block::branch(Group &group, const Instruction &i) {
  if (i.guard == kNoRegister) {
    group.pc = i.target;
    return true;
  }
  Active active = group.active();
  if (!active.list) {
    // Mostly all go the same way.
    const uint8_t *guard = reg<uint8_t>(i.guard);
    uint32_t holds = 0;
    for (uint32_t t = active.begin; t < active.end; ++t)
      holds += guard[t] != 0;
    if (holds == 0 || holds == active.size()) {
      group.pc = (holds != 0) != i.guardNegated ? i.target : group.pc + 1;
      return true;
    }
  }
  Active taken = filter(i, active);
  if (taken.size() == active.size()) {
    group.pc = i.target;
    return true;
  }
  if (taken.size() == 0) {
    ++group.pc;
    return true;
  }
  Group jump, stay;
  jump.pc = i.target;
  stay.pc = group.pc + 1;
  std::vector<uint16_t> rest;
  rest.reserve(active.size() - taken.size());
  uint32_t k = 0;
  for (uint32_t at = active.begin; at < active.end; ++at) {
    uint32_t t = active.thread(at);
    if (k < taken.end && taken.list[k] == t)
      ++k;
    else
      rest.push_back(uint16_t(t));
  }
  jump.set(std::vector<uint16_t>(taken.list, taken.list + taken.end));
  stay.set(std::move(rest));
  push(std::move(jump));
  push(std::move(stay));
  return false;
}

void Block::branchTable(const Group &group, const Instruction &i) {
  const uint32_t *index = reg<uint32_t>(i.r[0]);
  const std::vector<uint32_t> &table = kernel.tables[i.target];
  Active active = group.active();
  Active some = i.guard == kNoRegister ? active : filter(i, active);
  std::map<uint32_t, std::vector<uint16_t>> byTarget;
  uint32_t k = some.begin;
  for (uint32_t at = active.begin; at < active.end; ++at) {
    uint32_t t = active.thread(at);
    if (k == some.end || some.thread(k) != t) {
      byTarget[group.pc + 1].push_back(uint16_t(t));
      continue;
    }
    ++k;
    if (index[t] >= table.size())
      return fail(i, t, kFailedLaunch,
                  "branches to entry " + std::to_string(index[t]) +
                      " of a table of " + std::to_string(table.size()));
    byTarget[table[index[t]]].push_back(uint16_t(t));
  }
  for (auto &[pc, list] : byTarget) {
    Group part;
    part.pc = pc;
    part.set(std::move(list));
    push(std::move(part));
  }
}

/// Those for which the guard holds leave; the group keeps the others.
void Block::exit(Group &group, const Instruction &i) {
  Active active = group.active();
  Active leaving = i.guard == kNoRegister ? active : filter(i, active);
  std::vector<uint16_t> rest;
  uint32_t k = leaving.begin;
  for (uint32_t at = active.begin; at < active.end; ++at) {
    uint32_t t = active.thread(at);
    if (k < leaving.end && leaving.thread(k) == t) {
      ++k;
      lanesAlive[t / kWarpSize] &= ~(1u << t % kWarpSize);
    } else {
      rest.push_back(uint16_t(t));
    }
  }
  alive -= leaving.size();
  group.begin = group.end = 0;
  group.set(std::move(rest));
  ++group.pc;
}

//===----------------------------------------------------------------------===//
// Waiting for others.
//===----------------------------------------------------------------------===//

void Block::barrier(Group &&group, const Instruction &i) {
  uint32_t first = group.active().thread(group.active().begin);
  if (i.guard != kNoRegister &&
      filter(i, group.active()).size() != group.size())
    return fail(i, first, kFailedLaunch,
                "reaches a barrier that other threads of its group skip");
  uint32_t id = reg<uint32_t>(i.r[0])[first];
  uint32_t needed =
      i.r[1] == kNoRegister ? threads : reg<uint32_t>(i.r[1])[first];
  atBarrier.push_back({id, std::move(group)});
  uint32_t arrived = 0;
  for (const Waiting &waiting : atBarrier)
    if (waiting.id == id)
      arrived += waiting.group.size();
  if (arrived > needed)
    return fail(i, first, kFailedLaunch,
                "is one of " + std::to_string(arrived) +
                    " threads at a barrier for " + std::to_string(needed));
  if (arrived < needed)
    return;
  // The threads of a warp come to the same barrier of the text.
  std::vector<uint32_t> pcOfWarp(lanesAlive.size(), ~0u);
  for (const Waiting &waiting : atBarrier) {
    if (waiting.id != id)
      continue;
    Active active = waiting.group.active();
    for (uint32_t at = active.begin; at < active.end; ++at) {
      uint32_t t = active.thread(at);
      uint32_t &pc = pcOfWarp[t / kWarpSize];
      if (pc != ~0u && pc != waiting.group.pc)
        return fail(i, t, kFailedLaunch,
                    "and others of its warp wait at different barriers");
      pc = waiting.group.pc;
    }
  }
  reduceAtBarrier(id);
  std::vector<Waiting> others;
  for (Waiting &waiting : atBarrier) {
    if (waiting.id != id) {
      others.push_back(std::move(waiting));
      continue;
    }
    ++waiting.group.pc;
    push(std::move(waiting.group));
  }
  atBarrier = std::move(others);
  checker.passBarrier();
}

/// bar.red: the predicates of all threads, as a count or one predicate.
void Block::reduceAtBarrier(uint32_t id) {
  uint32_t count = 0, all = 0;
  auto eachWaiting = [&](auto f) {
    for (const Waiting &waiting : atBarrier) {
      if (waiting.id != id)
        continue;
      Active active = waiting.group.active();
      for (uint32_t at = active.begin; at < active.end; ++at)
        f(kernel.code[waiting.group.pc], active.thread(at));
    }
  };
  eachWaiting([&](const Instruction &i, uint32_t t) {
    if (!i.immediate)
      return;
    ++all;
    count += (reg<uint8_t>(i.r[2])[t] != 0) != (i.target != 0);
  });
  eachWaiting([&](const Instruction &i, uint32_t t) {
    if (i.immediate == 'p')
      reg<uint32_t>(i.r[3])[t] = count;
    else if (i.immediate)
      reg<uint8_t>(i.r[3])[t] = i.immediate == 'a' ? count == all : count != 0;
  });
}

/// Runs the instruction for the warps of which all lanes named by the mask are
/// here, and parks the others. False if none of the group goes on.
bool Block::warpSync(Group &group, const Instruction &i) {
  if (i.guard != kNoRegister) {
    // Those that skip it go on by themselves.
    Active some = filter(i, group.active());
    if (some.size() != group.size()) {
      Group jump, stay;
      std::vector<uint16_t> in(some.list, some.list + some.end), out;
      Active active = group.active();
      for (uint32_t at = active.begin; at < active.end; ++at)
        if (!std::binary_search(in.begin(), in.end(), active.thread(at)))
          out.push_back(uint16_t(active.thread(at)));
      stay.pc = group.pc + 1;
      stay.set(std::move(out));
      push(std::move(stay));
      if (in.empty())
        return false;
      group.begin = group.end = 0;
      group.set(std::move(in));
    }
  }
  for (size_t k = 0; k < parked.size(); ++k) {
    if (parked[k].pc != group.pc)
      continue;
    group.merge(parked[k]);
    parked.erase(parked.begin() + k);
    break;
  }
  Active active = group.active();
  const uint32_t *mask = reg<uint32_t>(i.r[0]);
  std::vector<uint32_t> here(lanesAlive.size(), 0);
  for (uint32_t at = active.begin; at < active.end; ++at) {
    uint32_t t = active.thread(at);
    here[t / kWarpSize] |= 1u << t % kWarpSize;
  }
  bool allReady = true;
  auto isReady = [&](uint32_t t) {
    return !(mask[t] & lanesAlive[t / kWarpSize] & ~here[t / kWarpSize]);
  };
  for (uint32_t at = active.begin; at < active.end; ++at) {
    uint32_t t = active.thread(at);
    if (!(mask[t] >> t % kWarpSize & 1)) {
      fail(i, t, kFailedLaunch,
           "executes a warp instruction whose mask does not name its lane");
      return false;
    }
    allReady &= isReady(t);
  }
  if (!allReady) {
    std::vector<uint16_t> ready, waiting;
    for (uint32_t at = active.begin; at < active.end; ++at) {
      uint32_t t = active.thread(at);
      (isReady(t) ? ready : waiting).push_back(uint16_t(t));
    }
    Group rest;
    rest.pc = group.pc;
    rest.set(std::move(waiting));
    parked.push_back(std::move(rest));
    if (ready.empty())
      return false;
    group.begin = group.end = 0;
    group.set(std::move(ready));
  }
  i.run(*this, i, group.active());
  ++group.pc;
  return true;
}

void Block::reportStuck() {
  const Group &group =
      parked.empty() ? atBarrier.front().group : parked.front();
  const Instruction &i = kernel.code[group.pc];
  uint32_t thread = group.active().thread(group.active().begin);
  fail(i, thread, kFailedLaunch,
       parked.empty() ? "waits at a barrier that " +
                            std::to_string(threads - group.size()) + " of " +
                            std::to_string(threads) + " threads do not reach"
                      : "waits for lanes of its warp that do not come");
}

std::string lineOf(const Kernel &kernel, const Instruction &i) {
  std::string text = "PTX line " + std::to_string(i.line);
  auto found = kernel.files->find(i.file);
  if (i.fileLine && found != kernel.files->end())
    text += " (" + found->second + ":" + std::to_string(i.fileLine) + ")";
  return text;
}

void Block::fail(const Instruction &i, uint32_t thread, int32_t result,
                 const std::string &what) {
  if (stopped())
    return;
  code = result;
  reportText = "kernel \"" + kernel.name + "\", block " +
               std::to_string(blockIndex) + ", thread " +
               std::to_string(thread) + ", " + lineOf(kernel, i) + ": " + what;
}

} // namespace popt::fake
