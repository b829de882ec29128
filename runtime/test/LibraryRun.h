//===- LibraryRun.h - Runs of programs whose kernels a library replaces ---===//
#ifndef POPT_RT_TEST_LIBRARYRUN_H
#define POPT_RT_TEST_LIBRARYRUN_H

#include "FakeDriver.h"
#include "RunFixture.h"
#include "Tables.h"

/// The words are in the text.
#define EXPECT_SAYS(text, words)                                               \
  EXPECT_NE((text).find(words), std::string::npos) << (text)

namespace popt::rt {

/// A test in which `variable` names the fake library.
class LibraryRun : public FakeDriver {
protected:
  explicit LibraryRun(const char *variable) : variable(variable) {
    setenv(variable, POPT_FAKE_CUDA_DRIVER, 1);
  }
  ~LibraryRun() override { unsetenv(variable); }

  Outcome run(std::vector<std::string> flags, LoadedProgram loaded) {
    std::vector<const char *> argv = {"test", "--init", "random"};
    for (const std::string &flag : flags)
      argv.push_back(flag.c_str());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    Outcome outcome;
    outcome.status =
        runMain(static_cast<int>(argv.size()), argv.data(), std::move(loaded));
    outcome.out = testing::internal::GetCapturedStdout();
    outcome.err = testing::internal::GetCapturedStderr();
    return outcome;
  }

  /// Each of these functions fails with `code`, at each of its calls in a run that
  /// goes well: the message is `says` with the function's name in the place of
  /// NAME, and nothing stays. Returns how many calls were tried.
  template <typename MakeProgram>
  int failEach(const std::vector<std::string> &functions, int32_t code,
               const std::string &says, MakeProgram program) {
    Outcome whole = run({"--steps", "3"}, program());
    EXPECT_EQ(whole.status, 0) << whole.err;
    std::map<std::string, uint64_t> made;
    for (const std::string &name : functions)
      if (name.find("Destroy") == std::string::npos)
        made[name] = calls(name.c_str());
    int tried = 0;
    for (const auto &[name, count] : made)
      for (uint64_t n = 1; n <= count; ++n, ++tried) {
        std::string call = name + "@" + std::to_string(n);
        reset(("fail=" + call + ":" + std::to_string(code)).c_str());
        Outcome outcome = run({"--steps", "3"}, program());
        EXPECT_EQ(outcome.status, 1) << call << outcome.err;
        std::string words = says;
        words.replace(words.find("NAME"), 4, name);
        EXPECT_SAYS(call + ": " + outcome.err, "rank 0: command 0 (kernel \"");
        EXPECT_SAYS(call + ": " + outcome.err,
                    " at model.py:12:3): GPU 0 (popt fake GPU");
        EXPECT_SAYS(call + ": " + outcome.err, words);
        EXPECT_EQ(counters().live_objects, 0u) << call;
        EXPECT_EQ(counters().bytes_allocated, 0u) << call;
      }
    return tried;
  }

private:
  const char *variable;
};

/// PTX of a kernel "ones" of three operands, for where there is no library: its
/// one block fills the result with 1.
inline const char *const kOnes = R"(
.version 7.0
.target sm_80
.address_size 64
.visible .entry ones(.param .u64 x, .param .u64 w, .param .u64 y,
                     .param .u64 rank)
{
  .reg .b32 %r<4>;
  .reg .b64 %d<9>;
  ld.param.u64 %d1, [y];
  cvta.to.global.u64 %d1, %d1;
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %d3, %r1, 4;
  add.s64 %d4, %d1, %d3;
  mov.u32 %r2, 1065353216;
  st.global.u32 [%d4], %r2;
  ret;
}
)";

} // namespace popt::rt
#endif // POPT_RT_TEST_LIBRARYRUN_H
