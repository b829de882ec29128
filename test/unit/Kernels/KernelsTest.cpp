//===- KernelsTest.cpp - Single kernels against libm and the reference ----===//
#include "Program.h"

#include "popt/Interfaces/Target.h"
#include "popt/Reference/Interpreter.h"

#include "mlir/Parser/Parser.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace mlir;
using namespace popt;
using reference::ElementType;
using reference::Tensor;

namespace {

class Kernels : public testing::Test {
protected:
  Kernels() {
    DialectRegistry registry;
    test::registerDialects(registry);
    context.appendDialectRegistry(registry);
    context.disableMultithreading();
  }

  std::vector<Tensor> run(const std::string &text,
                          const std::vector<Tensor> &arguments) {
    auto module = parseSourceString<ModuleOp>(text, &context);
    if (!module) {
      ADD_FAILURE() << "does not parse: " << text;
      return {};
    }
    auto program = test::Program::compile(*module, options);
    if (!program) {
      ADD_FAILURE() << "does not compile: " << text;
      return {};
    }
    auto results = program->run(arguments);
    return failed(results)
               ? std::vector<Tensor>()
               : std::vector<Tensor>(results->begin(), results->end());
  }

  /// Compiled kernels and the reference interpreter agree.
  void expectReference(const std::string &text,
                       const std::vector<Tensor> &arguments, double rtol = 0,
                       double atol = 0) {
    auto module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << text;
    auto expected = reference::interpret(*module, arguments);
    ASSERT_TRUE(succeeded(expected));
    std::vector<Tensor> got = run(text, arguments);
    ASSERT_EQ(got.size(), expected->size()) << text;
    for (size_t i = 0; i < got.size(); ++i) {
      auto same = reference::compare(got[i], (*expected)[i], rtol, atol);
      EXPECT_TRUE(same.equal) << text << "\n" << same.message;
    }
  }

  /// Largest error of a unary f32 operation in units of the last place.
  double maxError(const std::string &op, const std::vector<float> &xs,
                  double (*exact)(double)) {
    int64_t n = xs.size();
    std::string type = "tensor<" + std::to_string(n) + "xf32>";
    std::vector<Tensor> got =
        run("func.func @main(%x: " + type + ") -> " + type + " { %0 = " + op +
                " %x : " +
                (op.substr(0, 4) == "chlo" ? type + " -> " + type : type) +
                " return %0 : " + type + " }",
            {Tensor::of<float>({n}, xs)});
    if (got.empty())
      return INFINITY;
    double worst = 0;
    for (int64_t i = 0; i < n; ++i) {
      double want = exact(xs[i]);
      float have = got[0].data<float>()[i], rounded = float(want);
      if (std::isnan(want) || std::isinf(rounded)) {
        EXPECT_TRUE(std::isnan(want) ? std::isnan(have) : have == rounded)
            << op << "(" << xs[i] << ") = " << have << ", not " << want;
        continue;
      }
      double unit =
          std::nextafterf(std::fabs(rounded), INFINITY) - std::fabs(rounded);
      double error = std::fabs(have - want) / unit;
      if (!(error <= worst) && (error > 10 || std::isnan(error)))
        ADD_FAILURE() << op << "(" << xs[i] << ") = " << have << ", not "
                      << want;
      worst = std::max(worst, error);
    }
    return worst;
  }

  std::vector<float> sample(double low, double high, int count = 20000) {
    std::mt19937 generator(7);
    std::uniform_real_distribution<double> distribution(low, high);
    std::vector<float> xs = {0.0f,   -0.0f,   1e-40f, -1e-40f,
                             1e-20f, -1e-20f, NAN};
    for (int i = 0; i < count; ++i)
      xs.push_back(distribution(generator));
    return xs;
  }

