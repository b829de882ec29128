//===- Watchdog.cpp - Ends a run that makes no progress -------------------===//
//
// The limit follows from the run itself: four of its steps, and at least
// --watchdog; the first step, which was never measured, gets eight times that.
// --timeout ends waits for ranks that show no sign of life; here a rank that
// computes may take too long as well.
//
// If the watchdog itself did not run for long, neither did the ranks (a laptop
// that slept, Ctrl-Z): it starts again.
//
// Tests: WatchdogTest.
//
//===----------------------------------------------------------------------===//
#include "Watchdog.h"
#include "../exec/Prepared.h"
#include "../report/UserMessages.h"
#include "../system/System.h"
#include "../transport/Transport.h"
#include "popt-rt/data.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sys/stat.h>
#include <system_error>
#include <utility>

using namespace popt::rt;

static constexpr int64_t kSecond = 1'000'000'000;
static constexpr int64_t kLook = kSecond / 4, kAway = 2 * kSecond;
static constexpr int64_t kSteps = 4, kFirstStep = 8;
/// Grace period for ranks to leave after the watchdog ended the run.
static constexpr std::chrono::seconds kGrace(1);
/// The same if something else ended it.
static constexpr int64_t kLeave = 2 * kSecond;
/// The window, in time and in steps, over which ranks are compared.
static constexpr int64_t kCompared = 3 * kSecond / 2, kComparedSteps = 3;
/// A rank is slow if it computes `kSlow` times as long as the others, and if the
/// difference is `kMatters` of a step, in `kWindows` windows in a row.
static constexpr double kSlow = 2, kMatters = 0.1;
static constexpr int32_t kWindows = 3;
/// Or if it is stopped in `kStopped` of `kLooks` looks: also where it waits for
/// others, or for a processor, which its own times do not tell from computing.
static constexpr double kStopped = 0.4;
static constexpr int32_t kLooks = 20;

SlowRank SlowRanks::next(const std::vector<double> &seconds,
                         const std::vector<int32_t> &programs, double whole) {
  windows.resize(seconds.size());
  std::map<int32_t, std::vector<double>> ofProgram;
  for (size_t rank = 0; rank < seconds.size(); ++rank)
    ofProgram[programs[rank]].push_back(seconds[rank]);
  SlowRank slow;
  for (size_t rank = 0; rank < seconds.size(); ++rank) {
    std::vector<double> &all = ofProgram[programs[rank]];
    std::sort(all.begin(), all.end()); // of a single one the usual is its own
    double usual = all[(all.size() - 1) / 2];
    double factor = usual > 0 ? seconds[rank] / usual : 0;
    bool matters = seconds[rank] - usual >= kMatters * whole;
    windows[rank] = factor >= kSlow && matters ? windows[rank] + 1 : 0;
    if (windows[rank] >= kWindows && factor > slow.factor)
      slow = {static_cast<int32_t>(rank), factor, seconds[rank], usual};
  }
  return slow;
}

int32_t popt::rt::findOftenStopped(const std::vector<int32_t> &stopped,
                                   int32_t looks) {
  std::vector<int32_t> sorted = stopped;
  std::sort(sorted.begin(), sorted.end());
  int32_t usual = sorted[(sorted.size() - 1) / 2], most = sorted.back();
  bool isOften = most >= kStopped * looks && most >= kSlow * usual;
  return isOften ? static_cast<int32_t>(
                       std::find(stopped.begin(), stopped.end(), most) -
                       stopped.begin())
                 : -1;
}

