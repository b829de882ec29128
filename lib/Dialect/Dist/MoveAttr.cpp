//===- MoveAttr.cpp - One step of a reshard -------------------------------===//
//
// Tested by test/Dialect/Dist/ops.mlir and invalid-collectives.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/Dist.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace popt;
using namespace popt::dist;

static constexpr ReshardKind kKinds[] = {
    ReshardKind::Slice,         ReshardKind::AllGather, ReshardKind::AllToAll,
    ReshardKind::ReduceScatter, ReshardKind::AllReduce, ReshardKind::Permute,
    ReshardKind::ToPartial,     ReshardKind::Restrict,  ReshardKind::Broadcast,
    ReshardKind::Scatter,       ReshardKind::Gather,    ReshardKind::Reduce,
    ReshardKind::Send};

/// The kind's name as one word: `all_gather`.
static std::string keywordOf(ReshardKind kind) {
  std::string word = popt::name(kind);
  llvm::replace(word, '-', '_');
  return word;
}

Attribute MoveAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseLess() || parser.parseKeyword(&word))
    return {};
  const ReshardKind *kind = llvm::find_if(
      kKinds, [&](ReshardKind known) { return word == keywordOf(known); });
  if (kind == std::end(kKinds)) {
    std::string known;
    for (ReshardKind each : kKinds)
      known += (known.empty() ? "" : ", ") + keywordOf(each);
    parser.emitError(loc) << "\"" << word << "\" is no move; there are "
                          << known;
    return {};
  }
  int64_t dim = -1, concatDim = -1, root = -1;
  AxisListAttr axes = AxisListAttr::get(parser.getContext(), {});
  MonoidAttr monoid = MonoidAttr::get(parser.getContext(), Monoid::Sum);
  ShardingAttr after;
  auto parseNumber = [&](StringRef keyword, int64_t &number) {
    return succeeded(parser.parseOptionalKeyword(keyword))
               ? parser.parseInteger(number)
               : ParseResult(success());
  };
  if (succeeded(parser.parseOptionalKeyword("over")) &&
      parser.parseCustomAttributeWithFallback(axes))
    return {};
  if (parseNumber("dim", dim) || parseNumber("from", concatDim) ||
      parseNumber("root", root))
    return {};
  if (succeeded(parser.parseOptionalKeyword("by")) &&
      parser.parseCustomAttributeWithFallback(monoid))
    return {};
  if (parser.parseKeyword("to") ||
      parser.parseCustomAttributeWithFallback(after) || parser.parseGreater())
    return {};
  return MoveAttr::get(parser.getContext(), *kind, axes, dim, concatDim, root,
                       monoid.getValue(), after);
}

void MoveAttr::print(AsmPrinter &printer) const {
  printer << "<" << keywordOf(getKind());
  if (!getAxes().getAxes().empty()) {
    printer << " over ";
    printer.printStrippedAttrOrType(getAxes());
  }
  auto printNumber = [&](StringRef keyword, int64_t number) {
    if (number >= 0)
      printer << " " << keyword << " " << number;
  };
  printNumber("dim", getDim());
  printNumber("from", getConcatDim());
  printNumber("root", getRoot());
  if (getMonoid() != Monoid::Sum)
    printer << " by " << popt::name(getMonoid());
  printer << " to ";
  printer.printStrippedAttrOrType(getAfter());
  printer << ">";
}

ReshardStep MoveAttr::toStep(const Mesh &mesh) const {
  ReshardStep step;
  step.kind = getKind();
  step.axes = getAxes().toAxisList(mesh);
  step.dim = static_cast<int>(getDim());
  step.concatDim = static_cast<int>(getConcatDim());
  step.root = getRoot();
  step.monoid = getMonoid();
  step.after = getAfter().toLayout(mesh);
  return step;
}

MoveAttr MoveAttr::fromStep(FlatSymbolRefAttr meshName, const Mesh &mesh,
                            const ReshardStep &step) {
  MLIRContext *context = meshName.getContext();
  return MoveAttr::get(
      context, step.kind, AxisListAttr::fromAxisList(context, mesh, step.axes),
      step.dim, step.concatDim, step.root, step.monoid,
      ShardingAttr::fromLayout(context, meshName, mesh, step.after));
}
