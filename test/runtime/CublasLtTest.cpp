//===- CublasLtTest.cpp - Matrix products by a library --------------------===//
//
// On the cuBLASLt that comes with the fake driver (test/fake/cublaslt), which
// refuses what is wrong and computes in host memory.
//
//===----------------------------------------------------------------------===//
#include "LibraryRun.h"
#include "device/cuda/Products.h"
#include "device/cuda/Tuning.h"

using namespace popt::rt;

namespace {
using Loops4 = std::array<std::vector<popt_rt_product_loop>, 4>;

/// A product as the device takes it.
struct ProductArgument : popt_rt_product {
  ProductArgument(popt_rt_element_type type, popt_rt_element_type outType,
                  Loops4 lists)
      : ProductArgument(type, type, outType, std::move(lists)) {}
  ProductArgument(popt_rt_element_type lhsType, popt_rt_element_type rhsType,
                  popt_rt_element_type outType, Loops4 lists)
      : popt_rt_product(), lists(std::move(lists)) {
    rhs = 1, out = 2, added = -1;
    lhs_type = lhsType;
    rhs_type = rhsType;
    out_type = outType;
    for (size_t sort = 0; sort < 4; ++sort) {
      loops[sort] = this->lists[sort].data();
      num_loops[sort] = static_cast<int32_t>(this->lists[sort].size());
    }
    call = {"a product", "", nullptr, 0};
  }
  ProductArgument(const ProductArgument &) = delete;

private:
  Loops4 lists;
};

class CublasLtTest : public LibraryRun {
protected:
  CublasLtTest() : LibraryRun("POPT_CUBLASLT") {}
};

/// Computes a product of small integers on the device and compares with loops.
class ProductCheck {
public:
  ProductCheck(popt_rt_device *device, const popt_rt_product &product)
      : operands(device), product(product) {}

  void run() {
    std::vector<double> lhs = make(0, product.lhs_type);
    std::vector<double> rhs = make(1, product.rhs_type);
    std::vector<double> out = make(2, product.out_type);
    std::vector<double> expected = out;
    std::vector<double> added = out; // if it lies there
    if (product.added != 2)
      added = product.added < 0
                  ? std::vector<double>(out.size())
                  : operands.upload(3, product.out_type, out.size());
    forAll(2, [&](std::array<int64_t, 3> at, bool isFirst) {
      double &sum = expected[at[2]];
      sum = (isFirst ? added[at[2]] : sum) + lhs[at[0]] * rhs[at[1]];
    });
    popt_rt_kernel kernel = {};
    kernel.product = &product;
    operands.launch(kernel);
    std::vector<double> got =
        operands.download(2, product.out_type, out.size());
    for (size_t i = 0; i < out.size(); ++i)
      ASSERT_EQ(got[i], expected[i]) << "element " << i;
  }

private:
  int64_t strideOf(const popt_rt_product_loop &loop, int operand) const {
    return operand == 0 ? loop.lhs : operand == 1 ? loop.rhs : loop.out;
  }

  /// Uploads an operand of small integers.
  std::vector<double> make(int operand, popt_rt_element_type type) {
    int64_t last = 0;
    for (int sort = 0; sort < 4; ++sort)
      for (int32_t i = 0; i < product.num_loops[sort]; ++i)
        last += strideOf(product.loops[sort][i], operand) *
                (product.loops[sort][i].extent - 1);
    return operands.upload(operand, type, static_cast<size_t>(last + 1));
  }

  /// Calls body(offsets, whether it is the element's first term).
  template <typename F> void forAll(int, F body) {
    std::vector<popt_rt_product_loop> all;
    size_t kept = 0;
    for (int sort = 0; sort < 4; ++sort) {
      all.insert(all.end(), product.loops[sort],
                 product.loops[sort] + product.num_loops[sort]);
      if (sort < 3)
        kept = all.size();
    }
    std::vector<int64_t> index(all.size());
    for (;;) {
      std::array<int64_t, 3> at{};
      bool isFirst = true;
      for (size_t i = 0; i < all.size(); ++i) {
        for (int operand = 0; operand < 3; ++operand)
          at[operand] += index[i] * strideOf(all[i], operand);
        isFirst &= i < kept || index[i] == 0;
      }
      body(at, isFirst);
      size_t d = all.size();
      while (d-- > 0) {
        if (++index[d] < all[d].extent)
          break;
        index[d] = 0;
      }
      if (d == static_cast<size_t>(-1))
        return;
    }
  }

