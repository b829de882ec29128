//===- Program.cpp - Runs whole programs through compiled kernels ---------===//
#include "Program.h"

#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Sdy/Sdy.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Kernels/FormKernels.h"
#include "popt/OpModels/OpModels.h"
#include "popt/OpModels/ProductSum.h"
#include "popt/Reference/FromMLIR.h"
#include "popt/Reference/Interpreter.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/RegionUtils.h"
#include <chrono>

using namespace mlir;
using namespace popt;
using namespace popt::test;
using reference::Tensor;

static double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void popt::test::registerDialects(DialectRegistry &registry) {
  registry.insert<func::FuncDialect, stablehlo::StablehloDialect,
                  chlo::ChloDialect, sdy::SdyDialect, dist::DistDialect>();
  registerOpModels(registry);
  registerCodegenDialects(registry);
}

std::unique_ptr<Program> Program::compile(ModuleOp module,
                                          const ProgramOptions &options) {
  auto program = std::make_unique<Program>();
  program->module = module;
  program->options = options;
  double start = now();
  if (options.formKernels && failed(formKernels(module)))
    return nullptr;
  if (failed(verify(module)))
    return nullptr;
  if (options.dump)
    module->print(llvm::errs(), OpPrintingFlags().useLocalScope());
  double formed = now();
  CodegenOptions codegen;
  codegen.cpu = options.cpu;
  codegen.features = options.features;
  std::string error;
  std::optional<KernelTarget> target = KernelTarget::create(codegen, error);
  if (!target) {
    module.emitError(error);
    return nullptr;
  }
  auto kernels = lowerKernels(module, describe(*target));
  if (failed(kernels))
    return nullptr;
  if (options.dump)
    (*kernels)->print(llvm::errs());
  if (failed(verify(**kernels)))
    return nullptr;
  program->numKernels =
      std::distance((*kernels)->getOps<func::FuncOp>().begin(),
                    (*kernels)->getOps<func::FuncOp>().end());
  double lowered = now();
  auto object = compileKernels(**kernels, *target);
  if (failed(object))
    return nullptr;
  std::optional<LoadedKernels> loaded = LoadedKernels::load(*object, error);
  if (!loaded) {
    module.emitError(error);
    return nullptr;
  }
  program->loaded = std::make_unique<LoadedKernels>(std::move(*loaded));
  program->formSeconds = formed - start;
  program->lowerSeconds = lowered - formed;
  program->compileSeconds = now() - lowered;
  return program;
}

FailureOr<Program::Tensors> Program::run(ArrayRef<Tensor> arguments) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  Environment values;
  for (auto [argument, tensor] : llvm::zip(main.getArguments(), arguments))
    values[argument] = tensor;
  return runBlock(main.getBody().front(), values);
}

FailureOr<Program::Tensors> Program::runBlock(mlir::Block &block,
                                              Environment &values) {
  for (Operation &op : block.without_terminator()) {
    FailureOr<Tensors> results = runOp(&op, values);
    if (failed(results))
      return failure();
    for (auto [result, tensor] : llvm::zip(op.getResults(), *results))
      values[result] = tensor;
  }
  return Tensors(llvm::map_range(block.getTerminator()->getOperands(),
                                 [&](Value value) { return values[value]; }));
}

FailureOr<Program::Tensors> Program::runOp(Operation *op, Environment &values) {
  Tensors operands(llvm::map_range(op->getOperands(),
                                   [&](Value value) { return values[value]; }));
  auto bind = [&](mlir::Block &block, const Tensors &tensors) {
    for (auto [argument, tensor] : llvm::zip(block.getArguments(), tensors))
      values[argument] = tensor;
  };
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
    // On processors a product that adds to a sum is a call of a library.
    if (productSumOf(callee))
      return runReference(op, values);
    if (callee->hasAttr(kKernel))
      return runKernel(callee, operands);
    Environment inner;
    for (auto [argument, tensor] : llvm::zip(callee.getArguments(), operands))
      inner[argument] = tensor;
    return runBlock(callee.getBody().front(), inner);
  }
  if (auto loop = dyn_cast<stablehlo::WhileOp>(op)) {
    while (true) {
      bind(loop.getCond().front(), operands);
      auto condition = runBlock(loop.getCond().front(), values);
      if (failed(condition))
        return failure();
      if (!(*condition)[0].integerAt(0))
        return operands;
      bind(loop.getBody().front(), operands);
      auto next = runBlock(loop.getBody().front(), values);
      if (failed(next))
        return failure();
      operands = *next;
    }
  }
  return runReference(op, values);
}

Program::Tensors Program::runKernel(func::FuncOp kernel,
                                    const Tensors &inputs) {
  Tensors held(inputs), results;
  for (Type type : kernel.getResultTypes()) {
    auto tensor = cast<RankedTensorType>(type);
    results.emplace_back(
        *reference::elementTypeFromMLIR(tensor.getElementType()),
        tensor.getShape());
    // What a kernel does not write shows.
    Tensor &made = results.back();
    std::memset(made.mutableBytes(), 0x5a, made.bytes().size());
  }
  SmallVector<void *> operands;
  for (const Tensor &input : held)
    operands.push_back(const_cast<char *>(input.bytes().data()));
  for (Tensor &result : results)
    operands.push_back(result.mutableBytes());
  int64_t scalars[] = {options.rank};
  loaded->lookup(kernel.getName())(operands.data(), scalars);
  return results;
}

FailureOr<Program::Tensors> Program::runReference(Operation *op,
                                                  Environment &values) {
  llvm::SetVector<Value> inputs(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), inputs);
  OpBuilder b(op->getContext());
  OwningOpRef<ModuleOp> single = ModuleOp::create(b, op->getLoc());
  b.setInsertionPointToStart(single->getBody());
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPrivate())
      b.clone(*function);
  SmallVector<Type> types;
  for (Value input : inputs)
    types.push_back(input.getType());
  auto main = func::FuncOp::create(
      b, op->getLoc(), "main", b.getFunctionType(types, op->getResultTypes()));
  b.setInsertionPointToStart(main.addEntryBlock());
  IRMapping mapping;
  Tensors arguments;
  for (auto [input, argument] : llvm::zip(inputs, main.getArguments())) {
    mapping.map(input, argument);
    arguments.push_back(values[input]);
  }
  Operation *copy = b.clone(*op, mapping);
  func::ReturnOp::create(b, op->getLoc(), copy->getResults());
  auto results = reference::interpret(*single, arguments);
  if (failed(results))
    return failure();
  return Tensors(results->begin(), results->end());
}
