//===- SdyBytecode.cpp - Attributes of Shardy in bytecode -----------------===//
//
// Artifacts of jax.export hold operations of sdy beside those of vhlo. Shardy
// numbers its attributes; a form that is new gets a new number. Only reading
// matters here: what popt itself writes as bytecode has them as text. Tests:
// python/tests/test_artifacts.py, test/Fuzz/artifacts.test.
//
//===----------------------------------------------------------------------===//
#include "SdyBytecode.h"
#include "popt/Dialect/Sdy/Sdy.h"
#include "popt/Support/Bytecode.h"

#include <optional>

using namespace mlir;
using namespace popt;
using namespace popt::sdy;

namespace {

using Reader = DialectBytecodeReader;

/// Shardy writes one with the dialect; no form depends on it.
struct SdyVersion : DialectVersion {};

class SdyBytecode : public BytecodeDialectInterface {
public:
  explicit SdyBytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(Reader &reader) const override;

  std::unique_ptr<DialectVersion> readVersion(Reader &reader) const override {
    uint64_t number;
    for (int i = 0; i < 3; ++i)
      if (failed(reader.readVarInt(number)))
        return nullptr;
    return std::make_unique<SdyVersion>();
  }

private:
  Attribute readMeshAxis(Reader &reader) const;
  Attribute readMesh(Reader &reader) const;
  Attribute readSubAxis(Reader &reader) const;
  Attribute readAxis(Reader &reader) const;
  Attribute readDim(Reader &reader) const;
  Attribute readSharding(Reader &reader, uint64_t code) const;
  Attribute readRule(Reader &reader) const;
  Attribute readAllToAll(Reader &reader) const;
  template <typename List, typename Element>
  Attribute readListAttr(Reader &reader) const {
    SmallVector<Element> elements;
    return failed(readAttributes(reader, elements))
               ? Attribute()
               : List::get(getContext(), elements);
  }
};

} // namespace

Attribute SdyBytecode::readAttribute(Reader &reader) const {
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return Attribute();
  SmallVector<int64_t> numbers;
  switch (code) {
  case 0:
    return readListAttr<ManualAxesAttr, StringAttr>(reader);
  case 1:
    return readMeshAxis(reader);
  case 2:
    return readMesh(reader);
  case 3:
    return readSubAxis(reader);
  case 4:
    return readAxis(reader);
  case 5:
    return readDim(reader);
  case 6:
  case 15:
  case 17:
    return readSharding(reader, code);
  case 7:
  case 16:
    return readListAttr<TensorShardingPerValueAttr, TensorShardingAttr>(reader);
  case 8:
    return failed(readNumbers(reader, numbers))
               ? Attribute()
               : DimMappingAttr::get(getContext(), numbers);
  case 9:
    return readListAttr<TensorMappingAttr, DimMappingAttr>(reader);
  case 10:
    return readRule(reader);
  case 11:
    return readListAttr<AxisRefListAttr, AxisRefAttr>(reader);
  case 12:
    return readListAttr<ListOfAxisRefListsAttr, AxisRefListAttr>(reader);
  case 13:
    return readAllToAll(reader);
  case 14:
    return readListAttr<AllToAllParamListAttr, AllToAllParamAttr>(reader);
  default:
    reader.emitError() << "attribute " << code
                       << " of sdy is newer than what popt reads";
    return Attribute();
  }
}

Attribute SdyBytecode::readMeshAxis(Reader &reader) const {
  StringRef name;
  int64_t size;
  if (failed(reader.readString(name)) || failed(reader.readSignedVarInt(size)))
    return Attribute();
  return MeshAxisAttr::getChecked([&] { return reader.emitError(); },
                                  getContext(), name, size);
}

Attribute SdyBytecode::readMesh(Reader &reader) const {
  SmallVector<MeshAxisAttr> axes;
  SmallVector<int64_t> devices;
  if (failed(readAttributes(reader, axes)) ||
      failed(readNumbers(reader, devices)))
    return Attribute();
  return MeshAttr::getChecked([&] { return reader.emitError(); }, getContext(),
                              ArrayRef(axes), ArrayRef(devices));
}

