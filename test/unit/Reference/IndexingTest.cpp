// gather, scatter, sort and top_k.
#include "TestUtil.h"

using namespace popt::reference;

/// Indices of rows, one after another.
static GatherDims rowGather() {
  GatherDims dims;
  dims.collapsedSliceDims = {0};
  dims.startIndexMap = {0};
  dims.indexVectorDim = 1;
  return dims;
}

TEST(Gather, OutOfBoundsStartsClamp) {
  Tensor x = count(ElementType::I32, {4, 2});
  GatherDims dims = rowGather();
  dims.offsetDims = {1};
  EXPECT_TENSOR(gather(x, i32({4, 1}, {-3, 1, 9, 3}), dims, {1, 2}, {4, 2}),
                i32({4, 2}, {0, 1, 2, 3, 6, 7, 6, 7}));
  // The whole slice stays inside, not only its first element.
  dims.collapsedSliceDims = {};
  dims.offsetDims = {1, 2};
  EXPECT_TENSOR(gather(x, i32({1, 1}, {3}), dims, {2, 2}, {1, 2, 2}),
                i32({1, 2, 2}, {4, 5, 6, 7}));
}

TEST(Gather, UnsignedIndicesDoNotBecomeNegative) {
  EXPECT_TENSOR(gather(i32({2}, {5, 6}), make<uint64_t>({1}, {UINT64_MAX}),
                       rowGather(), {1}, {1}),
                i32({1}, {6}));
}

TEST(Gather, ImplicitIndexVectorAndPermutedMap) {
  Tensor x = count(ElementType::I32, {2, 3});
  GatherDims dims;
  dims.collapsedSliceDims = {0, 1};
  dims.startIndexMap = {1, 0};
  dims.indexVectorDim = 0;
  // Columns of the indices are (dim 1, dim 0).
  EXPECT_TENSOR(gather(x, i32({2, 3}, {2, 0, 1, 0, 1, 1}), dims, {1, 1}, {3}),
                i32({3}, {2, 3, 4}));
}

TEST(Gather, BatchingDimensions) {
  Tensor x = count(ElementType::I32, {2, 3});
  GatherDims dims;
  dims.operandBatchingDims = {0};
  dims.startIndicesBatchingDims = {0};
  dims.collapsedSliceDims = {1};
  dims.startIndexMap = {1};
  dims.indexVectorDim = 2;
  EXPECT_TENSOR(gather(x, i32({2, 2}, {2, 0, 1, 1}), dims, {1, 1}, {2, 2}),
                i32({2, 2}, {2, 0, 4, 4}));
}

static ScatterDims rowScatter() {
  ScatterDims dims;
  dims.updateWindowDims = {1};
  dims.insertedWindowDims = {0};
  dims.scatterDimsToOperandDims = {0};
  dims.indexVectorDim = 1;
  return dims;
}

TEST(Scatter, OutOfBoundsUpdatesAreDroppedAndDuplicatesAdd) {
  auto got =
      scatter({Tensor(ElementType::I32, {3, 2})}, i32({4, 1}, {1, -1, 3, 1}),
              {i32({4, 2}, {1, 2, 3, 4, 5, 6, 10, 20})}, rowScatter(),
              bodyOf(Binary::Add));
  EXPECT_TENSOR((*got)[0], i32({3, 2}, {0, 0, 11, 22, 0, 0}));
}

TEST(Scatter, AWindowThatSticksOutIsDroppedWhole) {
  ScatterDims dims;
  dims.updateWindowDims = {1};
  dims.scatterDimsToOperandDims = {0};
  dims.indexVectorDim = 1;
  auto got =
      scatter({Tensor(ElementType::I32, {4})}, i32({3, 1}, {1, 3, -1}),
              {i32({3, 2}, {1, 2, 3, 4, 5, 6})}, dims, bodyOf(Binary::Add));
  EXPECT_TENSOR((*got)[0], i32({4}, {0, 1, 2, 0}));
}

TEST(Scatter, ReplacingKeepsTheLast) {
  Body replace;
  replace.call = [](llvm::ArrayRef<Tensor> a) -> MaybeTensors {
    return llvm::SmallVector<Tensor>{a[1]};
  };
  auto got = scatter({Tensor(ElementType::I32, {2, 1})}, i32({2, 1}, {1, 1}),
                     {i32({2, 1}, {7, 8})}, rowScatter(), replace);
  EXPECT_TENSOR((*got)[0], i32({2, 1}, {0, 8}));
}

TEST(Scatter, BatchingDimensions) {
  ScatterDims dims;
  dims.insertedWindowDims = {1};
  dims.inputBatchingDims = {0};
  dims.scatterIndicesBatchingDims = {0};
  dims.scatterDimsToOperandDims = {1};
  dims.indexVectorDim = 2;
  auto got =
      scatter({Tensor(ElementType::I32, {2, 3})}, i32({2, 2}, {0, 2, 2, 2}),
              {i32({2, 2}, {1, 2, 3, 4})}, dims, bodyOf(Binary::Add));
  EXPECT_TENSOR((*got)[0], i32({2, 3}, {1, 0, 2, 0, 0, 7}));
}

static Body lessThan() {
  Body body;
  body.call = [](llvm::ArrayRef<Tensor> a) -> MaybeTensors {
    return llvm::SmallVector<Tensor>{
        *compare(Direction::LT, a[0], a[1], false)};
  };
  return body;
}

TEST(Sort, IsStableAndCarriesOtherOperands) {
  Tensor keys = i32({5}, {2, 1, 2, 1, 0}), rest = count(ElementType::I32, {5});
  auto got = sort({keys, rest}, 0, lessThan());
  EXPECT_TENSOR((*got)[0], i32({5}, {0, 1, 1, 2, 2}));
  EXPECT_TENSOR((*got)[1], i32({5}, {4, 1, 3, 0, 2}));
}

TEST(Sort, AlongTheFirstDimension) {
  auto got = sort({i32({3, 2}, {3, 1, 1, 2, 2, 0})}, 0, lessThan());
  EXPECT_TENSOR((*got)[0], i32({3, 2}, {1, 0, 2, 1, 3, 2}));
}

// A comparator that is no ordering must neither hang nor lose elements.
TEST(Sort, SurvivesANonsenseComparator) {
  Body always;
  always.call = [](llvm::ArrayRef<Tensor>) -> MaybeTensors {
    return llvm::SmallVector<Tensor>{Tensor::scalar<bool>(true)};
  };
  auto got = sort({count(ElementType::I32, {7})}, 0, always);
  auto sum = reduce({(*got)[0]}, {i32({}, {0})}, {0}, bodyOf(Binary::Add));
  EXPECT_TENSOR((*sum)[0], i32({}, {21}));
}

TEST(TopK, LowerIndexWinsTies) {
  auto [values, indices] = topK(f32({2, 4}, {1, 3, 3, 2, kNaN, 0, kInf, 5}), 2);
  EXPECT_TENSOR(values, f32({2, 2}, {3, 3, kNaN, kInf}));
  EXPECT_TENSOR(indices, i32({2, 2}, {1, 2, 0, 2}));
}
