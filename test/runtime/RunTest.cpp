//===- RunTest.cpp - Flags, files and exit statuses of the driver ---------===//
//
// The program is UpdateProgram.h's.
//
//===----------------------------------------------------------------------===//
#include "RunFixture.h"
#include "session/MemoryCheck.h"
#include "session/RandomTensor.h"
#include "session/Session.h"
#include "tensor/Shards.h"
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace popt::rt;
using nlohmann::json;

/// The kernel of the program, but one of the ranks takes its time.
static void slowUpdateKernel(void *const *o, const int64_t *scalars) {
  if (scalars[1] == 4 && scalars[2] == 2)
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
  updateKernel(o, scalars);
}

namespace {
struct RunTest : RunFixture {};
} // namespace

// Three ranks wait for the fourth, which computes for longer than the limit.
TEST_F(RunTest, TimeoutIsForSilence) {
  Outcome outcome = run({"--inputs", file("in.npz"), "--timeout=0.1",
                         "--metrics", file("m.json")},
                        slowUpdateKernel);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST_F(RunTest, OneCall) {
  Outcome outcome =
      run({"--inputs", file("in.npz"), "--outputs=" + file("out.npz"), "-n",
           "4", "--metrics", file("m.json")});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  TensorMap out;
  std::string error;
  ASSERT_TRUE(readTensors(file("out.npz"), out, error)) << error;
  ASSERT_EQ(out.size(), 3u);
  float total = 0;
  for (int i = 0; i < 35; ++i) {
    EXPECT_EQ(elementAsDouble(POPT_RT_F32, out["arg0"].data.data(), i), 3 * i);
    total += 3 * i;
  }
  EXPECT_EQ(elementAsDouble(POPT_RT_F32, out["res1"].data.data(), 0), total);
  EXPECT_EQ(elementAsDouble(POPT_RT_I32, out["arg3"].data.data(), 0), 101);
  json metrics = json::parse(contents(file("m.json")));
  EXPECT_EQ(metrics["metrics_per_step"], json({{total}}));
  EXPECT_EQ(metrics["names"], json({"total"}));
}

TEST_F(RunTest, StepsOverBatches) {
  Outcome outcome =
      run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
           "--steps", "3", "--repeat", "--metrics", file("m.json"), "--outputs",
           file("out.safetensors")});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  json metrics = json::parse(contents(file("m.json")));
  // Each step adds 2 * (0 + 1 + 2 + 3 + 4) * 7.
  EXPECT_EQ(metrics["metrics_per_step"],
            json({{595. + 140}, {595. + 280}, {595. + 420}}));
  TensorMap out;
  std::string error;
  ASSERT_TRUE(readTensors(file("out.safetensors"), out, error)) << error;
  EXPECT_EQ(elementAsDouble(POPT_RT_I32, out["arg3"].data.data(), 0), 103);
  EXPECT_EQ(elementAsDouble(POPT_RT_F32, out["arg0"].data.data(), 34),
            34 + 3 * 8);
  expectError({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
               "--steps", "3"},
              1,
              file("batches.npz") + ": it has 2 batches for 3 steps; --repeat "
                                    "starts again with the first");
}

TEST_F(RunTest, Log) {
  ASSERT_EQ(run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
                 "--log", file("log.jsonl")})
                .status,
            0);
  std::istringstream lines(contents(file("log.jsonl")));
  int step = 0;
  for (std::string line; std::getline(lines, line);) {
    json object = json::parse(line);
    EXPECT_EQ(object["step"], ++step);
    EXPECT_GT(object["seconds"], 0);
    EXPECT_EQ(object["metrics"], json({{"total", 595. + 140 * step}}));
  }
  EXPECT_EQ(step, 2);
  expectError({"--per-task", file("t.json")}, 2,
              "--per-task writes what --bench measures; give that, too");
  expectError(
      {"--init", "random", "--bench", "1", "--per-task", file("t.json")}, 1,
      "--per-task measures the tasks of a pipeline, and the program "
      "has none");
  expectError({"--log", file("log.jsonl"), "--bench", "2"}, 2,
              "--log logs the steps of a run, and --bench measures instead; "
              "leave one out");
  expectError({"--inputs", file("in.npz"), "--log", file("no/log.jsonl")}, 1,
              "cannot write " + file("no/log.jsonl") +
                  ": No such file or directory");
}