Attribute SdyBytecode::readSubAxis(Reader &reader) const {
  int64_t pre, size;
  if (failed(reader.readSignedVarInt(pre)) ||
      failed(reader.readSignedVarInt(size)))
    return Attribute();
  return SubAxisInfoAttr::get(getContext(), pre, size);
}

Attribute SdyBytecode::readAxis(Reader &reader) const {
  StringRef name;
  SubAxisInfoAttr part;
  if (failed(reader.readString(name)) ||
      failed(reader.readOptionalAttribute(part)))
    return Attribute();
  return AxisRefAttr::get(getContext(), name, part);
}

Attribute SdyBytecode::readDim(Reader &reader) const {
  SmallVector<AxisRefAttr> axes;
  bool isClosed, hasPriority;
  uint64_t priority;
  if (failed(readAttributes(reader, axes)) ||
      failed(reader.readBool(isClosed)) ||
      failed(reader.readVarIntWithFlag(priority, hasPriority)))
    return Attribute();
  return DimensionShardingAttr::get(
      getContext(), axes, isClosed,
      hasPriority ? std::optional<int64_t>(priority) : std::nullopt);
}

/// Number 6 has no unreduced axes, number 15 none but those of sums.
Attribute SdyBytecode::readSharding(Reader &reader, uint64_t code) const {
  Attribute mesh;
  SmallVector<DimensionShardingAttr> dims;
  SmallVector<AxisRefAttr> replicated, unreduced;
  int64_t combined = 0;
  if (failed(reader.readAttribute(mesh)) ||
      failed(readAttributes(reader, dims)) ||
      failed(readAttributes(reader, replicated)) ||
      (code != 6 && failed(readAttributes(reader, unreduced))) ||
      (code == 17 && failed(reader.readSignedVarInt(combined))))
    return Attribute();
  std::optional<ReductionOp> reduction;
  if (combined >= 0 && combined <= std::numeric_limits<int32_t>::max())
    reduction = symbolizeReductionOp(static_cast<uint32_t>(combined));
  if (!isa<FlatSymbolRefAttr, MeshAttr>(mesh) || !reduction) {
    reader.emitError() << "a sharding has mesh " << mesh
                       << " and combines by reduction " << combined;
    return Attribute();
  }
  return TensorShardingAttr::get(getContext(), mesh, dims, replicated,
                                 unreduced, *reduction);
}

Attribute SdyBytecode::readRule(Reader &reader) const {
  SmallVector<int64_t> sizes, reductions, replicated, permuted, blocked;
  SmallVector<TensorMappingAttr> operands, results;
  bool isCustom;
  if (failed(readNumbers(reader, sizes)) ||
      failed(readAttributes(reader, operands)) ||
      failed(readAttributes(reader, results)) ||
      failed(readNumbers(reader, reductions)) ||
      failed(readNumbers(reader, replicated)) ||
      failed(readNumbers(reader, permuted)) ||
      failed(readNumbers(reader, blocked)) || failed(reader.readBool(isCustom)))
    return Attribute();
  return OpShardingRuleAttr::get(getContext(), sizes, operands, results,
                                 reductions, replicated, permuted, blocked,
                                 isCustom);
}

Attribute SdyBytecode::readAllToAll(Reader &reader) const {
  SmallVector<AxisRefAttr> axes;
  int64_t from, to;
  if (failed(readAttributes(reader, axes)) ||
      failed(reader.readSignedVarInt(from)) ||
      failed(reader.readSignedVarInt(to)))
    return Attribute();
  return AllToAllParamAttr::get(getContext(), axes, from, to);
}

void sdy::addBytecodeInterface(SdyDialect &dialect) {
  dialect.addInterfaces<SdyBytecode>();
}
