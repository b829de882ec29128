//===- Contest.cpp - popt-plan --iopddl -----------------------------------===//
//
// The problem of the ASPLOS 2025 contest on intra-operator parallelism, which has
// published answers and bounds of its instances. Test: test/Compile/contest.test.
//
//===----------------------------------------------------------------------===//
#include "Contest.h"
#include "ContestFile.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cmath>

using namespace popt;
using llvm::StringRef;

/// What reading the process's end and the answer takes.
static constexpr double kReserve = 0.3;

bool tools::asksForContest(int argc, const char *const *argv) {
  for (int i = 1; i < argc; ++i)
    if (StringRef word(argv[i]);
        word == "--iopddl" || word.starts_with("--iopddl="))
      return true;
  return false;
}

/// Reads the flags; false after a message.
static bool readFlags(int argc, const char *const *argv, std::string &file,
                      double &seconds) {
  for (int i = 1; i < argc; ++i) {
    StringRef word(argv[i]), value;
    bool hasValue = word.contains('=');
    std::tie(word, value) = word.split('=');
    if (word != "--iopddl" && word != "--seconds") {
      llvm::errs()
          << "popt-plan: --iopddl goes with --seconds alone, not with \""
          << argv[i] << "\"\n";
      return false;
    }
    if (!hasValue) {
      if (++i == argc) {
        llvm::errs() << "popt-plan: " << word << " wants a value\n";
        return false;
      }
      value = argv[i];
    }
    if (word == "--iopddl")
      file = value.str();
    else if (value.getAsDouble(seconds) || !(seconds > 0) || seconds > 1e6) {
      llvm::errs()
          << "popt-plan: --seconds wants a number from 0 to 1e6, not \""
          << value << "\"\n";
      return false;
    }
  }
  return true;
}

int tools::solveContest(int argc, const char *const *argv) {
  const auto begin = std::chrono::steady_clock::now();
  std::string file;
  double seconds = 60;
  if (!readFlags(argc, argv, file, seconds))
    return 2;
  LimitedProblem problem;
  if (std::string wrong = readContestFile(file, problem); !wrong.empty()) {
    llvm::errs() << "popt-plan: error: " << wrong << "\n";
    return 1;
  }
  LimitedOptions options;
  options.seconds =
      seconds - kReserve -
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  LimitedSolution found = solve(problem, options);
  if (!found.labels.empty())
    llvm::outs() << llvm::format("objective %.0f\n", found.cost);
  // Costs are whole numbers.
  llvm::outs() << llvm::format(
      "bound %.0f\n", std::max(0.0, std::floor(found.bound * (1 + 1e-12))));
  std::string labels;
  for (int label : found.labels)
    labels += (labels.empty() ? "" : ", ") + std::to_string(label);
  llvm::outs() << "[" << labels << "]\n";
  return 0;
}
