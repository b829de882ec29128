/* popt's calls of MPI; popt_mpi.h says what and why. Any MPI from 3.0 on. */
#include "popt_mpi.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

struct popt_mpi_world {
  MPI_Comm comm;
};

struct popt_mpi_request {
  MPI_Request request;
};

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

static const char builtFor[] =
#if defined(OMPI_MAJOR_VERSION)
    "Open MPI " TEXT(OMPI_MAJOR_VERSION) "." TEXT(OMPI_MINOR_VERSION) "." TEXT(
        OMPI_RELEASE_VERSION);
#elif defined(MPICH_VERSION)
    "MPICH " MPICH_VERSION;
#else
    "MPI " TEXT(MPI_VERSION) "." TEXT(MPI_SUBVERSION);
#endif

static int openWorld(popt_mpi_world **out_world, int32_t *out_rank,
                     int32_t *out_size) {
  int isStarted = 0, level = MPI_THREAD_SINGLE, rank = 0, size = 1, error;
  MPI_Initialized(&isStarted);
  if (!isStarted &&
      (error = MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level)))
    return error;
  popt_mpi_world *world = malloc(sizeof *world);
  if (!world)
    return MPI_ERR_NO_MEM;
  if ((error = MPI_Comm_dup(MPI_COMM_WORLD, &world->comm))) {
    free(world);
    return error;
  }
  MPI_Comm_set_errhandler(world->comm, MPI_ERRORS_RETURN);
  MPI_Comm_rank(world->comm, &rank);
  MPI_Comm_size(world->comm, &size);
  *out_world = world;
  *out_rank = rank;
  *out_size = size;
  return 0;
}

static int finalize(void) { return MPI_Finalize(); }

static void describe(int error, char *text, size_t size) {
  char message[MPI_MAX_ERROR_STRING + 1] = "";
  int length = 0;
  MPI_Error_string(error, message, &length);
  if (size > 0) {
    strncpy(text, message, size - 1);
    text[size - 1] = 0;
  }
}

static int start(int error, popt_mpi_request *request,
                 popt_mpi_request **out_request) {
  if (error)
    free(request);
  else
    *out_request = request;
  return error;
}

static int sendBytes(popt_mpi_world *world, int32_t target, int32_t tag,
                     const void *buffer, int64_t bytes,
                     popt_mpi_request **out_request) {
  popt_mpi_request *request = malloc(sizeof *request);
  if (!request)
    return MPI_ERR_NO_MEM;
  return start(MPI_Isend(buffer, (int)bytes, MPI_BYTE, target, tag, world->comm,
                         &request->request),
               request, out_request);
}

static int receiveBytes(popt_mpi_world *world, int32_t source, int32_t tag,
                        void *buffer, int64_t bytes,
                        popt_mpi_request **out_request) {
  popt_mpi_request *request = malloc(sizeof *request);
  if (!request)
    return MPI_ERR_NO_MEM;
  return start(
      MPI_Irecv(buffer, (int)bytes, MPI_BYTE,
                source == POPT_MPI_ANY_SOURCE ? MPI_ANY_SOURCE : source, tag,
                world->comm, &request->request),
      request, out_request);
}

static int test(popt_mpi_request *request, int *out_done, int32_t *out_source,
                int64_t *out_bytes) {
  MPI_Status status;
  int count = 0;
  int error = MPI_Test(&request->request, out_done, &status);
  if (error || !*out_done)
    return error;
  *out_source = status.MPI_SOURCE;
  MPI_Get_count(&status, MPI_BYTE, &count);
  *out_bytes = count;
  free(request);
  return 0;
}

static void cancel(popt_mpi_request *request) {
  MPI_Cancel(&request->request);
  MPI_Request_free(&request->request);
  free(request);
}

const popt_mpi *popt_mpi_table(int32_t version) {
  static const popt_mpi table = {POPT_MPI_VERSION, builtFor, openWorld,
                                 finalize,         describe, sendBytes,
                                 receiveBytes,     test,     cancel};
  return version == POPT_MPI_VERSION ? &table : NULL;
}
