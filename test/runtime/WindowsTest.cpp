//===- WindowsTest.cpp - Windows of token files ---------------------------===//
//
// Each window once per epoch; what is wrong with what --data says, and with the
// files. Runs against numpy's own loader: test/Execute/data.test.
//
//===----------------------------------------------------------------------===//
#include "data/Windows.h"
#include "RunFixture.h"
#include "checkpoint/Hash.h"
#include "data/Files.h"
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

using namespace popt::rt;
using nlohmann::json;

namespace {
/// As the program, with x of tokens.
void tokenKernel(void *const *o, const int64_t *scalars) {
  const auto *x = static_cast<const int32_t *>(o[1]);
  std::vector<float> values(x, x + scalars[1] * scalars[3]);
  void *operands[] = {o[0], values.data(), o[2], o[3], o[4]};
  updateKernel(operands, scalars);
}

struct WindowsTest : RunFixture {
  json data = {{"tokens", "t.bin"}, {"arguments", {{"x", 0}}}};

  WindowsTest() {
    table.arguments[1].type = POPT_RT_I32;
    std::vector<uint16_t> tokens(1000);
    for (size_t i = 0; i < tokens.size(); ++i)
      tokens[i] = static_cast<uint16_t>(i);
    bytes("t.bin", {{tokens.data(), 2 * tokens.size()}});
    inputs.erase("x");
    write("in.npz", inputs);
  }
  void bytes(const std::string &name, const std::vector<Piece> &pieces) {
    std::string error;
    ASSERT_TRUE(writeFile(file(name), pieces, error)) << error;
  }
  /// An index of sequences of two-byte tokens, as Megatron writes it.
  void index(const std::string &name, const std::vector<int32_t> &lengths,
             uint8_t type = 8, size_t cut = 0) {
    std::string text("MMIDIDX\0\0\1\0\0\0\0\0\0\0", 17);
    auto add = [&](const auto &value) {
      text.append(reinterpret_cast<const char *>(&value), sizeof value);
    };
    int64_t at = 0;
    add(type);
    add(static_cast<uint64_t>(lengths.size()));
    add(static_cast<uint64_t>(lengths.size() + 1));
    for (int32_t length : lengths)
      add(length);
    for (int32_t length : lengths) {
      add(at);
      at += 2 * length;
    }
    for (size_t i = 0; i <= lengths.size(); ++i)
      add(static_cast<int64_t>(i));
    bytes(name, {{text.data(), text.size() - cut}});
  }
  /// The windows of the first `steps` batches of 7 windows of 5 tokens.
  std::vector<int64_t> taken(int64_t steps, int64_t &out_count) {
    TokenWindows windows;
    Sources sources;
    std::string error;
    bytes("d.json", {{data.dump().data(), data.dump().size()}});
    EXPECT_TRUE(windows.open(machineFiles(), file("d.json"), sources, error))
        << error;
    EXPECT_TRUE(windows.take("x", POPT_RT_I32, {7, 5}, error) &&
                windows.count(out_count, error))
        << error;
    Source source = windows.sourceOf("x", {steps, 7, 5});
    SourceReader reader(machineFiles(), sources);
    std::vector<int64_t> first;
    for (int64_t step = 0; step < steps; ++step) {
      std::vector<int32_t> got(35);
      EXPECT_TRUE(reader.read(windows.at(source, 7 * step), wholeBox({7, 5}),
                              POPT_RT_I32, {7, 5}, got.data(), false, error))
          << error;
      for (int row = 0; row < 7; ++row) {
        first.push_back(got[5 * row]);
        for (int i = 1; i < 5; ++i)
          EXPECT_EQ(got[5 * row + i], got[5 * row] + i);
      }
    }
    return first;
  }
  void say(const json &what) {
    std::string text = what.dump();
    bytes("d.json", {{text.data(), text.size()}});
  }
  json changed(const char *key, const json &value) const {
    json other = data;
    other[key] = value;
    return other;
  }
  const std::string ck = file("ck");
  /// Flags of a run that goes on, with `what` for its batches.
  std::vector<std::string> until(const char *steps,
                                 const std::vector<std::string> &what) {
    std::vector<std::string> flags = {
        "--inputs", file("in.npz"), "--steps", steps,
        "--repeat", "--resume",     "--save",  ck};
    flags.insert(flags.end(), what.begin(), what.end());
    return flags;
  }
  const std::vector<std::string> given = {"--data", file("d.json")};
  /// How many windows the log has at the end of a run.
  int64_t windowsAfter(std::vector<std::string> flags) {
    flags.insert(flags.end(), {"--log", file("log.jsonl")});
    std::remove(file("log.jsonl").c_str());
    Outcome outcome = run(flags, tokenKernel);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    std::istringstream lines(contents(file("log.jsonl")));
    std::string line, last;
    while (std::getline(lines, line))
      last = line;
    return json::parse(last)["windows"];
  }
  void expectRefused(const json &what, const std::string &message) {
    say(what);
    expectError({"--inputs", file("in.npz"), "--data", file("d.json")}, 1,
                file("d.json") + ": " + message);
  }
};
} // namespace

