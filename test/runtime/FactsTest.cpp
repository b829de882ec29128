//===- FactsTest.cpp - What all ranks must have in common -----------------===//
#include "session/Facts.h"
#include "RunFixture.h"
#include "launch/ParseOptions.h"
#include "session/Job.h"
#include <cstdlib>
#include <optional>
#include <random>

using namespace popt::rt;

namespace {
struct FactsTest : RunFixture {
  /// What a rank says that runs this; nothing if it does not come so far.
  std::optional<Facts> factsWith(const StepTable &mutated,
                                 const std::vector<std::string> &flags) {
    std::vector<const char *> argv = {"/bin/model", "--init=random"};
    for (const std::string &flag : flags)
      argv.push_back(flag.c_str());
    Options options;
    std::string error;
    auto prepared = prepare(loaded(mutated, {{"update", updateKernel}}), error);
    if (!prepared || !parseOptions(static_cast<int>(argv.size()), argv.data(),
                                   options, error))
      return std::nullopt;
    Job job(std::move(options), std::move(prepared), 0);
    if (!job.openTensors(error))
      return std::nullopt;
    return factsOf(job);
  }
};
} // namespace

// One rank's table, flags or environment are mutated a thousand times: it is
// refused, by itself or by rank 0, before anything runs.
TEST_F(FactsTest, AThousandMutations) {
  std::mt19937 random(20);
  const std::vector<std::string> flags = {"--inputs", file("in.npz")};
  std::optional<Facts> right = factsWith(table, flags);
  ASSERT_TRUE(right);
  EXPECT_EQ(differenceOf(3, *factsWith(table, flags), *right), "");
  const std::vector<uint8_t> bytes = serialize(table);
  TensorMap others = inputs;
  std::vector<std::vector<std::string>> wrongFlags = {
      {"--steps=7", "--batches", file("batches.npz"), "--repeat"},
      {"--bench=3"},
      {"--timeout=61"},
      {"--verify-every=2"},
      {"--trace", file("t.json")},
      {"--metrics", file("m.json"), "--steps=2"},
      {"--outputs", file("o.npz")},
      {"--inputs", file("other.npz")},
      {"--init=random:9"},
      {"--save", file("ck")},
      {"--save", file("ck"), "--save-every=2"}};
  int refused = 0;
  for (int i = 0; i < 1000; ++i) {
    StepTable mutated = table;
    std::vector<std::string> mutatedFlags = flags;
    std::string error;
    bool isPoisoned = false;
    switch (i % 4) {
    case 0: {
      std::vector<uint8_t> wrong = bytes;
      wrong[random() % wrong.size()] ^=
          static_cast<uint8_t>(1 << (random() % 8));
      if (!deserialize(wrong.data(), wrong.size(), mutated, error)) {
        ++refused;
        continue;
      }
      break;
    }
    case 1:
      mutated.locations[0].line += 1 + static_cast<int32_t>(random() % 1000);
      mutated.arguments[random() % 4].name += "x";
      break;
    case 2: {
      const auto &more = wrongFlags[random() % wrongFlags.size()];
      mutatedFlags.insert(mutatedFlags.end(), more.begin(), more.end());
      others["b"] = tensorOf(POPT_RT_F32, {}, std::vector<float>{3.f + i});
      write("other.npz", others);
      break;
    }
    default:
      isPoisoned = true;
      setenv("POPT_POISON", "1", 1);
    }
    std::optional<Facts> facts = factsWith(mutated, mutatedFlags);
    if (isPoisoned)
      unsetenv("POPT_POISON");
    std::string difference = facts ? differenceOf(3, *facts, *right) : "itself";
    EXPECT_NE(difference, "") << i << ": " << mutatedFlags.back();
    refused += !difference.empty();
  }
  EXPECT_EQ(refused, 1000);
}

// What is inside a file counts, not what it is called.
TEST_F(FactsTest, Files) {
  write("same.npz", inputs);
  TensorMap others = inputs;
  others["b"] = tensorOf(POPT_RT_F32, {}, std::vector<float>{3});
  write("other.npz", others);
  std::optional<Facts> right = factsWith(table, {"--inputs", file("in.npz")});
  std::optional<Facts> same = factsWith(table, {"--inputs", file("same.npz")});
  std::optional<Facts> other =
      factsWith(table, {"--inputs", file("other.npz")});
  ASSERT_TRUE(right && same && other);
  EXPECT_EQ(differenceOf(1, *same, *right), "");
  std::string difference = differenceOf(1, *other, *right);
  EXPECT_EQ(difference.find("rank 1 has --inputs of "), 0u) << difference;
}
