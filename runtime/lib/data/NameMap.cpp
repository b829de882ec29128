//===- NameMap.cpp - Keys of files as arguments ---------------------------===//
//
// Tests: NameMapTest; a model in Hugging Face's layout:
// test/Execute/Models/llama_huggingface.test.
//
//===----------------------------------------------------------------------===//
#include "NameMap.h"
#include "Formats.h"
#include "popt/Text/Json.h"
#include "popt/Text/Names.h"
#include "popt/Text/Patterns.h"
#include <algorithm>
#include <numeric>

using namespace popt::rt;
using popt::JsonNode;

static size_t starsOf(const std::string &text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), '*'));
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

static bool readBool(const JsonNode &node) {
  if (!node.value.is_boolean())
    node.failType("true or false");
  return node.value.get<bool>();
}

/// The value of one pattern: an argument's name, an object, or null.
static NameRule readRule(const std::string &path, const std::string &pattern,
                         const JsonNode &node) {
  NameRule rule;
  rule.pattern = pattern;
  rule.where = path + ": " + node.path;
  if (node.value.is_null())
    return rule;
  bool stacks = false;
  if (node.value.is_string()) {
    rule.to = node.string();
  } else {
    node.object({"to", "transpose", "merge", "stack", "cast"});
    rule.to = node.required("to").string();
    if (node.has("cast"))
      rule.isCast = readBool(node.at("cast"));
    if (node.has("stack"))
      stacks = readBool(node.at("stack"));
    if (node.has("transpose")) {
      JsonNode order = node.at("transpose");
      if (order.value.is_boolean())
        rule.reverses = readBool(order);
      else
        rule.transpose = order.integers();
    }
    if (node.has("merge")) {
      std::vector<int64_t> axes = node.at("merge").integers();
      if (axes.size() != 2 || axes[0] < 0 || axes[0] >= axes[1])
        node.at("merge").fail("expected the first and the last of the "
                              "argument's axes that are one in the file, as "
                              "[1, 2]");
      rule.mergeFirst = axes[0];
      rule.mergeLast = axes[1];
    }
  }
  if (rule.to.empty())
    node.fail("expected the name of an argument, or null");
  size_t given = starsOf(pattern), used = starsOf(rule.to);
  if (used > given)
    node.fail("\"" + rule.to + "\" has more stars than the pattern");
  if (stacks && used == given)
    node.fail("\"stack\" needs a star in the pattern that \"to\" lacks, for "
              "the number of the slice");
  if (!stacks && used < given)
    node.fail("\"" + rule.to +
              "\" has fewer stars than the pattern; \"stack\": true makes "
              "slices of what the last ones stand for");
  rule.stacked = given - used;
  return rule;
}

bool popt::rt::readNameMap(FileSystem &files, const std::string &path,
                           NameMap &out_map, std::string &out_error) {
  std::string text;
  out_map = NameMap();
  out_map.path = path;
  if (!readText(files, path, text, out_error))
    return false;
  out_error = readJson(text, path, "names", [&](const JsonNode &node) {
    for (const auto &[pattern, value] : node.anyObject().value.items())
      out_map.rules.push_back(readRule(path, pattern, node.quoted(pattern)));
  });
  return out_error.empty();
}

std::string popt::rt::fillStars(const std::string &pattern,
                                const std::vector<std::string> &stars) {
  std::string text;
  size_t next = 0;
  for (char c : pattern)
    if (c == '*' && next < stars.size())
      text += stars[next++];
    else
      text += c;
  return text;
}

const NameRule *NameMap::find(const std::string &key,
                              std::vector<std::string> &out_stars) const {
  for (size_t i = rules.size(); i-- > 0;)
    if (popt::matchPattern(rules[i].pattern, key, &out_stars))
      return &rules[i];
  return nullptr;
}