TEST_F(WindowsTest, EachOncePerEpoch) {
  int64_t count = 0;
  // In order, and by default without overlaps: 200 windows.
  std::vector<int64_t> windows = taken(2, count);
  EXPECT_EQ(count, 200);
  for (size_t i = 0; i < windows.size(); ++i)
    EXPECT_EQ(windows[i], 5 * static_cast<int64_t>(i));
  // Shuffled, several files and a header, epochs that end within a batch.
  data["tokens"] = {"t.bin", "t*.bin"};
  data["header"] = 4;
  data["shuffle"] = 3;
  data["epochs"] = 3;
  data["stride"] = 11;
  const int64_t perEpoch = 2 * ((998 - 5) / 11 + 1);
  windows = taken(80, count);
  EXPECT_EQ(count, 3 * perEpoch);
  std::vector<int64_t> last;
  for (int64_t epoch = 0; epoch < 3; ++epoch) {
    std::vector<int64_t> its(windows.begin() + epoch * perEpoch,
                             windows.begin() + (epoch + 1) * perEpoch);
    EXPECT_NE(its, last);
    last = its;
    std::multiset<int64_t> sorted(its.begin(), its.end());
    for (int64_t i = 0; i < perEpoch / 2; ++i)
      EXPECT_EQ(sorted.count(2 + 11 * i), 2u) << i;
    EXPECT_FALSE(std::is_sorted(its.begin(), its.end()));
  }
  for (int64_t few : {1, 2, 3, 7}) {
    data = {{"tokens", "t.bin"},
            {"arguments", {{"x", 0}}},
            {"shuffle", few},
            {"stride", 995 / few + 1}};
    windows = taken(1, count);
    EXPECT_EQ(
        std::set<int64_t>(windows.begin(), windows.begin() + count).size(),
        static_cast<size_t>(few));
  }
}

TEST_F(WindowsTest, RunsAndPlaces) {
  std::string text = R"({"tokens": "t.bin", "arguments": {"x": 1},
                         "shuffle": 1, "vocabulary": 1000})";
  bytes("d.json", {{text.data(), text.size()}});
  std::vector<std::string> flags = {"--inputs", file("in.npz"), "--data",
                                    file("d.json")};
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), flags.begin(), flags.end());
    return more;
  };
  ASSERT_EQ(run(with({"--metrics", file("m.json")}), tokenKernel).status, 0);
  EXPECT_EQ(json::parse(contents(file("m.json")))["metrics_per_step"].size(),
            28u);
  expectError(
      with({"--steps", "29"}), 1,
      file("d.json") +
          ": its windows are enough for 28 steps of 7, not for 29; "
          "\"epochs\" says how often each is taken, and --repeat sets no "
          "limit");
  expectError(with({"--batches", file("batches.npz")}), 2,
              "--data and --batches both give what changes per step; leave one "
              "out");
  ASSERT_EQ(run(with({"--steps", "35", "--repeat", "--outputs",
                      file("whole.npz"), "--log", file("whole.jsonl")}),
                tokenKernel)
                .status,
            0);
  std::vector<std::string> saves =
      with({"--repeat", "--save", file("ck"), "--resume", "--outputs",
            file("out.npz"), "--log", file("log.jsonl")});
  for (const char *steps : {"10", "31", "35"}) {
    std::vector<std::string> part = saves;
    part.insert(part.end(), {"--steps", steps});
    ASSERT_EQ(run(part, tokenKernel).status, 0);
  }
  EXPECT_EQ(contents(file("out.npz")), contents(file("whole.npz")));
  for (const char *log : {"whole.jsonl", "log.jsonl"}) {
    std::istringstream lines(contents(file(log)));
    int64_t step = 0;
    for (std::string line; std::getline(lines, line); ++step)
      EXPECT_EQ(json::parse(line)["windows"], 7 * (step + 1));
    EXPECT_EQ(step, 35);
  }
  json index = json::parse(contents(file("ck/step-00000031/index.json")));
  EXPECT_EQ(index["batches"], 7 * 31);
}

