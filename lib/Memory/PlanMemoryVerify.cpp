//===- PlanMemoryVerify.cpp - Nothing is overwritten too early ------------===//
//
// Checks a plan again, from its attributes alone: no operation may write where
// a tensor lies that is still to be read, except over operands that it may
// overwrite and over carried values.
//
// Covered by test/Memory/verify-memory-plan.mlir.
//
//===----------------------------------------------------------------------===//
#include "PlanMemoryStorages.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Memory/PlanMemory.h"

#include <map>

using namespace mlir;
using namespace popt;

namespace {
/// A value in the arena: for loops, the result and the block arguments tied to
/// it are one.
struct Placed {
  Value value;
  bool isOnHost; ///< each memory has an arena
  int64_t offset, bytes;
  int64_t begin, end; ///< positions, both included
  bool isInSlots;
  bool overlaps(const Placed &o) const {
    return offset < o.offset + o.bytes && o.offset < offset + bytes;
  }
};

class PlanVerifier {
public:
  explicit PlanVerifier(func::FuncOp function)
      : function(function), symbols(function->getParentOfType<ModuleOp>()),
        positions(function), memories(function) {}
  LogicalResult run();

private:
  LogicalResult collect();
  LogicalResult collectSlots();
  /// An instance of a value in a pipelined loop.
  struct Instance {
    Value value;
    std::pair<int64_t, int64_t> bytes; ///< first, and after the last
    InstanceLife life;
  };
  LogicalResult collectInstances(dist::TimeLoopOp loop,
                                 std::map<Memory, std::vector<Instance>> &all);
  LogicalResult checkInstances(std::vector<Instance> &all);
  std::pair<int64_t, int64_t> bytesAt(Value value, DenseI32ArrayAttr list,
                                      int64_t microbatch);
  void add(Value value, int64_t offset, int64_t begin, int64_t end);
  LogicalResult checkRows();
  RowAddress addressOf(Value value);
  /// The list of slots by which the value lies in its memory; null if it is in
  /// slot 0.
  DenseI32ArrayAttr slotsOf(Value value);
  DenseI32ArrayAttr listAt(int64_t number);
  bool isInSlots(Value value);
  int64_t lastRead(Value value, int64_t before = INT64_MAX,
                   Operation *writer = nullptr);
  bool diesAt(Value value, OpResult written, int64_t lastRead);
  LogicalResult checkArena(bool isOnHost);
  bool mayWrite(const Placed &written, const Placed &alive);
  bool writesOver(Operation *op, unsigned result, Value alive);
  Value goesOnAs(Value value);
  /// The value whose memory this is: for a loop's block argument, the result.
  Value cellOf(Value value);

  func::FuncOp function;
  SymbolTable symbols;
  Positions positions;
  MemoryKinds memories;
  std::vector<Placed> placed;
  llvm::DenseMap<Value, int64_t> offsetOf;
  /// What tasks of pipelined loops leave for others.
  llvm::DenseSet<Value> instances;
  /// Results of operations with regions, by what is tied to them.
  llvm::DenseMap<Value, Value> resultOfCarried;
  llvm::DenseMap<OpOperand *, Value> resultOfYield;
  llvm::DenseMap<Value, SmallVector<Value, 2>> carriedOf;
  /// Results of loops that begin with a value.
  llvm::DenseMap<Value, SmallVector<OpResult, 1>> loopsFrom;
};
} // namespace

/// True for what is made in a stack. Terms are sound when this is asked.
static bool isInStack(Value value) {
  auto result = dyn_cast<OpResult>(value);
  return result && result.getOwner()->hasAttr(kStepTerms) &&
         !getRowTerms(result)->empty();
}

Value PlanVerifier::cellOf(Value value) {
  value = baseOf(value);
  Value result = resultOfCarried.lookup(value);
  return result ? result : value;
}

/// The last position before `before` at which the value is read, if `writer` runs.
int64_t PlanVerifier::lastRead(Value value, int64_t before, Operation *writer) {
  int64_t last = -1;
  for (OpOperand &use : value.getUses()) {
    bool isSeen = use.getOwner()->hasAttr(kStepView) &&
                  use.getOperandNumber() < use.getOwner()->getNumResults();
    int64_t at = isSeen ? lastRead(use.getOwner()->getResult(0), before, writer)
                        : readAt(positions, use);
    if (at < before &&
        (isSeen || !writer || !isReadInOtherBranch(use, writer, positions)))
      last = std::max(last, at);
  }
  return last;
}

