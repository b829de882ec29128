/* A program that is called: its ranks are threads of this process.
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
 * One call at a time: concurrent ones wait for each other. Any thread may call.
 * The nearest equivalent is PJRT's LoadedExecutable. */
#ifndef POPT_RT_PROGRAM_H
#define POPT_RT_PROGRAM_H

#include "popt-rt/transport_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct popt_rt_program popt_rt_program;

/* Zero means the default in every field, so `= {0}` is a good start. */
typedef struct popt_rt_program_options {
  /* Seconds that a rank waits for a peer that shows no sign of life. 0: 60;
   * INFINITY: for ever. */
  double timeout_seconds;
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

/* The whole tensor with this number. */
typedef struct popt_rt_value {
  int32_t index;
  void *data;
} popt_rt_value;

/* Loads a binary that poptc wrote and starts its ranks. `options` may be NULL.
 * On failure nothing is made. */
popt_rt_status popt_rt_program_load(const char *path,
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
/* Which part of an argument a rank holds: begin and extent in each dimension, or
 * 0 in out_holds where a pin excludes it; the first of its blocks, if a list of
 * owners gives it several. The lists have room for the argument's dimensions.
 * INVALID_ARGUMENT: there is no such argument or rank. */
popt_rt_status popt_rt_program_block(const popt_rt_program *program,
                                     int32_t argument, int32_t rank,
                                     int32_t *out_holds, int64_t *out_begin,
                                     int64_t *out_extent);
/* Bytes that a rank has taken: planned memory, and scratch of libraries. */
int64_t popt_rt_program_memory(const popt_rt_program *program, int32_t rank);

/* Asked about every 50 ms while a call lasts; 0 ends the call at once. A
 * program that was ended so can't be called again. */
typedef int (*popt_rt_keep_going)(void *context);

/* Gives values to arguments, runs one step, and takes results. `keep_going` may
 * be NULL.
 * INVALID_ARGUMENT: an index is out of range, or an argument never had a value;
 * nothing has run. Otherwise as the transport; the program can't be called
 * again. */
popt_rt_status
popt_rt_program_call(popt_rt_program *program, const popt_rt_value *arguments,
                     int32_t num_arguments, const popt_rt_value *results,
                     int32_t num_results, popt_rt_keep_going keep_going,
                     void *context);

/* Takes results of the last call. INVALID_ARGUMENT: as above, or nothing has
 * been called. */
popt_rt_status popt_rt_program_read(popt_rt_program *program,
                                    const popt_rt_value *results,
                                    int32_t num_results);

/* Why the calling thread's last call of this header failed. */
const char *popt_rt_program_last_error(void);

#ifdef __cplusplus
}
#endif
#endif
