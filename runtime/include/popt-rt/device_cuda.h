/* NVIDIA GPUs as devices: kernels are PTX or machine code that the driver
 * loads. Nothing of CUDA is needed to build popt; libcuda.so.1, the driver, is
 * opened when the first device is made. POPT_CUDA_DRIVER names another library.
 * Matrix products are cuBLASLt's and convolutions cuDNN's, where they are found
 * (POPT_CUBLASLT and POPT_CUDNN name others).
 */
#ifndef POPT_RT_DEVICE_CUDA_H
#define POPT_RT_DEVICE_CUDA_H

#include "popt-rt/device.h"
#include "popt-rt/transport.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A GPU that the driver shows this process. */
typedef struct popt_rt_gpu {
  char name[128];
  int32_t capability; /* 90 of compute capability 9.0 */
} popt_rt_gpu;

/* How many GPUs the driver shows, and the first `room` of them, by their numbers.
 * SYSTEM_ERROR: there is no driver, or no GPU. The text of an error, here and below,
 * is popt_rt_device_last_error(NULL). */
popt_rt_status popt_rt_cuda_list(int32_t room, popt_rt_gpu *out_gpus,
                                 int32_t *out_count);

/* Whether `count` GPUs, by their numbers, reach each other's memory, so that
 * popt_rt_cuda_connect() will not refuse them. */
int32_t popt_rt_cuda_can_connect(int32_t count, const int32_t *gpus);

/* Makes the devices of `count` ranks of this process: rank r computes on GPU
 * gpus[r], or, if `gpus` is NULL, on GPU r % n of the n that the driver shows. Ranks
 * on one GPU share code and constants. SYSTEM_ERROR: there is no such GPU. Memory of
 * these devices is allocated, copied and freed, and their streams are waited for, by
 * several threads at once. */
popt_rt_status popt_rt_cuda_create(int32_t count, const int32_t *gpus,
                                   popt_rt_device **out_devices);

/* Makes the device of the only rank of this process on GPU `gpu` of those that
 * the driver shows; if it shows one alone, on that: then what has started the
 * process has chosen for it. SYSTEM_ERROR: there is no such GPU. */
popt_rt_status popt_rt_cuda_create_on(int32_t gpu, popt_rt_device **out_device);

/* The driver's number of the GPU that a device is on; -1 of another kind of device. */
int32_t popt_rt_cuda_number(popt_rt_device *device);

/* Calls about a device make its GPU's context the thread's (cuCtxSetCurrent). A thread
 * that other libraries use, too, puts these around them: what was current before, NULL
 * if nothing was, is so again. `device` may be NULL: it is not made yet, or is gone when
 * the thread leaves. */
void *popt_rt_cuda_enter(popt_rt_device *device);
void popt_rt_cuda_leave(popt_rt_device *device, void *before);

/* Whether GPUs that popt_rt_cuda_connect() connected reach this memory of the device's
 * GPU. Of a pool (cuMemAllocAsync) or mapped (cuMemMap) it says itself which GPUs do, and
 * this 0. */
int32_t popt_rt_cuda_is_shared(popt_rt_device *device, const void *memory);

/* Waits until the GPU has done all that this process gave it, in any stream and of any
 * library; first until no rank of this process records its step, which that would spoil.
 * INVALID_ARGUMENT: the device is no GPU. (cuCtxSynchronize) */
popt_rt_status popt_rt_cuda_finish(popt_rt_device *device);

/* Lets the ranks of one process communicate in the memory of their GPUs: what
 * transports[r] (popt_rt_threads_create()) is asked for on a stream of
 * devices[r] goes into that stream, and reductions are in member order as on a
 * CPU. Before the first call on a stream. UNSUPPORTED: two GPUs cannot reach
 * each other's memory. */
popt_rt_status popt_rt_cuda_connect(int32_t count,
                                    popt_rt_device *const *devices,
                                    popt_rt_transport *const *transports);

/* From now on, matrix products and convolutions that are prepared on these devices
 * are measured: each algorithm that the library (cuBLASLt, cuDNN) proposes is run,
 * and the fastest is used. Before the first is prepared. */
void popt_rt_cuda_tune(int32_t count, popt_rt_device *const *devices);

/* What was measured, as the text of a file that poptc --tuned reads; "" if
 * nothing was. Lives as long as the devices. */
const char *popt_rt_cuda_tuned(popt_rt_device *device);

#ifdef __cplusplus
}
#endif
#endif
