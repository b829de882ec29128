//===- PlanPatterns.cpp - Few entries for many values ---------------------===//
//
// Tests: test/Compile/predict.test, test/unit/Compile/PlanPatternsTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "PlanPatterns.h"

#include "popt/Report/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace popt;

/// Programs with more kinds of names than this get patterns for arguments and results
/// without names alone: each kind has several, which are tried on all kinds.
static constexpr size_t kMostKinds = 500;

namespace {

/// Values whose names differ in numbers only.
struct Kind {
  std::string pattern;
  SmallVector<const NamedEntry *> values;
  const PlanSharding *wanted = nullptr; ///< what most of them have
  bool mayBeSaid = true, isImplied = true;
  size_t rank = 0; ///< the least of them
  std::optional<PlanSharding> said;

  bool isRight() const { return said ? wanted && *said == *wanted : isImplied; }
};

/// A pattern, and the kinds that it matches.
struct Candidate {
  std::string pattern;
  SmallVector<unsigned> kinds;
  size_t rank = SIZE_MAX; ///< the least of theirs
  bool isOwn = false;     ///< of one kind, which has no shorter words for it
};

} // namespace

/// What a value has after an entry: parts that the entry lacks stay.
static PlanSharding after(const std::optional<PlanSharding> &said,
                          const PlanSharding &entry) {
  PlanSharding result = said.value_or(PlanSharding());
  result.dims = entry.dims ? entry.dims : result.dims;
  result.at = entry.at ? entry.at : result.at;
  result.partial = entry.partial ? entry.partial : result.partial;
  result.memory = entry.memory ? entry.memory : result.memory;
  return result;
}

static std::vector<Kind> findKinds(ArrayRef<NamedEntry> values) {
  std::vector<Kind> kinds;
  StringMap<size_t> indices;
  for (const NamedEntry &value : values) {
    std::string pattern = patternOf(value.name);
    auto [index, isNew] = indices.try_emplace(pattern, kinds.size());
    if (isNew)
      kinds.emplace_back();
    Kind &kind = kinds[index->second];
    kind.pattern = pattern;
    kind.rank =
        kind.values.empty() ? value.rank : std::min(kind.rank, value.rank);
    kind.values.push_back(&value);
    kind.mayBeSaid &= value.entry.has_value();
    kind.isImplied &= value.isImplied || !value.entry;
  }
  for (Kind &kind : kinds) {
    // Kinds are small, and nearly always all have the same.
    size_t most = 0;
    for (const NamedEntry *value : kind.values) {
      if (!value->entry || (kind.wanted && *value->entry == *kind.wanted))
        continue;
      size_t equal = count_if(kind.values, [&](const NamedEntry *other) {
        return other->entry && *other->entry == *value->entry;
      });
      if (equal > most) {
        most = equal;
        kind.wanted = &*value->entry;
      }
    }
  }
  return kinds;
}

/// What matches the values of a kind and hardly another: a name, or that of all
/// numbers.
static std::string ownPattern(const Kind &kind) {
  return kind.values.size() == 1 ? kind.values.front()->name : kind.pattern;
}

/// Patterns for what begins or ends as a kind's names do.
static std::vector<std::string> patternsFor(StringRef own) {
  std::vector<std::string> patterns{"*"};
  StringRef root = own.take_until([](char c) { return c == '[' || c == '.'; });
  for (size_t at = 1; at < own.size(); ++at) {
    if (own[at] != '[' && own[at] != '.')
      continue;
    patterns.push_back((own.take_front(at) + "*").str());
    StringRef end = own.drop_front(at);
    // A position in a tuple says nothing by itself.
    if (!end.contains('\'') && end.front() != '.')
      continue;
    patterns.push_back(("*" + end).str());
    if (at > root.size())
      patterns.push_back((root + "*" + end).str());
  }
  return patterns;
}

/// `arg*` for `arg7`: the pattern for arguments, or results, without names; else empty.
static std::string patternOfUnnamed(StringRef own) {
  StringRef root = own.rtrim("0123456789");
  bool isUnnamed = root != own && (root == "arg" || root == "res");
  return isUnnamed ? (root + "*").str() : "";
}

static std::vector<Candidate> findCandidates(ArrayRef<Kind> kinds) {
  std::vector<std::string> patterns;
  StringSet<> known;
  auto add = [&](std::string pattern) {
    if (known.insert(pattern).second)
      patterns.push_back(std::move(pattern));
  };
  for (const Kind &kind : kinds) {
    add(ownPattern(kind));
    if (std::string unnamed = patternOfUnnamed(kind.pattern); !unnamed.empty())
      add(unnamed);
    if (kinds.size() <= kMostKinds)
      for (std::string &pattern : patternsFor(kind.pattern))
        add(std::move(pattern));
  }
  std::vector<Candidate> candidates;
  for (const std::string &pattern : patterns) {
    Candidate candidate;
    candidate.pattern = pattern;
    bool mayBeSaid = true;
    for (auto [i, kind] : enumerate(kinds)) {
      if (!any_of(kind.values, [&](const NamedEntry *value) {
            return matchesName(pattern, value->name);
          }))
        continue;
      candidate.kinds.push_back(i);
      candidate.rank = std::min(candidate.rank, kind.rank);
      candidate.isOwn |= ownPattern(kind) == pattern;
      mayBeSaid &= kind.mayBeSaid;
    }
    if (mayBeSaid)
      candidates.push_back(std::move(candidate));
  }
  return candidates;
}

