//===- NameMapTest.cpp - Keys of files as arguments -----------------------===//
//
// Maps against what they should make of a tensor, computed element by element,
// and everything that can be wrong with one.
//
//===----------------------------------------------------------------------===//
#include "data/NameMap.h"
#include "Tables.h"
#include "data/FileSystem.h"
#include "data/Files.h"
#include <algorithm>
#include <numeric>

using namespace popt::rt;

namespace {
struct NameMapTest : testing::Test {
  TemporaryFolder folder;
  TensorMap tensors;
  std::vector<Wanted> wanted;
  Sources sources;

  void add(const std::string &key, ElementType type,
           std::vector<int64_t> shape) {
    Tensor tensor(type, std::move(shape));
    for (size_t i = 0; i < tensor.data.size(); ++i)
      tensor.data[i] = static_cast<uint8_t>(31 * i + 7 * tensors.size());
    tensors[key] = tensor;
  }
  /// Applies a map to the tensors; what is wrong, without the names of files.
  std::string apply(const std::string &text) {
    std::string error, model = folder.file("m.safetensors");
    std::string map = folder.file("n.json");
    EXPECT_TRUE(writeTensors(model, tensors, error)) << error;
    EXPECT_TRUE(writeFile(map, {{text.data(), text.size()}}, error));
    NameMap names;
    EXPECT_TRUE(openSources(machineFiles(), model, sources, error)) << error;
    if (readNameMap(machineFiles(), map, names, error) &&
        applyNames(names, wanted, sources, error))
      return "";
    for (size_t at; (at = error.find(folder.path + "/")) != error.npos;)
      error.erase(at, folder.path.size() + 1);
    return error;
  }
  Tensor read(const std::string &key, ElementType type) {
    const Source &source = sources.tensors.at(key);
    SourceReader reader(machineFiles(), sources);
    Tensor tensor(type, source.shape);
    std::string error;
    EXPECT_TRUE(reader.read(source, wholeBox(source.shape), type, source.shape,
                            tensor.data.data(), false, error))
        << error;
    EXPECT_EQ(reader.bytesRead(), static_cast<uint64_t>(tensor.numElements()) *
                                      popt_rt_element_size(source.type));
    return tensor;
  }
};
} // namespace

TEST_F(NameMapTest, StarsAreCarriedOver) {
  add("a.0.b.1.w", POPT_RT_F32, {2});
  add("a.1.b.0.w", POPT_RT_F32, {2});
  add("a.1.b.0.v", POPT_RT_F32, {2});
  wanted = {{"arg0", "p[0]['1']", POPT_RT_F32, {2}},
            {"arg1", "p[1]['0']", POPT_RT_F32, {2}},
            {"arg2", "q", POPT_RT_F32, {2}}};
  EXPECT_EQ(
      apply(R"({"a.*.b.*.w": "p[*]['*']", "a.1.*.v": null, "a.1.b.0.v": "q"})"),
      "");
  EXPECT_EQ(sources.tensors.size(), 3u);
  EXPECT_EQ(read("arg0", POPT_RT_F32).data, tensors["a.0.b.1.w"].data);
  EXPECT_EQ(read("arg1", POPT_RT_F32).data, tensors["a.1.b.0.w"].data);
  EXPECT_EQ(read("arg2", POPT_RT_F32).data, tensors["a.1.b.0.v"].data);
}

// The last rule counts; null takes a key out; others keep their names.
TEST_F(NameMapTest, TheLastMatchWins) {
  add("x.w", POPT_RT_F32, {1});
  add("y.w", POPT_RT_F32, {2});
  add("z.w", POPT_RT_F32, {3});
  add("own", POPT_RT_F32, {4});
  wanted = {{"arg0", "w", POPT_RT_F32, {2}}, {"arg1", "own", POPT_RT_F32, {4}}};
  EXPECT_EQ(apply(R"({"*.w": null, "y.w": "arg0"})"), "");
  EXPECT_EQ(sources.tensors.size(), 2u);
  EXPECT_EQ(read("arg0", POPT_RT_F32).data, tensors["y.w"].data);
  EXPECT_EQ(read("own", POPT_RT_F32).data, tensors["own"].data);
}