std::vector<int32_t> popt::rt::allRanks(const StepTable &table) {
  std::vector<int32_t> ranks(static_cast<size_t>(table.numRanks()));
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

Watchdog::Watchdog(
    const StepTable &table, WatchOptions theOptions,
    std::shared_ptr<Segment> theSegment, bool speaks,
    std::function<void(int32_t rank, const std::string &text)> end)
    : table(table), options(std::move(theOptions)),
      segment(std::move(theSegment)), speaks(speaks), end(std::move(end)) {
  auto ranks = static_cast<size_t>(segment->size());
  states.resize(ranks);
  changed.resize(ranks);
  onDevice.resize(ranks);
  apart.resize(ranks);
  stepsThen.resize(ranks);
  computedThen.resize(ranks);
  stoppedLooks.resize(ranks);
  isNamed.resize(ranks);
  try {
    if (options.seconds > 0) {
      sys::beforeThread();
      thread = std::thread([this] { run(); });
    }
  } catch (const std::system_error &) {
    // There is no thread to be had: --timeout watches alone.
  }
}

Watchdog::~Watchdog() {
  std::string unread;
  finish(unread, {});
}

void Watchdog::run() {
  int64_t last = nowNanoseconds();
  measuredSince = last;
  changed.assign(changed.size(), last);
  std::unique_lock<std::mutex> lock(mutex);
  auto over = [this] { return isOver; };
  int64_t failedAt = 0;
  while (verdict.empty()) {
    if (wake.wait_for(lock, std::chrono::nanoseconds(untilLook()), over))
      return;
    int64_t now = nowNanoseconds();
    if (now - last > kAway)
      for (std::vector<int64_t> *since : {&changed, &onDevice, &apart})
        since->assign(since->size(), now);
    last = now;
    if (!segment->hasFailed()) {
      look(now);
    } else if (failedAt == 0) {
      failedAt = now;
    } else if (now - failedAt > kLeave) {
      // A rank of this process computes on, and does not see it.
      std::string reason;
      segment->failure(&reason);
      end(-1, reason);
      return;
    }
  }
  if (wake.wait_for(lock, kGrace, over))
    return;
  writeJournals(allRanks(table));
  end(blamed, verdict);
}

//===----------------------------------------------------------------------===//
// Ranks that do not go on
//===----------------------------------------------------------------------===//

int64_t Watchdog::limit() const {
  auto least = static_cast<int64_t>(options.seconds * 1e9);
  int64_t longest = 0;
  for (int32_t rank = 0; rank < segment->size(); ++rank)
    longest = std::max(
        longest, segment->rankRecord(rank).journal.longestStepNanoseconds());
  return longest ? std::max(least, kSteps * longest) : kFirstStep * least;
}

/// For how long the rank has waited for its device, and in its oldest call on streams
/// together with all others, as far as is known.
void Watchdog::lookAtCalls(int32_t rank, const Observation &before, int64_t now,
                           int64_t known) {
  RankState &state = states[static_cast<size_t>(rank)];
  if (state.seen.deviceWaits != before.deviceWaits ||
      state.seen.deviceWaits % 2 == 0)
    onDevice[rank] = now;
  state.onDeviceFor = known - onDevice[rank];
  if (!state.seen.isTogether || state.seen.progress != before.progress)
    apart[rank] = now;
  state.togetherFor = known - apart[rank];
}

/// Not of one length: a rank that is stopped as often would always look alike.
int64_t Watchdog::untilLook() {
  looksAround = (looksAround + 5) % 8;
  return kLook * (12 + looksAround) / 16;
}

void Watchdog::look(int64_t now) {
  bool isOfFirstHost = segment->rankRecord(0).isHere();
  for (int32_t rank = 0; rank < segment->size(); ++rank) {
    RankState &state = states[static_cast<size_t>(rank)];
    // Ranks that wait see that others have died, unless they wait for their host.
    if (state.seen.connects && segment->rankRecord(rank).isHere())
      findDeadRank(*segment, -1);
    // On another host: when the relay got its state. Read first, since the
    // relay writes it last, after the state.
    const RankRecord &record = segment->rankRecord(rank);
    int64_t known = record.isHere() ? now : record.elsewhere.heard.load();
    Observation before = std::exchange(state.seen, observe(*segment, rank));
    int64_t &since = changed[static_cast<size_t>(rank)];
    if (state.seen.progress != before.progress)
      since = now;
    lookAtCalls(rank, before, now, known);
    state.stillFor = known - since;
    state.unheardFor = now - known;
  }
  Diagnosis found = findStoppedConnector(states, limit());
  if (found.fault == Diagnosis::Fault::None && isOfFirstHost) {
    found = findBlame();
    if (speaks) {
      lookForStoppedRanks();
      lookForSlowRanks(now);
    }
  }
  if (found.fault == Diagnosis::Fault::None)
    return;
  std::string text = describe(found, states, table);
  bool isFirst =
      segment->failAll(POPT_RT_TIMEOUT, text.substr(0, text.find('\n')));
  if (found.fault == Diagnosis::Fault::Stopped)
    endProcess(*segment, found.rank); // it can't leave
  // The later one may have seen what the first one has ended.
  if (isFirst) {
    verdict = std::move(text);
    blamed = found.rank;
  }
}

Diagnosis Watchdog::findBlame() const {
  auto skipped = [&](int32_t rank, int32_t other) {
    return table.programOfRank[rank] == table.programOfRank[other] &&
           hasSkipped(states[rank].seen,
                      segment->rankRecord(rank).journal.recent(),
                      states[other].seen);
  };
  return diagnose(states, limit(), skipped);
}

//===----------------------------------------------------------------------===//
// Slow ranks
//===----------------------------------------------------------------------===//

/// Says it of a rank once.
void Watchdog::warn(int32_t rank, const std::string &what) {
  if (rank < 0 || isNamed[rank])
    return;
  isNamed[rank] = true;
  popt::rt::warn(options.program, nameOf(rank, states[rank].seen) + " " + what);
}

void Watchdog::lookForStoppedRanks() {
  for (size_t rank = 0; rank < states.size(); ++rank)
    stoppedLooks[rank] += states[rank].seen.isStopped;
  if (++looks < kLooks)
    return;
  int32_t rank = findOftenStopped(stoppedLooks, looks);
  if (rank >= 0)
    warn(rank, "was stopped by signals " +
                   std::to_string(100 * stoppedLooks[rank] / looks) +
                   "% of the time lately");
  stoppedLooks.assign(states.size(), 0);
  looks = 0;
}

void Watchdog::lookForSlowRanks(int64_t now) {
  size_t ranks = states.size();
  std::vector<int64_t> steps(ranks), computed(ranks);
  int64_t fewest = INT64_MAX;
  for (size_t rank = 0; rank < ranks; ++rank) {
    const Journal &journal =
        segment->rankRecord(static_cast<int32_t>(rank)).journal;
    steps[rank] = journal.stepsDone();
    computed[rank] = journal.computedNanoseconds();
    fewest = std::min(fewest, steps[rank] - stepsThen[rank]);
  }
  if (now - measuredSince < kCompared || fewest < kComparedSteps)
    return;
  std::vector<double> seconds(ranks);
  for (size_t rank = 0; rank < ranks; ++rank)
    seconds[rank] = static_cast<double>(computed[rank] - computedThen[rank]) /
                    static_cast<double>(steps[rank] - stepsThen[rank]) /
                    kSecond;
  double whole = static_cast<double>(now - measuredSince) /
                 static_cast<double>(fewest) / kSecond;
  const std::vector<int32_t> &programs = table.programOfRank;
  SlowRank slow = slowRanks.next(seconds, programs, whole);
  char text[120];
  std::snprintf(text, sizeof text,
                "computes %.1f times as long as the others: %.3g ms a step, "
                "they %.3g ms",
                slow.factor, slow.seconds * 1e3, slow.usual * 1e3);
  warn(slow.rank, text);
  stepsThen = steps;
  computedThen = computed;
  measuredSince = now;
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

void Watchdog::finish(std::string &error, const std::vector<int32_t> &ranks) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isOver = true;
  }
  wake.notify_all();
  if (thread.joinable())
    thread.join();
  if (!verdict.empty())
    error = verdict;
  if (!error.empty())
    writeJournals(ranks);
}

