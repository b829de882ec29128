//===- Facts.h - What all ranks must have in common -------------*- C++ -*-===//
//
// All ranks must run the same program with the same flags on the same data. So each
// rank sends what it is about to run, as names and values, and rank 0 compares them
// with its own before anything runs.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_SESSION_FACTS_H
#define POPT_RT_LIB_SESSION_FACTS_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace popt::rt {

class Job;

using Facts = std::map<std::string, std::string>;

/// The version of popt, and of its step tables.
Facts versionFacts();
Facts factsOf(const Job &job);
/// Files as far as their ends show them: a npz file has checksums of all it holds at
/// its end, a safetensors file its shapes at the beginning.
std::string describeFiles(const std::vector<std::string> &paths);

/// What differs between a rank and rank 0, with both values; empty if nothing
/// does.
std::string differenceOf(int64_t rank, const Facts &itsFacts,
                         const Facts &factsOfRank0);

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_FACTS_H
