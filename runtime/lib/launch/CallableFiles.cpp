//===- CallableFiles.cpp - Checkpoints of programs that are called --------===//
//
// What is wrong with files ends no program: ranks tell each other, and all of them
// leave the call alike. Tests: CallableTest, python/tests/test_checkpoints.py.
//
//===----------------------------------------------------------------------===//
#include "../report/UserMessages.h"
#include "../session/LoadState.h"
#include "Callable.h"

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// The caller's side
//===----------------------------------------------------------------------===//

bool Callable::acceptFiles(const Request &wanted, std::string &error) const {
  if (stateOf(table()).empty()) {
    error = "no argument of " + name +
            " is state, so there is nothing to save or to restore";
    return false;
  }
  if (wanted.save && !hasState()) {
    error = name + " has no state to save before its first call";
    return false;
  }
  // Their messages would meet.
  const Callable *other = saving();
  if (wanted.save && other && other != this) {
    error = peers ? "another program of these processes saves still: finish "
                    "that first"
                  : "another program with this state saves still: finish that "
                    "first";
    return false;
  }
  // No other process waits to hear of it.
  if (!peers && wanted.save)
    error = wanted.save->problem;
  if (!peers && wanted.load)
    error = wanted.load->problem;
  return error.empty();
}

popt_rt_status Callable::save(Save save, const std::function<bool()> &keepGoing,
                              std::string &out_error) {
  return inTurn([&] { return saveAlone(save, keepGoing, out_error); },
                out_error);
}

popt_rt_status Callable::saveAlone(Save &save,
                                   const std::function<bool()> &keepGoing,
                                   std::string &out_error) {
  if (!folder.empty() && folder != save.dir)
    if (popt_rt_status status = endSavesAlone(keepGoing, out_error))
      return status;
  if (savePlan.empty())
    savePlan = planSave(table());
  bool begins = folder.empty();
  if (peers && peers->isSaveLeft && save.problem.empty())
    save.problem =
        "a program that is gone left a save unfinished, so these "
        "processes can save no more; finish its saves before it goes";
  std::string warning;
  if (begins && save.problem.empty() && hasRankZero()) {
    folderLock = std::make_unique<FolderLock>();
    if (!folderLock->take(save.dir, name, warning, save.problem))
      folderLock.reset();
    warn(name, warning);
  }
  Request wanted;
  wanted.steps = false;
  wanted.save = &save;
  popt_rt_status status = callAlone(wanted, keepGoing, out_error);
  if (status == POPT_RT_OK) {
    folder = save.dir;
    saving() = this;
  } else if (begins) {
    folderLock.reset();
  }
  return status;
}

popt_rt_status Callable::endSaves(const std::function<bool()> &keepGoing,
                                  std::string &out_error) {
  return inTurn([&] { return endSavesAlone(keepGoing, out_error); }, out_error);
}

popt_rt_status Callable::endSavesAlone(const std::function<bool()> &keepGoing,
                                       std::string &out_error) {
  if (folder.empty())
    return POPT_RT_OK;
  Request wanted;
  wanted.steps = false;
  wanted.endsSaves = true;
  popt_rt_status status = callAlone(wanted, keepGoing, out_error);
  folder.clear();
  folderLock.reset();
  saving() = nullptr;
  return status;
}

popt_rt_status Callable::load(const CheckpointIndex *checkpoint,
                              std::string problem,
                              const std::function<bool()> &keepGoing,
                              std::string &out_error) {
  Load load;
  load.checkpoint = checkpoint;
  load.problem = std::move(problem);
  if (checkpoint && load.problem.empty())
    (void)matchTensors(table(), *checkpoint, load.saved, load.problem);
  if (!checkpoint && load.problem.empty() && !peers)
    return POPT_RT_OK;
  return inTurn([&] { return loadAlone(load, keepGoing, out_error); },
                out_error);
}

popt_rt_status Callable::loadAlone(const Load &load,
                                   const std::function<bool()> &keepGoing,
                                   std::string &out_error) {
  Request wanted;
  wanted.steps = false;
  wanted.load = &load;
  isStateLost = false;
  popt_rt_status status = callAlone(wanted, keepGoing, out_error);
  bool isLoaded = status == POPT_RT_OK && load.checkpoint;
  if (!isLoaded && !isStateLost)
    return status;
  for (size_t argument : stateOf(table()))
    setHasValue(argument, isLoaded);
  hasStepped = false;
  hasLoaded = isLoaded;
  return status;
}

