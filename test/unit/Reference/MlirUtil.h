//===- MlirUtil.h - Running module texts ----------------------------------===//
#ifndef POPT_TEST_UNIT_REFERENCE_MLIRUTIL_H
#define POPT_TEST_UNIT_REFERENCE_MLIRUTIL_H

#include "../ContextTest.h"
#include "TestUtil.h"
#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Sdy/Sdy.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Reference/Interpreter.h"

#include "mlir/Parser/Parser.h"

namespace popt::reference {

/// Parses and runs module texts; messages are kept.
class ModuleTest : public popt::test::ContextTest {
protected:
  ModuleTest()
      : ContextTest(
            dialects<mlir::func::FuncDialect, popt::stablehlo::StablehloDialect,
                     popt::chlo::ChloDialect, popt::sdy::SdyDialect,
                     popt::dist::DistDialect>()) {}

  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module) << messages;
    return module;
  }

  /// Results on one rank; empty after a failure.
  llvm::SmallVector<Tensor> run(llvm::StringRef text,
                                llvm::ArrayRef<Tensor> arguments) {
    auto module = parse(text);
    if (!module)
      return {};
    auto results = interpret(*module, arguments, options);
    return mlir::failed(results) ? llvm::SmallVector<Tensor>() : *results;
  }

  /// Results on every rank; empty after a failure.
  llvm::SmallVector<RankTensors> run(llvm::StringRef text, const Mesh &mesh,
                                     llvm::ArrayRef<RankTensors> arguments) {
    auto module = parse(text);
    if (!module)
      return {};
    auto results = interpretLockstep(*module, mesh, arguments, options);
    return mlir::failed(results) ? llvm::SmallVector<RankTensors>() : *results;
  }

  void expectMessage(llvm::StringRef part) {
    EXPECT_NE(messages.find(part.str()), std::string::npos) << messages;
  }

  InterpreterOptions options;
};

} // namespace popt::reference
#endif // POPT_TEST_UNIT_REFERENCE_MLIRUTIL_H
