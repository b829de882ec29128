//===- FlatLoop.cpp - A loop over rows in place of groups -----------------===//
//
// Tested by test/Stages/merge-loops.mlir and roll-loops.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/OpModels/FlatLoop.h"

#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Build.h"
#include "popt/OpModels/Reshapes.h"
#include "popt/Support/DeadOps.h"
#include "popt/Support/Tensors.h"

using namespace mlir;
using namespace popt;

std::optional<EvenNumber> popt::evenly(ArrayRef<int64_t> values) {
  EvenNumber number{values.front(),
                    values.size() > 1 ? values[1] - values.front() : 0};
  for (auto [i, value] : llvm::enumerate(values))
    if (value != number.begin + number.each * static_cast<int64_t>(i))
      return std::nullopt;
  return number;
}

bool popt::isIntegerScalar(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 0 && type.getElementType().isInteger();
}

bool popt::isRow(const SliceAccess &access) {
  return !access.sizes.empty() && access.sizes.front() == 1 &&
         ArrayRef<int64_t>(access.sizes).drop_front() ==
             shapeOf(access.whole).drop_front();
}

/// The value in this shape: the first one that was reshaped to it, if one had it.
static Value inShape(OpBuilder &builder, Value value, ArrayRef<int64_t> shape) {
  Value found;
  for (Value before = value; before;) {
    if (shapeOf(before) == shape)
      found = before;
    auto reshape = before.getDefiningOp<stablehlo::ReshapeOp>();
    before = reshape && !hasWords(before) ? reshape.getOperand() : Value();
  }
  return found ? found : buildReshape(builder, value.getLoc(), value, shape);
}

/// The stack of groups as a stack of rows.
static Value flatten(OpBuilder &builder, Value stack) {
  SmallVector<int64_t> shape(shapeOf(stack).drop_front());
  shape.front() *= shapeOf(stack).front();
  return inShape(builder, stack, shape);
}

static Value constant(OpBuilder &builder, Location loc, int64_t value,
                      Type element) {
  Attribute attribute = builder.getIntegerAttr(element, value);
  return buildConstant(
      builder, loc,
      DenseElementsAttr::get(RankedTensorType::get({}, element),
                             ArrayRef(attribute)));
}

unsigned FlatLoop::carry(Value init, bool isStack) {
  inits.push_back(isStack ? flatten(builder, init) : init);
  return static_cast<unsigned>(inits.size() - 1);
}

void FlatLoop::begin() {
  Location loc = old->getLoc();
  SmallVector<Value> all = {buildNumber(builder, loc, 0)};
  llvm::append_range(all, inits);
  ValueRange values(all);
  auto loop =
      stablehlo::WhileOp::create(builder, loc, values.getTypes(), values);
  made = loop;
  SmallVector<Location> locs(values.size(), loc);
  Block *cond =
      builder.createBlock(&loop.getCond(), {}, values.getTypes(), locs);
  Value goesOn = stablehlo::CompareOp::create(
      builder, loc, cond->getArgument(0), buildNumber(builder, loc, trips),
      stablehlo::ComparisonDirection::LT);
  stablehlo::ReturnOp::create(builder, loc, goesOn);
  body = builder.createBlock(&loop.getBody(), {}, values.getTypes(), locs);
}

Value FlatLoop::carried(unsigned number) const {
  return body->getArgument(number + 1);
}

Value FlatLoop::result(unsigned number) const {
  return made->getResult(number + 1);
}

Value FlatLoop::number(Location loc, EvenNumber number, Type element) {
  if (number.each == 0)
    return constant(builder, loc, number.begin, element);
  Value value = body->getArgument(0);
  Type type = elementOf(value);
  if (number.each == -1)
    value = buildArithmetic(builder, loc, Arithmetic::Subtract,
                            constant(builder, loc, number.begin, type), value);
  else if (number.each != 1)
    value = buildArithmetic(builder, loc, Arithmetic::Multiply, value,
                            constant(builder, loc, number.each, type));
  if (number.each != -1 && number.begin != 0)
    value = buildArithmetic(builder, loc, Arithmetic::Add, value,
                            constant(builder, loc, number.begin, type));
  return buildConvert(builder, loc, value, element);
}

void FlatLoop::setRow(Operation *access, EvenNumber row) {
  // All is taken of the other dimensions, from 0 on.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(access);
  unsigned first = sliceAccessOf(access)->indices.getBeginOperandIndex();
  for (unsigned i = first; i < access->getNumOperands(); ++i)
    access->setOperand(i,
                       number(access->getLoc(), i == first ? row : EvenNumber(),
                              elementOf(access->getOperand(i))));
  if (isa<stablehlo::DynamicUpdateSliceOp>(access))
    access->getResult(0).setType(access->getOperand(0).getType());
}

Value FlatLoop::readRow(Location loc, Value stack, EvenNumber row) {
  Value index = number(loc, row, builder.getI32Type());
  return buildSliceAt(builder, loc, stack, 0, index, 1);
}

Value FlatLoop::writeRow(Location loc, Value stack, Value piece,
                         EvenNumber row) {
  Value index = number(loc, row, builder.getI32Type());
  return buildUpdateAt(builder, loc, stack, piece, 0, index);
}

void FlatLoop::end(ArrayRef<Value> next) {
  Location loc = old->getLoc();
  SmallVector<Value> all = {
      number(loc, {1, 1}, elementOf(body->getArgument(0)))};
  llvm::append_range(all, next);
  stablehlo::ReturnOp::create(builder, loc, all);
  eraseDead(*body);
  builder.setInsertionPointAfter(made);
}

void FlatLoop::replace(unsigned result, unsigned number) {
  Value before = old->getResult(result), now = made->getResult(number + 1);
  // What makes it flat again would put rows of several coordinates into one group.
  for (Operation *user : llvm::make_early_inc_range(before.getUsers())) {
    auto reshape = dyn_cast<stablehlo::ReshapeOp>(user);
    if (!reshape || reshape.getType() != now.getType() || hasWords(reshape))
      continue;
    reshape.replaceAllUsesWith(now);
    reshape.erase();
  }
  if (!before.use_empty())
    before.replaceAllUsesWith(
        buildReshape(builder, before.getLoc(), now, shapeOf(before)));
}

void FlatLoop::finish(const CountedLoop &known) {
  for (OpResult result : old->getResults()) {
    if (result.use_empty())
      continue;
    unsigned index = result.getResultNumber();
    Value value = old->getOperand(index);
    if (const SmallVector<int64_t> *values = known.carriedValues(index))
      value =
          constant(builder, result.getLoc(), values->back(), elementOf(result));
    result.replaceAllUsesWith(value);
  }
  old->erase();
}
