// The compiler as a library: from text to results, messages, and stopping.
#include "popt-c/Compiler.h"
#include "gtest/gtest.h"

#include <cstring>
#include <string>
#include <vector>

namespace {

/// y = x + x; n counts calls and is state.
const char *const kModule = R"(
module @doubles {
  sdy.mesh @mesh = <["dp"=2]>
  func.func public @main(
      %x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}]>} loc("x"),
      %n: tensor<i32> loc("n"))
      -> (tensor<4xf32> {jax.result_info = "result['sum']"},
          tensor<i32> {jax.result_info = "result['n']"}) {
    %y = stablehlo.add %x, %x : tensor<4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.add %n, %one : tensor<i32>
    return %y, %m : tensor<4xf32>, tensor<i32>
  }
}
)";

struct CompilerTest : testing::Test {
  popt_executable *executable = nullptr;
  std::string messages;
  int asked = 0, stopAfter = -1; ///< questions; -1: never
  popt_callbacks callbacks = {this, addMessage, keepGoing};

  ~CompilerTest() override { popt_executable_destroy(executable); }

  static void addMessage(void *self, popt_severity severity, const char *text) {
    static const char *const names[] = {"R ", "W ", "E "};
    static_cast<CompilerTest *>(self)->messages +=
        std::string(names[severity]) + text;
  }
  static int keepGoing(void *context) {
    auto *self = static_cast<CompilerTest *>(context);
    return self->asked++ != self->stopAfter;
  }
  int compile(const std::string &text, std::vector<popt_option> options = {}) {
    return popt_compile(text.c_str(), "doubles.mlir", options.data(),
                        int32_t(options.size()), &callbacks, &executable);
  }
};

TEST_F(CompilerTest, CompilesAndRuns) {
  ASSERT_EQ(compile(kModule), 0) << messages;
  EXPECT_EQ(messages, "");
  EXPECT_NE(std::strstr(popt_executable_report(executable), "2 ranks"),
            nullptr);
  EXPECT_NE(std::strstr(popt_executable_prediction(executable),
                        "{\"machine\":\"builtin\",\"step_seconds\":"),
            nullptr);
  popt_rt_program *program;
  ASSERT_EQ(popt_executable_start(executable, nullptr, &program), POPT_RT_OK)
      << popt_rt_program_last_error();
  // The program does not need the executable.
  popt_executable_destroy(executable);
  executable = nullptr;
  float x[] = {1, 2, 3, 4}, y[4];
  int32_t n = 7;
  popt_rt_value arguments[] = {{0, x}, {1, &n}}, results[] = {{0, y}, {1, &n}};
  ASSERT_EQ(
      popt_rt_program_call(program, arguments, 2, results, 2, nullptr, nullptr),
      POPT_RT_OK);
  ASSERT_EQ(
      popt_rt_program_call(program, nullptr, 0, results, 2, nullptr, nullptr),
      POPT_RT_OK);
  EXPECT_EQ(y[3], 8);
  EXPECT_EQ(n, 9);
  popt_rt_program_destroy(program);
}

TEST_F(CompilerTest, Phases) {
  auto lower = [&](const char *phase) {
    char *text = nullptr;
    popt_option option = {"mesh", "dp=4"};
    if (popt_lower(kModule, "doubles.mlir", &option, 1, phase, &callbacks,
                   &text))
      return std::string();
    std::string result = text;
    popt_free_text(text);
    return result;
  };
  EXPECT_NE(lower("annotated").find("dist.state"), std::string::npos);
  EXPECT_NE(lower("partitioned").find("tensor<1xf32>"), std::string::npos);
  EXPECT_NE(lower("step").find("step.table"), std::string::npos);
  EXPECT_EQ(lower("partitoned"), "");
  EXPECT_EQ(messages,
            "E error: \"partitoned\" is none of imported, annotated, "
            "propagated, partitioned, folded, collectives, scheduled, step, "
            "did you mean "
            "\"partitioned\"?\n");
}

TEST_F(CompilerTest, OptionsAreTheFlags) {
  EXPECT_EQ(compile(kModule, {{"mesh", "dp=2,dp=3"}}), 1);
  EXPECT_EQ(compile(kModule, {{"messh", "dp=2"}}), 1);
  EXPECT_NE(messages.find("E error: messh = \"dp=2\": there is no option "
                          "\"messh\", did you mean \"mesh\"?\n"),
            std::string::npos)
      << messages;
  messages.clear();
  EXPECT_EQ(compile(kModule, {{"mesh", "dp=0"}}), 1);
  EXPECT_EQ(messages.find("E error: mesh = \"dp=0\": "), 0u) << messages;
  EXPECT_EQ(messages.find("mesh: "), std::string::npos) << messages;
  messages.clear();
  ASSERT_EQ(compile(kModule, {{"mesh", "dp=4"}}), 0) << messages;
  popt_rt_program *program;
  ASSERT_EQ(popt_executable_start(executable, nullptr, &program), POPT_RT_OK);
  EXPECT_EQ(popt_rt_program_num_ranks(program), 4);
  popt_rt_program_destroy(program);
}

// With their place and the line that is wrong.
TEST_F(CompilerTest, Errors) {
  EXPECT_EQ(compile("func.func @main() {\n  return %x : tensor<f32>\n}\n"), 1);
  EXPECT_NE(messages.find("E doubles.mlir:2:"), std::string::npos) << messages;
  EXPECT_NE(messages.find("return %x"), std::string::npos) << messages;
  messages.clear();
  EXPECT_EQ(compile(kModule, {{"plan", "/nowhere/plan.json"}}), 1);
  EXPECT_EQ(messages, "E doubles.mlir:2:1: error: cannot open input file "
                      "'/nowhere/plan.json': No such file or directory\n");
}

// The newest architecture that the GPU runs, for it and newer ones.
TEST_F(CompilerTest, TargetsOfGpus) {
  EXPECT_EQ(popt_target_of_gpu(75), nullptr);
  EXPECT_STREQ(popt_target_of_gpu(80), "sm_80");
  EXPECT_STREQ(popt_target_of_gpu(88), "sm_87");
  EXPECT_STREQ(popt_target_of_gpu(90), "sm_90");
  EXPECT_STREQ(popt_target_of_gpu(110), "sm_103");
  EXPECT_STREQ(popt_target_of_gpu(130), "sm_121");
}

TEST_F(CompilerTest, CanBeInterrupted) {
  stopAfter = 5;
  EXPECT_EQ(compile(kModule), 1);
  EXPECT_EQ(messages, "E error: the compilation was interrupted\n");
  EXPECT_EQ(asked, 6);
}

} // namespace
