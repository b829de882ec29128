//===- ComputeTest.cpp - Products and convolutions against naive ones -----===//
//
// Elements are small integers, so that every sum is exact in every type: the
// comparison is equality, whatever the order of summation.
//
//===----------------------------------------------------------------------===//
#include "Indices.h"
#include "Tables.h"
#include "device/cpu/Conv.h"
#include "device/cpu/Onednn.h"
#include <complex>
#include <dlfcn.h>
#include <numeric>
#include <thread>

using namespace popt::rt;

/// oneDNN 2.6 loses a few kilobytes of some kernels that it generates; the leak
/// checker is not to report them.
extern "C" const char *__lsan_default_suppressions() {
  return "leak:libdnnl.so\n";
}

namespace {
using Value = std::complex<double>;

struct Buffer {
  Operand o;
  std::vector<uint8_t> bytes;
  int64_t start = 0; ///< element

  void *data() { return bytes.data() + start * popt_rt_element_size(o.type); }
};
} // namespace

static Value load(ElementType type, const void *data, int64_t index) {
  return {elementAsDouble(type, data, index),
          imaginaryAsDouble(type, data, index)};
}

static void store(ElementType type, void *data, int64_t index, Value value) {
  char *to = static_cast<char *>(data) + index * popt_rt_element_size(type);
  auto put = [&](auto v) { std::memcpy(to, &v, sizeof v); };
  float f = static_cast<float>(value.real());
  switch (type) {
  case POPT_RT_F32:
    return put(f);
  case POPT_RT_F64:
    return put(value.real());
  case POPT_RT_F16:
    return put(floatToHalf(f));
  case POPT_RT_BF16:
    return put(floatToBfloat(f));
  case POPT_RT_F8E4M3FN:
  case POPT_RT_F8E5M2:
    return put(floatToFloat8(type, f));
  case POPT_RT_C64:
    return put(std::complex<float>(value));
  case POPT_RT_C128:
    return put(value);
  case POPT_RT_I1:
    return put(static_cast<uint8_t>(value.real() != 0));
  default: {
    int64_t i = static_cast<int64_t>(value.real());
    std::memcpy(to, &i, popt_rt_element_size(type));
  }
  }
}

/// A view whose dimensions lie in a random order in memory, perhaps with gaps
/// and broadcasts, filled with small integers.
static Buffer randomBuffer(std::mt19937 &random, ElementType type,
                           const std::vector<int64_t> &shape, int wildness,
                           bool output) {
  Buffer b;
  b.o.type = type;
  b.o.shape = shape;
  b.o.strides.resize(shape.size());
  std::vector<size_t> order(shape.size());
  std::iota(order.begin(), order.end(), 0);
  if (wildness > 0)
    std::shuffle(order.begin(), order.end(), random);
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    size_t d = order[i];
    if (!output && wildness > 1 && random() % 8 == 0) {
      b.o.strides[d] = 0;
      continue;
    }
    b.o.strides[d] = stride;
    stride *= std::max<int64_t>(shape[d], 1);
    if (wildness > 1 && random() % 3 == 0)
      stride += 3;
    if (wildness > 2 && random() % 8 == 0 && shape[d] > 0) {
      b.start += b.o.strides[d] * (shape[d] - 1);
      b.o.strides[d] = -b.o.strides[d];
    }
  }
  b.bytes.resize(static_cast<size_t>(stride) * popt_rt_element_size(type));
  bool isUnsigned = type >= POPT_RT_UI8 && type <= POPT_RT_UI64;
  for (int64_t i = 0; i < stride; ++i)
    store(type, b.bytes.data(), i,
          {double(int(random() % 3)) - (isUnsigned ? 0 : 1),
           isComplex(type) ? double(int(random() % 3)) - 1 : 0});
  return b;
}

/// The offset of a coordinate in each of `count` dimensions from dimension `first`.
static int64_t at(const Operand &o, size_t first, const int64_t *index,
                  size_t count) {
  int64_t offset = 0;
  for (size_t d = 0; d < count; ++d)
    offset += index[d] * o.strides[first + d];
  return offset;
}

static int64_t at(const Operand &o, const std::vector<int64_t> &index) {
  return at(o, 0, index.data(), index.size());
}

static Value combine(ElementType type, Value sum, Value a, Value b) {
  if (type == POPT_RT_I1)
    return (sum != 0.0 || (a != 0.0 && b != 0.0)) ? 1.0 : 0.0;
  return sum + a * b;
}

/// Runs it and gives the output's bytes.
static std::vector<uint8_t> run(const Compute &compute, Buffer &a, Buffer &b,
                                Buffer c) {
  std::vector<uint8_t> scratch(compute.scratchBytes() + 64);
  uint8_t *aligned = scratch.data();
  while (reinterpret_cast<uintptr_t>(aligned) % 64)
    ++aligned;
  void *operands[3] = {a.data(), b.data(), c.data()};
  EXPECT_TRUE(compute.newCall()->run(operands, aligned));
  return c.bytes;
}

