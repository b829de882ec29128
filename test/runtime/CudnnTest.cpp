//===- CudnnTest.cpp - Convolutions by a library --------------------------===//
//
// On the cuDNN that comes with the fake driver (test/fake/cudnn), which refuses
// what is wrong and computes in host memory.
//
//===----------------------------------------------------------------------===//
#include "Indices.h"
#include "LibraryRun.h"
#include "device/cuda/Convolutions.h"
#include "exec/Prepared.h"
#include "tensor/Strided.h"

using namespace popt::rt;

namespace {
using Dims = std::vector<int64_t>;
using Kind = ConvRoles::Kind;

class CudnnTest : public LibraryRun {
protected:
  CudnnTest() : LibraryRun("POPT_CUDNN") {}
};

/// An operand with its dimensions dense in this order.
ConvolutionOperand operandOf(int32_t number, ElementType type, Dims shape,
                             const std::vector<size_t> &order) {
  ConvolutionOperand operand{number, type, std::move(shape), {}};
  operand.strides.resize(operand.shape.size());
  int64_t stride = 1;
  for (size_t i = order.size(); i-- > 0;) {
    operand.strides[order[i]] = stride;
    stride *= operand.shape[order[i]];
  }
  return operand;
}

/// Dimensions as they are, and channels last.
std::vector<size_t> inOrder(size_t rank) {
  std::vector<size_t> order(rank);
  std::iota(order.begin(), order.end(), 0);
  return order;
}
std::vector<size_t> channelsLast(size_t rank) {
  std::vector<size_t> order = inOrder(rank);
  std::rotate(order.begin() + 1, order.begin() + 2, order.end());
  return order;
}

/// The output's extents for such a window.
Dims outShape(const ConvOp &op, const Dims &lhs, const Dims &rhs) {
  Dims out = {lhs[0] / op.batchGroups, rhs[0]};
  for (size_t i = 0; i < op.padLow.size(); ++i) {
    int64_t in =
        (lhs[2 + i] - 1) * op.lhsDilation[i] + 1 + op.padLow[i] + op.padHigh[i];
    int64_t reach = (rhs[2 + i] - 1) * op.rhsDilation[i] + 1;
    out.push_back(in < reach ? 0 : (in - reach) / op.windowStrides[i] + 1);
  }
  return out;
}

ConvOp plainWindow(size_t spatial) {
  ConvOp op;
  op.windowStrides.assign(spatial, 1);
  op.lhsDilation.assign(spatial, 1);
  op.rhsDilation.assign(spatial, 1);
  op.padLow.assign(spatial, 0);
  op.padHigh.assign(spatial, 0);
  op.windowReversal.assign(spatial, 0);
  return op;
}

/// Computes a convolution of small integers on the device and compares with
/// StableHLO's definition.
class ConvolutionCheck {
public:
  ConvolutionCheck(popt_rt_device *device, const Convolution &convolution)
      : operands(device), c(convolution) {}

  void run() {
    std::vector<double> lhs = make(c.lhs), rhs = make(c.rhs), out = make(c.out);
    PreparedConvolution prepared(c);
    popt_rt_kernel kernel = {};
    kernel.convolution = &prepared;
    operands.launch(kernel);
    out = operands.download(c.out.operand, c.out.type, out.size());
    forEachIndex(c.out.shape, [&](const Dims &at) {
      EXPECT_EQ(out[offset(c.out, at)], elementAt(lhs, rhs, at))
          << c.toString();
    });
  }

private:
  static int64_t offset(const ConvolutionOperand &operand, const Dims &index) {
    int64_t result = 0;
    for (size_t i = 0; i < index.size(); ++i)
      result += index[i] * operand.strides[i];
    return result;
  }

