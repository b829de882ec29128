//===- Evaluator.cpp - Walks functions, regions and operations ------------===//
//
// Values live in frames from their definition to their last use, so that memory
// is bounded by what is live and a handler that holds the last reference may
// write in place. Where two ranks have the same operand buffers, the operation
// runs once. Tested by test/unit/Reference/InterpreterTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Evaluator.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace popt;
using namespace popt::reference;

//===----------------------------------------------------------------------===//
// OpTable
//===----------------------------------------------------------------------===//

void OpTable::add(StringRef name, LocalHandler handler) {
  entries[name].local = handler;
}
void OpTable::add(Handlers<LocalHandler> handlers) {
  for (auto [name, handler] : handlers)
    add(name, handler);
}
void OpTable::addLockstep(Handlers<LockstepHandler> handlers) {
  for (auto [name, handler] : handlers)
    entries[name].lockstep = handler;
}
void OpTable::addIdentity(std::initializer_list<StringRef> names) {
  for (StringRef name : names)
    entries[name].isIdentity = true;
}

const OpTable::Entry *OpTable::find(StringRef name) const {
  auto it = entries.find(name);
  return it == entries.end() ? nullptr : &it->second;
}

std::vector<std::string> OpTable::names() const {
  std::vector<std::string> result;
  for (const auto &entry : entries)
    result.push_back(entry.getKey().str());
  llvm::sort(result);
  return result;
}

const OpTable &OpTable::get() {
  static const OpTable table = [] {
    OpTable t;
    registerChloOps(t);
    registerCollectiveOps(t);
    registerContractionOps(t);
    registerControlFlowOps(t);
    registerDistOps(t);
    registerElementwiseOps(t);
    registerIndexingOps(t);
    registerMathOps(t);
    registerReductionOps(t);
    registerSdyOps(t);
    registerShapeOps(t);
    return t;
  }();
  return table;
}

std::vector<std::string> popt::reference::supportedOperations() {
  return OpTable::get().names();
}

//===----------------------------------------------------------------------===//
// Frames and calls
//===----------------------------------------------------------------------===//

int64_t Frame::positionOf(int64_t rank) const {
  auto it = llvm::lower_bound(ranks, rank);
  return it != ranks.end() && *it == rank ? it - ranks.begin() : -1;
}

RankedTensorType LocalCall::resultType(unsigned i) const {
  return cast<RankedTensorType>(op->getResult(i).getType());
}
ElementType LocalCall::resultElement(unsigned i) const {
  // Types without a counterpart are refused before a handler runs.
  return *elementTypeFromMLIR(resultType(i).getElementType());
}
Body LocalCall::body(unsigned i) const {
  return evaluator.makeBody(op->getRegion(i), frame, rank);
}
LogicalResult LocalCall::unsupported() const {
  InFlightDiagnostic diag =
      op->emitOpError("is not supported by the reference interpreter for "
                      "operand types ");
  llvm::interleaveComma(op->getOperandTypes(), diag);
  return diag;
}
LocalResults popt::reference::runConstant(LocalCall &call) {
  std::optional<Tensor> tensor =
      tensorFromAttribute(call.op->getAttrOfType<ElementsAttr>("value"));
  if (!tensor)
    return call.op->emitOpError(
        "has a value that the reference interpreter cannot "
        "read");
  return SmallVector<Tensor>{std::move(*tensor)};
}

LocalResults LocalCall::result(MaybeTensor tensor) const {
  if (!tensor)
    return unsupported();
  return SmallVector<Tensor>{std::move(*tensor)};
}
LocalResults LocalCall::results(MaybeTensors tensors) const {
  // The body has reported the error.
  if (!tensors)
    return failure();
  return std::move(*tensors);
}

//===----------------------------------------------------------------------===//
// Evaluator
//===----------------------------------------------------------------------===//

