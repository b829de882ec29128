//===- VhloBytecode.cpp - Types and attributes of the dialect vhlo --------===//
//
// Decodes the types and attributes of StableHLO's artifacts. Each begins with a
// code, which never changes its meaning; what they are made of follows. They
// become builtin's and StableHLO's at once:
//
//   20, shape [2, -], element type -> tensor<2x?xf32>
//   16, 2                          -> #stablehlo<transpose TRANSPOSE>
//
// Types that popt does not compute with become opaque, so that the error is at the
// operation that has one. Every length and type is checked: bytes may be
// anything. Tests: test/Import/portable.test, test/Fuzz/artifacts.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Dialect/Vhlo/Vhlo.h"

#include "popt/Support/Bytecode.h"

using namespace mlir;
using namespace popt;
using namespace popt::vhlo;

namespace {

using Reader = DialectBytecodeReader;

class VhloBytecode : public BytecodeDialectInterface {
public:
  explicit VhloBytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(Reader &reader) const override;
  Type readType(Reader &reader) const override;

private:
  Type opaque(StringRef word) const {
    return OpaqueType::get(StringAttr::get(getContext(), "vhlo"), word);
  }
  Type readTensor(Reader &reader, bool isEncoded) const;
  Type readQuantised(Reader &reader, bool isPerAxis) const;
  Attribute readDictionary(Reader &reader) const;
  Attribute readFloat(Reader &reader) const;
  Attribute readInteger(Reader &reader) const;
  Attribute readElements(Reader &reader) const;
  Attribute readAlias(Reader &reader) const;
  Attribute readAccuracy(Reader &reader) const;
  Attribute readAxisRef(Reader &reader) const;
  Attribute readMeshAxis(Reader &reader) const;
  Attribute readMesh(Reader &reader) const;
  Attribute readMeshGroups(Reader &reader) const;
};

LogicalResult readTypes(Reader &reader, SmallVectorImpl<Type> &types) {
  return readList(reader, types,
                  [&](Type &type) { return reader.readType(type); });
}

/// An enumeration is its number, as in this dialect.
template <typename Enum>
std::optional<Enum> readEnum(Reader &reader,
                             std::optional<Enum> (*symbolize)(uint32_t),
                             StringRef name) {
  uint64_t value;
  if (failed(reader.readVarInt(value)))
    return std::nullopt;
  std::optional<Enum> known;
  if (value <= std::numeric_limits<uint32_t>::max())
    known = symbolize(static_cast<uint32_t>(value));
  if (!known)
    reader.emitError() << value << " is no " << name;
  return known;
}

template <typename EnumAttr, typename Enum>
Attribute readEnumAttr(Reader &reader,
                       std::optional<Enum> (*symbolize)(uint32_t),
                       StringRef name) {
  std::optional<Enum> value = readEnum(reader, symbolize, name);
  return value ? EnumAttr::get(reader.getContext(), *value) : Attribute();
}

} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The types that have no parts.
static Type simpleType(uint64_t code, MLIRContext *context) {
  auto integer = [&](unsigned width, bool isUnsigned) {
    return IntegerType::get(context, width,
                            isUnsigned ? IntegerType::Unsigned
                                       : IntegerType::Signless);
  };
  switch (code) {
  case 0:
    return integer(1, false);
  case 2:
    return BFloat16Type::get(context);
  case 3:
    return Float16Type::get(context);
  case 4:
    return Float32Type::get(context);
  case 5:
    return Float64Type::get(context);
  case 6:
    return Float8E4M3FNType::get(context);
  case 7:
    return Float8E5M2Type::get(context);
  case 9:
    return IndexType::get(context);
  case 10:
    return integer(4, false);
  case 11:
    return integer(8, false);
  case 12:
    return integer(16, false);
  case 13:
    return integer(32, false);
  case 14:
    return integer(64, false);
  case 15:
    return integer(4, true);
  case 16:
    return integer(8, true);
  case 17:
    return integer(16, true);
  case 18:
    return integer(32, true);
  case 19:
    return integer(64, true);
  case 22:
    return stablehlo::TokenType::get(context);
  case 27:
    return Float8E4M3FNUZType::get(context);
  case 28:
    return Float8E5M2FNUZType::get(context);
  case 29:
    return Float8E4M3B11FNUZType::get(context);
  case 31:
    return integer(2, false);
  case 32:
    return integer(2, true);
  case 33:
    return NoneType::get(context);
  case 34:
    return FloatTF32Type::get(context);
  case 35:
    return Float8E4M3Type::get(context);
  case 36:
    return Float8E3M4Type::get(context);
  case 37:
    return Float4E2M1FNType::get(context);
  case 38:
    return Float6E2M3FNType::get(context);
  case 39:
    return Float6E3M2FNType::get(context);
  case 40:
    return Float8E8M0FNUType::get(context);
  default:
    return Type();
  }
}

