//===- UpdateProgram.h - A program with state, inputs and a metric --------===//
//
// On a 2 x 2 mesh, uneven, w [7, 5] is state, x [7, 5] changes per step, b is
// resident: w += x * b; total (a partial sum over both axes) is a metric; n
// counts steps.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_TEST_UPDATEPROGRAM_H
#define POPT_RT_TEST_UPDATEPROGRAM_H

#include "Tables.h"
#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

namespace popt::rt {

/// o0 w, o1 x, o2 b, o3 total, o4 n; scalars: rows, columns, width.
inline void updateKernel(void *const *o, const int64_t *scalars) {
  float *w = static_cast<float *>(o[0]);
  const float *x = static_cast<const float *>(o[1]);
  float b = *static_cast<const float *>(o[2]), total = 0;
  int64_t rows = scalars[1], columns = scalars[2], width = scalars[3];
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c)
      total += w[r * width + c] += x[r * width + c] * b;
  *static_cast<float *>(o[3]) = total;
  *static_cast<int32_t *>(o[4]) += 1;
}

inline StepTable updateProgram() {
  TableBuilder b({{"a", 2, AxisKind::Device}, {"b", 2, AxisKind::Device}});
  Operand w = b.argument("params['w']", POPT_RT_F32, {7, 5}, {{0}, {1}});
  Operand x = b.argument("x", POPT_RT_F32, {7, 5}, {{0}, {1}});
  Operand scale = b.argument("b", POPT_RT_F32, {});
  Operand n = b.argument("n", POPT_RT_I32, {});
  Operand total = b.tensor(POPT_RT_F32, {});
  b.result("params['w']", w, {7, 5}, {{0}, {1}});
  b.result("total", total, {});
  b.table.results[1].layout.partial = {{0, 1, 2}, {1, 1, 2}};
  b.result("n", n, {});
  b.state(0, 0);
  b.state(3, 2);
  KernelOp kernel;
  kernel.symbol = b.kernel("update");
  kernel.scalars = {Scalar::rankTable(b.table.addRankTable({4, 4, 3, 3})),
                    Scalar::rankTable(b.table.addRankTable({3, 2, 3, 2})),
                    Scalar::constant(3)};
  int32_t location = b.table.addLocation({{"model.py", 12, 3}, "update", {}});
  b.add(kernel, {w, x, scale, total, n}).location = location;
  return b.table;
}

/// o0 fresh, o1 params.
inline void growKernel(void *const *o, const int64_t *) {
  *static_cast<int32_t *>(o[1]) += *static_cast<uint8_t *>(o[0]) ? 10 : 1;
}

/// Two ranks, all of whose state but `params` has its next value in memory that is
/// not its own: `fresh` becomes a constant, false, `previous` what `params` becomes.
inline StepTable sharingProgram() {
  TableBuilder b({{"a", 2, AxisKind::Device}});
  b.table.constants = {0};
  Operand fresh = b.argument("fresh", POPT_RT_I1, {});
  Operand params = b.argument("params", POPT_RT_I32, {});
  b.argument("previous", POPT_RT_I32, {});
  Operand constant = fresh;
  constant.region = 1;
  constant.offset = 0;
  b.result("fresh", constant, {});
  b.result("params", params, {});
  b.result("previous", params, {});
  for (int32_t i = 0; i < 3; ++i)
    b.state(i, i);
  KernelOp kernel;
  kernel.symbol = b.kernel("update");
  b.add(kernel, {fresh, params});
  return b.table;
}

/// From here on this process, a child of the test, can start no thread.
inline void allowNoThreads() {
  // Root has no limits.
  if (geteuid() == 0 && setuid(65534) != 0)
    _exit(99);
  rlimit none = {0, 0};
  if (setrlimit(RLIMIT_NPROC, &none) != 0)
    _exit(99);
}

/// For this process: files of so many bytes at most, and an error instead of a
/// signal.
inline void allowFilesOf(rlim_t bytes) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit little = {bytes, bytes};
  if (setrlimit(RLIMIT_FSIZE, &little) != 0)
    _exit(99);
}

} // namespace popt::rt
#endif // POPT_RT_TEST_UPDATEPROGRAM_H
