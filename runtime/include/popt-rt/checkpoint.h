/* Checkpoints of programs that are called (program.h): the same folders that runs
 * save (docs/Checkpoints.md), so that one goes on from the other's.
 *
 *   popt_rt_save save = {"ck", 100};
 *   popt_rt_program_save(program, &save, NULL, NULL);      ck/step-00000100
 *   ...                                                    calls go on
 *   popt_rt_program_finish_saves(program, NULL, NULL);     it is on disk
 *
 *   popt_rt_checkpoint *checkpoint;
 *   popt_rt_checkpoint_open("ck", &checkpoint);            the newest; NULL: none
 *   popt_rt_program_restore(program, checkpoint, NULL, NULL, NULL);
 *
 * What takes a program is collective among processes (processes.h).
 * popt_rt_program_last_error() says why a call failed. */
#ifndef POPT_RT_CHECKPOINT_H
#define POPT_RT_CHECKPOINT_H

#include "popt-rt/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a checkpoint is to have. Texts live as long as the call. */
typedef struct popt_rt_save {
  const char
      *dir;     /* the folder of checkpoints; it is made if it is not there */
  int64_t step; /* steps that were done */
  int64_t batches; /* batches that they took */
  int64_t keep;    /* all but the newest so many are removed; 0: none is */
  const char
      *loaders; /* JSON for what feeds the program, of rank 0; NULL: none */
} popt_rt_save;

/* Saves the state that the last call, or popt_rt_program_restore(), left. Returns when
 * it is copied; a thread writes the copy while calls go on. The save before it has
 * ended then. From the first save on this program is the folder's only writer, until
 * popt_rt_program_finish_saves() or a save in another folder.
 * INVALID_ARGUMENT, SYSTEM_ERROR: no argument is state, none has a value, the folder
 * can't be written, or another program saves there; the program can still be called.
 * Otherwise as popt_rt_program_call(). */
popt_rt_status popt_rt_program_save(popt_rt_program *program,
                                    const popt_rt_save *save,
                                    popt_rt_keep_going keep_going,
                                    void *context);

/* Returns when all is on disk, and gives the folder back. SYSTEM_ERROR: the last save
 * failed; the program can still be called. */
popt_rt_status popt_rt_program_finish_saves(popt_rt_program *program,
                                            popt_rt_keep_going keep_going,
                                            void *context);

/* In the process of rank 0, the step of the last save that ended (-1: none), and why it
 * failed ("" if it is on disk), until the program is called again. */
void popt_rt_program_last_save(const popt_rt_program *program,
                               int64_t *out_step, const char **out_failure);

/* A checkpoint to read. */
typedef struct popt_rt_checkpoint popt_rt_checkpoint;

/* Opens the newest checkpoint in a folder of them that is complete, or the one that
 * the folder is. NULL in *out_checkpoint: there is none. INVALID_ARGUMENT: there are
 * some, and none can be read. */
popt_rt_status popt_rt_checkpoint_open(const char *path,
                                       popt_rt_checkpoint **out_checkpoint);
/* NULL is allowed. */
void popt_rt_checkpoint_destroy(popt_rt_checkpoint *checkpoint);

int64_t popt_rt_checkpoint_step(const popt_rt_checkpoint *checkpoint);
const char *popt_rt_checkpoint_folder(const popt_rt_checkpoint *checkpoint);
/* Why newer ones were passed over, a line each; "" if none was. */
const char *popt_rt_checkpoint_skipped(const popt_rt_checkpoint *checkpoint);
/* popt_rt_save::loaders, "" if it has none. INVALID_ARGUMENT: they are damaged. */
popt_rt_status popt_rt_checkpoint_loaders(popt_rt_checkpoint *checkpoint,
                                          const char **out_text);
int32_t popt_rt_checkpoint_num_tensors(const popt_rt_checkpoint *checkpoint);
/* INVALID_ARGUMENT: there is no such tensor. */
popt_rt_status popt_rt_checkpoint_tensor(const popt_rt_checkpoint *checkpoint,
                                         int32_t index,
                                         popt_rt_tensor *out_tensor);
/* Reads a whole tensor. INVALID_ARGUMENT: as above, or it is not what was saved. */
popt_rt_status popt_rt_checkpoint_read(popt_rt_checkpoint *checkpoint,
                                       int32_t index, void *out_data);

/* Writes it as other programs keep models: safetensors of at most `file_bytes` (0: 5e9)
 * with an index, in a folder. `names`: a file that says what tensors are called there
 * (docs/Data.md), NULL: as here. `type`: of all floats, -1: their own. Out: how many
 * tensors were written. INVALID_ARGUMENT: a tensor does not fit its name or is damaged,
 * or the folder can't be written. */
popt_rt_status popt_rt_checkpoint_export(const popt_rt_checkpoint *checkpoint,
                                         const char *folder, const char *names,
                                         int32_t type, int64_t file_bytes,
                                         int64_t *out_tensors);

/* Tensors of a file that any program wrote (docs/Data.md), which go to those that are
 * wanted. */
typedef struct popt_rt_weights popt_rt_weights;

/* Opens npz, npy, safetensors or their index. `names` as above. `keys`: by what is
 * wanted, the key that is looked for before its name, such as "arg0"; NULL: the name
 * alone is. INVALID_ARGUMENT: it can't be read, names do not fit, or a tensor has
 * another type or shape. */
popt_rt_status popt_rt_weights_open(const char *path, const char *names,
                                    const popt_rt_tensor *wanted,
                                    const char *const *keys, int32_t num_wanted,
                                    popt_rt_weights **out_weights);
/* NULL is allowed. */
void popt_rt_weights_destroy(popt_rt_weights *weights);
/* 1 if the file has the tensor that is wanted as this number. */
int32_t popt_rt_weights_has(const popt_rt_weights *weights, int32_t wanted);
/* Reads it whole. INVALID_ARGUMENT: the file lacks it, or is damaged. */
popt_rt_status popt_rt_weights_read(popt_rt_weights *weights, int32_t wanted,
                                    void *out_data);

/* Gives the program's state the values of a checkpoint, of which each rank reads its
 * part: on any mesh. `problem`: why this process has none to give (NULL: it has, or all
 * have none, and nothing is done); the others get it.
 * INVALID_ARGUMENT, SYSTEM_ERROR: a problem of one of them, the checkpoint is of another
 * program, or processes see different ones; or it is damaged, and the state has no value
 * now; the program can still be called. Otherwise as popt_rt_program_call(). */
popt_rt_status popt_rt_program_restore(popt_rt_program *program,
                                       const popt_rt_checkpoint *checkpoint,
                                       const char *problem,
                                       popt_rt_keep_going keep_going,
                                       void *context);
/* 1 if all of the program's state has values: calls or a checkpoint gave them, and no
 * damaged one has taken them away since. */
int32_t popt_rt_program_has_state(const popt_rt_program *program);

#ifdef __cplusplus
}
#endif
#endif
