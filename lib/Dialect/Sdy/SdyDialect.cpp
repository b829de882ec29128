//===- SdyDialect.cpp - The dialect, and where its attributes may stand ---===//
//
// Registration, and the verification of `sdy.sharding` and `sdy.sharding_rule`
// on operations, function arguments and function results. Tests:
// test/Dialect/Sdy/invalid-shardings.mlir, invalid-rules.mlir.
//
//===----------------------------------------------------------------------===//
#include "SdyAxes.h"
#include "SdyBytecode.h"
#include "SdyProvenance.h"
#include "popt/Dialect/Dist/Sharding.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "popt/Support/Assembly.h"

using namespace mlir;
using namespace popt;
using namespace popt::sdy;

#include "popt/Dialect/Sdy/SdyDialect.cpp.inc"
#include "popt/Dialect/Sdy/SdyEnums.cpp.inc"

void SdyDialect::initialize() {
  registerAttributes();
  registerOperations();
  addBytecodeInterface(*this);
}

TensorShardingAttr sdy::getSharding(Value value) {
  if (auto result = dyn_cast<OpResult>(value)) {
    // Where it moves its operand to.
    for (StringRef name : {"sharding", "out_sharding"})
      if (isa_and_present<SdyDialect>(result.getOwner()->getDialect()))
        if (auto own =
                result.getOwner()->getAttrOfType<TensorShardingAttr>(name))
          return own;
    auto list = result.getOwner()->getAttrOfType<TensorShardingPerValueAttr>(
        kShardingAttr);
    unsigned i = result.getResultNumber();
    return list && i < list.getShardings().size() ? list.getSharding(i)
                                                  : TensorShardingAttr();
  }
  auto arg = cast<BlockArgument>(value);
  auto func = dyn_cast<FunctionOpInterface>(arg.getOwner()->getParentOp());
  if (!func || !arg.getOwner()->isEntryBlock())
    return {};
  return func.getArgAttrOfType<TensorShardingAttr>(arg.getArgNumber(),
                                                   kShardingAttr);
}

//===----------------------------------------------------------------------===//
// What can be wrong with a sharding
//===----------------------------------------------------------------------===//

std::string sdy::checkSharding(TensorShardingAttr sharding, Type type,
                               Operation *op) {
  MeshAttr mesh = sharding.getMesh(op);
  if (!mesh)
    return ("mesh @" + sharding.getMeshSymName().getValue() + " is unknown")
        .str();
  AxisChecker checker(mesh);
  for (DimensionShardingAttr dim : sharding.getDimShardings())
    checker.add(dim.getAxes());
  checker.addOrdered(sharding.getReplicatedAxes(), "replicated");
  checker.addOrdered(sharding.getUnreducedAxes(), "unreduced");
  if (!checker.problem.empty())
    return checker.problem;
  for (auto outer = op->getParentOfType<ManualComputationOp>(); outer;
       outer = outer->getParentOfType<ManualComputationOp>())
    for (StringAttr axis : outer.getManualAxes())
      if (checker.uses(axis))
        return ("axis \"" + axis.getValue() +
                "\" is manual in an enclosing region and used")
            .str();
  for (auto [i, dim] : llvm::enumerate(sharding.getDimShardings()))
    if (dim.emptyAxes() && dim.getIsClosed() && dim.getPriority())
      return ("dimension " + Twine(i) +
              " is empty and closed but has a priority")
          .str();
  if (auto tuple = dyn_cast<TupleType>(type))
    if (tuple.size() == 1)
      type = tuple.getType(0);
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped && !shaped.hasRank())
    return "only ranked tensors have shardings";
  if (!shaped &&
      (sharding.getRank() != 0 || !sharding.getReplicatedAxes().empty() ||
       !sharding.getUnreducedAxes().empty()))
    return "a value that is no tensor has rank 0 and no axes";
  // One device for all holds tensors of any rank.
  if (mesh.isMaximal())
    return sharding.getRank() == 0
               ? ""
               : "dimensions are listed for a mesh of one device; write []";
  int64_t rank = shaped ? shaped.getRank() : 0;
  return describeRank(sharding.getRank(), rank);
}

static LogicalResult verifySharding(Operation *op, Attribute attr, Type type,
                                    const Twine &what) {
  auto sharding = dyn_cast<TensorShardingAttr>(attr);
  if (!sharding)
    return op->emitError() << "the sharding of " << what
                           << " is not a #sdy.sharding";
  std::string problem = checkSharding(sharding, type, op);
  if (!problem.empty())
    return op->emitError() << problem << " in the sharding of " << what;
  return success();
}

//===----------------------------------------------------------------------===//
// Sharding rules
//===----------------------------------------------------------------------===//

static LogicalResult verifyMapping(Operation *op, TensorMappingAttr mapping,
                                   Type type, ArrayRef<int64_t> sizes,
                                   const Twine &what) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return op->emitError() << what << " of the sharding rule is not a tensor "
                           << "of static shape";
  if (mapping.getRank() != tensor.getRank())
    return op->emitError() << what << " of the sharding rule has "
                           << mapping.getRank() << " dimensions, but the value "
                           << tensor.getRank();
  SmallVector<bool> seen(sizes.size(), false);
  for (DimMappingAttr dim : mapping.getDimMappings())
    for (int64_t factor : dim.getFactorIndices()) {
      if (factor < 0 || factor >= static_cast<int64_t>(sizes.size()))
        return op->emitError() << what << " of the sharding rule uses factor "
                               << factor << ", but there are " << sizes.size();
      if (seen[factor])
        return op->emitError() << what << " of the sharding rule uses factor "
                               << factor << " twice";
      if (sizes[factor] == 1 && dim.getFactorIndices().size() > 1)
        return op->emitError()
               << what << " of the sharding rule has a dimension of several "
               << "factors, of which factor " << factor << " has size 1";
      seen[factor] = true;
    }
  return success();
}

