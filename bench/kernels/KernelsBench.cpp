//===- KernelsBench.cpp - Nanoseconds per element of fused kernels --------===//
//
// Compiles typical clusters of training steps as one kernel each and times them
// on one core: `KernelsBench [filter]`. One line per kernel: nanoseconds per
// element (lower quartile of repeated calls) and milliseconds to lower and
// compile. Arrays stay in the last-level cache. docs/Rationale/Kernels.md has a
// table of results beside other compilers.
//
//===----------------------------------------------------------------------===//
#include "../../test/unit/Kernels/Program.h"

#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Reference/FromMLIR.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include <chrono>
#include <random>
#include <set>

using namespace mlir;
using namespace popt;
using reference::Tensor;

namespace {
struct Case {
  const char *name;
  int64_t elements;
  std::string text;
};
} // namespace

/// Of %x and %b, as %10.
static const std::string gelu =
    R"mlir(  %half = stablehlo.constant dense<0.5> : tensor<1024x1536xf32>
  %one = stablehlo.constant dense<1.0> : tensor<1024x1536xf32>
  %c = stablehlo.constant dense<0.044715> : tensor<1024x1536xf32>
  %s = stablehlo.constant dense<0.797884583> : tensor<1024x1536xf32>
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<1536xf32>) -> tensor<1024x1536xf32>
  %1 = stablehlo.add %x, %0 : tensor<1024x1536xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<1024x1536xf32>
  %3 = stablehlo.multiply %2, %1 : tensor<1024x1536xf32>
  %4 = stablehlo.multiply %c, %3 : tensor<1024x1536xf32>
  %5 = stablehlo.add %1, %4 : tensor<1024x1536xf32>
  %6 = stablehlo.multiply %s, %5 : tensor<1024x1536xf32>
  %7 = stablehlo.tanh %6 : tensor<1024x1536xf32>
  %8 = stablehlo.add %one, %7 : tensor<1024x1536xf32>
  %9 = stablehlo.multiply %half, %8 : tensor<1024x1536xf32>
  %10 = stablehlo.multiply %1, %9 : tensor<1024x1536xf32>)mlir";

