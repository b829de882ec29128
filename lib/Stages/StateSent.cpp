//===- StateSent.cpp - Warns of state that travels between stages ---------===//
//
// In a good pipeline activations travel, and weights, moments and their updates
// stay where they are held. An operation that reads the weights of several
// coordinates runs at one of them: the weights are sent there in every step, and
// what it makes of them is sent back.
//
//   %w (held at 1) --> %y = dot %x, %w   at 0: the step sends %w
//   %n = add %m, %u    at 0 --> result, the next value of %m (held at 1)
//
// An operation may also take the gradients of weights that several coordinates
// hold, and nothing else: it does the work of several stages at one.
//
//   %f = concatenate %g0, %g1   at 0: the step sends %g1, of which %w1 is updated
//
// What is sent is known after splitting. One warning gives the bytes, at the line
// for which most is sent, and notes name the next ones. Scalars do not count:
// counters, scales, norms. Tested by test/Stages/split-stages-state.mlir and
// test/Execute/Stages/claims.test.
//
//===----------------------------------------------------------------------===//
#include "Pipelines.h"
#include "PlaceStages.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Interfaces/ValueTieOp.h"
#include "popt/Machine/Bytes.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace popt;

namespace {

class StateSent {
public:
  StateSent(StageProgram &program, const StageUses &uses,
            ArrayRef<SentValue> sent)
      : program(program), main(program.main), uses(uses), sent(sent) {}

  void run();

private:
  /// Why state is sent, for one operation.
  struct Cause {
    Operation *op;
    int64_t at; ///< a coordinate
    int64_t bytes = 0;
    llvm::SetVector<StringAttr> taken, joined, returned; ///< arguments
  };
  void findState();
  void findUpdates();
  void spreadUpdates();
  void addState(Operation *op);
  bool isKnown(Value value) const; ///< a constant or a number
  Cause &add(const SentValue &message, Operation *op, int64_t at);
  Operation *readerAt(Value value, int64_t coordinate) const;
  /// The first reader there that makes more than what belongs to one argument.
  Operation *causeAt(Value value, int64_t coordinate,
                     function_ref<bool(Value)> belongsToOne) const;
  bool joinsUpdates(Operation *op) const;
  std::string describe(const Cause &cause) const;

  StageProgram &program;
  mutable func::FuncOp main; ///< a handle: asking it is not const
  const StageUses &uses;
  ArrayRef<SentValue> sent;
  /// Arguments that are held somewhere, and what is computed from them alone, by
  /// the name of one of them.
  llvm::DenseMap<Value, StringAttr> state;
  llvm::DenseSet<Value> constants;
  /// What an argument's next value is made from, element by element, and what is
  /// made from that: the argument, and where it is held.
  llvm::DenseMap<Value, std::pair<StringAttr, PlaceSet>> updates;
  llvm::MapVector<std::pair<Operation *, int64_t>, Cause> causes;
};

} // namespace

static bool isScalar(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return !type || type.getNumElements() == 1;
}

void StateSent::addState(Operation *op) {
  StringAttr from;
  bool isConstant = true;
  for (Value operand : uses.operandsOf(op)) {
    if (constants.contains(operand))
      continue;
    isConstant = false;
    from = state.lookup(operand);
    if (!from)
      return;
  }
  for (Value result : op->getResults())
    if (isConstant)
      constants.insert(result);
    else
      state[result] = from;
}

void StateSent::findState() {
  for (BlockArgument argument : main.getArguments())
    if (!dist::getArgumentPlace(main, argument.getArgNumber()).empty())
      state[argument] = StringAttr::get(
          main.getContext(),
          dist::describeArgument(main, argument.getArgNumber()));
  for (Operation &op : main.front().without_terminator())
    if (auto loop = dyn_cast<dist::TimeLoopOp>(op)) {
      for (Operation &inner : loop.getBody().front().without_terminator())
        addState(&inner);
    } else {
      addState(&op);
    }
}

bool StateSent::isKnown(Value value) const {
  return isNumber(value) || constants.contains(value);
}

void StateSent::findUpdates() {
  Operation *terminator = main.front().getTerminator();
  auto stateArguments = dist::getStateArguments(main);
  for (auto [i, start] : llvm::enumerate(terminator->getOperands())) {
    if (!stateArguments[i] || isScalar(start))
      continue;
    BlockArgument argument = main.getArgument(*stateArguments[i]);
    PlaceSet held = uses.heldAt(argument);
    StringAttr name = state.lookup(argument);
    if (!name)
      continue;
    // If several coordinates hold it, its gradients are summed there.
    Operation *last = start.getDefiningOp();
    if (countPlaces(held) > 1 && (!last || !(held & ~uses.runsAt(last))))
      continue;
    SmallVector<Value> work{start};
    while (!work.empty()) {
      Value value = work.pop_back_val();
      if (!updates.try_emplace(value, name, held).second)
        continue;
      Operation *op = value.getDefiningOp();
      if (!op || !isMap(op) || !(uses.runsAt(op) & held))
        continue;
      for (Value operand : op->getOperands())
        if (!isKnown(operand) &&
            cast<RankedTensorType>(operand.getType()).getNumElements() ==
                cast<RankedTensorType>(value.getType()).getNumElements())
          work.push_back(operand);
    }
  }
}

/// Elements that follow from those of one argument's update belong to it, too.
void StateSent::spreadUpdates() {
  for (Operation &op : main.front().without_terminator()) {
    if (!isMap(&op) || op.getNumResults() != 1 ||
        updates.contains(op.getResult(0)))
      continue;
    SmallVector<Value> operands(llvm::make_filter_range(
        op.getOperands(), [&](Value operand) { return !isKnown(operand); }));
    if (operands.empty())
      continue;
    auto of = updates.lookup(operands.front());
    if (of.first && llvm::all_of(operands, [&](Value operand) {
          return updates.lookup(operand) == of;
        }))
      updates[op.getResult(0)] = of;
  }
}

