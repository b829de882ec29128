//===- Machine.h - Devices, queues and what lies in them ------------------===//
//
// One machine per process, under one lock. A call of the API enqueues works
// into lanes; step() runs one that is ready, of a lane chosen at random. Works
// run when a call waits for them, and by chance at any call.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_DRIVER_MACHINE_H
#define POPT_RT_FAKE_DRIVER_MACHINE_H

#include "../FakeCuda.h"
#include "../cublaslt/Objects.h"
#include "../cudnn/Objects.h"
#include "../memory/Memory.h"
#include "../memory/Order.h"
#include "../nccl/Communicator.h"
#include "../ptx/Block.h"
#include "Faults.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <random>
#include <set>

namespace popt::fake {

using namespace popt::rt::cuda;
struct ContextObject;

/// What became of a work that meets those of other ranks, when it was asked.
enum class Meeting : uint8_t {
  Waits, ///< nothing has changed
  Moved, ///< it has done something, and is not done
  Done,
};

struct Work {
  ContextObject *context = nullptr;
  std::string name;                ///< for reports: kernel "f", a copy
  std::function<void(Work &)> run; ///< null: only order
  /// Instead of run, of a work that lasts: asked until it is done.
  std::function<Meeting(Work &)> meet;
  /// Works of other lanes that come first.
  std::vector<std::shared_ptr<Work>> after;
  uint32_t lane = 0;
  uint64_t number = 0; ///< in its lane
  Clock clock;
  bool done = false;
  double seconds = 0; ///< when it was done
};
using WorkPointer = std::shared_ptr<Work>;

/// A queue of works in order.
struct Lane {
  uint32_t id = 0;
  uint64_t count = 0;
  Clock clock; ///< of the last work
  WorkPointer last;
  std::deque<WorkPointer> pending;
};

struct ContextObject {
  uint32_t device = 0;
  uint32_t retained = 0;
  Result sticky = kSuccess;
  std::set<uint32_t> peers;
  struct StreamObject *nullStream = nullptr;
  /// NCCL's kernels: how many run, how many have been launched, and which of them
  /// wait for those before them.
  uint64_t ncclRunning = 0, ncclLaunched = 0;
  std::set<uint64_t> ncclOrdered;
};

struct Capture;

struct StreamObject {
  ContextObject *context = nullptr;
  bool isBlocking = true; ///< ordered with the null stream
  Lane lane;
  std::shared_ptr<Capture> capture; ///< set while it is captured
};

/// A node of a graph: work without a place in time.
struct NodeTemplate {
  ContextObject *context = nullptr;
  std::string name;
  std::function<void(Work &)> run;
  size_t branch = 0;         ///< which captured stream
  std::vector<size_t> after; ///< nodes of other branches
  bool counts = false;       ///< a node of the graph, not only an edge
};

/// What a capture has collected.
struct Capture {
  StreamObject *origin = nullptr;
  std::vector<NodeTemplate> nodes;
  std::vector<StreamObject *> streams;    ///< by branch
  std::vector<size_t> lastOfBranch;       ///< node, or none
  std::vector<std::vector<size_t>> waits; ///< of the branch's next node
  bool isInvalid = false;
};
constexpr size_t kNoNode = ~size_t(0);

struct EventObject {
  ContextObject *context = nullptr;
  bool hasTime = true;
  WorkPointer recorded;
  /// Recorded in a capture: its node.
  std::shared_ptr<Capture> capture;
  size_t node = kNoNode;
};

struct GraphObject {
  std::shared_ptr<Capture> capture;
};
struct GraphExecObject {
  std::shared_ptr<Capture> capture;
  std::vector<std::unique_ptr<Lane>> lanes;
};

struct ModuleObject;
struct FunctionObject {
  ModuleObject *module = nullptr;
  const Kernel *kernel = nullptr;
  uint32_t maxDynamicShared = 48 << 10;
};
struct ModuleObject : VariableMemory {
  ModuleObject(Memory &memory, uint32_t device)
      : memory(memory), device(device) {}
  ~ModuleObject() override;
  uint64_t allocate(uint64_t bytes, const std::string &name) override;
  Memory &memory;
  uint32_t device;
  std::shared_ptr<Program> program;
  std::vector<uint64_t> variables;
  std::map<std::string, std::unique_ptr<FunctionObject>> functions;
};

/// Objects by their handles. A handle is the object's address.
template <class Handle, class Object> class Table {
public:
  Handle add(std::unique_ptr<Object> object) {
    auto handle = reinterpret_cast<Handle>(object.get());
    objects[handle] = std::move(object);
    return handle;
  }
  Object *find(Handle handle) const {
    auto found = objects.find(handle);
    return found == objects.end() ? nullptr : found->second.get();
  }
  bool remove(Handle handle) { return objects.erase(handle) != 0; }
  void clear() { objects.clear(); }
  size_t size() const { return objects.size(); }
  auto begin() const { return objects.begin(); }
  auto end() const { return objects.end(); }

private:
  std::map<Handle, std::unique_ptr<Object>> objects;
};

/// What a communicator has sent.
struct NcclTraffic {
  uint64_t number = 0;          ///< of its first end, among those made
  std::vector<int32_t> devices; ///< of its members
  uint64_t bytes = 0;           ///< a part of counters.nccl_bytes
};

class Machine {
public:
  /// The one of this process, configured by POPT_FAKE_CUDA.
  static Machine &get();

