//===- StateQuestions.cpp - What names left open about state --------------===//
//
// Import marks arguments whose next value could be one of several results. For
// a single call the choice does not matter, so only donated arguments are
// refused here; runs of several steps refuse the others, by the module's facts:
//
//   undecided_state   a line per pairing: its arguments' numbers, the pairing
//   not_donated       numbers of the arguments that are state without donation
//   placed_state      the pairings that only places in the call speak for
//
// Tests: test/Annotate/apply-plan-state.mlir.
//
//===----------------------------------------------------------------------===//
#include "StateQuestions.h"

#include "popt/Dialect/Dist/TreePath.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"
#include <map>

using namespace mlir;
using namespace popt;

namespace {
class Settler {
public:
  explicit Settler(dist::BoundaryAttrs &attrs);
  LogicalResult run();

private:
  void dropTaken();
  void takeOnlyOnes();
  LogicalResult refuseDonated();
  void noteFacts();
  std::vector<dist::NamePair> fold(ArrayRef<dist::NamePair> pairs) const {
    return dist::foldPairs(pairs, names);
  }
  bool isDonated(unsigned argument) const {
    return attrs.arguments[argument].get(dist::kDonated) != nullptr;
  }
  /// All pairings that are open, of donated arguments or of the others.
  std::vector<dist::NamePair> openPairs(bool donated) const;

  dist::BoundaryAttrs &attrs;
  std::vector<std::string> names, resultNames;
  SmallVector<SmallVector<unsigned, 1>> candidates; ///< by argument
  SmallVector<bool> wasOneOfSeveral;
};
} // namespace

static std::string nameOf(const NamedAttrList &list, StringRef kind,
                          size_t index) {
  if (auto name = dyn_cast_or_null<StringAttr>(list.get(dist::kName)))
    return name.str();
  return (kind + Twine(index)).str();
}

Settler::Settler(dist::BoundaryAttrs &attrs) : attrs(attrs) {
  for (auto [i, list] : llvm::enumerate(attrs.arguments)) {
    names.push_back(nameOf(list, "arg", i));
    auto &open = candidates.emplace_back();
    if (auto array = dyn_cast_or_null<DenseI64ArrayAttr>(
            list.get(dist::kStateCandidates));
        array && !attrs.stateOf(i) && !list.get(dist::kResident))
      for (int64_t result : array.asArrayRef())
        if (result >= 0 && result < attrs.func.getNumResults())
          open.push_back(static_cast<unsigned>(result));
    wasOneOfSeveral.push_back(open.size() > 1);
  }
  for (auto [i, list] : llvm::enumerate(attrs.results))
    resultNames.push_back(nameOf(list, "res", i));
}

void Settler::dropTaken() {
  llvm::DenseSet<unsigned> taken;
  for (size_t i = 0; i < candidates.size(); ++i)
    if (std::optional<unsigned> state = attrs.stateOf(i))
      taken.insert(*state);
  for (auto &open : candidates)
    llvm::erase_if(open,
                   [&](unsigned result) { return taken.contains(result); });
}

/// A donated argument takes the only result that others left to it.
void Settler::takeOnlyOnes() {
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    dropTaken();
    std::map<unsigned, unsigned> wanted;
    for (auto &open : candidates)
      for (unsigned result : open)
        ++wanted[result];
    for (auto [i, open] : llvm::enumerate(candidates))
      if (isDonated(i) && wasOneOfSeveral[i] && open.size() == 1 &&
          wanted[open[0]] == 1) {
        attrs.setState(i, open[0]);
        open.clear();
        isChanged = true;
      }
  }
}

std::vector<dist::NamePair> Settler::openPairs(bool donated) const {
  std::vector<dist::NamePair> pairs;
  for (auto [i, open] : llvm::enumerate(candidates))
    if (isDonated(i) == donated)
      for (unsigned result : open)
        pairs.push_back({names[i], resultNames[result]});
  return fold(pairs);
}

LogicalResult Settler::refuseDonated() {
  std::vector<dist::NamePair> pairs = openPairs(/*donated=*/true);
  if (pairs.empty())
    return success();
  std::string open, argument;
  std::vector<dist::NamePair> flag;
  llvm::StringSet<> used;
  for (const auto &[from, to] : pairs) {
    bool isNew = from != argument;
    open += isNew ? (argument.empty() ? "" : ", ") + from + " may become " + to
                  : " or " + to;
    argument = from;
    if ((flag.empty() || flag.back().first != from) && used.insert(to).second)
      flag.push_back({from, to});
  }
  return attrs.func.emitError()
         << "names do not say what becomes of donated arguments: " << open
         << "; write --state \"" << dist::toText(flag)
         << "\" or the pairing that is meant, and \"" << pairs[0].first
         << "=none\" for one that is no state";
}

void Settler::noteFacts() {
  Builder b(attrs.func.getContext());
  std::string undecided, notDonated;
  for (const auto &[from, to] : openPairs(/*donated=*/false)) {
    std::string numbers;
    for (auto [i, open] : llvm::enumerate(candidates))
      if (!open.empty() && dist::stripTreePrefix(names[i], from))
        numbers += (numbers.empty() ? "" : ",") + std::to_string(i);
    undecided += numbers + " " + from + "=" + to + "\n";
  }
  std::vector<dist::NamePair> placed;
  for (auto [i, list] : llvm::enumerate(attrs.arguments)) {
    if (list.get(dist::kNotDonated))
      notDonated += (notDonated.empty() ? "" : ",") + std::to_string(i);
    if (list.get(dist::kByPlace) && attrs.stateOf(i))
      placed.push_back({names[i], resultNames[*attrs.stateOf(i)]});
  }
  NamedAttrList facts;
  auto note = [&](StringRef key, const std::string &text) {
    if (!text.empty())
      facts.append(key, b.getStringAttr(text));
  };
  note("undecided_state", undecided);
  note("not_donated", notDonated);
  note("placed_state", dist::toText(fold(placed)));
  auto module = attrs.func->getParentOfType<ModuleOp>();
  if (!facts.empty())
    module->setAttr(dist::kStateFacts, facts.getDictionary(b.getContext()));
}

LogicalResult Settler::run() {
  takeOnlyOnes();
  if (failed(refuseDonated()))
    return failure();
  noteFacts();
  for (NamedAttrList &list : attrs.arguments)
    for (StringRef name : {dist::kStateCandidates, dist::kDonated,
                           dist::kNotDonated, dist::kByPlace})
      list.erase(name); // That an argument is no state is kept: Export says it.
  return success();
}

LogicalResult popt::settleState(dist::BoundaryAttrs &attrs) {
  return Settler(attrs).run();
}