static const Case cases[] = {
    {"bias + tanh GELU 1024x1536", 1024 * 1536, R"mlir(
func.func @main(%x: tensor<1024x1536xf32>, %b: tensor<1536xf32>) -> tensor<1024x1536xf32> {
)mlir" + gelu + R"mlir(  return %10 : tensor<1024x1536xf32>
})mlir"},
    {"bf16 bias + tanh GELU 1024x1536", 1024 * 1536,
     R"mlir(
func.func @main(%xb: tensor<1024x1536xbf16>, %b: tensor<1536xf32>) -> tensor<1024x1536xbf16> {
  %x = stablehlo.convert %xb : (tensor<1024x1536xbf16>) -> tensor<1024x1536xf32>
)mlir" + gelu +
         R"mlir(  %11 = stablehlo.convert %10 : (tensor<1024x1536xf32>) -> tensor<1024x1536xbf16>
  return %11 : tensor<1024x1536xbf16>
})mlir"},
    {"softmax, scale, causal mask 4096x128", 4096 * 128, R"mlir(
func.func @main(%x: tensor<32x128x128xf32>) -> tensor<32x128x128xf32> {
  %scale = stablehlo.constant dense<0.0883883> : tensor<32x128x128xf32>
  %low = stablehlo.constant dense<-1.0e30> : tensor<32x128x128xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %row = stablehlo.iota dim = 1 : tensor<32x128x128xi32>
  %column = stablehlo.iota dim = 2 : tensor<32x128x128xi32>
  %keep = stablehlo.compare LE, %column, %row : (tensor<32x128x128xi32>, tensor<32x128x128xi32>) -> tensor<32x128x128xi1>
  %0 = stablehlo.multiply %x, %scale : tensor<32x128x128xf32>
  %1 = stablehlo.select %keep, %0, %low : tensor<32x128x128xi1>, tensor<32x128x128xf32>
  %2 = stablehlo.reduce(%1 init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<32x128x128xf32>, tensor<f32>) -> tensor<32x128xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<32x128xf32>) -> tensor<32x128x128xf32>
  %4 = stablehlo.subtract %1, %3 : tensor<32x128x128xf32>
  %5 = stablehlo.exponential %4 : tensor<32x128x128xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<32x128x128xf32>, tensor<f32>) -> tensor<32x128xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<32x128xf32>) -> tensor<32x128x128xf32>
  %8 = stablehlo.divide %5, %7 : tensor<32x128x128xf32>
  return %8 : tensor<32x128x128xf32>
})mlir"},
    {"layer norm 1024x384", 1024 * 384, R"mlir(
func.func @main(%x: tensor<1024x384xf32>, %g: tensor<384xf32>, %b: tensor<384xf32>) -> tensor<1024x384xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<384.0> : tensor<1024xf32>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<1024xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1024x384xf32>, tensor<f32>) -> tensor<1024xf32>
  %1 = stablehlo.divide %0, %n : tensor<1024xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<1024xf32>) -> tensor<1024x384xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<1024x384xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<1024x384xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1024x384xf32>, tensor<f32>) -> tensor<1024xf32>
  %6 = stablehlo.divide %5, %n : tensor<1024xf32>
  %7 = stablehlo.add %6, %eps : tensor<1024xf32>
  %8 = stablehlo.rsqrt %7 : tensor<1024xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<1024xf32>) -> tensor<1024x384xf32>
  %10 = stablehlo.multiply %3, %9 : tensor<1024x384xf32>
  %11 = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<384xf32>) -> tensor<1024x384xf32>
  %12 = stablehlo.multiply %10, %11 : tensor<1024x384xf32>
  %13 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<384xf32>) -> tensor<1024x384xf32>
  %14 = stablehlo.add %12, %13 : tensor<1024x384xf32>
  return %14 : tensor<1024x384xf32>
})mlir"},
    {"Adam 1M", 1 << 20, R"mlir(
func.func @main(%p: tensor<1048576xf32>, %m: tensor<1048576xf32>, %v: tensor<1048576xf32>, %g: tensor<1048576xf32>) -> (tensor<1048576xf32>, tensor<1048576xf32>, tensor<1048576xf32>) {
  %b1 = stablehlo.constant dense<0.9> : tensor<1048576xf32>
  %a1 = stablehlo.constant dense<0.1> : tensor<1048576xf32>
  %b2 = stablehlo.constant dense<0.999> : tensor<1048576xf32>
  %a2 = stablehlo.constant dense<0.001> : tensor<1048576xf32>
  %eps = stablehlo.constant dense<1.0e-6> : tensor<1048576xf32>
  %lr = stablehlo.constant dense<0.001> : tensor<1048576xf32>
  %0 = stablehlo.multiply %m, %b1 : tensor<1048576xf32>
  %1 = stablehlo.multiply %g, %a1 : tensor<1048576xf32>
  %2 = stablehlo.add %0, %1 : tensor<1048576xf32>
  %3 = stablehlo.multiply %v, %b2 : tensor<1048576xf32>
  %4 = stablehlo.multiply %g, %g : tensor<1048576xf32>
  %5 = stablehlo.multiply %4, %a2 : tensor<1048576xf32>
  %6 = stablehlo.add %3, %5 : tensor<1048576xf32>
  %7 = stablehlo.sqrt %6 : tensor<1048576xf32>
  %8 = stablehlo.add %7, %eps : tensor<1048576xf32>
  %9 = stablehlo.divide %2, %8 : tensor<1048576xf32>
  %10 = stablehlo.multiply %9, %lr : tensor<1048576xf32>
  %11 = stablehlo.subtract %p, %10 : tensor<1048576xf32>
  return %11, %2, %6 : tensor<1048576xf32>, tensor<1048576xf32>, tensor<1048576xf32>
})mlir"},
    {"column sum 1024x1536", 1024 * 1536, R"mlir(
func.func @main(%x: tensor<1024x1536xf32>) -> tensor<1536xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1024x1536xf32>, tensor<f32>) -> tensor<1536xf32>
  return %0 : tensor<1536xf32>
})mlir"},
    {"sum of squares 1M", 1 << 20, R"mlir(
func.func @main(%x: tensor<1048576xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<1048576xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1048576xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
})mlir"},
    {"transpose + add 1024x384", 1024 * 384, R"mlir(
func.func @main(%x: tensor<384x1024xf32>, %y: tensor<1024x384xf32>) -> tensor<1024x384xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<384x1024xf32>) -> tensor<1024x384xf32>
  %1 = stablehlo.add %0, %y : tensor<1024x384xf32>
  return %1 : tensor<1024x384xf32>
})mlir"},
    {"gather rows 1024 of 8192x384", 1024 * 384, R"mlir(
func.func @main(%x: tensor<8192x384xf32>, %i: tensor<1024x1xi32>) -> tensor<1024x384xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 384>}> : (tensor<8192x384xf32>, tensor<1024x1xi32>) -> tensor<1024x384xf32>
  return %0 : tensor<1024x384xf32>
})mlir"},
};