//===----------------------------------------------------------------------===//
// A rank's side
//===----------------------------------------------------------------------===//

bool Callable::serveFiles(size_t number, std::string &error) {
  if (request->save)
    return save(number, *request->save, error);
  if (request->load)
    return load(number, *request->load, error);
  return endSaves(number, error);
}

/// All learn what is wrong on one of them (`mine`), or that they mean different things
/// (`kind`; empty where rank 0 speaks for all); then none goes on. False and a message if
/// the transport failed.
bool Callable::agree(size_t number, const std::string &mine,
                     const std::string &kind, bool &out_fits,
                     std::string &error) {
  Rank &rank = ranks[number];
  std::string what = describe(*request), found;
  MessageWriter message;
  message.putText(mine);
  message.putText(kind);
  std::vector<Bytes> all;
  if (!rank.world->exchange(what.c_str(), idOf(what), message.bytes, all,
                            error))
    return false;
  std::string first;
  for (size_t other = 0; other < all.size() && found.empty(); ++other) {
    MessageReader its(all[other]);
    std::string itsProblem = its.takeText(), itsKind = its.takeText();
    if (other == 0)
      first = itsKind;
    if (!itsProblem.empty())
      found = (itsKind.empty() ? "" : "rank " + std::to_string(other) + ": ") +
              itsProblem;
    else if (itsKind != first)
      found = "rank " + std::to_string(other) + " sees " + itsKind +
              ", rank 0 " + first + "; all processes must share the folder";
  }
  out_fits = found.empty();
  if (number == 0 && !out_fits)
    problem = found;
  return true;
}

bool Callable::save(size_t number, const Save &wanted, std::string &error) {
  Rank &rank = ranks[number];
  if (!rank.writer) {
    bool fits = true;
    if (peers &&
        !agree(number, wanted.problem, "a save in " + wanted.dir, fits, error))
      return false;
    if (!fits)
      return true;
    bool isFirst = rank.world->rank() == 0;
    if (isFirst)
      lastSaved = {};
    rank.writer = std::make_unique<CheckpointWriter>(
        table(), savePlan, *rank.executor, *rank.world, wanted.dir,
        isFirst && folderLock && folderLock->isHeld(),
        [this](int64_t step, const std::string &failure) {
          lastSaved = {step, failure};
        });
    if (!rank.writer->meet(error))
      return false;
  }
  return rank.writer->begin(wanted.what, error);
}

bool Callable::endSaves(size_t number, std::string &error) {
  Rank &rank = ranks[number];
  if (rank.writer && !rank.writer->finish(error))
    return false;
  rank.writer.reset();
  bool fits = true;
  std::string failed;
  if (rank.world->rank() == 0 && !lastSaved.failure.empty())
    failed = "the state after step " + std::to_string(lastSaved.step) +
             " is not saved: " + lastSaved.failure;
  return agree(number, failed, "", fits, error);
}

/// The program ends with a save under way. Threads end it; other processes may not, so
/// that what waits for them stays as it is.
void Callable::leaveSave(size_t number) {
  std::unique_ptr<CheckpointWriter> &writer = ranks[number].writer;
  std::string error;
  if (!writer || (!peers && writer->finish(error)))
    return;
  if (peers && !writer->cancel()) {
    peers->isSaveLeft = true;
    (void)writer.release();
  }
}

bool Callable::load(size_t number, const Load &wanted, std::string &error) {
  Rank &rank = ranks[number];
  const CheckpointIndex *checkpoint = wanted.checkpoint;
  bool fits = true;
  std::string kind = checkpoint ? folderName(checkpoint->step) + " (" +
                                      toHex(checkpoint->hash) + ")"
                                : "no checkpoint";
  if (peers && !agree(number, wanted.problem, kind, fits, error))
    return false;
  if (!fits || !checkpoint)
    return true;
  if (number == 0)
    isStateLost = true;
  BoxReader reader(machineFiles(), *checkpoint);
  std::string unread;
  if (readState(table(), wanted.saved, reader, *rank.executor,
                rank.world->rank(), /*poison=*/false, unread))
    unread.clear();
  if (!agree(number, unread, kind, fits, error))
    return false;
  std::string damage;
  if (!fits ||
      judgeState(*checkpoint, reader.evidence(), *rank.world, damage)) {
    if (number == 0)
      isStateLost = !fits;
    return true;
  }
  if (popt_rt_transport_health(machines.transport(number)) != POPT_RT_OK) {
    error = damage;
    return false;
  }
  if (number == 0)
    problem = damage;
  return true;
}
