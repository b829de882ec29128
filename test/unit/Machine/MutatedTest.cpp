// Cluster files with mistakes: a message or a machine whose seconds are numbers.

#include "../MutatedJson.h"
#include "popt/Machine/Presets.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace popt;

namespace {
void expectNumbers(const Machine &m) {
  Mesh mesh({{"x", 4}, {"y", 6}});
  auto isNumber = [](double seconds) {
    return seconds >= 0 && std::isfinite(seconds);
  };
  for (int64_t bytes : {int64_t(1), int64_t(1000), int64_t(1) << 40}) {
    for (int k = 0; k < 9; ++k)
      for (const AxisList &axes :
           {AxisList{mesh.ref(0)}, AxisList{mesh.ref(0), mesh.ref(1)}}) {
        CommCost cost = m.collective(CollectiveKind(k), mesh, axes, bytes);
        ASSERT_TRUE(isNumber(cost.seconds) && isNumber(cost.latencySeconds))
            << m.json();
      }
    ASSERT_TRUE(isNumber(m.copySeconds(bytes))) << m.json();
    ASSERT_TRUE(isNumber(m.hostSeconds(bytes))) << m.json();
    for (const char *type : {"f32", "bf16", "f8E4M3FN"})
      ASSERT_TRUE(
          isNumber(m.computeSeconds(type, static_cast<double>(bytes), bytes)))
          << m.json();
  }
}
} // namespace

TEST(MutatedTest, ClusterFiles) {
  std::mt19937 random(1);
  std::string error;
  const std::vector<std::string> sources{
      Machine::builtin().json(), Machine::builtinBytes().json(),
      presetMachine("h100:2x4", error)->json(),
      presetMachine("a100:8", error)->json()};
  int machines = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string text = sources[random() % sources.size()];
    for (int times = 1 + static_cast<int>(random() % 3); times > 0; --times)
      text = test::mutateJson(std::move(text), random);
    std::optional<Machine> machine = Machine::parse(text, "c.json", error);
    if (!machine) {
      ASSERT_EQ(error.rfind("c.json:", 0), 0u) << error << "\n" << text;
      continue;
    }
    ++machines;
    expectNumbers(*machine);
    ASSERT_TRUE(Machine::parse(machine->json(), "c.json", error)) << error;
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(machines, 100);
}

// Names of GPUs likewise.
TEST(MutatedTest, Presets) {
  std::mt19937 random(1);
  for (int i = 0; i < 5000; ++i) {
    std::string words = presetNames()[random() % presetNames().size()] + ":" +
                        std::to_string(random() % 40) + "x8";
    if (i % 2)
      words[random() % words.size()] = static_cast<char>(random() % 256);
    std::string error;
    std::optional<Machine> machine = presetMachine(words, error);
    ASSERT_NE(machine.has_value(), !error.empty()) << words;
    if (machine && i % 16 == 0)
      expectNumbers(*machine);
  }
}
