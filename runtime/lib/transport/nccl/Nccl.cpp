//===- Nccl.cpp - Opens NCCL ----------------------------------------------===//
#include "Nccl.h"
#include "../../device/cuda/Library.h"

#include <cstdlib>

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

/// NCCL reads it when it makes the first communicator.
static constexpr const char *kOrderVariable = "NCCL_LAUNCH_ORDER_IMPLICIT";

bool Nccl::ordersLaunches() const {
  const char *order = std::getenv(kOrderVariable);
  return versionNumber() >= kOrdersLaunches && order &&
         std::string(order) == "1";
}

static const LibraryName &libraryName() {
  static const LibraryName name = {"NCCL",
                                   "it",
                                   "without it GPUs have no --transport nccl",
                                   "POPT_NCCL",
                                   {"libnccl.so.2"},
                                   kOldestNccl};
  return name;
}

std::shared_ptr<const Nccl> Nccl::open(std::string &out_note) {
  // All ranks call in one order, so kernels that wait for each other's peers can
  // always go on, however few of them fit on a GPU.
  (void)setenv(kOrderVariable, "1", /*overwrite=*/0);
  std::shared_ptr<const Nccl> table =
      openLibrary<Nccl>(libraryName(), out_note);
  if (!table && out_note.empty())
    out_note = "NCCL is not looked for: POPT_NCCL is off, or POPT_CUDA_DRIVER "
               "names a driver; name a library in POPT_NCCL";
  return table;
}
