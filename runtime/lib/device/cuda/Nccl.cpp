//===- Nccl.cpp - Opens NCCL ----------------------------------------------===//
#include "Nccl.h"
#include "Library.h"

using namespace popt::rt::cuda;

std::string Nccl::describe(NcclStatus status) const {
  return describeStatus(status, ncclGetErrorString(status),
                        ncclGetLastError(nullptr));
}

size_t Nccl::versionNumber() const {
  int number = 0;
  return ncclGetVersion(&number) == kNcclSuccess ? size_t(number) : 0;
}

std::string Nccl::versionText(size_t number) {
  return "NCCL " + std::to_string(number / 10000) + "." +
         std::to_string(number / 100 % 100) + "." +
         std::to_string(number % 100);
}

std::shared_ptr<const Nccl> Nccl::open(std::string &out_note) {
  static const LibraryName name = {"NCCL",
                                   "it",
                                   "without it GPUs have no --transport nccl",
                                   "POPT_NCCL",
                                   {"libnccl.so.2"},
                                   kOldestNccl};
  std::shared_ptr<const Nccl> table = openLibrary<Nccl>(name, out_note);
  if (!table && out_note.empty())
    out_note = "NCCL is not looked for: POPT_NCCL is off, or POPT_CUDA_DRIVER "
               "names a driver; name a library in POPT_NCCL";
  return table;
}
