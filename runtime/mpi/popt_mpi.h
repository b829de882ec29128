/* The few calls of MPI that popt makes, as a table of functions.
 *
 * MPI has no binary interface: a program is compiled for one MPI. So popt is
 * compiled for none, and opens this *shim* at run time: a library of two hundred
 * lines that anyone can build with the mpicc of the MPI that is there (see the
 * Makefile beside this file). The table and its version are the whole interface.
 *
 * All calls return at once but `open` and `finalize`, which MPI makes wait for
 * the other processes. They are made by one thread at a time. Calls that can
 * fail return 0, or an error of MPI that `describe` turns into text. */
#ifndef POPT_MPI_H
#define POPT_MPI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { POPT_MPI_VERSION = 1, POPT_MPI_ANY_SOURCE = -1 };

/* A communicator of all processes of the job, which nothing else uses. */
typedef struct popt_mpi_world popt_mpi_world;
typedef struct popt_mpi_request popt_mpi_request;

typedef struct popt_mpi {
  int32_t version;
  /* The MPI that the shim was built for: "Open MPI 4.1.4". */
  const char *built_for;
  /* Starts MPI if it has not been started, and makes a new communicator; all
   * processes do so in the same order. (MPI_Init_thread, MPI_Comm_dup) */
  int (*open)(popt_mpi_world **out_world, int32_t *out_rank, int32_t *out_size);
  /* Ends MPI for this process. (MPI_Finalize) */
  int (*finalize)(void);
  void (*describe)(int error, char *text, size_t size);
  /* At most 2^31 - 1 bytes. The buffer stays until the request is done.
   * (MPI_Isend, MPI_Irecv) */
  int (*send)(popt_mpi_world *world, int32_t target, int32_t tag,
              const void *buffer, int64_t bytes,
              popt_mpi_request **out_request);
  int (*receive)(popt_mpi_world *world, int32_t source, int32_t tag,
                 void *buffer, int64_t bytes, popt_mpi_request **out_request);
  /* Sets *out_done; then the request is gone, and who sent how many bytes is
   * known if it was a receive. (MPI_Test) */
  int (*test)(popt_mpi_request *request, int *out_done, int32_t *out_source,
              int64_t *out_bytes);
  /* Gives up a request and its buffer. (MPI_Cancel, MPI_Request_free) */
  void (*cancel)(popt_mpi_request *request);
} popt_mpi;

/* What the library exports. NULL if it has another version. */
const popt_mpi *popt_mpi_table(int32_t version);

#ifdef __cplusplus
}
#endif
#endif
