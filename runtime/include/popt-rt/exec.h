//===- exec.h - Runs a step table on one rank -----------------------------===//
//
// A LoadedProgram is a table plus a way to find its kernels: the JIT looks them
// up in memory, the executable in the shared object that it carries. prepare()
// checks the table and resolves symbols, once for all ranks of this process.
// One Executor per rank then owns that rank's memory on its device: everything
// is allocated before the first step. Work on the device goes through device.h
// and communication between ranks through transport.h, and through nothing
// else.
//
// Errors, here and in all C++ of the runtime: a function that can fail returns
// false or null and puts one line into `out_error`; the C API returns a status
// and keeps the line (popt_rt_last_error). Nothing throws.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_EXEC_H
#define POPT_RT_EXEC_H

#include "popt-rt/device.h"
#include "popt-rt/gpu_code.h"
#include "popt-rt/step_table.h"
#include "popt-rt/transport.h"
#include <functional>
#include <memory>

namespace popt::rt {

/// The ABI of kernels (see KernelOp).
using Kernel = void (*)(void *const *operands, const int64_t *scalars);

/// A program whose kernels can be found.
struct LoadedProgram {
  StepTable table;
  /// The address of a kernel for the CPU, or null.
  std::function<void *(const std::string &name)> symbol;
  std::vector<GpuImage> images; ///< code for GPUs
};

/// State that the ranks of one process share. Immutable after prepare().
class Prepared;
/// Null and a message if the table is not sound or a symbol is missing.
std::shared_ptr<const Prepared> prepare(LoadedProgram program,
                                        std::string &out_error);
const StepTable &tableOf(const Prepared &prepared);

/// Whether two programs can have their state in common.
bool canShareState(const StepTable &one, const StepTable &other);
/// Bytes of it on a rank.
int64_t stateBytes(const StepTable &table, int32_t rank);

/// One executed command, for traces.
struct TraceEvent {
  int32_t command = 0; ///< program counter
  int32_t stream = 0;
  int32_t microbatch = 0;
  int32_t body = -1;         ///< what a schedule called; -1: the command itself
  double begin = 0, end = 0; ///< seconds of the steady clock
};

/// The communication of one rank in one step. Bytes are those that the busiest
/// member of a group sends, by the formulas that the compiler predicts with
/// (popt/Layout/WireBytes.h); of permutes and sends, those that this rank
/// sends.
struct CommCount {
  int64_t count = 0;
  double wireBytes = 0;
};

/// What one call of a collective moves for a member.
struct CommVolume {
  /// Of the whole vector, as nccl-tests counts a call's size: of a permute what
  /// the member sends to a target, or receives.
  double bytes = 0;
  double wireBytes = 0; ///< as in CommCount
  /// `bytes` times nccl-tests' factor of the kind: divided by the seconds of the
  /// call, the bus bandwidth.
  double busBytes = 0;
};

/// A collective that was carried out: its command, or the first of its bucket.
struct TimedCall {
  int32_t command = 0;
  int32_t step = 0; ///< 1 for the first that this executor runs
  /// From when the rank came to the command until its part was done, by the
  /// device's clock: the wait for members that come later, and the packing of
  /// blocks that are not dense, included.
  double seconds = 0;
};

/// What a program takes of another one's arguments, which it looks at between steps: by
/// its argument, the number of the other's; -1: it has its own.
using Views = std::vector<int32_t>;
/// Whether it can read them where they lie: on all ranks they begin the arenas, in the
/// same places, and it passes no other value on.
bool canReadInPlace(const StepTable &owner, const StepTable &reader,
                    const Views &views);
/// The transport is told of its commands with numbers from this on, by which reports
/// tell them from the other's.
constexpr int64_t kFirstOfReader = int64_t(1) << 24;

/// What made the first NaN of a step on a rank, or the first infinity if those are
/// looked for.
struct MadeNumber {
  int64_t when = 0; ///< nanoseconds of the system's clock
  std::string text; ///< the command, and what it read; empty: none
};

/// Runs one rank's step table, step by step.
class Executor {
public:
  /// Allocates this rank's memory on `device`. `transport` may be null if the
  /// program of this rank communicates nothing; both must outlive the executor.
  /// Call it, and everything below, from the thread that runs the rank.
  static std::unique_ptr<Executor>
  create(std::shared_ptr<const Prepared> prepared, int32_t rank,
         popt_rt_device *device, popt_rt_transport *transport,
         std::string &out_error);
  /// The same, with the state of another program in common, so that a step of one
  /// goes on from the last step of the other: their state is the same tensors in the
  /// same places (canShareState), and so are device and transport. Steps take turns.
  static std::unique_ptr<Executor>
  createBeside(const Executor &other, std::shared_ptr<const Prepared> prepared,
               int32_t rank, popt_rt_device *device,
               popt_rt_transport *transport, std::string &out_error);
  /// The same, of a program that looks at the other's arguments where they lie, if it
  /// can (canReadInPlace); else the caller copies them before each step.
  static std::unique_ptr<Executor>
  createReader(const Executor &owner, std::shared_ptr<const Prepared> prepared,
               int32_t rank, popt_rt_device *device,
               popt_rt_transport *transport, const Views &views,
               std::string &out_error);
  virtual ~Executor() = default;