TEST_F(RunTest, OutOfMemory) {
  LoadedProgram program = loaded(table, {{"update", updateKernel}});
  program.symbol = [](const std::string &) -> void * {
    throw std::bad_alloc();
  };
  const char *argv[] = {"/bin/model"};
  testing::internal::CaptureStderr();
  EXPECT_EQ(runMain(1, argv, std::move(program)), 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "model: error: out of memory\n");
}

TEST_F(RunTest, MemoryThatIsNotThere) {
  std::string error;
  EXPECT_GT(availableMemory(), 0);
  EXPECT_TRUE(checkMemory(table, -1, error));
  EXPECT_TRUE(checkMemory(table, 1 << 20, error));
  EXPECT_FALSE(checkMemory(table, 100, error));
  EXPECT_EQ(error, "the arenas of 4 ranks take 0.0 GB, and 0.0 GB are free; "
                   "compile with --memory-budget, more microbatches or more "
                   "shards");
  // Of two hosts this one has a rank.
  EXPECT_FALSE(checkMemory(table, 100, error, 0, false, {1}));
  EXPECT_EQ(error.substr(0, 22), "the arenas of 1 ranks ");
  EXPECT_TRUE(checkMemory(table, 1 << 20, error, 1e6));
  EXPECT_FALSE(checkMemory(table, 1 << 20, error, 2e9));
  EXPECT_NE(
      error.find("take 0.0 GB, whole arguments and copies that saves make 2.0 "
                 "GB more, and "),
      std::string::npos)
      << error;
  table.programs[0].regions[0].bytes = int64_t(1) << 46;
  Outcome outcome = run({"--inputs", file("in.npz")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("model: error: the arenas of 4 ranks take "
                             "281475.0 GB, and "),
            std::string::npos)
      << outcome.err;
}

// Host memory is a file without a name; the results are those of memory.
TEST_F(RunTest, HostMemory) {
  expectError({"--host-memory", file("")}, 2,
              "--host-memory says where host memory lies, but the program "
              "keeps nothing there; compile it with a plan that says "
              "\"memory\": \"host\" of its state");
  table.programs[0].regions[0].kind = RegionKind::HostArena;
  table.arguments[0].layout.memory = popt::Memory::Host;
  table.results[0].layout.memory = popt::Memory::Host;
  std::string error;
  EXPECT_FALSE(checkMemory(table, 100, error));
  EXPECT_TRUE(checkMemory(table, 100, error, 0, /*isHostInFiles=*/true));
  std::vector<std::string> flags = {"--inputs", file("in.npz"), "--outputs",
                                    file("out.npz")};
  ASSERT_EQ(run(flags).status, 0);
  auto bytesOf = [&](const std::string &name) {
    std::ifstream in(file(name), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  std::string expected = bytesOf("out.npz");
  mkdir(file("host").c_str(), S_IRWXU);
  flags.back() = file("other.npz");
  flags.insert(flags.end(), {"--host-memory", file("host")});
  Outcome outcome = run(flags);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(bytesOf("other.npz"), expected);
  EXPECT_EQ(rmdir(file("host").c_str()), 0); // it is empty
  // All ranks fail, and one of them says so.
  outcome = run(flags);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(std::regex_match(
      outcome.err,
      std::regex("model: error: rank [0-3]: host memory of 4096 bytes in " +
                 file("host") +
                 ": cannot make a file: No such file or directory\n")))
      << outcome.err;
  flags.back() = "/sys"; // where not even root makes files
  outcome = run(flags);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(std::regex_match(
      outcome.err,
      std::regex("model: error: rank [0-3]: host memory of 4096 bytes in /sys: "
                 "cannot make a file: "
                 "(Permission denied|Read-only file system)\n")))
      << outcome.err;
  flags.back() = folder.file("");
  auto runInLittle = [&] {
    allowFilesOf(1000);
    std::vector<const char *> argv = {"/bin/model"};
    for (const std::string &flag : flags)
      argv.push_back(flag.c_str());
    return runMain(static_cast<int>(argv.size()), argv.data(),
                   loaded(table, {{"update", updateKernel}}));
  };
  EXPECT_EXIT(_exit(runInLittle()), testing::ExitedWithCode(1),
              "model: error: rank .: host memory of 4096 bytes in .*: no room: "
              "File too large");
}

TEST_F(RunTest, NoThreads) {
  auto runAlone = [&] {
    allowNoThreads();
    const char *argv[] = {"/bin/model", "--init", "random"};
    return runMain(3, argv, loaded(table, {{"update", updateKernel}}));
  };
  EXPECT_EXIT(_exit(runAlone()), testing::ExitedWithCode(1),
              "model: error: cannot start a thread for rank 0: ");
}

// Ctrl-C: the step is finished, and what was asked for is written.
TEST_F(RunTest, Interrupted) {
  Outcome outcome = interrupted({"--expect", file("in.npz")});
  EXPECT_EQ(outcome.status, 130);
  std::smatch stopped;
  ASSERT_TRUE(std::regex_search(
      outcome.err, stopped,
      std::regex("stopping after this step; once more stops at once\n[^]*"
                 "model: note: stopped after step ([0-9]+) of 100000000; "
                 "results are not compared with ")))
      << outcome.err;
  int64_t steps = std::stoll(stopped[1]);
  std::string log = contents(file("log.jsonl"));
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), steps);
  TensorMap out;
  std::string error;
  ASSERT_TRUE(readTensors(file("out.npz"), out, error)) << error;
  EXPECT_EQ(elementAsDouble(POPT_RT_I32, out["arg3"].data.data(), 0),
            100 + steps);
}

TEST_F(RunTest, Expect) {
  ASSERT_EQ(
      run({"--inputs", file("in.npz"), "--outputs", file("out.npz")}).status,
      0);
  std::vector<std::string> flags = {"--inputs", file("in.npz"), "--expect",
                                    file("out.npz")};
  Outcome outcome = run(flags);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "model: 3 results are as expected\n");
  TensorMap out;
  std::string error;
  ASSERT_TRUE(readTensors(file("out.npz"), out, error));
  out.erase("res1");
  float *w = reinterpret_cast<float *>(out["arg0"].data.data());
  w[7] += 0.5f;
  out["arg3"].data[0] ^= 1;
  write("out.npz", out);
  outcome = run(flags);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("1 of 35                 0.5                 "
                             "[1,2]: got 21.0, expected 21.5"),
            std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("[]: got 101, expected 100"), std::string::npos);
  EXPECT_NE(outcome.err.find("error: results differ from " + file("out.npz") +
                             " (rtol 1e-05, atol 1e-06)"),
            std::string::npos)
      << outcome.err;
  out.erase("arg3");
  write("out.npz", out);
  flags.insert(flags.end(), {"--atol", "0.5"});
  EXPECT_EQ(run(flags).status, 0);
  out["arg0"].shape = {5, 7};
  write("out.npz", out);
  expectError(flags, 1,
              file("out.npz") +
                  ": arg0 is f32[7x5], the expected one is f32[5x7]");
  write("out.npz", {{"other", out["arg0"]}});
  expectError(flags, 1,
              file("out.npz") + ": no key names a result of the program");
}

