/* The threads transport: ranks of one host that share memory.
 *
 * Ranks share a *segment* of memory. The ranks may be threads of one
 * process (the embedded default: peers read each other's buffers in place) or
 * processes of one host (buffers of popt_rt_transport_allocate() are read in
 * place, others are staged through the segment). It is the same code. */
#ifndef POPT_RT_TRANSPORT_THREADS_H
#define POPT_RT_TRANSPORT_THREADS_H

#include "popt-rt/transport.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zero means the default in every field, so `= {0}` is a good start. */
typedef struct popt_rt_threads_options {
  /* Seconds to wait for a peer. 0: no limit. */
  double timeout_seconds;
  /* Cores to reckon with, shared by all ranks of the host. 0:
   * popt_rt_available_cores(). More ranks than cores changes how ranks wait. */
  int32_t cores;
  /* Last-level cache in bytes; larger transfers bypass it. 0: ask the system.
   */
  int64_t cache_bytes;
} popt_rt_threads_options;

/* Those in the calling thread's affinity mask, at least 1. */
int32_t popt_rt_available_cores(void);

/* Makes the transports of `size` ranks of this process; out_transports[r] is
 * for rank r. `options` may be NULL. On failure nothing is made; the cause is
 * in the status alone. */
popt_rt_status popt_rt_threads_create(int32_t size,
                                      const popt_rt_threads_options *options,
                                      popt_rt_transport **out_transports);

/* Makes a segment for `size` ranks in separate processes and returns its file
 * descriptor (of memory: it has no name and goes with its last user). Processes
 * get it by fork or over a Unix socket; close it with close(). `memory_bytes`
 * is the room for each rank's allocate() and staging, 0 for 16 GiB; pages that
 * are not used cost nothing. */
popt_rt_status
popt_rt_threads_create_segment(int32_t size, int64_t memory_bytes, int *out_fd);

/* Joins the segment as `rank`; each rank once. Does not take over the file
 * descriptor. */
popt_rt_status popt_rt_threads_attach(int fd, int32_t rank,
                                      const popt_rt_threads_options *options,
                                      popt_rt_transport **out_transport);

#ifdef __cplusplus
}
#endif
#endif
