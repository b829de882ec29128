//===- Job.h - What all ranks of a run agree on ---------------------------===//
//
// The flags, the program, and where the user's tensors lie: made by the launcher
// of a process before its ranks start, and only read from then on. Processes
// that run ranks of one job each have their own, equal to the others'.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_SESSION_JOB_H
#define POPT_RT_LIB_SESSION_JOB_H

#include "../checkpoint/FolderLock.h"
#include "../checkpoint/Load.h"
#include "../checkpoint/Save.h"
#include "../data/BatchStream.h"
#include "../data/Windows.h"
#include "Options.h"
#include "StateFacts.h"
#include "popt-rt/data.h"
#include "popt-rt/exec.h"

namespace popt::rt {

/// A run of several steps of one program.
class Job {
public:
  Job(Options options, std::shared_ptr<const Prepared> prepared,
      double compileSeconds);

  /// Takes the folder of --save for this run, and finds the checkpoint that
  /// --resume goes on with, before the tensors are read; `isFirst` of several
  /// processes takes it and prints messages. False and a message if it can't;
  /// `out_isUsage` if flags are wrong.
  [[nodiscard]] bool findCheckpoint(bool isFirst, std::string &out_error,
                                    bool &out_isUsage);
  /// Opens inputs and batches and checks them against the table; ranks read
  /// what they need of them later.
  [[nodiscard]] bool openTensors(std::string &out_error);
  /// Bytes beside the ranks' arenas: whole tensors that are random or have to be
  /// unpacked, and the copies that a save makes.
  double heldBytes() const;
  /// Makes the random ones, and unpacks what is compressed if `unpacks`; else
  /// the ranks do it (Unpack.h).
  [[nodiscard]] bool makeTensors(bool unpacks, std::string &out_error);
  /// False if an output file can't be written: a typing error in a path must
  /// not cost a run.
  [[nodiscard]] bool checkOutputs(std::string &out_error) const;

  const StepTable &table() const { return tableOf(*prepared); }
  /// Takes --evaluate's program, and opens its batches. False and a message if it
  /// can't look at this one's arguments.
  [[nodiscard]] bool openEvaluation(std::shared_ptr<const Prepared> program,
                                    std::string &out_error);
  bool isResumed() const { return checkpoint.has_value(); }
  /// The checkpoint is of the last step.
  bool isDone() const { return isResumed() && firstStep == numSteps; }
  bool isRandom(size_t index) const {
    return beginnings[index] && beginnings[index]->isRandom;
  }
  bool wantsResults() const {
    return !options.outputs.empty() || !options.expect.empty();
  }
  /// Also for the checkpoint of the last step, which has what is no state.
  bool wantsResult(size_t index) const {
    return wantsResults() ||
           (!options.save.empty() && table().results[index].stateArgument < 0);
  }
  bool wantsMetrics() const {
    return !metricResults.empty() && options.bench == 0 &&
           (!options.metrics.empty() || !options.log.empty() || numSteps > 1);
  }

  /// What an argument of a batch in files is read from, in a step.
  Source batchOf(size_t index, int64_t step) const {
    return windows ? windows->at(*batches[index], batchesBefore(step))
                   : sliceOf(*batches[index], step % numBatches);
  }
  /// What `sources` have of an argument, by its name or "arg3"; null: nothing.
  const Source *findSource(const Sources &sources, size_t index) const;
  /// What the steps before this one took: batches, or windows of --data.
  int64_t batchesBefore(int64_t step) const {
    return windows      ? takenBefore + (step - firstStep) * windows->perBatch()
           : numBatches ? step
                        : takenBefore;
  }

  const Options options;
  const std::shared_ptr<const Prepared> prepared;
  const double compileSeconds;
  const StateFacts state;
  bool poison = false;

  int64_t numSteps = 1, numBatches = 0;
  int64_t firstStep = 0; ///< that this run begins with
  SavePlan savePlan;     ///< empty without --save
  FolderLock saveLock;   ///< held by the process of rank 0
  std::optional<CheckpointIndex> checkpoint;
  std::vector<const SavedTensor *> saved; ///< by argument; null: not from there
  Sources inputFiles, batchFiles;
  std::vector<std::optional<Source>> inputs; ///< by argument
  /// By argument, with the leading axis.
  std::vector<std::optional<Source>> batches;
  std::unique_ptr<BatchStream> stream; ///< that batches come from; or null
  std::optional<TokenWindows> windows; ///< of --data, which batches are made of
  std::optional<WindowNumbers> windowNumbers; ///< of --data, to be saved
  /// By argument: what --init makes it.
  std::vector<std::optional<Beginning>> beginnings;
  std::vector<Tensor> random;        ///< by argument; empty if it is not random
  std::vector<size_t> metricResults; ///< scalar results that are no state
  std::unique_ptr<Job> evaluation;   ///< of --evaluate's program; may be null
  Views views;                       ///< of that program; empty otherwise

private:
  /// Windows of --data that runs before took; batches, if this run takes none.
  int64_t takenBefore = 0;
  bool speaks = true; ///< of several processes one says what all find

  std::string describe(size_t index) const; ///< an argument
  std::vector<std::string> keysOfArguments() const;
  bool findArgument(const std::string &key,
                    std::map<size_t, std::string> &taken, size_t &out_index,
                    std::string &error) const;
  void warnOfUnread(const Sources &sources) const;
  bool openInputs(std::string &error);
  bool nameInputs(std::string &error);
  bool openBatches(std::string &error);
  bool openWindows(std::string &error);
  bool openStream(std::string &error);
  bool acceptBatch(const std::string &name, const Sources &batch,
                   std::string &error) const;
  bool findPlace(std::string &error);
  bool findSteps(std::string &error);
  bool checkSteps(std::string &error) const;
  bool checkFirstStep(std::string &error) const;
  bool findViews(const Job &owner, std::string &error);
  bool accept(const std::string &path, size_t index, const Source &source,
              bool batch, std::string &error) const;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_JOB_H
