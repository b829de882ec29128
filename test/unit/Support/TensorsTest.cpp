// Bytes of tensors, by element type.
#include "popt/Support/Tensors.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;

namespace {

TEST(Tensors, BytesFollowTheElementType) {
  MLIRContext context;
  Builder b(&context);
  auto bytes = [](Type element) {
    return popt::bytesOf(RankedTensorType::get({3, 5}, element));
  };
  EXPECT_EQ(bytes(b.getF32Type()), 60);
  EXPECT_EQ(bytes(b.getBF16Type()), 30);
  EXPECT_EQ(bytes(b.getI1Type()), 15);
  EXPECT_EQ(bytes(b.getIntegerType(4)), 15);
  EXPECT_EQ(bytes(b.getIntegerType(16, /*isSigned=*/false)), 30);
  EXPECT_EQ(bytes(Float8E4M3FNType::get(&context)), 15);
  EXPECT_EQ(bytes(ComplexType::get(b.getF32Type())), 120);
  EXPECT_EQ(bytes(ComplexType::get(b.getF64Type())), 240);
}

TEST(Tensors, ScalarsAndEmptyTensorsCountTheirElements) {
  MLIRContext context;
  Builder b(&context);
  EXPECT_EQ(popt::bytesOf(RankedTensorType::get({}, b.getF64Type())), 8);
  EXPECT_EQ(popt::bytesOf(RankedTensorType::get({0, 4}, b.getF64Type())), 0);
}

TEST(Tensors, WhatIsNoTensorOfKnownShapeHasNoBytes) {
  MLIRContext context;
  Builder b(&context);
  EXPECT_EQ(popt::bytesOf(b.getF32Type()), 0);
  EXPECT_EQ(popt::bytesOf(
                RankedTensorType::get({ShapedType::kDynamic}, b.getF32Type())),
            0);
}

} // namespace
