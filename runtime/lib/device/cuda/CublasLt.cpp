//===- CublasLt.cpp - Opens cuBLASLt --------------------------------------===//
#include "CublasLt.h"
#include "Library.h"

using namespace popt::rt::cuda;

std::string CublasLt::describe(LtStatus status) const {
  const char *name = cublasLtGetStatusName(status);
  const char *text = cublasLtGetStatusString(status);
  return std::string(name ? name : "unknown error") + " (" +
         std::to_string(status) + ")" +
         (text ? std::string(": ") + text : std::string());
}

std::string CublasLt::version() const {
  return "cuBLASLt " + std::to_string(cublasLtGetVersion());
}

std::string CublasLt::findFunctions(void *library) {
  std::string missing;
#define POPT_LOOK(name, parameters)                                            \
  findFunction(library, #name, this->name, missing);
  POPT_CUBLASLT_FUNCTIONS(POPT_LOOK)
#undef POPT_LOOK
#define POPT_LOOK(type, name, parameters)                                      \
  findFunction(library, #name, this->name, missing);
  POPT_CUBLASLT_QUERIES(POPT_LOOK)
#undef POPT_LOOK
  return missing;
}

std::shared_ptr<const CublasLt> CublasLt::open(std::string &out_note) {
  static const LibraryName name = {
      "cuBLASLt",
      "CUDA's libraries",
      "matrix products run on slower kernels of our own",
      "POPT_CUBLASLT",
      {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11"},
      kOldestCublasLt};
  return openLibrary<CublasLt>(name, out_note);
}