  double elementAt(const std::vector<double> &lhs,
                   const std::vector<double> &rhs, const Dims &out) const {
    const ConvOp &op = c.window;
    int64_t features = c.rhs.shape[0];
    int64_t batch = out[0] + out[1] / (features / op.batchGroups) *
                                 (c.lhs.shape[0] / op.batchGroups);
    int64_t first = out[1] / (features / op.featureGroups) * c.rhs.shape[1];
    double sum = 0;
    Dims window(c.rhs.shape.begin() + 1, c.rhs.shape.end());
    forEachIndex(window, [&](const Dims &at) {
      Dims l = {batch, first + at[0]}, r = {out[1], at[0]};
      bool isInside = true;
      for (size_t i = 0; i < op.padLow.size(); ++i) {
        int64_t k = at[1 + i];
        int64_t in = out[2 + i] * op.windowStrides[i] + k * op.rhsDilation[i] -
                     op.padLow[i];
        isInside &= in >= 0 && in % op.lhsDilation[i] == 0 &&
                    in / op.lhsDilation[i] < c.lhs.shape[2 + i];
        l.push_back(in / op.lhsDilation[i]);
        r.push_back(op.windowReversal[i] ? c.rhs.shape[2 + i] - 1 - k : k);
      }
      if (isInside)
        sum += lhs[offset(c.lhs, l)] * rhs[offset(c.rhs, r)];
    });
    return sum;
  }

  std::vector<double> make(const ConvolutionOperand &operand) {
    Dims last = operand.shape;
    for (int64_t &extent : last)
      --extent;
    return operands.upload(operand.operand, operand.type,
                           static_cast<size_t>(offset(operand, last) + 1));
  }

  LibraryOperands operands;
  const Convolution &c;
};

std::optional<cuda::ConvolutionPlan> planOf(const Convolution &convolution) {
  return cuda::planConvolution(PreparedConvolution(convolution));
}

/// A convolution with a random window and operands whose dimensions lie in a
/// random order; nothing if its result is empty.
std::optional<Convolution> randomConvolution(std::mt19937 &random) {
  auto below = [&](int n) { return static_cast<int>(random() % n); };
  size_t spatial = static_cast<size_t>(1 + below(3));
  ElementType types[] = {POPT_RT_F32, POPT_RT_F64, POPT_RT_BF16};
  ElementType type = types[below(3)];
  ConvOp op = plainWindow(spatial);
  int groups = below(3) ? 1 : 2 + below(2);
  (below(2) ? op.featureGroups : op.batchGroups) = groups;
  Dims lhs = {(1 + below(3)) * op.batchGroups,
              (1 + below(3)) * op.featureGroups};
  Dims rhs = {(1 + below(3)) * groups, lhs[1] / op.featureGroups};
  bool isData = below(3) == 0, isReversed = below(3) == 0;
  for (size_t i = 0; i < spatial; ++i) {
    lhs.push_back(1 + below(6));
    rhs.push_back(1 + below(below(4) ? 3 : 6));
    (isData ? op.lhsDilation : op.windowStrides)[i] = 1 + below(3);
    op.rhsDilation[i] = 1 + below(2);
    op.padLow[i] = below(4) - below(2);
    op.padHigh[i] = below(4) - below(2);
    op.windowReversal[i] = isReversed;
  }
  Dims out = outShape(op, lhs, rhs);
  if (std::count(out.begin(), out.end(), 0))
    return std::nullopt;
  auto order = [&] {
    std::vector<size_t> order = inOrder(2 + spatial);
    if (below(2))
      std::shuffle(order.begin(), order.end(), random);
    return order;
  };
  Convolution convolution;
  convolution.lhs = operandOf(0, type, lhs, order());
  convolution.rhs = operandOf(1, type, rhs, order());
  convolution.out = operandOf(2, type, out, order());
  convolution.window = op;
  return convolution;
}

// Convolutions of every form: right, in bounds, and in the library wherever they
// are one of its three forms.
TEST_F(CudnnTest, AnyWindow) {
  std::mt19937 random(5);
  int kinds[3] = {}, absent = 0, copied[3] = {};
  for (int trial = 0; trial < 600; ++trial) {
    SCOPED_TRACE(trial);
    std::optional<Convolution> convolution = randomConvolution(random);
    if (!convolution)
      continue;
    std::optional<cuda::ConvolutionPlan> plan = planOf(*convolution);
    if (!plan) {
      ++absent;
      continue;
    }
    ++kinds[static_cast<int>(plan->roles.kind)];
    for (int role = 0; role < 3; ++role)
      copied[role] += plan->copies[role].has_value();
    DeviceOwner device = makeDevice();
    uint64_t before = counters().convolutions;
    ConvolutionCheck(device.get(), *convolution).run();
    EXPECT_EQ(counters().convolutions, before + 1);
  }
  EXPECT_EQ(counters().reports, 0u);
  for (int count : kinds)
    EXPECT_GT(count, 20);
  for (int count : copied)
    EXPECT_GT(count, 20);
  EXPECT_GT(absent, 20);
}

// What training does with one convolution of stride 2, as StableHLO has it.
TEST_F(CudnnTest, Plans) {
  Convolution c;
  c.window = plainWindow(2);
  c.window.windowStrides = {2, 2};
  c.window.padHigh = {1, 1};
  c.lhs = operandOf(0, POPT_RT_BF16, {8, 16, 32, 32}, channelsLast(4));
  c.rhs = operandOf(1, POPT_RT_BF16, {64, 16, 3, 3}, {2, 3, 1, 0});
  c.out = operandOf(2, POPT_RT_BF16, {8, 64, 16, 16}, channelsLast(4));
  std::optional<cuda::ConvolutionPlan> plan = planOf(c);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->roles.kind, Kind::Forward);
  EXPECT_EQ(plan->roles.padHigh, Dims({1, 1}));
  // The image and the result lie with channels last, the filter as the library
  // does not have it.
  EXPECT_EQ(plan->roles.image.strides, c.lhs.strides);
  EXPECT_EQ(plan->roles.filter.strides, Dims({144, 1, 48, 16}));
  ASSERT_TRUE(plan->copies[1]);
  EXPECT_EQ(plan->copies[1]->shape, Dims({1, 64, 16, 3, 3}));
  EXPECT_EQ(plan->copies[1]->from, Dims({64, 1, 64, 3 * 64 * 16, 64 * 16}));
  EXPECT_EQ(plan->copies[1]->to, Dims({64 * 144, 144, 1, 48, 16}));
  EXPECT_FALSE(plan->copies[0]);
  EXPECT_FALSE(plan->copies[2]);

