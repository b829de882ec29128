//===- Matmul.cpp - Plans a contraction -----------------------------------===//
//
// A contraction arrives as dimensions of four sorts (batch, rows, columns,
// contracted) with a stride in each operand. Neighbours that all operands walk
// as one are merged; of each sort but batch the innermost dimension goes to the
// library's matrix product and the others become loops around it. Strides that
// the library can't take fast are removed by copying the operand to dense
// scratch. What is left (types that the library lacks) runs our own product,
// which takes any strides.
//
//   rows (h:8, d:64) of A walk as h*64+d, but C has them transposed
//     -> outer loop over h, inner rows d
//   C is column-major -> compute the transposed product
//   contracted (h, d) do not merge -> loop over h that adds to C
//
// All choices are made once, here, from extents and strides alone; so the same
// table gives the same order of summation on every rank. Test: MatmulTest,
// against a naive product for many strides, types, and zero extents.
//
//===----------------------------------------------------------------------===//
#include "../../tensor/Strided.h"
#include "Compute.h"
#include "Gemm.h"
#include "Onednn.h"
#include <algorithm>

using namespace popt::rt;

namespace {
// Indices of a Loop's strides. C first: simplified() orders by it.
enum { kC = 0, kA = 1, kB = 2 };

/// The four sorts of dimensions, simplified.
struct Nest {
  Loops batch, rows, columns, contracted;
};

/// Which operands are copied to dense scratch.
struct Packing {
  bool a = false, b = false, c = false;
  bool operator==(const Packing &o) const {
    return a == o.a && b == o.b && c == o.c;
  }
};

/// The loops around one matrix product and that product.
struct Plan {
  Packing packing;
  Loops outer;      ///< rows and columns that did not merge
  Loops contracted; ///< contracted dimensions that did not merge: sums
  Loops batch;      ///< the library's batch, or loops of our own
  Loop m, n, k;
  bool swapped = false; ///< computes C^T = B^T A^T
};

class Matmul;

class MatmulCall : public ComputeCall {
public:
  explicit MatmulCall(const Matmul &matmul);
  bool run(void *const *operands, uint8_t *scratch) override;

private:
  bool product(const void *a, const void *b, void *c, bool accumulate,
               uint8_t *scratch);
  const Matmul &matmul;
  OnednnCall overwriting, adding;
};

class Matmul : public Compute {
public:
  std::unique_ptr<ComputeCall> newCall() const override {
    return std::make_unique<MatmulCall>(*this);
  }
  size_t scratchBytes() const override { return scratch; }
  std::string how() const override {
    return kind == Kind::Onednn ? "onednn"
           : kind == Kind::Own  ? "own"
                                : "nothing";
  }
  bool prepare(const MatmulOp &op, const std::vector<Operand> &operands,
               std::string &error);

  enum class Kind { Nothing, Zero, Onednn, Own };
  Kind kind = Kind::Nothing;
  bool adds = false;
  ElementType type{}, outType{};
  size_t width = 0, outWidth = 0;
  Plan plan;
  StridedCopy copyA, copyB, copyOutC;
  StridedFill zero;
  size_t offsetB = 0, offsetC = 0, offsetLibrary = 0, scratch = 0;
  std::unique_ptr<OnednnPrimitive> overwriting, adding;
  dnnl_memory_desc_t memories[3]{};
  GemmFunction gemm = nullptr;

private:
  Nest nest(const MatmulOp &op, const std::vector<Operand> &operands,
            const Packing &packing) const;
  static Plan planOf(const Nest &nest, const Packing &packing);
  bool tryOnednn(const MatmulOp &op, const std::vector<Operand> &operands);
  bool createPrimitives(const Onednn &lib, Plan &candidate);
  void layoutScratch(const std::vector<Operand> &operands);
};
} // namespace