  MLIRContext context;
  test::ProgramOptions options;
};

double identityRsqrt(double x) { return 1 / std::sqrt(x); }

TEST_F(Kernels, FunctionsAreAccurate) {
  auto exps = sample(-110, 95);
  exps.insert(exps.end(),
              {INFINITY, -INFINITY, 88.7f, 88.73f, -103.9f, -104.1f});
  EXPECT_LE(maxError("stablehlo.exponential", exps, std::exp), 2.0);
  auto logs = sample(0, 100);
  logs.insert(logs.end(), {INFINITY, -1.0f, 1e-45f, 3e38f});
  EXPECT_LE(maxError("stablehlo.log", logs, std::log), 2.0);
  EXPECT_LE(maxError("stablehlo.log_plus_one", sample(-0.99, 10), std::log1p),
            4.0);
  EXPECT_LE(
      maxError("stablehlo.exponential_minus_one", sample(-20, 88), std::expm1),
      4.0);
  auto tanhs = sample(-10, 10);
  tanhs.insert(tanhs.end(), {INFINITY, -INFINITY, 50.0f});
  EXPECT_LE(maxError("stablehlo.tanh", tanhs, std::tanh), 6.0);
  EXPECT_LE(maxError("chlo.erf", sample(-5, 5), std::erf), 6.0);
  for (double range : {4.0, 300.0, 1e5, 1e8, 1e20}) {
    EXPECT_LE(maxError("stablehlo.sine", sample(-range, range), std::sin), 1.0);
    EXPECT_LE(maxError("stablehlo.cosine", sample(-range, range), std::cos),
              1.0);
  }
  EXPECT_LE(maxError("stablehlo.rsqrt", sample(0.001, 100), identityRsqrt),
            2.0);
}

TEST_F(Kernels, ErfcIsAccurateRelativelyInTheTail) {
  // Just below 1 the unit is half of that of the factors.
  auto xs = sample(-11, 11, 60000);
  for (float x : sample(-0.6, 1, 60000))
    xs.push_back(x);
  xs.insert(xs.end(), {INFINITY, -INFINITY, 10.05f, 10.06f, 30.0f, -30.0f,
                       3e38f, -3e38f});
  EXPECT_LE(maxError("chlo.erfc", xs, std::erfc), 6.0);
}

std::string elementType(ElementType type) { return reference::name(type); }

TEST_F(Kernels, EveryTypeAndSizeAdds) {
  std::mt19937 generator(3);
  for (int number = 0; number <= static_cast<int>(ElementType::F64); ++number)
    for (int64_t n : {0, 1, 3, 17, 1000}) {
      auto type = static_cast<ElementType>(number);
      std::vector<float> numbers;
      for (int64_t i = 0; i < n; ++i)
        numbers.push_back(float(int(generator() % 17)) - 8);
      Tensor x = reference::convert(Tensor::of<float>({n}, numbers), type);
      std::string t =
          "tensor<" + std::to_string(n) + "x" + elementType(type) + ">";
      expectReference("func.func @main(%x: " + t + ") -> (" + t + ", " + t +
                          ") { %0 = stablehlo.add %x, %x : " + t +
                          " %1 = stablehlo.maximum %0, %x : " + t +
                          " return %0, %1 : " + t + ", " + t + " }",
                      {x});
    }
}

TEST_F(Kernels, RowsOfOddLengthsAreNormalised) {
  for (int64_t n : {1, 3, 17, 100, 1000}) {
    std::vector<float> numbers;
    std::mt19937 generator(5);
    std::normal_distribution<float> normal;
    for (int64_t i = 0; i < 5 * n; ++i)
      numbers.push_back(normal(generator));
    std::string full = "tensor<5x" + std::to_string(n) + "xf32>";
    expectReference(
        "func.func @main(%x: " + full + ") -> (" + full +
            ", tensor<5xf32>) {"
            " %zero = stablehlo.constant dense<0.0> : tensor<f32>"
            " %least = stablehlo.constant dense<0xFF800000> : tensor<f32>"
            " %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum"
            " across dimensions = [1] : (" +
            full +
            ", tensor<f32>) -> tensor<5xf32>"
            " %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<5xf32>) "
            "-> " +
            full + " %2 = stablehlo.subtract %x, %1 : " + full +
            " %3 = stablehlo.exponential %2 : " + full +
            " %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add"
            " across dimensions = [1] : (" +
            full +
            ", tensor<f32>) -> tensor<5xf32>"
            " %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<5xf32>) "
            "-> " +
            full + " %6 = stablehlo.divide %3, %5 : " + full +
            " return %6, %4 : " + full + ", tensor<5xf32> }",
        {Tensor::of<float>({5, n}, numbers)}, 1e-5, 1e-7);
  }
}

TEST_F(Kernels, NarrowVectorsGiveTheSameNumbers) {
  options.features = "-avx512f";
  std::vector<float> numbers(3 * 50);
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = std::sin(float(i));
  expectReference(
      "func.func @main(%x: tensor<3x50xf32>) -> tensor<3xf32> {"
      " %zero = stablehlo.constant dense<0.0> : tensor<f32>"
      " %0 = stablehlo.tanh %x : tensor<3x50xf32>"
      " %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across"
      " dimensions = [1] : (tensor<3x50xf32>, tensor<f32>) -> tensor<3xf32>"
      " return %1 : tensor<3xf32> }",
      {Tensor::of<float>({3, 50}, numbers)}, 1e-5, 1e-6);
}

TEST_F(Kernels, TransposesOfAllTypesAndSizes) {
  // Whole tiles, ends of both directions, and what is too small for tiles; a
  // tile of the narrower vectors is smaller.
  const int64_t sizes[][2] = {{16, 16}, {33, 40}, {17, 23},
                              {8, 9},   {5, 64},  {64, 5}};
  for (const char *features : {"", "-avx512f"}) {
    options.features = features;
    for (auto [m, n] : sizes) {
      std::string from = "tensor<2x" + std::to_string(m) + "x" +
                         std::to_string(n) + "x",
                  to = "tensor<" + std::to_string(n) + "x2x" +
                       std::to_string(m) + "x";
      for (std::string type : {"f32", "f64", "i8", "i1"}) {
        std::string a = from + type + ">", r = to + type + ">",
                    f = from + "f32>";
        std::vector<float> numbers(2 * m * n);
        for (size_t i = 0; i < numbers.size(); ++i)
          numbers[i] = type == "i1" ? i % 3 % 2 : float(int(i % 251) - 125);
        expectReference(
            "func.func @main(%x: " + f + ") -> (" + r + ", " + r +
                ") { %0 = stablehlo.convert %x : (" + f + ") -> " + a +
                " %1 = stablehlo.transpose %0, dims = [2, 0, 1]"
                " : (" +
                a + ") -> " + r + " %2 = stablehlo.add %1, %1 : " + r +
                " return %1, %2 : " + r + ", " + r + " }",
            {Tensor::of<float>({2, m, n}, numbers)});
      }
    }
  }
}

TEST_F(Kernels, TransposedPartsOfAConcatenation) {
  // The loop over rows is cut where the parts meet; neither part is read
  // outside its memory.
  std::vector<float> x(20 * 21), y(20 * 18);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = float(i);
  for (size_t i = 0; i < y.size(); ++i)
    y[i] = -float(i);
  expectReference(
      "func.func @main(%x: tensor<20x21xf32>, %y: tensor<20x18xf32>)"
      " -> tensor<41x20xf32> {"
      " %zero = stablehlo.constant dense<0.5> : tensor<f32>"
      " %0 = stablehlo.concatenate %x, %y, dim = 1 :"
      " (tensor<20x21xf32>, tensor<20x18xf32>) -> tensor<20x39xf32>"
      " %1 = stablehlo.transpose %0, dims = [1, 0] :"
      " (tensor<20x39xf32>) -> tensor<39x20xf32>"
      " %2 = stablehlo.pad %1, %zero, low = [2, 0], high = [0, 0],"
      " interior = [0, 0] : (tensor<39x20xf32>, tensor<f32>)"
      " -> tensor<41x20xf32>"
      " return %2 : tensor<41x20xf32> }",
      {Tensor::of<float>({20, 21}, x), Tensor::of<float>({20, 18}, y)});
}

TEST_F(Kernels, RandomBitsAreThoseOfTheReference) {
  // Pairs along an even, an odd and no dimension; words of all widths; a carry
  // into the upper half of the counter.
  const uint64_t state[] = {0x0123456789abcdefull, ~uint64_t(0) - 2,
                            0xfedcba9876543210ull};
  for (std::string algorithm : {"THREE_FRY", "PHILOX", "DEFAULT"})
    for (std::string type : {"5x6xui32", "7x3xui32", "5xui64", "9xui8",
                             "3x5xi16", "ui32", "4xf32"})
      for (int64_t size : {2, 3}) {
        if (size == 3 && algorithm == "THREE_FRY")
          continue;
        std::string s = "tensor<" + std::to_string(size) + "xui64>",
                    t = "tensor<" + type + ">";
        expectReference(
            "func.func @main(%s: " + s + ") -> (" + s + ", " + t +
                ") { %0:2 = stablehlo.rng_bit_generator %s,"
                " algorithm = " +
                algorithm + " : (" + s + ") -> (" + s + ", " + t +
                ") return %0#0, %0#1 : " + s + ", " + t + " }",
            {Tensor::of<uint64_t>({size},
                                  std::vector<uint64_t>(state, state + size))});
      }
}

TEST_F(Kernels, LargestElementsOfRows) {
  std::vector<float> numbers = {1, NAN, 3, 3,  -1, INFINITY, 0,
                                2, 2,   2, -5, 7,  NAN,      NAN};
  for (std::string type : {"f32", "i32"}) {
    std::string x = "tensor<2x7x" + type + ">", v = "tensor<2x4x" + type + ">",
                f = "tensor<2x7xf32>", i = "tensor<2x4xi32>";
    expectReference("func.func @main(%f: " + f + ") -> (" + v + ", " + i +
                        ") { %x = stablehlo.convert %f : (" + f + ") -> " + x +
                        " %v, %i = chlo.top_k(%x, k = 4) : " + x + " -> (" + v +
                        ", " + i + ") return %v, %i : " + v + ", " + i + " }",
                    {Tensor::of<float>({2, 7}, numbers)});
  }
}

TEST_F(Kernels, TriangularMatrices) {
  // A batch of two positive definite matrices and systems of both sides, real
  // and complex.
  const int64_t n = 5;
  std::vector<float> a(2 * n * n), c(2 * n * 3);
  std::vector<std::complex<float>> h(a.size()), d(c.size());
  for (int64_t i = 0; i < 2 * n * n; ++i) {
    int64_t row = i / n % n, column = i % n;
    a[i] = row == column ? 6.0f + row : 1.0f / (1 + row + column);
    h[i] = {a[i], (row - column) / 4.0f};
  }
  for (size_t i = 0; i < c.size(); ++i) {
    c[i] = std::sin(float(i));
    d[i] = {c[i], std::cos(float(i))};
  }
  auto solve = [&](const std::string &element, bool left, bool lower, bool unit,
                   const std::string &transpose, const Tensor &matrices,
                   const Tensor &systems) {
    std::string a = "tensor<2x5x5x" + element + ">",
                b = (left ? "tensor<2x5x3x" : "tensor<2x3x5x") + element + ">";
    auto flag = [](bool value) { return value ? "true" : "false"; };
    expectReference("func.func @main(%a: " + a + ", %b: " + b + ") -> " + b +
                        " { %0 = \"stablehlo.triangular_solve\"(%a, %b) <{"
                        "left_side = " +
                        flag(left) + ", lower = " + flag(lower) +
                        ", unit_diagonal = " + flag(unit) +
                        ", transpose_a = #stablehlo<transpose " + transpose +
                        ">}> : (" + a + ", " + b + ") -> " + b +
                        " return %0 : " + b + " }",
                    {matrices, systems}, 1e-5, 1e-6);
  };
  auto factor = [&](const std::string &element, bool lower,
                    const Tensor &matrices) {
    std::string a = "tensor<2x5x5x" + element + ">";
    expectReference("func.func @main(%a: " + a + ") -> " + a +
                        " { %0 = stablehlo.cholesky %a, lower = " +
                        (lower ? "true" : "false") + " : " + a +
                        " return %0 : " + a + " }",
                    {matrices}, 1e-5, 1e-6);
  };
  Tensor real = Tensor::of<float>({2, n, n}, a),
         complex = Tensor::of<std::complex<float>>({2, n, n}, h);
  for (bool lower : {true, false}) {
    factor("f32", lower, real);
    factor("complex<f32>", lower, complex);
    for (bool left : {true, false})
      for (std::string transpose : {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"})
        for (bool unit : {true, false}) {
          std::vector<int64_t> shape = {2, left ? n : 3, left ? 3 : n};
          solve("f32", left, lower, unit, transpose, real,
                Tensor::of<float>(shape, c));
          solve("complex<f32>", left, lower, unit, transpose, complex,
                Tensor::of<std::complex<float>>(shape, d));
        }
  }
}

TEST_F(Kernels, WhatIsNoSharedObjectIsAnError) {
  std::string error;
  EXPECT_FALSE(LoadedKernels::load({'n', 'o', ' ', 'E', 'L', 'F'}, error));
  EXPECT_NE(error.find("kernels cannot be loaded: "), std::string::npos);
}

/// LLVM writes PTX for every architecture that is a target.
TEST_F(Kernels, ArchitecturesOfGpus) {
  unsigned numGpus = 0;
  for (const std::string &name : targetNames()) {
    if (!isGpuArchitecture(name))
      continue;
    ++numGpus;
    CodegenOptions codegen;
    codegen.target = name;
    std::string error;
    std::optional<KernelTarget> target = KernelTarget::create(codegen, error);
    ASSERT_TRUE(target) << name << error;
    EXPECT_TRUE(target->isGpu()) << name;
    EXPECT_TRUE(
        target->makeMachine()->getMCSubtargetInfo()->isCPUStringValid(name))
        << name;
  }
  EXPECT_GE(numGpus, 9u);
}

TEST_F(Kernels, UnknownProcessorIsAnError) {
  CodegenOptions codegen;
  codegen.cpu = "no-such-cpu";
  std::string error;
  EXPECT_FALSE(KernelTarget::create(codegen, error));
  EXPECT_NE(error.find("no-such-cpu"), std::string::npos);
}

} // namespace
