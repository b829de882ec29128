//===- BatchStreamTest.cpp - Batches that a loader writes to a pipe -------===//
#include "RunFixture.h"
#include <fcntl.h>
#include <functional>
#include <sys/stat.h>
#include <unistd.h>

using namespace popt::rt;

namespace {
/// Bytes behind their number, little-endian, as a document begins.
std::string withLength(const std::string &text) {
  std::string length;
  for (int i = 0; i < 8; ++i)
    length += static_cast<char>(text.size() >> (8 * i));
  return length + text;
}

struct BatchStreamTest : RunFixture {
  std::string pipe = file("pipe");
  std::atomic<bool> isOver{false}; ///< the run beside a loader
  BatchStreamTest() { EXPECT_EQ(mkfifo(pipe.c_str(), 0666), 0); }

  /// One step's part of the fixture's batches as a document; it says its number, if
  /// that is not negative.
  std::string document(int64_t step, int64_t number = -1) {
    const Tensor &all = batches["arg1"];
    const std::string shape = "[7,5]";
    size_t bytes = all.data.size() / 2;
    std::string header = "{";
    if (number >= 0)
      header +=
          "\"__metadata__\":{\"batch\":\"" + std::to_string(number) + "\"},";
    header += "\"x\":{\"dtype\":\"F32\",\"shape\":" + shape +
              ",\"data_offsets\":[0," + std::to_string(bytes) + "]}}";
    return withLength(header) +
           std::string(reinterpret_cast<const char *>(all.data.data()) +
                           static_cast<size_t>(step) * bytes,
                       bytes);
  }
  std::vector<std::string> flags(int steps,
                                 const std::vector<std::string> &more = {}) {
    std::vector<std::string> all = {"--inputs",  file("in.npz"),
                                    "--batches", pipe,
                                    "--steps",   std::to_string(steps)};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  /// A run beside a loader that writes this, and waits for `isDone` before it ends.
  Outcome runBeside(
      const std::string &written, const std::vector<std::string> &flags,
      const std::function<void()> &waitToEnd = [] {}) {
    std::thread loader([&] {
      int out = ::open(pipe.c_str(), O_WRONLY);
      // As slow as can be at the begin: any part of a document may come alone.
      for (size_t at = 0; at < written.size();) {
        size_t size = at < 300 ? 7 : written.size() - at;
        ssize_t put = ::write(out, written.data() + at,
                              std::min(size, written.size() - at));
        if (put < 0)
          break; // the run has ended
        at += static_cast<size_t>(put);
      }
      waitToEnd();
      ::close(out);
    });
    signal(SIGPIPE, SIG_IGN);
    isOver = false;
    Outcome outcome = run(flags);
    isOver = true;
    loader.join();
    return outcome;
  }
  void expectFails(const std::string &written, const std::string &message,
                   const std::vector<std::string> &more = {}) {
    Outcome outcome = runBeside(written, flags(2, more));
    EXPECT_EQ(outcome.status, 1) << message;
    expectSays(outcome, "model: error: " + pipe + ": " + message + "\n");
  }
};
} // namespace

// Batch after batch gives what the same batches in a file do; what a loader has for
// more steps stays in the pipe.
TEST_F(BatchStreamTest, AsFiles) {
  ASSERT_EQ(run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
                 "--steps", "6", "--repeat", "--outputs", file("files.npz")})
                .status,
            0);
  std::string written;
  for (int step = 0; step < 9; ++step)
    written += document(step % 2, step % 3 ? step : -1);
  Outcome outcome =
      runBeside(written, flags(6, {"--outputs", file("stream.npz")}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err.find("error"), std::string::npos) << outcome.err;
  EXPECT_EQ(contents(file("stream.npz")), contents(file("files.npz")));
}

