//===- Run.cpp - The launcher: a thread or a process for each rank --------===//
//
// Reads flags and files, makes a transport and a device for every rank, runs a
// session on each, and lets the collector write what they sent. Launcher,
// sessions and collector share the job, which no longer changes; all else
// goes through the transport. Ranks as processes: Processes.cpp, and, where
// others start them, Joined.cpp.
//
// A failure of one rank ends all: peers are released by the transport's abort,
// and the message of the first is printed. Tests: RunTest (every flag and exit
// status).
//
//===----------------------------------------------------------------------===//
#include "popt-rt/run.h"
#include "../health/Watchdog.h"
#include "../report/UserMessages.h"
#include "../session/MemoryCheck.h"
#include "../session/Session.h"
#include "../session/StopGate.h"
#include "../system/Faults.h"
#include "Farewell.h"
#include "Joined.h"
#include "LocalRanks.h"
#include "ParseOptions.h"
#include "Processes.h"
#include "SecretFile.h"
#include <algorithm>
#include <cstdio>
#include <new>
#include <optional>
#include <unistd.h>

using namespace popt::rt;

namespace {
enum Status { kDone = 0, kFailed = 1, kUsage = 2 };
/// Of a run that a signal has stopped: with --save, that it is to be run again
/// (EX_TEMPFAIL of sysexits.h); else what shells say of signals.
int statusOf(int signal, bool saves) { return saves ? 75 : 128 + signal; }
} // namespace

/// Says why the run fails, unless another rank does.
static int fail(const Options &options, int status,
                const std::string &message) {
  if (!message.empty())
    reportError(options.program, message);
  return status;
}

/// What --tune measured.
static bool writeTuned(const std::string &path, const std::string &text,
                       std::string &out_error) {
  if (!text.empty())
    return replaceFile(path, text, out_error);
  out_error = "--tune: there is nothing to measure: the program has neither "
              "matrix products nor convolutions of floats, or cuBLASLt and "
              "cuDNN are not there";
  return false;
}

/// Runs a session on each rank; false and the first failure if one failed.
static bool runSessions(const Job &job, Collector &collector, StopGate &gate,
                        std::string &out_error) {
  LocalRanks ranks;
  if (!ranks.open(job.table(), job.options, out_error))
    return false;
  if (!job.options.tune.empty())
    ranks.tune();
  std::vector<RankOutcome> outcomes(ranks.size());
  std::vector<std::thread> threads;
  auto runRank = [&](size_t rank) {
    Session session(job, ranks.device(rank), ranks.transport(rank), gate,
                    rank == 0 ? &collector : nullptr);
    outcomes[rank] = session.run();
  };
  // A thread that does not leave can only be ended with its process.
  Watchdog watchdog(
      job.table(),
      {job.options.program, job.options.watchdog, job.options.dump},
      ranks.segment(), /*speaks=*/true, [&](int32_t, const std::string &text) {
        _exit(fail(job.options, kFailed, text));
      });
  bool started =
      ranks.startThreads(runRank, /*isShared=*/false, threads, outcomes);
  for (std::thread &thread : threads)
    thread.join();
  out_error = firstFailure(outcomes);
  watchdog.finish(out_error, allRanks(job.table()));
  return started && out_error.empty() &&
         (job.options.tune.empty() ||
          writeTuned(job.options.tune, ranks.tuned(), out_error));
}

/// For errors that are found before the rendezvous: the other ranks get them,
/// too.
static int wrong(std::string &error, std::string text) {
  error = std::move(text);
  return kUsage;
}

