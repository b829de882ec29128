//===- CodegenLower.cpp - Kernel functions to the LLVM dialect ------------===//
//
// Lowers scf, vector, arith, math and memref of kernel functions, each on its
// own pointer arguments, and adds for every function `k` with the unit
// attribute `popt.entry` the exported entry point that unpacks its arguments:
//
//   llvm.func internal @k.body(%a: !llvm.ptr, %r: !llvm.ptr, %rank: i64)
//   llvm.func @k(%operands: !llvm.ptr, %scalars: !llvm.ptr)
//     { load, load, call }
//
// A launch of a GPU is an entry point itself: its parameters are the pointers,
// the rank, and scratch memory if the kernel has any.
//
// The canonicaliser is left out on purpose: it takes most of the time of such
// flows, and lower-kernels folds while it builds. Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "popt/Kernels/Codegen.h"
#include "popt/Kernels/LowerKernels.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"

using namespace mlir;
using namespace popt;

void popt::registerCodegenDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect,
                  func::FuncDialect, LLVM::LLVMDialect, math::MathDialect,
                  memref::MemRefDialect, NVVM::NVVMDialect, scf::SCFDialect,
                  ub::UBDialect, vector::VectorDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

/// Adds the exported entry point of one lowered kernel.
static void addEntryPoint(LLVM::LLVMFuncOp body) {
  MLIRContext *context = body.getContext();
  OpBuilder b(body);
  Location loc = body.getLoc();
  std::string name = body.getName().str();
  body.setName(name + ".body");
  body.setLinkage(LLVM::Linkage::Internal);
  body->removeAttr("popt.entry");
  auto pointer = LLVM::LLVMPointerType::get(context);
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                          {pointer, pointer});
  auto entry = LLVM::LLVMFuncOp::create(b, loc, name, type);
  Block *block = entry.addEntryBlock(b);
  b.setInsertionPointToStart(block);
  SmallVector<Value> arguments;
  unsigned position = 0;
  for (Type argument : body.getArgumentTypes()) {
    bool isPointer = isa<LLVM::LLVMPointerType>(argument);
    Value base = block->getArgument(isPointer ? 0 : 1);
    Value address = base;
    if (isPointer && position)
      address = LLVM::GEPOp::create(b, loc, pointer, pointer, base,
                                    LLVM::GEPArg(int32_t(position)));
    position += isPointer;
    arguments.push_back(LLVM::LoadOp::create(b, loc, argument, address));
  }
  LLVM::CallOp::create(b, loc, body, arguments);
  LLVM::ReturnOp::create(b, loc, ValueRange());
}

LogicalResult popt::lowerKernelsToLLVM(ModuleOp kernels) {
  PassManager pm(kernels->getContext());
  pm.enableVerifier(false);
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  ConvertFuncToLLVMPassOptions functions;
  functions.useBarePtrCallConv = true;
  pm.addPass(createConvertFuncToLLVMPass(functions));
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  if (failed(pm.run(kernels)))
    return failure();
  SmallVector<LLVM::LLVMFuncOp> entries;
  for (auto function : kernels.getOps<LLVM::LLVMFuncOp>())
    if (function->hasAttr("popt.entry"))
      entries.push_back(function);
  for (LLVM::LLVMFuncOp function : entries)
    if (function->hasAttr(kLaunchKernel))
      function.setCConv(LLVM::CConv::PTX_Kernel);
    else
      addEntryPoint(function);
  return success();
}
