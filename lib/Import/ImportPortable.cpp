//===- ImportPortable.cpp - vhlo becomes func and StableHLO ---------------===//
//
//   %0 = "vhlo.slice_v1"(%x) {start_indices = dense<[0, 2]>, ..}
// becomes
//   %0 = "stablehlo.slice"(%x) <{start_indices = array<i64: 0, 2>, ..}>
//
// vhlo spells all attributes out: what StableHLO has by default is left out here,
// as in text, and structures (dimension numbers, channels) are put together from
// their parts. What an attribute becomes follows from its name, in kRules, for
// nearly all operations. Types are builtin's already (popt/Dialect/Vhlo/Vhlo.h).
// Tests: test/Import/portable.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Dialect/Vhlo/Vhlo.h"
#include "popt/Import/Portable.h"
#include "popt/Import/Unsupported.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/VersionTuple.h"

using namespace mlir;
using namespace popt;

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

std::optional<StringRef> popt::portableVersion(StringRef bytecode) {
  // Bytecode begins with its own version, a number of one byte, and who wrote it.
  if (!bytecode.consume_front("ML\xefR") || bytecode.empty())
    return std::nullopt;
  StringRef producer = bytecode.drop_front().split('\0').first;
  if (!producer.consume_front("StableHLO_v"))
    return std::nullopt;
  return producer;
}

static llvm::VersionTuple parseVersion(StringRef text) {
  llvm::VersionTuple version;
  return version.tryParse(text) ? llvm::VersionTuple() : version;
}

