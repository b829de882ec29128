//===- Callable.h - A program whose ranks wait for calls --------*- C++ -*-===//
//
// The other way to run a program besides the run driver: no files, no flags,
// and no collector. A thread for each rank sleeps between calls. A call puts a
// request in the middle and wakes all; each rank splits the caller's tensors
// itself, runs a step, and writes its own blocks of the results into the
// caller's memory, so that nothing is sent or copied twice.
//
//   caller   request ──▶ wake ........................ all done ──▶ return
//   rank 0               split, step, write blocks ───▶
//   rank 1               split, step, write blocks ─────▶
//
// The ranks are threads of this process, or, among processes, this one has one of
// them. Then a call begins with a collective of all that has its name (Peers.h); a
// rank gives its own blocks, and what is whole everywhere or small.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_LAUNCH_CALLABLE_H
#define POPT_RT_LIB_LAUNCH_CALLABLE_H

#include "../checkpoint/FolderLock.h"
#include "../checkpoint/Load.h"
#include "../session/CheckpointWriter.h"
#include "../session/NumberCheck.h"
#include "../session/World.h"
#include "../transport/Wait.h"
#include "LocalRanks.h"
#include "Peers.h"
#include "popt-rt/device_cuda.h"
#include "popt-rt/exec.h"
#include "popt-rt/program.h"
#include <functional>
#include <unistd.h>

namespace popt::rt {

class Callable {
public:
  struct Start {
    double timeoutSeconds = 0;
    std::string name;             ///< in messages
    std::shared_ptr<Peers> peers; ///< null: all ranks are here
    /// The first whose state is the same shares it; the ranks then are that one's, with a
    /// thread for each program.
    std::vector<Callable *> beside;
    BadNumbers badNumbers = BadNumbers::None; ///< looked for after each call
    std::vector<int32_t> gpus;                ///< by rank; empty: as there are
  };
  /// Starts the ranks, or among peers this process's one. Null and a message if
  /// memory, a GPU or a thread is missing, or the peers' programs are other ones.
  /// `keepGoing` is asked while it lasts.
  static std::unique_ptr<Callable>
  create(std::shared_ptr<const Prepared> prepared, const Start &start,
         const std::function<bool()> &keepGoing, std::string &out_error);
  /// In place of create(): this process can't, so the peers, which all begin a program
  /// of this name, get the problem.
  static void refuse(Peers &peers, const std::string &name,
                     const std::string &problem,
                     const std::function<bool()> &keepGoing);
  ~Callable();

  /// State to save in a folder: what rank 0 wants it to have beside it.
  struct Save {
    std::string dir;
    CheckpointToWrite what;
    std::string problem; ///< why this process can't
  };
  /// A checkpoint to load, null if this process has none, or why it has none.
  struct Load {
    const CheckpointIndex *checkpoint = nullptr;
    std::string problem;
    std::vector<const SavedTensor *> saved; ///< by argument
  };
  /// What ranks are to do: first take arguments, then step, then give results. Or
  /// make a whole result of its blocks, or something with files.
  struct Request {
    std::vector<popt_rt_value> arguments, results;
    bool steps = true;
    struct Gather {
      int32_t result = -1; ///< -1: none
      int64_t call = 0;    ///< whose result it is
      const void *block = nullptr;
      void *whole = nullptr;
    } gather;
    const Save *save = nullptr;
    const Load *load = nullptr;
    bool endsSaves = false;

    bool hasFiles() const { return save || load || endsSaves; }
  };
  /// Runs a request that is in order. `keepGoing` is asked while it lasts.
  popt_rt_status call(const Request &request,
                      const std::function<bool()> &keepGoing,
                      std::string &out_error);

  /// Checkpoints: as popt-rt/checkpoint.h has it.
  popt_rt_status save(Save save, const std::function<bool()> &keepGoing,
                      std::string &out_error);
  popt_rt_status endSaves(const std::function<bool()> &keepGoing,
                          std::string &out_error);
  popt_rt_status load(const CheckpointIndex *checkpoint, std::string problem,
                      const std::function<bool()> &keepGoing,
                      std::string &out_error);
  /// Of the last save that ended, known where rank 0 is.
  struct Saved {
    int64_t step = -1;
    std::string failure;
  };
  const Saved &lastSave() const { return lastSaved; }