/// Products and convolutions of a thousand random ones that are oneDNN's at least.
/// It has none of bf16 without AVX-512.
static int fewestByLibrary() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") ? 200 : 50;
#else
  return 50;
#endif
}

//===----------------------------------------------------------------------===//
// Matmul
//===----------------------------------------------------------------------===//

static std::vector<uint8_t> naiveMatmul(const MatmulOp &op, Buffer &a,
                                        Buffer &b, Buffer c) {
  size_t nb = op.batchDims, nm = op.rowDims, nk = op.contractedDims;
  std::vector<int64_t> kShape(a.o.shape.begin() + nb + nm, a.o.shape.end());
  void *out = c.data();
  forEachIndex(c.o.shape, [&](const std::vector<int64_t> &index) {
    Value sum = 0.0;
    if (op.adds)
      sum = load(c.o.type, out, at(c.o, index));
    int64_t row = at(a.o, 0, index.data(), nb + nm);
    int64_t column = at(b.o, 0, index.data(), nb) +
                     at(b.o, nb + nk, index.data() + nb + nm, op.columnDims);
    forEachIndex(kShape, [&](const std::vector<int64_t> &k) {
      sum = combine(
          c.o.type, sum,
          load(a.o.type, a.data(), row + at(a.o, nb + nm, k.data(), nk)),
          load(b.o.type, b.data(), column + at(b.o, nb, k.data(), nk)));
    });
    store(c.o.type, out, at(c.o, index), sum);
  });
  return c.bytes;
}

TEST(Matmul, ManyStridesAndTypes) {
  std::pair<ElementType, ElementType> types[] = {
      {POPT_RT_F32, POPT_RT_F32},   {POPT_RT_F32, POPT_RT_F32},
      {POPT_RT_F32, POPT_RT_F32},   {POPT_RT_BF16, POPT_RT_BF16},
      {POPT_RT_BF16, POPT_RT_F32},  {POPT_RT_F64, POPT_RT_F64},
      {POPT_RT_F16, POPT_RT_F16},   {POPT_RT_F16, POPT_RT_F32},
      {POPT_RT_I8, POPT_RT_I32},    {POPT_RT_I32, POPT_RT_I32},
      {POPT_RT_UI16, POPT_RT_UI16}, {POPT_RT_I64, POPT_RT_I64},
      {POPT_RT_C64, POPT_RT_C64},   {POPT_RT_C128, POPT_RT_C128},
      {POPT_RT_I1, POPT_RT_I1},     {POPT_RT_F8E5M2, POPT_RT_F32}};
  std::mt19937 random(21);
  std::map<std::string, int> how;
  for (int round = 0; round < 1200; ++round) {
    auto [in, out] = types[random() % std::size(types)];
    MatmulOp op;
    op.batchDims = random() % 3;
    op.rowDims = random() % 3;
    op.columnDims = random() % 3;
    op.contractedDims = random() % 3;
    auto extents = [&](int n) {
      std::vector<int64_t> list(n);
      for (int64_t &extent : list)
        extent = random() % 40 == 0  ? 0
                 : random() % 8 == 0 ? 1
                                     : 1 + random() % 7;
      if (n == 1 && random() % 4 == 0)
        list[0] = 30 + random() % 50;
      return list;
    };
    auto b = extents(op.batchDims), m = extents(op.rowDims),
         n = extents(op.columnDims), k = extents(op.contractedDims);
    auto join = [](std::vector<int64_t> x, const std::vector<int64_t> &y,
                   const std::vector<int64_t> &z) {
      x.insert(x.end(), y.begin(), y.end());
      x.insert(x.end(), z.begin(), z.end());
      return x;
    };
    op.adds = (out == POPT_RT_F32 || out == POPT_RT_F64) && random() % 3 == 0;
    int wildness = random() % 4;
    Buffer A = randomBuffer(random, in, join(b, m, k), wildness, false);
    Buffer B = randomBuffer(random, in, join(b, k, n), wildness, false);
    Buffer C = randomBuffer(random, out, join(b, m, n), wildness, true);
    std::string error;
    auto compute = prepareMatmul(op, {A.o, B.o, C.o}, error);
    ASSERT_TRUE(compute) << error;
    ++how[compute->how()];
    ASSERT_EQ(run(*compute, A, B, C), naiveMatmul(op, A, B, C))
        << "round " << round << " by " << compute->how() << " types "
        << popt_rt_element_type_name(in) << " "
        << popt_rt_element_type_name(out) << " dims " << op.batchDims
        << op.rowDims << op.columnDims << op.contractedDims;
  }
  if (!Onednn::missing()) {
    EXPECT_GT(how["onednn"], fewestByLibrary());
  }
  EXPECT_GT(how["own"], 200);
  EXPECT_GT(how["nothing"], 5);
}

