//===- Progress.cpp - What a user sees while a run goes on ----------------===//
//
// See the header. Tests: ProgressTest, and RunTest for the flags.
//
//===----------------------------------------------------------------------===//
#include "Progress.h"
#include "../data/Files.h"
#include "../system/System.h"
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace popt::rt;

/// Seconds between two changes of the line.
static constexpr double kTerminalPause = 0.1, kFilePause = 2;

std::string popt::rt::clockTime(double seconds) {
  int64_t whole = static_cast<int64_t>(std::ceil(seconds));
  char text[32];
  if (whole < 3600)
    std::snprintf(text, sizeof(text), "%d:%02d", static_cast<int>(whole / 60),
                  static_cast<int>(whole % 60));
  else
    std::snprintf(text, sizeof(text), "%lld:%02d:%02d",
                  static_cast<long long>(whole / 3600),
                  static_cast<int>(whole / 60 % 60),
                  static_cast<int>(whole % 60));
  return text;
}

Progress::Progress(std::string program, std::vector<std::string> metrics,
                   int64_t numSteps, std::FILE *out, bool isTerminal)
    : program(std::move(program)), metricNames(std::move(metrics)),
      numSteps(numSteps), out(out), isTerminal(isTerminal) {}

Progress::~Progress() {
  finish();
  if (log >= 0)
    sys::close(log);
}

/// How the line of a step begins, and one of what was evaluated then.
static std::string beginOf(int64_t step, bool isEvaluated) {
  return "{\"step\": " + std::to_string(step) +
         (isEvaluated ? ", \"evaluate\": " : ", \"seconds\": ");
}

/// The bytes of a log's lines of the first `steps` steps. What a kill has cut
/// off is no line.
static size_t lengthOfSteps(const std::vector<uint8_t> &log, int64_t steps) {
  size_t length = 0;
  auto take = [&](const std::string &wanted) {
    auto begin = log.begin() + static_cast<int64_t>(length);
    auto end = std::find(begin, log.end(), '\n');
    if (end == log.end() || end - begin < static_cast<int64_t>(wanted.size()) ||
        !std::equal(wanted.begin(), wanted.end(), begin))
      return false;
    length = static_cast<size_t>(end - log.begin()) + 1;
    return true;
  };
  for (int64_t step = 1;
       step <= steps && take(beginOf(step, /*isEvaluated=*/false)); ++step)
    (void)take(beginOf(step, /*isEvaluated=*/true));
  return length;
}

bool Progress::openLog(const std::string &path, int64_t steps,
                       std::string &out_error) {
  logPath = path;
  struct stat info;
  bool isThere = steps > 0 && sys::stat(path.c_str(), &info) == 0;
  if (steps > 0 && !isThere && errno != ENOENT) {
    out_error = "cannot read " + path + ": " + std::strerror(errno);
    return false;
  }
  bool goesOn = isThere && S_ISREG(info.st_mode);
  std::vector<uint8_t> before;
  if (goesOn && (!readFile(path, before, out_error)))
    return false;
  log = sys::openToWrite(
      path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | (goesOn ? 0 : O_TRUNC),
      0666);
  // A reader that leaves a pipe is an error like any other.
  std::signal(SIGPIPE, SIG_IGN);
  bool isOpen = log >= 0;
  if (isOpen && goesOn) {
    auto length = static_cast<off_t>(lengthOfSteps(before, steps));
    isOpen = sys::ftruncate(log, length) == 0 && lseek(log, 0, SEEK_END) >= 0;
  }
  if (!isOpen)
    out_error = "cannot write " + path + ": " + whyNotWritten(errno);
  return isOpen;
}

void Progress::start(double now, int64_t steps) {
  began = lastStep = lastShown = now;
  doneBefore = steps;
}

std::string Progress::line(int64_t step, const MetricRow &metrics,
                           double now) const {
  std::string text = program + ": step " + std::to_string(step + 1) + "/" +
                     std::to_string(numSteps);
  for (size_t m = 0; m < metrics.size(); ++m)
    text += "  " + metricNames[m] + " " + metrics[m];
  text += evaluated;
  double mean = (now - began) / static_cast<double>(step + 1 - doneBefore);
  char timing[64];
  std::snprintf(timing, sizeof(timing), "  %.4g ms", mean * 1e3);
  text += timing;
  double share = allCommunicated / std::max(now - began, 1e-9);
  if (communicated >= 0) {
    std::snprintf(timing, sizeof(timing), ", %.0f%% communicating",
                  share * 100);
    text += timing;
  }
  double left = mean * static_cast<double>(numSteps - step - 1);
  text += "  " + clockTime(left) + " left";
  if (savedSteps)
    text += "  step " + std::to_string(savedSteps) + " saved " +
            clockTime(now - savedAt) + " ago";
  return text;
}