// A place in one data set is none in another.
TEST_F(WindowsTest, PlacesInOtherData) {
  data["shuffle"] = 7;
  data["stride"] = 4;
  say(data);
  ASSERT_EQ(run(until("3", given), tokenKernel).status, 0);
  const std::string three = ck + "/step-00000003";
  auto expectDiffers = [&](const json &what, const std::string &how) {
    say(what);
    Outcome outcome = run(until("4", given), tokenKernel);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err,
              "model: note: going on after step 3, of " + three +
                  "\nmodel: error: " + file("d.json") + ": the place in " +
                  three + ", after 21, is of other windows: " + how +
                  "; give --data as it was, or --new-data to begin with the "
                  "first\n");
  };
  expectDiffers(changed("shuffle", 8), "\"shuffle\" is 8, and was 7");
  json plain = data;
  plain.erase("shuffle");
  expectDiffers(plain, "\"shuffle\" is absent, and was 7");
  expectDiffers(changed("stride", 5), "\"stride\" is 5, and was 4");
  expectDiffers(changed("arguments", {{"x", 1}}),
                "each needs tokens: 6, and needed 5");
  expectDiffers(changed("tokens", {"t.bin", "t.bin"}),
                "the files are 2, and were 1");
  expectDiffers(changed("header", 100), "an epoch has 237, and had 249");
  expectDiffers(changed("header", 2), "the files have other tokens");
  // What does not change which window is which, and files that have moved.
  ASSERT_EQ(rename(file("t.bin").c_str(), file("u.bin").c_str()), 0);
  data["tokens"] = "u.bin";
  json same = changed("epochs", 5);
  same["vocabulary"] = 60000;
  say(same);
  EXPECT_EQ(windowsAfter(until("4", given)), 28);
  // A run without batches keeps the place.
  inputs["x"] = tensorOf(POPT_RT_I32, {7, 5}, std::vector<int32_t>(35));
  write("in.npz", inputs);
  ASSERT_EQ(run(until("5", {}), tokenKernel).status, 0);
  EXPECT_EQ(windowsAfter(until("6", given)), 35);
  // Other data, from their first window on; and then as before.
  say(changed("shuffle", 8));
  const std::vector<std::string> anew = {"--data", file("d.json"),
                                         "--new-data"};
  EXPECT_EQ(windowsAfter(until("7", anew)), 7);
  EXPECT_EQ(windowsAfter(until("8", anew)), 14);
  expectError({"--inputs", file("in.npz"), "--new-data", "--resume", ck}, 2,
              "--new-data says that a run goes on with another --data; give "
              "that, and --resume, too");
}