/// True if an operation computes with the updates of arguments that several
/// coordinates hold, and with nothing else.
bool StateSent::joinsUpdates(Operation *op) const {
  PlaceSet first = 0;
  bool differs = false;
  for (Value operand : uses.operandsOf(op)) {
    if (isKnown(operand))
      continue;
    PlaceSet held = updates.lookup(operand).second;
    if (!held || state.contains(operand))
      return false;
    first = first ? first : held;
    differs |= held != first;
  }
  return differs;
}

/// The first operation that reads the value there; null if the program returns it.
Operation *StateSent::readerAt(Value value, int64_t coordinate) const {
  Operation *first = nullptr;
  for (Operation *user : value.getUsers()) {
    Operation *op = main.front().findAncestorOpInBlock(*user);
    if (auto loop = dyn_cast_or_null<dist::TimeLoopOp>(op))
      op = loop.getBody().front().findAncestorOpInBlock(*user);
    if (!op || op->hasTrait<OpTrait::IsTerminator>() ||
        !isIn(uses.runsAt(op), coordinate))
      continue;
    bool isEarlier = !first || (first->getBlock() == op->getBlock() &&
                                op->isBeforeInBlock(first));
    if (isEarlier)
      first = op;
  }
  return first;
}

/// What only joins, cuts or casts state says little to the user.
Operation *StateSent::causeAt(Value value, int64_t coordinate,
                              function_ref<bool(Value)> belongsToOne) const {
  Operation *reader = readerAt(value, coordinate);
  while (reader && reader->getNumResults() == 1 &&
         belongsToOne(reader->getResult(0))) {
    Operation *next = readerAt(reader->getResult(0), coordinate);
    if (!next)
      break;
    reader = next;
  }
  return reader;
}

StateSent::Cause &StateSent::add(const SentValue &message, Operation *op,
                                 int64_t at) {
  Cause &cause = causes[{op, at}];
  cause.op = op;
  cause.at = at;
  cause.bytes += message.times * bytesOf(message.value.getType());
  return cause;
}

static std::string list(ArrayRef<StringAttr> names) {
  std::string text = names.front().str();
  if (names.size() > 1)
    text += " and " + std::to_string(names.size() - 1) + " more";
  return text;
}

std::string StateSent::describe(const Cause &cause) const {
  std::string text = describeBytes(cause.bytes) +
                     " for this operation, which runs at coordinate " +
                     std::to_string(cause.at) + " of stage axis \"" +
                     program.mesh.axes[program.axis].name + "\" and ";
  SmallVector<std::string> what;
  if (!cause.taken.empty())
    what.push_back("takes " + list(cause.taken.getArrayRef()) +
                   " from elsewhere");
  if (!cause.joined.empty())
    what.push_back("takes the update of " + list(cause.joined.getArrayRef()) +
                   " from elsewhere");
  if (!cause.returned.empty())
    what.push_back("makes the update of " + list(cause.returned.getArrayRef()) +
                   " held elsewhere");
  return text + llvm::join(what, ", and ");
}

void StateSent::run() {
  findState();
  findUpdates();
  spreadUpdates();
  for (const SentValue &message : sent) {
    if (isScalar(message.value) || bytesOf(message.value.getType()) == 0)
      continue;
    if (StringAttr name = state.lookup(message.value)) {
      Operation *reader =
          causeAt(message.value, message.reader,
                  [&](Value value) { return state.contains(value); });
      if (reader) {
        add(message, reader, message.reader).taken.insert(name);
        continue;
      }
    }
    auto update = updates.find(message.value);
    if (update == updates.end())
      continue;
    auto [name, held] = update->second;
    if (isIn(held, message.reader)) {
      if (Operation *maker = message.value.getDefiningOp())
        add(message, maker, message.source).returned.insert(name);
      continue;
    }
    Operation *reader =
        causeAt(message.value, message.reader,
                [&](Value value) { return updates.contains(value); });
    if (reader && joinsUpdates(reader))
      add(message, reader, message.reader).joined.insert(name);
  }
  if (auto warned =
          dyn_cast_or_null<ArrayAttr>(program.module()->removeAttr(kWarned)))
    causes.remove_if([&](auto &entry) {
      return llvm::is_contained(warned, Attribute(entry.first.first->getLoc()));
    });
  if (causes.empty())
    return;
  int64_t total = 0;
  SmallVector<const Cause *> order;
  for (auto &[key, cause] : causes) {
    total += cause.bytes;
    order.push_back(&cause);
  }
  llvm::stable_sort(order, [](const Cause *a, const Cause *b) {
    return a->bytes > b->bytes;
  });
  InFlightDiagnostic warning =
      order.front()->op->emitWarning()
      << "each step sends " << describeBytes(total)
      << " of weights and other state between stages, "
      << describe(*order.front())
      << (isLoop(order.front()->op)
              ? "; if this loop takes the batch in parts, write the step of "
                "the whole batch, and ask for parts with --mesh time:mb=K"
              : "; write each layer's work as operations of its own, which run "
                "where its weights are");
  constexpr size_t mostNotes = 3;
  for (const Cause *cause : ArrayRef(order).drop_front().take_front(mostNotes))
    warning.attachNote(cause->op->getLoc()) << describe(*cause);
}

void popt::warnOfStateSent(StageProgram &program, const StageUses &uses,
                           ArrayRef<SentValue> sent) {
  StateSent(program, uses, sent).run();
}