  LibraryOperands operands;
  const popt_rt_product &product;
};

// Products of every shape, in any order of dimensions, with dimensions of
// extent 1, batches that do not merge and operands that are repeated: right, in
// bounds and with the alignment that the library was promised.
TEST_F(CublasLtTest, AnyStrides) {
  std::mt19937 random(5);
  auto below = [&](int n) { return static_cast<int>(random() % n); };
  int packed = 0, several = 0, swapped = 0, sums = 0, numPlans = 0;
  for (int trial = 0; trial < 300; ++trial) {
    SCOPED_TRACE(trial);
    popt_rt_element_type types[] = {POPT_RT_F32, POPT_RT_F64, POPT_RT_BF16};
    popt_rt_element_type type = types[below(3)];
    popt_rt_element_type outType =
        type == POPT_RT_BF16 && below(2) ? POPT_RT_F32 : type;
    Loops4 loops;
    // Strides follow from an order of each operand's dimensions, chosen at
    // random; the result is dense in its own.
    std::vector<popt_rt_product_loop *> of[3];
    for (int sort = 0; sort < 4; ++sort) {
      loops[sort].resize(below(3));
      for (popt_rt_product_loop &loop : loops[sort]) {
        loop = {1 + below(5) + (sort == 3) * below(11), 0, 0, 0};
        bool isRepeated = sort == 0 && below(6) == 0;
        if (sort != 2 && !isRepeated)
          of[0].push_back(&loop);
        if (sort != 1)
          of[1].push_back(&loop);
        if (sort != 3)
          of[2].push_back(&loop);
      }
    }
    for (int operand = 0; operand < 3; ++operand) {
      if (operand < 2 && below(2))
        std::shuffle(of[operand].begin(), of[operand].end(), random);
      int64_t stride = 1;
      for (size_t i = of[operand].size(); i-- > 0;) {
        popt_rt_product_loop &loop = *of[operand][i];
        (operand == 0 ? loop.lhs : operand == 1 ? loop.rhs : loop.out) = stride;
        stride *= loop.extent;
      }
    }
    ProductArgument product(type, outType, loops);
    if (outType != POPT_RT_BF16 && below(2))
      product.added = 2 + below(2);
    sums += product.added >= 0;
    std::optional<cuda::ProductPlan> plan = cuda::planProduct(product);
    // Sums that do not merge are packed where the result is narrow, so there
    // always is a plan.
    ASSERT_TRUE(plan);
    packed += plan->packsLhs || plan->packsRhs;
    several += !plan->calls.empty();
    swapped += plan->isSwapped;
    ++numPlans;
    DeviceOwner device = makeDevice();
    ProductCheck(device.get(), product).run();
  }
  EXPECT_EQ(counters().reports, 0u);
  // All ways of planning occur.
  for (int count : {packed, several, swapped, sums})
    EXPECT_GT(count, 5);
  EXPECT_LT(swapped, numPlans);
}

// A product of plain matrices is one call; a batch of heads in the middle of a
// row is a call for each of the outer batches, or copies where they are many.
TEST_F(CublasLtTest, Plans) {
  ProductArgument plain(POPT_RT_F32, POPT_RT_F32,
                        {{{},
                          {{8, 512, 0, 1024}, {16, 32, 0, 64}},
                          {{64, 0, 1, 1}},
                          {{32, 1, 64, 0}}}});
  std::optional<cuda::ProductPlan> plan = cuda::planProduct(plain);
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->isSwapped);
  EXPECT_TRUE(plan->calls.empty() && plan->sums.empty());
  EXPECT_EQ(plan->batch, 1);
  EXPECT_EQ(plan->out.rows, 64);
  EXPECT_EQ(plan->out.columns, 128);
  EXPECT_EQ(plan->out.stride, 64);
  EXPECT_FALSE(plan->first.isTransposed || plan->second.isTransposed);