// State stands in files of either kind: by its result, which goes first, or by
// its argument, unless these are the inputs.
TEST_F(RunTest, ExpectState) {
  ASSERT_EQ(
      run({"--inputs", file("in.npz"), "--outputs", file("out.npz")}).status,
      0);
  TensorMap out;
  std::string error;
  ASSERT_TRUE(readTensors(file("out.npz"), out, error));
  EXPECT_EQ(out.count("res0") + out.count("res2"), 0u);
  TensorMap both = inputs;
  both["res0"] = out["arg0"];
  both["res2"] = out["arg3"];
  write("both.npz", both);
  Outcome outcome =
      run({"--inputs", file("both.npz"), "--expect", file("both.npz")});
  EXPECT_EQ(outcome.err, "model: 2 results are as expected\n");
  write("named.npz", {{"params['w']", out["arg0"]}});
  outcome = run({"--inputs", file("in.npz"), "--expect", file("named.npz")});
  EXPECT_EQ(outcome.err, "model: 1 results are as expected\n");
}

// What the last step leaves is what the next begins with.
TEST_F(RunTest, OutputsAreInputs) {
  std::vector<std::string> common = {"--batches", file("batches.npz")};
  auto with = [&](std::vector<std::string> flags) {
    flags.insert(flags.end(), common.begin(), common.end());
    return run(flags).status;
  };
  ASSERT_EQ(with({"--inputs", file("in.npz"), "--outputs", file("all.npz")}),
            0);
  TensorMap first, second, all;
  std::string error;
  write("zero.npz", {{"arg1", Tensor(POPT_RT_F32, {1, 7, 5})}});
  common[1] = file("zero.npz");
  ASSERT_EQ(with({"--inputs", file("in.npz"), "--outputs", file("a.npz")}), 0);
  ASSERT_TRUE(readTensors(file("a.npz"), first, error));
  first["b"] = inputs["b"];
  write("a.npz", first);
  ASSERT_EQ(with({"--inputs", file("a.npz"), "--outputs", file("b.npz")}), 0);
  ASSERT_TRUE(readTensors(file("b.npz"), second, error));
  ASSERT_EQ(with({"--inputs", file("in.npz"), "--outputs", file("c.npz"),
                  "--steps", "2", "--repeat"}),
            0);
  ASSERT_TRUE(readTensors(file("c.npz"), all, error));
  EXPECT_EQ(second["arg0"].data, all["arg0"].data);
  EXPECT_EQ(second["arg3"].data, all["arg3"].data);
}

