//===- Stream.cpp - Streams and events ------------------------------------===//

#include "Api.h"

namespace popt::fake {

static thread_local ContextObject *current = nullptr;
static thread_local uint64_t currentGeneration = 0;

ContextObject *currentContext() {
  return currentGeneration == Machine::get().generation ? current : nullptr;
}

void setCurrentContext(ContextObject *context) {
  current = context;
  currentGeneration = Machine::get().generation;
}

/// The stream that null means, made at its first use.
static StreamObject *nullStreamOf(ContextObject &context) {
  if (!context.nullStream) {
    Machine &machine = Machine::get();
    auto stream = std::make_unique<StreamObject>();
    stream->context = &context;
    context.nullStream = stream.get();
    machine.addLane(stream->lane);
    machine.streams.add(std::move(stream));
  }
  return context.nullStream;
}

StreamObject *findStream(Stream stream) {
  if (stream)
    return Machine::get().streams.find(stream);
  ContextObject *context = currentContext();
  return context ? nullStreamOf(*context) : nullptr;
}

Result spoil(const std::shared_ptr<Capture> &capture) {
  if (!capture)
    return kSuccess;
  capture->isInvalid = true;
  return kCaptureUnsupported;
}

/// Adds the work to the capture that the stream takes part in.
static void captureWork(StreamObject &stream, const WorkPointer &work,
                        bool counts) {
  Capture &capture = *stream.capture;
  size_t branch = 0;
  while (capture.streams[branch] != &stream)
    ++branch;
  NodeTemplate node;
  node.context = work->context;
  node.name = work->name;
  node.run = work->run;
  node.branch = branch;
  node.after = std::move(capture.waits[branch]);
  node.counts = counts;
  capture.waits[branch].clear();
  capture.lastOfBranch[branch] = capture.nodes.size();
  capture.nodes.push_back(std::move(node));
}

void Machine::submit(StreamObject &stream, const WorkPointer &work,
                     bool counts) {
  work->context = stream.context;
  if (stream.capture)
    return captureWork(stream, work, counts);
  // The null stream is in order with all streams that are not "non-blocking".
  StreamObject *null = stream.context->nullStream;
  if (&stream == null) {
    for (const auto &[handle, other] : streams)
      if (other.get() != null && other->context == stream.context &&
          other->isBlocking && other->lane.last && !other->capture)
        work->after.push_back(other->lane.last);
  } else if (stream.isBlocking && null && null->lane.last) {
    work->after.push_back(null->lane.last);
  }
  enqueue(stream.lane, work);
  chance();
}

WorkPointer Machine::submit(StreamObject &stream, std::string name,
                            std::function<void(Work &)> run) {
  auto work = std::make_shared<Work>();
  work->name = std::move(name);
  work->run = std::move(run);
  submit(stream, work, true);
  return work;
}

namespace api {

Result cuStreamCreate(Stream *stream, uint32_t flags) {
  Machine &machine = Machine::get();
  ContextObject *context = currentContext();
  if (!context)
    return kInvalidContext;
  if (!stream || flags > kStreamNonBlocking)
    return kInvalidValue;
  auto object = std::make_unique<StreamObject>();
  object->context = context;
  object->isBlocking = !(flags & kStreamNonBlocking);
  machine.addLane(object->lane);
  *stream = machine.streams.add(std::move(object));
  return kSuccess;
}

Result cuStreamDestroy(Stream stream) {
  Machine &machine = Machine::get();
  StreamObject *object = machine.streams.find(stream);
  if (!object || object == object->context->nullStream)
    return kInvalidHandle;
  spoil(object->capture);
  // What is in it still runs; when is unknown.
  machine.runUntil(object->lane.last);
  machine.removeLane(object->lane);
  machine.streams.remove(stream);
  return kSuccess;
}

/// Of a stream or event that the host asks about: it is there, and not in a
/// capture.
template <class Object>
static Result checkAsked(const Object *object, Result missing) {
  return object ? spoil(object->capture) : missing;
}

Result cuStreamSynchronize(Stream stream) {
  Machine &machine = Machine::get();
  StreamObject *object = findStream(stream);
  if (Result problem = checkAsked(object, noStream(stream)))
    return problem;
  machine.runUntil(object->lane.last);
  machine.hostKnows(object->lane.last);
  return object->context->sticky;
}

Result cuStreamQuery(Stream stream) {
  Machine &machine = Machine::get();
  StreamObject *object = findStream(stream);
  if (Result problem = checkAsked(object, noStream(stream)))
    return problem;
  // Polling sees progress.
  if (object->lane.last && !object->lane.last->done)
    machine.step();
  if (object->context->sticky != kSuccess)
    return object->context->sticky;
  if (object->lane.last && !object->lane.last->done)
    return kNotReady;
  machine.hostKnows(object->lane.last);
  return kSuccess;
}

Result cuStreamWaitEvent(Stream stream, Event event, uint32_t flags) {
  Machine &machine = Machine::get();
  StreamObject *object = findStream(stream);
  EventObject *e = machine.events.find(event);
  if (!object || !e)
    return kInvalidHandle;
  if (flags)
    return kInvalidValue;
  if (e->capture) {
    // The stream joins the event's capture.
    Capture &capture = *e->capture;
    if (object->capture && object->capture != e->capture) {
      object->capture->isInvalid = capture.isInvalid = true;
      return kCaptureInvalidated;
    }
    size_t branch = 0;
    while (branch < capture.streams.size() && capture.streams[branch] != object)
      ++branch;
    if (branch == capture.streams.size()) {
      capture.streams.push_back(object);
      capture.lastOfBranch.push_back(kNoNode);
      capture.waits.emplace_back();
      object->capture = e->capture;
    }
    if (e->node != kNoNode)
      capture.waits[branch].push_back(e->node);
    return kSuccess;
  }
  if (Result problem = spoil(object->capture))
    return problem;
  if (!e->recorded)
    return kSuccess;
  auto work = std::make_shared<Work>();
  work->name = "a wait";
  work->after.push_back(e->recorded);
  machine.submit(*object, work, false);
  return kSuccess;
}

Result cuEventCreate(Event *event, uint32_t flags) {
  Machine &machine = Machine::get();
  ContextObject *context = currentContext();
  if (!context)
    return kInvalidContext;
  if (!event || flags > 7)
    return kInvalidValue;
  auto object = std::make_unique<EventObject>();
  object->context = context;
  object->hasTime = !(flags & kEventDisableTiming);
  *event = machine.events.add(std::move(object));
  return kSuccess;
}

Result cuEventDestroy(Event event) {
  return Machine::get().events.remove(event) ? kSuccess : kInvalidHandle;
}

Result cuEventRecord(Event event, Stream stream) {
  Machine &machine = Machine::get();
  StreamObject *object = findStream(stream);
  EventObject *e = machine.events.find(event);
  if (!object || !e)
    return kInvalidHandle;
  if (object->context != e->context)
    return kInvalidHandle;
  auto work = std::make_shared<Work>();
  work->name = "an event";
  machine.submit(*object, work, false);
  e->capture = object->capture;
  if (object->capture) {
    e->node = object->capture->nodes.size() - 1;
    e->recorded = nullptr;
  } else {
    e->recorded = work;
  }
  return kSuccess;
}

/// Asks if the event is over, after `advance` has let the machine work.
template <typename Advance>
static Result askEvent(Event event, const Advance &advance) {
  Machine &machine = Machine::get();
  EventObject *e = machine.events.find(event);
  if (Result problem = checkAsked(e, kInvalidHandle))
    return problem;
  advance(machine, e->recorded);
  if (e->context->sticky != kSuccess)
    return e->context->sticky;
  if (e->recorded && !e->recorded->done)
    return kNotReady;
  machine.hostKnows(e->recorded);
  return kSuccess;
}

Result cuEventQuery(Event event) {
  return askEvent(event, [](Machine &machine, const auto &work) {
    if (work && !work->done)
      machine.step();
  });
}

Result cuEventSynchronize(Event event) {
  return askEvent(event, [](Machine &machine, const auto &work) {
    machine.runUntil(work);
  });
}

Result cuEventElapsedTime(float *milliseconds, Event begin, Event end) {
  Machine &machine = Machine::get();
  EventObject *a = machine.events.find(begin), *b = machine.events.find(end);
  if (!a || !b || !a->recorded || !b->recorded || !a->hasTime || !b->hasTime)
    return kInvalidHandle;
  if (!milliseconds)
    return kInvalidValue;
  if (!a->recorded->done || !b->recorded->done)
    return kNotReady;
  *milliseconds = float((b->recorded->seconds - a->recorded->seconds) * 1000);
  return kSuccess;
}

} // namespace api
} // namespace popt::fake
