//===- Graph.cpp - Captured streams ---------------------------------------===//
//
// A capture keeps the works of its streams as nodes: in order within a stream,
// and after the events that the streams waited for. A launch plays the nodes
// into lanes of the executable, one for each stream that was captured, so their
// order is as free as the graph's. The first lane begins after the launching
// stream, which goes on after all of them.
//
//===----------------------------------------------------------------------===//

#include "Api.h"

namespace popt::fake::api {

constexpr Result kCaptureUnjoined = Result(904);

Result cuStreamBeginCapture(Stream stream, int32_t mode) {
  StreamObject *object = Machine::get().streams.find(stream);
  if (!object)
    return stream ? kInvalidHandle : kCaptureUnsupported;
  if (mode < 0 || mode > 2)
    return kInvalidValue;
  if (object->capture)
    return kInvalidValue;
  auto capture = std::make_shared<Capture>();
  capture->origin = object;
  capture->streams.push_back(object);
  capture->lastOfBranch.push_back(kNoNode);
  capture->waits.emplace_back();
  object->capture = capture;
  return kSuccess;
}

/// The nodes that the last of the origin does not come after.
static bool isJoined(const Capture &capture) {
  std::vector<char> reached(capture.nodes.size(), 0);
  std::vector<size_t> lastOfBranch(capture.streams.size(), kNoNode);
  std::vector<size_t> before(capture.nodes.size(), kNoNode);
  for (size_t n = 0; n < capture.nodes.size(); ++n) {
    size_t &last = lastOfBranch[capture.nodes[n].branch];
    before[n] = last;
    last = n;
  }
  if (lastOfBranch[0] != kNoNode)
    reached[lastOfBranch[0]] = 1;
  for (size_t n : capture.waits[0])
    reached[n] = 1;
  for (size_t n = capture.nodes.size(); n-- > 0;) {
    if (!reached[n])
      continue;
    if (before[n] != kNoNode)
      reached[before[n]] = 1;
    for (size_t other : capture.nodes[n].after)
      reached[other] = 1;
  }
  for (size_t n = 0; n < capture.nodes.size(); ++n)
    if (!reached[n] && capture.nodes[n].counts)
      return false;
  return true;
}

Result cuStreamEndCapture(Stream stream, Graph *graph) {
  Machine &machine = Machine::get();
  StreamObject *object = machine.streams.find(stream);
  if (!object)
    return kInvalidHandle;
  if (!graph || !object->capture || object->capture->origin != object)
    return kInvalidValue;
  *graph = nullptr;
  std::shared_ptr<Capture> capture = object->capture;
  for (const auto &[handle, other] : machine.streams)
    if (other->capture == capture)
      other->capture = nullptr;
  if (capture->isInvalid)
    return kCaptureInvalidated;
  if (!isJoined(*capture))
    return kCaptureUnjoined;
  auto made = std::make_unique<GraphObject>();
  made->capture = capture;
  *graph = machine.graphs.add(std::move(made));
  return kSuccess;
}

Result cuGraphGetNodes(Graph graph, GraphNode *nodes, size_t *count) {
  GraphObject *object = Machine::get().graphs.find(graph);
  if (!object)
    return kInvalidHandle;
  if (!count)
    return kInvalidValue;
  size_t has = 0;
  for (NodeTemplate &node : object->capture->nodes) {
    if (!node.counts)
      continue;
    if (nodes && has < *count)
      nodes[has] = reinterpret_cast<GraphNode>(&node);
    ++has;
  }
  *count = nodes ? std::min(*count, has) : has;
  return kSuccess;
}

Result cuGraphInstantiateWithFlags(GraphExec *executable, Graph graph,
                                   unsigned long long flags) {
  Machine &machine = Machine::get();
  GraphObject *object = machine.graphs.find(graph);
  if (!object)
    return kInvalidHandle;
  if (!executable || flags > 15)
    return kInvalidValue;
  auto made = std::make_unique<GraphExecObject>();
  made->capture = object->capture;
  for (size_t branch = 0; branch < made->capture->streams.size(); ++branch) {
    made->lanes.push_back(std::make_unique<Lane>());
    machine.addLane(*made->lanes.back());
  }
  *executable = machine.executables.add(std::move(made));
  return kSuccess;
}

Result cuGraphLaunch(GraphExec executable, Stream stream) {
  Machine &machine = Machine::get();
  GraphExecObject *object = machine.executables.find(executable);
  StreamObject *queue = findStream(stream);
  if (!object || !queue)
    return kInvalidHandle;
  if (Result problem = spoil(queue->capture))
    return problem;
  ++machine.counters.graph_launches;
  // The launch's place in the stream, with the stream's own order.
  auto begin = std::make_shared<Work>();
  begin->name = "the launch of a graph";
  machine.submit(*queue, begin, false);
  std::vector<WorkPointer> works;
  std::vector<bool> hasBegun(object->lanes.size(), false);
  // One launch of an executable after the other.
  std::vector<WorkPointer> earlier;
  for (const auto &lane : object->lanes)
    if (lane->last)
      earlier.push_back(lane->last);
  for (const NodeTemplate &node : object->capture->nodes) {
    auto work = std::make_shared<Work>();
    work->context = node.context;
    work->name = node.name;
    work->run = node.run;
    for (size_t before : node.after)
      work->after.push_back(works[before]);
    if (!hasBegun[node.branch]) {
      hasBegun[node.branch] = true;
      work->after.push_back(begin);
      work->after.insert(work->after.end(), earlier.begin(), earlier.end());
    }
    machine.enqueue(*object->lanes[node.branch], work);
    works.push_back(work);
  }
  auto end = std::make_shared<Work>();
  end->name = "the end of a graph";
  for (const auto &lane : object->lanes)
    if (lane->last)
      end->after.push_back(lane->last);
  machine.submit(*queue, end, false);
  return kSuccess;
}

Result cuGraphExecDestroy(GraphExec executable) {
  Machine &machine = Machine::get();
  GraphExecObject *object = machine.executables.find(executable);
  if (!object)
    return kInvalidHandle;
  for (const auto &lane : object->lanes) {
    machine.runUntil(lane->last);
    machine.removeLane(*lane);
  }
  machine.executables.remove(executable);
  return kSuccess;
}

Result cuGraphDestroy(Graph graph) {
  return Machine::get().graphs.remove(graph) ? kSuccess : kInvalidHandle;
}

} // namespace popt::fake::api