Type VhloBytecode::readType(Reader &reader) const {
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return Type();
  MLIRContext *context = getContext();
  if (Type simple = simpleType(code, context))
    return simple;
  auto complain = [&] { return reader.emitError(); };
  Type element;
  SmallVector<Type> types, results;
  SmallVector<int64_t> shape;
  switch (code) {
  case 1:
    return failed(reader.readType(element))
               ? Type()
               : ComplexType::getChecked(complain, element);
  case 8:
    if (failed(readTypes(reader, types)) || failed(readTypes(reader, results)))
      return Type();
    return FunctionType::get(context, types, results);
  case 20:
  case 21:
    return readTensor(reader, /*isEncoded=*/code == 21);
  case 23:
    return failed(readTypes(reader, types)) ? Type()
                                            : TupleType::get(context, types);
  case 24:
  case 30:
    return readQuantised(reader, /*isPerAxis=*/code == 30);
  case 25:
    return failed(reader.readType(element))
               ? Type()
               : UnrankedTensorType::getChecked(complain, element);
  case 26:
    return opaque("witness");
  case 41:
    return failed(readNumbers(reader, shape)) ||
                   failed(reader.readType(element))
               ? Type()
               : MemRefType::getChecked(complain, shape, element);
  case 42:
    return failed(readTypes(reader, types)) ? Type() : opaque("future");
  default:
    reader.emitError() << "type " << code << " is newer than StableHLO "
                       << kNewestVersion << ", which popt reads";
    return Type();
  }
}

Type VhloBytecode::readTensor(Reader &reader, bool isEncoded) const {
  // Bounds of dimensions that have no fixed size.
  Attribute encoding;
  SmallVector<int64_t> shape;
  Type element;
  if ((isEncoded && failed(reader.readAttribute(encoding))) ||
      failed(readNumbers(reader, shape)) || failed(reader.readType(element)))
    return Type();
  // A quantised element has no tensor.
  if (isa<OpaqueType>(element))
    return element;
  return RankedTensorType::getChecked([&] { return reader.emitError(); }, shape,
                                      element);
}

