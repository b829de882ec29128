//===- SourceLinesTest.cpp ------------------------------------------------===//
#include "popt/Support/SourceLines.h"

#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;

/// What an error at `column` (from 0) of the second line shows.
static std::string show(const std::string &line, size_t column) {
  std::string text;
  raw_string_ostream stream(text);
  SourceMgr sources;
  sources.AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy("first\n" + line + "\nlast\n", "m.mlir"),
      SMLoc());
  popt::cutSourceLines(sources, stream);
  const char *begin = sources.getMemoryBuffer(1)->getBufferStart();
  sources.PrintMessage(SMLoc::getFromPointer(begin + 6 + column),
                       SourceMgr::DK_Error, "wrong");
  return text;
}

/// The character above the caret of a message of three lines.
static char atCaret(const std::string &text) {
  auto [header, rest] = StringRef(text).split('\n');
  auto [line, caret] = rest.split('\n');
  return line[caret.find('^')];
}

TEST(SourceLines, ShortOnesAreShownAsTheyAre) {
  EXPECT_EQ(show("a line", 2), "m.mlir:2:3: error: wrong\na line\n  ^\n");
  std::string longest(popt::kSourceColumns, 'x');
  EXPECT_EQ(show(longest, 0), "m.mlir:2:1: error: wrong\n" + longest + "\n^\n");
}

// Before the column there is a third of what is shown; at both ends the line is
// shown up to its end.
TEST(SourceLines, LongOnesAreCutAroundTheColumn) {
  std::string line(10000, '-');
  line[5000] = '!';
  std::string before = "..." + std::string(40, '-'),
              after = std::string(79, '-') + "...";
  EXPECT_EQ(show(line, 5000), "m.mlir:2:5001: error: wrong\n" + before + "!" +
                                  after + "\n" + std::string(43, ' ') + "^\n");
  EXPECT_EQ(show(line, 3), "m.mlir:2:4: error: wrong\n" +
                               std::string(120, '-') + "...\n   ^\n");
  EXPECT_EQ(show(line, 9999), "m.mlir:2:10000: error: wrong\n..." +
                                  std::string(120, '-') + "\n" +
                                  std::string(122, ' ') + "^\n");
}

// A character of several bytes is one column, and is never cut in two.
TEST(SourceLines, CharactersOfSeveralBytes) {
  std::string line;
  while (line.size() < 999)
    line += "\u03b2";
  line += "!";
  for (int i = 0; i < 500; ++i)
    line += "\u03b2";
  for (size_t shift : {0, 1}) {
    std::string shifted = std::string(shift, '.') + line;
    std::string text = show(shifted, line.find('!') + shift);
    auto [shown, caret] = StringRef(text).split('\n').second.split('\n');
    EXPECT_TRUE(shown.starts_with("...\u03b2")) << text;
    EXPECT_TRUE(shown.ends_with("\u03b2...")) << text;
    // 3 dots, then a column for each character.
    EXPECT_EQ(caret.find('^'), 3 + (shown.find('!') - 3) / 2) << text;
  }
}

TEST(SourceLines, TabsAreOneColumn) {
  std::string line(300, '\t');
  line[150] = '!';
  EXPECT_EQ(atCaret(show(line, 150)), '!');
}
