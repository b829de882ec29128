//===- lapack.h - Factorisations by LAPACK --------------------------------===//
//
// Routines that a KernelOp of the step table may name (step_table.h), such as
// "lapack_sgeqrf". They are LAPACK's, opened at run time, on batches of dense
// row-major matrices:
//
//   addresses  the operands, then the results of JAX's call of that name
//   scalars
//     [0] the rank, which no routine reads
//     [1] matrices in the batch
//     [2] m  [3] n          rows and columns of the matrix
//     [4] r                 reflectors, or columns of right-hand sides
//     [5] u  [6] v          columns of left and rows of right singular vectors
//     [7...] options in the order of LapackRoutine::options; letters by code
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LAPACK_H
#define POPT_RT_LAPACK_H

#include <cstdint>
#include <string>

namespace popt::rt {

using Routine = void (*)(void *const *addresses, const int64_t *scalars);

/// A tensor of a call: 'T' the matrix' element type, 'R' its real part's, 'C'
/// its complex type, 'I' i32; then its dims after the batch:
///   m, n, r, u, v as above; k = min(m, n); p = n - 1; q = left ? m : n
/// Two lists are words between spaces: "Tmn Tk".
struct LapackRoutine {
  const char *name;     ///< without its type's letter: "geqrf"
  const char *types;    ///< letters of element types it exists for: "sdcz"
  const char *operands; ///< words
  const char *results;  ///< words
  /// Words "name:letters" (one of these), "name:?" (a bool) or "name:#" (an
  /// integer).
  const char *options;
};

/// The routine of a name such as "sgeqrf"; null if there is none.
const LapackRoutine *findLapackRoutine(const std::string &name);

/// The function of a symbol "lapack_sgeqrf". Null, with what to do in `error`,
/// if the symbol is none of these or LAPACK is not on this machine.
Routine openLapackRoutine(const std::string &symbol, std::string &error);

} // namespace popt::rt
#endif // POPT_RT_LAPACK_H