void Progress::addCommunicated(double seconds) {
  communicated = seconds;
  allCommunicated += seconds;
}

void Progress::addSaved(int64_t steps, double now) {
  savedSteps = steps;
  savedAt = now;
}

static std::string toJson(const std::vector<std::string> &names,
                          const MetricRow &metrics) {
  std::string text = "{";
  for (size_t m = 0; m < metrics.size(); ++m)
    text += (m ? ", " : "") + quotedJson(names[m]) + ": " +
            metricAsJson(metrics[m]);
  return text + "}";
}

/// Written at once: what is there survives the process.
std::string Progress::logLine(int64_t step, const MetricRow &metrics,
                              double now) const {
  char text[64];
  std::string line = beginOf(step + 1, /*isEvaluated=*/false);
  std::snprintf(text, sizeof text, "%.9g, ", now - lastStep);
  line += text;
  if (communicated >= 0) {
    std::snprintf(text, sizeof text, "\"communicated\": %.9g, ", communicated);
    line += text;
  }
  if (windows)
    line += "\"windows\": " + std::to_string(windows) + ", ";
  return line + "\"metrics\": " + toJson(metricNames, metrics) + "}\n";
}

/// Lines that can't be written wait for those after them.
int Progress::writeLines() {
  while (!unwritten.empty()) {
    ssize_t put = sys::write(log, unwritten.data(), unwritten.size());
    if (put < 0 && errno != EINTR)
      return errno;
    auto done = static_cast<size_t>(std::max<ssize_t>(put, 0));
    size_t newline = unwritten.substr(0, done).rfind('\n');
    begunBytes =
        newline == std::string::npos ? begunBytes + done : done - newline - 1;
    unwritten.erase(0, done);
  }
  return 0;
}

std::string Progress::endLog() {
  int error = log < 0 ? 0 : writeLines();
  if (!error)
    return "";
  // Half a line is none.
  off_t end = lseek(log, 0, SEEK_CUR);
  if (begunBytes > 0 && end >= 0 &&
      sys::ftruncate(log, end - static_cast<off_t>(begunBytes)) == 0)
    begunBytes = 0;
  return "cannot write " + logPath + ": " + std::strerror(error);
}

std::string Progress::addStep(int64_t step, const MetricRow &metrics,
                              double now) {
  std::string warning = writeLog(logLine(step, metrics, now));
  show(step, metrics, now);
  return warning;
}

std::string Progress::writeLog(const std::string &text) {
  if (log < 0)
    return "";
  unwritten += text;
  int error = writeLines();
  if (!error || hasWarned)
    return "";
  hasWarned = true;
  return "cannot write " + logPath + ": " + std::strerror(error) +
         "; the run goes on, and tries again after each step";
}

std::string Progress::addEvaluation(int64_t steps,
                                    const std::vector<std::string> &names,
                                    const MetricRow &metrics, double now) {
  char seconds[64];
  std::snprintf(seconds, sizeof seconds, ", \"seconds\": %.9g}\n",
                now - lastStep);
  // No part of the next step.
  began += now - lastStep;
  lastStep = now;
  evaluated = "  evaluated";
  for (size_t m = 0; m < metrics.size(); ++m)
    evaluated += " " + names[m] + " " + metrics[m];
  return writeLog(beginOf(steps, /*isEvaluated=*/true) +
                  toJson(names, metrics) + seconds);
}

void Progress::show(int64_t step, const MetricRow &metrics, double now) {
  lastStep = now;
  double pause = isTerminal ? kTerminalPause : kFilePause;
  bool isLast = step + 1 == numSteps;
  if (numSteps < 2 || (now - lastShown < pause && !(isTerminal && isLast)))
    return;
  lastShown = now;
  std::string text = line(step, metrics, now);
  size_t length = text.size();
  if (isTerminal) {
    if (length < shownLength)
      text.append(shownLength - length, ' ');
    shownLength = length;
    std::fprintf(out, "\r%s", text.c_str());
  } else {
    std::fprintf(out, "%s\n", text.c_str());
  }
  std::fflush(out);
}

void Progress::finish() {
  if (shownLength)
    std::fputc('\n', out);
  shownLength = 0;
}
