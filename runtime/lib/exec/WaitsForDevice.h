//===- WaitsForDevice.h - A rank waits for its device -----------*- C++ -*-===//
#ifndef POPT_RT_LIB_EXEC_WAITSFORDEVICE_H
#define POPT_RT_LIB_EXEC_WAITSFORDEVICE_H

#include "popt-rt/transport.h"

namespace popt::rt {

/// From its making to its end a rank waits for its device.
class WaitsForDevice {
public:
  explicit WaitsForDevice(popt_rt_transport *transport) : transport(transport) {
    if (transport)
      popt_rt_transport_waits_for_device(transport, 1);
  }
  ~WaitsForDevice() {
    if (transport)
      popt_rt_transport_waits_for_device(transport, 0);
  }

private:
  popt_rt_transport *const transport;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_EXEC_WAITSFORDEVICE_H