  auto heads = [](int64_t batch, int64_t length) {
    return Loops4{{{{batch, length * 512, length * 512, 8 * length * length},
                    {8, 64, 64, length * length}},
                   {{length, 512, 0, length}},
                   {{length, 0, 512, 1}},
                   {{64, 1, 1, 0}}}};
  };
  ProductArgument few(POPT_RT_BF16, POPT_RT_BF16, heads(2, 1024));
  plan = cuda::planProduct(few);
  ASSERT_TRUE(plan);
  EXPECT_EQ(iterations(plan->calls), 2);
  EXPECT_EQ(plan->batch, 8);
  EXPECT_FALSE(plan->packsLhs || plan->packsRhs);
  EXPECT_TRUE(plan->first.isTransposed);
  EXPECT_EQ(plan->first.stride, 512);
  EXPECT_EQ(plan->first.batchStride, 64);
  ProductArgument many(POPT_RT_BF16, POPT_RT_BF16, heads(60, 16));
  plan = cuda::planProduct(many);
  ASSERT_TRUE(plan);
  EXPECT_EQ(iterations(plan->calls), 1);
  EXPECT_EQ(plan->batch, 480);
  EXPECT_TRUE(plan->packsLhs && plan->packsRhs);
}

// Contracted dimensions that do not merge are added up in the result, if that
// does not round.
TEST_F(CublasLtTest, Sums) {
  Loops4 loops{
      {{}, {{4, 16, 0, 8}}, {{8, 0, 1, 1}}, {{2, 8, 8, 0}, {8, 1, 16, 0}}}};
  ProductArgument wide(POPT_RT_BF16, POPT_RT_F32, loops);
  std::optional<cuda::ProductPlan> plan = cuda::planProduct(wide);
  ASSERT_TRUE(plan);
  EXPECT_EQ(iterations(plan->sums), 2);
  DeviceOwner device = makeDevice();
  ProductCheck(device.get(), wide).run();
  EXPECT_EQ(counters().products, 2u);
  EXPECT_EQ(counters().reports, 0u);
  ProductArgument narrow(POPT_RT_BF16, POPT_RT_BF16, loops);
  plan = cuda::planProduct(narrow);
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->sums.empty() && plan->packsRhs);
}

/// rows x contracted times contracted x columns, dense, rows first. The operands
/// may be stored with their dimensions in the other order.
Loops4 matrices(int64_t rows, int64_t columns, int64_t contracted,
                bool isLhsTransposed = false, bool isRhsTransposed = true) {
  return {{{},
           {{rows, isLhsTransposed ? 1 : contracted, 0, columns}},
           {{columns, 0, isRhsTransposed ? contracted : 1, 1}},
           {{contracted, isLhsTransposed ? rows : 1,
             isRhsTransposed ? 1 : columns, 0}}}};
}

const popt_rt_element_type kE4 = POPT_RT_F8E4M3FN, kE5 = POPT_RT_F8E5M2;

// Of 8-bit floats the library takes operands that are dense along the contracted
// loop; others are copied to be so.
TEST_F(CublasLtTest, PlansOfFloat8) {
  for (bool isLhsTransposed : {false, true})
    for (bool isRhsTransposed : {false, true}) {
      ProductArgument product(
          kE4, kE5, POPT_RT_BF16,
          matrices(64, 32, 48, isLhsTransposed, isRhsTransposed));
      std::optional<cuda::ProductPlan> plan = cuda::planProduct(product);
      ASSERT_TRUE(plan);
      EXPECT_EQ(plan->packsLhs, isLhsTransposed);
      EXPECT_EQ(plan->packsRhs, !isRhsTransposed);
      // The result's rows are dense: it is rhs^T * lhs^T.
      EXPECT_TRUE(plan->isSwapped && plan->first.isTransposed);
      EXPECT_FALSE(plan->second.isTransposed);
      EXPECT_EQ(plan->first.rows, 48);
      EXPECT_EQ(plan->first.columns, 32);
      EXPECT_EQ(plan->second.rows, 48);
      EXPECT_EQ(plan->second.columns, 64);
      DeviceOwner device = makeDevice();
      ProductCheck(device.get(), product).run();
      EXPECT_EQ(counters().products, 1u);
      EXPECT_EQ(counters().reports, 0u);
      reset("");
    }
}

