//===- FlowContextTest.h - Tests on modules of the flow -------------------===//
#ifndef POPT_TEST_UNIT_COST_FLOWCONTEXTTEST_H
#define POPT_TEST_UNIT_COST_FLOWCONTEXTTEST_H

#include "popt/Flow/Flow.h"

#include "../ContextTest.h"

#include "mlir/Parser/Parser.h"

namespace popt::test {

/// A context with the dialects and op models of the flow, and a module in it.
class FlowContextTest : public ContextTest {
protected:
  FlowContextTest() : ContextTest(flowDialects()) {}
  void parseModule(const std::string &text) {
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module) << messages;
  }

  mlir::OwningOpRef<mlir::ModuleOp> module;

private:
  static mlir::DialectRegistry flowDialects() {
    mlir::DialectRegistry registry;
    registerFlowDialects(registry);
    return registry;
  }
};

} // namespace popt::test
#endif // POPT_TEST_UNIT_COST_FLOWCONTEXTTEST_H