Nest Matmul::nest(const MatmulOp &op, const std::vector<Operand> &operands,
                  const Packing &packing) const {
  auto strides = [&](int i, bool packed) {
    return packed ? denseStrides(operands[i].shape)
                  : operands[i].resolvedStrides();
  };
  std::vector<int64_t> a = strides(0, packing.a), b = strides(1, packing.b),
                       c = strides(2, packing.c);
  const std::vector<int64_t> &shapeA = operands[0].shape;
  const std::vector<int64_t> &shapeC = operands[2].shape;
  Nest n;
  size_t nb = op.batchDims, nm = op.rowDims, nn = op.columnDims,
         nk = op.contractedDims;
  for (size_t i = 0; i < nb; ++i)
    n.batch.push_back({shapeC[i], {c[i], a[i], b[i]}});
  for (size_t i = 0; i < nm; ++i)
    n.rows.push_back({shapeC[nb + i], {c[nb + i], a[nb + i], 0}});
  for (size_t i = 0; i < nn; ++i)
    n.columns.push_back(
        {shapeC[nb + nm + i], {c[nb + nm + i], 0, b[nb + nk + i]}});
  for (size_t i = 0; i < nk; ++i)
    n.contracted.push_back(
        {shapeA[nb + nm + i], {0, a[nb + nm + i], b[nb + i]}});
  n.batch = simplified(std::move(n.batch));
  n.rows = simplified(std::move(n.rows));
  n.columns = simplified(std::move(n.columns));
  n.contracted = simplified(std::move(n.contracted));
  return n;
}

Plan Matmul::planOf(const Nest &nest, const Packing &packing) {
  Plan plan;
  plan.packing = packing;
  plan.batch = nest.batch;
  auto inner = [](const Loops &loops, Loops &rest) {
    if (loops.empty())
      return Loop{};
    rest.insert(rest.end(), loops.begin(), loops.end() - 1);
    return loops.back();
  };
  plan.m = inner(nest.rows, plan.outer);
  plan.n = inner(nest.columns, plan.outer);
  plan.k = inner(nest.contracted, plan.contracted);
  return plan;
}

//===----------------------------------------------------------------------===//
// oneDNN
//===----------------------------------------------------------------------===//

bool Matmul::createPrimitives(const Onednn &lib, Plan &p) {
  // The destination wants unit stride in its last dimension.
  p.swapped = p.n.count != 1 && p.n.stride[kC] != 1;
  if (p.swapped && p.m.count != 1 && p.m.stride[kC] != 1)
    return false;
  Loop m = p.swapped ? p.n : p.m, n = p.swapped ? p.m : p.n;
  int first = p.swapped ? kB : kA, second = p.swapped ? kA : kB;
  // Strides of dimensions of extent 1 are free: choose dense ones.
  auto matrix = [](int64_t rows, int64_t columns, int64_t rowStride,
                   int64_t columnStride, std::array<int64_t, 2> &out) {
    if (rows == 1 && columns == 1)
      out = {1, 1};
    else if (rows == 1)
      out = {columnStride == 1 ? columns : 1, columnStride};
    else if (columns == 1)
      out = {rowStride, rowStride == 1 ? rows : 1};
    else
      out = {rowStride, columnStride};
    // One unit stride; the other does not overlap.
    return out[0] > 0 && out[1] > 0 &&
           ((out[1] == 1 && (rows == 1 || out[0] >= columns)) ||
            (out[0] == 1 && (columns == 1 || out[1] >= rows)));
  };
  std::array<int64_t, 2> sa, sb, sc;
  if (!matrix(m.count, p.k.count, m.stride[first], p.k.stride[first], sa) ||
      !matrix(p.k.count, n.count, p.k.stride[second], n.stride[second], sb) ||
      !matrix(m.count, n.count, m.stride[kC], n.stride[kC], sc))
    return false;
  if (n.count == 1)
    sc[1] = 1;
  if (sc[1] != 1)
    return false;

  int rank = static_cast<int>(p.batch.size()) + 2;
  if (rank > 6)
    return false;
  auto describe = [&](dnnl_memory_desc_t &out, ElementType t, int operand,
                      int64_t rows, int64_t columns,
                      const std::array<int64_t, 2> &strides) {
    dnnl_dims_t dims = {}, steps = {};
    for (int i = 0; i < rank - 2; ++i) {
      const Loop &loop = p.batch[i];
      // Stride 0 is a broadcast, which the library writes as extent 1.
      bool broadcast = loop.stride[operand] == 0;
      dims[i] = broadcast ? 1 : loop.count;
      steps[i] = broadcast ? rows * columns : loop.stride[operand];
      if (steps[i] < 0 || (broadcast && operand == kC))
        return false;
    }
    dims[rank - 2] = rows;
    dims[rank - 1] = columns;
    steps[rank - 2] = strides[0];
    steps[rank - 1] = strides[1];
    return lib.dnnl_memory_desc_init_by_strides(&out, rank, dims, onednnType(t),
                                                steps) == dnnl_success;
  };
  for (const Loop &loop : p.batch)
    if (loop.stride[kA] == 0 && loop.stride[kB] == 0)
      return false;
  if (!describe(memories[0], type, first, m.count, p.k.count, sa) ||
      !describe(memories[1], type, second, p.k.count, n.count, sb) ||
      !describe(memories[2], outType, kC, m.count, n.count, sc))
    return false;
  dnnl_matmul_desc_t desc;
  if (lib.dnnl_matmul_desc_init(&desc, &memories[0], &memories[1], nullptr,
                                &memories[2]) != dnnl_success)
    return false;
  auto create = [&](bool adds) {
    auto primitive = std::make_unique<OnednnPrimitive>();
    if (!primitive->create(lib, &desc, adds))
      primitive = nullptr;
    return primitive;
  };
  overwriting = adds ? nullptr : create(false);
  adding = adds || !p.contracted.empty() ? create(true) : nullptr;
  return (adds || overwriting) && (adding || !(adds || !p.contracted.empty()));
}