  // A filter with its dimensions in order is taken beside them as it is.
  c.rhs = operandOf(1, POPT_RT_BF16, {64, 16, 3, 3}, inOrder(4));
  plan = planOf(c);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->roles.filter.strides, c.rhs.strides);
  EXPECT_FALSE(plan->copies[1]);
  c.rhs = operandOf(1, POPT_RT_BF16, {64, 16, 3, 3}, {2, 3, 1, 0});

  // The gradient of the input: the filter is mirrored by the program, and by the
  // library once more.
  Convolution data;
  data.window = plainWindow(2);
  data.window.lhsDilation = {2, 2};
  data.window.padLow = {2, 2};
  data.window.padHigh = {1, 1};
  data.lhs = operandOf(0, POPT_RT_BF16, {8, 64, 16, 16}, channelsLast(4));
  data.rhs = operandOf(1, POPT_RT_BF16, {16, 64, 3, 3}, {2, 3, 0, 1});
  data.out = operandOf(2, POPT_RT_BF16, {8, 16, 32, 32}, channelsLast(4));
  ASSERT_EQ(outShape(data.window, data.lhs.shape, data.rhs.shape),
            data.out.shape);
  plan = planOf(data);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->roles.kind, Kind::Data);
  EXPECT_TRUE(plan->roles.isMirrored);
  EXPECT_EQ(plan->roles.filter.shape, Dims({64, 16, 3, 3}));
  EXPECT_EQ(plan->roles.strides, Dims({2, 2}));
  EXPECT_EQ(plan->roles.padLow, Dims({0, 0}));
  EXPECT_EQ(plan->roles.padHigh, Dims({1, 1}));

  // The gradient of the filter: the batch is summed.
  Convolution weights;
  weights.window = plainWindow(2);
  weights.window.rhsDilation = {2, 2};
  weights.window.padHigh = {1, 1};
  weights.lhs = operandOf(0, POPT_RT_BF16, {16, 8, 32, 32}, {1, 2, 3, 0});
  weights.rhs = operandOf(1, POPT_RT_BF16, {64, 8, 16, 16}, {1, 2, 3, 0});
  weights.out = operandOf(2, POPT_RT_BF16, {16, 64, 3, 3}, {2, 3, 0, 1});
  ASSERT_EQ(outShape(weights.window, weights.lhs.shape, weights.rhs.shape),
            weights.out.shape);
  plan = planOf(weights);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->roles.kind, Kind::Weights);
  EXPECT_EQ(plan->roles.image.shape, c.lhs.shape);
  EXPECT_EQ(plan->roles.image.strides, c.lhs.strides);
  EXPECT_EQ(plan->roles.filter.shape, c.rhs.shape);
  EXPECT_EQ(plan->roles.result.shape, c.out.shape);
  EXPECT_TRUE(plan->copies[1]) << "what the library writes is copied, too";

  // One spatial dimension is two; without any, and with windows of which some are
  // reversed, there is no such convolution in the library.
  Convolution line;
  line.window = plainWindow(1);
  line.lhs = operandOf(0, POPT_RT_F32, {2, 3, 16}, inOrder(3));
  line.rhs = operandOf(1, POPT_RT_F32, {8, 3, 5}, inOrder(3));
  line.out = operandOf(2, POPT_RT_F32, {2, 8, 12}, inOrder(3));
  plan = planOf(line);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->roles.image.shape, Dims({2, 3, 1, 16}));
  EXPECT_EQ(plan->roles.image.strides, Dims({48, 16, 16, 1}));
  Convolution point;
  point.window = plainWindow(0);
  point.lhs = operandOf(0, POPT_RT_F32, {2, 3}, inOrder(2));
  point.rhs = operandOf(1, POPT_RT_F32, {8, 3}, inOrder(2));
  point.out = operandOf(2, POPT_RT_F32, {2, 8}, inOrder(2));
  EXPECT_FALSE(planOf(point));
  c.window.windowReversal = {1, 0};
  EXPECT_FALSE(planOf(c));
}

