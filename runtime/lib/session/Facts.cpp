//===- Facts.cpp - What all ranks must have in common ---------------------===//
//
// Tests: JoinedTest, HostsTest.
//
//===----------------------------------------------------------------------===//
#include "Facts.h"
#include "../checkpoint/Hash.h"
#include "../core/Checksum.h"
#include "../system/Environment.h"
#include "Job.h"
#include <algorithm>
#include <cstdio>
#include <fstream>

using namespace popt::rt;

/// "none" without a name.
static std::string describeFile(const std::string &path) {
  constexpr std::streamoff kEnd = 65536;
  if (path.empty())
    return "none";
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::streamoff bytes = file.tellg();
  if (!file || bytes < 0)
    return "unreadable";
  std::string ends;
  for (std::streamoff begin :
       {std::streamoff(0), std::max<std::streamoff>(0, bytes - kEnd)}) {
    std::string part(static_cast<size_t>(std::min(kEnd, bytes - begin)), 0);
    file.seekg(begin);
    file.read(part.data(), static_cast<std::streamsize>(part.size()));
    ends += part;
  }
  return "of " + std::to_string(bytes) + " bytes (" +
         toHex(xxh3(ends.data(), ends.size())) + ")";
}

/// What ranks say at first is short.
static std::string shortened(std::string text) {
  if (text.size() > 1000)
    text = "with checksum " + toHex(xxh3(text.data(), text.size()));
  return text.empty() ? "none" : text;
}

std::string popt::rt::describeFiles(const std::vector<std::string> &paths) {
  std::string text;
  for (const std::string &path : paths)
    text += (text.empty() ? "" : ", ") + describeFile(path);
  return text;
}

Facts popt::rt::versionFacts() {
  return {{"popt", POPT_RT_VERSION},
          {"table version", std::to_string(kStepTableVersion)}};
}

Facts popt::rt::factsOf(const Job &job) {
  auto listOf = [&](auto isPresent) {
    std::string text;
    for (size_t i = 0; i < job.table().arguments.size(); ++i)
      if (isPresent(i))
        text += (text.empty() ? "" : " ") + std::to_string(i);
    return shortened(text);
  };
  // State of a checkpoint need not be in files, which differs with it.
  auto isGiven = [&](size_t i) {
    return job.inputs[i] || job.beginnings[i] ||
           (job.isResumed() && job.saved[i]);
  };
  auto isBatch = [&](size_t i) { return job.batches[i].has_value(); };
  const Options &options = job.options;
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%g", options.timeout);
  Facts facts = versionFacts();
  facts.merge(Facts{
      {"program", toHex(checksum(job.table()))},
      {"steps", std::to_string(job.numSteps)},
      {"--bench", std::to_string(options.bench)},
      {"--timeout", seconds},
      {"--verify-every", std::to_string(options.verifyEvery)},
      {"--nan", std::to_string(static_cast<int>(options.badNumbers))},
      {"--trace", options.trace.empty() ? "no" : "yes"},
      {"--per-task", options.perTask.empty() ? "no" : "yes"},
      {"metrics", job.wantsMetrics() ? "yes" : "no"},
      {"results", job.wantsResults() ? "yes" : "no"},
      {"--inputs", shortened(describeFiles(job.inputFiles.paths))},
      {job.windows ? "files of --data" : "--batches",
       shortened(describeFiles(job.batchFiles.paths))},
      {"--data", describeFile(options.data)},
      {"--new-data", options.newData ? "yes" : "no"},
      {"--names", describeFile(options.names)},
      {"arguments from files", listOf(isGiven)},
      {"batches", listOf(isBatch)},
      {"number of batches", std::to_string(job.numBatches)},
      {"--init", toString(options.init)},
      {"checkpoint", job.isResumed() ? folderName(job.firstStep) + " (" +
                                           toHex(job.checkpoint->hash) + ")"
                                     : std::string("none")},
      {"--save", options.save.empty() ? "no" : "yes"},
      {"--save-every", std::to_string(options.saveEvery)},
      {"--transport",
       options.transport.empty() ? std::string("none") : options.transport},
      {"POPT_HOSTS", environmentOfProcess("POPT_HOSTS")},
      {"POPT_POISON", job.poison ? "1" : "0"}});
  if (job.evaluation) {
    const Job &its = *job.evaluation;
    facts.merge(
        Facts{{"--evaluate", toHex(checksum(its.table()))},
              {"--evaluate-every", std::to_string(options.evaluateEvery)},
              {"files to evaluate on",
               shortened(describeFiles(its.batchFiles.paths))},
              {"--evaluate-data", describeFile(its.options.data)},
              {"batches to evaluate on", std::to_string(its.numSteps)}});
  }
  return facts;
}

std::string popt::rt::differenceOf(int64_t rank, const Facts &itsFacts,
                                   const Facts &factsOfRank0) {
  Facts names = factsOfRank0;
  names.insert(itsFacts.begin(), itsFacts.end());
  auto valueIn = [](const Facts &facts, const std::string &name) {
    auto fact = facts.find(name);
    return fact == facts.end() ? std::string("none") : fact->second;
  };
  for (const auto &[name, value] : names) {
    std::string its = valueIn(itsFacts, name);
    std::string own = valueIn(factsOfRank0, name);
    if (its != own)
      return "rank " + std::to_string(rank) + " has " + name + " " + its +
             ", rank 0 has " + own +
             ": start all ranks with the same program, flags and files";
  }
  return "";
}