// What is no multiple of 16 bytes has no plan, whichever operand is copied: the
// contracted loop, the result's dense loop, a batch. The other loop of the result
// may have any length.
TEST_F(CublasLtTest, Float8InUnitsOf16Bytes) {
  auto hasPlan = [](popt_rt_element_type outType, Loops4 loops) {
    return cuda::planProduct(ProductArgument(kE4, kE4, outType, loops))
        .has_value();
  };
  EXPECT_TRUE(hasPlan(POPT_RT_F32, matrices(5, 4, 16)));
  EXPECT_FALSE(hasPlan(POPT_RT_F32, matrices(5, 3, 16)));
  EXPECT_FALSE(hasPlan(POPT_RT_F32, matrices(16, 16, 24)));
  EXPECT_FALSE(hasPlan(POPT_RT_BF16, matrices(16, 4, 16)));
  EXPECT_TRUE(hasPlan(POPT_RT_BF16, matrices(16, 8, 16)));
  // Rows of 40 bytes, of which 32 are read, are copied.
  Loops4 wide{{{}, {{16, 40, 0, 16}}, {{16, 0, 32, 1}}, {{32, 1, 1, 0}}}};
  ProductArgument product(kE4, kE4, POPT_RT_F32, wide);
  std::optional<cuda::ProductPlan> plan = cuda::planProduct(product);
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->packsLhs && !plan->packsRhs);
  // A batch whose operands begin at multiples of 8 bytes is copied, too.
  Loops4 batch{{{{2, 520, 512, 256}},
                {{16, 32, 0, 16}},
                {{16, 0, 32, 1}},
                {{32, 1, 1, 0}}}};
  ProductArgument batched(kE4, kE4, POPT_RT_F32, batch);
  plan = cuda::planProduct(batched);
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->packsLhs && !plan->packsRhs);
  EXPECT_EQ(plan->batch, 2);
  DeviceOwner device = makeDevice();
  ProductCheck(device.get(), batched).run();
  EXPECT_EQ(counters().products, 1u);
  EXPECT_EQ(counters().reports, 0u);
}

// All types of operands and results that the library has.
TEST_F(CublasLtTest, TypesOfFloat8) {
  for (auto [lhs, rhs] :
       {std::pair(kE4, kE4), std::pair(kE4, kE5), std::pair(kE5, kE4)})
    for (popt_rt_element_type out : {POPT_RT_F32, POPT_RT_BF16}) {
      reset("");
      ProductArgument product(lhs, rhs, out, matrices(24, 16, 32));
      DeviceOwner device = makeDevice();
      ProductCheck(device.get(), product).run();
      EXPECT_EQ(counters().products, 1u);
      EXPECT_EQ(counters().reports, 0u);
    }
}

// Contracted loops that do not merge are added up in a result of f32.
TEST_F(CublasLtTest, SumsOfFloat8) {
  Loops4 loops{{{},
                {{16, 32, 0, 16}},
                {{16, 0, 16, 1}},
                {{2, 16, 256, 0}, {16, 1, 1, 0}}}};
  ProductArgument product(kE4, kE5, POPT_RT_F32, loops);
  std::optional<cuda::ProductPlan> plan = cuda::planProduct(product);
  ASSERT_TRUE(plan);
  EXPECT_EQ(iterations(plan->sums), 2);
  DeviceOwner device = makeDevice();
  ProductCheck(device.get(), product).run();
  EXPECT_EQ(counters().products, 2u);
  EXPECT_EQ(counters().reports, 0u);
}

