//===- MeasuredLoops.cpp - A kernel of which the price is known -----------===//
//
// Which part of a processor's peak loops over elements reach says no data sheet: it
// depends on the code that is made of them. So a kernel is compiled as those of
// programs are. A softmax has a bit of everything: reductions of rows, an
// exponential, a division. What it is predicted to take on the builtin machine, whose
// loops are slower than its memory, says how many additions it counts.
//
// Tested by test/Execute/measure-machine.test.
//
//===----------------------------------------------------------------------===//
#include "MeasuredLoops.h"

#include "popt/Compile/Session.h"

#include <cassert>

using namespace mlir;
using namespace popt;

static const char *const kText = R"(module @softmax {
  func.func public @main(%x: tensor<32x128xf32>) -> tensor<32x128xf32> {
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %most = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<32x128xf32>, tensor<f32>) -> tensor<32xf32>
    %0 = stablehlo.broadcast_in_dim %most, dims = [0] : (tensor<32xf32>) -> tensor<32x128xf32>
    %1 = stablehlo.subtract %x, %0 : tensor<32x128xf32>
    %2 = stablehlo.exponential %1 : tensor<32x128xf32>
    %sum = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<32x128xf32>, tensor<f32>) -> tensor<32xf32>
    %3 = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<32xf32>) -> tensor<32x128xf32>
    %4 = stablehlo.divide %2, %3 : tensor<32x128xf32>
    return %4 : tensor<32x128xf32>
  }
}
)";
static constexpr size_t kBytes = 32 * 128 * sizeof(float);

std::optional<tools::MeasuredLoops>
tools::compileMeasuredLoops(std::string &error) {
  FlowOptions options;
  error = setOption(options, "cluster", "builtin");
  Session session(options,
                  [&](auto, const std::string &text) { error += text; });
  if (!error.empty() ||
      !session.parse(llvm::MemoryBuffer::getMemBuffer(kText, "softmax.mlir")) ||
      !session.run(Emit::Scheduled))
    return std::nullopt;
  FailureOr<Report> report = session.report("softmax");
  FailureOr<CompiledProgram> compiled = session.compile();
  if (failed(report) || failed(compiled))
    return std::nullopt;
  std::optional<rt::LoadedProgram> program =
      loadProgram(std::move(*compiled), error);
  if (!program)
    return std::nullopt;
  assert(program->table.kernels.size() == 1 && "a softmax is one kernel");
  MeasuredLoops loops;
  loops.program = std::move(*program);
  loops.kernel = reinterpret_cast<void (*)(void *const *, const int64_t *)>(
      loops.program.symbol(loops.program.table.kernels.front().symbol));
  loops.bytes = kBytes;
  loops.secondsOnBuiltin = report->prediction.stepSeconds;
  return loops;
}
