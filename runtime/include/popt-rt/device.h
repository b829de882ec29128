/* What one rank computes on: memory, streams, and the work in them.
 *
 * A *device* is one rank's handle of a processor; several ranks may share the
 * processor. `cpu` (device_cpu.h) is the first. The executor reaches memory and
 * kernels through this interface alone, so an address of device memory means
 * something to the device only: the host may follow it where
 * popt_rt_device_host_address() says how.
 *
 * Order: work goes into *streams*, numbered from 0. Work of one stream runs in
 * the order of the calls; work of different streams is ordered by events alone:
 * popt_rt_device_record() marks a point in one stream, popt_rt_device_wait()
 * keeps another from passing before that point is reached.
 *
 * Blocking: calls enqueue and return; the device may still be at work. The host
 * waits in popt_rt_device_read() and popt_rt_device_synchronize() only. What a
 * call is given by pointer (addresses, scalars, values) is copied before it
 * returns; memory that the work itself reads or writes must stay until the work
 * is done. On a CPU work is done when its call returns.
 *
 * Threads: a device and what was made by it are used by one thread at a time.
 *
 * Errors: a call returns a status; the text is popt_rt_device_last_error(). An
 * error of work may come from a later call of any kind, at the latest from the
 * next that waits; the device is then good for nothing but being destroyed.
 *
 * Ownership: what a device made is freed before the device. */
#ifndef POPT_RT_DEVICE_H
#define POPT_RT_DEVICE_H

#include "popt-rt/transport_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct popt_rt_device popt_rt_device;

/* "cpu", "cuda". */
const char *popt_rt_device_name(const popt_rt_device *device);

/* Text of the calling thread's last failed call, one line. Valid until the
 * thread's next call. */
const char *popt_rt_device_last_error(const popt_rt_device *device);

/* "", or a sentence for people in each line: a library was not found, and what
 * runs instead. Known once actions are prepared. */
const char *popt_rt_device_note(const popt_rt_device *device);

void popt_rt_device_destroy(popt_rt_device *device);

/* --- Memory -------------------------------------------------------------- */

/* Where memory lies. */
typedef enum popt_rt_memory {
  POPT_RT_DEVICE_MEMORY = 0, /* where the device computes */
  POPT_RT_HOST_MEMORY = 1    /* of the host; the device reaches it, too */
} popt_rt_memory;

/* Aligned to 4096 bytes on a CPU, to 256 on a GPU; its contents are unspecified. Peers reach it without a
 * copy if the device was made for a transport that can.
 * (cudaMalloc, cudaMallocHost) */
popt_rt_status popt_rt_device_allocate(popt_rt_device *device,
                                       popt_rt_memory kind, size_t bytes,
                                       void **out_memory);
void popt_rt_device_free(popt_rt_device *device, void *memory);

/* Device memory that holds `data`, for reading: `data` itself where the device
 * can read it. `data` is 4096-byte aligned and outlives the device. Freed with
 * the device. */
popt_rt_status popt_rt_device_constants(popt_rt_device *device,
                                        const void *data, size_t bytes,
                                        void **out_memory);

/* Where the host reads and writes this byte of device memory in place; NULL if
 * it can't, and must copy. */
void *popt_rt_device_host_address(popt_rt_device *device, void *memory);

/* --- Streams and events -------------------------------------------------- */

/* Makes streams 0..num_streams-1 and events 0..num_events-1. Once, before
 * anything is put into a stream. */
popt_rt_status popt_rt_device_open(popt_rt_device *device, int32_t num_streams,
                                   int32_t num_events);

/* The stream as a transport takes it (popt_rt_op.stream): a cudaStream_t; NULL
 * on a CPU. */
void *popt_rt_device_stream(popt_rt_device *device, int32_t stream);

/* The event is reached when all that is in `stream` now is done. Recording it
 * again moves it. (cudaEventRecord) */
popt_rt_status popt_rt_device_record(popt_rt_device *device, int32_t stream,
                                     int32_t event);

/* What is put into `stream` from now on waits for the event, as it was last
 * recorded; not at all if it never was. (cudaStreamWaitEvent) */
popt_rt_status popt_rt_device_wait(popt_rt_device *device, int32_t stream,
                                   int32_t event);

