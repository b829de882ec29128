//===- Cudnn.cpp - Opens cuDNN --------------------------------------------===//
#include "Cudnn.h"
#include "Library.h"

using namespace popt::rt::cuda;

std::string Cudnn::describe(DnnStatus status) const {
  const char *name = cudnnGetErrorString(status);
  return std::string(name ? name : "unknown error") + " (" +
         std::to_string(status) + ")";
}

std::string Cudnn::version() const {
  return "cuDNN " + std::to_string(cudnnGetVersion());
}

std::string Cudnn::findFunctions(void *library) {
  std::string missing;
#define POPT_LOOK(name, parameters)                                            \
  findFunction(library, #name, this->name, missing);
  POPT_CUDNN_FUNCTIONS(POPT_LOOK)
#undef POPT_LOOK
#define POPT_LOOK(type, name, parameters)                                      \
  findFunction(library, #name, this->name, missing);
  POPT_CUDNN_QUERIES(POPT_LOOK)
#undef POPT_LOOK
  return missing;
}

std::shared_ptr<const Cudnn> Cudnn::open(std::string &out_note) {
  static const LibraryName name = {
      "cuDNN",
      "it",
      "convolutions run on slower kernels of our own",
      "POPT_CUDNN",
      {"libcudnn.so.9"},
      kOldestCudnn};
  return openLibrary<Cudnn>(name, out_note);
}