TEST_F(RunTest, StateThatNobodyDonated) {
  table.info["not_donated"] = "0";
  table.info["placed_state"] = "params=result[0]";
  Outcome outcome = run({"--inputs", file("in.npz"), "--steps", "2",
                         "--outputs", file("out.npz")});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "model: note: state is params=result[0], by its place "
                         "in the call; --state says otherwise\n");
  TensorMap out;
  std::string error;
  ASSERT_TRUE(readTensors(file("out.npz"), out, error));
  // The function's value, too: it is one for a caller that calls it once.
  EXPECT_EQ(out["arg0"].data, out["res0"].data);
  EXPECT_EQ(out.count("res2"), 0u);
  // A batch is the user's word that it is an input.
  write("w.npz", {{"arg0", Tensor(POPT_RT_F32, {2, 7, 5})}});
  EXPECT_EQ(
      run({"--inputs", file("in.npz"), "--batches", file("w.npz")}).status, 0);
}

TEST_F(RunTest, QuestionsOfState) {
  table.info["undecided_state"] = "1 x=result[1]\n2,9 b=result[2]\n";
  EXPECT_EQ(run({"--inputs", file("in.npz")}).status, 0);
  EXPECT_EQ(run({"--inputs", file("in.npz"), "--bench", "1"}).status, 0);
  expectError({"--inputs", file("in.npz"), "--batches", file("batches.npz")}, 1,
              "these 2 steps need to know what each passes to the next, and "
              "names and donation leave open: b=result[2]; compile with those "
              "that hold, as in --state \"b=result[2]\", and with \"b=none\" "
              "for an argument that stays as it is");
}

TEST_F(RunTest, StepsWithoutState) {
  for (Argument &argument : table.arguments)
    argument.stateResult = -1;
  for (Result &result : table.results)
    result.stateArgument = -1;
  EXPECT_EQ(run({"--inputs", file("in.npz")}).err, "");
  EXPECT_EQ(run({"--inputs", file("in.npz"), "--steps", "3"}).err,
            "model: warning: no argument is state, so that each of the 3 steps "
            "starts from the same values; --state arg=res says what a step "
            "passes to the next\n");
}

