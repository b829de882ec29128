//===- Cudnn.cpp - Opens cuDNN --------------------------------------------===//
#include "Cudnn.h"
#include "Library.h"

using namespace popt::rt::cuda;

std::string Cudnn::describe(DnnStatus status) const {
  return describeStatus(status, cudnnGetErrorString(status));
}

std::shared_ptr<const Cudnn> Cudnn::open(std::string &out_note) {
  static const LibraryName name = {
      "cuDNN",
      "it",
      "convolutions and attention run on slower kernels of our own",
      "POPT_CUDNN",
      {"libcudnn.so.9"},
      kOldestCudnn};
  return openLibrary<Cudnn>(name, out_note);
}
