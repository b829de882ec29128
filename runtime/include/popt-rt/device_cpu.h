/* The CPU as a device: memory of the host, kernels are functions, products and
 * convolutions are oneDNN's where it is found and our own otherwise. Every
 * call does its work before it returns, so streams and events cost nothing. */
#ifndef POPT_RT_DEVICE_CPU_H
#define POPT_RT_DEVICE_CPU_H

#include "popt-rt/device.h"
#include "popt-rt/transport.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the devices of `count` ranks of this process; they share prepared
 * products and convolutions. transports[i], if not NULL, is asked for the
 * memory of device i, so that peers reach it; `transports` may be NULL. A
 * transport outlives its device. */
popt_rt_status popt_rt_cpu_create(int32_t count,
                                  popt_rt_transport *const *transports,
                                  popt_rt_device **out_devices);

/* Host memory that this device of a CPU gives out from now on is a file without
 * a name in `folder`: its pages go to the disk where memory is short. Room for
 * them is taken at once, so a full disk is an error then. */
popt_rt_status popt_rt_cpu_host_folder(popt_rt_device *device,
                                       const char *folder);

#ifdef __cplusplus
}
#endif
#endif
