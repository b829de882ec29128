//===- Lapack.cpp - Calls of LAPACK that stand for operations -------------===//
//
// JAX for CPUs prints factorisations as calls of LAPACK's routines. Where
// StableHLO has the operation, Import writes it instead:
//
//   %l:2 = custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {...}}
//   %x = custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {...}}
// becomes
//   %l = cholesky %a, lower = true      and     %info = constant 0
//   %x = triangular_solve %a, %b
//
// `cholesky` reports by NaN, instead of `info`, that no factor exists. Tested
// by test/Import/lapack.mlir and python/tests/test_linalg.py.
//
//===----------------------------------------------------------------------===//
#include "Decompose.h"
#include "Models.h"

using namespace mlir;

namespace popt {
namespace {

/// "potrf" of "lapack_spotrf_ffi"; empty if the target is none of LAPACK's or
/// its letter is not that of the element type.
StringRef routineOf(StringRef target, Type element) {
  if (!target.consume_front("lapack_") || !target.consume_back("_ffi") ||
      target.empty())
    return "";
  auto complex = dyn_cast<ComplexType>(element);
  Type part = complex ? complex.getElementType() : element;
  char letter = part.isF32()   ? (complex ? 'c' : 's')
                : part.isF64() ? (complex ? 'z' : 'd')
                               : '\0';
  return target.front() == letter ? target.drop_front() : "";
}

/// An option, which is a letter, or nothing if it is none of `known`.
std::optional<char> option(stablehlo::CustomCallOp call, StringRef name,
                           StringRef known) {
  auto options = call->getAttrOfType<DictionaryAttr>("mhlo.backend_config");
  if (!options)
    options = dyn_cast_or_null<DictionaryAttr>(call.getBackendConfigAttr());
  auto value = options ? options.getAs<IntegerAttr>(name) : IntegerAttr();
  if (!value || value.getValue().getActiveBits() > 7)
    return std::nullopt;
  char letter = static_cast<char>(value.getValue().getZExtValue());
  return known.contains(letter) ? std::optional(letter) : std::nullopt;
}

/// Square matrices in the last two dims.
bool isSquare(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() >= 2 &&
         type.getShape().take_back(2).front() == type.getShape().back();
}

std::optional<SmallVector<Value>> writeCholesky(OpBuilder &b,
                                                stablehlo::CustomCallOp call) {
  std::optional<char> uplo = option(call, "uplo", "LU");
  if (!uplo || call.getNumOperands() != 1 || call.getNumResults() != 2 ||
      !isSquare(call.getOperand(0)) ||
      call.getResult(0).getType() != call.getOperand(0).getType())
    return std::nullopt;
  auto info = dyn_cast<RankedTensorType>(call.getResult(1).getType());
  if (!info || !info.getElementType().isInteger(32))
    return std::nullopt;
  Value factor = stablehlo::CholeskyOp::create(
      b, call.getLoc(), call.getResult(0).getType(), call.getOperand(0),
      b.getBoolAttr(*uplo == 'L'));
  Value done = stablehlo::ConstantOp::create(
      b, call.getLoc(),
      DenseElementsAttr::get(info, b.getI32IntegerAttr(0).getValue()));
  return SmallVector<Value>{factor, done};
}

std::optional<SmallVector<Value>> writeSolve(OpBuilder &b,
                                             stablehlo::CustomCallOp call) {
  std::optional<char> side = option(call, "side", "LR"),
                      uplo = option(call, "uplo", "LU"),
                      transpose = option(call, "trans_x", "NTC"),
                      diagonal = option(call, "diag", "NU");
  if (!side || !uplo || !transpose || !diagonal || call.getNumOperands() != 2 ||
      call.getNumResults() != 1 || !isSquare(call.getOperand(0)) ||
      call.getResult(0).getType() != call.getOperand(1).getType())
    return std::nullopt;
  using stablehlo::Transpose;
  Transpose how = *transpose == 'N'   ? Transpose::NO_TRANSPOSE
                  : *transpose == 'T' ? Transpose::TRANSPOSE
                                      : Transpose::ADJOINT;
  return SmallVector<Value>{stablehlo::TriangularSolveOp::create(
      b, call.getLoc(), call.getResult(0).getType(), call.getOperand(0),
      call.getOperand(1), *side == 'L', *uplo == 'L', *diagonal == 'U', how)};
}

} // namespace

std::optional<SmallVector<Value>>
decomposeLapack(OpBuilder &builder, stablehlo::CustomCallOp call) {
  if (call.getNumOperands() == 0 || call.getHasSideEffect())
    return std::nullopt;
  StringRef routine = routineOf(call.getCallTargetName(),
                                getElementTypeOrSelf(call.getOperand(0)));
  if (routine == "potrf")
    return writeCholesky(builder, call);
  if (routine == "trsm")
    return writeSolve(builder, call);
  return std::nullopt;
}

} // namespace popt
