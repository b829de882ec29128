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

namespace popt::rt {

class Job;

using Facts = std::map<std::string, std::string>;

/// The version of popt, and of its step tables.
Facts versionFacts();
Facts factsOf(const Job &job);

/// What differs between a rank and rank 0, with both values; empty if nothing
/// does.
std::string differenceOf(int64_t rank, const Facts &itsFacts,
                         const Facts &factsOfRank0);

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_FACTS_H