// What the library that comes with the fake driver refuses, as the real one does.
TEST_F(CublasLtTest, RefusesFloat8) {
  // Whether there are proposals for a 16x16 product, on such a GPU.
  auto has = [&](const char *gpu, cuda::LtType a, cuda::LtType b,
                 cuda::LtType d, bool isFirstTransposed = true,
                 bool isSecondTransposed = false, int64_t stride = 16,
                 uint32_t alignment = 16) {
    std::string text;
    reset(gpu);
    std::shared_ptr<cuda::Gpu> opened =
        cuda::Gpu::open(cuda::Driver::open(text), 0, text);
    std::shared_ptr<const cuda::CublasLt> lt = cuda::CublasLt::open(text);
    EXPECT_TRUE(opened && lt) << text;
    opened->enter();
    cuda::LtHandle handle = nullptr;
    cuda::LtProduct product = nullptr;
    cuda::LtLayout layouts[3] = {};
    cuda::LtPreference preference = nullptr;
    EXPECT_EQ(lt->cublasLtCreate(&handle), cuda::kLtSuccess);
    lt->cublasLtMatmulDescCreate(&product, cuda::kLtComputeF32, cuda::kLtF32);
    cuda::LtType types[] = {a, b, d};
    for (int i = 0; i < 3; ++i)
      lt->cublasLtMatrixLayoutCreate(&layouts[i], types[i], 16, 16,
                                     i == 0 ? stride : 16);
    for (auto [attribute, isTransposed] :
         {std::pair(cuda::kLtTransposeA, isFirstTransposed),
          std::pair(cuda::kLtTransposeB, isSecondTransposed)}) {
      cuda::LtOperation operation =
          isTransposed ? cuda::kLtTransposed : cuda::kLtPlain;
      lt->cublasLtMatmulDescSetAttribute(product, attribute, &operation,
                                         sizeof(operation));
    }
    lt->cublasLtMatmulPreferenceCreate(&preference);
    lt->cublasLtMatmulPreferenceSetAttribute(preference, cuda::kLtMinAlignmentA,
                                             &alignment, sizeof(alignment));
    cuda::LtChoice choice;
    int32_t count = 0;
    cuda::LtStatus status = lt->cublasLtMatmulAlgoGetHeuristic(
        handle, product, layouts[0], layouts[1], layouts[2], layouts[2],
        preference, 1, &choice, &count);
    lt->cublasLtMatmulPreferenceDestroy(preference);
    for (cuda::LtLayout layout : layouts)
      lt->cublasLtMatrixLayoutDestroy(layout);
    lt->cublasLtMatmulDescDestroy(product);
    lt->cublasLtDestroy(handle);
    return status == cuda::kLtSuccess && count == 1;
  };
  const cuda::LtType e4 = cuda::kLtF8E4M3FN, e5 = cuda::kLtF8E5M2,
                     f32 = cuda::kLtF32, bf16 = cuda::kLtBF16;
  EXPECT_TRUE(has("", e4, e5, f32));
  EXPECT_TRUE(has("sm=89", e5, e4, bf16));
  EXPECT_FALSE(has("sm=86", e4, e5, f32));
  EXPECT_FALSE(has("", e5, e5, f32));
  EXPECT_FALSE(has("", e4, bf16, f32));
  EXPECT_FALSE(has("", e4, e4, e4));
  EXPECT_FALSE(has("", e4, e4, f32, false, false));
  EXPECT_FALSE(has("", e4, e4, f32, true, true));
  EXPECT_FALSE(has("sm=120", e4, e4, f32, false, false));
  EXPECT_TRUE(has("sm=100", e4, e4, f32, false, false));
  EXPECT_FALSE(has("", e4, e4, f32, true, false, 24));
  EXPECT_FALSE(has("", e4, e4, f32, true, false, 16, 8));
}