TEST_F(RunTest, InputErrors) {
  expectError({}, 1,
              "argument 0 (\"params['w']\") has no value: give --inputs or "
              "--init random");
  inputs.erase("x");
  write("in.npz", inputs);
  expectError(
      {"--inputs", file("in.npz")}, 1,
      file("in.npz") +
          ": no key \"arg1\" or \"x\" for argument 1 (\"x\"), f32[7x5]");
  inputs["x"] = Tensor(POPT_RT_F32, {5, 7});
  write("in.npz", inputs);
  expectError({"--inputs", file("in.npz")}, 1,
              file("in.npz") + ": argument 1 (\"x\") is f32[7x5], but the file "
                               "has f32[5x7]");
  inputs["x"] = Tensor(POPT_RT_F64, {7, 5});
  write("in.npz", inputs);
  expectError({"--inputs", file("in.npz")}, 1,
              file("in.npz") + ": argument 1 (\"x\") is f32[7x5], but the file "
                               "has f64[7x5]");
  expectError({"--inputs", "/nowhere.npz"}, 1,
              "cannot open /nowhere.npz: No such file or directory");
  batches["arg1"].shape = {1, 14, 5};
  write("batches.npz", batches);
  expectError({"--batches", file("batches.npz")}, 1,
              file("batches.npz") + ": argument 1 (\"x\") is f32[7x5], but the "
                                    "file has f32[1x14x5] (steps first)");
  batches["arg1"].shape = {2, 7, 5};
  batches["b"] = Tensor(POPT_RT_F32, {3});
  write("batches.npz", batches);
  expectError({"--batches", file("batches.npz")}, 1,
              file("batches.npz") +
                  ": argument 2 (\"b\") has 3 steps, others have 2");
  write("batches.npz", {{"arg0", inputs["x"]}});
  expectError({"--batches", file("batches.npz")}, 1,
              file("batches.npz") + ": argument 0 (\"params['w']\") is state: "
                                    "it can't change per step");
  write("batches.npz", {{"zzz", inputs["x"]}});
  expectError({"--batches", file("batches.npz")}, 1,
              file("batches.npz") +
                  ": no key names an argument of the program");
}

TEST_F(RunTest, OutputErrors) {
  expectError({"--inputs", file("in.npz"), "--outputs", "/nowhere/out.npz"}, 1,
              "cannot write /nowhere/out.npz: No such file or directory");
  expectError({"--inputs", file("in.npz"), "--trace", folder.path}, 1,
              "cannot write " + folder.path + ": Is a directory");
}