/// The number of ranks is the program's; flags and launchers may repeat it.
static int checkRanks(const Options &options, const Placement &placement,
                      const StepTable &table, std::string &error) {
  int64_t numRanks = table.numRanks();
  std::string ranks = std::to_string(numRanks);
  if (options.ranks >= 0 && options.ranks != numRanks)
    return wrong(error, "-n is " + std::to_string(options.ranks) +
                            ", but the program is compiled for " + ranks +
                            " ranks");
  bool isStarted = !placement.launcher.empty();
  std::string size = std::to_string(placement.size);
  // One process that a launcher started runs all ranks.
  bool saysRanks = placement.size > (isStarted ? 1 : 0);
  if (saysRanks && placement.size != numRanks)
    return wrong(
        error,
        (isStarted ? placement.launcher + " has started " + size + " processes"
                   : "WORLD_SIZE is " + size) +
            ", but the program is compiled for " + ranks + " ranks");
  if (!placement.canReachRank0(error))
    return kUsage;
  if (placement.isJoined() && options.processes)
    return wrong(error, "--processes: " + placement.launcher +
                            " has started this process as one of " + ranks +
                            " ranks already; leave it out");
  if (options.transport == "tcp" && !placement.isJoined())
    return wrong(error,
                 "--transport tcp is for ranks on several hosts, and these are "
                 "on one: leave it out, or start them by torchrun, mpirun or "
                 "srun");
  if (options.transport == "mpi" && !placement.hasMpi())
    return wrong(error,
                 "--transport mpi: MPI can only be used by processes that "
                 "mpirun or srun has started: mpirun -n " +
                     ranks + " " + options.program +
                     " ..., or srun --mpi=pmix -n " + ranks + " " +
                     options.program + " ...");
  if (options.transport == "nccl" && !table.target.isGpu)
    return wrong(error,
                 "--transport nccl connects GPUs, but the program is compiled "
                 "for CPUs; compile with --target=sm_90, for example");
  bool areProcesses = placement.isJoined() || options.processes;
  if (areProcesses && table.target.isGpu && !options.transport.empty() &&
      options.transport != "nccl")
    return wrong(error,
                 "--transport " + options.transport +
                     ": ranks on GPUs that are processes communicate by NCCL; "
                     "leave it out");
  auto stream = std::find_if(options.batches.begin(), options.batches.end(),
                             BatchStream::isStream);
  if (areProcesses && stream != options.batches.end())
    return wrong(error, "--batches " + *stream +
                            ": a pipe is read by one process, and these ranks "
                            "are processes: start the program once, without "
                            "--processes or a launcher, or give files");
  if (areProcesses && !options.tune.empty())
    return wrong(error,
                 "--tune measures in one process: start the program once, "
                 "without --processes");
  return kDone;
}

/// The checkpoint is of the last step: the run was done, and its files are
/// written again.
static int runNoSteps(const Job &job, const Placement &placement,
                      Collector &collector) {
  if (placement.isJoined() && placement.rank != 0)
    return kDone;
  note(job.options.program,
       "all " + std::to_string(job.numSteps) +
           " steps are done, so nothing is computed; more --steps go "
           "on");
  std::string error;
  if ((placement.isJoined() && !collector.open(error)) ||
      !collector.takeResults(error) || !collector.finish(error))
    return fail(job.options, kFailed, error);
  return kDone;
}

/// Flags that this program has no use for.
static int checkFlags(const Options &options, const StepTable &table,
                      std::string &error) {
  if (!options.tune.empty() && !table.target.isGpu)
    return wrong(
        error, "--tune measures matrix products and convolutions on GPUs, but "
               "the program is compiled for CPUs; compile with "
               "--target=sm_90, for example");
  if (!options.perTask.empty() && table.target.isGpu)
    return wrong(error,
                 "--per-task times tasks by the host's clock, and a GPU is not "
                 "done when the host goes on; leave it out, or compile with "
                 "--target=cpu");
  std::string problem;
  if (options.badNumbers != BadNumbers::None &&
      !canCheckNumbers(table, problem))
    return wrong(error, "--nan: " + problem);
  if (!options.hostMemory.empty() && !usesHostMemory(table))
    return wrong(error,
                 "--host-memory says where host memory lies, but the program "
                 "keeps nothing there; compile it with a plan that says "
                 "\"memory\": \"host\" of its state");
  if (!options.hostMemory.empty() && table.target.isGpu)
    return wrong(error,
                 "--host-memory keeps host memory in files, but a GPU copies "
                 "from and to memory that stays where it is; leave it out, or "
                 "compile with --target=cpu");
  return kDone;
}

/// The secret, where other hosts may come; what is wrong with it is said always.
static int findSecret(const Options &options, const Placement &placement,
                      Secret &out_secret, std::string &error) {
  std::string key, note;
  if (!readSecret(options, key, note, error))
    return kUsage;
  if (key.empty() || !placement.mayCrossHosts())
    return kDone;
  if (placement.rank == 0)
    warn(options.program, note);
  return Secret::make(key, out_secret, error) ? kDone : kFailed;
}

/// Opens --evaluate's program, where it is asked for.
static bool openEvaluation(Job &job, std::string &error) {
  if (job.options.evaluate.empty())
    return true;
  LoadedProgram program;
  if (!loadPackage(job.options.evaluate, program, error))
    return false;
  std::shared_ptr<const Prepared> prepared = prepare(std::move(program), error);
  return prepared && job.openEvaluation(std::move(prepared), error);
}