  int reset(const char *words);

  // Works. ------------------------------------------------------------------
  void addLane(Lane &lane);
  void removeLane(Lane &lane);
  /// Puts the work at the end of the lane, after the works it names.
  void enqueue(Lane &lane, const WorkPointer &work);
  /// Of a stream: also in order with the null stream, or into its capture.
  void submit(StreamObject &stream, const WorkPointer &work, bool counts);
  /// What a call of the user's starts; it counts.
  WorkPointer submit(StreamObject &stream, std::string name,
                     std::function<void(Work &)> run);
  /// Runs one ready work; false if there is none.
  bool step();
  void runUntil(const WorkPointer &work);
  /// Until the device has nothing to do.
  void runAll(const ContextObject &context);
  /// Lets other threads call, and other processes go on, for a moment.
  void waitForNews();
  /// Whatever the stream gets next comes after the event's work anyway.
  bool isImplied(const StreamObject &stream, const EventObject &event) const;
  /// The host has waited for the work: all later works come after it.
  void hostKnows(const WorkPointer &work);
  /// Runs some works, by chance.
  void chance();
  void report(ContextObject *context, Result code, const std::string &text);
  uint64_t random() { return generator(); }
  double now() const;

  std::mutex mutex;
  Config config;
  std::string configError;
  bool initialised = false;
  Memory memory;
  History history;
  std::vector<std::unique_ptr<ContextObject>> contexts; ///< by device
  Table<Stream, StreamObject> streams;
  Table<Event, EventObject> events;
  Table<Module, ModuleObject> modules;
  std::map<Function, FunctionObject *> functions;
  Table<Graph, GraphObject> graphs;
  Table<GraphExec, GraphExecObject> executables;
  Table<void *, LibraryObject> libraryObjects; ///< cuBLASLt's
  Table<void *, DnnObject> dnnObjects;
  std::map<NcclComm, std::shared_ptr<Communicator>> communicators;
  uint64_t numCommunicators = 0;           ///< that were ever made
  std::string ncclError;                   ///< what NCCL last had to say
  std::map<uint64_t, uint64_t> hostMemory; ///< base to bytes
  PoptFakeCudaCounters counters = {};
  std::map<uint64_t, NcclTraffic> ncclTraffic; ///< by communicator
  std::deque<std::string> reports, skipped; ///< whose texts stay where they are
  Faults faults;
  uint64_t liveObjects() const;
  uint64_t generation = 0; ///< of resets

private:
  /// Once all that has run is known to the host, there is nothing to race with.
  void forgetHistory();
  bool goOn(Lane &lane);

  std::mt19937_64 generator;
  std::vector<Lane *> lanes;
  uint32_t laneIds = 0;
  Clock hostClock;
  uint64_t openMeetings = 0; ///< works that meet others and are not done
  std::condition_variable news;
};

/// The context that is current in this thread, null if none (or of before a
/// reset).
ContextObject *currentContext();
void setCurrentContext(ContextObject *context);
/// The stream of a handle; null is the current context's own.
StreamObject *findStream(Stream stream);
/// Why there is none.
inline Result noStream(Stream stream) {
  return stream ? kInvalidHandle : kInvalidContext;
}
/// The error of a call that cannot be captured, if its stream or event is in a
/// capture, which it spoils.
Result spoil(const std::shared_ptr<Capture> &capture);

} // namespace popt::fake

#endif // POPT_RT_FAKE_DRIVER_MACHINE_H
