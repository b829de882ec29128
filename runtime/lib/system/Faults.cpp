//===- Faults.cpp - Failures that a user asks for -------------------------===//
//
// See the header. Tests: FaultsTest, FaultRunsTest.
//
//===----------------------------------------------------------------------===//
#include "Faults.h"
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iterator>
#include <map>
#include <mutex>
#include <unistd.h>

using namespace popt::rt::sys;
using Do = FaultRule::Do;

/// In the order of Call.
static const char *const kCallNames[] = {
    "any",         "open",         "read", "write",  "close",
    "fsync",       "rename",       "link", "unlink", "mkdir",
    "rmdir",       "opendir",      "stat", "access", "ftruncate",
    "fcntl",       "memfd_create", "mmap", "fork",   "pthread_create",
    "dlopen",      "socket",       "bind", "listen", "accept",
    "connect",     "poll",         "send", "recv",   "mpi_send",
    "mpi_receive", "mpi_test"};
static_assert(std::size(kCallNames) == static_cast<size_t>(Call::MpiTest) + 1);

namespace {
/// What `do=` may say, and of what.
struct Deed {
  const char *name;
  Do what;
  const char *amount; ///< what follows the colon; null: nothing
  bool isOfCalls, isOfCommands;
};
constexpr Deed kDeeds[] = {
    {"fail", Do::Fail, "ERRNO", true, false},
    {"short", Do::Short, nullptr, true, false},
    {"flip", Do::Flip, nullptr, true, false},
    {"stall", Do::Stall, "SECONDS", true, true},
    {"slow", Do::Slow, "FACTOR", false, true},
    {"skip", Do::Skip, nullptr, false, true},
    {"swap", Do::Swap, nullptr, false, true},
    {"stop", Do::Stop, nullptr, true, true},
    {"kill", Do::Kill, nullptr, true, true},
};

/// The rules of one value of POPT_FAULT, and how often each matched.
struct Plan {
  std::vector<FaultRule> rules;
  std::vector<std::atomic<int64_t>> met;
  explicit Plan(std::vector<FaultRule> all)
      : rules(std::move(all)), met(rules.size()) {}
};
} // namespace

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts(1);
  for (char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

static bool wholeNumber(const std::string &text, int64_t &out) {
  char *end = nullptr;
  errno = 0;
  out = std::strtoll(text.c_str(), &end, 10);
  return !text.empty() && !*end && !errno && out >= 0;
}

/// ENOSPC, or 28; 0: there is no such error.
static int errorNumber(const std::string &name) {
  int64_t number = 0;
  if (wholeNumber(name, number))
    return number < 4096 ? static_cast<int>(number) : 0;
  for (int error = 1; error < 200; ++error)
    if (const char *known = strerrorname_np(error))
      if (name == known)
        return error;
  return 0;
}

/// "5s", "200ms", "3x": a number and a unit.
static bool amountOf(const std::string &text, const char *unit, double scale,
                     double &out) {
  char *end = nullptr;
  out = std::strtod(text.c_str(), &end) * scale;
  return end != text.c_str() && std::strcmp(end, unit) == 0 &&
         std::isfinite(out) && out >= 0;
}

/// What may stand in a message, from a list of things with names.
template <typename List, typename NameOf>
static std::string listed(const List &list, const NameOf &nameOf) {
  std::string text;
  for (const auto &entry : list)
    text += (text.empty() ? "" : ", ") + std::string(nameOf(entry));
  return text;
}

static std::string readCall(const std::string &value, FaultRule &rule) {
  auto found = std::find(std::begin(kCallNames), std::end(kCallNames), value);
  if (found == std::end(kCallNames))
    return "\"" + value + "\" is no call; there are " +
           listed(kCallNames, [](const char *name) { return name; });
  rule.call = static_cast<Call>(found - std::begin(kCallNames));
  return "";
}

/// "step 3 command 12", or one of the two.
static std::string readPlace(const std::string &value, FaultRule &rule) {
  std::vector<std::string> words = split(value, ' ');
  bool ok = words.size() == 2 || words.size() == 4;
  for (size_t i = 0; ok && i < words.size(); i += 2) {
    int64_t &number = words[i] == "step" ? rule.step : rule.command;
    ok = (words[i] == "step" || words[i] == "command") &&
         number == FaultRule::kAny && wholeNumber(words[i + 1], number);
  }
  return ok ? ""
            : "\"" + value +
                  "\" is no place in a program; at=step 3 command 12 is one, "
                  "at=step 3 another";
}

static std::string readDeed(const std::string &value, FaultRule &rule) {
  size_t colon = std::min(value.find(':'), value.size());
  std::string name = value.substr(0, colon),
              amount = value.substr(std::min(colon + 1, value.size()));
  auto deed =
      std::find_if(std::begin(kDeeds), std::end(kDeeds),
                   [&](const Deed &known) { return name == known.name; });
  if (deed == std::end(kDeeds))
    return "\"" + name + "\" can't be done; there are " +
           listed(kDeeds, [](const Deed &known) { return known.name; });
  rule.what = deed->what;
  bool ok = true;
  switch (deed->what) {
  case Do::Fail:
    rule.error = errorNumber(amount);
    if (rule.error == 0)
      return "do=fail wants an error as in fail:ENOSPC, not \"" + amount + "\"";
    break;
  case Do::Stall: // without an end, if none is given
    ok = colon == value.size() || amountOf(amount, "s", 1, rule.amount) ||
         amountOf(amount, "ms", 1e-3, rule.amount);
    if (!ok)
      return "do=stall wants a time as in stall:5s or stall:200ms, not \"" +
             amount + "\"";
    break;
  case Do::Slow:
    if (!amountOf(amount, "x", 1, rule.amount) || rule.amount < 1)
      return "do=slow wants a factor as in slow:3x, not \"" + amount + "\"";
    break;
  default:
    if (colon != value.size())
      return "do=" + name + " takes nothing after a colon";
  }
  return "";
}

static std::string readWord(const std::string &key, const std::string &value,
                            FaultRule &rule) {
  int64_t *number = key == "rank"    ? &rule.rank
                    : key == "after" ? &rule.after
                    : key == "times" ? &rule.times
                                     : nullptr;
  if (key == "rank" && value == "none")
    rule.rank = FaultRule::kNoRank;
  else if (key == "times" && value == "all")
    rule.times = INT64_MAX;
  else if (number && !wholeNumber(value, *number))
    return key + " wants a whole number" +
           (key == "rank"    ? " or none"
            : key == "times" ? " or all"
                             : "") +
           ", not \"" + value + "\"";
  else if (key == "call")
    return readCall(value, rule);
  else if (key == "at")
    return readPlace(value, rule);
  else if (key == "do")
    return readDeed(value, rule);
  else if (key == "file")
    rule.file = value;
  else if (!number)
    return "\"" + key +
           "\" is no word; there are rank, call, at, file, after, "
           "times, do";
  return "";
}

/// What is wrong with words that are right alone.
static std::string contradiction(const FaultRule &rule,
                                 const std::vector<std::string> &keys) {
  auto says = [&](const char *key) {
    return std::count(keys.begin(), keys.end(), key) > 0;
  };
  for (const std::string &key : keys)
    if (std::count(keys.begin(), keys.end(), key) > 1)
      return "it says " + key + " twice";
  if (!says("do"))
    return "it does not say what to do, as in do=fail:EIO";
  auto deed =
      std::find_if(std::begin(kDeeds), std::end(kDeeds),
                   [&](const Deed &known) { return known.what == rule.what; });
  std::string name = deed->name;
  if (says("call") == says("at") && !(rule.what == Do::Slow && !says("call")))
    return "it must say either which call, as in call=write, or which command "
           "of the program, as in at=step 3 command 12";
  if (says("call") && !deed->isOfCalls)
    return "do=" + name +
           " is for commands of the program, as in "
           "at=step 3 command 12";
  if (!says("call") && !deed->isOfCommands)
    return "do=" + name + " is for calls, as in call=write";
  if (!says("call") && says("file"))
    return "file is of calls, as in call=write";
  bool moves = rule.call == Call::Any || rule.call == Call::Read ||
               rule.call == Call::Write || rule.call == Call::Send ||
               rule.call == Call::Recv;
  if ((rule.what == Do::Short || rule.what == Do::Flip) && !moves)
    return "do=" + name +
           " is for calls that move bytes: read, write, send, "
           "recv";
  return "";
}

bool popt::rt::sys::parseFaults(const std::string &text,
                                std::vector<FaultRule> &out_rules,
                                std::string &out_error) {
  out_rules.clear();
  for (const std::string &part : split(text, ';')) {
    if (part.find_first_not_of(' ') == part.npos)
      continue;
    FaultRule rule;
    rule.text = part;
    std::vector<std::string> keys;
    std::string wrong;
    for (const std::string &word : split(part, ',')) {
      size_t begin = std::min(word.find_first_not_of(' '), word.size()),
             equal = word.find('=', begin);
      if (equal == word.npos)
        wrong = "\"" + word + "\" is no word; words are as rank=2";
      else if (wrong.empty()) {
        keys.push_back(word.substr(begin, equal - begin));
        wrong = readWord(keys.back(), word.substr(equal + 1), rule);
      }
    }
    if (wrong.empty())
      wrong = contradiction(rule, keys);
    if (!wrong.empty()) {
      out_error = "POPT_FAULT: \"" + part + "\": " + wrong +
                  " (POPT_FAULT='rank=2,call=write,after=17,do=fail:ENOSPC', "
                  "for example)";
      return false;
    }
    rule.isOfCommands = std::count(keys.begin(), keys.end(), "call") == 0;
    if (rule.what == Do::Slow &&
        std::count(keys.begin(), keys.end(), "times") == 0)
      rule.times = INT64_MAX;
    out_rules.push_back(rule);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The rules of this process
//===----------------------------------------------------------------------===//

std::atomic<FaultState> popt::rt::sys::theFaultState{FaultState::Unread};

/// Plans stay as long as the process: another thread may be about to use one.
static std::mutex planMutex;
static std::vector<std::unique_ptr<Plan>> plans;
static std::string planText, planError;
static std::atomic<Plan *> thePlan{nullptr};

bool popt::rt::sys::readFaults(std::string &out_error) {
  const char *value = std::getenv("POPT_FAULT");
  std::string text = value ? value : "";
  std::lock_guard<std::mutex> lock(planMutex);
  if (theFaultState.load() == FaultState::Unread || text != planText) {
    planText = text;
    planError.clear();
    std::vector<FaultRule> rules;
    // A value that is wrong asks for nothing.
    if (!parseFaults(text, rules, planError))
      rules.clear();
    bool isEmpty = rules.empty();
    if (!isEmpty)
      plans.push_back(std::make_unique<Plan>(std::move(rules)));
    thePlan.store(isEmpty ? nullptr : plans.back().get());
    theFaultState.store(isEmpty ? FaultState::None : FaultState::Some);
  }
  out_error = planError;
  return planError.empty();
}

static Plan *currentPlan() {
  if (theFaultState.load() == FaultState::Unread) {
    std::string error; // a caller that can say it asks for it
    static_cast<void>(readFaults(error));
  }
  return thePlan.load();
}

bool popt::rt::sys::hasCommandFaults() {
  Plan *plan = mayFail() ? currentPlan() : nullptr;
  return plan && std::any_of(plan->rules.begin(), plan->rules.end(),
                             [](auto &rule) { return rule.isOfCommands; });
}

static thread_local int64_t rankOfThread = FaultRule::kNoRank;
static std::atomic<int64_t> rankOfProcess{FaultRule::kNoRank};

void popt::rt::sys::actAs(int64_t rank) { rankOfThread = rank; }
void popt::rt::sys::processActsAs(int64_t rank) { rankOfProcess.store(rank); }
int64_t popt::rt::sys::actingRank() {
  return rankOfThread >= 0 ? rankOfThread : rankOfProcess.load();
}

//===----------------------------------------------------------------------===//
// What happens
//===----------------------------------------------------------------------===//

/// One line on stderr, whatever becomes of the process.
static void announce(int64_t rank, const char *where, const char *what) {
  char text[512], who[32];
  std::snprintf(who, sizeof who, "rank %lld", static_cast<long long>(rank));
  int length = std::snprintf(text, sizeof text, "POPT_FAULT: %s: %s %s\n",
                             rank < 0 ? "no rank" : who, where, what);
  ssize_t written =
      ::write(STDERR_FILENO, text, static_cast<size_t>(std::min(length, 511)));
  static_cast<void>(written);
}

/// Sleeps; 0: for ever.
static void stall(double seconds) {
  timespec left = {static_cast<time_t>(seconds),
                   static_cast<long>(std::fmod(seconds, 1) * 1e9)};
  while (seconds == 0)
    pause();
  while (nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

/// What any call or command can come to.
static void suffer(const FaultRule &rule, int64_t rank, const char *where) {
  char text[64];
  switch (rule.what) {
  case Do::Stall:
    std::snprintf(text, sizeof text, "stalls for %g s", rule.amount);
    announce(rank, where, rule.amount == 0 ? "stalls for ever" : text);
    stall(rule.amount);
    break;
  case Do::Stop:
    announce(rank, where, "stops the process");
    kill(getpid(), SIGSTOP);
    break;
  case Do::Kill:
    announce(rank, where, "kills the process");
    kill(getpid(), SIGKILL);
    break;
  default:
    break;
  }
}

/// The first rule that applies now; null if none does. All rules that match
/// count the call.
template <typename Fits>
static const FaultRule *ruleFor(Plan &plan, const Fits &fits,
                                int64_t &out_number) {
  const FaultRule *found = nullptr;
  for (size_t r = 0; r < plan.rules.size(); ++r) {
    const FaultRule &rule = plan.rules[r];
    if (!fits(rule))
      continue;
    int64_t number = plan.met[r].fetch_add(1);
    if (!found && number >= rule.after && number - rule.after < rule.times) {
      found = &rule;
      out_number = number;
    }
  }
  return found;
}

static bool isOfRank(const FaultRule &rule, int64_t rank) {
  return rule.rank == FaultRule::kAnybody || rule.rank == rank;
}

/// By number, the names of files that the system gives none.
static std::map<int, std::string> givenNames;
static std::mutex givenNamesMutex;

void popt::rt::sys::nameFile(int file, const std::string &name) {
  std::lock_guard<std::mutex> guard(givenNamesMutex);
  if (name.empty())
    givenNames.erase(file);
  else
    givenNames[file] = name;
}

static std::string nameOf(FileOf file) {
  if (file.path)
    return file.path;
  {
    std::lock_guard<std::mutex> guard(givenNamesMutex);
    if (auto it = givenNames.find(file.file); it != givenNames.end())
      return it->second;
  }
  char link[32], path[PATH_MAX];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", file.file);
  ssize_t length = file.file < 0 ? -1 : readlink(link, path, sizeof path);
  return length < 0 ? "" : std::string(path, static_cast<size_t>(length));
}

CallFault popt::rt::sys::faultOf(Call call, FileOf file) {
  Plan *plan = currentPlan();
  if (!plan)
    return {};
  bool moves = call == Call::Read || call == Call::Write ||
               call == Call::Send || call == Call::Recv;
  int64_t rank = actingRank(), number = 0;
  const FaultRule *rule = ruleFor(
      *plan,
      [&](const FaultRule &r) {
        bool needsBytes = r.what == Do::Short || r.what == Do::Flip;
        return !r.isOfCommands && isOfRank(r, rank) &&
               (r.call == call ||
                (r.call == Call::Any && (moves || !needsBytes))) &&
               (r.file.empty() ||
                nameOf(file).find(r.file) != std::string::npos);
      },
      number);
  if (!rule)
    return {};
  std::string where = std::string(kCallNames[static_cast<size_t>(call)]);
  if (std::string name = nameOf(file); !name.empty())
    where += " of " + name;
  where += " (call " + std::to_string(number + 1) + ")";
  suffer(*rule, rank, where.c_str());
  CallFault fault;
  fault.error = rule->error;
  fault.isShort = rule->what == Do::Short;
  fault.flips = rule->what == Do::Flip;
  std::string what = fault.error
                         ? "fails: " + std::string(std::strerror(fault.error))
                     : fault.isShort ? "is cut short"
                                     : "has a bit flipped";
  if (fault.error || fault.isShort || fault.flips)
    announce(rank, where.c_str(), what.c_str());
  return fault;
}

CommandFault
popt::rt::sys::faultOfCommand(int64_t step, int64_t command,
                              const std::function<void()> &begins) {
  Plan *plan = currentPlan();
  if (!plan)
    return {};
  int64_t rank = actingRank(), number = 0;
  auto isAt = [](int64_t wanted, int64_t is) {
    return wanted == FaultRule::kAny || wanted == is;
  };
  const FaultRule *rule = ruleFor(
      *plan,
      [&](const FaultRule &r) {
        return r.isOfCommands && isOfRank(r, rank) && isAt(r.step, step) &&
               isAt(r.command, command);
      },
      number);
  if (!rule)
    return {};
  std::string where =
      "step " + std::to_string(step) + ", command " + std::to_string(command);
  if (rule->what != Do::Skip)
    begins();
  suffer(*rule, rank, where.c_str());
  CommandFault fault;
  fault.skips = rule->what == Do::Skip;
  fault.swaps = rule->what == Do::Swap;
  if (rule->what == Do::Slow) {
    fault.factor = rule->amount;
    if (number == rule->after)
      announce(rank, where.c_str(), "and those after it are slow");
  } else if (fault.skips || fault.swaps) {
    announce(rank, where.c_str(),
             fault.skips ? "is left out" : "changes places with the next one");
  }
  return fault;
}
