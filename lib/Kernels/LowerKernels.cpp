//===- LowerKernels.cpp - Kernel functions to loops -----------------------===//
//
// Makes `module @kernels` from the functions marked `popt.kernel`; the loops
// are the emitter's work (KernelEmitter.h). Pointers are marked noalias except
// those that plan-memory may lay over each other (`popt.may_share`).
//
// Covered by test/Kernels/lower-kernels.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Kernels/LowerKernels.h"

#include "GpuLaunches.h"
#include "KernelEmitter.h"

#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Kernels/Passes.h"
#include "popt/OpModels/ProductSum.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace popt;

LowerKernelsTarget popt::describe(const KernelTarget &target) {
  LowerKernelsTarget result;
  result.vectorBits = target.vectorBits();
  result.isGpu = target.isGpu();
  result.hasBF16 = result.isGpu || target.hasFeature("avx512bf16");
  return result;
}

/// Memory of a tensor: its elements in row-major order, one dimension.
static MemRefType flatMemory(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  Type element = tensor.getElementType();
  return MemRefType::get({tensor.getNumElements() * storageParts(element)},
                         storageType(element));
}

/// The function that a kernel is to become, without its body.
static func::FuncOp createBody(func::FuncOp kernel, ModuleOp kernels) {
  MLIRContext *context = kernel.getContext();
  SmallVector<Type> types;
  for (Type type : kernel.getArgumentTypes())
    types.push_back(flatMemory(type));
  for (Type type : kernel.getResultTypes())
    types.push_back(flatMemory(type));
  types.push_back(IndexType::get(context));
  OpBuilder b = OpBuilder::atBlockEnd(kernels.getBody());
  auto body = func::FuncOp::create(b, kernel.getLoc(), kernel.getName(),
                                   FunctionType::get(context, types, {}));
  body->setAttr("popt.entry", b.getUnitAttr());

  SmallVector<bool> shares(types.size());
  unsigned inputs = kernel.getNumArguments();
  if (auto pairs = kernel->getAttrOfType<ArrayAttr>(kMayShare))
    for (auto pair : pairs.getAsRange<DenseI64ArrayAttr>()) {
      shares[inputs + pair[0]] = true;
      shares[pair[1]] = true;
    }
  for (unsigned i = 0; i + 1 < types.size(); ++i) {
    if (!shares[i])
      body.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                      b.getUnitAttr());
  }

  return body;
}

static LogicalResult lowerKernel(func::FuncOp kernel, ModuleOp kernels,
                                 const LowerKernelsTarget &target) {
  func::FuncOp body = createBody(kernel, kernels);
  KernelEmitterOptions options;
  options.vectorBits = target.vectorBits;
  options.hasBF16 = target.hasBF16;
  options.isGpu = target.isGpu;
  KernelEmitter emitter(kernel, body, options);
  if (failed(emitter.run()))
    return failure();
  // Its launches are functions now.
  if (target.isGpu)
    body.erase();
  return success();
}

/// Kernels that only others call launch nothing.
static void withdrawParts(ModuleOp program, ModuleOp kernels) {
  llvm::StringSet<> parts, called;
  for (auto function : program.getOps<func::FuncOp>()) {
    bool isKernel = function->hasAttr(kKernel);
    function.walk([&](func::CallOp call) {
      (isKernel ? parts : called).insert(call.getCallee());
    });
  }
  for (auto launch : kernels.getOps<func::FuncOp>()) {
    auto kernel = launch->getAttrOfType<StringAttr>(kLaunchKernel);
    if (kernel && parts.contains(kernel) && !called.contains(kernel))
      launch->removeAttr(kLaunchKernel);
  }
}

FailureOr<OwningOpRef<ModuleOp>>
popt::lowerKernels(ModuleOp program, const LowerKernelsTarget &target) {
  MLIRContext *context = program.getContext();
  context
      ->loadDialect<arith::ArithDialect, func::FuncDialect, math::MathDialect,
                    memref::MemRefDialect, NVVM::NVVMDialect, scf::SCFDialect,
                    vector::VectorDialect>();
  OpBuilder b(context);
  OwningOpRef<ModuleOp> kernels =
      ModuleOp::create(b, program.getLoc(), kKernelsModule);
  SmallVector<func::FuncOp> merged;
  for (auto kernel : program.getOps<func::FuncOp>()) {
    if (!kernel->hasAttr(kKernel) || kernel.isDeclaration() ||
        (!target.isGpu && productSumOf(kernel)))
      continue;
    if (isMergedKernel(kernel))
      merged.push_back(kernel);
    else if (failed(lowerKernel(kernel, *kernels, target)))
      return failure();
  }
  for (func::FuncOp kernel : merged) {
    func::FuncOp body = createBody(kernel, *kernels);
    mergeLaunches(kernel, body);
    body.erase();
  }
  withdrawParts(program, *kernels);
  return kernels;
}

namespace popt {
#define GEN_PASS_DEF_LOWERKERNELSPASS
#include "popt/Kernels/Passes.h.inc"
} // namespace popt

namespace {
struct LowerKernels : popt::impl::LowerKernelsPassBase<LowerKernels> {
  using LowerKernelsPassBase::LowerKernelsPassBase;

  void runOnOperation() final {
    LowerKernelsTarget target;
    target.vectorBits = vectorBits;
    target.hasBF16 = hasBF16 || isGpu;
    target.isGpu = isGpu;
    auto kernels = lowerKernels(getOperation(), target);
    if (failed(kernels))
      return signalPassFailure();
    getOperation().push_back(kernels->release());
  }
};
} // namespace
