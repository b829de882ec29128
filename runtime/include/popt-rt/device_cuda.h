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

/* Makes the devices of `count` ranks of this process: rank r computes on GPU
 * r % n of the n that the driver shows. Ranks on one GPU share code and
 * constants. The text of an error is popt_rt_device_last_error(NULL). */
popt_rt_status popt_rt_cuda_create(int32_t count, popt_rt_device **out_devices);

/* Makes the device of the only rank of this process on GPU `gpu` of those that
 * the driver shows; if it shows one alone, on that: then what has started the
 * process has chosen for it. SYSTEM_ERROR: there is no such GPU. */
popt_rt_status popt_rt_cuda_create_on(int32_t gpu, popt_rt_device **out_device);

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
