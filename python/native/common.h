//===- common.h - What goes wrong, in Python's words ------------*- C++ -*-===//
#ifndef POPT_PYTHON_NATIVE_COMMON_H
#define POPT_PYTHON_NATIVE_COMMON_H

#include "popt-rt/program.h"

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <string>

namespace popt::native {

namespace nb = nanobind;

/// popt.PoptError, in C++.
struct Failure : std::runtime_error {
  Failure() : std::runtime_error(popt_rt_program_last_error()) {}
  explicit Failure(const std::string &text) : std::runtime_error(text) {}
};

/// popt.RankFailure: this process or another one that takes part has failed.
struct RankFailure : Failure {};

/// popt.NanError: results have NaN.
struct NanFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] inline void raise(popt_rt_status status) {
  if (status == POPT_RT_INVALID_ARGUMENT)
    throw Failure();
  throw RankFailure();
}

/// Of what fails alone, so that calls go on, or as another process fails.
[[noreturn]] inline void raiseUnlessLost(popt_rt_status status) {
  if (status == POPT_RT_SYSTEM_ERROR || status == POPT_RT_OUT_OF_MEMORY)
    throw Failure();
  raise(status);
}

/// Ctrl-C while C++ works without Python's lock.
struct Interrupt {
  PyObject *error = nullptr; ///< what Python's handler raised
  int count = 0;

  /// True unless a signal's handler raised.
  bool poll() {
    nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() == 0)
      return true;
    ++count;
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    Py_XSETREF(error, value);
    return false;
  }
  /// Raises it, if there is one; with Python's lock.
  void raise() {
    if (!error)
      return;
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(error)), error);
    Py_CLEAR(error);
    throw nb::python_error();
  }
  ~Interrupt() { Py_XDECREF(error); }
};

/// The first Ctrl-C ends the call.
inline int untilInterrupted(void *interrupt) {
  return static_cast<Interrupt *>(interrupt)->poll();
}

/// After the first Ctrl-C what goes on is ended in order, after the second the program.
inline int untilInterruptedTwice(void *interrupt) {
  auto *state = static_cast<Interrupt *>(interrupt);
  return state->poll() || state->count < 2;
}

} // namespace popt::native
#endif // POPT_PYTHON_NATIVE_COMMON_H
