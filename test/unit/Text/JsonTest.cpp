// What the readers of plan.json and cluster.json share: places of mistakes.
#include "popt/Text/Json.h"

#include <gtest/gtest.h>

using namespace popt;

static std::string errorOf(std::string_view text,
                           void (*read)(const JsonNode &)) {
  return readJson(text, "f.json", "root", read);
}

TEST(JsonTest, SyntaxHasALineAndAColumn) {
  auto nothing = [](const JsonNode &) {};
  EXPECT_EQ(errorOf("{\"a\": 1,\n  oops}", nothing),
            "f.json:2:3: not valid JSON");
  EXPECT_EQ(errorOf("", nothing), "f.json:1:1: not valid JSON");
  EXPECT_EQ(errorOf("{\"a\": {\"b\": 1, \"b\": 2}}", nothing),
            "f.json: root: \"b\" stands twice in one object");
  EXPECT_EQ(errorOf(std::string(70, '['), nothing),
            "f.json: root: lists and objects nest deeper than 64");
  EXPECT_EQ(errorOf("[]", nothing), "");
}

TEST(JsonTest, ValuesHaveAPath) {
  EXPECT_EQ(errorOf("{\"list\": [1, \"x\"]}",
                    [](const JsonNode &root) { root.at("list").integers(); }),
            "f.json: root.list[1]: expected a whole number, got \"x\"");
  EXPECT_EQ(errorOf("{\"a\": {\"b c\": []}}",
                    [](const JsonNode &root) {
                      root.required("a").quoted("b c").string();
                    }),
            "f.json: root.a[\"b c\"]: expected a string, got []");
  EXPECT_EQ(errorOf("{}", [](const JsonNode &root) { root.required("a"); }),
            "f.json: root: \"a\" is missing");
  EXPECT_EQ(errorOf("{\"shape\": 1}",
                    [](const JsonNode &root) { root.object({"shapes"}); }),
            "f.json: root: \"shape\" is unknown, did you mean \"shapes\"?");
}

TEST(JsonTest, WholeNumbers) {
  EXPECT_EQ(errorOf("[8e10, -3]",
                    [](const JsonNode &root) {
                      EXPECT_EQ(root.at(0).integer(), 80000000000);
                      EXPECT_EQ(root.at(1).integer(), -3);
                      root.at(1).integer(1);
                    }),
            "f.json: root[1]: expected a whole number from 1, got -3");
  auto integer = [](const JsonNode &root) { root.integer(); };
  for (const char *text : {"2.5", "9223372036854775808", "1e300", "true"})
    EXPECT_EQ(errorOf(text, integer)
                  .find("f.json: root: expected a whole number, got "),
              0u)
        << text;
}