Evaluator::Evaluator(ModuleOp module, const Mesh *mesh,
                     const InterpreterOptions &options)
    : root(module), meshOrNull(mesh), opts(options) {}

Operation *Evaluator::lookup(SymbolRefAttr symbol) {
  return symbols.lookupNearestSymbolFrom(root, symbol);
}

LockstepResults Evaluator::call(Operation *op, func::FuncOp func,
                                SmallVector<RankTensors> arguments,
                                ArrayRef<int64_t> ranks, int callDepth) {
  if (func.isExternal())
    return op->emitError() << "function @" << func.getName() << " has no body";
  if (callDepth > opts.maxCallDepth)
    return op->emitError() << "calls are nested deeper than "
                           << opts.maxCallDepth
                           << "; recursion is not supported";
  if (!func.getBody().hasOneBlock())
    return func.emitOpError("has more than one block; control flow must be "
                            "structured");
  Block &block = func.getBody().front();
  if (block.getNumArguments() != arguments.size())
    return op->emitError() << "function @" << func.getName() << " takes "
                           << block.getNumArguments() << " arguments, got "
                           << arguments.size();
  Frame frame;
  frame.ranks.assign(ranks.begin(), ranks.end());
  frame.callDepth = callDepth;
  for (auto [argument, values] : llvm::zip(block.getArguments(), arguments))
    frame.values[argument] = std::move(values);
  return runBlock(block, frame);
}

LockstepResults Evaluator::runRegion(Region &region,
                                     SmallVector<RankTensors> arguments,
                                     const Frame &parent,
                                     ArrayRef<int64_t> ranks) {
  assert(region.hasOneBlock() && "the verifier lets one block pass");
  Block &block = region.front();
  assert(block.getNumArguments() == arguments.size() &&
         "the verifier compares a region's arguments with its values");
  Frame frame;
  frame.parent = &parent;
  frame.ranks.assign(ranks.begin(), ranks.end());
  frame.callDepth = parent.callDepth;
  for (auto [argument, values] : llvm::zip(block.getArguments(), arguments))
    frame.values[argument] = std::move(values);
  return runBlock(block, frame);
}

/// The commutative operation of this name on scalars.
static std::optional<Binary> commutative(StringRef name) {
  return llvm::StringSwitch<std::optional<Binary>>(name)
      .Case("stablehlo.add", Binary::Add)
      .Case("stablehlo.multiply", Binary::Multiply)
      .Case("stablehlo.maximum", Binary::Maximum)
      .Case("stablehlo.minimum", Binary::Minimum)
      .Case("stablehlo.and", Binary::And)
      .Case("stablehlo.or", Binary::Or)
      .Case("stablehlo.xor", Binary::Xor)
      .Default(std::nullopt);
}

/// The one commutative operation that a body applies to its two arguments, if
/// that is all it does (annotations aside).
static std::optional<Binary> singleOperation(Region &region) {
  if (!region.hasOneBlock() || region.front().getNumArguments() != 2)
    return std::nullopt;
  Block &block = region.front();
  std::optional<Binary> found;
  Value result;
  for (Operation &op : block) {
    if (op.hasTrait<mlir::OpTrait::IsTerminator>())
      return op.getNumOperands() == 1 && op.getOperand(0) == result
                 ? found
                 : std::nullopt;
    const OpTable::Entry *entry =
        OpTable::get().find(op.getName().getStringRef());
    if (found && entry && entry->isIdentity && op.getNumOperands() == 1 &&
        op.getNumResults() == 1 && op.getOperand(0) == result) {
      result = op.getResult(0);
      continue;
    }
    if (found || op.getNumOperands() != 2 || op.getNumResults() != 1)
      return std::nullopt;
    Value a = op.getOperand(0), b = op.getOperand(1);
    Value x = block.getArgument(0), y = block.getArgument(1);
    if (!((a == x && b == y) || (a == y && b == x)))
      return std::nullopt;
    found = commutative(op.getName().getStringRef());
    if (!found)
      return std::nullopt;
    result = op.getResult(0);
  }
  return std::nullopt;
}

