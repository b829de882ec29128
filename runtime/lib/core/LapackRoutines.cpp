//===- LapackRoutines.cpp - What LAPACK's routines take and give ----------===//
//
// As JAX calls them: the compiler checks calls against this list, the executor
// has a function for each line (exec/Lapack.cpp).
//
//===----------------------------------------------------------------------===//
#include "popt-rt/lapack.h"

#include <cstring>

using namespace popt::rt;

static constexpr LapackRoutine kRoutines[] = {
    {"geqrf", "sdcz", "Tmn", "Tmn Tk", ""},
    {"geqp3", "sdcz", "Tmn In", "Tmn In Tk", ""},
    {"orgqr", "sd", "Tmn Tr", "Tmn", ""},
    {"ungqr", "cz", "Tmn Tr", "Tmn", ""},
    {"ormqr", "sd", "Tqr Tr Tmn", "Tmn", "left:? transpose:?"},
    {"unmqr", "cz", "Tqr Tr Tmn", "Tmn", "left:? transpose:?"},
    {"getrf", "sdcz", "Tmn", "Tmn Ik I", ""},
    {"syevd", "sd", "Tnn", "Tnn Rn I", "mode:NV uplo:LU"},
    {"heevd", "cz", "Tnn", "Tnn Rn I", "mode:NV uplo:LU"},
    {"gesdd", "sdcz", "Tmn", "Tmn Rk Tmu Tvn I", "mode:ASN"},
    {"gesvd", "sdcz", "Tmn", "Tmn Rk Tmu Tvn I", "mode:ASN"},
    {"geev", "sd", "Tnn", "Rn Rn Cnn Cnn I",
     "compute_left:NV compute_right:NV"},
    {"geev", "cz", "Tnn", "Tn Tnn Tnn I", "compute_left:NV compute_right:NV"},
    {"gees", "sd", "Tnn", "Tnn Tnn Rn Rn I I", "mode:NV sort:N"},
    {"gees", "cz", "Tnn", "Tnn Tnn Tn I I", "mode:NV sort:N"},
    {"gehrd", "sdcz", "Tnn", "Tnn Tp I", "low:# high:#"},
    {"sytrd", "sd", "Tnn", "Tnn Rn Rp Tp I", "uplo:LU"},
    {"hetrd", "cz", "Tnn", "Tnn Rn Rp Tp I", "uplo:LU"},
    {"gtsv", "sdcz", "Tn Tn Tn Tnr", "Tn Tn Tn Tnr I", ""},
};

const LapackRoutine *popt::rt::findLapackRoutine(const std::string &name) {
  for (const LapackRoutine &routine : kRoutines)
    if (!name.empty() && std::strchr(routine.types, name[0]) &&
        name.compare(1, std::string::npos, routine.name) == 0)
      return &routine;
  return nullptr;
}