// Axes in any order, merged, in a stack of one or two: element by element.
TEST_F(NameMapTest, Layouts) {
  std::mt19937 engine(11);
  for (int round = 0; round < 150; ++round) {
    tensors.clear();
    size_t stacked = engine() % 3, rank = 1 + engine() % 3;
    std::vector<int64_t> shape;
    for (size_t d = 0; d < stacked + rank; ++d)
      shape.push_back(1 + static_cast<int64_t>(engine() % 5));
    bool merges = rank > 1 && engine() % 2;
    size_t first = stacked + (merges ? engine() % (rank - 1) : 0);
    size_t last =
        merges ? first + 1 + engine() % (stacked + rank - first - 1) : first;
    // The slice's axes after merging, and their order in the file.
    std::vector<int64_t> merged;
    for (size_t d = stacked; d < shape.size(); ++d)
      if (d > first && d <= last)
        merged.back() *= shape[d];
      else
        merged.push_back(shape[d]);
    std::vector<int64_t> order(merged.size()), fileShape(merged.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), engine);
    for (size_t i = 0; i < merged.size(); ++i)
      fileShape[order[i]] = merged[i];
    std::string pattern = "w", list;
    for (size_t s = 0; s < stacked; ++s)
      pattern += ".*";
    int64_t slices = 1;
    for (size_t s = 0; s < stacked; ++s)
      slices *= shape[s];
    for (int64_t i = 0; i < slices; ++i) {
      std::string key = "w", end;
      int64_t rest = i;
      for (size_t s = stacked; s-- > 0; rest /= shape[s])
        end = "." + std::to_string(rest % shape[s]) + end;
      add(key + end, POPT_RT_BF16, fileShape);
      for (uint8_t &byte : tensors[key + end].data)
        byte = static_cast<uint8_t>(engine() & 0x3f); // no NaN
    }
    for (int64_t axis : order)
      list += (list.empty() ? "" : ", ") + std::to_string(axis);
    wanted = {{"arg0", "t", POPT_RT_F32, shape}};
    std::string rule = "{\"" + pattern + "\": {\"to\": \"t\", \"cast\": true" +
                       ", \"transpose\": [" + list + "]" +
                       (stacked ? ", \"stack\": true" : "") +
                       (merges ? ", \"merge\": [" + std::to_string(first) +
                                     ", " + std::to_string(last) + "]"
                               : "") +
                       "}}";
    ASSERT_EQ(apply(rule), "") << rule;
    Tensor got = read("arg0", POPT_RT_F32);
    std::vector<int64_t> dense = denseStrides(merged),
                         fileDense = denseStrides(fileShape);
    int64_t inSlice = got.numElements() / slices;
    for (int64_t i = 0; i < got.numElements(); ++i) {
      std::string key = "w", end;
      int64_t rest = i / inSlice, at = 0, place = i % inSlice;
      for (size_t s = stacked; s-- > 0; rest /= shape[s])
        end = "." + std::to_string(rest % shape[s]) + end;
      for (size_t d = 0; d < merged.size(); ++d) {
        at += place / dense[d] * fileDense[order[d]];
        place %= dense[d];
      }
      ASSERT_EQ(
          elementAsDouble(POPT_RT_F32, got.data.data(), i),
          elementAsDouble(POPT_RT_BF16, tensors[key + end].data.data(), at))
          << rule;
    }
  }
}