Body Evaluator::makeBody(Region &region, const Frame &frame, int64_t rank) {
  Body body;
  body.op = singleOperation(region);
  body.call = [this, &region, &frame,
               rank](ArrayRef<Tensor> args) -> MaybeTensors {
    SmallVector<RankTensors> arguments;
    for (const Tensor &arg : args)
      arguments.push_back(RankTensors{arg});
    LockstepResults results =
        runRegion(region, std::move(arguments), frame, {rank});
    if (failed(results))
      return std::nullopt;
    SmallVector<Tensor> tensors;
    for (RankTensors &values : *results)
      tensors.push_back(std::move(values[0]));
    return tensors;
  };
  return body;
}

FailureOr<RankTensors> Evaluator::read(Value value, const Frame &frame) {
  for (const Frame *f = &frame; f; f = f->parent) {
    auto it = f->values.find(value);
    if (it == f->values.end())
      continue;
    if (f->ranks == frame.ranks)
      return it->second;
    RankTensors chosen;
    for (int64_t rank : frame.ranks)
      chosen.push_back(it->second[f->positionOf(rank)]);
    return chosen;
  }
  llvm_unreachable("values are computed in order, and kept until used");
}

const Evaluator::Deaths &Evaluator::deathsIn(Block &block) {
  std::unique_ptr<Deaths> &known = deaths[&block];
  if (known)
    return *known;
  known = std::make_unique<Deaths>();
  auto add = [&](Value value) {
    Operation *last = nullptr;
    for (Operation *user : value.getUsers()) {
      Operation *ancestor = block.findAncestorOpInBlock(*user);
      if (!last || last->isBeforeInBlock(ancestor))
        last = ancestor;
    }
    if (!last)
      last = value.getDefiningOp();
    if (last)
      (*known)[last].push_back(value);
  };
  for (BlockArgument argument : block.getArguments())
    add(argument);
  for (Operation &op : block)
    for (Value result : op.getResults())
      add(result);
  return *known;
}

FailureOr<SmallVector<RankTensors>>
Evaluator::readOperands(Operation &op, const Frame &frame) {
  SmallVector<RankTensors> operands;
  for (Value operand : op.getOperands()) {
    FailureOr<RankTensors> values = read(operand, frame);
    if (failed(values))
      return failure();
    operands.push_back(std::move(*values));
  }
  return operands;
}

LogicalResult Evaluator::runInFrame(Operation &op, Frame &frame) {
  FailureOr<SmallVector<RankTensors>> operands = readOperands(op, frame);
  if (failed(operands))
    return failure();
  const Deaths &dying = deathsIn(*op.getBlock());
  auto dead = dying.find(&op);
  auto release = [&] {
    if (dead != dying.end())
      for (Value value : dead->second)
        frame.values.erase(value);
  };
  // Regions may read values that die here.
  if (op.getNumRegions() == 0)
    release();
  LockstepCall call{&op, std::move(*operands), *this, frame};
  LockstepResults results = runOp(call);
  if (failed(results))
    return failure();
  if (opts.observe &&
      frame.ranks.size() == (meshOrNull ? size_t(meshOrNull->numRanks()) : 1) &&
      op.getNumResults() != 0)
    opts.observe(&op, *results);
  for (auto [value, tensors] : llvm::zip(op.getResults(), *results))
    frame.values[value] = std::move(tensors);
  release();
  return success();
}

LockstepResults Evaluator::runBlock(Block &block, Frame &frame) {
  for (Operation &op : block) {
    if (op.hasTrait<mlir::OpTrait::IsTerminator>())
      return readOperands(op, frame);
    if (failed(runInFrame(op, frame)))
      return failure();
  }
  llvm_unreachable("the verifier insists on a terminator");
}

