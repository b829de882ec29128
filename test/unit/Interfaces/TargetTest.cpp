//===- TargetTest.cpp - What targets answer, and which one a module has ---===//
#include "popt/Interfaces/Target.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace popt;

namespace {

TEST(TargetTest, EveryNameIsFound) {
  for (const std::string &name : targetNames()) {
    const Target *target = findTarget(name);
    ASSERT_TRUE(target) << name;
    EXPECT_EQ(target->name(), name);
  }
  EXPECT_FALSE(findTarget("abacus"));
  EXPECT_FALSE(findTarget(""));
}

/// The library has f32 and bf16; one operand of another type is enough for the
/// operation to need loops of its own.
TEST(TargetTest, LibraryOfTheCpu) {
  MLIRContext context;
  Builder builder(&context);
  const Target &cpu = *findTarget("cpu");
  Type f32 = builder.getF32Type(), bf16 = builder.getBF16Type();
  for (LibraryCall call :
       {LibraryCall::Contraction, LibraryCall::Convolution}) {
    EXPECT_TRUE(cpu.hasLibrary(call, {f32, f32}));
    EXPECT_TRUE(cpu.hasLibrary(call, {bf16, bf16, f32}));
    for (Type other :
         {Type(builder.getF64Type()), Type(builder.getF16Type()),
          Type(Float8E4M3FNType::get(&context)), Type(builder.getI1Type()),
          Type(builder.getI8Type()), Type(builder.getI32Type()),
          Type(ComplexType::get(f32))}) {
      EXPECT_FALSE(cpu.hasLibrary(call, {other, other}));
      EXPECT_FALSE(cpu.hasLibrary(call, {f32, other}));
    }
  }
}

/// GPUs' libraries have contractions and convolutions of floats of one type.
TEST(TargetTest, Gpus) {
  MLIRContext context;
  Builder builder(&context);
  Type f32 = builder.getF32Type(), bf16 = builder.getBF16Type();
  EXPECT_TRUE(isGpuArchitecture("sm_90"));
  EXPECT_FALSE(isGpuArchitecture("sm_70"));
  EXPECT_FALSE(isGpuArchitecture("cpu"));
  const Target &gpu = *findTarget("sm_90");
  EXPECT_EQ(gpu.attentionFeatures(), 256);
  EXPECT_EQ(findTarget("sm_80")->attentionFeatures(), 128);
  EXPECT_EQ(findTarget("cpu")->attentionFeatures(), 0);
  for (Type element :
       {f32, bf16, Type(builder.getF16Type()), Type(builder.getF64Type())}) {
    EXPECT_TRUE(gpu.hasLibrary(LibraryCall::Contraction, {element, element}));
    EXPECT_TRUE(gpu.hasLibrary(LibraryCall::Convolution, {element, element}));
  }
  for (Type other : {Type(builder.getI8Type()), Type(ComplexType::get(f32)),
                     Type(Float8E4M3FNUZType::get(&context))})
    EXPECT_FALSE(gpu.hasLibrary(LibraryCall::Contraction, {other, other}));
  EXPECT_FALSE(gpu.hasLibrary(LibraryCall::Contraction, {f32, bf16}));
}

/// From sm_89 on they have contractions of 8-bit floats, of all pairs of two types
/// but one, and no convolutions.
TEST(TargetTest, ContractionsOfFloat8) {
  MLIRContext context;
  Type e4 = Float8E4M3FNType::get(&context), e5 = Float8E5M2Type::get(&context);
  for (StringRef name : {"sm_80", "sm_86", "sm_87", "cpu"})
    EXPECT_FALSE(
        findTarget(name)->hasLibrary(LibraryCall::Contraction, {e4, e4}));
  for (StringRef name : {"sm_89", "sm_90", "sm_100a", "sm_120"}) {
    const Target &gpu = *findTarget(name);
    EXPECT_TRUE(gpu.hasLibrary(LibraryCall::Contraction, {e4, e4}));
    EXPECT_TRUE(gpu.hasLibrary(LibraryCall::Contraction, {e4, e5}));
    EXPECT_TRUE(gpu.hasLibrary(LibraryCall::Contraction, {e5, e4}));
    EXPECT_FALSE(gpu.hasLibrary(LibraryCall::Contraction, {e5, e5}));
    EXPECT_FALSE(gpu.hasLibrary(LibraryCall::Contraction,
                                {e4, Builder(&context).getBF16Type()}));
    EXPECT_FALSE(gpu.hasLibrary(LibraryCall::Convolution, {e4, e4}));
  }
}

/// A module that names none is for the first of all targets, and so is what
/// stands in no module.
TEST(TargetTest, TargetOfAModule) {
  MLIRContext context;
  context.loadDialect<func::FuncDialect>();
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  auto type = builder.getFunctionType({}, {});
  OwningOpRef<func::FuncOp> alone =
      func::FuncOp::create(builder, loc, "main", type);
  EXPECT_EQ(targetOf(*alone).name(), targetNames().front());

  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  auto function = func::FuncOp::create(builder, loc, "main", type);
  EXPECT_EQ(targetOf(*module).name(), targetNames().front());
  EXPECT_EQ(targetOf(function).name(), targetNames().front());
  for (const std::string &name : targetNames()) {
    (*module)->setAttr(kTarget, builder.getStringAttr(name));
    EXPECT_EQ(targetOf(*module).name(), name);
    EXPECT_EQ(targetOf(function).name(), name);
  }
}

} // namespace
