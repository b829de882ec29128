//===- PrintFactorRules.cpp - Say what popt knows of each operation -------===//
//
// A remark per operation with an op model; the module stays as it is. Tested by
// test/OpModels.
//
//===----------------------------------------------------------------------===//
#include "popt/Interfaces/OpModel.h"
#include "popt/Propagate/Passes.h"

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_PRINTFACTORRULESPASS
#include "popt/Propagate/Passes.h.inc"
} // namespace popt

/// ` sum {0, 1} max {0}`, or nothing.
static std::string describeLinearGroups(ShardingOpInterface model) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (Monoid monoid : {Monoid::Sum, Monoid::Prod, Monoid::Max, Monoid::Min,
                        Monoid::And, Monoid::Or, Monoid::Xor}) {
    LinearGroups groups = model.getLinearGroups(monoid);
    if (groups.empty())
      continue;
    out << " " << name(monoid);
    for (const LinearGroup &group : groups) {
      out << " {";
      llvm::interleaveComma(group, out);
      out << "}";
    }
  }
  return text;
}

/// Letters, as in FactorRule::str(), of the factors along which the operation
/// communicates itself: ` {i, j}`, or nothing.
static std::string describeMoves(ShardingOpInterface model,
                                 const FactorRule &rule) {
  SmallVector<std::string> letters;
  for (auto [index, factor] : llvm::enumerate(rule.factors)) {
    bool isFree =
        factor.kind == FactorKind::PassThrough || factor.monoid.has_value();
    if (!isFree && model.communicatesAlong(static_cast<unsigned>(index)))
      letters.push_back(index < 'z' - 'i' + 1
                            ? std::string(1, static_cast<char>('i' + index))
                            : "factor " + std::to_string(index));
  }
  return letters.empty() ? "" : " {" + llvm::join(letters, ", ") + "}";
}

namespace {
struct PrintFactorRulesPass
    : public popt::impl::PrintFactorRulesPassBase<PrintFactorRulesPass> {
  void runOnOperation() override {
    getOperation().walk([](ShardingOpInterface model) {
      FactorRule factors = model.getFactorRule();
      std::string rule = factors.str();
      std::string moves = describeMoves(model, factors);
      std::string spread = model.getPropagationRule().str();
      std::string partials = describeLinearGroups(model);
      InFlightDiagnostic remark = model->emitRemark() << "factors " << rule;
      if (spread != rule)
        remark << "; spread along " << spread;
      if (!moves.empty())
        remark << "; communicates along" << moves;
      if (!partials.empty())
        remark << "; partial" << partials;
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