void Watchdog::writeJournals(const std::vector<int32_t> &ranks) const {
  if (options.dump.empty())
    return;
  std::string problem;
  for (int32_t rank : ranks)
    if (!writeJournal(rank, problem))
      return popt::rt::warn(options.program, "--dump: " + problem);
}

/// The channels that a rank may have, as people read them, by name.
static std::map<uint64_t, std::string> describeChannels(const StepTable &table,
                                                        int32_t rank) {
  std::map<uint64_t, std::string> texts;
  for (int32_t peer : allRanks(table)) {
    texts[nameOfMessages(rank, peer)] = "to rank " + std::to_string(peer);
    texts[nameOfMessages(peer, rank)] = "from rank " + std::to_string(peer);
  }
  for (const Command &command :
       table.programs[table.programOfRank[rank]].commands)
    if (auto *op = std::get_if<CollectiveOp>(&command.op))
      for (const std::vector<int32_t> &ranks : table.groups[op->group].lists) {
        std::string &text = texts[groupKey(ranks, op->channel)];
        text = "collectives of ranks";
        for (int32_t member : ranks)
          text +=
              (member == ranks.front() ? " " : ", ") + std::to_string(member);
        if (op->channel)
          text += " on channel " + std::to_string(op->channel);
      }
  return texts;
}

