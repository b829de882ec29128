//===- TreePathTest.cpp - Names as ways down a tree -----------------------===//
#include "popt/Dialect/Dist/TreePath.h"

#include <gtest/gtest.h>

using namespace popt::dist;

static std::vector<std::string> keysOf(llvm::StringRef name) {
  std::vector<std::string> keys;
  for (const TreeKey &key : parseTreePath(name))
    keys.push_back(key.isIndex ? "#" + key.text : key.text);
  return keys;
}

TEST(TreePath, Keys) {
  using Keys = std::vector<std::string>;
  EXPECT_EQ(keysOf("opt_state[0].mu['w']"),
            Keys({"opt_state", "#0", "mu", "w"}));
  EXPECT_EQ(keysOf("['params'][\"it's\"]"), Keys({"params", "it's"}));
  EXPECT_EQ(keysOf("p['a]b'][-1]"), Keys({"p", "a]b", "-1"}));
  EXPECT_EQ(keysOf("p[<flat index 0>]"), Keys({"p", "<flat index 0>"}));
  EXPECT_EQ(keysOf(""), Keys());
  // No paths.
  EXPECT_EQ(keysOf("p['a"), Keys({"p['a"}));
  EXPECT_EQ(keysOf("p[0]x"), Keys({"p[0]x"}));
  EXPECT_EQ(keysOf("p["), Keys({"p["}));
}

TEST(TreePath, Prefixes) {
  EXPECT_EQ(stripTreePrefix("params['w']", "params"), "['w']");
  EXPECT_EQ(stripTreePrefix("params", "params"), "");
  EXPECT_EQ(stripTreePrefix("params2['w']", "params"), std::nullopt);
  EXPECT_EQ(stripTreePrefix("w", "params"), std::nullopt);
}

TEST(TreePath, Fold) {
  std::vector<std::string> names = {"p['b']", "p['w']", "q.b", "q.w", "n"};
  using Pairs = std::vector<NamePair>;
  EXPECT_EQ(
      foldPairs({{"p['b']", "result[0]['b']"}, {"p['w']", "result[0]['w']"}},
                names),
      Pairs({{"p", "result[0]"}}));
  // Only a part of q, and leaves whose names differ.
  EXPECT_EQ(foldPairs({{"q.b", "result.b"}, {"n", "result.m"}}, names),
            Pairs({{"q.b", "result.b"}, {"n", "result.m"}}));
  // Two candidates.
  EXPECT_EQ(foldPairs({{"p['b']", "result[0]['b']"},
                       {"p['b']", "result[1]['b']"},
                       {"p['w']", "result[0]['w']"},
                       {"p['w']", "result[1]['w']"}},
                      names),
            Pairs({{"p", "result[0]"}, {"p", "result[1]"}}));
}

TEST(TreePath, Text) {
  EXPECT_EQ(toText({{"p", "result[0]"}, {"n", "res1"}}), "p=result[0],n=res1");
  std::vector<NamePair> many(10, {"p", "r"});
  EXPECT_EQ(toText(many), "p=r,p=r,p=r,p=r,p=r,p=r,p=r,p=r and 2 more");
}