/// All that a rank can find out alone. Not kDone and a message if it can't run.
static int prepareJob(const Options &options, LoadedProgram program,
                      double compileSeconds, const Placement &placement,
                      std::unique_ptr<Job> &out_job, std::string &error) {
  std::fputs(unknownEnvironment().c_str(), stderr);
  // The table is checked before it is believed, files against the table before
  // anything is started.
  std::shared_ptr<const Prepared> prepared = prepare(std::move(program), error);
  if (!prepared)
    return kFailed;
  const StepTable &table = tableOf(*prepared);
  if (int status = checkRanks(options, placement, table, error))
    return status;
  if (int status = checkFlags(options, table, error))
    return status;
  out_job = std::make_unique<Job>(options, prepared, compileSeconds);
  Job &job = *out_job;
  bool isUsage = false;
  if (!job.findCheckpoint(placement.rank == 0, error, isUsage))
    return isUsage ? kUsage : kFailed;
  bool isInFiles = !job.options.hostMemory.empty();
  auto besideArenas = [&] {
    return job.heldBytes() + (job.evaluation
                                  ? arenaBytes(job.evaluation->table(),
                                               isInFiles, placement.ranksHere())
                                  : 0);
  };
  bool isGood = job.checkOutputs(error) && job.openTensors(error) &&
                openEvaluation(job, error) &&
                checkMemory(job.table(), availableMemory(), error,
                            besideArenas(), isInFiles, placement.ranksHere()) &&
                job.makeTensors(/*unpacks=*/!placement.isJoined(), error);
  return isGood ? kDone : kFailed;
}

static int runJob(Job &job, const Placement &placement, const Secret &secret) {
  std::string error;
  Collector collector(job);
  if (!placement.isJoined() && !collector.open(error))
    return fail(job.options, kFailed, error);
  if (job.isDone())
    return runNoSteps(job, placement, collector);
  StopGate gate(job.table().numRanks());
  // By a signal, or because a loader has ended; one signal may end both.
  auto stoppedAfter = [&] {
    int64_t steps = gate.stoppedAfter();
    return steps < 0 && job.stream ? job.stream->missing() : steps;
  };
  auto isStopped = [&] {
    int64_t steps = stoppedAfter();
    return steps >= 0 && steps < job.numSteps;
  };
  auto finish = [&](std::string &message) {
    if (isStopped())
      collector.stop(stoppedAfter());
    return collector.finish(message);
  };
  bool ran, isOneProcess = !placement.isJoined() && !job.options.processes;
  {
    // A measurement that is cut short is worth nothing: it ends at once.
    std::optional<InterruptHandler> handler;
    if (job.options.bench == 0)
      handler.emplace(gate, /*speaks=*/placement.rank == 0,
                      /*saves=*/!job.options.save.empty());
    if (isOneProcess) {
      ran = runSessions(job, collector, gate, error);
      collector.endProgress();
    } else {
      ran = placement.isJoined()
                ? runJoined(job, placement, secret, collector, gate, finish,
                            error)
                : runProcesses(job, collector, gate, finish, error);
    }
  }
  if (!ran || (isOneProcess && !finish(error)))
    return fail(job.options, kFailed, error);
  if (!isStopped())
    return kDone;
  return gate.signal() ? statusOf(gate.signal(), !job.options.save.empty())
                       : fail(job.options, kFailed, job.stream->problem());
}

/// Until the rendezvous. Not kDone and a message if this one can't take part.
static int prepareRun(const Options &options, bool isParsed,
                      LoadedProgram program, double compileSeconds,
                      Placement &out_placement, Secret &out_secret,
                      std::unique_ptr<Job> &out_job, std::string &error) {
  std::string unread;
  bool isPlaced = findPlacement(environmentOfProcess, out_placement,
                                isParsed ? error : unread);
  if (!isParsed || !isPlaced || !sys::readFaults(error))
    return kUsage;
  if (out_placement.isJoined())
    sys::processActsAs(out_placement.rank);
  if (int status = findSecret(options, out_placement, out_secret, error))
    return status;
  return prepareJob(options, std::move(program), compileSeconds, out_placement,
                    out_job, error);
}

int popt::rt::runMain(int argc, const char *const *argv, LoadedProgram program,
                      double compileSeconds) {
  Options options;
  std::string error;
  bool isParsed = parseOptions(argc, argv, options, error);
  if (isParsed && options.help) {
    std::printf("usage: %s [flags]\n%s", options.program.c_str(), runHelp());
    return kDone;
  }
  if (isParsed && options.helpEnv) {
    std::fputs(environmentHelp(), stdout);
    return kDone;
  }
  Placement placement;
  Secret secret;
  std::unique_ptr<Job> job;
  // Without a program compileOnce() has left the saying of why to this.
  bool isCompiling = program.table.programs.empty();
  bool hasBegun = false;
  int status = kFailed;
  try {
    status = prepareRun(options, isParsed, std::move(program), compileSeconds,
                        placement, secret, job, error);
    hasBegun = status == kDone;
    if (hasBegun)
      return runJob(*job, placement, secret);
  } catch (const std::bad_alloc &) {
    status = kFailed;
    error = "out of memory";
  }
  reportError(options.program, error);
  if (!hasBegun)
    leaveJob(placement, options, error, isCompiling);
  return status;
}