// A file of measured choices is for one kind of GPU.
TEST_F(CublasLtTest, TunesOneKind) {
  std::string text;
  auto openGpu = [&](const char *words) {
    reset(words);
    return cuda::Gpu::open(cuda::Driver::open(text), 0, text);
  };
  std::shared_ptr<cuda::Gpu> other = openGpu("sm=80"), gpu = openGpu("");
  std::shared_ptr<const cuda::CublasLt> lt = cuda::CublasLt::open(text);
  ASSERT_TRUE(other && gpu && lt) << text;
  gpu->enter();
  cuda::LtHandle handle = nullptr;
  ASSERT_EQ(lt->cublasLtCreate(&handle), cuda::kLtSuccess);
  ProductArgument product(
      POPT_RT_F32, POPT_RT_F32,
      {{{}, {{4, 8, 0, 4}}, {{4, 0, 1, 1}}, {{8, 1, 4, 0}}}});
  {
    cuda::LibraryProduct library(*gpu, *lt, handle);
    bool has = false;
    ASSERT_EQ(library.create(product, has), POPT_RT_OK);
    ASSERT_EQ(library.propose(cuda::kMostMeasured), POPT_RT_OK);
    ASSERT_EQ(library.numProposals(), 1u);
    library.use(0);
    cuda::Tuning tuning;
    EXPECT_STREQ(tuning.file(), "");
    ASSERT_EQ(tuning.measure(*gpu, "an abacus", product.call.name, library),
              POPT_RT_OK);
    EXPECT_EQ(tuning.measure(*other, "an abacus", product.call.name, library),
              POPT_RT_UNSUPPORTED);
    EXPECT_STREQ(
        popt_rt_device_last_error(nullptr),
        "--tune: the ranks run on popt fake GPU (sm_90) and on popt fake GPU "
        "(sm_80), but a file is for one of them; show the program GPUs of one "
        "kind (CUDA_VISIBLE_DEVICES)");
  }
  lt->cublasLtDestroy(handle);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// y = x w, of 4x64 and 64x8; y is the next step's argument z.
LoadedProgram program(const Product &change = {}) {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  b.table.target = {"sm_80", true};
  Operand x = b.argument("x", POPT_RT_F32, {4, 64});
  Operand w = b.argument("w", POPT_RT_F32, {64, 8});
  Operand y = b.tensor(POPT_RT_F32, {4, 8});
  b.result("y", y, {4, 8});
  KernelEntry kernel;
  kernel.product = change;
  kernel.product->rows = {{4, 64, 0, 8}};
  kernel.product->columns = {{8, 0, 1, 1}};
  kernel.product->contracted = {{64, 1, 8, 0}};
  return callsLibrary(b, kernel, {x, w, y}, "dot_general mlp");
}

using CublasLtRun = CublasLtTest;

// Three steps: the first is eager, the second is recorded, the third replayed,
// all by the library. Memory is the planned arena and workspace.
TEST_F(CublasLtRun, Steps) {
  // Two halves of the sum, 32 numbers of 8 bytes each.
  runsOnLibrary([] { return program(); }, &PoptFakeCudaCounters::products,
                "512");
}

TEST_F(CublasLtRun, AsksOnce) {
  Outcome outcome = run({"--steps", "3"}, program());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(calls("cublasLtMatmulAlgoGetHeuristic"), 1u);
}

// Where there is no library, or one that will not do, the kernel runs and the
// user is told.
TEST_F(CublasLtRun, NoLibrary) {
  auto runs = [&](const char *path, const char *gpu,
                  const std::vector<std::string> &says) {
    runsOwnKernel([] { return program(); }, path, gpu, says, "cuBLASLt");
  };
  runs("/nowhere/libcublasLt.so", "",
       {"cuBLASLt was not found: /nowhere/libcublasLt.so: ",
        "; install CUDA's libraries, or name one in POPT_CUBLASLT; matrix "
        "products run on slower kernels of our own"});
  runs(POPT_FAKE_CUDA_DRIVER, "cublaslt=10200",
       {"cuBLASLt is too old: its version is 10200, and 11000 is needed; "
        "install a newer one"});
  runs("libm.so.6", "",
       {"cuBLASLt is too old: it has no cublasLtCreate; install a newer one"});
  // Beside a driver that is named, no other library is looked for.
  runs(nullptr, "", {});
}

// A product that the library lacks is the kernel.
TEST_F(CublasLtRun, NotSupported) {
  reset("fail=cublasLtMatmulAlgoGetHeuristic@1:15");
  Outcome outcome = run({}, program());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(counters().products, 0u);
  EXPECT_EQ(counters().launches, 1u);
}

/// y = x w of 8-bit floats, of 4x64 and 64x8; w is stored by columns.
LoadedProgram programOfFloat8() {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  b.table.target = {"sm_80", true};
  Operand x = b.argument("x", kE4, {4, 64});
  Operand w = b.argument("w", kE5, {8, 64});
  Operand y = b.tensor(POPT_RT_F32, {4, 8});
  b.result("y", y, {4, 8});
  KernelEntry kernel;
  kernel.product.emplace();
  kernel.product->lhsType = kE4;
  kernel.product->rhsType = kE5;
  kernel.product->rows = {{4, 64, 0, 8}};
  kernel.product->columns = {{8, 0, 64, 1}};
  kernel.product->contracted = {{64, 1, 1, 0}};
  return callsLibrary(b, kernel, {x, w, y}, "dot_general mlp");
}

// Products of 8-bit floats are the library's; GPUs before sm_89 and versions before
// 12 do not have them, and the kernel runs without a word.
TEST_F(CublasLtRun, Float8) {
  runsOnLibrary([] { return programOfFloat8(); },
                &PoptFakeCudaCounters::products, "512");
  for (const char *gpu : {"sm=86", "cublaslt=111103"}) {
    reset(gpu);
    Outcome outcome = run({}, programOfFloat8());
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err.find("cuBLASLt"), std::string::npos) << outcome.err;
    EXPECT_EQ(counters().products, 0u);
    EXPECT_EQ(counters().launches, 1u);
  }
}

