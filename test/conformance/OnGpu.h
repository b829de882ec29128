//===- OnGpu.h - Any test, with its data on a GPU ---------------*- C++ -*-===//

#ifndef POPT_RT_CONFORMANCE_ONGPU_H
#define POPT_RT_CONFORMANCE_ONGPU_H

#include "popt-rt/device.h"
#include "popt-rt/transport.h"

namespace popt::rt::conformance {

/// A transport that carries what is in host memory to the device, has `inner`
/// do the call there, in a stream, and carries the results back. It owns both.
popt_rt_transport *makeOnGpu(popt_rt_transport *inner, popt_rt_device *device);

} // namespace popt::rt::conformance

#endif