static Tensor randomTensor(RankedTensorType type, std::mt19937 &generator) {
  auto element = *reference::elementTypeFromMLIR(type.getElementType());
  Tensor made(reference::ElementType::F32, type.getShape());
  std::normal_distribution<float> normal;
  bool isInteger = type.getElementType().isInteger();
  for (int64_t i = 0; i < made.size(); ++i)
    made.mutableData<float>()[i] =
        isInteger ? float(generator() % 1024) : std::abs(normal(generator));
  return reference::convert(made, element);
}

int main(int argc, char **argv) {
  DialectRegistry registry;
  test::registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  for (const Case &entry : cases) {
    if (argc > 1 && !StringRef(entry.name).contains(argv[1]))
      continue;
    auto module = parseSourceString<ModuleOp>(entry.text, &context);
    auto program = module ? test::Program::compile(*module) : nullptr;
    if (!program)
      return 1;
    std::mt19937 generator(1);
    auto kernel = *module->getOps<func::FuncOp>().begin();
    for (auto function : module->getOps<func::FuncOp>())
      if (function->hasAttr(kKernel))
        kernel = function;
    std::vector<Tensor> tensors;
    std::vector<void *> operands;
    for (Type type : kernel.getArgumentTypes())
      tensors.push_back(randomTensor(cast<RankedTensorType>(type), generator));
    for (Type type : kernel.getResultTypes())
      tensors.push_back(randomTensor(cast<RankedTensorType>(type), generator));
    for (Tensor &tensor : tensors)
      operands.push_back(tensor.mutableBytes());
    // State is updated in place where the kernel allows it.
    std::set<int64_t> taken;
    if (auto pairs = kernel->getAttrOfType<ArrayAttr>(kMayShare))
      for (auto pair : pairs.getAsRange<DenseI64ArrayAttr>()) {
        unsigned result = kernel.getNumArguments() + pair[0];
        if (operands[result] == tensors[result].bytes().data() &&
            taken.insert(pair[1]).second)
          operands[result] = operands[pair[1]];
      }
    int64_t rank = 0;
    KernelFunction run = program->kernels().lookup(kernel.getName());
    std::vector<double> seconds;
    auto clock = [] {
      return std::chrono::duration<double>(
                 std::chrono::steady_clock::now().time_since_epoch())
          .count();
    };
    for (double begin = clock(); clock() - begin < 0.5;) {
      double start = clock();
      run(operands.data(), &rank);
      seconds.push_back(clock() - start);
    }
    std::sort(seconds.begin(), seconds.end());
    llvm::outs() << llvm::formatv(
        "{0,-40} {1:f4} ns/element  {2} kernel(s), {3:f1} ms\n", entry.name,
        seconds[seconds.size() / 4] * 1e9 / entry.elements, program->numKernels,
        1e3 * (program->lowerSeconds + program->compileSeconds));
  }
  return 0;
}
