//===- Scan.cpp - chlo.scan as a loop -------------------------------------===//
//
//   %y, %c = chlo.scan(%x) inits(%i) dimension = 0 { body }
// becomes
//   %n, %c, %y = while(%k = 0, %c = %i, %y = 0) cond { %k < steps } do {
//     %row = x[%k], %out, %next = body(%row, %c), y[%k] = %out
//   }
//
// (from the last position on if the scan is reversed). Import writes it this
// way, so scans support everything that loops do, including split dimensions.
// Tested by test/Import/chlo-scan.mlir and test/Execute/chlo-scan.mlir.
//
//===----------------------------------------------------------------------===//
#include "Scan.h"
#include "../StableHLO/Models.h"
#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Interfaces/Build.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace popt {
namespace {

class ScanLoop {
public:
  ScanLoop(chlo::ScanOp scan, OpBuilder &builder)
      : scan(scan), builder(builder), loc(scan.getLoc()),
        dim(scan.getDimension()) {}
  SmallVector<Value> build();

private:
  void buildCondition(Region &region);
  void buildBody(Region &region);
  Block &addBlock(Region &region);
  /// The shape without the scanned dimension, and with it, of size 1.
  SmallVector<int64_t> without(ArrayRef<int64_t> shape) const;
  SmallVector<int64_t> withOne(ArrayRef<int64_t> shape) const;

  chlo::ScanOp scan;
  OpBuilder &builder;
  Location loc;
  int64_t dim;
  SmallVector<Type> types; ///< the step, the carries, the outputs
};

Block &ScanLoop::addBlock(Region &region) {
  Block &block = region.emplaceBlock();
  for (Type type : types)
    block.addArgument(type, loc);
  builder.setInsertionPointToStart(&block);
  return block;
}

SmallVector<int64_t> ScanLoop::without(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> rest(shape);
  rest.erase(rest.begin() + dim);
  return rest;
}

SmallVector<int64_t> ScanLoop::withOne(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> all(shape);
  all.insert(all.begin() + dim, 1);
  return all;
}

void ScanLoop::buildCondition(Region &region) {
  Block &block = addBlock(region);
  Value more = stablehlo::CompareOp::create(
      builder, loc, block.getArgument(0),
      buildNumber(builder, loc, scan.getNumSteps()),
      stablehlo::ComparisonDirection::LT);
  stablehlo::ReturnOp::create(builder, loc, more);
}

void ScanLoop::buildBody(Region &region) {
  Block &block = addBlock(region);
  unsigned numCarries = scan.getInits().size();
  Value step = block.getArgument(0), place = step;
  if (scan.getIsReverse())
    place = buildArithmetic(builder, loc, Arithmetic::Subtract,
                            buildNumber(builder, loc, scan.getNumSteps() - 1),
                            step);
  IRMapping mapping;
  Block &body = scan.getBody().front();
  for (auto [i, input] : llvm::enumerate(scan.getInputs())) {
    Value slice = buildSliceAt(builder, loc, input, dim, place, 1);
    mapping.map(body.getArgument(i),
                buildReshape(builder, loc, slice, without(shapeOf(slice))));
  }
  for (unsigned i = 0; i < numCarries; ++i)
    mapping.map(body.getArgument(scan.getInputs().size() + i),
                block.getArgument(1 + i));
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);

  SmallVector<Value> next = {buildArithmetic(
      builder, loc, Arithmetic::Add, step, buildNumber(builder, loc, 1))};
  auto made = llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
  auto slices = ArrayRef(made).drop_back(numCarries);
  llvm::append_range(next, ArrayRef(made).take_back(numCarries));
  for (auto [i, slice] : llvm::enumerate(slices))
    next.push_back(buildUpdateAt(
        builder, loc, block.getArgument(1 + numCarries + i),
        buildReshape(builder, loc, slice, withOne(shapeOf(slice))), dim,
        place));
  stablehlo::ReturnOp::create(builder, loc, next);
}

SmallVector<Value> ScanLoop::build() {
  SmallVector<Value> start = {buildNumber(builder, loc, 0)};
  llvm::append_range(start, scan.getInits());
  for (Value output : scan.getOutputs())
    start.push_back(
        buildZeros(builder, loc, cast<RankedTensorType>(output.getType())));
  types = llvm::to_vector(ValueRange(start).getTypes());
  OperationState state(loc, stablehlo::WhileOp::getOperationName(), start,
                       types);
  state.addRegion();
  state.addRegion();
  Operation *loop = builder.create(state);
  OpBuilder::InsertionGuard guard(builder);
  buildCondition(loop->getRegion(0));
  buildBody(loop->getRegion(1));
  unsigned numCarries = scan.getInits().size();
  SmallVector<Value> results(loop->getResults().drop_front(1 + numCarries));
  llvm::append_range(results,
                     loop->getResults().drop_front(1).take_front(numCarries));
  return results;
}

struct ChloScanModel : public OpModelBase<ChloScanModel, chlo::ScanOp> {
  FactorRule getFactorRule(Operation *op) const { return replicatedRule(op); }
  bool isShorthand(Operation *op) const { return true; }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &builder) const {
    return ScanLoop(cast<chlo::ScanOp>(op), builder).build();
  }
};

} // namespace

void attachChloScanModel(MLIRContext *context) {
  attachModels<ChloScanModel>(context);
}

} // namespace popt