std::optional<std::string> popt::whyNotVersion(StringRef version) {
  llvm::VersionTuple written = parseVersion(version);
  if (written >= llvm::VersionTuple(0, 9, 0) &&
      written < llvm::VersionTuple(2, 0, 0))
    return std::nullopt;
  return ("written by StableHLO " + version +
          "; popt reads 0.9.0 to 1.x: export it for such a version")
      .str();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

namespace {
/// The numbers of a vector or matrix of i64.
std::optional<SmallVector<int64_t>> numbers(Attribute value) {
  auto elements = dyn_cast_or_null<DenseIntElementsAttr>(value);
  if (!elements || !elements.getElementType().isSignlessInteger(64))
    return std::nullopt;
  return llvm::to_vector(elements.getValues<int64_t>());
}

std::optional<int64_t> number(Attribute value) {
  auto integer = dyn_cast_or_null<IntegerAttr>(value);
  if (!integer || !integer.getType().isSignlessInteger(64))
    return std::nullopt;
  return integer.getInt();
}

// What an attribute becomes; null if it is not of the kind that it should be.

Attribute toArray(Attribute value) {
  std::optional<SmallVector<int64_t>> all = numbers(value);
  return all ? DenseI64ArrayAttr::get(value.getContext(), *all) : Attribute();
}

Attribute toBools(Attribute value) {
  auto elements = dyn_cast<DenseElementsAttr>(value);
  if (!elements || !elements.getElementType().isInteger(1))
    return Attribute();
  return DenseBoolArrayAttr::get(value.getContext(),
                                 llvm::to_vector(elements.getValues<bool>()));
}

Attribute toSymbol(Attribute value) {
  auto name = dyn_cast<StringAttr>(value);
  return name ? FlatSymbolRefAttr::get(name) : Attribute();
}

Attribute toSymbols(Attribute value) {
  auto list = dyn_cast<ArrayAttr>(value);
  SmallVector<Attribute> symbols;
  for (Attribute name : list ? list.getValue() : ArrayRef<Attribute>())
    if (!symbols.emplace_back(toSymbol(name)))
      return Attribute();
  return list ? ArrayAttr::get(value.getContext(), symbols) : Attribute();
}

Attribute toUnit(Attribute value) {
  return isa<BoolAttr>(value) ? UnitAttr::get(value.getContext()) : Attribute();
}

Attribute toChannel(Attribute value) {
  std::optional<int64_t> id = number(value);
  return id ? stablehlo::ChannelHandleAttr::get(value.getContext(), *id, 0)
            : Attribute();
}

// What StableHLO leaves out.

template <int64_t expected> bool isNumber(Attribute value) {
  auto integer = dyn_cast<IntegerAttr>(value);
  return integer && integer.getType().isSignlessInteger() &&
         integer.getInt() == expected;
}
template <int64_t expected> bool isAll(Attribute value) {
  std::optional<SmallVector<int64_t>> all = numbers(value);
  return all && !all->empty() && llvm::all_equal(*all) &&
         all->front() == expected;
}
bool isFalse(Attribute value) {
  auto flag = dyn_cast<BoolAttr>(value);
  return flag && !flag.getValue();
}
bool isAllFalse(Attribute value) {
  auto flags = dyn_cast<DenseElementsAttr>(value);
  return flags && flags.getElementType().isInteger(1) && flags.isSplat() &&
         !flags.getSplatValue<bool>();
}
/// A string, list, dictionary or tensor.
bool isEmpty(Attribute value) {
  if (auto text = dyn_cast<StringAttr>(value))
    return text.empty();
  if (auto list = dyn_cast<ArrayAttr>(value))
    return list.empty();
  if (auto entries = dyn_cast<DictionaryAttr>(value))
    return entries.empty();
  auto elements = dyn_cast<DenseElementsAttr>(value);
  return elements && elements.empty();
}
bool isNoType(Attribute value) {
  auto type = dyn_cast<stablehlo::ComparisonTypeAttr>(value);
  return type && type.getValue() == stablehlo::ComparisonType::NOTYPE;
}
bool isPlainPrecision(Attribute value) {
  auto list = dyn_cast<ArrayAttr>(value);
  return list && llvm::all_of(list, [](Attribute entry) {
           auto precision = dyn_cast<stablehlo::PrecisionAttr>(entry);
           return precision &&
                  precision.getValue() == stablehlo::Precision::DEFAULT;
         });
}
bool isPlainAccuracy(Attribute value) {
  auto accuracy = dyn_cast<stablehlo::ResultAccuracyAttr>(value);
  return accuracy && accuracy.getAtol().isZero() &&
         accuracy.getRtol().isZero() && accuracy.getUlps() == 0 &&
         accuracy.getMode().getValue() ==
             stablehlo::ResultAccuracyMode::DEFAULT;
}

struct Rule {
  StringLiteral attribute;
  bool (*isDefault)(Attribute) = nullptr;
  Attribute (*convert)(Attribute) = nullptr;
  StringLiteral name = ""; ///< in StableHLO, if it is another one
};

constexpr Rule kRules[] = {
    {"api_version", isNumber<1>},
    {"arg_attrs", isEmpty},
    {"backend_config", isEmpty},
    {"base_dilations", isAll<1>, toArray},
    {"broadcast_dimensions", nullptr, toArray},
    {"broadcast_sizes", nullptr, toArray},
    {"called_computations", isEmpty, toSymbols},
    {"callee", nullptr, toSymbol},
    {"channel_id", isNumber<0>, toChannel, "channel_handle"},
    {"compare_type", isNoType},
    {"composite_attributes", isEmpty},
    {"decomposition", nullptr, toSymbol},
    {"dimensions", nullptr, toArray},
    {"edge_padding_high", nullptr, toArray},
    {"edge_padding_low", nullptr, toArray},
    {"fft_length", nullptr, toArray},
    {"has_dynamic_root", isFalse, toUnit},
    {"has_side_effect", isFalse},
    {"indices_are_sorted", isFalse},
    {"infeed_config", isEmpty},
    {"interior_padding", nullptr, toArray},
    {"is_host_transfer", isFalse},
    {"is_stable", isFalse},
    {"layout", isEmpty},
    {"lhs_dilation", isAll<1>, toArray},
    {"limit_indices", nullptr, toArray},
    {"outfeed_config", isEmpty},
    {"output_operand_aliases", isEmpty},
    {"padding", isAll<0>},
    {"permutation", nullptr, toArray},
    {"precision_config", isPlainPrecision},
    {"res_attrs", isEmpty},
    {"result_accuracy", isPlainAccuracy},
    {"result_tilings", isEmpty},
    {"rhs_dilation", isAll<1>, toArray},
    {"slice_sizes", nullptr, toArray},
    {"source_target_pairs", isEmpty},
    {"start_indices", nullptr, toArray},
    {"strides", nullptr, toArray},
    {"sym_visibility", isEmpty},
    {"unique_indices", isFalse},
    {"use_global_device_ids", isFalse, toUnit},
    {"version", isNumber<0>},
    {"window_dilations", isAll<1>, toArray},
    {"window_dimensions", nullptr, toArray},
    {"window_reversal", isAllFalse, toBools},
    {"window_strides", isAll<1>, toArray},
};

const Rule *ruleOf(StringRef attribute) {
  static const auto rules = [] {
    llvm::StringMap<const Rule *> rules;
    for (const Rule &rule : kRules)
      rules.try_emplace(rule.attribute, &rule);
    return rules;
  }();
  return rules.lookup(attribute);
}

/// The attributes of one operation of vhlo, which are taken out one by one.
class Given {
public:
  Given(Operation *op, StringRef names) : op(op), attributes(op->getAttrs()) {
    SmallVector<StringRef> list;
    names.split(list, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef name : list)
      if (Attribute value = attributes.erase(name))
        values.push_back({StringAttr::get(op->getContext(), name), value});
  }

  /// All that vhlo's operation does not define, such as `mhlo.sharding`.
  ArrayRef<NamedAttribute> others() const { return attributes.getAttrs(); }
  ArrayRef<NamedAttribute> rest() const { return values; }

  Attribute take(StringRef name) {
    auto *found = llvm::find_if(
        values, [&](NamedAttribute each) { return each.getName() == name; });
    if (found == values.end())
      return Attribute();
    Attribute value = found->getValue();
    values.erase(found);
    return value;
  }
  int64_t takeNumber(StringRef name) {
    Attribute value = take(name);
    std::optional<int64_t> found = number(value);
    return found ? *found : complain(name, value, int64_t(0));
  }
  SmallVector<int64_t> takeNumbers(StringRef name) {
    Attribute value = take(name);
    std::optional<SmallVector<int64_t>> found = numbers(value);
    return found ? *found : complain(name, value, SmallVector<int64_t>());
  }
  /// The same of what version 1 does not have.
  SmallVector<int64_t> takeNewNumbers(StringRef name) {
    Attribute value = take(name);
    if (!value)
      return {};
    std::optional<SmallVector<int64_t>> found = numbers(value);
    return found ? *found : complain(name, value, SmallVector<int64_t>());
  }
  template <typename T> T complain(StringRef name, Attribute value, T instead) {
    if (!isWrong) {
      InFlightDiagnostic error = op->emitError();
      if (value)
        error << "attribute \"" << name << "\" is " << value;
      else
        error << "has no attribute \"" << name << "\"";
    }
    isWrong = true;
    return instead;
  }

  Operation *op;
  bool isWrong = false; ///< after a message

private:
  NamedAttrList attributes;
  SmallVector<NamedAttribute> values;
};

} // namespace

//===----------------------------------------------------------------------===//
// Structures
//===----------------------------------------------------------------------===//

static Attribute convolutionDims(Given &given) {
  auto inputBatch = given.takeNumber("input_batch_dimension");
  auto inputFeature = given.takeNumber("input_feature_dimension");
  auto input = given.takeNumbers("input_spatial_dimensions");
  auto kernelIn = given.takeNumber("kernel_input_feature_dimension");
  auto kernelOut = given.takeNumber("kernel_output_feature_dimension");
  auto kernel = given.takeNumbers("kernel_spatial_dimensions");
  auto outputBatch = given.takeNumber("output_batch_dimension");
  auto outputFeature = given.takeNumber("output_feature_dimension");
  auto output = given.takeNumbers("output_spatial_dimensions");
  if (given.isWrong)
    return Attribute();
  return stablehlo::ConvDimensionNumbersAttr::getChecked(
      [&] { return given.op->emitError(); }, given.op->getContext(), inputBatch,
      inputFeature, ArrayRef(input), kernelIn, kernelOut, ArrayRef(kernel),
      outputBatch, outputFeature, ArrayRef(output));
}

static Attribute gatherDims(Given &given) {
  auto offset = given.takeNumbers("offset_dims");
  auto collapsed = given.takeNumbers("collapsed_slice_dims");
  auto batching = given.takeNewNumbers("operand_batching_dims");
  auto indexBatching = given.takeNewNumbers("start_indices_batching_dims");
  auto map = given.takeNumbers("start_index_map");
  auto vector = given.takeNumber("index_vector_dim");
  return stablehlo::GatherDimensionNumbersAttr::get(given.op->getContext(),
                                                    offset, collapsed, batching,
                                                    indexBatching, map, vector);
}

static Attribute scatterDims(Given &given) {
  auto window = given.takeNumbers("update_window_dims");
  auto inserted = given.takeNumbers("inserted_window_dims");
  auto batching = given.takeNewNumbers("input_batching_dims");
  auto indexBatching = given.takeNewNumbers("scatter_indices_batching_dims");
  auto map = given.takeNumbers("scatter_dims_to_operand_dims");
  auto vector = given.takeNumber("index_vector_dim");
  return stablehlo::ScatterDimensionNumbersAttr::get(
      given.op->getContext(), window, inserted, batching, indexBatching, map,
      vector);
}

static Attribute dotDims(Given &given) {
  auto lhsBatching = given.takeNumbers("lhs_batching_dimensions");
  auto rhsBatching = given.takeNumbers("rhs_batching_dimensions");
  auto lhs = given.takeNumbers("lhs_contracting_dimensions");
  auto rhs = given.takeNumbers("rhs_contracting_dimensions");
  return stablehlo::DotDimensionNumbersAttr::get(
      given.op->getContext(), lhsBatching, rhsBatching, lhs, rhs);
}

/// Null where the types are none, and of version 1, which has no algorithm.
static Attribute dotAlgorithm(Given &given) {
  auto isNone = [](Attribute value) {
    auto type = dyn_cast_or_null<TypeAttr>(value);
    return !value || (type && isa<NoneType>(type.getValue()));
  };
  Attribute lhs = given.take("lhs_precision_type");
  Attribute rhs = given.take("rhs_precision_type");
  Attribute accumulation = given.take("accumulation_type");
  Attribute imprecise = given.take("allow_imprecise_accumulation");
  if (isNone(accumulation)) {
    for (StringRef name : {"lhs_component_count", "rhs_component_count",
                           "num_primitive_operations"})
      given.take(name);
    return Attribute();
  }
  auto type = [&](StringRef name, Attribute value) {
    auto type = dyn_cast_or_null<TypeAttr>(value);
    return type ? type.getValue() : given.complain(name, value, Type());
  };
  Type lhsType = type("lhs_precision_type", lhs);
  Type rhsType = type("rhs_precision_type", rhs);
  Type accumulationType = type("accumulation_type", accumulation);
  int64_t lhsCount = given.takeNumber("lhs_component_count");
  int64_t rhsCount = given.takeNumber("rhs_component_count");
  int64_t operations = given.takeNumber("num_primitive_operations");
  auto flag = dyn_cast_or_null<BoolAttr>(imprecise);
  if (!flag)
    given.complain("allow_imprecise_accumulation", imprecise, 0);
  if (given.isWrong)
    return Attribute();
  Attribute algorithm = stablehlo::DotAlgorithmAttr::getChecked(
      [&] { return given.op->emitError(); }, given.op->getContext(), lhsType,
      rhsType, accumulationType, lhsCount, rhsCount, operations,
      flag.getValue());
  given.isWrong |= !algorithm;
  return algorithm;
}

static Attribute channel(Given &given) {
  int64_t id = given.takeNumber("channel_id");
  int64_t type = given.takeNumber("channel_type");
  return stablehlo::ChannelHandleAttr::get(given.op->getContext(), id, type);
}

/// The attributes of StableHLO's operation `name` that are put together from
/// several of vhlo's. False after a message.
static bool addStructures(Given &given, StringRef name,
                          NamedAttrList &attributes) {
  auto add = [&](StringRef attribute, Attribute value) {
    if (value)
      attributes.append(attribute, value);
  };
  if (name == "convolution") {
    Attribute dims = convolutionDims(given);
    add("dimension_numbers", dims);
    given.isWrong |= !dims;
  } else if (name == "gather") {
    add("dimension_numbers", gatherDims(given));
  } else if (name == "scatter") {
    add("scatter_dimension_numbers", scatterDims(given));
  } else if (name == "dot_general") {
    add("dot_dimension_numbers", dotDims(given));
    add("algorithm", dotAlgorithm(given));
  } else if (name == "send" || name == "recv") {
    add("channel_handle", channel(given));
  } else if (name == "cholesky") {
    // A triangular solve has to say it.
    if (Attribute lower = given.take("lower"); lower && !isFalse(lower))
      add("lower", lower);
  } else if (name == "sort") {
    // As StableHLO's default; of other operations -1 is no dimension.
    Attribute dim = given.take("dimension");
    if (dim && !isNumber<-1>(dim))
      add("dimension", dim);
  } else if (name == "custom_call") {
    // Layouts come together.
    Attribute operands = given.take("operand_layouts");
    Attribute results = given.take("result_layouts");
    if (operands && results && !(isEmpty(operands) && isEmpty(results))) {
      add("operand_layouts", operands);
      add("result_layouts", results);
    }
  }
  return !given.isWrong;
}

/// The attributes of StableHLO's operation `name`. False after a message.
static bool convertAttributes(Given &given, StringRef name,
                              NamedAttrList &attributes) {
  attributes.append(given.others());
  if (!addStructures(given, name, attributes))
    return false;
  for (NamedAttribute each : given.rest()) {
    StringRef attribute = each.getName();
    const Rule *rule = ruleOf(attribute);
    if (!rule) {
      attributes.append(each);
      continue;
    }
    if (rule->isDefault && rule->isDefault(each.getValue()))
      continue;
    Attribute value =
        rule->convert ? rule->convert(each.getValue()) : each.getValue();
    if (!value)
      return given.complain(attribute, each.getValue(), false);
    attributes.append(rule->name.empty() ? attribute : StringRef(rule->name),
                      value);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// What popt has in place of an operation of vhlo, and its name without the
/// version.
static std::pair<std::string, StringRef> nameOf(Operation *op) {
  StringRef name = op->getName().stripDialect();
  name = name.take_front(name.rfind("_v"));
  const bool isOfFunction =
      name == "func" || name == "call" ||
      (name == "return" &&
       op->getParentOp()->getName().getStringRef() == "vhlo.func_v1");
  return {((isOfFunction ? "func." : "stablehlo.") + name).str(), name};
}

/// Fails after a message about an operation that popt has not.
static LogicalResult checkOperation(Operation *op, StringRef name,
                                    StringRef version) {
  // Those without attributes are not defined one by one; their first version is all
  // there is.
  const bool isKnown =
      op->isRegistered() || op->getName().getStringRef().ends_with("_v1");
  if (isKnown && RegisteredOperationName::lookup(name, op->getContext()))
    return success();
  if (std::optional<std::string> problem = refuseOperation(name))
    return op->emitError() << *problem;
  InFlightDiagnostic error = op->emitError();
  error << "popt reads no operation \""
        << (isKnown ? name : op->getName().getStringRef()) << "\"";
  if (parseVersion(version) > parseVersion(vhlo::kNewestVersion))
    error << "; it was written by StableHLO " << version
          << ", popt knows the operations of 0.9.0 to " << vhlo::kNewestVersion;
  return failure();
}

/// Fails after a message about a type that popt does not compute with.
static LogicalResult checkType(Operation *op, Type type) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    for (Type element : tuple.getTypes())
      if (failed(checkType(op, element)))
        return failure();
    return success();
  }
  if (auto opaque = dyn_cast<OpaqueType>(type)) {
    if (opaque.getTypeData() == vhlo::kQuantised)
      return op->emitError(refuseQuantised("a value"));
    return op->emitError() << "popt has no type \"" << opaque.getTypeData()
                           << "\" of StableHLO";
  }
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || (shaped.hasRank() && shaped.hasStaticShape()))
    return success();
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return op->emitError(refuseShape(text));
}

