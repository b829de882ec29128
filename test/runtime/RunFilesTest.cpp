//===- RunFilesTest.cpp - What runs make of files, and say of them --------===//
//
// Several files of inputs and batches, keys that name nothing, metrics that are
// no numbers. What is wrong with files: RunTest.
//
//===----------------------------------------------------------------------===//
#include "RunFixture.h"
#include "data/Files.h"
#include "popt-rt/package.h"
#include "report/Reports.h"
#include <fcntl.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <regex>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace popt::rt;
using nlohmann::json;

namespace {
using RunFilesTest = RunFixture;
}

// Files of one kind come one after the other: what each holds is taken.
TEST_F(RunFilesTest, SeveralFiles) {
  ASSERT_EQ(run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
                 "--steps", "4", "--repeat", "--outputs", file("one.npz")})
                .status,
            0);
  TensorMap weights = {{"arg0", inputs["arg0"]}};
  inputs.erase("arg0");
  write("weights.npz", weights);
  write("rest.npz", inputs);
  std::string error;
  ASSERT_TRUE(writeTensors(file("more.safetensors"), batches, error)) << error;
  std::vector<std::string> flags = {
      "--inputs",  file("rest.npz"),    "--inputs",  file("weights.npz"),
      "--batches", file("batches.npz"), "--batches", file("more.safetensors")};
  std::vector<std::string> whole = flags;
  whole.insert(whole.end(), {"--outputs", file("several.npz")});
  Outcome outcome = run(whole);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(contents(file("several.npz")), contents(file("one.npz")));

  flags[3] = file("rest.npz");
  expectError(flags, 1,
              file("rest.npz") + ": key \"arg3\" is in a file before, too");
  flags[3] = file("weights.npz");
  write("more.npz", {{"arg1", Tensor(POPT_RT_F32, {2, 7, 6})}});
  flags[7] = file("more.npz");
  expectError(flags, 1,
              file("more.npz") + ": key \"arg1\" is f32[2x7x6], which does not "
                                 "go on f32[2x7x5] of the files before");
  write("more.npz", {{"arg1", batches["arg1"]}, {"b", inputs["b"]}});
  expectError(flags, 1,
              file("more.npz") + ": key \"b\" is not in the files before");
  write("more.npz", {{"b", inputs["b"]}});
  expectError(flags, 1,
              file("more.npz") +
                  ": key \"arg1\" is missing, which the files before have");
}

