//===- UserMessages.cpp - What a run tells its user ----------------------===//
//
// Tests: RunTest, JoinedTest.
//
//===----------------------------------------------------------------------===//
#include "UserMessages.h"
#include "../system/Environment.h"
#include "popt-rt/data.h"
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace popt::rt;

void popt::rt::note(const std::string &program, const std::string &text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    std::fprintf(stderr, "%s: note: %s\n", program.c_str(), line.c_str());
}

void popt::rt::warn(const std::string &program, const std::string &text) {
  if (!text.empty())
    std::fprintf(stderr, "%s: warning: %s\n", program.c_str(), text.c_str());
}

void popt::rt::reportError(const std::string &program,
                           const std::string &message) {
  std::fprintf(stderr, "%s: error: %s\n", program.c_str(), message.c_str());
  writeErrorFile(program, message);
}

void popt::rt::writeErrorFile(const std::string &program,
                              const std::string &message) {
  std::string path = environmentOfProcess("TORCHELASTIC_ERROR_FILE");
  if (path.empty())
    return;
  nlohmann::ordered_json page;
  page["message"]["message"] = program + ": " + message;
  page["message"]["extraInfo"]["timestamp"] =
      std::to_string(std::time(nullptr));
  // Names of files in the message may be no UTF-8.
  std::string text =
      page.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string problem;
  if (!replaceFile(path, text, problem))
    warn(program, "TORCHELASTIC_ERROR_FILE: " + problem);
}
