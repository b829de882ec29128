//===- LibraryRun.h - Runs of programs whose kernels a library replaces ---===//
#ifndef POPT_RT_TEST_LIBRARYRUN_H
#define POPT_RT_TEST_LIBRARYRUN_H

#include "FakeDriver.h"
#include "RunFixture.h"
#include "Tables.h"
#include "device/Device.h"
#include "popt-rt/device_cuda.h"

/// The words are in the text.
#define EXPECT_SAYS(text, words)                                               \
  EXPECT_NE((text).find(words), std::string::npos) << (text)

/// Of a list of functions, X(name, parameters): their names, with commas.
#define POPT_NAME(name, parameters) #name,

namespace popt::rt {

/// The three operands of a library's call: small integers, whose sums are exact.
class LibraryOperands {
public:
  explicit LibraryOperands(popt_rt_device *device) : device(device) {}

  /// Makes `count` elements of f64, f32, bf16 or 8-bit floats and copies them to
  /// the device.
  std::vector<double> upload(int operand, popt_rt_element_type type,
                             size_t count) {
    std::vector<double> values(count);
    size_t width = popt_rt_element_size(type);
    bytes.resize(count * width);
    for (size_t i = 0; i < count; ++i) {
      values[i] = static_cast<double>((i * 7 + 3) % 5 % 3) - 1;
      store(&bytes[i * width], type, values[i]);
    }
    popt_rt_device_allocate(device, POPT_RT_DEVICE_MEMORY, bytes.size(),
                            &addresses[operand]);
    copy(addresses[operand], bytes.data());
    return values;
  }

  std::vector<double> download(int operand, popt_rt_element_type type,
                               size_t count) {
    size_t width = popt_rt_element_size(type);
    bytes.resize(count * width);
    copy(bytes.data(), addresses[operand]);
    std::vector<double> values(count);
    for (size_t i = 0; i < count; ++i)
      values[i] = load(&bytes[i * width], type);
    return values;
  }

  /// Runs the kernel once.
  void launch(const popt_rt_kernel &kernel) {
    popt_rt_action *made = nullptr;
    int32_t count = addresses[3] ? 4 : 3;
    ASSERT_EQ(popt_rt_device_prepare_kernel(device, &kernel, count, 0, &made),
              POPT_RT_OK)
        << popt_rt_device_last_error(device);
    ActionOwner action(made);
    void *scratch = nullptr;
    popt_rt_device_allocate(device, POPT_RT_DEVICE_MEMORY,
                            popt_rt_action_scratch(made), &scratch);
    ASSERT_EQ(popt_rt_action_launch(made, 0, addresses, nullptr, scratch),
              POPT_RT_OK)
        << popt_rt_device_last_error(device);
  }

private:
  void copy(void *to, const void *from) {
    EXPECT_EQ(popt_rt_device_copy(device, 0, to, from, bytes.size()),
              POPT_RT_OK);
    EXPECT_EQ(popt_rt_device_synchronize(device, 0), POPT_RT_OK)
        << popt_rt_device_last_error(device);
  }
  static double load(const uint8_t *at, popt_rt_element_type type) {
    float f32 = 0;
    double f64 = 0;
    if (type == POPT_RT_F64)
      return std::memcpy(&f64, at, 8), f64;
    if (type == POPT_RT_F32)
      return std::memcpy(&f32, at, 4), f32;
    uint32_t bits = static_cast<uint32_t>(at[0] | at[1] << 8) << 16;
    return std::memcpy(&f32, &bits, 4), f32;
  }
  /// Of 8-bit floats -1, 0 and 1, which is a sign and the exponent's bias.
  static void store(uint8_t *at, popt_rt_element_type type, double value) {
    if (popt_rt_element_size(type) == 1) {
      int one = type == POPT_RT_F8E5M2 ? 0x3c : 0x38;
      *at = static_cast<uint8_t>(value == 0 ? 0 : value < 0 ? one | 0x80 : one);
      return;
    }
    auto f32 = static_cast<float>(value);
    uint32_t bits = 0;
    std::memcpy(&bits, &f32, 4);
    if (type == POPT_RT_F64)
      std::memcpy(at, &value, 8);
    else if (type == POPT_RT_F32)
      std::memcpy(at, &f32, 4);
    else
      at[0] = static_cast<uint8_t>(bits >> 16),
      at[1] = static_cast<uint8_t>(bits >> 24);
  }