// A folder, or a pattern, is its files in the order of their numbers; arrays in
// files of their own go by the name before the number.
TEST_F(RunFilesTest, FoldersAndPatterns) {
  std::string error;
  Tensor &x = batches["arg1"];
  const Tensor b = tensorOf(POPT_RT_F32, {2}, std::vector<float>{2, 3});
  write("whole.npz", {{"x", x}, {"b", b}});
  ASSERT_EQ(run({"--inputs", file("in.npz"), "--batches", file("whole.npz"),
                 "--outputs", file("whole-out.npz")})
                .status,
            0);
  auto writeNpy = [&](const std::string &name, const Tensor &tensor) {
    std::vector<uint8_t> bytes = formatNpy(tensor);
    EXPECT_TRUE(writeFile(file(name), {{bytes.data(), bytes.size()}}, error));
  };
  auto half = [](const Tensor &tensor, size_t which) {
    Tensor part(tensor.type, tensor.shape);
    part.shape[0] = 1;
    size_t bytes = tensor.data.size() / 2;
    part.data.assign(tensor.data.begin() + which * bytes,
                     tensor.data.begin() + (which + 1) * bytes);
    return part;
  };
  for (const char *name : {"arrays", "shards", "empty"})
    ASSERT_EQ(mkdir(file(name).c_str(), 0777), 0);
  writeNpy("arrays/x-9.npy", half(x, 0));
  writeNpy("arrays/x-10.npy", half(x, 1));
  writeNpy("arrays/b-00000-of-00002.npy", half(b, 0));
  writeNpy("arrays/b-00001-of-00002.npy", half(b, 1));
  write("shards/9.npz", {{"x", half(x, 0)}, {"b", half(b, 0)}});
  write("shards/10.safetensors", {{"x", half(x, 1)}, {"b", half(b, 1)}});
  for (const char *path : {"arrays", "arrays/", "arrays/*.npy",
                           "a*s/[xb]-*.npy", "shards", "sh*/*"}) {
    Outcome outcome = run({"--inputs", file("in.npz"), "--batches", file(path),
                           "--outputs", file("out.npz")});
    ASSERT_EQ(outcome.status, 0) << path << ": " << outcome.err;
    EXPECT_EQ(contents(file("out.npz")), contents(file("whole-out.npz")));
  }
  // Inputs, too; a file of that name goes before what it matches.
  write("in[1].npz", inputs);
  for (const char *path : {"in[1].npz", "i?.npz"})
    EXPECT_EQ(run({"--inputs", file(path)}).status, 0);

  expectError({"--inputs", file("empty")}, 1,
              file("empty") + ": the folder has no .npy, .npz or .safetensors");
  for (const char *path : {"*.none", "none*/x.npz", "*/?.none"})
    expectError({"--inputs", file("in.npz"), "--batches", file(path)}, 1,
                file(path) + ": no file matches");
  writeNpy("arrays/x.npy", x);
  expectError({"--inputs", file("in.npz"), "--batches", file("arrays")}, 1,
              file("arrays/x-9.npy") + ": it is a part of \"x\", which " +
                  file("arrays/x.npy") + " has whole");
  ASSERT_EQ(unlink(file("arrays/x.npy").c_str()), 0);
  ASSERT_EQ(rename(file("arrays/b-00001-of-00002.npy").c_str(),
                   file("b-00001-of-00002.npy").c_str()),
            0);
  expectError({"--inputs", file("in.npz"), "--batches", file("arrays")}, 1,
              file("arrays/b-00000-of-00002.npy") +
                  ": it is one of 2 parts of \"b\", of which 1 are there");
  ASSERT_EQ(rename(file("b-00001-of-00002.npy").c_str(),
                   file("arrays/b-00001-of-00002.npy").c_str()),
            0);
  // A name that ends as numbers do is no part.
  writeNpy("on-off.npy", x);
  Outcome unread = run({"--inputs", file("in.npz"), "--batches", file("arrays"),
                        "--batches", file("on-off.npy")});
  EXPECT_EQ(unread.status, 0) << unread.err;
  expectSays(unread, "is not read: \"on-off\"");
  ASSERT_EQ(unlink(file("arrays/x-10.npy").c_str()), 0);
  expectError({"--inputs", file("in.npz"), "--batches", file("arrays")}, 1,
              file("arrays") +
                  ": argument 2 (\"b\") has 2 steps, others have 1");
}

// Tokens of 16 bits, and what numpy makes integers by default.
TEST_F(RunFilesTest, IntegersOfOtherWidths) {
  for (ElementType type : {POPT_RT_I64, POPT_RT_UI16}) {
    inputs["arg3"] = Tensor(type, {});
    inputs["arg3"].data[0] = 100;
    write("in.npz", inputs);
    ASSERT_EQ(
        run({"--inputs", file("in.npz"), "--outputs", file("out.npz")}).status,
        0);
    TensorMap out;
    std::string error;
    ASSERT_TRUE(readTensors(file("out.npz"), out, error)) << error;
    EXPECT_EQ(elementAsDouble(POPT_RT_I32, out["arg3"].data.data(), 0), 101);
  }
  inputs["arg3"] =
      tensorOf(POPT_RT_I64, {}, std::vector<int64_t>{3'000'000'000});
  write("in.safetensors", inputs);
  Outcome outcome = run({"--inputs", file("in.safetensors")});
  EXPECT_EQ(outcome.status, 1);
  std::regex message(
      ": 3000000000 at byte [0-9]+ does not fit i32, in \"n\"\n");
  EXPECT_TRUE(std::regex_search(outcome.err, message)) << outcome.err;
}

// A key that names nothing may be a mistake in writing.
TEST_F(RunFilesTest, KeysThatNameNothing) {
  inputs["res1"] = inputs["b"]; // of a run's outputs
  inputs["params[w]"] = inputs["b"];
  write("in.npz", inputs);
  for (const char *key : {"y", "z", "later", "latest"})
    batches[key] = batches["arg1"];
  write("batches.npz", batches);
  Outcome outcome =
      run({"--inputs", file("in.npz"), "--batches", file("batches.npz")});
  EXPECT_EQ(outcome.status, 0);
  const std::string what = ": what no argument is called is not read: ";
  EXPECT_EQ(outcome.err, "model: warning: " + file("batches.npz") + what +
                             "\"later\", \"latest\", \"y\" and 1 more\n" +
                             "model: warning: " + file("in.npz") + what +
                             "\"params[w]\", did you mean \"params['w']\"?\n");
}

// What waits for a process that writes, or never ends, is not read.
TEST_F(RunFilesTest, PipesAndDevices) {
  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0666), 0);
  for (const std::string &path : {file("pipe"), std::string("/dev/zero")}) {
    const std::string message =
        "cannot open " + path +
        ": it is a pipe or a device, and no regular file";
    expectError({"--inputs", path}, 1, message);
    if (path == "/dev/zero") // from a pipe they come one by one: BatchStreamTest
      expectError({"--inputs", file("in.npz"), "--batches", path}, 1, message);
    expectError({"--inputs", file("in.npz"), "--expect", path}, 1, message);
    LoadedProgram program;
    std::string error;
    EXPECT_FALSE(loadPackage(path, program, error));
    EXPECT_EQ(error, message);
  }
  ASSERT_EQ(run({"--inputs", file("in.npz"), "--save", file("ck")}).status, 0);
  std::string index = file("ck/step-00000001/index.json");
  ASSERT_EQ(unlink(index.c_str()), 0);
  ASSERT_EQ(mkfifo(index.c_str(), 0666), 0);
  Outcome outcome =
      run({"--inputs", file("in.npz"), "--resume", file("ck"), "--steps", "2"});
  EXPECT_EQ(outcome.status, 1);
  expectSays(outcome, "cannot read " + index +
                          ": it is a pipe or a "
                          "device, and no regular file");
}