// Of batches that were no windows, and of versions that did not say.
TEST_F(WindowsTest, PlacesOfOthers) {
  data["shuffle"] = 8;
  say(data);
  ASSERT_EQ(run(until("2", given), tokenKernel).status, 0);
  const std::string two = ck + "/step-00000002", index = two + "/index.json";
  const std::string before = contents(index);
  using Index = nlohmann::ordered_json;
  auto edit = [&](const std::function<void(Index &)> &change) {
    Index all = Index::parse(before);
    EXPECT_EQ(all["windows"]["shuffle"], 8);
    all.erase("xxh3");
    change(all);
    std::string body = all.dump();
    body.pop_back();
    std::ofstream(index, std::ios::binary)
        << body << ",\n \"xxh3\": \"" << toHex(xxh3(body.data(), body.size()))
        << "\"}\n";
  };
  edit([](Index &all) { all.erase("windows"); });
  Outcome outcome = run(until("3", given), tokenKernel);
  EXPECT_EQ(outcome.status, 1);
  expectSays(outcome, two + ", after 14, is of other windows: its batches "
                            "were no windows; give");
  edit([](Index &all) {
    all.erase("windows");
    all["popt_checkpoint"] = 3;
  });
  outcome = run(until("3", given), tokenKernel);
  EXPECT_EQ(outcome.status, 0);
  expectSays(outcome, "model: warning: " + two +
                          ", of an older version, does not say which windows "
                          "it has taken 14 of: they count as those of " +
                          file("d.json") + "\n");
  EXPECT_EQ(Index::parse(contents(ck + "/step-00000003/index.json"))["batches"],
            21);
}

TEST_F(WindowsTest, WhatIsWrong) {
  auto with = [&](const char *key, const json &value) {
    json changed = data;
    changed[key] = value;
    return changed;
  };
  expectRefused(with("shufle", 1),
                "data: \"shufle\" is unknown, did you mean \"shuffle\"?");
  expectRefused(with("arguments", json::object()),
                "data.arguments: expected the name of an argument that takes "
                "tokens");
  expectRefused(
      with("arguments", {{"params['v']", 0}}),
      "data.arguments: no argument is called \"params['v']\", did you "
      "mean \"params['w']\"?");
  expectRefused(
      with("arguments", {{"arg1", 0}, {"x", 1}}),
      "data.arguments: \"arg1\" and \"x\" are one argument; leave one "
      "out");
  expectRefused(with("stride", 500),
                "its windows are enough for 0 steps of 7, not for 1; "
                "\"epochs\" says how often each is taken, and --repeat sets no "
                "limit");
  expectRefused(with("arguments", {{"n", 0}}),
                "data.arguments[\"n\"]: it has no elements in a last "
                "dimension, which windows need");
  expectRefused(with("arguments", {{"x", 996}}),
                "no file has the 1001 tokens of one window");
  expectRefused(with("epochs", int64_t(1) << 60),
                "its epochs have more windows than numbers have room for");
  expectRefused(with("type", "uint61"),
                "data.type: \"uint61\" is no type of integers, did you mean "
                "\"uint64\"?");
  expectRefused(with("tokens", "none.bin"), "data.tokens: cannot open " +
                                                file("none.bin") +
                                                ": No such file or directory");
  expectRefused(with("header", 3),
                "data.tokens: " + file("t.bin") +
                    ": its 2000 bytes, less a header of 3, are no whole number "
                    "of uint16");
  std::vector<uint8_t> npy = formatNpy(Tensor(POPT_RT_I64, {50}));
  bytes("t.npy", {{npy.data(), npy.size()}});
  expectRefused(with("tokens", {"t.bin", "t.npy"}),
                "data.tokens[1]: " + file("t.npy") +
                    ": its tokens are int64, and not uint16, as \"type\" or "
                    "the files before say");
  npy = formatNpy(Tensor(POPT_RT_I64, {5, 10}));
  bytes("t.npy", {{npy.data(), npy.size()}});
  expectRefused(with("tokens", "t.npy"),
                "data.tokens: " + file("t.npy") +
                    ": it is i64[5x10], and tokens are one row of "
                    "little-endian integers");
  // As ml_dtypes has bf16.
  npy = formatNpy(Tensor(POPT_RT_BF16, {50}));
  std::string_view ui16 = "<u2", bits = "|V2";
  std::copy(bits.begin(), bits.end(),
            std::search(npy.begin(), npy.end(), ui16.begin(), ui16.end()));
  bytes("t.npy", {{npy.data(), npy.size()}});
  expectRefused(with("tokens", "t.npy"),
                "data.tokens: " + file("t.npy") +
                    ": it is ui16[50] of raw bits, and tokens are one row of "
                    "little-endian integers");
  TokenWindows windows;
  Sources sources;
  std::string error, two = with("arguments", {{"x", 0}, {"y", 1}}).dump();
  bytes("d.json", {{two.data(), two.size()}});
  EXPECT_TRUE(windows.open(machineFiles(), file("d.json"), sources, error) &&
              windows.take("x", POPT_RT_I32, {7, 5}, error))
      << error;
  EXPECT_FALSE(windows.take("y", POPT_RT_I32, {2, 3, 5}, error));
  EXPECT_EQ(error, file("d.json") +
                       ": data.arguments[\"y\"]: it takes 6 windows a step, "
                       "and others take 7");
  EXPECT_FALSE(windows.take("z", POPT_RT_BF16, {7, 5}, error));
  EXPECT_EQ(error, file("d.json") +
                       ": data.arguments[\"z\"]: it is bf16[7x5], and tokens "
                       "are integers of at least 8 bits");
  bytes("t.txt", {{npy.data(), npy.size()}});
  expectRefused(with("tokens", "t.txt"),
                "data.tokens: " + file("t.txt") +
                    ": tokens are in files whose names end in .bin or .npy");
  expectRefused(with("tokens", "none/*.bin"),
                "data.tokens: cannot read " + file("none/") +
                    ": No such file or directory");
  std::vector<uint16_t> tokens(100, 34);
  tokens[70] = 35;
  bytes("few.bin", {{tokens.data(), 2 * tokens.size()}});
  json few = with("vocabulary", 35);
  few["tokens"] = "few.bin";
  bytes("d.json", {{few.dump().data(), few.dump().size()}});
  Outcome outcome = run({"--inputs", file("in.npz"), "--data", file("d.json"),
                         "--steps", "3", "--repeat"});
  EXPECT_EQ(outcome.status, 1);
  expectSays(outcome, file("few.bin") +
                          ": 35 at byte 140 is no token of a vocabulary of 35, "
                          "in \"x\"");
}