bool Matmul::tryOnednn(const MatmulOp &op,
                       const std::vector<Operand> &operands) {
  bool types = (type == POPT_RT_F32 && outType == POPT_RT_F32) ||
               (type == POPT_RT_BF16 &&
                (outType == POPT_RT_BF16 || outType == POPT_RT_F32));
  if (!types)
    return false;
  const Onednn *lib = Onednn::get();
  if (!lib)
    return false;
  Packing all{!operands[0].isDense(), !operands[1].isDense(),
              !operands[2].isDense()};
  std::vector<Packing> candidates = {{},
                                     {all.a, false, false},
                                     {false, all.b, false},
                                     {all.a, all.b, false},
                                     {false, false, all.c},
                                     all};
  for (bool anyCost : {false, true})
    for (const Packing &packing : candidates) {
      if (packing.c && adds)
        continue; // it lies in its place
      Plan candidate = planOf(nest(op, operands, packing), packing);
      // Partial sums would be rounded to bf16.
      if (!candidate.contracted.empty() && outType != POPT_RT_F32)
        continue;
      // Many small products cost more than the copies that avoid them.
      int64_t calls =
          iterations(candidate.outer) * iterations(candidate.contracted);
      double each = double(candidate.m.count) * candidate.n.count *
                    candidate.k.count * iterations(candidate.batch);
      if (!anyCost && calls > 4 && each < 1 << 18)
        continue;
      if (createPrimitives(*lib, candidate)) {
        plan = candidate;
        return true;
      }
    }
  overwriting = nullptr;
  adding = nullptr;
  return false;
}

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

void Matmul::layoutScratch(const std::vector<Operand> &operands) {
  size_t at = 0;
  auto place = [&](bool packed, const Operand &operand, size_t bytes) {
    size_t offset = at;
    if (packed)
      at += aligned(static_cast<size_t>(operand.numElements()) * bytes);
    return offset;
  };
  place(plan.packing.a, operands[0], width);
  offsetB = place(plan.packing.b, operands[1], width);
  offsetC = place(plan.packing.c, operands[2], outWidth);
  offsetLibrary = at;
  size_t library = kind == Kind::Own ? gemmScratchBytes() : 0;
  if (overwriting)
    library = std::max(library, overwriting->scratchBytes());
  if (adding)
    library = std::max(library, adding->scratchBytes());
  scratch = at + aligned(library);
  auto copy = [&](const Operand &o, bool out) {
    std::vector<int64_t> dense = denseStrides(o.shape);
    std::vector<int64_t> strides = o.resolvedStrides();
    return StridedCopy(o.shape, out ? strides : dense, out ? dense : strides,
                       popt_rt_element_size(o.type));
  };
  if (plan.packing.a)
    copyA = copy(operands[0], false);
  if (plan.packing.b)
    copyB = copy(operands[1], false);
  if (plan.packing.c) {
    copyOutC = copy(operands[2], true);
  }
}