// Sizes beyond one block of every loop of our own product.
TEST(Matmul, LargeOwn) {
  std::mt19937 random(22);
  for (ElementType type : {POPT_RT_F64, POPT_RT_I32, POPT_RT_C64}) {
    Buffer A = randomBuffer(random, type, {131, 267}, 0, false);
    Buffer B = randomBuffer(random, type, {267, 133}, 1, false);
    Buffer C = randomBuffer(random, type, {131, 133}, 0, true);
    std::string error;
    auto compute = prepareMatmul({}, {A.o, B.o, C.o}, error);
    EXPECT_EQ(compute->how(), "own");
    EXPECT_EQ(run(*compute, A, B, C), naiveMatmul({}, A, B, C));
  }
}

// Attention's strided products run in the library without copies.
TEST(Matmul, AttentionNeedsNoCopies) {
  if (!Onednn::get())
    GTEST_SKIP() << "skipped: oneDNN is not installed";
  MatmulOp op;
  op.batchDims = 2;
  int64_t S = 16, H = 2, D = 8, B = 3;
  Operand q, k, p;
  q.shape = {B, H, S, D};
  q.strides = {S * H * D, D, H * D, 1};
  k.shape = {B, H, D, S};
  k.strides = {S * H * D, D, 1, H * D};
  p.shape = {B, H, S, S};
  std::string error;
  auto compute = prepareMatmul(op, {q, k, p}, error);
  ASSERT_TRUE(compute);
  EXPECT_EQ(compute->how(), "onednn");
}

// oneDNN's sums depend on its number of threads, which OpenMP keeps for each thread:
// it is one also where another thread has prepared the product.
TEST(Matmul, OneThreadWhereverItRuns) {
  if (!Onednn::get())
    GTEST_SKIP() << "skipped: oneDNN is not installed";
  void *handle = dlopen("libdnnl.so.2", RTLD_NOW | RTLD_NOLOAD);
  auto mostThreads = reinterpret_cast<int (*)()>(
      handle ? dlsym(handle, "omp_get_max_threads") : nullptr);
  if (!mostThreads)
    GTEST_SKIP() << "skipped: this oneDNN has no OpenMP";
  std::mt19937 random(1);
  MatmulOp op;
  Buffer A = randomBuffer(random, POPT_RT_F32, {8, 8}, 0, false);
  Buffer B = randomBuffer(random, POPT_RT_F32, {8, 8}, 0, false);
  Buffer C = randomBuffer(random, POPT_RT_F32, {8, 8}, 0, true);
  std::string error;
  auto compute = prepareMatmul(op, {A.o, B.o, C.o}, error);
  ASSERT_TRUE(compute) << error;
  ASSERT_EQ(compute->how(), "onednn");
  int before = 0, after = 0;
  std::thread([&] {
    reinterpret_cast<void (*)(int)>(dlsym(handle, "omp_set_num_threads"))(2);
    before = mostThreads();
    run(*compute, A, B, C);
    after = mostThreads();
  }).join();
  EXPECT_EQ(before, 2);
  EXPECT_EQ(after, 1);
}

TEST(Matmul, TypesThatDoNotFit) {
  Operand a, b, c;
  a.shape = b.shape = c.shape = {2, 2};
  c.type = POPT_RT_I32;
  std::string error;
  EXPECT_FALSE(prepareMatmul({}, {a, b, c}, error));
  EXPECT_EQ(error, "no product of f32 and f32 gives i32");
}

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

static std::vector<uint8_t> naiveConv(const ConvOp &op, Buffer &l, Buffer &r,
                                      Buffer c) {
  size_t n = l.o.shape.size() - 2;
  void *out = c.data();
  int64_t groups = op.featureGroups * op.batchGroups;
  std::vector<int64_t> il(n + 2), ir(n + 2);
  forEachIndex(c.o.shape, [&](const std::vector<int64_t> &index) {
    int64_t g = index[1] / (c.o.shape[1] / groups);
    std::vector<int64_t> window(r.o.shape.begin() + 1, r.o.shape.end());
    Value sum = 0.0;
    forEachIndex(window, [&](const std::vector<int64_t> &k) {
      il[0] = op.batchGroups > 1 ? g * c.o.shape[0] + index[0] : index[0];
      il[1] = op.batchGroups > 1 ? k[0] : g * r.o.shape[1] + k[0];
      ir[0] = index[1];
      ir[1] = k[0];
      for (size_t i = 0; i < n; ++i) {
        int64_t x = index[2 + i] * op.windowStrides[i] +
                    k[1 + i] * op.rhsDilation[i] - op.padLow[i];
        if (x < 0 || x % op.lhsDilation[i] ||
            x / op.lhsDilation[i] >= l.o.shape[2 + i])
          return;
        il[2 + i] = x / op.lhsDilation[i];
        ir[2 + i] =
            op.windowReversal[i] ? r.o.shape[2 + i] - 1 - k[1 + i] : k[1 + i];
      }
      sum = combine(c.o.type, sum, load(l.o.type, l.data(), at(l.o, il)),
                    load(r.o.type, r.data(), at(r.o, ir)));
    });
    store(c.o.type, out, at(c.o, index), sum);
  });
  return c.bytes;
}

