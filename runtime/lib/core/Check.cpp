//===- Check.cpp - Proves a step table sound ------------------------------===//
//
// Each check states a rule that the executor relies on; nothing there looks
// again. Rules come in the order of the table: mesh, lists indexed by rank,
// groups, arguments and results, then each program's memory, bodies (which may
// not call each other in a circle) and commands. An operand is proved inside
// its region for every rank that runs the program, every slot and every value
// of its dynamic terms. Commands that run at the same time must not use the same
// memory (CheckOrder.cpp).
//
// All arithmetic is on 128 bits, where products of checked numbers can't
// overflow. Tests: CheckTest (each rule broken once), StepTableTest (random
// damage).
//
//===----------------------------------------------------------------------===//
#include "Checker.h"
#include <algorithm>
#include <set>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Mesh, tables, arguments, results
//===----------------------------------------------------------------------===//

bool Checker::mesh() {
  for (const MeshAxis &axis : t.mesh.axes)
    if (static_cast<uint8_t>(axis.kind) > 2)
      return fail("axis \"" + axis.name + "\" is of no kind");
  std::string error = t.mesh.check();
  ranks = error.empty() ? t.mesh.numRanks() : 0;
  return error.empty() || fail(error);
}

bool Checker::tables() {
  for (const std::vector<int64_t> &table : t.rankTables)
    if (static_cast<int64_t>(table.size()) != ranks)
      return fail("a rank table has " + str(table.size()) + " values for " +
                  str(ranks) + " ranks");
  for (const Group &group : t.groups) {
    std::set<int32_t> seen;
    for (const std::vector<int32_t> &list : group.lists)
      for (int32_t rank : list)
        if (rank < 0 || rank >= ranks || !seen.insert(rank).second)
          return fail("group " + group.name + " holds rank " + str(rank) +
                      " wrongly or twice");
  }
  if (static_cast<int64_t>(t.programOfRank.size()) != ranks)
    return fail(str(t.programOfRank.size()) + " ranks have a program, of " +
                str(ranks));
  for (int32_t index : t.programOfRank)
    if (!within(index, t.programs))
      return fail("program " + str(index) + " does not exist");
  return true;
}

bool Checker::kernels() {
  auto inRange = [](int64_t value, int64_t least, int64_t most) {
    return value >= least && value <= most;
  };
  for (const KernelEntry &kernel : t.kernels) {
    std::string what = "kernel \"" + kernel.symbol + "\" ";
    if (!t.target.isGpu && (!kernel.launches.empty() || kernel.scratchBytes))
      return fail(what + "has launches, but the program is for a CPU");
    if (!inRange(kernel.scratchBytes, 0, kMaxBytes))
      return fail(what + "needs " + str(kernel.scratchBytes) +
                  " bytes of scratch memory");
    for (const Launch &launch : kernel.launches)
      if (launch.entry.empty() || launch.image < 0 || launch.grid < 1 ||
          !inRange(launch.block, 1, kMaxBlockThreads) ||
          !inRange(launch.sharedBytes, 0, kMaxSharedBytes))
        return fail(what + "launches \"" + launch.entry + "\" of image " +
                    str(launch.image) + " with " + str(launch.grid) +
                    " blocks of " + str(launch.block) + " threads and " +
                    str(launch.sharedBytes) + " bytes of shared memory");
    if ((kernel.product && !productOf(kernel)) ||
        (kernel.convolution && !convolutionOf(kernel)))
      return false;
  }
  return true;
}

bool Checker::shapeBytes(const std::vector<int64_t> &shape, ElementType type,
                         int64_t &bytes) {
  if (static_cast<uint32_t>(type) >= POPT_RT_NUM_ELEMENT_TYPES)
    return fail("element type " + str(type) + " does not exist");
  if (shape.size() > kMaxRank)
    return fail("a tensor has " + str(shape.size()) + " dimensions");
  Wide product = static_cast<Wide>(popt_rt_element_size(type));
  bool empty = false;
  for (int64_t extent : shape) {
    if (extent < 0)
      return fail("shape " + str(shape) + " has a negative extent");
    empty |= extent == 0;
    product *= std::max<int64_t>(extent, 1);
    if (product > kMaxBytes)
      return fail("shape " + str(shape) + " is too large");
  }
  bytes = empty ? 0 : static_cast<int64_t>(product);
  return true;
}

