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
  table.target = {"sm_90", true};
  table.addKernel("k");
  table.kernels[0].launches = {{"k.0", 1, 2, 32, 0}};
  std::vector<GpuImage> images = {{"first", {}}, {"second", {1, 2, 3}}};
  std::vector<uint8_t> packed = packImages(images);
  auto load = [&](const std::vector<uint8_t> &bytes, LoadedProgram &program) {
    EXPECT_TRUE(
        writePackage(POPT_LAUNCHER, {serialize(table), bytes}, binary, error));
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
  b.table.target = {"sm_90", true};
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

/// A kernel of sm_90 that reads two operands of bf16 and writes one of f32.
static KernelEntry &addLibraryKernel(TableBuilder &b, std::vector<int64_t> lhs,
                                     std::vector<int64_t> rhs,
                                     std::vector<int64_t> out) {
  b.table.target = {"sm_90", true};
  Operand x = b.tensor(POPT_RT_BF16, std::move(lhs));
  Operand w = b.tensor(POPT_RT_BF16, std::move(rhs));
  Operand y = b.tensor(POPT_RT_F32, std::move(out));
  KernelOp op;
  op.symbol = b.kernel("k");
  b.add(op, {x, w, y});
  KernelEntry &kernel = b.table.kernels.back();
  kernel.launches = {{"k.0", 0, 1, 32, 0}};
  kernel.numResults = 1;
  return kernel;
}

/// The kernel that is `what` of a library has launches of its own, and a GPU.
static void expectLaunchesAndGpu(TableBuilder &b, const std::string &what) {
  b.table.kernels.back().launches.clear();
  EXPECT_EQ(check(b.table), "kernel \"k\" is " + what +
                                ", but has no launches for where there is no "
                                "library");
  b.table.target = {};
  EXPECT_EQ(check(b.table), "kernel \"k\" is " + what +
                                " of a GPU's library, but the program is for a "
                                "CPU");
}

/// The checker names `what` of the sound entry after the change, which is undone.
template <typename Entry>
static void expectRefused(const StepTable &table, std::optional<Entry> &entry,
                          const Entry &sound, void (*change)(Entry &),
                          const std::string &what) {
  entry = sound;
  change(*entry);
  EXPECT_NE(check(table).find(what), std::string::npos) << check(table);
  entry = sound;
}

/// It does so where the first command's last operand lies over its first.
static void expectNoOverlap(TableBuilder &b, const std::string &what) {
  Operand &last = b.program().commands[0].operands[2];
  Operand apart = last;
  last.offset = 0;
  EXPECT_NE(check(b.table).find(what), std::string::npos) << check(b.table);
  last = apart;
}

/// Of matrices of 4x3 and 3x5.
static Product productOf(ElementType lhsType, ElementType rhsType) {
  Product product;
  product.lhsType = lhsType;
  product.rhsType = rhsType;
  product.rows = {{4, 3, 0, 5}};
  product.columns = {{5, 0, 1, 1}};
  product.contracted = {{3, 1, 5, 0}};
  return product;
}

// A library believes what a table says of a product, so all of it is checked.
TEST(GpuCode, Products) {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  KernelEntry &kernel = addLibraryKernel(b, {2, 4, 3}, {3, 5}, {2, 4, 5});
  Product sound = productOf(POPT_RT_BF16, POPT_RT_BF16);
  sound.batch = {{2, 12, 0, 20}};
  kernel.product = sound;
  EXPECT_EQ(check(b.table), "");
  auto refused = [&](void (*change)(Product &), const std::string &what) {
    expectRefused(b.table, kernel.product, sound, change, what);
  };

  // Of the product alone.
  refused([](Product &p) { p.outType = POPT_RT_F64; },
          "kernel \"k\" is a product of bf16 that gives f64");
  refused([](Product &p) { p.isTf32 = true; },
          "kernel \"k\" is a product of bf16 as TF32 that gives f32");
  refused([](Product &p) { p.rhsType = POPT_RT_F16; },
          "kernel \"k\" is a product of bf16 and f16 that gives f32");
  refused([](Product &p) { p.rhsType = POPT_RT_F8E5M2; },
          "kernel \"k\" is a product of bf16 and f8e5m2 that gives f32");
  refused([](Product &p) { p.lhsType = p.rhsType = POPT_RT_F8E5M2; },
          "kernel \"k\" is a product of f8e5m2 that gives f32");
  refused(
      [](Product &p) {
        p.lhsType = p.outType = POPT_RT_F8E4M3FN;
        p.rhsType = POPT_RT_F8E5M2;
      },
      "kernel \"k\" is a product of f8e4m3fn and f8e5m2 that gives f8e4m3fn");
  refused([](Product &p) { p.lhsType = p.rhsType = POPT_RT_F8E4M3; },
          "kernel \"k\" is a product of f8e4m3 that gives f32");
  refused([](Product &p) { p.algorithm.resize(5000); },
          "kernel \"k\" is a product whose algorithm has 5000 bytes");
  const std::string none = "kernel \"k\" is a product with loops that no "
                           "product has: 0 * 1 -> 2";
  refused([](Product &p) { p.rows[0].rhs = 1; }, none);
  refused([](Product &p) { p.columns[0].lhs = 1; }, none);
  refused([](Product &p) { p.contracted[0].out = 1; }, none);
  refused([](Product &p) { p.batch[0].extent = 0; }, none);
  refused([](Product &p) { p.batch[0].lhs = -1; }, none);
  refused([](Product &p) { p.rows.resize(30); }, none);
  const std::string twice = "kernel \"k\" is a product that writes elements "
                            "twice: 0 * 1 -> 2";
  refused([](Product &p) { p.batch[0].out = 0; }, twice);
  refused([](Product &p) { p.rows[0].out = 4; }, twice);

  // Of what it computes on.
  refused([](Product &p) { p.rhs = 3; }, "it is a product of operand 3 of 3");
  refused([](Product &p) { p.out = 1; },
          "it is a product that writes operand 1, which is read");
  refused([](Product &p) { p.batch[0].lhs = 13; },
          "it is a product of bf16 up to element 24 of operand arena[0] : "
          "bf16[2x4x3]");
  refused([](Product &p) { p.contracted[0].rhs = int64_t(1) << 40; },
          "it is a product of bf16 up to element 2199023255556 of operand");
  refused([](Product &p) { p.outType = POPT_RT_BF16; },
          "it is a product of bf16 up to element 39 of operand");
  expectNoOverlap(b, "it is a product over its own operand arena[0] : "
                     "bf16[2x4x3]");

  expectLaunchesAndGpu(b, "a product");
}

// What a product is added to lies where the result does, or apart from it.
TEST(GpuCode, SumsOfProducts) {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  KernelEntry &kernel = addLibraryKernel(b, {4, 3}, {3, 5}, {4, 5});
  std::vector<Operand> &operands = b.program().commands[0].operands;
  // Beside its operands the kernel reads what is added.
  operands.insert(operands.begin(), operands[2]);
  Product sound = productOf(POPT_RT_BF16, POPT_RT_BF16);
  sound.lhs = 1;
  sound.rhs = 2;
  sound.out = 3;
  sound.added = 0;
  kernel.product = sound;
  EXPECT_EQ(check(b.table), "");
  auto refused = [&](void (*change)(Product &), const std::string &what) {
    expectRefused(b.table, kernel.product, sound, change, what);
  };
  refused(
      [](Product &p) { p.outType = POPT_RT_BF16; },
      "kernel \"k\" is a product that adds to elements of bf16, in which no "
      "sums are kept");
  refused([](Product &p) { p.added = 4; }, "it is a product of operand 4 of 4");
  refused([](Product &p) { p.added = 1; },
          "it is a product of f32 up to element 19 of operand");
  operands[0].offset += 4;
  EXPECT_NE(check(b.table).find("it is a product over a part of what is added"),
            std::string::npos)
      << check(b.table);
}

// Operands of two types: each is looked for in its own operand.
TEST(GpuCode, ProductsOfFloat8) {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  KernelEntry &kernel = addLibraryKernel(b, {4, 3}, {3, 5}, {4, 5});
  std::vector<Operand> &operands = b.program().commands[0].operands;
  operands[0].type = POPT_RT_F8E4M3FN;
  operands[1].type = POPT_RT_F8E5M2;
  Product sound = productOf(POPT_RT_F8E4M3FN, POPT_RT_F8E5M2);
  kernel.product = sound;
  EXPECT_EQ(check(b.table), "");
  auto refused = [&](void (*change)(Product &), const std::string &what) {
    expectRefused(b.table, kernel.product, sound, change, what);
  };
  refused([](Product &p) { std::swap(p.lhsType, p.rhsType); },
          "it is a product of f8e5m2 up to element 11 of operand arena[0] : "
          "f8e4m3fn[4x3]");
  refused([](Product &p) { p.rhsType = POPT_RT_F8E4M3FN; },
          "it is a product of f8e4m3fn up to element 14 of operand");
}

// The same of a convolution: shapes, strides, windows.
TEST(GpuCode, Convolutions) {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  KernelEntry &kernel = addLibraryKernel(b, {2, 6, 3}, {3, 5, 3}, {2, 4, 5});
  Convolution sound;
  sound.lhs = {0, POPT_RT_BF16, {2, 3, 6}, {18, 1, 3}};
  sound.rhs = {1, POPT_RT_BF16, {5, 3, 3}, {3, 1, 15}};
  sound.out = {2, POPT_RT_F32, {2, 5, 4}, {20, 1, 5}};
  sound.window = {{1}, {0}, {0}, {1}, {1}, {0}, 1, 1};
  kernel.convolution = sound;
  EXPECT_EQ(check(b.table), "");
  auto refused = [&](void (*change)(Convolution &), const std::string &what) {
    expectRefused(b.table, kernel.convolution, sound, change, what);
  };

  // Of the convolution alone.
  refused([](Convolution &c) { c.out.type = POPT_RT_F64; },
          "kernel \"k\" is a convolution of bf16 that gives f64");
  refused([](Convolution &c) { c.rhs.type = POPT_RT_F16; },
          "kernel \"k\" is a convolution, but its operands have different "
          "element types");
  refused([](Convolution &c) { c.isTf32 = true; },
          "kernel \"k\" is a convolution of bf16 as TF32 that gives f32");
  refused([](Convolution &c) { c.algorithm.resize(5000); },
          "kernel \"k\" is a convolution whose algorithm has 5000 bytes");
  refused([](Convolution &c) { c.lhs.strides.pop_back(); },
          "kernel \"k\" is a convolution of shape [2x3x6] with strides [18x1]");
  refused([](Convolution &c) { c.lhs.strides[1] = -1; },
          "is a convolution of shape [2x3x6] with strides [18x-1x3]");
  refused([](Convolution &c) { c.rhs.shape[2] = 0; },
          "is a convolution of shape [5x3x0] with strides [3x1x15]");
  refused([](Convolution &c) { c.window.padLow = {1}; },
          "kernel \"k\" is a convolution, but the output has extent 4 in "
          "spatial dimension 0, not 5");
  refused(
      [](Convolution &c) { c.window.padHigh.clear(); },
      "is a convolution, but a parameter is not given for each of 1 spatial "
      "dimensions");
  refused([](Convolution &c) { c.window.featureGroups = 2; },
          "do not fit 2 feature and 1 batch groups");
  refused([](Convolution &c) { c.out.strides[2] = 4; },
          "is a convolution, but writes elements twice: 0 * 1 -> 2");

  // Of what it computes on.
  refused([](Convolution &c) { c.rhs.operand = 3; },
          "it is a convolution of operand 3 of 3");
  refused([](Convolution &c) { c.out.operand = 1; },
          "it is a convolution that writes operand 1, which is read");
  refused([](Convolution &c) { c.lhs.strides[0] = 19; },
          "it is a convolution of bf16 up to element 36 of operand arena[0] : "
          "bf16[2x6x3]");
  expectNoOverlap(b, "it is a convolution over its own operand arena[0] : "
                     "bf16[2x6x3]");

  kernel.product.emplace();
  kernel.product->lhsType = kernel.product->rhsType = POPT_RT_BF16;
  EXPECT_EQ(check(b.table), "kernel \"k\" is both a product and a convolution");
  kernel.product.reset();
  expectLaunchesAndGpu(b, "a convolution");
}