Type VhloBytecode::readQuantised(Reader &reader, bool isPerAxis) const {
  uint64_t flags, dim;
  int64_t zero, least, largest;
  Type storage, expressed;
  auto readScale = [&] {
    return LogicalResult(
        reader.readAPFloatWithKnownSemantics(APFloat::IEEEdouble()));
  };
  if (failed(reader.readVarInt(flags)) || failed(reader.readType(storage)) ||
      failed(reader.readType(expressed)))
    return Type();
  if (isPerAxis) {
    SmallVector<int64_t> zeros;
    SmallVector<char> scales;
    if (failed(reader.readVarInt(dim)) ||
        failed(reader.readSignedVarInt(least)) ||
        failed(reader.readSignedVarInt(largest)) ||
        failed(readList(reader, scales, [&](char &) { return readScale(); })) ||
        failed(readNumbers(reader, zeros)))
      return Type();
  } else if (failed(readScale()) || failed(reader.readSignedVarInt(zero)) ||
             failed(reader.readSignedVarInt(least)) ||
             failed(reader.readSignedVarInt(largest))) {
    return Type();
  }
  return opaque(kQuantised);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Attribute VhloBytecode::readAttribute(Reader &reader) const {
  using namespace stablehlo;
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return Attribute();
  MLIRContext *context = getContext();
  SmallVector<Attribute> attributes;
  SmallVector<int64_t> dims;
  uint64_t number;
  int64_t pre, size;
  StringRef text;
  Type type;
  switch (code) {
  case 1:
    return failed(readAttributes(reader, attributes))
               ? Attribute()
               : ArrayAttr::get(context, attributes);
  case 2:
    return failed(reader.readVarInt(number))
               ? Attribute()
               : BoolAttr::get(context, number != 0);
  case 3:
    return readEnumAttr<ComparisonDirectionAttr, ComparisonDirection>(
        reader, symbolizeComparisonDirection, "comparison direction");
  case 4:
    return readEnumAttr<ComparisonTypeAttr, ComparisonType>(
        reader, symbolizeComparisonType, "comparison type");
  case 5: {
    // StableHLO has its number.
    auto version = readEnum<CustomCallApiVersion>(
        reader, symbolizeCustomCallApiVersion, "version of custom calls");
    return version ? IntegerAttr::get(IntegerType::get(context, 32),
                                      static_cast<int64_t>(*version))
                   : Attribute();
  }
  case 6:
    return readDictionary(reader);
  case 7:
    return readEnumAttr<FftTypeAttr, FftType>(reader, symbolizeFftType,
                                              "kind of Fourier transform");
  case 8:
    return readFloat(reader);
  case 9:
    return readInteger(reader);
  case 10:
    return readAlias(reader);
  case 11:
    return readEnumAttr<PrecisionAttr, Precision>(reader, symbolizePrecision,
                                                  "precision");
  case 12:
    return readEnumAttr<RngAlgorithmAttr, RngAlgorithm>(
        reader, symbolizeRngAlgorithm, "generator of random bits");
  case 13:
    return readEnumAttr<RngDistributionAttr, RngDistribution>(
        reader, symbolizeRngDistribution, "distribution of random numbers");
  case 14:
    return failed(reader.readString(text)) ? Attribute()
                                           : StringAttr::get(context, text);
  case 15:
    return readElements(reader);
  case 16:
    return readEnumAttr<TransposeAttr, Transpose>(reader, symbolizeTranspose,
                                                  "transposition");
  case 17:
    return failed(reader.readType(type)) ? Attribute() : TypeAttr::get(type);
  case 18:
    return failed(readNumbers(reader, dims))
               ? Attribute()
               : DenseI64ArrayAttr::get(context, dims);
  case 19:
    return readEnumAttr<ResultAccuracyModeAttr, ResultAccuracyMode>(
        reader, symbolizeResultAccuracyMode, "mode of accuracy");
  case 20:
    return readAccuracy(reader);
  case 21:
    return failed(reader.readSignedVarInt(pre)) ||
                   failed(reader.readSignedVarInt(size))
               ? Attribute()
               : SubAxisInfoAttr::get(context, pre, size);
  case 22:
    return readAxisRef(reader);
  case 23:
    return readMeshGroups(reader);
  case 24:
    return readMeshAxis(reader);
  case 25:
    return readMesh(reader);
  default:
    reader.emitError() << "attribute " << code << " is newer than StableHLO "
                       << kNewestVersion << ", which popt reads";
    return Attribute();
  }
}

Attribute VhloBytecode::readDictionary(Reader &reader) const {
  using Pair = std::pair<StringAttr, Attribute>;
  SmallVector<Pair> pairs;
  NamedAttrList entries;
  if (failed(readList(reader, pairs, [&](Pair &pair) {
        return failure(failed(reader.readAttribute(pair.first)) ||
                       failed(reader.readAttribute(pair.second)));
      })))
    return Attribute();
  for (auto [name, value] : pairs) {
    if (name.empty() || entries.get(name)) {
      reader.emitError() << "a dictionary has the name \"" << name.getValue()
                         << "\"" << (name.empty() ? "" : " twice");
      return Attribute();
    }
    entries.append(name, value);
  }
  return entries.getDictionary(getContext());
}

Attribute VhloBytecode::readFloat(Reader &reader) const {
  FloatType type;
  if (failed(reader.readType(type)))
    return Attribute();
  auto value = reader.readAPFloatWithKnownSemantics(type.getFloatSemantics());
  return failed(value) ? Attribute() : FloatAttr::get(type, *value);
}

Attribute VhloBytecode::readInteger(Reader &reader) const {
  Type type;
  if (failed(reader.readType(type)))
    return Attribute();
  if (!type.isIntOrIndex()) {
    reader.emitError() << "an integer has type " << type;
    return Attribute();
  }
  auto value = reader.readAPIntWithKnownWidth(
      type.isIndex() ? IndexType::kInternalStorageBitWidth
                     : type.getIntOrFloatBitWidth());
  return failed(value) ? Attribute() : IntegerAttr::get(type, *value);
}

/// Bits of a tensor of i1: eight to a byte, or, as some versions wrote them, a byte
/// each.
static SmallVector<bool> unpackBits(ArrayRef<char> bytes, size_t count) {
  SmallVector<bool> bits(count);
  if (bytes.size() == count) {
    for (size_t i = 0; i < count; ++i)
      bits[i] = bytes[i] != 0;
    return bits;
  }
  for (size_t i = 0; i < count; ++i)
    bits[i] = (bytes[i / 8] >> (i % 8)) & 1;
  return bits;
}

Attribute VhloBytecode::readElements(Reader &reader) const {
  RankedTensorType type;
  ArrayRef<char> bytes;
  if (failed(reader.readType(type)) || failed(reader.readBlob(bytes)))
    return Attribute();
  Type element = type.getElementType();
  auto complex = dyn_cast<ComplexType>(element);
  auto refuse = [&] {
    reader.emitError() << "a constant of " << type << " has " << bytes.size()
                       << " bytes";
    return Attribute();
  };
  if (!type.hasStaticShape() ||
      !(complex ? complex.getElementType() : element).isIntOrIndexOrFloat())
    return refuse();
  if (element.isInteger(1)) {
    size_t count = type.getNumElements();
    bool isSplat = bytes.size() == 1 &&
                   (bytes[0] == char(0xff) || bytes[0] == 0 || count > 8);
    if (!isSplat && bytes.size() != count &&
        bytes.size() != llvm::divideCeil(count, 8))
      return refuse();
    if (isSplat)
      return DenseElementsAttr::get(type, bytes[0] != 0);
    return DenseElementsAttr::get(type, unpackBits(bytes, count));
  }
  bool isSplat = false;
  if (!DenseElementsAttr::isValidRawBuffer(type, bytes, isSplat))
    return refuse();
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

Attribute VhloBytecode::readAlias(Reader &reader) const {
  SmallVector<int64_t> results, operands;
  int64_t operand;
  if (failed(readNumbers(reader, results)) ||
      failed(reader.readSignedVarInt(operand)) ||
      failed(readNumbers(reader, operands)))
    return Attribute();
  return stablehlo::OutputOperandAliasAttr::get(getContext(), results, operand,
                                                operands);
}

Attribute VhloBytecode::readAccuracy(Reader &reader) const {
  auto atol = reader.readAPFloatWithKnownSemantics(APFloat::IEEEdouble());
  if (failed(atol))
    return Attribute();
  auto rtol = reader.readAPFloatWithKnownSemantics(APFloat::IEEEdouble());
  int64_t ulps;
  stablehlo::ResultAccuracyModeAttr mode;
  if (failed(rtol) || failed(reader.readSignedVarInt(ulps)) ||
      failed(reader.readAttribute(mode)))
    return Attribute();
  return stablehlo::ResultAccuracyAttr::getChecked(
      [&] { return reader.emitError(); }, getContext(), *atol, *rtol, ulps,
      mode);
}

Attribute VhloBytecode::readAxisRef(Reader &reader) const {
  StringAttr name;
  uint64_t isPart;
  stablehlo::SubAxisInfoAttr part;
  if (failed(reader.readAttribute(name)) || failed(reader.readVarInt(isPart)) ||
      (isPart && failed(reader.readAttribute(part))))
    return Attribute();
  return stablehlo::AxisRefAttr::get(getContext(), name.getValue(), part);
}

Attribute VhloBytecode::readMeshAxis(Reader &reader) const {
  StringAttr name;
  int64_t size;
  if (failed(reader.readAttribute(name)) ||
      failed(reader.readSignedVarInt(size)))
    return Attribute();
  return stablehlo::MeshAxisAttr::get(getContext(), name.getValue(), size);
}

Attribute VhloBytecode::readMesh(Reader &reader) const {
  ArrayAttr list;
  DenseIntElementsAttr devices;
  if (failed(reader.readAttribute(list)) ||
      failed(reader.readOptionalAttribute(devices)))
    return Attribute();
  SmallVector<stablehlo::MeshAxisAttr> axes;
  for (Attribute entry : list)
    if (auto axis = dyn_cast<stablehlo::MeshAxisAttr>(entry)) {
      axes.push_back(axis);
    } else {
      reader.emitError() << entry << " is no axis of a mesh";
      return Attribute();
    }
  return stablehlo::MeshAttr::get(getContext(), axes, devices);
}

Attribute VhloBytecode::readMeshGroups(Reader &reader) const {
  Attribute mesh;
  ArrayAttr axes;
  if (failed(reader.readAttribute(mesh)) || failed(reader.readAttribute(axes)))
    return Attribute();
  if (auto name = dyn_cast<StringAttr>(mesh))
    mesh = FlatSymbolRefAttr::get(name);
  return stablehlo::ReplicaGroupMeshAxesAttr::getChecked(
      [&] { return reader.emitError(); }, getContext(), mesh, axes);
}

void vhlo::addBytecodeInterface(VhloDialect &dialect) {
  dialect.addInterfaces<VhloBytecode>();
}
