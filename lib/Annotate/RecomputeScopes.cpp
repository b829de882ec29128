//===- RecomputeScopes.cpp - Scopes that are computed again ---------------===//
//
// See RecomputeScopes.h. Tested by test/Annotate/apply-plan-recompute.mlir.
//
//===----------------------------------------------------------------------===//
#include "RecomputeScopes.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Text/Names.h"

using namespace mlir;
using namespace popt;

namespace {

/// An operation with the scopes that it stands in.
struct Scoped {
  Operation *op;
  std::string scope;
  bool isForward; ///< not of a derivative
};

class Marker {
public:
  Marker(func::FuncOp main, const Plan &plan) : main(main), plan(plan) {
    main.walk([&](Operation *op) {
      StringAttr name = dist::getLocationName(op->getLoc());
      if (!name)
        return;
      bool isBackward = name.getValue().contains("transpose(jvp(") ||
                        name.getValue().contains("rematted_computation");
      all.push_back({op, dist::getScope(name), !isBackward});
    });
  }

  LogicalResult run() {
    for (const PlanRecompute &entry : plan.recompute)
      if (failed(apply(entry)))
        return failure();
    return success();
  }

private:
  LogicalResult apply(const PlanRecompute &entry);
  LogicalResult noMatch(const PlanRecompute &entry, const std::string &text,
                        StringRef what);

  func::FuncOp main;
  const Plan &plan;
  std::vector<Scoped> all;
  int64_t nextScope = 0;
};

} // namespace

/// As many parts of the scope as the pattern has before its last.
static StringRef keyOf(StringRef pattern, StringRef scope) {
  size_t end = 0;
  for (size_t parts = pattern.count('/'); parts; --parts) {
    size_t slash = scope.find('/', end);
    if (slash == StringRef::npos)
      return scope;
    end = slash + 1;
  }
  return scope.take_front(end);
}

static bool hasPart(StringRef scope, StringRef name) {
  SmallVector<StringRef> parts;
  scope.split(parts, '/');
  return llvm::is_contained(parts, name);
}

/// True for contractions in which no dimension of the result is one of both
/// operands.
static bool hasNoBatch(Operation *op) {
  auto model = dyn_cast<ShardingOpInterface>(op);
  if (!model || op->getNumOperands() != 2)
    return false;
  FactorRule rule = model.getFactorRule();
  auto has = [](const TensorFactors &tensor, size_t factor) {
    return llvm::any_of(tensor, [&](const DimFactors &dim) {
      return llvm::is_contained(dim, static_cast<int>(factor));
    });
  };
  for (size_t factor = 0; factor < rule.factors.size(); ++factor)
    if (has(rule.operands[0], factor) && has(rule.operands[1], factor) &&
        has(rule.results[0], factor))
      return false;
  return true;
}

/// True if the policy holds what the operation makes.
static bool isHeld(const PlanRecompute &entry, const Scoped &one,
                   const llvm::DenseMap<Operation *, StringRef> &scopes) {
  bool isLibrary = isa<KernelOpInterface>(one.op) &&
                   kernelKindOf(one.op) == KernelKind::Library;
  // What a name holds is what leaves it.
  bool isNamed = llvm::any_of(entry.names, [&](const std::string &name) {
    return hasPart(one.scope, name) &&
           llvm::any_of(one.op->getUsers(), [&](Operation *user) {
             return !hasPart(scopes.lookup(user), name);
           });
  });
  switch (entry.policy) {
  case ScopePolicy::Everything:
  case ScopePolicy::Offloaded:
    return true;
  case ScopePolicy::Nothing:
    return false;
  case ScopePolicy::Dots:
    return isLibrary;
  case ScopePolicy::PlainDots:
  case ScopePolicy::OffloadedPlainDots:
    return isLibrary && hasNoBatch(one.op);
  case ScopePolicy::Named:
    return isNamed;
  case ScopePolicy::NotNamed:
    return !isNamed;
  }
  return false;
}

/// True if what the policy holds goes to the host.
static bool isToHost(const PlanRecompute &entry) {
  return entry.policy == ScopePolicy::Offloaded ||
         entry.policy == ScopePolicy::OffloadedPlainDots;
}

LogicalResult Marker::noMatch(const PlanRecompute &entry,
                              const std::string &text, StringRef what) {
  std::vector<std::string> known;
  for (const Scoped &one : all)
    known.push_back(one.scope);
  return emitError(main->getParentOfType<ModuleOp>().getLoc())
         << entry.path << ": " << what
         << suggestPattern(text, known, kPrintNames);
}

LogicalResult Marker::apply(const PlanRecompute &entry) {
  std::vector<const Scoped *> matched;
  llvm::DenseMap<Operation *, StringRef> scopes;
  for (const Scoped &one : all) {
    scopes[one.op] = one.scope;
    if (matchesName(entry.match, one.scope))
      matched.push_back(&one);
  }
  if (matched.empty())
    return noMatch(entry, entry.match,
                   "\"loc:" + entry.match + "\" matches no operation's scope");
  for (const std::string &name : entry.names)
    if (llvm::none_of(matched, [&](const Scoped *one) {
          return hasPart(one->scope, name);
        }))
      return noMatch(entry, "*/" + name + "/*",
                     "no scope within \"loc:" + entry.match +
                         "\" has the name \"" + name + "\"");
  /// Of each key: its first operation that is no constant, the last one seen,
  /// and its number.
  struct Entered {
    Attribute first, last;
    int64_t scope;
  };
  std::map<StringRef, Entered> entered;
  for (const Scoped *one : matched) {
    auto model = dyn_cast<ShardingOpInterface>(one->op);
    if (!one->isForward || (model && model.isSource()))
      continue;
    Attribute here = LocationAttr(one->op->getLoc());
    auto [it, isNew] = entered.try_emplace(keyOf(entry.match, one->scope),
                                           Entered{here, here, nextScope});
    Entered &state = it->second;
    if (isNew || (here == state.first && here != state.last))
      state.scope = nextScope++;
    state.last = here;
    bool held = isHeld(entry, *one, scopes);
    one->op->setAttr(dist::kRecompute,
                     dist::RecomputeAttr::get(main.getContext(), state.scope,
                                              held, held && isToHost(entry)));
  }
  return success();
}

LogicalResult popt::markRecomputeScopes(func::FuncOp main, const Plan &plan) {
  return Marker(main, plan).run();
}
