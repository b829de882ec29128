//===- GpuCodeTest.cpp - Launches in tables, images in packages -----------===//
#include "Tables.h"
#include "popt-rt/check.h"
#include "popt-rt/gpu_code.h"
#include "popt-rt/package.h"

using namespace popt::rt;

// A program for GPUs brings images; a damaged package is refused.
TEST(GpuCode, Images) {
  TemporaryFolder folder;
  std::string error, binary = folder.file("model");
  TableBuilder b({{"a", 1, AxisKind::Device}});
  StepTable &table = b.table;
  table.target = "sm_90";
  table.addKernel("k");
  table.kernels[0].launches = {{"k.0", 1, 2, 32, 0}};
  std::vector<GpuImage> images = {{"first", {}}, {"second", {1, 2, 3}}};
  std::vector<uint8_t> packed = packImages(images);
  auto load = [&](const std::vector<uint8_t> &bytes, LoadedProgram &program) {
    EXPECT_TRUE(
        writePackage(POPT_LAUNCHER, serialize(table), bytes, binary, error));
    return loadPackage(binary, program, error);
  };
  LoadedProgram program;
  ASSERT_TRUE(load(packed, program)) << error;
  ASSERT_EQ(program.images.size(), 2u);
  EXPECT_EQ(program.images[0].ptx, "first");
  EXPECT_EQ(program.images[1].cubin, images[1].cubin);
  EXPECT_NE(prepare(program, error), nullptr) << error;
  program.images.pop_back();
  EXPECT_EQ(prepare(program, error), nullptr);
  EXPECT_EQ(error, "kernel \"k\" is in image 1, but the program has 1");

  auto refused = [&](std::vector<uint8_t> bytes, const std::string &what) {
    EXPECT_FALSE(load(bytes, program));
    EXPECT_EQ(error, binary + ": the GPU code " + what);
  };
  refused({1, 2}, "is none");
  for (size_t size = 8; size < packed.size(); ++size)
    refused({packed.begin(), packed.begin() + size}, "is cut short");
  packed.push_back(0);
  refused(packed, "has bytes after its end");
}

// What a kernel launches is checked.
TEST(GpuCode, Launches) {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  b.kernel("k");
  KernelEntry &kernel = b.table.kernels.back();
  kernel.launches = {{"k.0", 0, 12, 256, 0}};
  EXPECT_EQ(check(b.table), "kernel \"k\" has launches, but the program is for "
                            "a CPU");
  b.table.target = "sm_90";
  EXPECT_EQ(check(b.table), "");
  auto refused = [&](const Launch &launch, const std::string &what) {
    kernel.launches = {launch};
    EXPECT_EQ(check(b.table), "kernel \"k\" launches " + what);
  };
  refused({"", 0, 1, 1, 0}, "\"\" of image 0 with 1 blocks of 1 threads and 0 "
                            "bytes of shared memory");
  refused({"k", -1, 1, 1, 0}, "\"k\" of image -1 with 1 blocks of 1 threads "
                              "and 0 bytes of shared memory");
  refused({"k", 0, 0, 1, 0}, "\"k\" of image 0 with 0 blocks of 1 threads and "
                             "0 bytes of shared memory");
  refused({"k", 0, 1, 1025, 0}, "\"k\" of image 0 with 1 blocks of 1025 "
                                "threads and 0 bytes of shared memory");
  refused({"k", 0, 1, 1, 1 << 20},
          "\"k\" of image 0 with 1 blocks of 1 "
          "threads and 1048576 bytes of shared memory");
  kernel.launches.clear();
  kernel.scratchBytes = -1;
  EXPECT_EQ(check(b.table), "kernel \"k\" needs -1 bytes of scratch memory");
}
