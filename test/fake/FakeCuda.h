//===- FakeCuda.h - A CUDA driver for tests, without a GPU ------*- C -*---===//
//
// libpopt-fake-cuda.so looks like the CUDA driver to popt: POPT_CUDA_DRIVER
// names it instead of libcuda.so.1, and the whole way (function table, module,
// launches, streams, events, graphs) runs. Device memory is host memory, and
// the PTX that ships is interpreted.
//
//   ptx/     text to instructions, and a block of threads that executes them
//   memory/  allocations, and a shadow of each word with its last accesses
//   driver/  contexts, queues, modules, graphs: the functions of the table
//
// Work is queued and runs late and in any order that streams and events allow,
// chosen from a seed: a program that lacks an event gets other numbers, and a report
// besides, whatever the order was. Findings are
//
//   - accesses outside allocations or off their alignment,
//   - reads of memory that was never written,
//   - races: between threads of a block without a barrier between them, between
//     blocks of a launch, and between works of two streams without an event,
//   - barriers and shuffles that threads do not reach.
//
// The first is printed, kernel, block, thread, PTX line and (with .loc) the
// user's line in one message, and makes the calls after it return the sticky
// error that a device would.
//
// It looks like cuBLASLt and cuDNN as well (cublaslt/, cudnn/), where POPT_CUBLASLT
// and POPT_CUDNN name it: products and convolutions are computed in the order of
// their stream, and everything that the libraries are given is checked.
//
// As NCCL (nccl/, POPT_NCCL) it has NCCL's rules: sums in the order of a ring or a
// tree that round at each hop, maxima that drop NaN, sends and receives that wait
// for each other in the order of their streams and connect in their first calls,
// communicators of one rank for each GPU, errors when a peer is gone. Ranks may be
// threads or processes. Members that make different calls, where NCCL would hang or
// damage memory, are a finding; so is memory that is freed while it is registered.
//
// POPT_FAKE_CUDA configures it, words with commas between:
//
//   seed=7          order of blocks and streams; default 1
//   devices=2       default 1
//   peers=0         devices do not reach each other's memory; default 1
//   memory=8GB      of each device (KB, MB, GB: powers of 1024); default 8GB
//   sm=90           compute capability; default 90
//   driver=13000    what cuDriverGetVersion says; default 13000
//   cublaslt=130100 what cublasLtGetVersion says; default 130100
//   cudnn=92800     what cudnnGetVersion says; default 92800
//   nccl=22809      what ncclGetVersion says; default 22809
//   async-error=N   the N-th collective or transfer that begins in this process
//                   fails as one does whose peer is gone: its communicator has an
//                   error, and streams wait until it is aborted
//   async-error=N@C at the N-th the C-th communicator that this process made (from
//                   1) has that error instead, at every use
//   nccl-kernels=N  so many of NCCL's kernels fit on a device at once; others wait,
//                   in any order, or in that of their calls with
//                   NCCL_LAUNCH_ORDER_IMPLICIT=1 (from 2.26); default: all fit
//   apart=1         this process's ranks reach no others, as behind a firewall or
//                   with another id: communicators with them never come about
//   checks=all      all, bounds (only addresses), or none; default all
//   limit=N         thread instructions that one launch may take
//   fail=NAME@N:C   the N-th call of NAME (from 1) returns C, 999 if absent
//   hang=NAME@N     the N-th call of NAME does not return
//   skip=NAME@N     the N-th call of NAME succeeds and does nothing
//   skip=barrier@N  the N-th barrier (bar.sync) of loaded code is not there
//   missing=NAME    the library has no such function
//   counters=FILE   at its end the process writes all counters there, as JSON,
//                   and what was skipped
//
// An unknown word makes cuInit fail with a message.
//
// Everything is under one lock: calls from several threads are safe, and one
// work runs at a time.
//
// Tests: test/fake/test.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_FAKE_CUDA_H
#define POPT_FAKE_CUDA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What has happened since the process began or the last reset.
typedef struct PoptFakeCudaCounters {
  uint64_t launches;     ///< of kernels, those of graphs included
  uint64_t products;     ///< that cublasLtMatmul was asked for
  uint64_t convolutions; ///< that cudnnBackendExecute was asked for
  uint64_t attentions;   ///< likewise
  uint64_t graph_launches;
  uint64_t thread_instructions;
  // Of device memory by kernels, while a file of counters is written.
  uint64_t bytes_accessed;
  uint64_t bytes_accessed_by_16; ///< by accesses of 16 bytes
  uint64_t sectors;       ///< of 32 bytes, that an access of a warp touches
  uint64_t bytes_to_host; ///< copied from device memory to host memory
  uint64_t copies_to_host;
  uint64_t bytes_to_device;
  uint64_t bytes_within; ///< from device memory to device memory
  /// What NCCL sends for this process's ranks, in rings: of a collective its first
  /// rank counts what all send.
  uint64_t nccl_bytes;
  uint64_t bytes_allocated; ///< of device memory, now
  uint64_t bytes_peak;
  uint64_t host_bytes_allocated; ///< by cuMemHostAlloc, now
  uint64_t barriers;             ///< instructions of the code that was loaded
  uint64_t barriers_skipped;     ///< times that threads came to one
  uint64_t reports;
  uint64_t live_objects; ///< streams, events, modules, graphs, executables,
                         ///< retained contexts, and those of cuBLASLt, cuDNN
                         ///< and NCCL
} PoptFakeCudaCounters;

void popt_fake_cuda_counters(PoptFakeCudaCounters *out_counters);
/// Calls of a function of the table; of all if `name` is null.
uint64_t popt_fake_cuda_calls(const char *name);
/// The text of a report, null if there are not so many. Lives until reset.
const char *popt_fake_cuda_report(uint64_t at);
/// The `at`-th call or barrier that was skipped: a barrier with kernel and line;
/// a cuStreamWaitEvent for what was done before anyway, "(implied)". Null if
/// there are not so many. Lives until reset.
const char *popt_fake_cuda_skipped(uint64_t at);
/// Forgets everything: allocations, handles, counters, reports, faults. Calls
/// that hang return. Configures anew by `words`, or by POPT_FAKE_CUDA if null.
/// No call may use the driver meanwhile. 0, or the number of the first word that
/// is not understood (cuInit then fails).
int popt_fake_cuda_reset(const char *words);
/// The `n`-th call from now of `name` returns `code`. Nonzero: no such function.
int popt_fake_cuda_fail(const char *name, uint64_t n, int32_t code);
/// The `n`-th call from now of `name` waits until popt_fake_cuda_release().
int popt_fake_cuda_hang(const char *name, uint64_t n);
void popt_fake_cuda_release(void);
/// The memory at an address is as of a pool (cuMemAllocAsync) or mapped (cuMemMap):
/// no other device reaches it. Nonzero: there is none.
int popt_fake_cuda_pool(uint64_t address);
/// The `at`-th function of the driver's table, then of cuBLASLt's, cuDNN's and
/// NCCL's; null past their end.
const char *popt_fake_cuda_function(uint64_t at);

#ifdef __cplusplus
}
#endif

#endif // POPT_FAKE_CUDA_H
