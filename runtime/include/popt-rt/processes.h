/* Processes that a launcher has started together (torchrun, mpirun, srun, python
 * -m popt.launch), as this one sees them. A program that is started among them
 * (program.h) is one of all: each process runs one of its ranks.
 *
 *   popt_rt_processes *processes;
 *   popt_rt_processes_join(60, NULL, NULL, &processes);    NULL: there are none
 *   popt_rt_program_options options = {0, "train", processes};
 *   popt_rt_program_load("step", &options, &program);
 *   ...
 *   popt_rt_processes_leave(processes, NULL);
 *
 * What is *collective* is called by every process, and all make their collective
 * calls in the same order. Where they differ, all get a message. A process that
 * fails, leaves or dies while others wait for it ends their calls, too: they get
 * the reason, and nothing but popt_rt_processes_leave() is of use after that.
 * Between calls a process may take any time.
 *
 * The nearest equivalents are MPI_COMM_WORLD and jax.distributed. */
#ifndef POPT_RT_PROCESSES_H
#define POPT_RT_PROCESSES_H

#include "popt-rt/transport_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct popt_rt_processes popt_rt_processes;

/* Asked about every 50 ms while a call lasts; 0 ends the call at once. */
typedef int (*popt_rt_keep_going)(void *context);

/* Collective: finds the others, at most within `timeout_seconds` (0: 60; INFINITY:
 * for ever). `keep_going` may be NULL. NULL in *out_processes: no launcher has
 * started this one, or it alone. On failure nothing is made;
 * popt_rt_program_last_error() says why: variables of the launcher contradict each
 * other, or a process is missing or of another version. */
popt_rt_status popt_rt_processes_join(double timeout_seconds,
                                      popt_rt_keep_going keep_going,
                                      void *context,
                                      popt_rt_processes **out_processes);

/* Programs that were started among them live on. NULL is allowed. */
void popt_rt_processes_destroy(popt_rt_processes *processes);

int32_t popt_rt_processes_rank(const popt_rt_processes *processes);
int32_t popt_rt_processes_size(const popt_rt_processes *processes);
/* The lowest rank on this one's host, which can do something for all there. */
int32_t popt_rt_processes_first_here(const popt_rt_processes *processes);

/* Collective: every process gives bytes, and gets those of all. `what` names the
 * call in messages, and is the same in all. */
popt_rt_status popt_rt_processes_exchange(popt_rt_processes *processes,
                                          const char *what, const void *data,
                                          int64_t bytes,
                                          popt_rt_keep_going keep_going,
                                          void *context);
/* What a process gave in the last exchange; valid until the next one. */
void popt_rt_processes_received(const popt_rt_processes *processes,
                                int32_t rank, const void **out_data,
                                int64_t *out_bytes);

/* For a process that is between calls: why the others can make no more, such as that
 * one of them has died. NULL: they can, or this process has been told, here or by a
 * call. Valid until the next time. */
const char *popt_rt_processes_news(popt_rt_processes *processes);

/* This process makes no more calls. `why` is NULL if it is done, else what went
 * wrong here, which the others get. A process that ends without leaving has died. */
void popt_rt_processes_leave(popt_rt_processes *processes, const char *why);

#ifdef __cplusplus
}
#endif
#endif
