//===- Bench.h - What both collective benchmarks share ----------*- C++ -*-===//
//
// The threads program and the MPI program take the same arguments and print the
// same lines, so that bench/collectives.py can run them side by side:
//
//   PROGRAM OPERATION SECONDS BYTES...
//   {"op": "all_reduce", "ranks": 4, "bytes": 65536, "us": 3.1}
//
// BYTES is the whole vector of f32; the time is of one call, the median of
// batches, where a batch is timed from barrier to barrier.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_BENCH_BENCH_H
#define POPT_RT_BENCH_BENCH_H

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace popt::rt::bench {

/// What the command line of a benchmark says.
struct Arguments {
  std::string op;
  double seconds = 0.05;
  std::vector<int64_t> bytes;

  static bool parse(int argc, char **argv, Arguments &out) {
    if (argc < 4) {
      fprintf(stderr,
              "usage: %s all_reduce|all_gather|reduce_scatter|barrier SECONDS "
              "BYTES...\n",
              argv[0]);
      return false;
    }
    out.op = argv[1];
    out.seconds = atof(argv[2]);
    for (int i = 3; i < argc; ++i)
      out.bytes.push_back(atoll(argv[i]));
    return true;
  }
};

inline double nowSeconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Called by every rank. `agree` gives all ranks rank 0's number.
inline void measure(const Arguments &arguments, int rank, int ranks,
                    int64_t bytes, const std::function<void()> &call,
                    const std::function<void()> &barrier,
                    const std::function<double(double)> &agree) {
  auto batch = [&](int64_t calls) {
    barrier();
    double start = nowSeconds();
    for (int64_t i = 0; i < calls; ++i)
      call();
    barrier();
    return (nowSeconds() - start) / calls;
  };
  batch(2);
  double once = std::max(agree(batch(3)), 1e-8);
  // Batches of about a millisecond, at least five of them.
  auto calls = static_cast<int64_t>(std::max(1.0, 1e-3 / once));
  auto batches = static_cast<int64_t>(
      std::clamp(arguments.seconds / (once * calls), 5.0, 200.0));
  std::vector<double> times;
  for (int64_t i = 0; i < batches; ++i)
    times.push_back(batch(calls));
  std::sort(times.begin(), times.end());
  if (rank == 0)
    printf("{\"op\": \"%s\", \"ranks\": %d, \"bytes\": %lld, \"us\": %.3f}\n",
           arguments.op.c_str(), ranks, static_cast<long long>(bytes),
           times[times.size() / 2] * 1e6);
}

} // namespace popt::rt::bench

#endif