/* Waits on the host until all that is in `stream` is done.
 * (cudaStreamSynchronize) */
popt_rt_status popt_rt_device_synchronize(popt_rt_device *device,
                                          int32_t stream);

/* Notes as mark `mark`, 0 or higher, when all that is in `stream` now is done.
 * (cudaEventRecord, of an event with a time) */
popt_rt_status popt_rt_device_mark(popt_rt_device *device, int32_t stream,
                                   int32_t mark);

/* Seconds from one mark to another, by the device's clock (a GPU's has steps of
 * half a microsecond). The host has waited for both. (cudaEventElapsedTime) */
popt_rt_status popt_rt_device_seconds_between(popt_rt_device *device,
                                              int32_t from, int32_t to,
                                              double *out_seconds);

/* --- Bytes --------------------------------------------------------------- */

/* Copies bytes that do not overlap, between memories of any kind. Host memory
 * is popt_rt_device_allocate()'s, or the call may block. (cudaMemcpyAsync) */
popt_rt_status popt_rt_device_copy(popt_rt_device *device, int32_t stream,
                                   void *to, const void *from, size_t bytes);

/* Sets every byte. (cudaMemsetAsync) */
popt_rt_status popt_rt_device_fill(popt_rt_device *device, int32_t stream,
                                   void *to, uint8_t byte, size_t bytes);

/* Writes up to 16 bytes that the host has at hand. */
popt_rt_status popt_rt_device_write(popt_rt_device *device, int32_t stream,
                                    void *to, const void *value, size_t bytes);

/* Reads up to 16 bytes, after all that is in `stream`: the host waits for
 * them. */
popt_rt_status popt_rt_device_read(popt_rt_device *device, int32_t stream,
                                   const void *from, void *out_value,
                                   size_t bytes);

/* --- Actions: work that is prepared once and launched often --------------- */

typedef struct popt_rt_action popt_rt_action;

/* A strided tensor of which the address is given at launch. */
typedef struct popt_rt_view {
  popt_rt_element_type type;
  int32_t rank;
  const int64_t *shape;
  const int64_t *strides; /* in elements */
} popt_rt_view;

/* addresses[1] = addresses[0], element by element; equal shapes. */
popt_rt_status popt_rt_device_prepare_copy(popt_rt_device *device,
                                           const popt_rt_view *from,
                                           const popt_rt_view *to,
                                           popt_rt_action **out_action);

/* Every element of addresses[0] = the element at `value`. */
popt_rt_status popt_rt_device_prepare_fill(popt_rt_device *device,
                                           const popt_rt_view *to,
                                           const void *value,
                                           popt_rt_action **out_action);

/* Code for GPUs (gpu_code.h): PTX text, and machine code where cubin_bytes is
 * not 0. */
typedef struct popt_rt_image {
  const char *ptx;
  const void *cubin;
  size_t cubin_bytes;
} popt_rt_image;

/* Loads the code of the program's kernels; once, before they are prepared. It
 * is for the architecture `target`, "sm_90". A CPU refuses it.
 * (cuModuleLoadData) */
popt_rt_status popt_rt_device_load(popt_rt_device *device, const char *target,
                                   const popt_rt_image *images,
                                   int32_t num_images);

/* Blocks of threads on a GPU (Launch in step_table.h). */
typedef struct popt_rt_launch {
  const char *entry;
  int32_t image, grid, block, shared_bytes;
} popt_rt_launch;

/* What a library is told of an operation beside its operands. */
typedef struct popt_rt_library_call {
  const char *name;      /* equal for equal operations */
  const char *tuned_for; /* "" if the library chooses the algorithm */
  const void *algorithm;
  size_t algorithm_bytes;
} popt_rt_library_call;

/* One loop of a product, and what a kernel computes if that is one product
 * (ProductLoop and Product in step_table.h). */
typedef struct popt_rt_product_loop {
  int64_t extent;
  int64_t lhs, rhs, out; /* strides, in elements */
} popt_rt_product_loop;

typedef struct popt_rt_product {
  int32_t lhs, rhs, out; /* addresses of the launch */
  int32_t added;         /* likewise; -1: nothing is added */
  popt_rt_element_type lhs_type, rhs_type, out_type;
  int32_t is_tf32;
  /* batch, rows, columns, contracted */
  const popt_rt_product_loop *loops[4];
  int32_t num_loops[4];
  popt_rt_library_call call;
} popt_rt_product;

