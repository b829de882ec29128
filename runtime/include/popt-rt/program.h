/* A program that is called: its ranks are threads of this process, or one rank of
 * each of several processes (processes.h).
 *
 *   popt_rt_program *program;
 *   popt_rt_program_load("step", NULL, &program);
 *   popt_rt_value in[] = {{0, weights}, {1, batch}}, out[] = {{1, &loss}};
 *   popt_rt_program_call(program, in, 2, out, 1, NULL, NULL);
 *   popt_rt_program_call(program, in + 1, 1, out, 1, NULL, NULL);
 *   popt_rt_program_destroy(program);
 *
 * Ranks keep the arguments between calls: an argument that a call does not give
 * has the value that was given last or, if it is state, the one that the last
 * call left. Values are whole tensors, dense and row-major, in memory of the
 * caller, which the ranks read and write in place while the call lasts.
 *
 * Among processes a call is collective. Each process gives whole arguments, or its
 * rank's block, and takes whole results, or its block.
 *
 * One call at a time: concurrent ones wait for each other. Any thread may call.
 * The nearest equivalent is PJRT's LoadedExecutable. */
#ifndef POPT_RT_PROGRAM_H
#define POPT_RT_PROGRAM_H

#include "popt-rt/processes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct popt_rt_program popt_rt_program;

/* Zero means the default in every field, so `= {0}` is a good start. */
typedef struct popt_rt_program_options {
  /* Seconds that a rank waits for a peer that shows no sign of life. 0: 60;
   * INFINITY: for ever. */
  double timeout_seconds;
  /* What messages call the program; NULL: "the program". */
  const char *name;
  /* The program is one of these processes, a rank in each, which is collective.
   * NULL: all of its ranks are in this process. */
  popt_rt_processes *processes;
  /* As of a call, while the ranks start. May be NULL. */
  popt_rt_keep_going keep_going;
  void *context;
  /* 1: look for NaN in the results of each call, 2: also for infinities
   * (popt_rt_program_finding). The same in all processes; CPUs only. */
  int32_t bad_numbers;
  /* Programs of which the first whose state is the same tensors in the same layouts
   * shares it with this one, as of one function for another shape of its batch: a call
   * of either goes on from the last call of the other, and their calls take turns.
   * Where there is none, state is this one's own. */
  popt_rt_program *const *beside;
  int32_t num_beside;
  /* The GPU of each rank, by the driver's numbers; num_gpus 0: rank r is on GPU r % n
   * of the n that there are. */
  const int32_t *gpus;
  int32_t num_gpus;
} popt_rt_program_options;

/* An argument or a result; texts and lists live as long as the program. */
typedef struct popt_rt_tensor {
  const char *name; /* "params['w']"; "" where the program has none */
  popt_rt_element_type type;
  int32_t rank;
  const int64_t *shape; /* of the whole tensor */
  int64_t bytes;        /* of the whole tensor */
  /* Of an argument: the result that is its next value. Of a result: the
   * argument that it replaces. -1: it is no state. */
  int32_t state;
  const char *layout; /* `[{"dp"}, {}]`, as the step table prints it */
} popt_rt_tensor;

/* The whole tensor with this number, or, among processes, the block of this
 * process's rank: dense, without padding; of a result its blocks one after another.
 * An argument of which ranks have several blocks is given whole.
 *
 * If `on_gpu` is not 0 the memory is that of a GPU of the program
 * (popt_rt_program_gpu), and the value is whole. What others put into their streams
 * to write it, or read what was there, is done: the caller waits for it. An argument
 * may have strides then, in elements; NULL: it is dense. */
typedef struct popt_rt_value {
  int32_t index;
  void *data;
#ifdef __cplusplus
  int32_t is_block = 0;
  int32_t on_gpu = 0;
  const int64_t *strides = nullptr;
#else
  int32_t is_block;
  int32_t on_gpu;
  const int64_t *strides;
#endif
} popt_rt_value;

/* Loads a binary that poptc wrote and starts its ranks. `options` may be NULL.
 * On failure nothing is made. */
