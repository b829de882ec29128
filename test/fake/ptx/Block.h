//===- Block.h - One block of threads, executed ---------------------------===//
//
// All threads that stand at the lowest pc execute together until they branch,
// so threads that diverged meet again where their paths join. A barrier or a
// shuffle parks threads until those that it needs have come. Threads of a block
// are never interleaved otherwise: races are found by shadow memory, not by
// luck.
//
// Addresses: global memory is host memory. Shared and local memory are offsets,
// and generic addresses of them lie in two windows that no host pointer is in.
//
// Tests: test/fake/test/{Interpreter,Divergence}Test.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_PTX_BLOCK_H
#define POPT_RT_FAKE_PTX_BLOCK_H

#include "Program.h"

namespace popt::fake {

constexpr uint64_t kSharedWindow = uint64_t(1) << 60;
constexpr uint64_t kLocalWindow = uint64_t(2) << 60;
constexpr uint64_t kWindowMask = uint64_t(15) << 60;
constexpr uint32_t kWarpSize = 32;

/// The driver's codes that findings have.
constexpr int32_t kIllegalAccess = 700, kMisaligned = 716, kFailedLaunch = 719;

/// An access of many threads to global or shared memory.
struct Access {
  const uint64_t *addresses; ///< by thread
  Active active;
  uint64_t low, high; ///< the bytes of all threads lie in [low, high)
  uint32_t bytes;     ///< of one thread
  bool isWrite, isAtomic;
  /// Thread t's address is low + (t - first) * bytes.
  bool isDense;
  uint32_t pc;
};

/// What the memory says about an access. `thread` did it.
struct Finding {
  int32_t code; ///< a Result of the driver
  uint32_t thread;
  std::string what;
};

/// Checks accesses; implemented by the device's memory (memory/Checker.h).
class AccessChecker {
public:
  virtual ~AccessChecker() = default;
  /// False, with the finding, if the access is not allowed.
  virtual bool global(const Access &access, Finding &out_finding) = 0;
  /// Within the block's shared memory, which `access` does not leave.
  virtual bool shared(const Access &access, Finding &out_finding) = 0;
  /// The block has begun (with `bytes` of shared memory), or all its threads
  /// have passed a barrier.
  virtual void beginBlock(uint32_t block, uint32_t sharedBytes) = 0;
  virtual void passBarrier() = 0;
};

struct LaunchShape {
  uint32_t grid[3], block[3];
  uint32_t dynamicShared;
  uint32_t threads() const { return block[0] * block[1] * block[2]; }
};

class Block {
public:
  /// `parameters` are the bytes of the launch, laid out as the kernel says.
  Block(const Kernel &kernel, const LaunchShape &shape,
        const std::vector<uint8_t> &parameters, AccessChecker &checker,
        uint64_t instructionLimit);

  /// Executes block number `index` of the grid. False after a report.
  bool run(uint32_t index);

  /// The kernel, block, thread and line of the first finding, in one sentence.
  const std::string &report() const { return reportText; }
  int32_t reportCode() const { return code; }
  uint64_t instructions() const { return executed; }

  // For the functions of instructions. --------------------------------------

  template <class T> T *reg(uint32_t number) {
    return reinterpret_cast<T *>(file.get() + size_t(number) * capacity);
  }
  /// Checks the access of all active threads at column r[`addressAt`] plus the
  /// immediate. Then `where()[t]` is the host's address of thread t's bytes.
  /// False if the block has stopped.
  bool resolve(const Instruction &i, const Active &active, uint32_t addressAt,
               bool isWrite);
  const uint64_t *where() const { return addresses.data(); }
  /// The bytes of all threads lie side by side, in order of threads.
  bool isDense() const { return dense; }
  void fail(const Instruction &i, uint32_t thread, int32_t result,
            const std::string &what);
  bool stopped() const { return !reportText.empty(); }

private:
  /// Threads that stand at `pc`: [begin, end), or `list`.
  struct Group {
    uint32_t pc = 0;
    uint32_t begin = 0, end = 0;
    std::vector<uint16_t> list;
    bool isList() const { return !list.empty(); }
    uint32_t size() const {
      return isList() ? uint32_t(list.size()) : end - begin;
    }
    Active active() const;
    void set(std::vector<uint16_t> &&threads);
    void merge(const Group &other);
  };
  struct Waiting {
    uint32_t id;
    Group group;
  };

  void fill();
  void fillSpecial(const SpecialLoad &load);
  void execute(Group &&group);
  void push(Group &&group);
  /// The active threads for which the guard holds, in `guarded`.
  Active filter(const Instruction &i, const Active &active);
  bool branch(Group &group, const Instruction &i);
  void branchTable(const Group &group, const Instruction &i);
  void exit(Group &group, const Instruction &i);
  void barrier(Group &&group, const Instruction &i);
  void reduceAtBarrier(uint32_t id);
  bool warpSync(Group &group, const Instruction &i);
  void reportStuck();
  bool resolveWindow(const Instruction &i, const Active &active, Space space,
                     bool isWrite);

  const Kernel &kernel;
  LaunchShape shape;
  const std::vector<uint8_t> &parameters;
  AccessChecker &checker;
  uint64_t limit, executed = 0;
  uint32_t threads, capacity;
  uint32_t sharedBytes;
  uint32_t blockIndex = 0;
  struct Free {
    void operator()(uint8_t *memory) const;
  };
  std::unique_ptr<uint8_t, Free> file;
  std::vector<uint64_t> shared; ///< words, for their alignment
  std::vector<uint64_t> local;
  std::vector<uint8_t> localWritten;
  std::vector<uint64_t> addresses;
  bool dense = false;
  std::vector<uint16_t> guarded;

  std::vector<Group> groups; ///< descending pc: the last runs
  std::vector<Waiting> atBarrier;
  std::vector<Group> parked;        ///< at a warp's instruction
  std::vector<uint32_t> lanesAlive; ///< by warp, a bit for each lane
  uint32_t alive = 0;

  std::string reportText;
  int32_t code = 0;
};

} // namespace popt::fake

#endif // POPT_RT_FAKE_PTX_BLOCK_H
