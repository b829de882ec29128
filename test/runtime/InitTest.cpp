//===- InitTest.cpp - How arguments begin that no file gives --------------===//
#include "session/Init.h"
#include "RunFixture.h"
#include "session/RandomTensor.h"

using namespace popt::rt;

namespace {
using InitTest = RunFixture;

/// A table whose arguments have these names; those before `numState` are state.
StepTable tableOf(const std::vector<std::string> &names, size_t numState) {
  StepTable table;
  for (const std::string &name : names) {
    Argument argument;
    argument.name = name;
    bool isCounter =
        name.find("step") != name.npos || name.find("count") != name.npos;
    argument.shape.assign(isCounter ? 0 : 1, 3);
    argument.stateResult = table.arguments.size() < numState ? 0 : -1;
    table.arguments.push_back(argument);
  }
  return table;
}

/// What the flag makes of each argument: r(andom), p(ositive), 0, or -.
std::string beginningsOf(const StepTable &table, const std::string &flag,
                         std::string *out_error = nullptr) {
  std::vector<InitRule> rules;
  std::string error = parseInit(flag, rules), text;
  EXPECT_EQ(error, "");
  std::vector<std::optional<Beginning>> all;
  if (!findBeginnings(table, rules, all, error)) {
    EXPECT_NE(out_error, nullptr) << error;
    if (out_error)
      *out_error = error;
    return "";
  }
  for (const std::optional<Beginning> &one : all)
    text += !one ? '-' : !one->isRandom ? '0' : one->isPositive ? 'p' : 'r';
  return text;
}
} // namespace

// Patterns as those of plans; the last that matches counts.
TEST_F(InitTest, ByName) {
  StepTable table = tableOf({"params['w']", "opt[0].mu['w']", "opt[0].nu['w']",
                             "opt[0].count", "batch['x', 'y']"},
                            4);
  EXPECT_EQ(beginningsOf(table, "zeros"), "00000");
  EXPECT_EQ(beginningsOf(table, "opt*=zeros,params*=random"), "r000-");
  EXPECT_EQ(beginningsOf(table, "random,opt*=zeros,*count=random"), "r00rr");
  EXPECT_EQ(beginningsOf(table, "random,arg0=zeros"), "0pprr");
  EXPECT_EQ(beginningsOf(table, "batch['x', 'y']=zeros"), "----0");
  std::string error;
  beginningsOf(table, "optt[0].mu['w']=zeros", &error);
  EXPECT_EQ(error, "--init: no argument is called \"optt[0].mu['w']\", did you "
                   "mean \"opt[0].mu['w']\"?");
  std::vector<InitRule> rules;
  ASSERT_EQ(parseInit("random,a=random:9,b*=zeros", rules), "");
  EXPECT_EQ(toString(rules), "random:0,a=random:9,b*=zeros");
  for (const char *wrong : {"", "one", "opt*=one", "=zeros", "a=", "random:",
                            "random:-1", "random:99999999999999999999", "a"})
    EXPECT_EQ(parseInit(std::string("zeros,") + wrong, rules),
              "wants random, random:SEED or zeros, or by name "
              "\"opt*=zeros,params*=random\", not \"" +
                  std::string(wrong) + "\"");
}

// State whose names end as those of another tree is an optimizer's.
TEST_F(InitTest, SecondMoments) {
  auto plain = [](const std::vector<std::string> &names) {
    return beginningsOf(tableOf(names, names.size()), "random");
  };
  // optax: weights before and after, one array, and Flax's TrainState.
  EXPECT_EQ(plain({"params['a']['w']", "params['b']['w']",
                   "opt[0].nu['a']['w']", "opt[0].nu['b']['w']"}),
            "rrpp");
  EXPECT_EQ(plain({"opt[0].nu['w']", "opt[0].count", "params['w']"}), "prr");
  EXPECT_EQ(plain({"w", "opt[0].mu", "opt[0].nu"}), "rpp");
  EXPECT_EQ(plain({"state.step", "state.params['k']['w']",
                   "state.opt_state[0].nu['k']['w']"}),
            "rrp");
  // By hand: the weights come first.
  EXPECT_EQ(plain({"params['w']", "m['w']", "v['w']"}), "rpp");
  // Layers of one tree, and arrays alone, are no moments.
  EXPECT_EQ(plain({"params[0]['w']", "params[1]['w']"}), "rr");
  EXPECT_EQ(plain({"w1", "w2", "b"}), "rrr");
  EXPECT_EQ(plain({"enc['w']", "enc['b']", "dec[0]['w']"}), "rrr");
  for (ElementType type : {POPT_RT_F32, POPT_RT_BF16, POPT_RT_C64}) {
    Tensor signs = randomTensor(type, {1000}, 1, 0);
    Tensor none = randomTensor(type, {1000}, 1, 0, /*isPositive=*/true);
    int negative = 0;
    for (int i = 0; i < 1000; ++i) {
      double value = elementAsDouble(type, signs.data.data(), i);
      EXPECT_EQ(elementAsDouble(type, none.data.data(), i), std::abs(value));
      negative += value < 0;
    }
    EXPECT_GT(negative, 400);
  }
}

// Weights from a file, the rest from nothing.
TEST_F(InitTest, BesideFiles) {
  TensorMap zeros = inputs;
  zeros["b"] = tensorOf(POPT_RT_F32, {}, std::vector<float>{0});
  zeros["arg3"] = tensorOf(POPT_RT_I32, {}, std::vector<int32_t>{0});
  write("zeros.npz", zeros);
  inputs.erase("b");
  inputs.erase("arg3");
  write("in.npz", inputs);
  for (const char *way : {"--transport=threads", "--processes"}) {
    ASSERT_EQ(
        run({"--inputs", file("zeros.npz"), "--outputs", file("a.npz")}).status,
        0);
    Outcome outcome =
        run({way, "--inputs", file("in.npz"), "--init", "b=zeros,arg3=zeros",
             "--init=params*=random", "--outputs", file("b.npz")});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(contents(file("b.npz")), contents(file("a.npz")));
  }
  expectError(
      {"--inputs", file("in.npz"), "--init", "c*=zeros"}, 1,
      "--init: no argument is called \"c*\"; there are \"params['w']\", "
      "\"x\", \"b\" and \"n\"");
  Outcome lacks = run({"--inputs", file("in.npz"), "--init", "b=zeros"});
  EXPECT_EQ(lacks.status, 1);
  expectSays(lacks, "no key \"arg3\"");
  setenv("POPT_POISON", "1", 1);
  ASSERT_EQ(run({"--init", "zeros", "--outputs", file("a.npz")}).status, 0);
  unsetenv("POPT_POISON");
  ASSERT_EQ(run({"--init", "zeros", "--outputs", file("b.npz")}).status, 0);
  EXPECT_EQ(contents(file("b.npz")), contents(file("a.npz")));
}
