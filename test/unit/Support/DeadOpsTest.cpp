// What has no readers goes, once, with all that lies in it.
#include "popt/Support/DeadOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace popt;

namespace {

class DeadOps : public testing::Test {
protected:
  DeadOps() {
    context
        .loadDialect<arith::ArithDialect, func::FuncDialect, scf::SCFDialect>();
  }
  void parse(StringRef body) {
    std::string text = "func.func @main(%c: i1, %x: i32) "
                       "-> i32 {\n" +
                       body.str() + "\n}";
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
  }
  Region &region() {
    return module->lookupSymbol<func::FuncOp>("main").getBody();
  }
  Block &block() { return region().front(); }
  /// The operations that are left, by name, inner ones before their parents.
  std::string left() {
    std::string names;
    region().walk([&](Operation *op) {
      names += (names.empty() ? "" : " ") + op->getName().stripDialect().str();
    });
    return names;
  }
  llvm::SetVector<Operation *> all() {
    llvm::SetVector<Operation *> ops;
    region().walk([&](Operation *op) { ops.insert(op); });
    return ops;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

// A branch without readers, with operations in it that have none either.
constexpr StringLiteral branch = R"(
  %a = arith.addi %x, %x : i32
  %b = scf.if %c -> i32 {
    %d = arith.muli %a, %a : i32
    %e = arith.subi %d, %x : i32
    scf.yield %e : i32
  } else {
    scf.yield %a : i32
  }
  return %x : i32)";

TEST_F(DeadOps, ABlockLosesChains) {
  parse(branch);
  eraseDead(block());
  EXPECT_EQ(left(), "return");
}

TEST_F(DeadOps, OnlyTheBlockItself) {
  parse(R"(
  %b = scf.if %c -> i32 {
    %d = arith.muli %x, %x : i32
    scf.yield %x : i32
  } else {
    scf.yield %x : i32
  }
  return %b : i32)");
  eraseDead(block());
  EXPECT_EQ(left(), "muli yield yield if return");
}

TEST_F(DeadOps, ARegionLosesWhatStaysLeavesUnread) {
  parse(R"(
  %a = arith.addi %x, %x : i32
  %b = scf.if %c -> i32 {
    %d = arith.muli %a, %x : i32
    %e = arith.subi %d, %x : i32
    scf.yield %x : i32
  } else {
    scf.yield %x : i32
  }
  return %b : i32)");
  auto isArithmetic = [](Operation *op) {
    return isa<arith::ArithDialect>(op->getDialect());
  };
  eraseUnread(region(), isArithmetic);
  EXPECT_EQ(left(), "yield yield if return");
}

TEST_F(DeadOps, ARegionGoesWithItsOperation) {
  parse(branch);
  eraseUnread(region(), [](Operation *op) {
    return !op->hasTrait<OpTrait::IsTerminator>();
  });
  EXPECT_EQ(left(), "return");
}

TEST_F(DeadOps, WhatMayNotGoStays) {
  parse(branch);
  eraseUnread(region(), [](Operation *op) { return isa<arith::MulIOp>(op); });
  EXPECT_EQ(left(), "addi muli subi yield yield if return");
}

// The list has the branch and what lies in it, in either order.
TEST_F(DeadOps, AListMayHaveWhatLiesInOthers) {
  parse(branch);
  eraseDead(all());
  EXPECT_EQ(left(), "return");

  parse(branch);
  llvm::SetVector<Operation *> ops = all();
  SmallVector<Operation *> reversed(llvm::reverse(ops.getArrayRef()));
  eraseDead(llvm::SetVector<Operation *>(reversed.begin(), reversed.end()));
  EXPECT_EQ(left(), "return");
}

// The same value twice, and a value that another operand is made of.
TEST_F(DeadOps, OperandsGoOnce) {
  parse(R"(
  %a = arith.addi %x, %x : i32
  %b = arith.muli %a, %a : i32
  %d = arith.subi %b, %a : i32
  return %x : i32)");
  llvm::SetVector<Operation *> last;
  last.insert(&*std::next(block().rbegin()));
  eraseDead(last);
  EXPECT_EQ(left(), "return");
}

TEST_F(DeadOps, WhatOthersReadStays) {
  parse(R"(
  %a = arith.addi %x, %x : i32
  %b = arith.muli %a, %x : i32
  %d = arith.subi %b, %a : i32
  return %b : i32)");
  eraseDead(all());
  EXPECT_EQ(left(), "addi muli return");
}

// What a region reads from outside goes with the operation.
TEST_F(DeadOps, CapturedValuesGo) {
  parse(branch);
  llvm::SetVector<Operation *> ops;
  ops.insert(&*std::next(block().rbegin()));
  eraseDead(ops);
  EXPECT_EQ(left(), "return");
}

} // namespace