TEST(Conv, ManyParametersAndTypes) {
  std::pair<ElementType, ElementType> types[] = {
      {POPT_RT_F32, POPT_RT_F32},  {POPT_RT_F32, POPT_RT_F32},
      {POPT_RT_F32, POPT_RT_F32},  {POPT_RT_BF16, POPT_RT_BF16},
      {POPT_RT_BF16, POPT_RT_F32}, {POPT_RT_F64, POPT_RT_F64},
      {POPT_RT_I32, POPT_RT_I32},  {POPT_RT_F16, POPT_RT_F16}};
  std::mt19937 random(31);
  std::map<std::string, int> how;
  for (int round = 0; round < 1500; ++round) {
    auto [in, out] = types[random() % std::size(types)];
    int n = random() % 4;
    ConvOp op;
    auto pick = [&](int64_t common, int64_t most) {
      return random() % 2 ? common
                          : common + static_cast<int64_t>(random() % most);
    };
    int mode = random() % 4; // forward, data, weights, anything
    std::vector<int64_t> lhs, rhs, res;
    bool valid = true, reversed = random() % 4 == 0;
    for (int i = 0; i < n; ++i) {
      int64_t extent = random() % 30 == 0 ? 0 : 1 + random() % 8;
      int64_t window = 1 + random() % 4;
      op.windowStrides.push_back(mode == 1 ? 1 : pick(1, 3));
      op.lhsDilation.push_back(mode == 1 || mode == 3 ? pick(1, 3) : 1);
      op.rhsDilation.push_back(pick(1, 3));
      if (mode == 2)
        window = 1 + random() % 6;
      op.padLow.push_back(pick(0, 4) -
                          (mode == 3 && random() % 4 == 0 ? 2 : 0));
      op.padHigh.push_back(pick(0, 4) -
                           (mode == 3 && random() % 4 == 0 ? 1 : 0));
      op.windowReversal.push_back(mode == 3 ? random() % 2
                                            : reversed && mode != 2);
      int64_t dilated = extent ? (extent - 1) * op.lhsDilation[i] + 1 : 0;
      int64_t needed = (window - 1) * op.rhsDilation[i] + 1;
      int64_t padded = dilated + op.padLow[i] + op.padHigh[i];
      int64_t result = padded < needed || padded <= 0
                           ? 0
                           : (padded - needed) / op.windowStrides[i] + 1;
      valid &= padded >= 0;
      lhs.push_back(extent);
      rhs.push_back(window);
      res.push_back(result);
    }
    if (!valid)
      continue;
    int64_t groups = random() % 3 == 0 ? 2 + random() % 2 : 1;
    (random() % 2 ? op.featureGroups : op.batchGroups) = groups;
    int64_t batch = (1 + random() % 3) * op.batchGroups;
    int64_t inPerGroup = 1 + random() % 5,
            features = (1 + random() % 5) * groups;
    lhs.insert(lhs.begin(), {batch, inPerGroup * op.featureGroups});
    rhs.insert(rhs.begin(), {features, inPerGroup});
    res.insert(res.begin(), {batch / op.batchGroups, features});
    int wildness = random() % 4;
    Buffer L = randomBuffer(random, in, lhs, wildness, false);
    Buffer R = randomBuffer(random, in, rhs, wildness, false);
    Buffer C = randomBuffer(random, out, res, wildness, true);
    std::string error;
    auto compute = prepareConv(op, {L.o, R.o, C.o}, error);
    ASSERT_TRUE(compute) << error;
    ++how[compute->how()];
    std::vector<uint8_t> expected = naiveConv(op, L, R, C);
    ASSERT_EQ(run(*compute, L, R, C), expected)
        << "round " << round << " by " << compute->how() << " mode " << mode
        << " spatial " << n << " groups " << op.featureGroups << " "
        << op.batchGroups;
    auto own = prepareOwnConv(ConvShape(op, {L.o, R.o, C.o}));
    ASSERT_EQ(run(*own, L, R, C), expected) << "round " << round << " own";
  }
  if (!Onednn::missing()) {
    EXPECT_GT(how["onednn"], fewestByLibrary());
  }
  EXPECT_GT(how["own"], 200);
}