static void writePlace(const StepTable &table, int32_t rank, int64_t command,
                       int64_t step, int64_t microbatch,
                       nlohmann::ordered_json &line) {
  line["step"] = step;
  if (microbatch >= 0)
    line["microbatch"] = microbatch;
  line["command"] =
      describeCommand(table, table.programs[table.programOfRank[rank]],
                      static_cast<int32_t>(command));
}

/// What the rank's streams have of the calls that were issued.
static void writeCalls(const StepTable &table, int32_t rank,
                       const Observation &seen, const StreamCalls &streams,
                       nlohmann::ordered_json &page) {
  const OpenCall &oldest = seen.openCall;
  if (seen.hasOpenCalls && oldest.command >= 0)
    writePlace(table, rank, oldest.command, oldest.step, oldest.microbatch,
               page["in_call"]);
  std::vector<ChannelWords> channels = streams.words();
  if (channels.empty())
    return;
  std::map<uint64_t, std::string> texts = describeChannels(table, rank);
  page["calls"] = nlohmann::ordered_json::array();
  for (const ChannelWords &channel : channels)
    page["calls"].push_back({{"what", texts[channel.name]},
                             {"issued", channel.issued},
                             {"begun", channel.begun},
                             {"done", channel.done}});
}

/// What the rank was about, and its last commands, the last one first.
bool Watchdog::writeJournal(int32_t rank, std::string &out_error) const {
  const std::string &folder = options.dump;
  if (sys::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) {
    out_error = folder + ": " + std::strerror(errno);
    return false;
  }
  Observation seen = observe(*segment, rank);
  nlohmann::ordered_json page;
  page["rank"] = rank;
  page["process"] = seen.process;
  page["state"] = seen.isStopped   ? "stopped"
                  : seen.isGone    ? "gone"
                  : seen.isWaiting ? "waiting"
                                   : "computing";
  if (seen.waitsFor >= 0)
    page["waits_for"] = seen.waitsFor;
  writeCalls(table, rank, seen, segment->rankRecord(rank).streams, page);
  page["commands"] = nlohmann::ordered_json::array();
  std::vector<BegunCommand> commands =
      segment->rankRecord(rank).journal.recent();
  int64_t now = nowNanoseconds();
  for (auto command = commands.rbegin(); command != commands.rend();
       ++command) {
    nlohmann::ordered_json line;
    line["seconds_ago"] =
        static_cast<double>(now - command->nanoseconds) / kSecond;
    writePlace(table, rank, command->op, command->step, command->microbatch,
               line);
    page["commands"].push_back(line);
  }
  std::string text = page.dump(2) + "\n";
  return replaceFile(folder + "/rank-" + std::to_string(rank) + ".json", text,
                     out_error);
}
