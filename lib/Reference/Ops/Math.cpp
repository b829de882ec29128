//===- Math.cpp - Random bits, Fourier transform, linear algebra ----------===//
//
// Handlers; the meaning is in Semantics/Random.cpp, Fft.cpp and
// LinearAlgebra.cpp. Tested by test/unit/Reference/CorpusTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "../Evaluator.h"
#include "popt/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace popt;
using namespace popt::reference;

/// The algorithm DEFAULT is the implementation's choice: here Philox.
static LocalResults runRngBitGenerator(stablehlo::RngBitGeneratorOp op,
                                       LocalCall &call) {
  const bool isThreefry =
      op.getRngAlgorithm() == stablehlo::RngAlgorithm::THREE_FRY;
  auto generate = isThreefry ? threefry : philox;
  auto bits =
      generate(call.operands[0], call.resultElement(1), call.resultShape(1));
  if (!bits)
    return call.unsupported();
  return SmallVector<Tensor>{bits->first, bits->second};
}

/// The stream of an operation is the number of such operations after it.
static LocalResults runRng(stablehlo::RngOp op, LocalCall &call) {
  uint64_t following = 0;
  bool isBehind = false;
  op->getParentOfType<func::FuncOp>().walk<WalkOrder::PreOrder>(
      [&](stablehlo::RngOp other) {
        following += isBehind ? 1 : 0;
        isBehind = isBehind || other == op;
      });
  const bool isNormal =
      op.getRngDistribution() == stablehlo::RngDistribution::NORMAL;
  return call.result(draw(call.operands[0], call.operands[1], isNormal,
                          following, call.resultShape()));
}

static LocalResults runFft(stablehlo::FftOp op, LocalCall &call) {
  return call.result(
      fft(call.operands[0], FftKind(op.getFftType()), op.getFftLength()));
}

static LocalResults runCholesky(stablehlo::CholeskyOp op, LocalCall &call) {
  return call.result(cholesky(call.operands[0], op.getLower()));
}

static LocalResults runTriangularSolve(stablehlo::TriangularSolveOp op,
                                       LocalCall &call) {
  Transpose transpose = Transpose::No;
  if (op.getTransposeA() == stablehlo::Transpose::TRANSPOSE)
    transpose = Transpose::Transpose;
  else if (op.getTransposeA() == stablehlo::Transpose::ADJOINT)
    transpose = Transpose::Adjoint;
  return call.result(triangularSolve(call.operands[0], call.operands[1],
                                     op.getLeftSide(), op.getLower(),
                                     op.getUnitDiagonal(), transpose));
}

// The enumerators are those of the dialect.
static_assert(int(FftKind::IRFFT) == int(stablehlo::FftType::IRFFT) &&
              int(FftKind::IFFT) == int(stablehlo::FftType::IFFT));

void popt::reference::registerMathOps(OpTable &table) {
  table.add(runCholesky, runFft, runRng, runRngBitGenerator,
            runTriangularSolve);
}
