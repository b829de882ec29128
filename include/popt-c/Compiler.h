/* The compiler as a library: a module's text in, a program that runs out.
 *
 *   popt_option options[] = {{"mesh", "dp=2,tp=2"}, {"plan", "plan.json"}};
 *   popt_executable *step;
 *   if (popt_compile(text, "step.mlir", options, 2, &callbacks, &step) == 0) {
 *     popt_rt_program *program;
 *     popt_executable_start(step, NULL, &program);     (popt-rt/program.h)
 *   }
 *
 * Functions return 0, or 1 after an error that went to `message`; where memory
 * cannot be allocated they throw std::bad_alloc, which C cannot catch. Executables
 * are independent of each other; one is used by one thread at a time. */
#ifndef POPT_C_COMPILER_H
#define POPT_C_COMPILER_H

#include "popt-rt/program.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct popt_executable popt_executable;

/* A flag of poptc without its dashes, such as {"memory-budget", "80GB"}. */
typedef struct popt_option {
  const char *name;
  const char *value;
} popt_option;

typedef enum popt_severity {
  POPT_REMARK = 0,
  POPT_WARNING = 1,
  POPT_ERROR = 2
} popt_severity;

/* What the compiler calls while it works, from the thread that called it. Every
 * field may be NULL. */
typedef struct popt_callbacks {
  void *context;
  /* A message with its place, the source line and its notes, as poptc prints
   * it: "train.py:12:7: error: ...". The text is the callee's until it
   * returns. */
  void (*message)(void *context, popt_severity severity, const char *text);
  /* Asked before each pass; 0 stops the compilation, which is an error. */
  int (*keep_going)(void *context);
} popt_callbacks;

/* Compiles the text of a StableHLO module; `name` stands for it in messages.
 * An option that poptc would refuse is an error. `callbacks` may be NULL. A program
 * that the cache on disk has (docs/Python.md, "The next start") is not compiled again,
 * and its messages are the same; {"no-cache", "true"} does without. */
int popt_compile(const char *text, const char *name, const popt_option *options,
                 int32_t num_options, const popt_callbacks *callbacks,
                 popt_executable **out_executable);

/* The same program after a phase, as poptc --emit=PHASE writes it: "imported" to
 * "scheduled", or "step". The text is freed with popt_free_text(). */
int popt_lower(const char *text, const char *name, const popt_option *options,
               int32_t num_options, const char *phase,
               const popt_callbacks *callbacks, char **out_text);
void popt_free_text(char *text);

/* The text, with locations, of a module that is bytecode, such as a portable artifact
 * of StableHLO; popt_compile and popt_lower take it. It is freed with
 * popt_free_text(). */
int popt_read_bytecode(const void *bytes, int64_t num_bytes, const char *name,
                       const popt_callbacks *callbacks, char **out_text);

/* Frees it; programs that were started from it live on. NULL is allowed. */
void popt_executable_destroy(popt_executable *executable);

/* The program as bytes, for popt_rt_program_load_package() in other processes of
 * this host. They belong to the executable. */
void popt_executable_package(popt_executable *executable, const void **out_data,
                             int64_t *out_bytes);

/* Starts its ranks as threads of this process, or among the processes that
 * `options` names. POPT_RT_OK, or why not:
 * popt_rt_program_last_error() has the text. `options` may be NULL. */
popt_rt_status popt_executable_start(const popt_executable *executable,
                                     const popt_rt_program_options *options,
                                     popt_rt_program **out_program);

/* What was decided, as poptc -v prints it, and as the page for browsers that
 * --report writes. They belong to the executable. */
const char *popt_executable_report(popt_executable *executable);
const char *popt_executable_report_page(popt_executable *executable);

/* What a step is predicted to take, hold and send, as JSON: the `predicted` of a
 * plan (docs/Plan.md). The report says the same. The text is the executable's. */
const char *popt_executable_prediction(popt_executable *executable);

/* The option `target` for a GPU of this compute capability, 90 of 9.0; NULL: programs
 * don't run on it. */
const char *popt_target_of_gpu(int32_t capability);

#ifdef __cplusplus
}
#endif
#endif
