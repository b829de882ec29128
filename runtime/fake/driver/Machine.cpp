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
  uint64_t null = 0;
  for (const auto &context : contexts)
    null += context->nullStream != nullptr;
  return streams.size() - null + events.size() + modules.size() +
         graphs.size() + executables.size() + libraryObjects.size() +
         dnnObjects.size();
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
  Lane &lane = *ready[random() % ready.size()];
  WorkPointer work = std::move(lane.pending.front());
  lane.pending.pop_front();
  // After an error nothing of the context runs any more.
  if (work->run && work->context->sticky == kSuccess)
    work->run(*work);
  work->run = nullptr;
  work->after.clear();
  work->seconds = now();
  work->done = true;
  return true;
}

void Machine::runUntil(const WorkPointer &work) {
  while (work && !work->done && step()) {
  }
}

void Machine::runAll() {
  while (step()) {
  }
  for (Lane *lane : lanes)
    hostClock.join(lane->clock);
  history.forget();
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