TEST_F(RunTest, Usage) {
  expectError({"-n", "3"}, 2,
              "-n is 3, but the program is compiled for 4 ranks");
  expectError({"-n", "x"}, 2, "-n wants a whole number, at least 1, not \"x\"");
  expectError({"--bogus"}, 2, "unknown flag --bogus; --help lists the flags");
  expectError({"file"}, 2, "unexpected argument file; --help lists the flags");
  expectError({"--inputs"}, 2, "--inputs wants a value: --inputs FILE");
  expectError({"--inputs="}, 2, "--inputs wants a file name");
  expectError({"--outputs="}, 2, "--outputs wants a file name");
  expectError({"--outputs", "x.pt"}, 2,
              "--outputs writes .npz and .safetensors, not .pt");
  expectError({"--rtol=-1"}, 2,
              "--rtol wants a number, at least 0, not \"-1\"");
  expectError({"--transport", "nccl"}, 2,
              "--transport nccl connects GPUs, but the program is compiled "
              "for CPUs; compile with --target=sm_90, for example");
  expectError({"--transport", "mpi"}, 2,
              "--transport mpi: MPI can only be used by processes that mpirun "
              "or srun has started: mpirun -n 4 model ..., or srun --mpi=pmix "
              "-n 4 model ...");
  expectError({"--transport", "tcp"}, 2,
              "--transport tcp is for ranks on several hosts, and these are on "
              "one: leave it out, or start them by torchrun, mpirun or srun");
  Outcome unknown = run({"--transport", "x"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_EQ(
      unknown.err.find("model: error: --transport wants one of threads, "), 0u)
      << unknown.err;
  EXPECT_NE(unknown.err.find(", not \"x\"\n"), std::string::npos)
      << unknown.err;
  expectError({"--init", "zero"}, 2,
              "--init wants random, random:SEED or zeros, or by name "
              "\"opt*=zeros,params*=random\", not \"zero\"");
  setenv("WORLD_SIZE", "2", 1);
  expectError({}, 2,
              "WORLD_SIZE is 2, but the program is compiled for 4 ranks");
  setenv("WORLD_SIZE", "4", 1);
  EXPECT_EQ(run({"--init", "random"}).status, 0);
  setenv("RANK", "0", 1);
  expectError({}, 2,
              "RANK is set, but nothing names the job: set MASTER_PORT to a "
              "number that its ranks share, and no other job");
  unsetenv("RANK");
  unsetenv("WORLD_SIZE");
  Outcome outcome = run({"--help"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.out.find("--batches FILE"), std::string::npos);
  EXPECT_NE(run({"--help-env"}).out.find("WORLD_SIZE"), std::string::npos);
  const char *argv[] = {"m", "--inputs", "f", "--repeat", "--steps=3", "x"};
  EXPECT_EQ(runFlagLength(6, argv, 1), 2);
  EXPECT_EQ(runFlagLength(6, argv, 3), 1);
  EXPECT_EQ(runFlagLength(6, argv, 4), 1);
  EXPECT_EQ(runFlagLength(6, argv, 5), 0);
  // --resume takes a folder, but no file.
  std::ofstream(file("model.mlir")) << "module {}";
  std::string here = file("."), model = file("model.mlir");
  const char *resumes[] = {"m", "--resume", here.c_str(), "--resume",
                           model.c_str()};
  EXPECT_EQ(runFlagLength(5, resumes, 1), 2);
  EXPECT_EQ(runFlagLength(5, resumes, 3), 1);
}

TEST_F(RunTest, BenchAndTrace) {
  Outcome outcome =
      run({"--init", "random:7", "--bench", "5", "--trace", file("t.json")});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  json report = json::parse(outcome.out);
  EXPECT_LE(report["step_ms"]["min"], report["step_ms"]["median"]);
  EXPECT_EQ(report["compile_s"], 1.5);
  EXPECT_EQ(report["peak_bytes"], json({4096, 4096, 4096, 4096}));
  EXPECT_EQ(report["comm"], json::object());
  json trace = json::parse(contents(file("t.json")));
  int kernels = 0;
  for (const json &event : trace["traceEvents"])
    if (event["ph"] == "X") {
      ++kernels;
      EXPECT_EQ(event["name"], "kernel update");
      EXPECT_EQ(event["args"]["at"], "model.py:12");
    }
  EXPECT_EQ(kernels, 4 * 8);
}

// --init gives every mesh the same numbers, and the same each time.
TEST_F(RunTest, InitIsDeterministic) {
  ASSERT_EQ(run({"--init", "random:3", "--outputs", file("a.npz")}).status, 0);
  ASSERT_EQ(run({"--init", "random:3", "--outputs", file("b.npz")}).status, 0);
  EXPECT_EQ(contents(file("a.npz")), contents(file("b.npz")));
  ASSERT_EQ(run({"--init", "random:4", "--outputs", file("b.npz")}).status, 0);
  EXPECT_NE(contents(file("a.npz")), contents(file("b.npz")));
  Tensor t = randomTensor(POPT_RT_F32, {10000}, 1, 0);
  double sum = 0, squares = 0;
  for (int i = 0; i < 10000; ++i) {
    double v = elementAsDouble(t.type, t.data.data(), i);
    sum += v;
    squares += v * v;
  }
  EXPECT_NEAR(sum / 10000, 0, 0.001);
  EXPECT_NEAR(std::sqrt(squares / 10000), 0.02, 0.001);
  // Threads divide tensors of other sizes elsewhere.
  for (ElementType type :
       {POPT_RT_F32, POPT_RT_BF16, POPT_RT_C64, POPT_RT_I32}) {
    Tensor small = randomTensor(type, {5 << 18}, 1, 0);
    Tensor large = randomTensor(type, {(8 << 18) + 3}, 1, 0);
    EXPECT_TRUE(
        std::equal(small.data.begin(), small.data.end(), large.data.begin()));
  }
}
