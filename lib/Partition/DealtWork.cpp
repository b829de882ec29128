//===- DealtWork.cpp - Steps of equal work in a manual region -------------===//
//
// The rewrite is drawn in DealtWork.h. Tested through deal-out-equal-work
// (test/Partition/deal-out-equal-work.mlir).
//
//===----------------------------------------------------------------------===//
#include "DealtWork.h"

#include "popt/Interfaces/Build.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace popt {

Layout withoutAxes(Layout layout, const AxisList &axes, const Mesh &mesh) {
  for (DimLayout &dim : layout.dims)
    dim.axes = removeOverlapping(mesh, dim.axes, axes);
  layout.partial = removeOverlapping(mesh, layout.partial, axes);
  return layout;
}

Layout DealtForm::stacked(Layout layout) const {
  layout.dims.insert(layout.dims.begin(), DimLayout());
  return layout;
}

Layout DealtForm::spread(const Layout &layout) const {
  Layout rows = stacked(inside(layout));
  rows.dims.front().axes = axes;
  return rows;
}

RankedTensorType DealtForm::rowsOf(int64_t count, RankedTensorType type) {
  SmallVector<int64_t> shape{count};
  llvm::append_range(shape, type.getShape());
  return RankedTensorType::get(shape, type.getElementType());
}

