//===- NcclTest.cpp - NCCL is opened, or the user hears why not -----------===//
//
// What an opened library does is test/Execute/Gpu's and the fake's matter; that
// the declarations are NCCL's, nccl-header.test's.
//
//===----------------------------------------------------------------------===//
#include "device/cuda/Nccl.h"
#include "popt-rt/transport_nccl.h"
#include <cstdlib>
#include <gtest/gtest.h>

using namespace popt::rt::cuda;

/// What is said of `path` as the library; null: none is named.
static std::string noteOf(const char *path) {
  if (path)
    setenv("POPT_NCCL", path, 1);
  else
    unsetenv("POPT_NCCL");
  std::string note;
  EXPECT_EQ(Nccl::open(note), nullptr) << note;
  unsetenv("POPT_NCCL");
  return note;
}

TEST(Nccl, NoLibrary) {
  std::string note = noteOf("/nowhere/libnccl.so");
  EXPECT_EQ(note.find("NCCL was not found: /nowhere/libnccl.so: "), 0u) << note;
  EXPECT_NE(note.find("; install it, or name one in POPT_NCCL; without it GPUs "
                      "have no --transport nccl"),
            std::string::npos)
      << note;
}

TEST(Nccl, NotLookedFor) {
  const char *words =
      "NCCL is not looked for: POPT_NCCL is off, or POPT_CUDA_DRIVER names a "
      "driver; name a library in POPT_NCCL";
  EXPECT_EQ(noteOf("off"), words);
  setenv("POPT_CUDA_DRIVER", "/nowhere/libcuda.so", 1);
  EXPECT_EQ(noteOf(nullptr), words);
  unsetenv("POPT_CUDA_DRIVER");
}

TEST(Nccl, NobodyToConnect) {
  EXPECT_EQ(popt_rt_nccl_create(0, nullptr, nullptr, nullptr),
            POPT_RT_INVALID_ARGUMENT);
  EXPECT_STREQ(popt_rt_last_error(nullptr), "nccl: null argument or no ranks");
  EXPECT_EQ(popt_rt_nccl_attach(nullptr, nullptr, nullptr, nullptr),
            POPT_RT_INVALID_ARGUMENT);
  EXPECT_STREQ(popt_rt_last_error(nullptr),
               "nccl: null argument, or a transport that is none of the host");
}

TEST(Nccl, NoSuchFunctions) {
  EXPECT_EQ(noteOf("libm.so.6"),
            "NCCL is too old: it has no ncclGetVersion; install a newer one; "
            "without it GPUs have no --transport nccl");
}