// A pipe without a reader is no wait; a reader that comes a little later gets all.
TEST_F(RunFilesTest, PipesToWrite) {
  const std::string pipe = file("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0666), 0);
  const std::string message =
      "cannot write " + pipe + ": it is a pipe without a reader";
  for (const char *flag : {"--outputs", "--log"})
    expectError({"--inputs", file("in.npz"), flag, pipe}, 1, message);
  setenv("TORCHELASTIC_ERROR_FILE", pipe.c_str(), 1);
  Outcome outcome = run({"--inputs", file("missing.npz")});
  unsetenv("TORCHELASTIC_ERROR_FILE");
  EXPECT_EQ(outcome.status, 1);
  expectSays(outcome, "model: warning: TORCHELASTIC_ERROR_FILE: " + message);

  std::string read;
  std::thread reader([&] {
    usleep(300'000);
    read = contents(pipe);
  });
  EXPECT_EQ(run({"--inputs", file("in.npz"), "--metrics", pipe}).status, 0);
  reader.join();
  EXPECT_EQ(json::parse(read)["metrics_per_step"].size(), 1u);
  // One that leaves costs the run its status.
  std::thread leaves([&] { close(open(pipe.c_str(), O_RDONLY)); });
  outcome = run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
                 "--steps", "30000", "--repeat", "--metrics", pipe});
  leaves.join();
  EXPECT_EQ(outcome.status, 1);
  expectSays(outcome, "cannot write " + pipe + ": ");
}

// A measurement that can't be written is none.
TEST_F(RunFilesTest, MeasurementsOnAFullDisk) {
  for (bool isFull : {false, true}) {
    pid_t process = fork();
    if (process == 0) {
      int full = open(isFull ? "/dev/full" : "/dev/null", O_WRONLY);
      dup2(full, STDOUT_FILENO);
      const std::string in = file("in.npz");
      const char *argv[] = {"/bin/model", "--inputs", in.c_str(), "--bench=2"};
      _exit(runMain(4, argv, loaded(table, {{"update", updateKernel}})));
    }
    int status = 0;
    waitpid(process, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), isFull ? 1 : 0);
  }
}

// JSON has no such numbers.
TEST_F(RunFilesTest, NumbersThatAreNone) {
  const float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> steps(70, 0.f);
  steps[0] = infinity;
  steps[35] = -infinity;
  batches["arg1"] = tensorOf(POPT_RT_F32, {2, 7, 5}, steps);
  write("batches.npz", batches);
  ASSERT_EQ(run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
                 "--metrics", file("m.json"), "--log", file("log.jsonl")})
                .status,
            0);
  EXPECT_EQ(json::parse(contents(file("m.json")))["metrics_per_step"],
            json({{"Infinity"}, {"NaN"}}));
  std::istringstream lines(contents(file("log.jsonl")));
  std::string first, second;
  std::getline(lines, first);
  std::getline(lines, second);
  EXPECT_EQ(json::parse(first)["metrics"]["total"], "Infinity");
  EXPECT_EQ(json::parse(second)["metrics"]["total"], "NaN");
  EXPECT_EQ(metricAsJson("[NaN, 1.5]"), "[\"NaN\", 1.5]");
}