// Each function of the library fails once: the message names it and says what
// the library says, with the operation and the user's line where it is about
// one, and nothing stays.
TEST_F(CublasLtRun, EveryCallFails) {
  int tried = failEach({POPT_CUBLASLT_FUNCTIONS(POPT_NAME)}, 14,
                       "): NAME: CUBLAS_STATUS_INTERNAL_ERROR (14): an error "
                       "that a test asked for",
                       [] { return program(); });
  EXPECT_GT(tried, 15);
}

// What was measured is used, and refused where it was not measured here.
TEST_F(CublasLtRun, Tuned) {
  Product tuned;
  tuned.tunedFor =
      tune([] { return program(); },
           {", cuBLASLt 130100\",\n",
            "\"0 * 1 -> 2 : f32 -> f32, rows [4 by (64, 0, 8)], columns [8 by "
            "(0, 1, 1)], contracted [64 by (1, 8, 0)]\": {\"algorithm\": "
            "\"74706f70000000000",
            "\"microseconds\": "});

  // One sum, without workspace.
  uint64_t words[8] = {0x706f7074, 1, 16};
  const auto *bytes = reinterpret_cast<const uint8_t *>(words);
  tuned.algorithm.assign(bytes, bytes + sizeof(words));
  reset("");
  Outcome outcome = run({"--bench", "1"}, program(tuned));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_SAYS(outcome.out, "\"workspace_bytes\": [0]");
  EXPECT_EQ(calls("cublasLtMatmulAlgoGetHeuristic"), 0u);

  reset("cublaslt=130200");
  outcome = run({}, program(tuned));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_SAYS(outcome.err, "the program's choices of algorithms (--tuned) were "
                           "measured on popt fake GPU");
  EXPECT_SAYS(outcome.err, ", cuBLASLt 130200: measure here with popt-run "
                           "--tune, or compile without --tuned");
  reset("");
  tuned.algorithm.resize(3);
  outcome = run({}, program(tuned));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_SAYS(outcome.err, "a measured algorithm has 3 bytes, not 64; measure "
                           "again with popt-run --tune");
}

} // namespace