bool Matmul::prepare(const MatmulOp &op, const std::vector<Operand> &operands,
                     std::string &error) {
  adds = op.adds;
  type = operands[0].type;
  outType = operands[2].type;
  width = popt_rt_element_size(type);
  outWidth = popt_rt_element_size(outType);
  gemm = findGemm(type, outType);
  if (!gemm) {
    error = std::string("no product of ") + popt_rt_element_type_name(type) +
            " and " + popt_rt_element_type_name(operands[1].type) + " gives " +
            popt_rt_element_type_name(outType);
    return false;
  }
  if (operands[2].numElements() == 0)
    return true;
  if (operands[0].numElements() == 0) {
    if (adds)
      return true;
    kind = Kind::Zero;
    zero =
        StridedFill(operands[2].shape, operands[2].resolvedStrides(), outWidth);
    return true;
  }
  if (tryOnednn(op, operands)) {
    kind = Kind::Onednn;
  } else {
    kind = Kind::Own;
    Packing packing;
    plan = planOf(nest(op, operands, packing), packing);
    if (!plan.contracted.empty()) { // one sum, one rounding
      packing = {true, true, false};
      plan = planOf(nest(op, operands, packing), packing);
    }
  }
  layoutScratch(operands);
  return true;
}

std::unique_ptr<Compute>
popt::rt::prepareMatmul(const MatmulOp &op,
                        const std::vector<Operand> &operands,
                        std::string &out_error) {
  auto matmul = std::make_unique<Matmul>();
  if (!matmul->prepare(op, operands, out_error))
    return nullptr;
  return matmul;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

MatmulCall::MatmulCall(const Matmul &matmul) : matmul(matmul) {
  std::vector<std::pair<int, dnnl_memory_desc_t>> arguments = {
      {DNNL_ARG_SRC, matmul.memories[0]},
      {DNNL_ARG_WEIGHTS, matmul.memories[1]},
      {DNNL_ARG_DST, matmul.memories[2]}};
  if (matmul.overwriting)
    overwriting.create(*matmul.overwriting, arguments);
  if (matmul.adding)
    adding.create(*matmul.adding, arguments);
}

bool MatmulCall::product(const void *a, const void *b, void *c, bool accumulate,
                         uint8_t *scratch) {
  const Plan &plan = matmul.plan;
  if (matmul.kind == Matmul::Kind::Onednn) {
    const OnednnCall &call = accumulate ? adding : overwriting;
    return plan.swapped ? call.run({b, a, c}, scratch)
                        : call.run({a, b, c}, scratch);
  }
  GemmShape shape{plan.m.count,      plan.n.count,      plan.k.count,
                  plan.m.stride[kA], plan.k.stride[kA], plan.k.stride[kB],
                  plan.n.stride[kB], plan.m.stride[kC], plan.n.stride[kC],
                  accumulate};
  forEach(plan.batch, [&](const std::array<int64_t, 3> &at) {
    auto move = [](const void *p, int64_t elements, size_t width) {
      return static_cast<const char *>(p) +
             elements * static_cast<int64_t>(width);
    };
    matmul.gemm(shape, move(a, at[kA], matmul.width),
                move(b, at[kB], matmul.width),
                const_cast<char *>(move(c, at[kC], matmul.outWidth)), scratch);
  });
  return true;
}

bool MatmulCall::run(void *const *operands, uint8_t *scratch) {
  if (matmul.kind == Matmul::Kind::Nothing)
    return true;
  if (matmul.kind == Matmul::Kind::Zero) {
    const uint8_t zeros[16] = {};
    matmul.zero.run(operands[2], zeros);
    return true;
  }
  const Plan &plan = matmul.plan;
  const char *a = static_cast<const char *>(operands[0]);
  const char *b = static_cast<const char *>(operands[1]);
  char *c = static_cast<char *>(operands[2]);
  if (plan.packing.a) {
    matmul.copyA.run(scratch, a);
    a = reinterpret_cast<char *>(scratch);
  }
  if (plan.packing.b) {
    matmul.copyB.run(scratch + matmul.offsetB, b);
    b = reinterpret_cast<char *>(scratch + matmul.offsetB);
  }
  if (plan.packing.c)
    c = reinterpret_cast<char *>(scratch + matmul.offsetC);
  bool ok = true;
  int64_t width = static_cast<int64_t>(matmul.width);
  int64_t outWidth = static_cast<int64_t>(matmul.outWidth);
  forEach(plan.outer, [&](const std::array<int64_t, 3> &at) {
    bool add = matmul.adds;
    forEach(plan.contracted, [&](const std::array<int64_t, 3> &k) {
      ok &= product(a + (at[kA] + k[kA]) * width, b + (at[kB] + k[kB]) * width,
                    c + at[kC] * outWidth, add, scratch + matmul.offsetLibrary);
      add = true;
    });
  });
  if (plan.packing.c)
    matmul.copyOutC.run(operands[2], c);
  return ok;
}