template <typename Value>
bool Checker::value(const std::string &what, const Value &value) {
  const std::vector<int64_t> &shape = value.shape, &local = value.localShape;
  const Layout &layout = value.layout;
  where = what + ": ";
  int64_t bytes = 0;
  if (!shapeBytes(shape, value.type, bytes) ||
      !shapeBytes(local, value.type, bytes))
    return false;
  if (local.size() != shape.size() || layout.dims.size() != shape.size())
    return fail("shape " + str(shape) + ", local shape " + str(local) +
                " and a layout of " + str(layout.dims.size()) +
                " dimensions do not fit");
  if (static_cast<uint32_t>(layout.monoid) >= POPT_RT_NUM_MONOIDS)
    return fail("its monoid does not exist");
  if (!layout.partial.empty() &&
      !popt_rt_monoid_is_defined(toC(layout.monoid), value.type))
    return fail(std::string("no ") + popt::name(layout.monoid) + " of " +
                popt_rt_element_type_name(value.type));
  for (const DimLayout &dim : layout.dims)
    if (dim.granule < 1 || dim.granule > kMaxGranule)
      return fail("granule " + str(dim.granule));
  const Part &part = value.part;
  bool isPart = part.of >= 0;
  if (isPart &&
      (part.dim < 0 || static_cast<size_t>(part.dim) >= shape.size() ||
       part.begin < 0 || part.extent < 0 ||
       part.extent > shape[part.dim] - part.begin))
    return fail("elements " + str(part.begin) + " to " +
                str(part.begin + part.extent) + " of dimension " +
                str(part.dim) + " do not exist");
  std::vector<int64_t> divided = dividedShape(value);
  if (std::string error = layout.check(t.mesh, divided); !error.empty())
    return fail(error);
  for (size_t d = 0; d < shape.size(); ++d) {
    int64_t largest = localExtent(layout.dims[d], divided[d]);
    if (local[d] < largest)
      return fail("local extent " + str(local[d]) + " of dimension " + str(d) +
                  " is less than its largest block, " + str(largest));
  }
  return true;
}

/// Blocks name the first of their tensor, which has the user's number.
template <typename Value>
bool Checker::part(const std::vector<Value> &values, size_t index) {
  int32_t of = values[index].part.of;
  if (of < 0)
    return true;
  if (static_cast<size_t>(of) > index || values[of].part.of != of ||
      values[of].shape != values[index].shape ||
      values[of].type != values[index].type)
    return fail("it is no block of number " + str(of));
  size_t user = numOfUser(values);
  return (index < user) == (static_cast<size_t>(of) == index) ||
         fail("it stands before an argument or result of the user");
}