Layout inputLayout(const EqualStep &step, size_t input, const Mesh &mesh) {
  Value value = step.inputs[input].front();
  OpOperand *first = nullptr;
  step.lead()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (operand.get() == value) {
        first = &operand;
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  std::optional<Layout> read;
  if (!readerOf(*first).isCapture)
    read = dist::getOperandLayout(*first, mesh);
  return read ? read->closed()
              : Layout::replicate(static_cast<size_t>(
                    cast<RankedTensorType>(value.getType()).getRank()));
}

Layout outputLayout(Value result, const Mesh &mesh) {
  auto isDivided = [](const Layout &layout) {
    return layout.partial.empty() && !layout.usedAxes().empty();
  };
  Layout made = hintOf(result, mesh);
  if (isDivided(made))
    return made;
  for (OpOperand *use : usesInOrder(result))
    if (!readerOf(*use).isCapture)
      if (std::optional<Layout> read = dist::getOperandLayout(*use, mesh))
        if (isDivided(*read))
          return read->closed();
  made.partial.clear();
  return made;
}

bool isMadeInside(ArrayRef<Value> values) {
  Operation *first = values.front().getDefiningOp();
  return llvm::all_of(values, [&](Value value) {
    auto model = dyn_cast_or_null<ShardingOpInterface>(value.getDefiningOp());
    return model && model.isSource() &&
           OperationEquivalence::isEquivalentTo(
               first, model, OperationEquivalence::exactValueMatch,
               /*markEquivalent=*/nullptr,
               OperationEquivalence::IgnoreLocations |
                   OperationEquivalence::IgnoreDiscardableAttrs);
  });
}

bool canBeDealt(const EqualWork &work, const llvm::BitVector &steps,
                const EqualWorkSearch &search) {
  if (steps.none())
    return false;
  DenseSet<Operation *> dealt;
  for (unsigned i : steps.set_bits())
    dealt.insert_range(work.steps[i].ops);
  DenseMap<Value, ArrayRef<Value>> readWith;
  for (unsigned i : steps.set_bits())
    for (ArrayRef<Value> values : work.steps[i].inputs) {
      // The first member reads one value where another reads two.
      if (readWith.try_emplace(values.front(), values).first->second != values)
        return false;
      int producer = work.stepOf(values);
      bool isDealt =
          producer >= 0 && steps.test(static_cast<unsigned>(producer));
      if (!isDealt && llvm::any_of(values, [&](Value value) {
            return dealt.count(value.getDefiningOp());
          }))
        return false;
    }
  for (Operation &op : *work.steps.front().lead()->getBlock()) {
    if (dealt.count(&op))
      continue;
    auto isDealtBefore = [&](Operation *other) {
      return search.isBefore(other, &op);
    };
    auto isDealtAfter = [&](Operation *other) {
      return search.isBefore(&op, other);
    };
    if (llvm::any_of(dealt, isDealtBefore) && llvm::any_of(dealt, isDealtAfter))
      return false;
  }
  return true;
}

namespace {

/// One rewrite.
class Dealing {
public:
  Dealing(PartitionInput &input, const EqualWork &work,
          const llvm::BitVector &steps, const DealtForm &form)
      : input(input), form(form), builder(input.main.getContext()) {
    for (unsigned i : steps.set_bits()) {
      chosen.push_back(&work.steps[i]);
      dealt.insert_range(work.steps[i].ops);
    }
  }

  void run() {
    moveUsersAfter();
    loc = chosen.back()->lead()->getLoc();
    findInputs();
    findOutputs();
    buildRegion();
    replaceOutputs();
    eraseSteps();
  }

private:
  /// A value of each member, or one for all.
  struct Input {
    SmallVector<Value> values;
    Layout read;
    bool isShared() const { return llvm::all_equal(values); }
  };
  struct Output {
    const EqualStep *step;
    unsigned result;
    Layout layout;
    Value value() const { return step->lead()->getResult(result); }
  };

  void moveUsersAfter();
  void findInputs();
  void findOutputs();
  void buildRegion();
  void replaceOutputs();
  void eraseSteps();

  /// Whether an operation is a part of a step.
  bool isDealt(Operation *op) const {
    return dealt.count(
        chosen.front()->lead()->getBlock()->findAncestorOpInBlock(*op));
  }
  void setLayouts(Operation *op, ArrayRef<Layout> operands,
                  ArrayRef<Layout> results) {
    SmallVector<dist::ShardingAttr> shardings;
    for (const Layout &layout : operands)
      shardings.push_back(input.attr(layout));
    dist::setOperandShardings(op, shardings);
    for (auto [result, layout] : llvm::zip_equal(op->getResults(), results))
      dist::setSharding(result, input.attr(layout));
  }
  /// A value as a row of a stack, and back.
  Value row(Value value, const Layout &layout) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape{1};
    llvm::append_range(shape, type.getShape());
    Value made = buildReshape(builder, loc, value, shape);
    setLayouts(made.getDefiningOp(), {layout}, {form.stacked(layout)});
    return made;
  }
  Value fromRow(Value stack, int64_t index, const Layout &layout) {
    auto type = cast<RankedTensorType>(stack.getType());
    Layout rows = form.stacked(layout);
    if (type.getDimSize(0) > 1) {
      stack = buildSlice(builder, loc, stack, /*dim=*/0, index, /*extent=*/1);
      setLayouts(stack.getDefiningOp(), {rows}, {rows});
    }
    Value made =
        buildReshape(builder, loc, stack, type.getShape().drop_front());
    setLayouts(made.getDefiningOp(), {rows}, {layout});
    return made;
  }
  Value stack(ArrayRef<Value> rows, const Layout &layout) {
    if (rows.size() == 1)
      return rows.front();
    Value made = buildConcatenated(builder, loc, rows, /*dim=*/0);
    Layout stacked = form.stacked(layout);
    setLayouts(made.getDefiningOp(), SmallVector<Layout>(rows.size(), stacked),
               {stacked});
    return made;
  }
  /// The layouts of an operation in the region.
  void dropAxes(Operation *op) {
    op->walk([&](Operation *inner) {
      for (StringRef name : {dist::kShardings, dist::kOperandShardings})
        if (auto shardings = inner->getAttrOfType<ArrayAttr>(name)) {
          SmallVector<Attribute> without;
          for (auto sharding : shardings.getAsRange<dist::ShardingAttr>())
            without.push_back(input.attr(
                form.inside(sharding.toLayout(input.mesh).closed())));
          inner->setAttr(name, builder.getArrayAttr(without));
        }
    });
  }
  void runMember(int64_t slot, ArrayRef<Value> arguments, IRMapping &mapping);

  PartitionInput &input;
  const DealtForm &form;
  OpBuilder builder;
  Location loc = UnknownLoc::get(builder.getContext());
  SmallVector<const EqualStep *> chosen;
  DenseSet<Operation *> dealt;
  SmallVector<Input> inputs;
  SmallVector<Operation *> madeInside;  ///< what the first member reads
  llvm::SetVector<Operation *> sources; ///< the same of all members
  SmallVector<Output> outputs;
  dist::ManualOp manual;
};

/// Makes room after the last step: everything before it runs without the results.
void Dealing::moveUsersAfter() {
  auto isBefore = [](Operation *a, Operation *b) {
    return a->isBeforeInBlock(b);
  };
  SmallVector<Operation *> ordered(dealt.begin(), dealt.end());
  llvm::sort(ordered, isBefore);
  Operation *last = ordered.back();
  DenseSet<Operation *> after;
  SmallVector<Operation *> moved;
  for (Operation *op = ordered.front(); op != last; op = op->getNextNode()) {
    if (dealt.count(op))
      continue;
    WalkResult walked = op->walk([&](Operation *inner) {
      return WalkResult(llvm::any_of(inner->getOperands(),
                                     [&](Value value) {
                                       Operation *made = value.getDefiningOp();
                                       return made && (dealt.count(made) ||
                                                       after.count(made));
                                     })
                            ? WalkResult::interrupt()
                            : WalkResult::advance());
    });
    if (walked.wasInterrupted()) {
      after.insert(op);
      moved.push_back(op);
    }
  }
  builder.setInsertionPointAfter(last);
  for (Operation *op : llvm::reverse(moved))
    op->moveAfter(last);
  builder.setInsertionPointAfter(last);
}

void Dealing::findInputs() {
  DenseSet<Value> seenInside;
  std::set<std::vector<const void *>> seen;
  for (const EqualStep *step : chosen)
    for (auto [i, values] : llvm::enumerate(step->inputs)) {
      if (isMadeInside(values)) {
        if (seenInside.insert(values.front()).second)
          madeInside.push_back(values.front().getDefiningOp());
        for (Value value : values)
          sources.insert(value.getDefiningOp());
        continue;
      }
      if (dealt.count(values.front().getDefiningOp()))
        continue;
      std::vector<const void *> key;
      for (Value value : values)
        key.push_back(value.getAsOpaquePointer());
      if (seen.insert(key).second)
        inputs.push_back({values, inputLayout(*step, i, input.mesh)});
    }
}

void Dealing::findOutputs() {
  for (const EqualStep *step : chosen)
    for (unsigned result = 0; result < step->lead()->getNumResults(); ++result)
      if (llvm::any_of(step->ops, [&](Operation *op) {
            return !llvm::all_of(
                op->getResult(result).getUsers(),
                [&](Operation *user) { return isDealt(user); });
          }))
        outputs.push_back(
            {step, result,
             outputLayout(step->lead()->getResult(result), input.mesh)});
}

/// The work of one member, from its rows of what all have.
void Dealing::runMember(int64_t slot, ArrayRef<Value> arguments,
                        IRMapping &mapping) {
  for (Operation *source : madeInside)
    dropAxes(builder.clone(*source, mapping));
  for (auto [each, argument] : llvm::zip_equal(inputs, arguments))
    mapping.map(each.values.front(),
                each.isShared()
                    ? argument
                    : fromRow(argument, slot, form.inside(each.read)));
  for (const EqualStep *step : chosen)
    dropAxes(builder.clone(*step->lead(), mapping));
}

void Dealing::buildRegion() {
  SmallVector<Value> operands;
  SmallVector<Layout> in, out;
  SmallVector<Type> blocks, types;
  for (const Input &each : inputs) {
    auto type = cast<RankedTensorType>(each.values.front().getType());
    if (each.isShared()) {
      operands.push_back(each.values.front());
      in.push_back(form.inside(each.read));
      blocks.push_back(type);
      continue;
    }
    Layout made = hintOf(each.values.front(), input.mesh);
    SmallVector<Value> rows;
    for (Value value : each.values)
      rows.push_back(row(value, made));
    rows.resize(static_cast<size_t>(form.numRows()), rows.back());
    operands.push_back(stack(rows, made));
    in.push_back(form.spread(each.read));
    blocks.push_back(form.blockType(type));
  }
  for (const Output &each : outputs) {
    out.push_back(form.spread(each.layout));
    types.push_back(
        form.stackType(cast<RankedTensorType>(each.value().getType())));
  }
  auto attrs = [&](ArrayRef<Layout> layouts) {
    return builder.getArrayAttr(
        llvm::map_to_vector(layouts, [&](const Layout &layout) -> Attribute {
          return input.attr(layout);
        }));
  };
  manual = dist::ManualOp::create(
      builder, loc, types, operands, attrs(in), attrs(out),
      dist::AxisListAttr::fromAxisList(builder.getContext(), input.mesh,
                                       form.getAxes()));
  setLayouts(manual, in, out);

  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&manual.getBody(), {}, blocks,
                                    SmallVector<Location>(blocks.size(), loc));
  SmallVector<SmallVector<Value>> rows(outputs.size());
  for (int64_t slot = 0; slot < form.numSlots(); ++slot) {
    IRMapping mapping;
    runMember(slot, SmallVector<Value>(body->getArguments()), mapping);
    for (auto [output, results] : llvm::zip_equal(outputs, rows))
      results.push_back(
          row(mapping.lookup(output.value()), form.inside(output.layout)));
  }
  SmallVector<Value> results;
  SmallVector<Layout> returned;
  for (auto [output, all] : llvm::zip_equal(outputs, rows)) {
    Layout layout = form.inside(output.layout);
    results.push_back(stack(all, layout));
    returned.push_back(form.stacked(layout));
  }
  setLayouts(dist::ReturnOp::create(builder, loc, results), returned, {});
}

void Dealing::replaceOutputs() {
  for (auto [output, result] : llvm::zip_equal(outputs, manual->getResults()))
    for (size_t member = 0; member < output.step->ops.size(); ++member) {
      Operation *op = output.step->ops[member];
      Value value =
          fromRow(result, static_cast<int64_t>(member), output.layout);
      op->getResult(output.result)
          .replaceUsesWithIf(
              value, [&](OpOperand &use) { return !isDealt(use.getOwner()); });
    }
}

void Dealing::eraseSteps() {
  for (const EqualStep *step : llvm::reverse(chosen))
    for (Operation *op : step->ops)
      op->erase();
  for (Operation *source : sources)
    if (source->use_empty())
      source->erase();
}

} // namespace

void dealOut(PartitionInput &input, const EqualWork &work,
             const llvm::BitVector &steps, const DealtForm &form) {
  Dealing(input, work, steps, form).run();
}

} // namespace popt