/// How many kinds more are right after an entry.
static int gainOf(const Candidate &candidate, const PlanSharding &entry,
                  ArrayRef<Kind> kinds) {
  int gain = 0;
  for (unsigned i : candidate.kinds) {
    const Kind &kind = kinds[i];
    gain += int(after(kind.said, entry) == *kind.wanted) - int(kind.isRight());
  }
  return gain;
}

/// Where the name of an element of a list ends: `params['layers'][3]`.
static SmallVector<StringRef> elementsOf(StringRef name) {
  SmallVector<StringRef> elements;
  for (size_t open = name.find('['); open != StringRef::npos;
       open = name.find('[', open + 1)) {
    size_t close = name.find(']', open);
    StringRef index = name.slice(open + 1, close);
    if (close + 1 < name.size() && !index.empty() &&
        all_of(index, llvm::isDigit))
      elements.push_back(name.take_front(close + 1));
  }
  return elements;
}

/// What is said of single values, after the patterns: of where all of a layer is at
/// once.
static void sayByName(ArrayRef<NamedEntry> values,
                      std::vector<PlanSharding> &result) {
  std::vector<std::optional<PlanSharding>> said(values.size());
  for (auto [own, value] : zip(said, values))
    for (const PlanSharding &entry : result)
      if (matchesName(entry.match, value.name))
        own = after(own, entry);
  auto isRight = [&](size_t i) {
    return !values[i].entry ||
           (said[i] ? *said[i] == *values[i].entry : values[i].isImplied);
  };
  auto sayOfElement = [&](const NamedEntry &value) {
    PlanSharding entry;
    entry.at = value.entry->at;
    for (StringRef element : elementsOf(value.name)) {
      SmallVector<size_t> members;
      for (size_t i = 0; i < values.size(); ++i)
        if (StringRef(values[i].name).starts_with(element))
          members.push_back(i);
      if (members.size() < 2 || !all_of(members, [&](size_t i) {
            return values[i].entry && after(said[i], entry) == *values[i].entry;
          }))
        continue;
      for (size_t i : members)
        said[i] = after(said[i], entry);
      entry.match = (element + "*").str();
      result.push_back(std::move(entry));
      return;
    }
  };
  for (auto [i, value] : enumerate(values)) {
    if (!isRight(i) && value.entry->at)
      sayOfElement(value);
    if (isRight(i))
      continue;
    PlanSharding entry = *value.entry;
    entry.match = value.name;
    if (said[i] && said[i]->memory && !entry.memory)
      entry.memory = Memory::Device;
    if (said[i] && said[i]->at && !entry.at)
      entry.at.emplace();
    result.push_back(std::move(entry));
  }
}

std::vector<PlanSharding> popt::findPatterns(ArrayRef<NamedEntry> values) {
  std::vector<Kind> kinds = findKinds(values);
  std::vector<Candidate> candidates = findCandidates(kinds);
  std::vector<PlanSharding> result;
  while (true) {
    const Candidate *best = nullptr;
    const PlanSharding *entry = nullptr;
    int most = 0;
    for (const Candidate &candidate : candidates) {
      // Each thing that one of its kinds wants; most want one of few.
      SmallVector<const PlanSharding *> tried;
      for (unsigned i : candidate.kinds) {
        const PlanSharding *wanted = kinds[i].wanted;
        if (kinds[i].isRight() || wanted->dims->size() > candidate.rank ||
            any_of(tried, [&](const PlanSharding *other) {
              return *other == *wanted;
            }))
          continue;
        tried.push_back(wanted);
        int gain = gainOf(candidate, *wanted, kinds);
        // One kind alone keeps its name; several get the shortest pattern.
        bool isBetter =
            gain > most ||
            (gain == most && best &&
             (most == 1 ? candidate.isOwn && !best->isOwn
                        : candidate.pattern.size() < best->pattern.size()));
        if (gain > 0 && isBetter) {
          most = gain;
          best = &candidate;
          entry = wanted;
        }
      }
    }
    if (!best)
      break;
    result.push_back(*entry);
    result.back().match = best->pattern;
    for (unsigned i : best->kinds)
      kinds[i].said = after(kinds[i].said, *entry);
  }
  sayByName(values, result);
  return result;
}