static LogicalResult checkTypes(Operation *op) {
  SmallVector<Type> types(op->getResultTypes());
  if (auto function = op->getAttrOfType<TypeAttr>("function_type"))
    if (auto type = dyn_cast<FunctionType>(function.getValue()))
      llvm::append_range(types, type.getResults());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::append_range(types, block.getArgumentTypes());
  return success(llvm::all_of(
      types, [&](Type type) { return succeeded(checkType(op, type)); }));
}

/// Between dialects that are mixed; here both have the same types.
static LogicalResult dropCast(UnrealizedConversionCastOp cast) {
  if (cast.getOperandTypes() != cast.getResultTypes())
    return cast.emitError() << "a cast from " << cast.getOperandTypes()
                            << " to " << cast.getResultTypes();
  // Operations of a module may be in any order.
  for (Value operand : cast.getOperands())
    if (operand.getDefiningOp() == cast)
      return cast.emitError() << "a cast reads its own result";
  cast.replaceAllUsesWith(cast.getOperands());
  cast.erase();
  return success();
}

static LogicalResult convert(Operation *op, StringRef version) {
  if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op))
    return dropCast(cast);
  if (op->getName().getDialectNamespace() !=
      vhlo::VhloDialect::getDialectNamespace())
    return success();
  auto [full, name] = nameOf(op);
  if (failed(checkOperation(op, full, version)) || failed(checkTypes(op)))
    return failure();
  OperationState state(op->getLoc(), full, op->getOperands(),
                       op->getResultTypes(), {});
  Given given(op, vhlo::attributeNames(op->getName().getStringRef()));
  if (!convertAttributes(given, name, state.attributes))
    return failure();
  if (failed(state.name.getRegisteredInfo()->verifyInherentAttrs(
          state.attributes, [&] { return op->emitError(); })))
    return failure();
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  OpBuilder builder(op);
  Operation *converted = builder.create(state);
  op->replaceAllUsesWith(converted);
  op->erase();
  return success();
}

LogicalResult popt::importPortable(ModuleOp module, StringRef version) {
  module.getContext()
      ->loadDialect<func::FuncDialect, stablehlo::StablehloDialect>();
  // Inner operations first: what a return becomes follows from the function
  // around it, which is still vhlo's then.
  WalkResult walk = module->walk([&](Operation *op) {
    return WalkResult(op == module ? success() : convert(op, version));
  });
  return failure(walk.wasInterrupted() || failed(verify(module)));
}