  /// Whether this process is a fork of the one that has the ranks' threads.
  bool isForked() const { return getpid() != process; }
  /// Whether the run has failed while a rank of this process computes on.
  bool isStuck() const { return place == Place::GivenUp; }
  const StepTable &table() const { return tableOf(*prepared); }
  /// The bad numbers that the last call's results have, and who made them; empty if
  /// none were found.
  const std::string &finding() const { return found; }
  int64_t memoryBytes(int32_t rank) const { return memory[rank]; }
  /// The number of the GPU that a rank is on; -1: it is on none here.
  int32_t gpuOf(int32_t rank) const {
    return peers ? -1 : popt_rt_cuda_number(machines.device(rank));
  }
  /// Whether this process has a whole result at hand after a call.
  bool hasWhole(size_t result) const { return !peers || isWhole[result]; }
  /// Whether all of the state has values.
  bool hasState() const;
  /// The number of the program among those of create() whose state it shares; -1: none.
  int32_t sharesWith() const { return besideNumber; }

private:
  struct Rank {
    std::shared_ptr<World> world;
    std::unique_ptr<Executor> executor;
    std::unique_ptr<CheckpointWriter> writer; ///< while it may save; uses both
  };
  /// What programs that share their state have in common.
  struct Common {
    LocalRanks machines;
    CallTurns turns;
    std::vector<bool> hasState; ///< by number of the state: it has a value
    std::atomic<Callable *> saving{nullptr}; ///< as of peers
    std::string failure; ///< why none can be called any more
  };

  Callable(std::shared_ptr<const Prepared> prepared, const Start &start,
           Callable *beside)
      : prepared(std::move(prepared)), name(start.name), peers(start.peers),
        badNumbers(start.badNumbers), gpus(start.gpus),
        common(beside ? beside->common : std::make_shared<Common>()),
        machines(common->machines), memory(table().numRanks()),
        timeout(start.timeoutSeconds), opening(beside) {}
  static Callable *findBeside(const StepTable &table, const Peers *peers,
                              const std::vector<Callable *> &beside,
                              int32_t &out_number, std::string &error);
  bool openRanks(std::string &error);
  bool start(const std::function<bool()> &keepGoing, std::string &error);
  /// Runs `body` when no other call of this program, or of the peers', goes on.
  template <typename Body>
  popt_rt_status inTurn(Body body, std::string &out_error);
  popt_rt_status callAlone(const Request &request,
                           const std::function<bool()> &keepGoing,
                           std::string &out_error);
  void runRank(size_t rank);
  bool open(size_t rank, std::string &error);
  bool meetPeers(Rank &rank, const std::string &problem, std::string &error);
  bool serve(size_t rank, std::string &error);
  bool take(Rank &rank, const popt_rt_value &value, std::string &error);
  bool step(size_t rank, std::string &error);
  bool give(Rank &rank, const popt_rt_value &value, std::string &error);
  bool takeFromGpu(Rank &rank, const popt_rt_value &value, std::string &error);
  bool giveToGpu(Rank &rank, const popt_rt_value &value, std::string &error);
  bool giveBlocks(Rank &rank, int32_t result, uint8_t *at, std::string &error);
  bool gather(Rank &rank, const Request::Gather &wanted, std::string &error);
  popt_rt_status saveAlone(Save &save, const std::function<bool()> &keepGoing,
                           std::string &out_error);
  popt_rt_status endSavesAlone(const std::function<bool()> &keepGoing,
                               std::string &out_error);
  popt_rt_status loadAlone(const Load &load,
                           const std::function<bool()> &keepGoing,
                           std::string &out_error);
  bool serveFiles(size_t rank, std::string &error);
  bool save(size_t rank, const Save &wanted, std::string &error);
  bool endSaves(size_t rank, std::string &error);
  void leaveSave(size_t rank);
  bool load(size_t rank, const Load &wanted, std::string &error);
  bool agree(size_t rank, const std::string &mine, const std::string &kind,
             bool &out_fits, std::string &error);
  bool hasRankZero() const { return !peers || peers->rank() == 0; }
  bool isCollective(const Request &wanted) const;
  std::string describe(const Request &wanted) const;
  std::string whyFailed();
  int64_t idOf(const std::string &what) const;
  bool accept(const Request &wanted, std::string &error) const;
  bool acceptFiles(const Request &wanted, std::string &error) const;
  bool hasValueOf(size_t argument) const;
  void setHasValue(size_t argument, bool isThere);
  bool acceptBlock(int32_t argument, std::string &error) const;
  bool giveUp();
  void wakeRanks();
  void waitForRanks(const std::function<bool()> &keepGoing);