// f32 is f32: engines that round to TF32 are for programs that allow it. The
// library's own engines that are not exact are never taken.
TEST_F(CudnnTest, Precision) {
  std::string text;
  std::shared_ptr<const cuda::Driver> driver = cuda::Driver::open(text);
  std::shared_ptr<cuda::Gpu> gpu = cuda::Gpu::open(driver, 0, text);
  ASSERT_TRUE(gpu) << text;
  cuda::Convolutions convolutions(*gpu);
  Convolution c;
  c.window = plainWindow(2);
  c.lhs = operandOf(0, POPT_RT_F32, {1, 4, 8, 8}, inOrder(4));
  c.rhs = operandOf(1, POPT_RT_F32, {4, 4, 3, 3}, inOrder(4));
  c.out = operandOf(2, POPT_RT_F32, {1, 4, 6, 6}, inOrder(4));
  auto engineOf = [&](bool isTf32, ElementType type) {
    c.isTf32 = isTf32;
    for (ConvolutionOperand *operand : {&c.lhs, &c.rhs, &c.out})
      operand->type = type;
    std::shared_ptr<const cuda::LibraryConvolution> library;
    EXPECT_EQ(convolutions.find(PreparedConvolution(c), library), POPT_RT_OK);
    return library ? library->algorithm()[0] : -1;
  };
  constexpr int kInParts = 1, kTensorCores = 2;
  EXPECT_EQ(engineOf(false, POPT_RT_F32), kInParts);
  EXPECT_EQ(engineOf(true, POPT_RT_F32), kTensorCores);
  EXPECT_EQ(engineOf(false, POPT_RT_F64), kTensorCores);
  EXPECT_EQ(engineOf(false, POPT_RT_BF16), kInParts);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// y = x * w, 4x4 with a window of 3x3 in 8 channels; 32 numbers.
LoadedProgram program(const Convolution &change = {}, int64_t ranks = 1) {
  TableBuilder b({{"a", ranks, AxisKind::Device}});
  b.table.target = {"sm_80", true};
  Operand x = b.argument("x", POPT_RT_F32, {2, 8, 4, 4});
  Operand w = b.argument("w", POPT_RT_F32, {4, 8, 3, 3});
  Operand y = b.tensor(POPT_RT_F32, {2, 4, 2, 2});
  b.result("y", y, {2, 4, 2, 2});
  KernelEntry kernel;
  kernel.convolution = change;
  kernel.convolution->window = plainWindow(2);
  kernel.convolution->lhs = operandOf(0, POPT_RT_F32, {2, 8, 4, 4}, inOrder(4));
  kernel.convolution->rhs = operandOf(1, POPT_RT_F32, {4, 8, 3, 3}, inOrder(4));
  kernel.convolution->out = operandOf(2, POPT_RT_F32, {2, 4, 2, 2}, inOrder(4));
  return callsLibrary(b, kernel, {x, w, y}, "convolution stem");
}

// Three steps: the first is eager, the second is recorded, the third replayed, all
// by the library. Memory is the planned arena and workspace.
TEST_F(CudnnTest, Steps) {
  // Two parts of the sum, 32 numbers of 8 bytes each.
  runsOnLibrary([] { return program(); }, &PoptFakeCudaCounters::convolutions,
                "512");
}

// Ranks that share a GPU have a handle each, since threads may not share plans.
TEST_F(CudnnTest, AHandleForEachRank) {
  reset("fail=cudnnCreate@2:4000");
  Outcome outcome = run({"--steps", "3"}, program({}, 2));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_SAYS(outcome.err, "cudnnCreate: CUDNN_STATUS_INTERNAL_ERROR (4000)");
  reset("");
  outcome = run({"--steps", "3"}, program({}, 2));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(counters().live_objects, 0u);
}

// Where there is no library, or one that will not do, the kernel runs and the
// user is told.
TEST_F(CudnnTest, NoLibrary) {
  auto runs = [&](const char *path, const char *gpu,
                  const std::vector<std::string> &says) {
    runsOwnKernel([] { return program(); }, path, gpu, says, "cuDNN");
  };
  runs("/nowhere/libcudnn.so", "",
       {"cuDNN was not found: /nowhere/libcudnn.so: ",
        "; install it, or name one in POPT_CUDNN; convolutions and "
        "attention run on slower kernels of our own"});
  runs(POPT_FAKE_CUDA_DRIVER, "cudnn=8907",
       {"cuDNN is too old: its version is 8907, and 90000 is needed; install a "
        "newer one"});
  runs("libm.so.6", "",
       {"cuDNN is too old: it has no cudnnCreate; install a newer one"});
  // None was wanted.
  runs("", "", {});
  runs("off", "", {});
}

// A convolution that the library lacks is the kernel: it may say so of the graph,
// and of both heuristics.
TEST_F(CudnnTest, NotSupported) {
  Outcome whole = run({}, program());
  ASSERT_EQ(whole.status, 0) << whole.err;
  auto lacks = [&](const std::string &words) {
    reset(words.c_str());
    Outcome outcome = run({}, program());
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(counters().convolutions, 0u) << words;
    EXPECT_EQ(counters().launches, 1u) << words;
    EXPECT_EQ(counters().live_objects, 0u);
  };
  // Three tensors, the window, the operation; then the graph, and heuristics.
  lacks("fail=cudnnBackendFinalize@6:3000");
  lacks("fail=cudnnBackendFinalize@7:3000,fail=cudnnBackendFinalize@8:3000");
}

// Each function of the library fails once: the message names it and says what the
// library says, with the operation and the user's line, and nothing stays.
TEST_F(CudnnTest, EveryCallFails) {
  int tried = failEach({POPT_CUDNN_FUNCTIONS(POPT_NAME)}, 4000,
                       "): NAME: CUDNN_STATUS_INTERNAL_ERROR (4000)",
                       [] { return program(); });
  EXPECT_GT(tried, 60);
}

// What was measured is used, and refused where it was not measured here.
TEST_F(CudnnTest, Tuned) {
  Convolution tuned;
  tuned.tunedFor =
      tune([] { return program(); },
           {", cuDNN 92800\",\n",
            "\"0 * 1 -> 2 : f32 -> f32, lhs [2 by 128, 8 by 16, 4 by 4, 4 by "
            "1], rhs [4 by 72, 8 by 9, 3 by 3, 3 by 1], out [2 by 16, 4 by 4, "
            "2 by 2, 2 by 1], window [by 1 pad 0 0 dilation 1 1, by 1 pad 0 0 "
            "dilation 1 1]\": {\"algorithm\": \"0"});

  // A sum in three parts: engine 1, knob 7 is 3.
  auto choose = [&](std::vector<int64_t> numbers) {
    const auto *bytes = reinterpret_cast<const uint8_t *>(numbers.data());
    tuned.algorithm.assign(bytes, bytes + numbers.size() * 8);
  };
  choose({1, 7, 3});
  reset("");
  Outcome outcome = run({"--bench", "1"}, program(tuned));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_SAYS(outcome.out, "\"workspace_bytes\": [768]");

  reset("cudnn=92900");
  outcome = run({}, program(tuned));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_SAYS(outcome.err, "the program's choices of algorithms (--tuned) were "
                           "measured on popt fake GPU");
  EXPECT_SAYS(outcome.err, ", cuDNN 92900: measure here with popt-run --tune");
  reset("");
  choose({77});
  outcome = run({}, program(tuned));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_SAYS(outcome.err, "cuDNN lacks a convolution's measured algorithm; "
                           "measure again with popt-run --tune");
  tuned.algorithm.resize(3);
  outcome = run({}, program(tuned));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_SAYS(
      outcome.err,
      "a measured algorithm of a convolution has 3 bytes, which are not "
      "a number and pairs of numbers of 8 bytes; measure again");
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

/// One head of 8 queries and keys, as program() above.
LoadedProgram attention(int64_t features = 8) {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  b.table.target = {"sm_80", true};
  std::vector<int64_t> shape = {1, 1, 8, features};
  Operand q = b.argument("q", POPT_RT_BF16, shape);
  Operand k = b.argument("k", POPT_RT_BF16, shape);
  Operand v = b.argument("v", POPT_RT_BF16, shape);
  Operand out = b.tensor(POPT_RT_BF16, shape);
  Operand stats = b.tensor(POPT_RT_F32, {1, 1, 8});
  Operand gradients[3];
  for (Operand &gradient : gradients)
    gradient = b.tensor(POPT_RT_BF16, shape);
  b.result("out", out, shape);
  b.result("dq", gradients[0], shape);
  AttentionOp op;
  op.isCausal = op.hasStats = true;
  op.scale = 0.5;
  Location location{{"model.py", 12, 3}, "custom_call attention", {}};
  b.add(op, {q, k, v, out, stats}).location = b.table.addLocation(location);
  op.isBackward = true;
  op.hasStats = false;
  b.add(op,
        {q, k, v, stats, out, out, gradients[0], gradients[1], gradients[2]})
      .location = 0;
  LoadedProgram loaded;
  loaded.table = b.table;
  return loaded;
}

// Its workspace, and the sums that the backward pass wants in memory.
TEST_F(CudnnTest, Attention) {
  reset("");
  Outcome outcome = run({"--bench", "1"}, attention());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_SAYS(outcome.out, "\"workspace_bytes\": [512]");
  EXPECT_GT(counters().attentions, 0u);
  EXPECT_EQ(counters().launches, 0u);
  EXPECT_EQ(counters().reports, 0u);
  EXPECT_EQ(counters().live_objects, 0u);
}

// Without a library that will do, kernels of our own run and the user is told.
TEST_F(CudnnTest, AttentionWithoutLibrary) {
  auto runs = [&](const char *gpu, const std::string &says,
                  int64_t features = 8) {
    reset(gpu);
    Outcome outcome = run({}, attention(features));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.err, says);
    EXPECT_EQ(counters().attentions, 0u);
    EXPECT_EQ(counters().launches, 3u);
    EXPECT_EQ(counters().reports, 0u);
    EXPECT_EQ(counters().live_objects, 0u);
  };
  runs("cudnn=91599",
       "cuDNN is too old for attention: its version is 91599, and 91600 is "
       "needed; install a newer one; attention runs on much slower kernels of "
       "our own");
  runs("",
       "cuDNN 92800 does not compute a program's attention; attention runs "
       "on much slower kernels of our own",
       12);
  setenv("POPT_CUDNN", "/nowhere/libcudnn.so", 1);
  runs("", "convolutions and attention run on slower kernels of our own");
}

TEST_F(CudnnTest, AttentionFails) {
  for (const char *name :
       {"cudnnCreate", "cudnnBackendFinalize", "cudnnBackendGetAttribute",
        "cudnnSetStream", "cudnnBackendExecute"}) {
    reset((std::string("fail=") + name + "@1:4000").c_str());
    Outcome outcome = run({}, attention());
    EXPECT_EQ(outcome.status, 1) << name;
    EXPECT_SAYS(outcome.err,
                std::string(name) + ": CUDNN_STATUS_INTERNAL_ERROR (4000)");
    EXPECT_EQ(counters().live_objects, 0u) << name;
  }
  // What it says of a graph that it does not know.
  reset("fail=cudnnBackendFinalize@1:2000");
  Outcome outcome = run({}, attention());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_SAYS(outcome.err, "(cudnnBackendFinalize: CUDNN_STATUS_BAD_PARAM "
                           "(2000))");
  // Heads that not even our kernels have.
  outcome = run({}, attention(264));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_SAYS(outcome.err,
              "attention of heads of 264 features; kernels have 256");
}

} // namespace