/* A convolution as StableHLO defines it (ConvOp in step_table.h); lists have an
 * entry for each spatial dimension. */
typedef struct popt_rt_conv {
  const int64_t *window_strides, *pad_low, *pad_high;
  const int64_t *lhs_dilation, *rhs_dilation;
  const uint8_t *window_reversal;
  int64_t feature_groups, batch_groups;
} popt_rt_conv;

/* What a kernel computes if that is one convolution (Convolution in
 * step_table.h). */
typedef struct popt_rt_convolution {
  popt_rt_conv window;
  /* lhs, rhs, out: addresses of the launch, and what lies there */
  int32_t operands[3];
  popt_rt_view views[3];
  int32_t is_tf32;
  popt_rt_library_call call;
} popt_rt_convolution;

/* A compiled kernel (KernelEntry in step_table.h): a function on a CPU, launches
 * one after another on a GPU. */
typedef struct popt_rt_kernel {
  void (*function)(void *const *addresses, const int64_t *scalars);
  const popt_rt_launch *launches;
  int32_t num_launches;
  size_t scratch_bytes;
  /* a library may do it instead; or NULL */
  const popt_rt_product *product;
  const popt_rt_convolution *convolution;
} popt_rt_kernel;

/* The kernel, called with the addresses and scalars of the launch. */
popt_rt_status popt_rt_device_prepare_kernel(popt_rt_device *device,
                                             const popt_rt_kernel *kernel,
                                             int32_t num_addresses,
                                             int32_t num_scalars,
                                             popt_rt_action **out_action);

/* How many dimensions of each sort a product has (MatmulOp in step_table.h says
 * where they stand). */
typedef struct popt_rt_matmul {
  int32_t batch, rows, columns, contracted;
  int32_t adds;
} popt_rt_matmul;

/* addresses[2] = addresses[0] * addresses[1], or that and what lay there. */
popt_rt_status popt_rt_device_prepare_matmul(popt_rt_device *device,
                                             const popt_rt_matmul *matmul,
                                             const popt_rt_view views[3],
                                             popt_rt_action **out_action);

/* addresses[2] = convolution of addresses[0] and addresses[1]. */
popt_rt_status popt_rt_device_prepare_conv(popt_rt_device *device,
                                           const popt_rt_conv *conv,
                                           const popt_rt_view views[3],
                                           popt_rt_action **out_action);

/* Attention or its gradient (AttentionOp in step_table.h), of so many operands in its
 * order. A CPU refuses it. */
typedef struct popt_rt_attention {
  int32_t is_backward, is_causal, has_bias, has_lengths, has_stats,
      has_bias_result;
  int64_t window;
  float scale;
} popt_rt_attention;

popt_rt_status popt_rt_device_prepare_attention(
    popt_rt_device *device, const popt_rt_attention *attention,
    const popt_rt_view *views, int32_t num_views, popt_rt_action **out_action);

/* Between these two, what is put into the stream is not done but recorded: the
 * action does all of it at once whenever it is launched, in any stream, with the
 * addresses and scalars of now (its own are ignored). Nothing may wait for the
 * stream in between. UNSUPPORTED where the device does not record, which is no
 * error worth a word, or where another library waited for all of the GPU in between:
 * nothing is recorded or done then. (cuStreamBeginCapture, cuGraphLaunch) */
popt_rt_status popt_rt_device_begin_recording(popt_rt_device *device,
                                              int32_t stream);
popt_rt_status popt_rt_device_end_recording(popt_rt_device *device,
                                            int32_t stream,
                                            popt_rt_action **out_action);

/* Bytes that each launch needs to itself, aligned to 64 bytes on a CPU and to
 * 256 on a GPU. */
size_t popt_rt_action_scratch(const popt_rt_action *action);

/* `addresses` are of device memory, `scratch` has popt_rt_action_scratch()
 * bytes of it. */
popt_rt_status popt_rt_action_launch(popt_rt_action *action, int32_t stream,
                                     void *const *addresses,
                                     const int64_t *scalars, void *scratch);
void popt_rt_action_destroy(popt_rt_action *action);

#ifdef __cplusplus
}
#endif
#endif