void PlanVerifier::add(Value value, int64_t offset, int64_t begin,
                       int64_t end) {
  if (offset < 0 || bytesOf(value) == 0)
    return;
  int64_t bytes = bytesOf(value);
  bool hasSlots = isInSlots(value);
  if (DenseI32ArrayAttr slots = slotsOf(value))
    bytes = bytesAt(value, slots,
                    llvm::max_element(slots.asArrayRef()) -
                        slots.asArrayRef().begin())
                .second -
            offset;
  // An instance may be read after the text's last reader, and by the next
  // microbatch.
  if (instances.contains(value)) {
    Operation *loop = value.getParentRegion()->getParentOp();
    begin = positions.begin(loop);
    end = positions.end(loop);
  }
  placed.push_back(
      {value, memories.isOnHost(value), offset, bytes, begin, end, hasSlots});
  offsetOf[value] = offset;
}

bool PlanVerifier::isInSlots(Value value) {
  auto result = dyn_cast<OpResult>(value);
  auto strides = result ? result.getOwner()->getAttrOfType<DenseI64ArrayAttr>(
                              kStepSlotStrides)
                        : DenseI64ArrayAttr();
  return strides && strides[result.getResultNumber()] > 0;
}

DenseI32ArrayAttr PlanVerifier::slotsOf(Value value) {
  auto result = dyn_cast<OpResult>(value);
  auto numbers =
      result ? result.getOwner()->getAttrOfType<DenseI64ArrayAttr>(kStepSlots)
             : DenseI64ArrayAttr();
  return numbers ? listAt(numbers[result.getResultNumber()])
                 : DenseI32ArrayAttr();
}

DenseI32ArrayAttr PlanVerifier::listAt(int64_t number) {
  auto lists = function->getAttrOfType<ArrayAttr>(kStepSlotLists);
  return number < 0 ? DenseI32ArrayAttr()
                    : cast<DenseI32ArrayAttr>(lists[number]);
}

static int64_t slotAt(DenseI32ArrayAttr list, int64_t microbatch) {
  return list ? list[microbatch % list.size()] : 0;
}

/// The bytes that the value's instance of a microbatch takes.
std::pair<int64_t, int64_t>
PlanVerifier::bytesAt(Value value, DenseI32ArrayAttr list, int64_t microbatch) {
  auto result = cast<OpResult>(value);
  unsigned i = result.getResultNumber();
  auto offsets =
      result.getOwner()->getAttrOfType<DenseI64ArrayAttr>(kStepOffsets);
  auto strides =
      result.getOwner()->getAttrOfType<DenseI64ArrayAttr>(kStepSlotStrides);
  int64_t begin = offsets ? offsets[i] : 0;
  if (strides)
    begin += slotAt(list, microbatch) * strides[i];
  return {begin, begin + bytesOf(value)};
}

/// The instances of a loop's values, and when they are alive.
LogicalResult
PlanVerifier::collectInstances(dist::TimeLoopOp loop,
                               std::map<Memory, std::vector<Instance>> &all) {
  auto carried = loop->getAttrOfType<DenseI64ArrayAttr>(kStepCarriedSlots);
  for (auto &[key, lives] : findInstanceLives(loop)) {
    Value value = key;
    if (bytesOf(value) == 0)
      continue;
    instances.insert(value);
    std::vector<Instance> &there = all[memories.of(value)];
    DenseI32ArrayAttr list = slotsOf(value);
    for (auto [i, life] : llvm::enumerate(lives.instances))
      if (life.begin >= 0)
        there.push_back({value, bytesAt(value, list, i), life});
    for (auto [index, life] : lives.initial) {
      DenseI32ArrayAttr read = listAt(carried ? carried[index] : -1);
      there.push_back({value, bytesAt(value, read, 0), {-1, life.end}});
      for (size_t i = 1; i < lives.instances.size(); ++i)
        if (slotAt(read, i) != slotAt(list, i - 1))
          return emitError(value.getLoc())
                 << "microbatch " << i << " reads slot " << slotAt(read, i)
                 << " of what the one before left in slot "
                 << slotAt(list, i - 1);
    }
  }
  return success();
}

