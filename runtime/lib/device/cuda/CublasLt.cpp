//===- CublasLt.cpp - Opens cuBLASLt --------------------------------------===//
#include "CublasLt.h"
#include "Library.h"

using namespace popt::rt::cuda;

std::string CublasLt::describe(LtStatus status) const {
  return describeStatus(status, cublasLtGetStatusName(status),
                        cublasLtGetStatusString(status));
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
