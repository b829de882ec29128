//===- FarewellTest.cpp - A rank that can't take part says so -------------===//
//
// On one host; on several: HostsTest, test/Execute/secret-runs.test.
//
//===----------------------------------------------------------------------===//
#include "JoinedFixture.h"
#include <chrono>

using namespace popt::rt;

namespace {
using FarewellTest = JoinedFixture;
} // namespace

// One that can't take part ends the waiting of all at once, also rank 0.
TEST_F(FarewellTest, ARankThatCannotStart) {
  for (int wrong : {2, 0}) {
    std::vector<std::string> flags = {"--inputs=" + file("missing.npz")};
    for (int rank = 0; rank < 4; ++rank)
      start(rank, rank == wrong ? flags : std::vector<std::string>());
    auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(wait(), (Statuses{1, 1, 1, 1}));
    EXPECT_LT(std::chrono::steady_clock::now() - begin,
              std::chrono::seconds(9));
    auto isWrong = static_cast<size_t>(wrong);
    EXPECT_NE(texts[isWrong].find("missing.npz: No such file"),
              std::string::npos)
        << texts[isWrong];
    for (size_t rank = 0; rank < 4; ++rank)
      if (rank != isWrong) {
        EXPECT_NE(texts[rank].find("model: error: rank " +
                                   std::to_string(wrong) + " on "),
                  std::string::npos)
            << texts[rank];
        EXPECT_NE(texts[rank].find("could not start: "), std::string::npos);
        EXPECT_NE(texts[rank].find("missing.npz: No such file"),
                  std::string::npos);
      }
  }
}

// The same of what is wrong with variables and flags.
TEST_F(FarewellTest, WrongVariablesAndFlags) {
  const std::string number =
                        "torchrun has started 3 processes, but the program "
                        "is compiled for 4 ranks",
                    flag = "unknown flag --stepz=3; --help lists the flags";
  for (bool isNumber : {true, false}) {
    for (int rank : {0, 1, 3})
      start(rank);
    if (isNumber)
      start(2, {}, updateKernel, /*world=*/3);
    else
      start(2, {"--stepz=3"});
    EXPECT_EQ(wait(), (Statuses{1, 1, 1, 2}));
    const std::string &text = isNumber ? number : flag;
    EXPECT_EQ(texts[3], "model: error: " + text + "\n");
    for (size_t i = 0; i < 3; ++i)
      EXPECT_NE(texts[i].find("could not start: " + text), std::string::npos)
          << texts[i];
  }
}