TEST_F(NameMapTest, WhatIsWrongWithAMap) {
  add("a.0.w", POPT_RT_BF16, {2, 3});
  add("a.1.w", POPT_RT_BF16, {2, 3});
  add("a.x.w", POPT_RT_F32, {2, 3});
  add("a.3.w", POPT_RT_F32, {2, 3});
  add("n", POPT_RT_I32, {3});
  wanted = {{"arg0", "stack", POPT_RT_BF16, {3, 2, 3}},
            {"arg1", "norm", POPT_RT_F32, {3, 2}},
            {"arg2", "", POPT_RT_F32, {3}},
            {"arg3", "head", POPT_RT_F32, {3, 2}}};
  auto problem = [&](const std::string &pattern, const std::string &rule) {
    std::string prefix = "n.json: names[\"" + pattern + "\"]";
    std::string error = apply("{\"" + pattern + "\": " + rule + "}");
    EXPECT_EQ(error.substr(0, prefix.size()), prefix) << error;
    return error.substr(std::min(prefix.size(), error.size()));
  };
  EXPECT_EQ(apply("{"), "n.json:1:2: not valid JSON");
  EXPECT_NE(apply(R"({"n": "arg2", "n": "arg1"})"), "");
  EXPECT_EQ(problem("n", "3"), ": expected an object, got 3");
  EXPECT_EQ(problem("n", "\"\""),
            ": expected the name of an argument, or null");
  EXPECT_EQ(problem("n", R"({"to": "arg2", "cast": 1})"),
            ".cast: expected true or false, got 1");
  EXPECT_EQ(problem("n", R"({"to": "arg1", "merge": [1, 0]})"),
            ".merge: expected the first and the last of the argument's axes "
            "that are one in the file, as [1, 2]");
  EXPECT_EQ(problem("n", "\"a*\""), ": \"a*\" has more stars than the pattern");
  EXPECT_EQ(problem("a.*.w", "\"norm\""),
            ": \"norm\" has fewer stars than the pattern; \"stack\": true "
            "makes slices of what the last ones stand for");
  EXPECT_EQ(problem("a.*.w", R"({"to": "*", "stack": true})"),
            ": \"stack\" needs a star in the pattern that \"to\" lacks, for "
            "the number of the slice");
  EXPECT_EQ(problem("b.0.w", "\"norm\""),
            ": no key of m.safetensors matches, did you mean \"a.0.w\"?");
  EXPECT_EQ(problem("n", "\"nrm\""),
            ": \"n\" goes to \"nrm\", which is no argument, did you mean "
            "\"norm\"?");
  EXPECT_EQ(problem("a.0.w", "\"norm\""),
            ": \"a.0.w\" of m.safetensors is bf16[2x3], but arg1 (\"norm\"), "
            "f32[3x2], takes bf16[3x2]; \"transpose\": true turns it");
  EXPECT_EQ(problem("a.0.w", R"({"to": "norm", "transpose": true})"),
            ": \"a.0.w\" of m.safetensors is bf16[2x3], but arg1 (\"norm\") "
            "is f32[3x2]; \"cast\": true converts it");
  EXPECT_EQ(problem("n", R"({"to": "arg2", "cast": true})"),
            ": \"n\" of m.safetensors is i32[3], but \"arg2\" is f32[3]");
  EXPECT_EQ(problem("a.3.w", R"({"to": "norm", "transpose": [0, 0]})"),
            ": arg1 (\"norm\") is f32[3x2]: \"transpose\": [0, 0] is no order "
            "of the 2 axes that the file has");
  EXPECT_EQ(problem("n", R"({"to": "arg2", "merge": [0, 1]})"),
            ": \"arg2\" is f32[3]: an argument of 1 axes, of which the first 0 "
            "are stacked, has no axes [0, 1] to merge");
  // Stacks.
  auto stack = [&](const std::string &pattern) {
    return problem(pattern, R"({"to": "stack", "stack": true})");
  };
  EXPECT_EQ(stack("a.*.w"), ": \"a.x.w\" has no number for its place in the "
                            "stack, but \"x\"");
  tensors.erase("a.x.w");
  EXPECT_EQ(stack("a.*.w"),
            ": \"a.3.w\" of m.safetensors is f32[2x3], but arg0 (\"stack\") "
            "is bf16[3x2x3]; \"cast\": true converts it");
  tensors["a.3.w"] = tensors["a.0.w"];
  EXPECT_EQ(stack("a.*.w"), ": \"a.3.w\" is beyond the end of arg0 "
                            "(\"stack\"), bf16[3x2x3]");
  tensors.erase("a.3.w");
  EXPECT_EQ(stack("a.*.w"), ": arg0 (\"stack\") is bf16[3x2x3], but "
                            "m.safetensors has no \"a.2.w\"");
  tensors["a.01.w"] = tensors["a.2.w"] = tensors["a.0.w"];
  EXPECT_EQ(stack("a.*.w"),
            ": \"a.01.w\" and \"a.1.w\" both go to arg0 (\"stack\")");
  tensors.erase("a.01.w");
  EXPECT_EQ(apply(R"({"a.*.w": {"to": "stack", "stack": true}})"), "");
  tensors["n.0.1.2.3"] = tensors["n"];
  EXPECT_EQ(problem("n.*.*.*.*", R"({"to": "arg2", "stack": true})"),
            ": \"arg2\" is f32[3]: an argument of 1 axes is no stack of 4");
  tensors["a.2.w"] = Tensor(POPT_RT_F16, {2, 3});
  EXPECT_EQ(problem("a.*.w", R"({"to": "stack", "stack": true, "cast": true})"),
            ": \"a.2.w\" of m.safetensors is f16[2x3], but other slices of "
            "arg0 (\"stack\") are bf16");
  // Two keys for one argument.
  EXPECT_EQ(apply(R"({"a.0.w": {"to": "norm", "transpose": true, "cast": true},
                     "a.1.w": {"to": "arg1", "transpose": true,
                               "cast": true}})"),
            "n.json: names[\"a.1.w\"]: \"a.0.w\" and \"a.1.w\" both go to arg1 "
            "(\"norm\")");
  tensors["arg2"] = Tensor(POPT_RT_F32, {3});
  tensors["m"] = Tensor(POPT_RT_F32, {3});
  EXPECT_EQ(problem("m", "\"arg2\""),
            ": \"m\" and \"arg2\" both go to \"arg2\"");
}

// What a map makes, backwards.
TEST_F(NameMapTest, Backwards) {
  std::string map = folder.file("n.json"), error;
  std::string text = R"({"l.*.w": "p[*]['w']", "l.*.e.*.v": {"to": "p[*]['v']",
      "stack": true}, "x.*": "q.*", "x.1": null})";
  ASSERT_TRUE(writeFile(map, {{text.data(), text.size()}}, error));
  NameMap names;
  ASSERT_TRUE(readNameMap(machineFiles(), map, names, error)) << error;
  std::vector<std::string> stars;
  const NameRule *rule = names.findTarget("p[12]['w']", stars);
  ASSERT_TRUE(rule);
  EXPECT_EQ(fillStars(rule->pattern, stars), "l.12.w");
  rule = names.findTarget("p[3]['v']", stars);
  ASSERT_TRUE(rule);
  EXPECT_EQ(rule->stacked, 1u);
  stars.push_back("5");
  EXPECT_EQ(fillStars(rule->pattern, stars), "l.3.e.5.v");
  EXPECT_TRUE(names.findTarget("q.0", stars));
  EXPECT_FALSE(names.findTarget("q.1", stars)); // x.1 does not come back
  EXPECT_FALSE(names.findTarget("other", stars));
}