const NameRule *NameMap::findTarget(const std::string &argument,
                                    std::vector<std::string> &out_stars) const {
  for (size_t i = rules.size(); i-- > 0;) {
    const NameRule &rule = rules[i];
    if (rule.to.empty() || !popt::matchPattern(rule.to, argument, &out_stars))
      continue;
    // The keys that it makes must come back to it.
    std::vector<std::string> stars = out_stars, found;
    stars.resize(stars.size() + rule.stacked, "0");
    if (find(fillStars(rule.pattern, stars), found) == &rule)
      return &rule;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

bool popt::rt::layoutOf(const NameRule &rule, const std::vector<int64_t> &shape,
                        FileLayout &out_layout, std::string &out_error) {
  auto rank = static_cast<int64_t>(shape.size());
  auto stacked = static_cast<int64_t>(rule.stacked);
  if (stacked > rank || rule.mergeLast >= rank ||
      (rule.mergeFirst >= 0 && rule.mergeFirst < stacked)) {
    out_error = "an argument of " + std::to_string(rank) +
                " axes, of which the first " + std::to_string(stacked) +
                " are stacked, has no axes " +
                listOf({rule.mergeFirst, rule.mergeLast}) + " to merge";
    if (stacked > rank)
      out_error = "an argument of " + std::to_string(rank) +
                  " axes is no stack of " + std::to_string(stacked);
    return false;
  }
  // Axes of the slice as the file has them, but for their order.
  std::vector<int64_t> extents;
  out_layout.axes.assign(static_cast<size_t>(rank - stacked), {0, 1});
  for (int64_t d = rank; d-- > stacked;) {
    bool joins = d >= rule.mergeFirst && d < rule.mergeLast;
    auto &[axis, factor] = out_layout.axes[static_cast<size_t>(d - stacked)];
    factor = joins ? extents.back() : 1;
    if (joins)
      extents.back() *= shape[static_cast<size_t>(d)];
    else
      extents.push_back(shape[static_cast<size_t>(d)]);
    axis = extents.size() - 1; // from the last one
  }
  size_t count = extents.size();
  std::vector<int64_t> order = rule.transpose;
  if (order.empty()) {
    order.resize(count);
    std::iota(order.begin(), order.end(), 0);
    if (rule.reverses)
      std::reverse(order.begin(), order.end());
  }
  std::vector<int64_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  bool isOrder = sorted.size() == count;
  for (size_t i = 0; i < sorted.size() && isOrder; ++i)
    isOrder = sorted[i] == static_cast<int64_t>(i);
  if (!isOrder) {
    out_error = "\"transpose\": " + listOf(order) + " is no order of the " +
                std::to_string(count) + " axes that the file has";
    return false;
  }
  out_layout.shape.resize(count);
  for (size_t i = 0; i < count; ++i)
    out_layout.shape[static_cast<size_t>(order[i])] = extents[count - 1 - i];
  for (auto &[axis, factor] : out_layout.axes)
    axis = static_cast<size_t>(order[count - 1 - axis]);
  return true;
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

namespace {
/// A key that goes to an argument.
struct Match {
  std::string key;
  const NameRule *rule;
  std::vector<int64_t> slice; ///< its place in a stack
};

/// Applies a map to the keys of one file.
class Mapper {
public:
  Mapper(const NameMap &map, const std::vector<Wanted> &wanted,
         Sources &sources)
      : map(map), wanted(wanted), sources(sources) {
    for (const auto &[key, source] : sources.tensors)
      keys.push_back(key);
  }
  bool run(std::string &error) {
    bool ok = findMatches() && checkRules() && fill();
    if (!ok)
      error = problem;
    return ok;
  }

private:
  bool refuse(const std::string &what) {
    problem = what;
    return false;
  }
  bool findMatches();
  bool addMatch(const std::string &key, const NameRule &rule,
                const std::vector<std::string> &stars);
  bool checkRules();
  bool fill();
  bool makeSource(size_t index, const std::vector<Match> &matches);
  bool addBlock(const Wanted &argument, const Match &match, Source &result);
  std::string describeMissing(const Match &match,
                              const std::vector<int64_t> &slice) const;

  const NameMap &map;
  const std::vector<Wanted> &wanted;
  Sources &sources;
  std::vector<std::string> keys;
  std::map<size_t, std::vector<Match>> matches; ///< by what they go to
  std::map<std::string, Source> made;
  std::string problem;
};
} // namespace

static std::string describe(const Wanted &argument) {
  return argument.name.empty() || argument.name == argument.key
             ? "\"" + argument.key + "\""
             : argument.key + " (\"" + argument.name + "\")";
}

bool Mapper::addMatch(const std::string &key, const NameRule &rule,
                      const std::vector<std::string> &stars) {
  std::string to = fillStars(rule.to, stars);
  size_t index = 0;
  std::vector<std::string> names;
  for (; index < wanted.size(); ++index) {
    if (wanted[index].key == to || wanted[index].name == to)
      break;
    names.push_back(wanted[index].name.empty() ? wanted[index].key
                                               : wanted[index].name);
  }
  if (index == wanted.size())
    return refuse(rule.where + ": \"" + key + "\" goes to \"" + to +
                  "\", which is no argument" + popt::suggestPattern(to, names));
  Match match{key, &rule, {}};
  for (size_t i = stars.size() - rule.stacked; i < stars.size(); ++i) {
    const std::string &star = stars[i];
    if (star.empty() || star.size() > 9 ||
        star.find_first_not_of("0123456789") != star.npos)
      return refuse(rule.where + ": \"" + key +
                    "\" has no number for its place in the stack, but \"" +
                    star + "\"");
    match.slice.push_back(std::stoll(star));
  }
  matches[index].push_back(std::move(match));
  return true;
}

bool Mapper::findMatches() {
  for (const std::string &key : keys) {
    std::vector<std::string> stars;
    const NameRule *rule = map.find(key, stars);
    if (rule && !rule->to.empty() && !addMatch(key, *rule, stars))
      return false;
  }
  return true;
}

bool Mapper::checkRules() {
  for (const NameRule &rule : map.rules)
    if (std::none_of(keys.begin(), keys.end(), [&](const std::string &key) {
          return popt::matchPattern(rule.pattern, key);
        }))
      return refuse(rule.where + ": no key of " + sources.path + " matches" +
                    popt::suggestPattern(rule.pattern, keys));
  return true;
}

/// The key that a slice of a stack should have.
std::string Mapper::describeMissing(const Match &match,
                                    const std::vector<int64_t> &slice) const {
  std::vector<std::string> stars;
  popt::matchPattern(match.rule->pattern, match.key, &stars);
  for (size_t i = 0; i < slice.size(); ++i)
    stars[stars.size() - slice.size() + i] = std::to_string(slice[i]);
  return fillStars(match.rule->pattern, stars);
}

bool Mapper::addBlock(const Wanted &argument, const Match &match,
                      Source &result) {
  const NameRule &rule = *match.rule;
  const Source &source = sources.tensors.at(match.key);
  auto where = [&](const std::string &what) {
    return refuse(rule.where + ": \"" + match.key + "\" of " + sources.path +
                  " is " + toString(source) + ", " + what);
  };
  FileLayout layout;
  std::string wrong;
  if (!layoutOf(rule, argument.shape, layout, wrong))
    return refuse(rule.where + ": " + describe(argument) + " is " +
                  toString(argument.type, argument.shape) + ": " + wrong);
  if (source.shape != layout.shape) {
    std::vector<int64_t> turned(source.shape.rbegin(), source.shape.rend());
    bool helps =
        turned == layout.shape && !rule.reverses && rule.transpose.empty();
    return where("but " + describe(argument) + ", " +
                 toString(argument.type, argument.shape) + ", takes " +
                 toString(source.type, layout.shape) +
                 (helps ? "; \"transpose\": true turns it" : ""));
  }
  Source typed = source;
  typed.isCast = rule.isCast;
  if (!readsAs(typed, argument.type)) {
    bool helps = isFloat(source.type) && isFloat(argument.type);
    return where("but " + describe(argument) + " is " +
                 toString(argument.type, argument.shape) +
                 (helps ? "; \"cast\": true converts it" : ""));
  }
  if (result.blocks.empty()) {
    result.type = source.type;
    result.isBigEndian = source.isBigEndian;
    result.isCast = rule.isCast;
  } else if (result.type != source.type ||
             result.isBigEndian != source.isBigEndian) {
    return where("but other slices of " + describe(argument) + " are " +
                 popt_rt_element_type_name(result.type));
  }
  StoredBlock block = source.blocks[0];
  std::vector<int64_t> strides = block.strides;
  block.box.begin = match.slice;
  block.box.extent.assign(match.slice.size(), 1);
  block.strides.assign(match.slice.size(), 0);
  for (size_t d = 0; d < layout.axes.size(); ++d) {
    auto [axis, factor] = layout.axes[d];
    block.box.begin.push_back(0);
    block.box.extent.push_back(argument.shape[match.slice.size() + d]);
    block.strides.push_back(strides[axis] * factor);
  }
  result.blocks.push_back(std::move(block));
  return true;
}

bool Mapper::makeSource(size_t index, const std::vector<Match> &list) {
  const Wanted &argument = wanted[index];
  const Match &first = list.front();
  Source result;
  result.shape = argument.shape;
  std::map<std::vector<int64_t>, std::string> known;
  for (const Match &match : list) {
    auto [other, isNew] = known.try_emplace(match.slice, match.key);
    if (!isNew || match.rule->stacked != first.rule->stacked)
      return refuse(match.rule->where + ": \"" +
                    (isNew ? first.key : other->second) + "\" and \"" +
                    match.key + "\" both go to " + describe(argument));
    if (!addBlock(argument, match, result))
      return false;
    for (size_t d = 0; d < match.slice.size(); ++d)
      if (match.slice[d] >= argument.shape[d])
        return refuse(match.rule->where + ": \"" + match.key +
                      "\" is beyond the end of " + describe(argument) + ", " +
                      toString(argument.type, argument.shape));
  }
  // Every slice, in order.
  std::vector<int64_t> slice(first.slice.size(), 0);
  for (;;) {
    if (!known.count(slice))
      return refuse(first.rule->where + ": " + describe(argument) + " is " +
                    toString(argument.type, argument.shape) + ", but " +
                    sources.path + " has no \"" +
                    describeMissing(first, slice) + "\"");
    size_t d = slice.size();
    while (d > 0 && ++slice[d - 1] == argument.shape[d - 1])
      slice[--d] = 0;
    if (d == 0)
      break;
  }
  made[argument.key] = std::move(result);
  return true;
}

bool Mapper::fill() {
  for (const auto &[index, list] : matches)
    if (!makeSource(index, list))
      return false;
  for (const std::string &key : keys) {
    std::vector<std::string> stars;
    if (map.find(key, stars))
      sources.tensors.erase(key);
  }
  for (const auto &[index, list] : matches)
    for (const std::string *name : {&wanted[index].key, &wanted[index].name})
      if (sources.tensors.count(*name))
        return refuse(list.front().rule->where + ": \"" + list.front().key +
                      "\" and \"" + *name + "\" both go to " +
                      describe(wanted[index]));
  for (auto &[key, source] : made)
    sources.tensors[key] = std::move(source);
  return true;
}

bool popt::rt::applyNames(const NameMap &map, const std::vector<Wanted> &wanted,
                          Sources &sources, std::string &out_error) {
  return Mapper(map, wanted, sources).run(out_error);
}