TEST_F(WindowsTest, Indexes) {
  data["tokens"] = "t.bin";
  index("t.idx", {400, 0, 600});
  int64_t count = 0;
  std::vector<int64_t> first = taken(1, count);
  EXPECT_EQ(count, 200);
  // All of such a file is tokens, and those beside it are as they were.
  data["header"] = 4;
  EXPECT_EQ(taken(1, count), first);
  EXPECT_EQ(count, 200);
  std::vector<uint16_t> raw(502, 3);
  bytes("raw.bin", {{raw.data(), 2 * raw.size()}});
  data["tokens"] = {"t.bin", "raw.bin"};
  taken(1, count);
  EXPECT_EQ(count, 300);
  index("t.idx", {500}, 4);
  expectRefused(data, "data.tokens[1]: " + file("raw.bin") +
                          ": its tokens are uint16, and not int32, as "
                          "\"type\" or the files before say");
  data.erase("header");
  data["tokens"] = "t.bin";
  index("t.idx", {400, 600});
  auto refuse = [&](const std::string &message) {
    expectRefused(data, "data.tokens: " + file("t.idx") + ": " + message);
  };
  index("t.idx", {400, 600}, 8, 60);
  refuse("it is torn: it ends at byte 22 of its header's 34");
  index("t.idx", {400, 600}, 8, 1);
  refuse("it is torn: it has 81 bytes, and its header says 82");
  index("t.idx", {400, 601});
  refuse("it is of a .bin of 2002 bytes, and that beside it has 2000");
  index("t.idx", {400, 600}, 7);
  refuse("its type 7 is none of tokens");
  std::string other(40, 'x');
  bytes("t.idx", {{other.data(), other.size()}});
  refuse("it is no index of Megatron's, version 1");
}