static LogicalResult checkResults(const LockstepCall &call,
                                  ArrayRef<RankTensors> results) {
  Operation *op = call.op;
  assert(results.size() == op->getNumResults() &&
         "a handler gives one value per result");
  for (auto [i, type] : llvm::enumerate(op->getResultTypes())) {
    assert(results[i].size() == call.numRanks() &&
           "a handler gives one value per rank");
    if (!isa<RankedTensorType>(type))
      continue;
    for (const Tensor &tensor : results[i])
      if (!hasType(tensor, type))
        return op->emitOpError() << "result " << i << " has type " << type
                                 << ", evaluated to " << tensor.str();
  }
  return success();
}

static LogicalResult checkResultTypes(Operation *op,
                                      const InterpreterOptions &options) {
  for (Type type : op->getResultTypes()) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    if (!ranked)
      continue;
    std::optional<ElementType> element =
        elementTypeFromMLIR(ranked.getElementType());
    if (!ranked.hasStaticShape() || !element)
      return op->emitOpError() << "has result type " << type
                               << ", which the reference interpreter does not "
                                  "support";
    const double bytes = double(ranked.getNumElements()) * byteWidth(*element);
    if (bytes > double(options.maxTensorBytes))
      return op->emitOpError() << "has result type " << type << " of "
                               << llvm::formatv("{0:f0}", bytes).str()
                               << " bytes; the reference interpreter allows "
                               << options.maxTensorBytes;
  }
  return success();
}

LockstepResults Evaluator::runOp(LockstepCall &call) {
  Operation *op = call.op;
  const OpTable::Entry *entry =
      OpTable::get().find(op->getName().getStringRef());
  if (!entry)
    return op->emitOpError("is not supported by the reference interpreter");
  if (failed(checkResultTypes(op, opts)))
    return failure();
  LockstepResults results = failure();
  if (entry->isIdentity) {
    call.operands.resize(op->getNumResults());
    results = std::move(call.operands);
  } else if (entry->lockstep) {
    results = entry->lockstep(call);
  } else {
    results = runLocal(*entry, call);
  }
  if (failed(results) || failed(checkResults(call, *results)))
    return failure();
  return results;
}

/// True if two ranks have the same operands, buffer for buffer.
static bool sameOperands(const LockstepCall &call, size_t a, size_t b) {
  return llvm::all_of(call.operands, [&](const RankTensors &operand) {
    return operand[a].sharesBufferWith(operand[b]);
  });
}

static bool capturesValues(Operation *op) {
  for (Region &region : op->getRegions()) {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(region, captured);
    if (!captured.empty())
      return true;
  }
  return false;
}

LockstepResults Evaluator::runLocal(const OpTable::Entry &entry,
                                    LockstepCall &call) {
  const size_t numRanks = call.numRanks();
  const bool mayShare = numRanks > 1 && !capturesValues(call.op);
  SmallVector<RankTensors> results(call.op->getNumResults());
  SmallVector<size_t> computed;
  for (size_t i = 0; i < numRanks; ++i) {
    const size_t *twin = llvm::find_if(computed, [&](size_t j) {
      return mayShare && sameOperands(call, i, j);
    });
    if (twin != computed.end()) {
      for (RankTensors &result : results)
        result.push_back(Tensor(result[*twin]));
      continue;
    }
    LocalCall local{call.op, {}, *this, call.frame, call.frame.ranks[i]};
    for (RankTensors &operand : call.operands)
      if (numRanks == 1)
        local.operands.push_back(std::move(operand[i]));
      else
        local.operands.push_back(operand[i]);
    LocalResults values = entry.local(local);
    if (failed(values))
      return failure();
    assert(values->size() == results.size() &&
           "a handler gives one value per result");
    for (auto [result, value] : llvm::zip(results, *values))
      result.push_back(std::move(value));
    computed.push_back(i);
  }
  return results;
}
