//===- gpu_code.h - The code of a program for GPUs ------------------------===//
//
// Kernels for GPUs are compiled in groups; each group is an *image*: PTX text,
// which the driver of any GPU of at least the program's architecture compiles
// when it is loaded, and, where the compiler found ptxas, the machine code
// (cubin) for that architecture, which loads at once. A step table's launches
// name images by their number.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_GPU_CODE_H
#define POPT_RT_GPU_CODE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace popt::rt {

struct GpuImage {
  std::string ptx;
  std::vector<uint8_t> cubin; ///< may be empty
};

/// Images as one block of bytes, and back. Whatever the bytes are, the answer
/// of unpackImages() is images, or false and a message.
std::vector<uint8_t> packImages(const std::vector<GpuImage> &images);
bool unpackImages(const uint8_t *data, size_t size,
                  std::vector<GpuImage> &out_images, std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_GPU_CODE_H