/// No instance lies where another one is that is alive.
LogicalResult PlanVerifier::checkInstances(std::vector<Instance> &all) {
  llvm::stable_sort(all, [](const Instance &a, const Instance &b) {
    return a.life.begin < b.life.begin;
  });
  std::multimap<int64_t, const Instance *> alive; // by first byte
  std::multimap<int64_t, decltype(alive)::iterator> byEnd;
  for (const Instance &written : all) {
    while (!byEnd.empty() && byEnd.begin()->first < written.life.begin) {
      alive.erase(byEnd.begin()->second);
      byEnd.erase(byEnd.begin());
    }
    // Those alive do not overlap, so only the last one before can reach across.
    auto it = alive.upper_bound(written.bytes.first);
    if (it != alive.begin())
      --it;
    for (; it != alive.end() && it->first < written.bytes.second; ++it)
      if (it->second->bytes.second > written.bytes.first)
        return emitError(written.value.getLoc())
               << "an instance at byte " << written.bytes.first
               << " is made in step " << written.life.begin
               << " of the order, where another one is read until step "
               << it->second->life.end;
    byEnd.emplace(written.life.end,
                  alive.emplace(written.bytes.first, &written));
  }
  return success();
}

LogicalResult PlanVerifier::collectSlots() {
  for (auto loop : function.getBody().getOps<dist::TimeLoopOp>()) {
    std::map<Memory, std::vector<Instance>> all;
    if (dist::getOrder(loop) && failed(collectInstances(loop, all)))
      return failure();
    for (auto &[memory, ofMemory] : all)
      if (failed(checkInstances(ofMemory)))
        return failure();
  }
  return success();
}

LogicalResult PlanVerifier::collect() {
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    FailureOr<int64_t> offset = getArgumentOffset(function, index);
    if (failed(offset))
      return failure();
    auto state = function.getArgAttrOfType<IntegerAttr>(index, dist::kState);
    auto result = state ? function.getResultAttrOfType<IntegerAttr>(
                              state.getInt(), kStepOffset)
                        : IntegerAttr();
    bool inPlace = result && result.getInt() == *offset;
    add(argument, *offset, 0, inPlace ? lastRead(argument) : positions.last());
  }
  WalkResult walk = function.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) -> WalkResult {
        SmallVector<BlockArgument> own = ownArguments(op);
        auto places =
            op->getAttrOfType<DenseI64ArrayAttr>(kStepArgumentOffsets);
        if (own.size() != (places ? size_t(places.size()) : 0)) {
          op->emitError("operation has no offset for each of its steps' "
                        "numbers");
          return WalkResult::interrupt();
        }
        for (auto [i, argument] : llvm::enumerate(own))
          add(argument, places[i], positions.begin(op),
              std::max(positions.begin(op), lastRead(argument)));
        if (!op->getNumResults())
          return WalkResult::advance();
        auto offsets = op->getAttrOfType<DenseI64ArrayAttr>(kStepOffsets);
        if (!offsets || offsets.size() != op->getNumResults()) {
          op->emitError("operation has no offset for each of its results");
          return WalkResult::interrupt();
        }
        if (op->hasAttr(kStepView) || isAmongConstants(op))
          return WalkResult::advance();
        auto loop = dyn_cast<dist::TimeLoopOp>(op);
        bool isPipelined = loop && dist::getOrder(loop);
        for (auto [result, offset] :
             llvm::zip(op->getResults(), offsets.asArrayRef()))
          if (!isInStack(result) &&
              (!isPipelined ||
               dist::isReplacedInPlace(loop, result.getResultNumber())))
            add(result, offset, positions.begin(op),
                std::max(positions.end(op), lastRead(result)));
        return isa<dist::BucketOp>(op) ? WalkResult::skip()
                                       : WalkResult::advance();
      });
  return failure(walk.wasInterrupted());
}

