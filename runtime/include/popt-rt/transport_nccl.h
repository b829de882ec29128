/* The NCCL transport: each rank has a GPU of its own, and data moves between
 * them by NVIDIA's library, which is opened at run time (POPT_NCCL names
 * another). Calls on streams enqueue and return; their errors, and ranks that
 * are missing, show later, from a later call or popt_rt_transport_health().
 * Calls on the host are those of the threads transport.
 *
 * Sums and products of f32, f64 and complex numbers are in NCCL's order, unless
 * the options say deterministic: then in member order, with the bits of every
 * other transport. All other reductions are exact (transport_types.h) in any
 * case. All members get equal bits in any case.
 *
 * Sends and receives are a rendezvous in the order in which they are issued
 * (popt_rt_issue in transport.h). Two ranks are connected for them by
 * popt_rt_group_connect(); else when their first is issued, and that call waits on
 * the host until the peer issues its own.
 *
 * Groups are made together, in an order that all ranks share. Groups on a
 * channel from POPT_RT_HOST_CHANNEL on are used on the host alone, and NCCL
 * knows nothing of them. */
#ifndef POPT_RT_TRANSPORT_NCCL_H
#define POPT_RT_TRANSPORT_NCCL_H

#include "popt-rt/device.h"
#include "popt-rt/transport.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct popt_rt_nccl_options {
  /* Seconds to wait for a peer. 0: no limit. */
  double timeout_seconds;
  /* 1: sums in member order. */
  int32_t deterministic;
} popt_rt_nccl_options;

/* Makes the transports of `size` ranks of this process; devices[r] is rank r's
 * (popt_rt_cuda_create()), each on a GPU of its own. Waits until NCCL has
 * connected them. The text of an error is popt_rt_last_error(NULL). */
popt_rt_status popt_rt_nccl_create(int32_t size,
                                   const popt_rt_nccl_options *options,
                                   popt_rt_device *const *devices,
                                   popt_rt_transport **out_transports);

/* Makes the transport of a rank whose peers are in other processes. `host` is
 * that rank's among all of them, on the host or between hosts
 * (popt_rt_threads_attach()), and belongs to what is made, or is destroyed if that
 * fails; it has the time limit. All ranks call it together, and wait until NCCL
 * has connected them. The text of an error is popt_rt_last_error(NULL). */
popt_rt_status popt_rt_nccl_attach(popt_rt_transport *host,
                                   const popt_rt_nccl_options *options,
                                   popt_rt_device *device,
                                   popt_rt_transport **out_transport);

#ifdef __cplusplus
}
#endif
#endif