popt_rt_status popt_rt_program_load(const char *path,
                                    const popt_rt_program_options *options,
                                    popt_rt_program **out_program);

/* The same of a package in memory, as popt_executable_package() gives it. */
popt_rt_status
popt_rt_program_load_package(const void *data, int64_t bytes,
                             const popt_rt_program_options *options,
                             popt_rt_program **out_program);

/* Ends the ranks. NULL is allowed. */
void popt_rt_program_destroy(popt_rt_program *program);

int32_t popt_rt_program_num_ranks(const popt_rt_program *program);
int32_t popt_rt_program_num_arguments(const popt_rt_program *program);
int32_t popt_rt_program_num_results(const popt_rt_program *program);
/* INVALID_ARGUMENT: there is no such argument or result. */
popt_rt_status popt_rt_program_argument(const popt_rt_program *program,
                                        int32_t index,
                                        popt_rt_tensor *out_argument);
popt_rt_status popt_rt_program_result(const popt_rt_program *program,
                                      int32_t index,
                                      popt_rt_tensor *out_result);
/* Which part of an argument a rank holds: how many blocks (0 where a pin excludes
 * it, several where a list of owners gives them), begin and extent of the first in
 * each dimension, and the bytes of all. The lists have room for the argument's
 * dimensions.
 * INVALID_ARGUMENT: there is no such argument or rank. */
popt_rt_status popt_rt_program_block(const popt_rt_program *program,
                                     int32_t argument, int32_t rank,
                                     int32_t *out_count, int64_t *out_begin,
                                     int64_t *out_extent, int64_t *out_bytes);
/* The same of a result. */
popt_rt_status popt_rt_program_result_block(const popt_rt_program *program,
                                            int32_t result, int32_t rank,
                                            int32_t *out_count,
                                            int64_t *out_begin,
                                            int64_t *out_extent,
                                            int64_t *out_bytes);
/* 1 if this process has the whole result: it need not ask others for it. */
int32_t popt_rt_program_has_whole(const popt_rt_program *program,
                                  int32_t result);
/* The number of the program among those of `beside` whose state it shares; -1: none. */
int32_t popt_rt_program_shares_with(const popt_rt_program *program);
/* Bytes that a rank has taken: planned memory, and scratch of libraries. */
int64_t popt_rt_program_memory(const popt_rt_program *program, int32_t rank);

/* The GPU that a rank of this process is on, by the driver's number; -1: none. */
int32_t popt_rt_program_gpu(const popt_rt_program *program, int32_t rank);

/* Gives values to arguments, runs one step, and takes results. `keep_going` may
 * be NULL; a program that it ended can't be called again.
 * INVALID_ARGUMENT: an index is out of range, or an argument never had a value;
 * nothing has run. Otherwise as the transport; the program can't be called
 * again. */
popt_rt_status
popt_rt_program_call(popt_rt_program *program, const popt_rt_value *arguments,
                     int32_t num_arguments, const popt_rt_value *results,
                     int32_t num_results, popt_rt_keep_going keep_going,
                     void *context);

/* The result of the last call that has NaN or infinities, and the command, rank and
 * line that made the first in that call, as options.bad_numbers asks. The call has
 * done its work. NULL: none has any, or they were not asked for. Valid until the next
 * call. */
const char *popt_rt_program_finding(const popt_rt_program *program);

/* Takes results of the last call; among processes only blocks, and what this
 * process has whole. INVALID_ARGUMENT: as above, or nothing has been called. */
popt_rt_status popt_rt_program_read(popt_rt_program *program,
                                    const popt_rt_value *results,
                                    int32_t num_results);

/* Among processes, collective: makes the whole of a result of the blocks that
 * processes have of it since a call, from 1; all give the same one.
 * INVALID_ARGUMENT: there is no such result. */
popt_rt_status popt_rt_program_gather(popt_rt_program *program, int32_t result,
                                      int64_t call, const void *block,
                                      void *whole,
                                      popt_rt_keep_going keep_going,
                                      void *context);

/* Why the calling thread's last call of this header, or of processes.h, failed. */
const char *popt_rt_program_last_error(void);

#ifdef __cplusplus
}
#endif
#endif