bool Checker::values() {
  for (size_t i = 0; i < t.arguments.size(); ++i) {
    const Argument &a = t.arguments[i];
    at.argument = static_cast<int32_t>(i);
    if (!value("argument " + str(i), a) || !part(t.arguments, i))
      return false;
    if (a.stateResult < 0)
      continue;
    if (!within(a.stateResult, t.results))
      return fail("result " + str(a.stateResult) + " does not exist");
    const Result &r = t.results[a.stateResult];
    if (r.stateArgument != static_cast<int64_t>(i) || r.type != a.type ||
        r.shape != a.shape || r.localShape != a.localShape)
      return fail("its state result " + str(a.stateResult) +
                  " has another shape, type or argument");
  }
  at.argument = -1;
  for (size_t i = 0; i < t.results.size(); ++i) {
    const Result &r = t.results[i];
    at.result = static_cast<int32_t>(i);
    if (!value("result " + str(i), r) || !part(t.results, i))
      return false;
    if (r.stateArgument >= 0 &&
        (!within(r.stateArgument, t.arguments) ||
         t.arguments[r.stateArgument].stateResult != static_cast<int64_t>(i)))
      return fail("its state argument " + str(r.stateArgument) +
                  " does not name it");
  }
  where.clear();
  at = Problem();
  return true;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

bool Checker::liesInside(const Address &start,
                         const std::vector<int64_t> &shape, ElementType type) {
  if (start.region < 0)
    return true;
  Operand operand;
  operand.region = start.region;
  operand.offset = start.offset;
  operand.type = type;
  operand.shape = shape;
  return this->operand(operand, false);
}

/// State results that are copied to their arguments must not be overwritten by
/// another such copy.
bool Checker::stateMoves() {
  struct Move {
    int32_t region;
    int64_t begin, end;
    size_t argument;
  };
  std::vector<Move> targets, sources;
  for (size_t i = 0; i < t.arguments.size(); ++i) {
    int32_t result = t.arguments[i].stateResult;
    if (result < 0)
      continue;
    const Address &to = p->argumentAddresses[i],
                  &from = p->resultAddresses[result];
    if ((to.region < 0) != (from.region < 0))
      return fail("argument " + str(i) +
                  " and its state result are not on the same ranks");
    int64_t bytes = 0;
    shapeBytes(t.arguments[i].localShape, t.arguments[i].type, bytes);
    if (to.region < 0 || bytes == 0 ||
        (to.region == from.region && to.offset == from.offset))
      continue;
    targets.push_back({to.region, to.offset, to.offset + bytes, i});
    sources.push_back({from.region, from.offset, from.offset + bytes, i});
  }
  auto order = [](const Move &a, const Move &b) {
    return std::make_pair(a.region, a.begin) <
           std::make_pair(b.region, b.begin);
  };
  std::sort(targets.begin(), targets.end(), order);
  for (size_t i = 1; i < targets.size(); ++i)
    if (targets[i].region == targets[i - 1].region &&
        targets[i].begin < targets[i - 1].end)
      return fail("arguments " + str(targets[i - 1].argument) + " and " +
                  str(targets[i].argument) + " overlap");
  // Targets are disjoint, so the only candidates for a source are the last
  // target that begins before its end and those just before it.
  for (const Move &source : sources) {
    Move key = source;
    key.begin = source.end;
    auto it = std::lower_bound(targets.begin(), targets.end(), key, order);
    while (it != targets.begin()) {
      --it;
      if (it->region != source.region || it->end <= source.begin)
        break;
      return fail("the state result of argument " + str(source.argument) +
                  " overlaps argument " + str(it->argument));
    }
  }
  return true;
}

bool Checker::program(size_t index) {
  p = &t.programs[index];
  at = Problem();
  at.program = static_cast<int32_t>(index);
  where = "program " + str(index) + ": ";
  ranksOf.clear();
  for (int64_t rank = 0; rank < ranks; ++rank)
    if (t.programOfRank[rank] == static_cast<int64_t>(index))
      ranksOf.push_back(rank);
  Wide total = 0;
  for (const Region &region : p->regions) {
    if (static_cast<uint8_t>(region.kind) > 2)
      return fail("region \"" + region.name + "\" is of no kind");
    if (region.bytes < 0 || region.bytes > kMaxBytes)
      return fail("region \"" + region.name + "\" has " + str(region.bytes) +
                  " bytes");
    total += region.bytes;
  }
  if (total > kMaxBytes)
    return fail("its regions are too large");
  if (p->numEvents < 0 || p->numEvents > kMaxEvents)
    return fail("it has " + str(p->numEvents) + " events");
  if (!slots())
    return false;
  if (p->argumentAddresses.size() != t.arguments.size() ||
      p->resultAddresses.size() != t.results.size())
    return fail("it places " + str(p->argumentAddresses.size()) +
                " arguments and " + str(p->resultAddresses.size()) +
                " results of " + str(t.arguments.size()) + " and " +
                str(t.results.size()));
  std::string outer = where;
  for (size_t i = 0; i < t.arguments.size(); ++i) {
    where = outer + "argument " + str(i) + ": ";
    at.argument = static_cast<int32_t>(i);
    if (!liesInside(p->argumentAddresses[i], t.arguments[i].localShape,
                    t.arguments[i].type))
      return false;
    if (p->argumentAddresses[i].region >= 0 &&
        p->regions[p->argumentAddresses[i].region].kind ==
            RegionKind::Constants)
      return fail("it lies among the constants");
  }
  at.argument = -1;
  for (size_t i = 0; i < t.results.size(); ++i) {
    where = outer + "result " + str(i) + ": ";
    at.result = static_cast<int32_t>(i);
    if (!liesInside(p->resultAddresses[i], t.results[i].localShape,
                    t.results[i].type))
      return false;
  }
  where = outer;
  at.result = -1;
  if (!stateMoves() || !bodies())
    return false;
  for (size_t i = 0; i < p->commands.size(); ++i) {
    enter(static_cast<int32_t>(i));
    if (!command(p->commands[i]) || !bucket(static_cast<int32_t>(i)))
      return false;
  }
  if (!order())
    return false;
  where.clear();
  return true;
}

/// What follows is about this command of the program.
void Checker::enter(int32_t index) {
  const Command &c = p->commands[index];
  at.command = index;
  where =
      "program " + str(at.program) + ": command " + str(index) + " (" + name(c);
  if (within(c.location, t.locations)) {
    const Location &l = t.locations[c.location];
    where += " \"" + l.name + "\"";
    if (!l.file.empty())
      where += " at " + l.file + ":" + str(l.line);
  }
  where += "): ";
}

bool Checker::slots() {
  for (size_t i = 0; i < p->slots.size(); ++i) {
    std::string list = "list " + str(i) + " of slots ";
    if (p->slots[i].empty())
      return fail(list + "is empty");
    for (int32_t slot : p->slots[i])
      if (slot < 0)
        return fail(list + "has slot " + str(slot));
  }
  return true;
}

bool Checker::bodies() {
  if (p->bodies.empty())
    return fail("it has no bodies");
  for (const Body &body : p->bodies)
    if (body.begin < 0 || body.end < body.begin ||
        static_cast<size_t>(body.end) > p->commands.size())
      return fail("body \"" + body.name + "\" is commands " + str(body.begin) +
                  " to " + str(body.end) + " of " + str(p->commands.size()));
  callers.assign(p->bodies.size(), {});
  onlyLoopsRun.assign(p->bodies.size(), true);
  insideOf.clear();
  std::vector<int> state(p->bodies.size(), 0);
  return depth(0, state, 0);
}

/// Visits bodies depth first; state: 0 new, 1 being visited, n >= 2 finished
/// with n - 2 bodies below it.
bool Checker::depth(int32_t index, std::vector<int> &state, int level) {
  if (!body(index))
    return false;
  if (state[index] == 1)
    return fail("body " + str(index) + " runs itself");
  if (level + std::max(state[index] - 2, 0) > kMaxDepth)
    return fail("bodies are nested more than " + str(kMaxDepth) + " deep");
  if (state[index] > 1)
    return true;
  state[index] = 1;
  int below = 0;
  auto visit = [&](int32_t child, bool isLoop = false) {
    if (!depth(child, state, level + 1))
      return false;
    onlyLoopsRun[child] = onlyLoopsRun[child] && isLoop;
    if (callers[child].empty() || callers[child].back() != index)
      callers[child].push_back(index);
    below = std::max(below, state[child] - 2 + 1);
    return true;
  };
  for (int32_t i = p->bodies[index].begin; i < p->bodies[index].end; ++i) {
    const AnyOp &op = p->commands[i].op;
    if (auto *loop = std::get_if<LoopOp>(&op)) {
      if (!visit(loop->body, /*isLoop=*/true))
        return false;
    } else if (auto *loop = std::get_if<WhileOp>(&op)) {
      if (!visit(loop->condition) || !visit(loop->body))
        return false;
    } else if (auto *schedule = std::get_if<ScheduleOp>(&op)) {
      for (auto [child, microbatch] : schedule->calls)
        if (!visit(child))
          return false;
    } else if (auto *branches = std::get_if<CaseOp>(&op)) {
      for (int32_t branch : branches->branches)
        if (branch != -1 && !visit(branch))
          return false;
    }
  }
  state[index] = below + 2;
  return true;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

bool Checker::operand(const Operand &o, bool written) {
  if (!within(o.region, p->regions))
    return fail("region " + str(o.region) + " does not exist");
  const Region &region = p->regions[o.region];
  bool constant = region.kind == RegionKind::Constants;
  int64_t size =
      constant ? static_cast<int64_t>(t.constants.size()) : region.bytes;
  if (constant && written)
    return fail("it writes to constants");
  int64_t dense = 0;
  if (!shapeBytes(o.shape, o.type, dense))
    return false;
  if (!o.strides.empty() && o.strides.size() != o.shape.size())
    return fail(str(o.strides.size()) + " strides for shape " + str(o.shape));
  if (o.slots != -1 && !within(o.slots, p->slots))
    return fail("list " + str(o.slots) + " of slots does not exist");
  if (!terms(o) || (o.rankOffset != -1 && !rankTable(o.rankOffset)))
    return false;
  for (const RankExtent &e : o.rankExtents) {
    if (e.dim < 0 || static_cast<size_t>(e.dim) >= o.shape.size())
      return fail("dimension " + str(e.dim) + " does not exist");
    if (!rankTable(e.rankTable))
      return false;
    for (int64_t rank : ranksOf)
      if (t.rankTables[e.rankTable][rank] < 0)
        return fail("an extent is " + str(t.rankTables[e.rankTable][rank]));
  }
  std::optional<ByteRange> range = bytesOnRanks(t, ranksOf, o);
  if (!range)
    return true;
  range->extend(0, Wide(o.slotStride) * p->lastSlot(o));
  for (const Term &term : o.terms)
    extendBy(*range, term, *p, t);
  return (range->low >= 0 && range->high <= size) ||
         fail("operand " + toString(o, *p) + " reaches from byte " +
              str(range->low) + " to " + str(range->high) + " of a region of " +
              str(size) + " bytes");
}

/// What a loop counts means something within it alone.
bool Checker::terms(const Operand &o) {
  for (const Term &term : o.terms) {
    auto isOfLoop = [&](const Term &other) { return other.loop == term.loop; };
    if (std::count_if(o.terms.begin(), o.terms.end(), isOfLoop) > 1)
      return fail("two terms of " + toString(o, *p) + " count the same");
    if (term.loop == -1)
      continue;
    if (!body(term.loop))
      return false;
    if (callers[term.loop].empty() || !onlyLoopsRun[term.loop])
      return fail("no loop counts iterations of body " + str(term.loop));
    for (size_t i = 0; i < p->bodies.size(); ++i)
      if (p->bodies[i].begin <= at.command && at.command < p->bodies[i].end &&
          !isInside(static_cast<int32_t>(i), term.loop))
        return fail("it is not in the loop that runs body " + str(term.loop));
  }
  return true;
}

/// Whether all that runs a body is in the loop that runs another one, or that loop.
bool Checker::isInside(int32_t body, int32_t loop) {
  if (body == loop)
    return true;
  auto [answer, isNew] = insideOf.try_emplace({body, loop}, false);
  if (isNew)
    answer->second =
        !callers[body].empty() &&
        std::all_of(callers[body].begin(), callers[body].end(),
                    [&](int32_t caller) { return isInside(caller, loop); });
  return answer->second;
}

bool Checker::scalar(const Scalar &s) {
  if (s.kind > Scalar::Kind::Microbatch)
    return fail("a scalar is of no kind");
  return s.kind != Scalar::Kind::RankTable || within(s.value, t.rankTables) ||
         fail("rank table " + str(s.value) + " does not exist");
}

bool Checker::count(const Command &c, size_t least, size_t most) {
  if (c.operands.size() >= least && c.operands.size() <= most)
    return true;
  return fail("it has " + str(c.operands.size()) + " operands");
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

std::string Checker::run() {
  if (!mesh() || !tables() || !kernels() || !values())
    return problem;
  for (size_t i = 0; i < t.programs.size(); ++i)
    if (!program(i))
      return problem;
  messages();
  return problem;
}

Problem popt::rt::findProblem(const StepTable &table) {
  Checker checker(table);
  checker.run();
  return checker.found();
}

std::string popt::rt::check(const StepTable &table) {
  return Checker(table).run();
}
