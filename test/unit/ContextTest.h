//===- ContextTest.h - A context whose messages are kept ------------------===//
#ifndef POPT_TEST_UNIT_CONTEXTTEST_H
#define POPT_TEST_UNIT_CONTEXTTEST_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include <gtest/gtest.h>

namespace popt::test {

/// The base of tests with a context; `messages` has what is said in it.
class ContextTest : public testing::Test {
protected:
  explicit ContextTest(const mlir::DialectRegistry &registry) {
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.disableMultithreading();
    context.getDiagEngine().registerHandler([&](mlir::Diagnostic &diagnostic) {
      messages += diagnostic.str() + "\n";
      return mlir::success();
    });
  }
  template <typename... Dialects> static mlir::DialectRegistry dialects() {
    mlir::DialectRegistry registry;
    registry.insert<Dialects...>();
    return registry;
  }

  mlir::MLIRContext context;
  std::string messages;
};

} // namespace popt::test
#endif // POPT_TEST_UNIT_CONTEXTTEST_H
