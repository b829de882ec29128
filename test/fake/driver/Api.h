//===- Api.h - The driver's functions -------------------------------------===//
//
// Declared from the table of runtime/lib/device/cuda/Driver.h, so a signature that
// differs does not compile. Called with the machine's lock held, after faults
// were looked at (Faults.h).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_DRIVER_API_H
#define POPT_RT_FAKE_DRIVER_API_H

#include "Machine.h"

namespace popt::fake::api {

#define POPT_DECLARE(name, parameters) Result name parameters;
POPT_CUDA_DRIVER_FUNCTIONS(POPT_DECLARE)
#undef POPT_DECLARE

} // namespace popt::fake::api

#endif // POPT_RT_FAKE_DRIVER_API_H
