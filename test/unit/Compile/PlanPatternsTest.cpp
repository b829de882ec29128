// Few entries say what every value has, and nothing of those without an entry.
#include "../../../lib/Compile/PlanPatterns.h"

#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace popt;

static PlanSharding over(std::vector<std::string> axes) {
  PlanSharding entry;
  entry.dims.emplace();
  for (const std::string &axis : axes)
    entry.dims->push_back({axis.empty() ? std::vector<PlanAxis>()
                                        : std::vector<PlanAxis>{{axis, 0, 0}},
                           false,
                           {}});
  return entry;
}

static std::vector<std::string> matches(const std::vector<PlanSharding> &plan) {
  std::vector<std::string> result;
  for (const PlanSharding &entry : plan)
    result.push_back(entry.match);
  return result;
}

static void add(std::vector<NamedEntry> &values, const std::string &name,
                std::optional<PlanSharding> entry, bool isImplied = false) {
  values.push_back({name, 2, std::move(entry), isImplied});
}

using Words = std::vector<std::string>;

TEST(PlanPatterns, OneEntryForWhatIsEqual) {
  std::vector<NamedEntry> values;
  for (const char *name : {"params['a']", "params['b'][0]", "batch", "res1"})
    add(values, name, over({}));
  EXPECT_EQ(matches(findPatterns(values)), Words{"*"});
}

// A Megatron layer, with the state of an optimizer; its results follow.
TEST(PlanPatterns, WeightsByTheirOwnNames) {
  std::vector<NamedEntry> values;
  for (std::string root : {"params", "opt['mu']", "opt['nu']", "result[0]"})
    for (std::string layer : {"[0]", "[1]", "[2]"}) {
      bool follows = root == "result[0]";
      add(values, root + "['layers']" + layer + "['up']", over({"", "tp"}),
          follows);
      add(values, root + "['layers']" + layer + "['down']", over({"tp"}),
          follows);
      add(values, root + "['layers']" + layer + "['norm']", over({}), follows);
      add(values, root + "['layers']" + layer + "['bias']", over({}), follows);
      add(values, root + "['layers']" + layer + "['scale']", over({}), follows);
    }
  add(values, "batch['x']", over({"dp"}));
  add(values, "batch['y']", over({"dp"}));
  EXPECT_EQ(matches(findPatterns(values)),
            (Words{"*", "*['up']", "*['down']", "batch*"}));
}

// Where a layer is is said of the layer.
TEST(PlanPatterns, LayersOfStages) {
  std::vector<NamedEntry> values;
  for (int layer = 0; layer < 3; ++layer)
    for (const char *name : {"['up']", "['down']", "['norm']"}) {
      PlanSharding entry = over(std::string(name) == "['up']"
                                    ? std::vector<std::string>{"", "tp"}
                                    : std::vector<std::string>{});
      entry.at.emplace();
      entry.at->push_back({"pp", {std::min(layer, 1)}});
      add(values, "params[" + std::to_string(layer) + "]" + name, entry);
    }
  EXPECT_EQ(matches(findPatterns(values)),
            (Words{"*", "params[*]['up']", "params[0]*"}));
}

// However many arguments without names there are, one entry says what most have.
TEST(PlanPatterns, ValuesWithoutNames) {
  std::vector<NamedEntry> values;
  for (int i = 0; i < 400; ++i)
    add(values, "arg" + std::to_string(i), i == 7 ? over({"x"}) : over({}));
  for (int i = 0; i < 300; ++i)
    add(values, "res" + std::to_string(i), over({"", "x"}));
  EXPECT_EQ(matches(findPatterns(values)), (Words{"arg*", "res*", "arg7"}));
}

TEST(PlanPatterns, NoPatternForValuesWithoutAnEntry) {
  std::vector<NamedEntry> values;
  add(values, "a['w']", over({"x"}));
  add(values, "b['w']", over({"x"}));
  add(values, "c['w']", std::nullopt);
  EXPECT_EQ(matches(findPatterns(values)), (Words{"a['w']", "b['w']"}));
}

// An entry may not list dimensions that a value lacks.
TEST(PlanPatterns, NoPatternForValuesOfLessRank) {
  std::vector<NamedEntry> values;
  for (const char *name : {"opt['a']", "opt['b']", "opt['c']"})
    add(values, name, over({"x"}));
  add(values, "opt['count']", over({}));
  values.back().rank = 0;
  EXPECT_EQ(matches(findPatterns(values)),
            (Words{"opt['a']", "opt['b']", "opt['c']", "opt['count']"}));
}

TEST(PlanPatterns, ExceptionsOfALayerByName) {
  std::vector<NamedEntry> values;
  for (int i = 0; i < 4; ++i)
    add(values, "p[" + std::to_string(i) + "]['w']",
        i == 2 ? over({"x"}) : over({"", "x"}));
  EXPECT_EQ(matches(findPatterns(values)), (Words{"p[*]['w']", "p[2]['w']"}));
}

// Parts that an entry lacks stay as an earlier one has them.
TEST(PlanPatterns, PinsAreTakenBack) {
  std::vector<NamedEntry> values;
  PlanSharding pinned = over({"x"});
  pinned.at = {{"pp", {1}}};
  for (const char *name : {"a", "b", "c"})
    add(values, name, pinned);
  add(values, "d", over({"x"}));
  std::vector<PlanSharding> plan = findPatterns(values);
  for (const NamedEntry &value : values) {
    std::optional<std::vector<std::pair<std::string, std::vector<int64_t>>>> at;
    for (const PlanSharding &entry : plan)
      if (matchesName(entry.match, value.name) && entry.at)
        at = entry.at;
    if (at && at->empty())
      at.reset();
    EXPECT_EQ(at, value.entry->at) << value.name;
  }
}

// Whatever the names and entries are: applied in order they give what is wanted.
TEST(PlanPatterns, RandomValues) {
  std::mt19937 random(1);
  const Words roots{"p", "opt['mu']", "s.ema", "r[0]"},
      ends{"['w']", "['b']", ".q", "[1]"};
  for (int round = 0; round < 300; ++round) {
    std::vector<NamedEntry> values;
    std::set<std::string> names;
    for (unsigned i = 0, count = 1 + random() % 30; i < count; ++i) {
      std::string name = roots[random() % 4] + "[" +
                         std::to_string(random() % 3) + "]" +
                         ends[random() % 4];
      if (!names.insert(name).second)
        continue;
      std::optional<PlanSharding> entry;
      if (random() % 8)
        entry = over({random() % 3 ? "" : "x", random() % 3 ? "" : "y"});
      add(values, name, entry, random() % 4 == 0);
    }
    std::vector<PlanSharding> plan = findPatterns(values);
    size_t wanted = 0;
    for (const NamedEntry &value : values) {
      std::optional<std::vector<PlanDim>> dims;
      for (const PlanSharding &entry : plan)
        if (matchesName(entry.match, value.name))
          dims = entry.dims;
      if (!value.entry) {
        EXPECT_FALSE(dims) << value.name;
      } else if (dims || !value.isImplied) {
        EXPECT_EQ(dims, value.entry->dims) << value.name;
      }
      wanted += value.entry.has_value();
    }
    EXPECT_LE(plan.size(), wanted);
  }
}
