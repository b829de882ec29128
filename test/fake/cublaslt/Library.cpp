//===- Library.cpp - Descriptors, proposals, products ---------------------===//
//
// Everything that a caller may get wrong is refused: types that do not go
// together, matrices that do not fit or reach outside their memory, addresses
// off the alignment that was promised, too little workspace. Proposals differ in
// the order of their sums, so that taking another one gives other bits.
//
//===----------------------------------------------------------------------===//
#include "Library.h"

#include <cstring>

namespace popt::fake {
namespace {

using Kind = LibraryObject::Kind;

/// What LtAlgorithm says: data[0] is kMagic.
enum { kMagic = 0x706f7074, kParts = 1, kAlignment = 2, kScheme = 3 };

template <class Handle> LibraryObject *find(Handle handle, Kind kind) {
  LibraryObject *object =
      Machine::get().libraryObjects.find(reinterpret_cast<void *>(handle));
  return object && object->kind == kind ? object : nullptr;
}

template <class Handle> LtStatus create(Handle *handle, LibraryObject object) {
  if (!handle)
    return kLtInvalidValue;
  ContextObject *context = currentContext();
  if (!context)
    return kLtNotInitialized;
  object.device = context->device;
  *handle = reinterpret_cast<Handle>(Machine::get().libraryObjects.add(
      std::make_unique<LibraryObject>(object)));
  return kLtSuccess;
}

template <class Handle> LtStatus destroy(Handle handle, Kind kind) {
  if (!find(handle, kind))
    return kLtInvalidValue;
  Machine::get().libraryObjects.remove(reinterpret_cast<void *>(handle));
  return kLtSuccess;
}

template <class T> LtStatus read(T &out, const void *value, size_t bytes) {
  if (!value || bytes != sizeof(T))
    return kLtInvalidValue;
  memcpy(&out, value, bytes);
  return kLtSuccess;
}

LtStatus set(LibraryObject &product, LtProductAttribute attribute,
             const void *value, size_t bytes) {
  LtOperation operation = kLtPlain;
  if (read(operation, value, bytes) != kLtSuccess ||
      (operation != kLtPlain && operation != kLtTransposed))
    return kLtInvalidValue;
  bool transposes = operation == kLtTransposed;
  switch (attribute) {
  case kLtTransposeA:
    product.transposesA = transposes;
    return kLtSuccess;
  case kLtTransposeB:
    product.transposesB = transposes;
    return kLtSuccess;
  }
  return kLtInvalidValue;
}

LtStatus set(LibraryObject &layout, LtLayoutAttribute attribute,
             const void *value, size_t bytes) {
  return attribute == kLtBatchCount    ? read(layout.batch, value, bytes)
         : attribute == kLtBatchStride ? read(layout.batchStride, value, bytes)
                                       : kLtInvalidValue;
}

LtStatus set(LibraryObject &preference, LtPreferenceAttribute attribute,
             const void *value, size_t bytes) {
  switch (attribute) {
  case kLtMaxWorkspaceBytes:
    return read(preference.maxWorkspace, value, bytes);
  case kLtReductionSchemes:
    return read(preference.schemes, value, bytes);
  case kLtMinAlignmentA:
  case kLtMinAlignmentB:
  case kLtMinAlignmentC:
  case kLtMinAlignmentD:
    return read(preference.alignments[attribute - kLtMinAlignmentA], value,
                bytes);
  }
  return kLtInvalidValue;
}

template <class Handle, class Attribute>
LtStatus set(Handle handle, Kind kind, Attribute attribute, const void *value,
             size_t bytes) {
  LibraryObject *object = find(handle, kind);
  return object ? set(*object, attribute, value, bytes) : kLtInvalidValue;
}

bool isFloat8(LtType type) { return type == kLtF8E4M3FN || type == kLtF8E5M2; }

/// The types go together as the library's documentation lists them.
bool isSupported(const LibraryObject &product, LtType a, LtType b, LtType d) {
  if (isFloat8(a) && isFloat8(b))
    return product.compute == kLtComputeF32 && product.scale == kLtF32 &&
           (a == kLtF8E4M3FN || b == kLtF8E4M3FN) &&
           (d == kLtF32 || d == kLtBF16 || d == kLtF16);
  if (a != b || isFloat8(a) || isFloat8(d))
    return false;
  switch (product.compute) {
  case kLtComputeF64:
    return product.scale == kLtF64 && a == kLtF64 && d == kLtF64;
  case kLtComputeTf32:
    return product.scale == kLtF32 && a == kLtF32 && d == kLtF32;
  case kLtComputeF32:
    return product.scale == kLtF32 && a != kLtF64 && (d == a || d == kLtF32);
  }
  return false;
}

/// What the documentation asks of products of 8-bit floats: a GPU that has them
/// (all from sm_89 on); the first matrix transposed and the second not, but for
/// sm_100 to sm_119; 16 bytes as the unit of rows, strides and batches.
bool supportsFloat8(const ProductWork &work) {
  uint32_t sm = Machine::get().config.architecture;
  bool takesAnyForm = sm >= 100 && sm < 120;
  auto fits = [](const LibraryObject &layout) {
    uint64_t width = widthOf(numberType(layout.type));
    return layout.rows * width % 16 == 0 &&
           uint64_t(layout.stride) * width % 16 == 0 &&
           uint64_t(layout.batchStride) * width % 16 == 0;
  };
  return sm >= 89 &&
         (takesAnyForm || (work.transposesA && !work.transposesB)) &&
         fits(work.a) && fits(work.b) && fits(work.d);
}

/// Fills in what the descriptors say; not yet addresses.
LtStatus describe(LtHandle handle, LtProduct product, LtLayout a, LtLayout b,
                  LtLayout c, LtLayout d, ProductWork &out) {
  LibraryObject *library = find(handle, Kind::Handle);
  LibraryObject *description = find(product, Kind::Product);
  LibraryObject *la = find(a, Kind::Layout), *lb = find(b, Kind::Layout);
  LibraryObject *ld = find(d, Kind::Layout);
  if (!library || !description || !la || !lb || !ld || c != d)
    return kLtInvalidValue;
  ContextObject *context = currentContext();
  if (!context || context->device != library->device)
    return kLtNotInitialized;
  if (!isSupported(*description, la->type, lb->type, ld->type))
    return kLtNotSupported;
  out.compute = description->compute;
  out.transposesA = description->transposesA;
  out.transposesB = description->transposesB;
  out.a = *la;
  out.b = *lb;
  out.d = *ld;
  out.m = out.transposesA ? la->columns : la->rows;
  out.k = out.transposesA ? la->rows : la->columns;
  out.n = out.transposesB ? lb->rows : lb->columns;
  uint64_t bk = out.transposesB ? lb->columns : lb->rows;
  bool fits = bk == out.k && ld->rows == out.m && ld->columns == out.n &&
              la->batch == ld->batch && lb->batch == ld->batch;
  if (!fits)
    return kLtInvalidValue;
  return isFloat8(la->type) && !supportsFloat8(out) ? kLtNotSupported
                                                    : kLtSuccess;
}

/// Two halves of the sum lie in workspace, where there are two.
uint64_t workspaceOf(const ProductWork &work, uint64_t parts) {
  return parts < 2 ? 0 : parts * work.m * work.n * uint64_t(work.d.batch) * 8;
}

/// The matrix lies in one allocation, as aligned as was promised.
bool isThere(const LibraryObject &layout, uint64_t address, uint64_t alignment,
             const char *what) {
  uint64_t bytes =
      (uint64_t(layout.batch - 1) * uint64_t(layout.batchStride) +
       (layout.columns - 1) * uint64_t(layout.stride) + layout.rows) *
      widthOf(numberType(layout.type));
  return popt::fake::isThere(address, bytes, alignment,
                             "cublasLtMatmul: matrix " + std::string(what));
}

} // namespace

namespace api {

LtStatus cublasLtCreate(LtHandle *handle) {
  LibraryObject object;
  object.kind = Kind::Handle;
  return create(handle, object);
}

LtStatus cublasLtMatmulDescCreate(LtProduct *product, LtCompute compute,
                                  LtType scale) {
  LibraryObject object;
  object.kind = Kind::Product;
  object.compute = compute;
  object.scale = scale;
  return create(product, object);
}

LtStatus cublasLtMatrixLayoutCreate(LtLayout *layout, LtType type,
                                    uint64_t rows, uint64_t columns,
                                    int64_t stride) {
  if (!rows || !columns || stride < int64_t(rows))
    return kLtInvalidValue;
  LibraryObject object;
  object.kind = Kind::Layout;
  object.type = type;
  object.rows = rows;
  object.columns = columns;
  object.stride = stride;
  return create(layout, object);
}

LtStatus cublasLtMatmulPreferenceCreate(LtPreference *preference) {
  LibraryObject object;
  object.kind = Kind::Preference;
  return create(preference, object);
}

LtStatus cublasLtDestroy(LtHandle handle) {
  return destroy(handle, Kind::Handle);
}
LtStatus cublasLtMatmulDescDestroy(LtProduct product) {
  return destroy(product, Kind::Product);
}
LtStatus cublasLtMatrixLayoutDestroy(LtLayout layout) {
  return destroy(layout, Kind::Layout);
}
LtStatus cublasLtMatmulPreferenceDestroy(LtPreference preference) {
  return destroy(preference, Kind::Preference);
}

LtStatus cublasLtMatmulDescSetAttribute(LtProduct product,
                                        LtProductAttribute attribute,
                                        const void *value, size_t bytes) {
  return set(product, Kind::Product, attribute, value, bytes);
}

LtStatus cublasLtMatrixLayoutSetAttribute(LtLayout layout,
                                          LtLayoutAttribute attribute,
                                          const void *value, size_t bytes) {
  return set(layout, Kind::Layout, attribute, value, bytes);
}

LtStatus cublasLtMatmulPreferenceSetAttribute(LtPreference preference,
                                              LtPreferenceAttribute attribute,
                                              const void *value, size_t bytes) {
  return set(preference, Kind::Preference, attribute, value, bytes);
}

/// A sum in two parts that are added in workspace; one sum; and one whose parts
/// are added in the result, for callers that forget to forbid it.
LtStatus cublasLtMatmulAlgoGetHeuristic(LtHandle handle, LtProduct product,
                                        LtLayout a, LtLayout b, LtLayout c,
                                        LtLayout d, LtPreference preference,
                                        int32_t most, LtChoice *choices,
                                        int32_t *count) {
  LibraryObject *wishes = find(preference, Kind::Preference);
  ProductWork work;
  if (!wishes || !choices || !count || most < 1)
    return kLtInvalidValue;
  *count = 0;
  if (LtStatus status = describe(handle, product, a, b, c, d, work))
    return status;
  uint64_t alignment = 256;
  for (uint32_t promised : wishes->alignments)
    alignment = std::min<uint64_t>(alignment, promised);
  if (isFloat8(work.a.type) && alignment < 16)
    return kLtNotSupported;
  struct {
    uint64_t parts;
    uint32_t scheme;
  } const kinds[] = {{2, 4}, {2, 2}, {1, 0}, {3, 2}};
  for (auto [parts, scheme] : kinds) {
    uint64_t bytes = workspaceOf(work, parts);
    if (*count == most || (scheme & wishes->schemes) != scheme ||
        bytes > wishes->maxWorkspace || work.k < 16 * (parts - 1))
      continue;
    LtChoice &choice = choices[(*count)++];
    choice = {};
    choice.algorithm.data[0] = kMagic;
    choice.algorithm.data[kParts] = parts;
    choice.algorithm.data[kAlignment] = alignment;
    choice.algorithm.data[kScheme] = scheme;
    choice.workspaceBytes = bytes;
  }
  return kLtSuccess;
}

LtStatus cublasLtMatmulAlgoCheck(LtHandle handle, LtProduct product, LtLayout a,
                                 LtLayout b, LtLayout c, LtLayout d,
                                 const LtAlgorithm *algorithm,
                                 LtChoice *choice) {
  ProductWork work;
  if (!algorithm || !choice)
    return kLtInvalidValue;
  if (LtStatus status = describe(handle, product, a, b, c, d, work))
    return status;
  if (algorithm->data[0] != kMagic || algorithm->data[kParts] > 3)
    return kLtNotSupported;
  // The one may be part of the other.
  LtChoice checked = {};
  checked.algorithm = *algorithm;
  checked.workspaceBytes = workspaceOf(work, algorithm->data[kParts]);
  *choice = checked;
  return kLtSuccess;
}

LtStatus cublasLtMatmul(LtHandle handle, LtProduct product, const void *alpha,
                        const void *a, LtLayout aLayout, const void *b,
                        LtLayout bLayout, const void *beta, const void *c,
                        LtLayout cLayout, void *d, LtLayout dLayout,
                        const LtAlgorithm *algorithm, void *workspace,
                        size_t workspaceBytes, Stream stream) {
  Machine &machine = Machine::get();
  ProductWork work;
  if (!alpha || !beta || !c || !algorithm)
    return kLtInvalidValue;
  if (LtStatus status =
          describe(handle, product, aLayout, bLayout, cLayout, dLayout, work))
    return status;
  StreamObject *queue = findStream(stream);
  if (!queue || queue->context->device != find(handle, Kind::Handle)->device ||
      algorithm->data[0] != kMagic)
    return kLtInvalidValue;
  double one = work.compute == kLtComputeF64
                   ? *static_cast<const double *>(alpha)
                   : *static_cast<const float *>(alpha);
  double old = work.compute == kLtComputeF64
                   ? *static_cast<const double *>(beta)
                   : *static_cast<const float *>(beta);
  if (one != 1 || (old != 0 && old != 1))
    return kLtNotSupported;
  work.adds = old == 1;
  work.parts = int(algorithm->data[kParts]);
  work.aAddress = reinterpret_cast<uint64_t>(a);
  work.bAddress = reinterpret_cast<uint64_t>(b);
  work.cAddress = reinterpret_cast<uint64_t>(c);
  work.dAddress = reinterpret_cast<uint64_t>(d);
  work.workspace = reinterpret_cast<uint64_t>(workspace);
  work.workspaceBytes = workspaceOf(work, algorithm->data[kParts]);
  uint64_t alignment = algorithm->data[kAlignment];
  if (isFloat8(work.a.type))
    alignment = std::max<uint64_t>(alignment, 16);
  if (!isThere(work.a, work.aAddress, alignment, "A") ||
      !isThere(work.b, work.bAddress, alignment, "B") ||
      !isThere(work.d, work.cAddress, alignment, "C") ||
      !isThere(work.d, work.dAddress, alignment, "D"))
    return kLtInvalidValue;
  Allocation *scratch = machine.memory.find(work.workspace);
  if (work.workspaceBytes > workspaceBytes ||
      (work.workspaceBytes &&
       (!scratch || work.workspace % 16 ||
        work.workspace + work.workspaceBytes > scratch->end()))) {
    machine.report(nullptr, kSuccess,
                   "cublasLtMatmul: a workspace of " +
                       std::to_string(workspaceBytes) + " bytes is given, " +
                       std::to_string(work.workspaceBytes) + " are needed");
    return kLtInvalidValue;
  }
  ++machine.counters.products;
  machine.submit(*queue, "a product",
                 [work](Work &self) { runProduct(work, self); });
  return kLtSuccess;
}

} // namespace api
} // namespace popt::fake
