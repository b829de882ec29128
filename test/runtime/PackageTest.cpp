//===- PackageTest.cpp - Programs appended to the launcher ----------------===//
#include "popt-rt/package.h"
#include "Tables.h"
#include "data/Files.h"
#include <sys/wait.h>

using namespace popt::rt;

static int shell(const std::string &command) {
  int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Package, RunsAndRefusesDamage) {
  TemporaryFolder folder;
  std::string error, binary = folder.file("model");
  ASSERT_TRUE(
      writePackage(POPT_LAUNCHER, {serialize(doubling()), {}}, binary, error))
      << error;
  TensorMap in, out;
  in["x"] = tensorOf(POPT_RT_F32, {4}, std::vector<float>{1, 2, 3, 4});
  ASSERT_TRUE(writeNpz(folder.file("in.npz"), in, error));
  std::string flags = " --inputs " + folder.file("in.npz") + " --outputs " +
                      folder.file("out.npz") + " 2> " + folder.file("err");
  EXPECT_EQ(shell(binary + flags), 0) << contents(folder.file("err"));
  ASSERT_TRUE(readTensors(folder.file("out.npz"), out, error)) << error;
  EXPECT_EQ(elementAsDouble(POPT_RT_F32, out["res0"].data.data(), 3), 8);
  EXPECT_EQ(shell(binary + " -n 3" + flags), 2);
  EXPECT_EQ(shell(std::string(POPT_LAUNCHER) + flags), 1);
  EXPECT_NE(contents(folder.file("err")).find("it carries no program"),
            std::string::npos);

  // Without a launcher: the launcher's first argument.
  std::string package = folder.file("model.package");
  ASSERT_TRUE(writePackage("", {serialize(doubling()), {}}, package, error))
      << error;
  EXPECT_EQ(shell(std::string(POPT_LAUNCHER) + " " + package + flags), 0)
      << contents(folder.file("err"));
  EXPECT_EQ(shell(std::string(POPT_LAUNCHER) + " " + package + " -n 3" + flags),
            2);
  EXPECT_EQ(
      shell(std::string(POPT_LAUNCHER) + " " + folder.file("in.npz") + flags),
      1);
  EXPECT_NE(contents(folder.file("err"))
                .find("in.npz: it carries no program, or is cut short; poptc "
                      "makes executables"),
            std::string::npos);

  EXPECT_FALSE(writePackage(binary, {}, folder.file("x"), error));
  EXPECT_NE(error.find("this launcher already carries a program"),
            std::string::npos);

  std::string good = contents(binary);
  std::vector<uint8_t> bytes(good.begin(), good.end());
  LoadedProgram program;
  auto problem = [&](const std::vector<uint8_t> &damaged) {
    EXPECT_TRUE(writeFile(folder.file("bad"),
                          {{damaged.data(), damaged.size()}}, error));
    EXPECT_FALSE(loadPackage(folder.file("bad"), program, error));
    return error.substr(folder.file("bad").size() + 2);
  };
  std::vector<uint8_t> damaged = bytes;
  damaged[bytes.size() - 100] ^= 4;
  EXPECT_EQ(problem(damaged),
            "the checksum of its program is wrong: the file is damaged");
  damaged = bytes;
  damaged.erase(damaged.begin());
  EXPECT_EQ(problem(damaged), "its program is truncated or damaged");
  damaged.assign(bytes.begin(), bytes.end() - 1);
  EXPECT_EQ(problem(damaged),
            "it carries no program, or is cut short; poptc makes executables");
  damaged = bytes;
  damaged[bytes.size() - 48 + 8] = 7;
  EXPECT_EQ(problem(damaged), "its program has package version 7, not 1");
}

// Kernels come from a shared object inside the package.
TEST(Package, Kernels) {
  if (shell("cc --version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "skipped: no C compiler";
  TemporaryFolder folder;
  std::ofstream(folder.file("k.c"))
      << "#include <math.h>\n#include <stdint.h>\n"
         "void k(void *const *o, const int64_t *s) {\n"
         "  float *x = o[0]; for (int i = 0; i < 4; ++i) x[i] = expf(x[i]) + "
         "s[0]; }\n";
  ASSERT_EQ(shell("cc -shared -fPIC -O1 -o " + folder.file("k.so") + " " +
                  folder.file("k.c")),
            0);
  TableBuilder b({{"a", 2, AxisKind::Device}});
  Operand x = b.argument("x", POPT_RT_F32, {8}, {{0}});
  b.result("y", x, {8}, {{0}});
  KernelOp kernel;
  kernel.symbol = b.kernel("k");
  b.add(kernel, {x});
  std::string object = contents(folder.file("k.so")), error;
  std::string binary = folder.file("model");
  ASSERT_TRUE(writePackage(POPT_LAUNCHER,
                           {serialize(b.table), {object.begin(), object.end()}},
                           binary, error))
      << error;
  TensorMap in, out;
  in["x"] = Tensor(POPT_RT_F32, {8});
  ASSERT_TRUE(writeNpz(folder.file("in.npz"), in, error));
  EXPECT_EQ(shell(binary + " --inputs " + folder.file("in.npz") +
                  " --outputs " + folder.file("out.npz")),
            0);
  ASSERT_TRUE(readTensors(folder.file("out.npz"), out, error)) << error;
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(elementAsDouble(POPT_RT_F32, out["res0"].data.data(), i),
              1 + i / 4);

  std::vector<uint8_t> nonsense(1000, 'x');
  ASSERT_TRUE(writePackage(POPT_LAUNCHER, {serialize(b.table), nonsense},
                           binary, error));
  LoadedProgram program;
  EXPECT_FALSE(loadPackage(binary, program, error));
  EXPECT_NE(error.find("cannot load the kernels"), std::string::npos) << error;
}