  /// Where the host writes this rank's block, dense in the local shape; null if
  /// the rank holds none. Writes take effect at upload(); on a device whose
  /// memory the host addresses it is in place at once.
  virtual void *argument(size_t index) = 0;
  [[nodiscard]] virtual bool upload(size_t index, std::string &out_error) = 0;
  /// Where the host writes the block for the next step while one runs; that step
  /// takes it when it begins. Null where upload() is the way: on a device whose
  /// memory the host addresses, or if there is no memory for it.
  virtual void *argumentAhead(size_t index) = 0;

  /// Where the host reads this rank's block, until the next step; null and a
  /// message if the device failed. Only of results that the rank holds. State is
  /// what its argument has: before the first step, what the host wrote there.
  virtual const void *result(size_t index, std::string &out_error) = 0;
  /// Whether this rank has a block of the result.
  virtual bool holdsResult(size_t index) const = 0;

  /// Where the blocks lie in the device's memory, between steps, for those that copy
  /// them there; of an argument null if the rank holds none.
  virtual void *argumentOnDevice(size_t index) = 0;
  virtual void *resultOnDevice(size_t index) = 0;

  /// Steps are counted after so many that were done before, in messages.
  virtual void goOnAfter(int64_t steps) = 0;
  /// Runs one step, then moves state results to their arguments; all is done
  /// when it returns. `meanwhile` is called when everything is put into streams
  /// that run beside the host, where it can fill arguments of the next step.
  /// False and a message (with the command's location) if the device or
  /// communication failed.
  using Meanwhile = std::function<void()>;
  [[nodiscard]] virtual bool step(std::string &out_error,
                                  const Meanwhile &meanwhile = nullptr) = 0;

  /// Bytes of device memory but the shared constants: the planned peak.
  virtual int64_t arenaBytes() const = 0;
  /// Bytes of host memory that the program keeps something in.
  virtual int64_t hostBytes() const = 0;
  /// Scratch of libraries and of packing for collectives: one block.
  virtual int64_t workspaceBytes() const = 0;
  /// The communication of the last step, by kind ("all_reduce", ...).
  virtual const std::map<std::string, CommCount> &communication() const = 0;

  /// Seconds of the last step that this rank waited for ranks that run other
  /// programs: the bubble of a pipeline. On a device with streams only where
  /// calls are timed, after readTimes().
  virtual double waitedSeconds() const = 0;
  /// Seconds of the last step in collectives and waits for transfers, its own
  /// work in them included.
  virtual double communicatedSeconds() const = 0;

  /// From now on, record every command; the ring keeps the last `capacity`.
  virtual void startTrace(size_t capacity) = 0;
  virtual std::vector<TraceEvent> trace() const = 0; ///< oldest first

  /// From now on, time every collective; the last `capacity` calls are kept.
  /// From the step firstTimedStep() on those are all.
  virtual void startTiming(size_t capacity) = 0;
  /// Takes the times of the last step. After each step, since the next one uses
  /// the device's marks again. False and a message if the device failed.
  [[nodiscard]] virtual bool readTimes(std::string &out_error) = 0;
  virtual std::vector<TimedCall> timedCalls() const = 0; ///< oldest first
  virtual int32_t firstTimedStep() const = 0;
  /// From now on, look at what commands read and write. On a device whose memory the
  /// host addresses.
  virtual void watchNumbers(bool infinities) = 0;
  /// Of the last step. What commands leave in padding counts, too.
  virtual const MadeNumber &firstMade() const = 0;
  /// By command: the collectives that this rank takes part in.
  virtual std::map<int32_t, CommVolume> volumes() const = 0;
};

} // namespace popt::rt
#endif // POPT_RT_EXEC_H