// A loader that ends early, within a batch or before one: what was done is saved, and
// goes on where the next loader begins; at another place it is refused.
TEST_F(BatchStreamTest, EndsAndGoesOn) {
  ASSERT_EQ(run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
                 "--outputs", file("files.npz")})
                .status,
            0);
  std::vector<std::string> save = {"--save", file("ck"), "--resume"};
  std::string first = document(0, 0);
  expectFails(first,
              "the loader has ended before batch 1, and the run has 2 steps",
              save);
  EXPECT_EQ(access(file("ck/step-00000001").c_str(), F_OK), 0);
  expectFails(first,
              "the loader's batch 0 comes where the run takes batch 1: the "
              "loader must begin with that one",
              save);
  std::vector<std::string> out = save;
  out.insert(out.end(), {"--outputs", file("out.npz")});
  Outcome outcome = runBeside(document(1), flags(2, out));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  expectSays(outcome, "note: " + pipe +
                          ": batches have no numbers; the first is taken as "
                          "batch 1\n");
  EXPECT_EQ(contents(file("out.npz")), contents(file("files.npz")));
  // Nothing is left to be read.
  outcome = run(flags(2, out));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  expectSays(outcome, "all 2 steps are done");

  std::string torn = first + document(1, 1).substr(0, 100);
  expectFails(torn, "batch 1 ends at byte 100 of " +
                        std::to_string(document(1, 1).size()) +
                        ": the loader has ended within it");
  expectFails(first.substr(0, 5), "batch 0 ends at byte 5 of 8: the loader has "
                                  "ended within it");
  expectFails("",
              "the loader has ended before batch 0, and the run has 2 steps");
}

TEST_F(BatchStreamTest, BadDocuments) {
  expectFails("this is no document at all",
              "batch 0 is no safetensors document: its header is longer than "
              "100 MB");
  auto tensor = [](const std::string &key, const std::string &shape,
                   int bytes) {
    return withLength("{\"" + key + "\":{\"dtype\":\"F32\",\"shape\":" + shape +
                      ",\"data_offsets\":[0," + std::to_string(bytes) + "]}}") +
           std::string(static_cast<size_t>(bytes), '\0');
  };
  expectFails(withLength("[]"),
              "batch 0 is no safetensors document: its header "
              "is no JSON object");
  expectFails(document(0) + tensor("x", "[6,5]", 120),
              "batch 1: argument 1 (\"x\") is f32[7x5], but the batch has "
              "f32[6x5]; popt.jit of Python compiles for each shape and type");
  expectFails(tensor("params['v']", "[7,5]", 140),
              "batch 0: no argument is called \"params['v']\", did you mean "
              "\"params['w']\"?");
  expectFails(
      document(0) + tensor("b", "[]", 4),
      "batch 1: argument 1 (\"x\") is missing, which batches before had");
  expectFails(
      withLength("{\"x\":{\"dtype\":\"F32\",\"shape\":[7,5],"
                 "\"data_offsets\":[0,140]},\"arg1\":{\"dtype\":\"F32\","
                 "\"shape\":[7,5],\"data_offsets\":[140,280]}}"),
      "batch 0: \"arg1\" and \"x\" are one argument; leave one out");
}

TEST_F(BatchStreamTest, BadFlags) {
  auto expectWrong = [&](const std::vector<std::string> &flags, int status,
                         const std::string &message) {
    Outcome outcome = run(flags);
    EXPECT_EQ(outcome.status, status);
    expectSays(outcome, "model: error: " + message + "\n");
  };
  expectWrong({"--batches", pipe}, 1,
              pipe + ": a pipe does not say how many batches it has; --steps "
                     "must");
  expectWrong(flags(2, {"--repeat"}), 1,
              pipe +
                  ": a pipe gives each batch once; leave --repeat and --bench "
                  "out");
  expectWrong(flags(2, {"--batches", file("batches.npz")}), 1,
              pipe +
                  ": a pipe gives all batches; leave the other --batches out");
  expectWrong(flags(2, {"--processes"}), 2,
              "--batches " + pipe +
                  ": a pipe is read by one process, and these ranks are "
                  "processes: start the program once, without --processes or a "
                  "launcher, or give files");
}

// Ctrl-C while ranks wait for a loader that gives nothing more.
TEST_F(BatchStreamTest, InterruptedWhileItWaits) {
  Outcome outcome = runBeside(
      document(0) + document(1),
      flags(9, {"--save", file("ck"), "--log", file("log.jsonl")}), [&] {
        auto lines = [&] {
          std::string log = contents(file("log.jsonl"));
          return std::count(log.begin(), log.end(), '\n');
        };
        while (lines() < 2 && !isOver)
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (!isOver)
          kill(getpid(), SIGINT);
        while (access(file("ck/step-00000002").c_str(), F_OK) != 0 && !isOver)
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
      });
  EXPECT_EQ(outcome.status, 75) << outcome.err;
  expectSays(outcome, "stopped after step 2 of 9");
}
