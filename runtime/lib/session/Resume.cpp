//===- Resume.cpp - Which checkpoint a run goes on with -------------------===//
//
// Found before anything starts, so that all ranks of a process take the same
// one; ranks that a launcher started compare it in their rendezvous. Tests:
// SaveTest, BadCheckpointTest.
//
//===----------------------------------------------------------------------===//
#include "../report/UserMessages.h"
#include "Job.h"
#include <algorithm>

using namespace popt::rt;

/// A folder with checkpoints that this run does not go on with: a later
/// --resume would mix them with its own.
static bool isTaken(const std::string &dir, std::string &error) {
  std::vector<std::string> names;
  int unread = machineFiles().list(dir, names);
  auto known = std::find_if(names.begin(), names.end(),
                            [](auto &name) { return stepOfName(name) >= 0; });
  if (unread || known == names.end())
    return false;
  error = dir + " has checkpoints of another run (" + *known +
          "); give --resume to go on with it, or another folder";
  return true;
}

bool Job::findCheckpoint(bool isFirst, std::string &out_error,
                         bool &out_isUsage) {
  speaks = isFirst;
  if (options.save.empty() && !options.resume)
    return true;
  out_isUsage = !state.hasState;
  if (!state.hasState) {
    out_error = "no argument is state, so there is nothing to save or to "
                "resume; --state arg=res says what a step passes to the next";
    return false;
  }
  if (!options.save.empty())
    savePlan = planSave(table());
  std::string warning;
  if (isFirst && !options.save.empty() &&
      !saveLock.take(options.save, options.program, warning, out_error))
    return false;
  warn(options.program, warning);
  if (!options.resume) {
    out_isUsage = isTaken(options.save, out_error);
    return !out_isUsage;
  }
  // What this command has saved counts before what it began with.
  Found found;
  for (const std::string *dir : {&options.save, &options.resumeFrom}) {
    if (dir->empty() || found.index)
      continue;
    if (!findNewest(machineFiles(), *dir, found, out_error))
      return false;
    for (const std::string &reason : found.skipped)
      if (isFirst)
        warn(options.program, "a checkpoint is skipped: " + reason);
  }
  if (!found.index) {
    if (isFirst && options.resumeFrom != options.save)
      note(options.program,
           "no checkpoint in " + options.resumeFrom + ": the run begins");
    return true;
  }
  if (!matchTensors(table(), *found.index, saved, out_error))
    return false;
  checkpoint = std::move(found.index);
  firstStep = checkpoint->step;
  if (isFirst)
    note(options.program, "going on after step " + std::to_string(firstStep) +
                              ", of " + checkpoint->folder);
  return true;
}

/// A place in one data set is none in another.
bool Job::findPlace(std::string &error) {
  // Checkpoints that did not say which data set their number is of.
  constexpr int64_t kSaysWindows = 4;
  if (!isResumed())
    return true;
  takenBefore = checkpoint->batches;
  if (!windows) {
    if (batchFiles.paths.empty())
      windowNumbers = checkpoint->windows;
    return true;
  }
  if (takenBefore == 0)
    return true;
  bool isKnown = checkpoint->version >= kSaysWindows;
  std::string difference;
  if (isKnown)
    difference = checkpoint->windows
                     ? differenceOf(*checkpoint->windows, *windowNumbers)
                     : "its batches were no windows";
  if (options.newData && (!isKnown || !difference.empty()))
    takenBefore = 0;
  else if (!difference.empty())
    error = options.data + ": the place in " + checkpoint->folder + ", after " +
            std::to_string(takenBefore) +
            ", is of other windows: " + difference +
            "; give --data as it was, or --new-data to begin with the first";
  else if (!isKnown && speaks)
    warn(options.program,
         checkpoint->folder +
             ", of an older version, does not say which windows it has taken " +
             std::to_string(takenBefore) + " of: they count as those of " +
             options.data);
  return error.empty();
}

bool Job::checkFirstStep(std::string &error) const {
  if (!isResumed() || firstStep <= numSteps)
    return true;
  error = checkpoint->folder + " is of step " + std::to_string(firstStep) +
          ", after the last of the " + std::to_string(numSteps) +
          " steps of this run; --steps says how many there are in all";
  return false;
}
