// Cluster files with mistakes: a message or a machine whose seconds are numbers.

#include "popt/Machine/Presets.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace popt;

namespace {
const std::vector<std::string> words{"0",
                                     "-1",
                                     "1e-320",
                                     "1e308",
                                     "1e999",
                                     "2147483648",
                                     "1e-3",
                                     "0.5",
                                     "1",
                                     "\"infinite\"",
                                     "null",
                                     "true",
                                     "[]",
                                     "{}",
                                     "[[1, 1]]",
                                     "\"ring\"",
                                     "\"switch\"",
                                     "\"f8\"",
                                     "9223372036854775807",
                                     "18446744073709551616",
                                     "\"\"",
                                     "NaN",
                                     "-0.0"};

std::string mutate(std::string text, std::mt19937 &random) {
  auto draw = [&](size_t n) { return random() % std::max<size_t>(n, 1); };
  size_t at = draw(text.size());
  switch (draw(5)) {
  case 0: // a byte
    text[at] = static_cast<char>(draw(256));
    break;
  case 1: // a piece is gone
    text.erase(at, 1 + draw(30));
    break;
  case 2: { // a piece is there twice
    std::string piece = text.substr(at, 1 + draw(60));
    text.insert(at, piece);
    break;
  }
  default: { // a value is another
    size_t begin = text.find(": ", at);
    if (begin == std::string::npos)
      break;
    size_t end = text.find_first_of(",}]\n", begin + 2);
    text.replace(begin + 2, end - begin - 2, words[draw(words.size())]);
  }
  }
  return text;
}

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
      text = mutate(std::move(text), random);
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