  const std::shared_ptr<const Prepared> prepared;
  const std::string name;
  const std::shared_ptr<Peers> peers; ///< null: all ranks are here
  const BadNumbers badNumbers;
  const std::vector<int32_t> gpus; ///< by rank
  int32_t besideNumber = -1;
  const std::shared_ptr<Common> common;
  LocalRanks &machines;
  std::vector<Rank> ranks;
  std::vector<std::thread> threads;
  std::vector<RankOutcome> outcomes; ///< of the last request, by rank
  std::vector<int64_t> memory;       ///< bytes, by rank of the program
  std::vector<bool> isWhole;         ///< by result: every rank holds it whole
  CallTurns &turns() { return peers ? peers->turns : common->turns; }
  std::atomic<Callable *> &saving() const {
    return peers ? peers->saving : common->saving;
  }
  const pid_t process = getpid();
  WaitPolicy policy;
  const double timeout; ///< seconds

  /// Changed by the caller while no rank works, read by ranks while they do.
  const Request *request = nullptr;
  bool ends = false;
  std::string refusal; ///< why it can't start, which all peers found
  std::string found;   ///< in the last call, by the first rank here
  /// The same by rank, of a program beside another, which goes on.
  std::vector<std::string> problems;
  std::string verdict; ///< the same, as the watchdog says before isOver
  std::atomic<bool> isOver{false};
  /// Where this process's rank is, among peers. In a step it uses nothing of the
  /// caller's, so that the caller can leave it there.
  enum class Place { Outside, InStep, GivenUp };
  std::atomic<Place> place{Place::Outside};
  int64_t number = 0; ///< of this program among those of the peers
  int64_t numCalls = 0;
  std::vector<int32_t> stateNumber; ///< by argument; -1: it is no state
  std::vector<bool> hasValue;       ///< by argument, if it is no state
  Callable *opening; ///< while ranks start: whose state they share
  bool hasStepped = false;
  bool hasLoaded = false;                 ///< a state, since the last step
  SavePlan savePlan;                      ///< of a program that has saved
  std::string folder;                     ///< in which it saves; empty: in none
  std::unique_ptr<FolderLock> folderLock; ///< where rank 0 is
  Saved lastSaved;
  /// What is wrong with a request of files, which all ranks found: the program can be
  /// called nevertheless. Written by this process's first rank.
  std::string problem;
  bool isStateLost = false; ///< a part of it was loaded
  /// How many requests there have been; how many ranks are busy with the last.
  std::atomic<uint32_t> requests{0}, busy{0};
  std::atomic<uint32_t> sleepingRanks{0}, sleepingCallers{0};
};

template <typename Body>
popt_rt_status Callable::inTurn(Body body, std::string &out_error) {
  if (isForked()) {
    out_error = "the ranks are threads of the process that started them, which "
                "a fork of it lacks: start the program again here";
    return POPT_RT_INVALID_ARGUMENT;
  }
  if (!turns().mayCall(out_error))
    return POPT_RT_INVALID_ARGUMENT;
  CallTurns::Turn turn(turns());
  return body();
}

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_CALLABLE_H