static LogicalResult verifyMappings(Operation *op,
                                    ArrayRef<TensorMappingAttr> mappings,
                                    TypeRange types, ArrayRef<int64_t> sizes,
                                    StringRef kind) {
  if (mappings.size() != types.size())
    return op->emitError() << "the sharding rule maps " << mappings.size()
                           << " " << kind << "s, but there are "
                           << types.size();
  for (auto [i, mapping, type] : llvm::enumerate(mappings, types))
    if (failed(verifyMapping(op, mapping, type, sizes, kind + " " + Twine(i))))
      return failure();
  return success();
}

static bool usesFactor(ArrayRef<TensorMappingAttr> mappings, int64_t factor) {
  return llvm::any_of(mappings, [&](TensorMappingAttr mapping) {
    return llvm::any_of(mapping.getDimMappings(), [&](DimMappingAttr dim) {
      return llvm::is_contained(dim.getFactorIndices(), factor);
    });
  });
}

static LogicalResult verifySpecialFactors(Operation *op,
                                          OpShardingRuleAttr rule) {
  int64_t numFactors = rule.getFactorSizes().size();
  SmallVector<bool> kindGiven(numFactors, false);
  for (auto [factors, isKind] :
       {std::pair(rule.getReductionFactors(), true),
        std::pair(rule.getNeedReplicationFactors(), true),
        std::pair(rule.getPermutationFactors(), true),
        std::pair(rule.getBlockedPropagationFactors(), false)})
    for (auto [i, factor] : llvm::enumerate(factors)) {
      if (factor >= numFactors)
        return op->emitError() << "the sharding rule uses factor " << factor
                               << ", but there are " << numFactors;
      if (i > 0 && factors[i - 1] >= factor)
        return op->emitError()
               << "the special factors of the sharding rule are not ascending";
      if (isKind && kindGiven[factor])
        return op->emitError()
               << "factor " << factor << " of the sharding rule has two kinds";
      if (isKind)
        kindGiven[factor] = true;
    }
  for (int64_t factor : rule.getReductionFactors())
    if (usesFactor(rule.getResultMappings(), factor))
      return op->emitError() << "reduction factor " << factor
                             << " of the sharding rule is in a result";
  return success();
}

static LogicalResult verifyRule(Operation *op, Attribute attr) {
  auto rule = dyn_cast<OpShardingRuleAttr>(attr);
  if (!rule)
    return op->emitError("the sharding rule is not a #sdy.op_sharding_rule");
  ArrayRef<int64_t> sizes = rule.getFactorSizes();
  if (failed(verifyMappings(op, rule.getOperandMappings(),
                            op->getOperandTypes(), sizes, "operand")) ||
      failed(verifyMappings(op, rule.getResultMappings(), op->getResultTypes(),
                            sizes, "result")) ||
      failed(verifySpecialFactors(op, rule)))
    return failure();
  for (size_t factor = 0; factor < sizes.size(); ++factor)
    if (!usesFactor(rule.getOperandMappings(), factor) &&
        !usesFactor(rule.getResultMappings(), factor))
      return op->emitError()
             << "factor " << factor << " of the sharding rule is in no mapping";
  return success();
}

//===----------------------------------------------------------------------===//
// Verification hooks
//===----------------------------------------------------------------------===//

LogicalResult SdyDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attr) {
  if (attr.getName() == kShardingRuleAttr)
    return verifyRule(op, attr.getValue());
  if (attr.getName().strref().ends_with("propagation_edges"))
    return verifyProvenance(op, attr);
  if (attr.getName() != kShardingAttr)
    return success();
  auto list = dyn_cast<TensorShardingPerValueAttr>(attr.getValue());
  if (!list)
    return op->emitError("\"sdy.sharding\" is not a #sdy.sharding_per_value");
  // An operation without results may carry one sharding of its own.
  if (op->getNumResults() == 0 && list.size() == 1)
    return verifySharding(op, list.getSharding(0),
                          NoneType::get(op->getContext()), "the operation");
  if (list.getShardings().size() != op->getNumResults())
    return op->emitError() << "has " << list.size() << " shardings for "
                           << op->getNumResults() << " result"
                           << (op->getNumResults() == 1 ? "" : "s");
  for (auto [i, sharding, type] :
       llvm::enumerate(list.getShardings(), op->getResultTypes()))
    if (failed(verifySharding(op, sharding, type, "result " + Twine(i))))
      return failure();
  return success();
}

static LogicalResult verifyBoundary(Operation *op, NamedAttribute attr,
                                    unsigned index, bool isResult) {
  auto func = dyn_cast<FunctionOpInterface>(op);
  if (!func || attr.getName() != kShardingAttr)
    return success();
  return verifySharding(op, attr.getValue(),
                        isResult ? func.getResultTypes()[index]
                                 : func.getArgumentTypes()[index],
                        isResult ? dist::describeResult(func, index)
                                 : dist::describeArgument(func, index));
}

LogicalResult SdyDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                   unsigned index,
                                                   NamedAttribute attr) {
  return verifyBoundary(op, attr, index, /*isResult=*/false);
}

LogicalResult SdyDialect::verifyRegionResultAttribute(Operation *op, unsigned,
                                                      unsigned index,
                                                      NamedAttribute attr) {
  return verifyBoundary(op, attr, index, /*isResult=*/true);
}