  popt_rt_device *device;
  std::vector<uint8_t> bytes;
  void *addresses[4] = {};
};

/// A test in which `variable` names the fake library.
class LibraryRun : public FakeDriver {
protected:
  explicit LibraryRun(const char *variable) : variable(variable) {
    setenv(variable, POPT_FAKE_CUDA_DRIVER, 1);
  }
  ~LibraryRun() override { unsetenv(variable); }
  static DeviceOwner makeDevice() {
    popt_rt_device *device = nullptr;
    EXPECT_EQ(popt_rt_cuda_create(1, nullptr, &device), POPT_RT_OK)
        << popt_rt_device_last_error(nullptr);
    EXPECT_EQ(popt_rt_device_open(device, 1, 0), POPT_RT_OK);
    return DeviceOwner(device);
  }

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

  /// Three steps run by the library, of which the last two are one graph each,
  /// with so much workspace; nothing stays. `counter` counts the library's calls.
  template <typename MakeProgram>
  void runsOnLibrary(MakeProgram program,
                     uint64_t PoptFakeCudaCounters::*counter,
                     const std::string &workspaceBytes) {
    Outcome outcome = run({"--steps", "3"}, program());
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(counters().*counter, 2u);
    EXPECT_EQ(counters().graph_launches, 2u);
    EXPECT_EQ(counters().launches, 0u);
    EXPECT_EQ(counters().reports, 0u);
    EXPECT_EQ(counters().live_objects, 0u);
    reset("");
    outcome = run({"--bench", "1"}, program());
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "\"workspace_bytes\": [" + workspaceBytes + "]");
  }

  /// With `path` as the library (null: it is not named) on such a GPU the kernel
  /// runs two steps, and the user is told once all of `says`, or, if there is
  /// nothing to say, hears nothing of the library called `name`.
  template <typename MakeProgram>
  void runsOwnKernel(MakeProgram program, const char *path, const char *gpu,
                     const std::vector<std::string> &says, const char *name) {
    reset(gpu);
    if (path)
      setenv(variable, path, 1);
    else
      unsetenv(variable);
    Outcome outcome = run({"--steps", "2"}, program());
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    for (const std::string &words : says) {
      EXPECT_SAYS(outcome.err, words);
      EXPECT_EQ(outcome.err.find(words), outcome.err.rfind(words));
    }
    EXPECT_EQ(outcome.err.find(name) == std::string::npos, says.empty())
        << outcome.err;
    EXPECT_EQ(counters().launches, 2u);
  }

  /// The file that --tune writes holds these words; returns the GPU that it was
  /// measured on.
  template <typename MakeProgram>
  std::string tune(MakeProgram program, const std::vector<std::string> &says) {
    TemporaryFolder folder;
    std::string file = folder.file("tuned.json");
    Outcome outcome = run({"--tune", file}, program());
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    std::string text = contents(file);
    EXPECT_SAYS(text, "{\"popt_tuned\": 2,\n \"measured\": [\n  {\"on\": "
                      "\"popt fake");
    for (const std::string &words : says)
      EXPECT_SAYS(text, words);
    EXPECT_EQ(counters().reports, 0u);
    EXPECT_EQ(counters().live_objects, 0u);
    EXPECT_EQ(counters().bytes_allocated, 0u);
    size_t at = text.find("popt fake GPU");
    return at == std::string::npos ? ""
                                   : text.substr(at, text.find('"', at) - at);
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

/// The program's one kernel "k" computes 32 numbers, which are the last operand,
/// by a library or by kOnes; it stands in line 12 of model.py.
inline LoadedProgram callsLibrary(TableBuilder &b, KernelEntry kernel,
                                  std::vector<Operand> operands,
                                  const char *name) {
  KernelOp op;
  op.symbol = b.kernel("k");
  kernel.symbol = b.table.kernels[0].symbol;
  kernel.launches = {{"ones", 0, 1, 32, 0}};
  kernel.numResults = 1;
  b.table.kernels[0] = std::move(kernel);
  Location location{{"model.py", 12, 3}, name, {}};
  b.add(op, std::move(operands)).location = b.table.addLocation(location);
  LoadedProgram loaded;
  loaded.table = b.table;
  loaded.images = {{kOnes, {}}};
  return loaded;
}

} // namespace popt::rt
#endif // POPT_RT_TEST_LIBRARYRUN_H
