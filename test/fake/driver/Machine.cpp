//===- Machine.cpp - Queues in random order -------------------------------===//

#include "Machine.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace popt::fake {

Machine &Machine::get() {
  // Never destroyed: threads may still call while the process ends.
  static Machine *machine = [] {
    auto *m = new Machine();
    m->reset(nullptr);
    return m;
  }();
  return *machine;
}

int Machine::reset(const char *words) {
  lanes.clear();
  laneIds = 0;
  hostClock = Clock();
  history = History();
  libraryObjects.clear();
  dnnObjects.clear();
  communicators.clear();
  numCommunicators = 0;
  ncclError.clear();
  openMeetings = 0;
  executables.clear();
  graphs.clear();
  events.clear();
  functions.clear();
  modules.clear();
  streams.clear();
  contexts.clear();
  hostMemory.clear();
  reports.clear();
  skipped.clear();
  counters = {};
  ncclTraffic.clear();
  config = Config();
  configError.clear();
  initialised = false;
  ++generation;
  const char *environment = getenv("POPT_FAKE_CUDA");
  int wrong = parseConfig(words         ? words
                          : environment ? environment
                                        : "",
                          config, configError);
  for (const Fault &fault : config.faults)
    if (configError.empty() && Faults::find(fault.name) == Faults::kNone)
      configError =
          "POPT_FAKE_CUDA: \"" + fault.name + "\" is no function of the table";
  faults.reset(configError.empty() ? config.faults : std::vector<Fault>());
  generator.seed(config.seed);
  memory.reset(config.devices, config.memory);
  for (uint32_t device = 0; device < config.devices; ++device) {
    contexts.push_back(std::make_unique<ContextObject>());
    contexts.back()->device = device;
  }
  return wrong;
}

uint64_t Machine::liveObjects() const {
  uint64_t null = 0, retained = 0;
  for (const auto &context : contexts) {
    null += context->nullStream != nullptr;
    retained += context->retained;
  }
  return streams.size() - null + events.size() + modules.size() +
         graphs.size() + executables.size() + retained + libraryObjects.size() +
         dnnObjects.size() + communicators.size();
}

double Machine::now() const {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

void Machine::report(ContextObject *context, Result code,
                     const std::string &text) {
  if (reports.empty())
    fprintf(stderr, "fake CUDA: %s\n", text.c_str());
  reports.push_back(text);
  ++counters.reports;
  if (context && context->sticky == kSuccess)
    context->sticky = code;
}

//===----------------------------------------------------------------------===//
// Lanes.
//===----------------------------------------------------------------------===//

void Machine::addLane(Lane &lane) {
  lane.id = laneIds++;
  lanes.push_back(&lane);
}

void Machine::removeLane(Lane &lane) {
  lanes.erase(std::remove(lanes.begin(), lanes.end(), &lane), lanes.end());
}

void Machine::enqueue(Lane &lane, const WorkPointer &work) {
  work->lane = lane.id;
  work->number = ++lane.count;
  work->clock = hostClock;
  work->clock.join(lane.clock);
  for (const WorkPointer &before : work->after)
    work->clock.join(before->clock);
  work->clock.set(lane.id, work->number);
  lane.clock = work->clock;
  lane.last = work;
  lane.pending.push_back(work);
  openMeetings += work->meet != nullptr;
  news.notify_all();
}

bool Machine::step() {
  std::vector<Lane *> ready;
  for (Lane *lane : lanes) {
    if (lane->pending.empty())
      continue;
    bool waits = false;
    for (const WorkPointer &before : lane->pending.front()->after)
      waits |= !before->done;
    if (!waits)
      ready.push_back(lane);
  }
  if (ready.empty())
    return false;
  size_t first = random() % ready.size();
  for (size_t i = 0; i < ready.size(); ++i)
    if (goOn(*ready[(first + i) % ready.size()])) {
      news.notify_all();
      return true;
    }
  return false;
}

/// Runs the lane's next work, or a part of it; false if that waits for others.
bool Machine::goOn(Lane &lane) {
  WorkPointer work = lane.pending.front();
  // After an error nothing of the context runs any more.
  bool runs = work->context->sticky == kSuccess;
  if (work->meet) {
    Meeting meeting = runs ? work->meet(*work) : Meeting::Done;
    if (meeting != Meeting::Done)
      return meeting == Meeting::Moved;
    work->meet = nullptr;
    --openMeetings;
  } else if (work->run && runs) {
    work->run(*work);
  }
  lane.pending.pop_front();
  work->run = nullptr;
  work->after.clear();
  work->seconds = now();
  work->done = true;
  return true;
}

/// Called with the lock, which the caller's frame holds.
void Machine::waitForNews() {
  std::unique_lock<std::mutex> lock(mutex, std::adopt_lock);
  news.wait_for(lock, std::chrono::milliseconds(1));
  lock.release();
}

void Machine::runUntil(const WorkPointer &work) {
  while (work && !work->done)
    if (!step()) {
      if (!openMeetings)
        return;
      waitForNews();
    }
}

void Machine::runAll(const ContextObject &context) {
  auto isBusy = [&](const Lane *lane) {
    return !lane->pending.empty() && lane->pending.front()->context == &context;
  };
  for (;;) {
    if (step())
      continue;
    if (!openMeetings || std::none_of(lanes.begin(), lanes.end(), isBusy))
      break;
    waitForNews();
  }
  for (Lane *lane : lanes)
    if (lane->pending.empty())
      hostClock.join(lane->clock);
  forgetHistory();
}

bool Machine::isImplied(const StreamObject &stream,
                        const EventObject &event) const {
  if (event.capture || stream.capture)
    return false;
  const WorkPointer &before = event.recorded;
  return !before ||
         std::max(hostClock.of(before->lane),
                  stream.lane.clock.of(before->lane)) >= before->number;
}

void Machine::hostKnows(const WorkPointer &work) {
  if (!work)
    return;
  hostClock.join(work->clock);
  forgetHistory();
}

void Machine::forgetHistory() {
  for (Lane *lane : lanes)
    if (!lane->pending.empty() || hostClock.of(lane->id) < lane->count)
      return;
  history.forget();
}

void Machine::chance() {
  // Mostly nothing, so that queues fill; sometimes a few.
  if (random() % 4)
    return;
  for (uint64_t steps = random() % 4; steps; --steps)
    if (!step())
      return;
}

} // namespace popt::fake