RowAddress PlanVerifier::addressOf(Value value) {
  value = cellOf(value);
  RowAddress address;
  auto result = dyn_cast<OpResult>(value);
  if (isInStack(value))
    address.steps = *getRowTerms(result);
  auto offsets =
      result ? result.getOwner()->getAttrOfType<DenseI64ArrayAttr>(kStepOffsets)
             : DenseI64ArrayAttr();
  address.offset = offsets ? offsets[result.getResultNumber()] : -1;
  return address;
}

/// What is made in a stack is a row of it, and nothing that it replaces is missed.
LogicalResult PlanVerifier::checkRows() {
  WalkResult sound = function.getBody().walk([](Operation *op) {
    bool isSound = llvm::all_of(op->getResults(), [](OpResult result) {
      return succeeded(getRowTerms(result));
    });
    return isSound ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (sound.wasInterrupted())
    return failure();
  SmallVector<std::pair<RowAddress, Block *>> rows;
  WalkResult walk = function.walk([&](dist::StepUpdateOp update) {
    Value row = cellOf(update.getRow());
    RowAddress own = addressOf(row), stack = addressOf(update.getResult());
    if (!isInStack(row) || !(own == rowAddress(stack, update)))
      return WalkResult::advance(); // it is copied
    auto liesWhere = [&](Value other) {
      return [this, other, address = addressOf(other)](Value value) {
        return bytesOf(value) == bytesOf(other) &&
               addressOf(value) == address &&
               slotsOf(cellOf(value)) == slotsOf(other);
      };
    };
    Operation *hindrance =
        isRowOfIteration(update)
            ? findHindrance(update, liesWhere(update.getResult()),
                            liesWhere(row), symbols)
            : update.getOperation();
    if (hindrance) {
      update.emitError("the row lies in its stack, whose row is still needed")
              .attachNote(hindrance->getLoc())
          << "here";
      return WalkResult::interrupt();
    }
    rows.push_back({own, update->getBlock()});
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  return failure(
      function
          .walk([&](Operation *op) {
            for (Value result : op->getResults())
              if (isInStack(result) && llvm::none_of(rows, [&](auto &row) {
                    return row.first == addressOf(result) &&
                           isMadeWithin(result, row.second);
                  })) {
                op->emitError("a result lies in a stack, and is no row of it");
                return WalkResult::interrupt();
              }
            return WalkResult::advance();
          })
          .wasInterrupted());
}

/// True if `op` may write this result where `alive` lies, which dies there.
bool PlanVerifier::writesOver(Operation *op, unsigned result, Value alive) {
  return mayWriteOver(
      op, result, [&](Value value) { return cellOf(value) == alive; }, symbols);
}

/// True if nothing that runs with `written` misses the value, which is read last at
/// `lastRead`.
bool PlanVerifier::diesAt(Value value, OpResult written, int64_t lastRead) {
  Operation *op = written.getOwner();
  if (lastRead < positions.begin(op))
    return true;
  int64_t last = hasBranches(op) ? positions.end(op) : positions.readBy(op);
  return lastRead <= last && !isReadMeanwhile(value, op, positions) &&
         writesOver(op, written.getResultNumber(), cellOf(value));
}

/// The result of a loop in the value's block that begins with it where it lies; null
/// if there is none.
Value PlanVerifier::goesOnAs(Value value) {
  for (OpResult result : loopsFrom.lookup(value))
    if (result.getOwner()->getBlock() == value.getParentBlock() &&
        addressOf(result) == addressOf(value))
      return result;
  return {};
}

bool PlanVerifier::mayWrite(const Placed &written, const Placed &alive) {
  auto result = dyn_cast<OpResult>(written.value);
  if (!result || written.offset != alive.offset || written.bytes != alive.bytes)
    return false;
  Operation *op = result.getOwner();
  // A loop writes nothing to what it passes on where it lies already.
  if (Value entry = passedOn(result)) {
    auto place = offsetOf.find(cellOf(entry));
    if (place != offsetOf.end() && place->second == written.offset)
      return true;
  }
  auto origin = [&](Value value) {
    for (auto cell = dyn_cast<OpResult>(value); cell;
         cell = dyn_cast<OpResult>(value)) {
      Value entry = passedOn(cell);
      if (!entry)
        break;
      value = cellOf(entry);
    }
    return value;
  };
  if (origin(result) == origin(alive.value))
    return true;
  int64_t last = alive.end;
  if (last == lastRead(alive.value))
    last = lastRead(alive.value, INT64_MAX, op);
  if (diesAt(alive.value, result, last))
    return true;
  // A value that is yielded to a carried value in `alive`, perhaps after loops that
  // go on with it.
  for (Value next = written.value;;) {
    Operation *parent = next.getParentBlock()->getParentOp();
    Operation *terminator = next.getParentBlock()->getTerminator();
    Value leaves;
    for (OpOperand &use : terminator->getOpOperands())
      if (baseOf(use.get()) == next)
        leaves = resultOfYield.lookup(&use);
    if (!leaves) {
      next = goesOnAs(next);
      if (!next)
        return false;
      continue;
    }
    next = leaves;
    if (next != alive.value)
      continue;
    for (Value carried : carriedOf.lookup(next)) {
      if (!diesAt(carried, result,
                  lastRead(carried, positions.end(parent), op)))
        return false;
    }
    return true;
  }
}

static std::string describe(Value value) {
  if (auto result = dyn_cast<OpResult>(value))
    return "result " + std::to_string(result.getResultNumber()) + " of " +
           result.getOwner()->getName().getStringRef().str();
  return "argument " +
         std::to_string(cast<BlockArgument>(value).getArgNumber());
}

LogicalResult PlanVerifier::run() {
  if (failed(verifyMemoryKinds(function)))
    return failure();
  function.getBody().walk([&](Operation *op) {
    for (ValueTie &tie : replacedTies(op)) {
      Value result = tie.targets.front();
      for (OpOperand *source : tie.sources)
        if (source->getOwner() != op)
          resultOfYield[source] = result;
        else if (isLoop(op))
          loopsFrom[baseOf(source->get())].push_back(cast<OpResult>(result));
      for (Value carried : ArrayRef(tie.targets).drop_front()) {
        resultOfCarried[carried] = result;
        carriedOf[result].push_back(carried);
      }
    }
  });
  if (failed(checkRows()) || failed(collectSlots()) || failed(collect()))
    return failure();
  llvm::stable_sort(placed, [](const Placed &a, const Placed &b) {
    return a.begin < b.begin;
  });
  return failure(failed(checkArena(/*isOnHost=*/false)) ||
                 failed(checkArena(/*isOnHost=*/true)));
}

/// Nothing that is alive in one of the arenas is written over.
LogicalResult PlanVerifier::checkArena(bool isOnHost) {
  // The live tensors, by offset and by end. Blocks that share memory are the
  // same block, so of those before an offset only the nearest can reach across
  // it.
  using ByOffset = std::multimap<int64_t, const Placed *>;
  ByOffset alive;
  std::multimap<int64_t, ByOffset::iterator> byEnd;
  for (const Placed &written : placed) {
    if (written.isOnHost != isOnHost)
      continue;
    while (!byEnd.empty() && byEnd.begin()->first < written.begin) {
      alive.erase(byEnd.begin()->second);
      byEnd.erase(byEnd.begin());
    }
    auto it = alive.lower_bound(written.offset);
    if (it != alive.begin())
      it = alive.lower_bound(std::prev(it)->first);
    for (; it != alive.end() && it->first < written.offset + written.bytes;
         ++it) {
      const Placed *other = it->second;
      // What is in slots is checked by instance.
      if (written.overlaps(*other) &&
          !(written.isInSlots && other->isInSlots) &&
          !mayWrite(written, *other)) {
        auto diagnostic = emitError(written.value.getLoc())
                          << describe(written.value) << " at byte "
                          << written.offset << " overwrites "
                          << describe(other->value) << " at byte "
                          << other->offset << ", which is read later";
        diagnostic.attachNote(other->value.getLoc()) << "overwritten here";
        return diagnostic;
      }
    }
    byEnd.emplace(written.end, alive.emplace(written.offset, &written));
  }
  return success();
}

LogicalResult popt::verifyMemoryPlan(func::FuncOp function) {
  return PlanVerifier(function).run();
}
