//===- Descriptors.cpp - Attributes, and what they say --------------------===//
//
// Everything that a caller may get wrong is refused: attributes that a descriptor
// does not have, of another type, in another number, after it was finalised;
// attributes that are missing then; descriptors of another kind, or that are not
// finalised; shapes that do not go together.
//
//===----------------------------------------------------------------------===//
#include "Graph.h"
#include <algorithm>
#include <numeric>

namespace popt::fake {
namespace dnn {

DnnObject *find(DnnDescriptor descriptor, DnnKind kind) {
  DnnObject *object = Machine::get().dnnObjects.find(descriptor);
  return object && !object->isHandle && object->kind == kind ? object : nullptr;
}

std::vector<int64_t> listOf(const DnnObject &object, DnnAttribute attribute) {
  auto found = object.values.find(attribute);
  if (found == object.values.end())
    return {};
  std::vector<int64_t> list(size_t(found->second.count));
  if (!list.empty())
    memcpy(list.data(), found->second.bytes.data(), list.size() * 8);
  return list;
}

namespace {

/// An attribute of a kind of descriptor.
struct Rule {
  DnnKind kind;
  DnnAttribute attribute;
  DnnAttributeType type;
  int64_t most; ///< values; there is one at least
  bool isRequired = true;
  DnnKind of = kDnnTensor; ///< of descriptors
};

constexpr int64_t kMany = 64;
const Rule rules[] = {
    {kDnnTensor, kDnnTensorId, kDnnInt64Type, 1},
    {kDnnTensor, kDnnTensorType, kDnnDataType, 1},
    {kDnnTensor, kDnnTensorDimensions, kDnnInt64Type, 8},
    {kDnnTensor, kDnnTensorStrides, kDnnInt64Type, 8},
    {kDnnTensor, kDnnTensorAlignment, kDnnInt64Type, 1},
    {kDnnTensor, kDnnTensorVirtual, kDnnBooleanType, 1, false},
    {kDnnTensor, kDnnTensorByValue, kDnnBooleanType, 1, false},
    {kDnnPointwiseKind, kDnnPointwiseMode, kDnnPointwiseType, 1},
    {kDnnPointwiseKind, kDnnPointwiseCompute, kDnnDataType, 1},
    {kDnnPointwiseKind, kDnnPointwiseAxis, kDnnInt64Type, 1, false},
    {kDnnPointwiseOperation, kDnnPointwiseDescription, kDnnDescriptorType, 1,
     true, kDnnPointwiseKind},
    {kDnnPointwiseOperation, kDnnPointwiseX, kDnnDescriptorType, 1},
    {kDnnPointwiseOperation, kDnnPointwiseB, kDnnDescriptorType, 1, false},
    {kDnnPointwiseOperation, kDnnPointwiseT, kDnnDescriptorType, 1, false},
    {kDnnPointwiseOperation, kDnnPointwiseY, kDnnDescriptorType, 1},
    {kDnnMatmulKind, kDnnMatmulCompute, kDnnDataType, 1},
    {kDnnMatmulOperation, kDnnMatmulDescription, kDnnDescriptorType, 1, true,
     kDnnMatmulKind},
    {kDnnMatmulOperation, kDnnMatmulA, kDnnDescriptorType, 1},
    {kDnnMatmulOperation, kDnnMatmulB, kDnnDescriptorType, 1},
    {kDnnMatmulOperation, kDnnMatmulC, kDnnDescriptorType, 1},
    {kDnnMatmulOperation, kDnnMatmulRows, kDnnDescriptorType, 1, false},
    {kDnnMatmulOperation, kDnnMatmulColumns, kDnnDescriptorType, 1, false},
    {kDnnMatmulOperation, kDnnMatmulContracted, kDnnDescriptorType, 1, false},
    {kDnnReductionKind, kDnnReductionOperator, kDnnReductionType, 1},
    {kDnnReductionKind, kDnnReductionCompute, kDnnDataType, 1},
    {kDnnReductionOperation, kDnnReductionDescription, kDnnDescriptorType, 1,
     true, kDnnReductionKind},
    {kDnnReductionOperation, kDnnReductionX, kDnnDescriptorType, 1},
    {kDnnReductionOperation, kDnnReductionY, kDnnDescriptorType, 1},
    {kDnnReshapeOperation, kDnnReshapeX, kDnnDescriptorType, 1},
    {kDnnReshapeOperation, kDnnReshapeY, kDnnDescriptorType, 1},
    {kDnnConvolutionKind, kDnnConvolutionCompute, kDnnDataType, 1},
    {kDnnConvolutionKind, kDnnConvolutionMode, kDnnModeType, 1},
    {kDnnConvolutionKind, kDnnConvolutionSpatial, kDnnInt64Type, 1},
    {kDnnConvolutionKind, kDnnConvolutionStrides, kDnnInt64Type, 3},
    {kDnnConvolutionKind, kDnnConvolutionDilations, kDnnInt64Type, 3},
    {kDnnConvolutionKind, kDnnConvolutionPadLow, kDnnInt64Type, 3},
    {kDnnConvolutionKind, kDnnConvolutionPadHigh, kDnnInt64Type, 3},
    {kDnnGraph, kDnnGraphHandle, kDnnHandleType, 1},
    {kDnnEngineHeuristics, kDnnHeuristicsMode, kDnnHeuristicsType, 1},
    {kDnnEngineHeuristics, kDnnHeuristicsGraph, kDnnDescriptorType, 1, true,
     kDnnGraph},
    {kDnnEngine, kDnnEngineGraph, kDnnDescriptorType, 1, true, kDnnGraph},
    {kDnnEngine, kDnnEngineIndex, kDnnInt64Type, 1},
    {kDnnKnobChoice, kDnnKnobChoiceType, kDnnKnobType, 1},
    {kDnnKnobChoice, kDnnKnobChoiceValue, kDnnInt64Type, 1},
    {kDnnEngineConfig, kDnnConfigEngine, kDnnDescriptorType, 1, true,
     kDnnEngine},
    {kDnnEngineConfig, kDnnConfigKnobs, kDnnDescriptorType, kMany, false,
     kDnnKnobChoice},
    {kDnnPlan, kDnnPlanHandle, kDnnHandleType, 1},
    {kDnnPlan, kDnnPlanConfig, kDnnDescriptorType, 1, true, kDnnEngineConfig},
    {kDnnVariantPack, kDnnPackPointers, kDnnPointerType, kMany},
    {kDnnVariantPack, kDnnPackIds, kDnnInt64Type, kMany},
    {kDnnVariantPack, kDnnPackWorkspace, kDnnPointerType, 1},
};

bool isOperation(DnnKind kind) {
  return kind == kDnnForward || kind == kDnnBackwardData ||
         kind == kDnnBackwardFilter;
}

std::optional<Rule> ruleOfOperation(const DnnObject &object,
                                    DnnAttribute attribute) {
  int part = attribute - attributeOf(object.kind, kDnnAlpha);
  if (part < kDnnAlpha || part > kDnnResult)
    return std::nullopt;
  if (part < kDnnWindow)
    return Rule{object.kind, attribute, kDnnFloatType, 1};
  return Rule{object.kind,
              attribute,
              kDnnDescriptorType,
              1,
              true,
              part == kDnnWindow ? kDnnConvolutionKind : kDnnTensor};
}

std::optional<Rule> ruleOf(const DnnObject &object, DnnAttribute attribute) {
  if (isOperation(object.kind))
    return ruleOfOperation(object, attribute);
  if (object.kind == kDnnGraph && attribute == kDnnGraphOperations)
    return Rule{kDnnGraph, attribute, kDnnDescriptorType, kMany};
  for (const Rule &rule : rules)
    if (rule.kind == object.kind && rule.attribute == attribute)
      return rule;
  return std::nullopt;
}

uint64_t widthOf(DnnAttributeType type) {
  switch (type) {
  case kDnnDataType:
  case kDnnFloatType:
  case kDnnModeType:
  case kDnnHeuristicsType:
  case kDnnKnobType:
  case kDnnNoteType:
  case kDnnPointwiseType:
  case kDnnReductionType:
    return 4;
  case kDnnBooleanType:
    return 1;
  default:
    return 8;
  }
}

bool isWhole(const DnnObject &object) {
  auto has = [&](DnnAttribute attribute) {
    return object.values.count(attribute) != 0;
  };
  if (isOperation(object.kind))
    for (int part = kDnnAlpha; part <= kDnnResult; ++part)
      if (!has(attributeOf(object.kind, DnnPart(part))))
        return false;
  for (const Rule &rule : rules)
    if (rule.kind == object.kind && rule.isRequired && !has(rule.attribute))
      return false;
  return object.kind != kDnnGraph || has(kDnnGraphOperations);
}

DnnStatus checkWindow(const DnnObject &object) {
  auto spatial = size_t(valueOf<int64_t>(object, kDnnConvolutionSpatial));
  auto areAtLeast = [&](DnnAttribute attribute, int64_t least) {
    std::vector<int64_t> list = listOf(object, attribute);
    for (int64_t value : list)
      if (value < least)
        return false;
    return list.size() == spatial;
  };
  return spatial >= 2 && areAtLeast(kDnnConvolutionStrides, 1) &&
                 areAtLeast(kDnnConvolutionDilations, 1) &&
                 areAtLeast(kDnnConvolutionPadLow, 0) &&
                 areAtLeast(kDnnConvolutionPadHigh, 0)
             ? kDnnSuccess
             : kDnnBadParam;
}

/// True if dimensions lie dense in this order, from the innermost.
static bool liesDense(const DnnTensorForm &tensor,
                      const std::vector<size_t> &order) {
  int64_t stride = 1;
  for (size_t d : order) {
    if (tensor.dimensions[d] > 1 && tensor.strides[d] != stride)
      return false;
    stride *= tensor.dimensions[d];
  }
  return true;
}

/// NVIDIA's library takes tensors whose dimensions lie neither in order nor with
/// channels last, and computes something else. So does this one.
static void mistakeOrder(DnnTensorForm &tensor) {
  std::vector<size_t> order(tensor.dimensions.size());
  std::iota(order.rbegin(), order.rend(), 0);
  if (liesDense(tensor, order))
    return;
  std::vector<size_t> channelsLast = order;
  std::rotate(channelsLast.begin(), channelsLast.end() - 2,
              channelsLast.end() - 1);
  if (liesDense(tensor, channelsLast))
    return;
  int64_t stride = 1;
  for (size_t d : order) {
    tensor.strides[d] = stride;
    stride *= tensor.dimensions[d];
  }
}

} // namespace

DnnStatus describeTensor(const DnnObject &object, DnnTensorForm &out) {
  out.id = valueOf<int64_t>(object, kDnnTensorId);
  out.alignment = valueOf<int64_t>(object, kDnnTensorAlignment);
  out.type = valueOf<DnnType>(object, kDnnTensorType);
  out.dimensions = listOf(object, kDnnTensorDimensions);
  out.strides = listOf(object, kDnnTensorStrides);
  out.isVirtual = valueOf<bool>(object, kDnnTensorVirtual);
  out.isByValue = valueOf<bool>(object, kDnnTensorByValue);
  for (const std::vector<int64_t> *list : {&out.dimensions, &out.strides})
    for (int64_t value : *list)
      if (value < 1)
        return kDnnBadParam;
  bool isPower = out.alignment > 0 && !(out.alignment & (out.alignment - 1));
  if (!isPower || out.dimensions.size() != out.strides.size() ||
      out.dimensions.size() < 4)
    return kDnnBadParam;
  return kDnnSuccess;
}

namespace {

DnnStatus describeOperation(const DnnObject &object, DnnConvolutionForm &out) {
  auto named = [&](DnnPart part, DnnKind kind) {
    DnnAttribute attribute = attributeOf(object.kind, part);
    DnnObject *found = find(valueOf<DnnDescriptor>(object, attribute), kind);
    return found && found->isFinalized ? found : nullptr;
  };
  out.kind = object.kind;
  DnnObject *window = named(kDnnWindow, kDnnConvolutionKind);
  if (!window)
    return kDnnNotFinalized;
  out.compute = valueOf<DnnType>(*window, kDnnConvolutionCompute);
  out.isReversed =
      valueOf<DnnMode>(*window, kDnnConvolutionMode) == kDnnConvolution;
  out.strides = listOf(*window, kDnnConvolutionStrides);
  out.dilations = listOf(*window, kDnnConvolutionDilations);
  out.padLow = listOf(*window, kDnnConvolutionPadLow);
  out.padHigh = listOf(*window, kDnnConvolutionPadHigh);
  const DnnPart parts[] = {kDnnImage, kDnnFilter, kDnnResult};
  for (size_t i = 0; i < 3; ++i) {
    DnnObject *tensor = named(parts[i], kDnnTensor);
    if (!tensor)
      return kDnnNotFinalized;
    if (DnnStatus status = describeTensor(*tensor, out.tensors[i]))
      return status;
    mistakeOrder(out.tensors[i]);
    if (out.tensors[i].isVirtual || out.tensors[i].isByValue)
      return kDnnNotSupported;
    if (out.tensors[i].dimensions.size() != 2 + out.spatial())
      return kDnnShapeMismatch;
  }
  bool isF64 = out.compute == kDnnF64;
  auto number = [&](DnnPart part) {
    DnnAttribute attribute = attributeOf(object.kind, part);
    return isF64 ? valueOf<double>(object, attribute)
                 : double(valueOf<float>(object, attribute));
  };
  if (number(kDnnAlpha) != 1 || number(kDnnBeta) != 0)
    return kDnnNotSupported;
  for (const DnnTensorForm &tensor : out.tensors)
    if ((tensor.type == kDnnF64) != isF64)
      return kDnnNotSupported;
  const std::vector<int64_t> &x = out.tensors[0].dimensions,
                             &w = out.tensors[1].dimensions,
                             &y = out.tensors[2].dimensions;
  if (x[0] != y[0] || w[0] != y[1] || x[1] % w[1] || w[0] % out.groups())
    return kDnnShapeMismatch;
  for (size_t i = 0; i < out.spatial(); ++i) {
    int64_t reach = (w[2 + i] - 1) * out.dilations[i] + 1;
    int64_t room = x[2 + i] + out.padLow[i] + out.padHigh[i] - reach;
    if (room < 0 || y[2 + i] != room / out.strides[i] + 1)
      return kDnnShapeMismatch;
  }
  return kDnnSuccess;
}

/// How the engine of a descriptor computes what it is about.
bool makeEngineOf(const DnnObject &object, int64_t knob, DnnEngineForm &out) {
  return object.graph ? makeEngine(*object.graph, object.engine, out)
                      : makeEngine(*object.form, object.engine, knob, out);
}

/// The descriptor that an attribute names; it may be gone.
DnnObject *part(const DnnObject &object, DnnAttribute attribute) {
  return Machine::get().dnnObjects.find(
      valueOf<DnnDescriptor>(object, attribute));
}

/// One convolution, or other operations.
DnnStatus settleGraph(DnnObject &object) {
  std::vector<int64_t> named = listOf(object, kDnnGraphOperations);
  auto graph = std::make_shared<DnnGraphForm>();
  for (int64_t name : named) {
    DnnObject *operation =
        Machine::get().dnnObjects.find(reinterpret_cast<void *>(name));
    if (!operation)
      return kDnnBadParam;
    object.form = operation->form;
    if (operation->operation)
      graph->operations.push_back(*operation->operation);
  }
  if (object.form)
    return named.size() == 1 ? kDnnSuccess : kDnnNotSupported;
  object.graph = graph;
  return checkGraph(*graph);
}

/// Checks what was set, and keeps what others will want to know of it.
DnnStatus settle(DnnObject &object) {
  DnnTensorForm tensor;
  auto take = [&](DnnAttribute attribute) {
    DnnObject *from = part(object, attribute);
    if (!from)
      return kDnnBadParam;
    object.form = from->form;
    object.graph = from->graph;
    object.engine = from->engine;
    object.knob = from->knob;
    return kDnnSuccess;
  };
  switch (object.kind) {
  case kDnnTensor:
    return describeTensor(object, tensor);
  case kDnnConvolutionKind:
    return checkWindow(object);
  case kDnnForward:
  case kDnnBackwardData:
  case kDnnBackwardFilter: {
    auto form = std::make_shared<DnnConvolutionForm>();
    object.form = form;
    return describeOperation(object, *form);
  }
  case kDnnPointwiseOperation:
  case kDnnMatmulOperation:
  case kDnnReductionOperation:
  case kDnnReshapeOperation: {
    auto form = std::make_shared<DnnOperationForm>();
    object.operation = form;
    return describeGraphOperation(object, *form);
  }
  case kDnnGraph:
    return settleGraph(object);
  case kDnnEngineHeuristics:
    return take(kDnnHeuristicsGraph);
  case kDnnEngine:
    if (DnnStatus status = take(kDnnEngineGraph))
      return status;
    object.engine = valueOf<int64_t>(object, kDnnEngineIndex);
    return kDnnSuccess;
  case kDnnEngineConfig:
    if (DnnStatus status = take(kDnnConfigEngine))
      return status;
    if (!object.values.count(kDnnConfigKnobs))
      return kDnnSuccess;
    if (DnnObject *knob = part(object, kDnnConfigKnobs);
        knob && valueOf<int32_t>(*knob, kDnnKnobChoiceType) == kPartsKnob) {
      object.knob = valueOf<int64_t>(*knob, kDnnKnobChoiceValue);
      return kDnnSuccess;
    }
    return kDnnBadParam;
  case kDnnPlan: {
    DnnEngineForm engine;
    if (DnnStatus status = take(kDnnPlanConfig))
      return status;
    return makeEngineOf(object, object.knob, engine) ? kDnnSuccess
                                                     : kDnnNotSupported;
  }
  case kDnnVariantPack:
    return object.values.at(kDnnPackIds).count ==
                   object.values.at(kDnnPackPointers).count
               ? kDnnSuccess
               : kDnnBadParam;
  default:
    return kDnnSuccess;
  }
}

/// Sets a value that the library found itself.
template <class T>
void fill(DnnObject &object, DnnAttribute attribute, const T &value) {
  DnnObject::Values &values = object.values[attribute];
  values.count = 1;
  values.bytes.resize(sizeof(value));
  memcpy(values.bytes.data(), &value, sizeof(value));
}

/// Gives values; with no room only their number.
template <class T>
DnnStatus give(const std::vector<T> &values, int64_t room, int64_t *count,
               void *out) {
  *count = int64_t(values.size());
  if (room > 0) {
    *count = std::min(*count, room);
    std::copy_n(values.data(), *count, static_cast<T *>(out));
  }
  return kDnnSuccess;
}

/// Proposals are written into descriptors that the caller made.
DnnStatus giveProposals(const DnnObject &object, int64_t room, int64_t *count,
                        DnnDescriptor *out) {
  std::vector<Proposal> proposals =
      object.graph
          ? proposalsOf(*object.graph)
          : proposalsOf(*object.form,
                        valueOf<DnnHeuristics>(object, kDnnHeuristicsMode));
  *count = int64_t(proposals.size());
  if (room == 0)
    return kDnnSuccess;
  *count = std::min(*count, room);
  for (int64_t i = 0; i < *count; ++i) {
    DnnObject *config = find(out[i], kDnnEngineConfig);
    if (!config || config->isFinalized)
      return kDnnBadParam;
    config->form = object.form;
    config->graph = object.graph;
    config->engine = proposals[size_t(i)].engine;
    config->knob = proposals[size_t(i)].knob;
    config->isFinalized = true;
  }
  return kDnnSuccess;
}

DnnStatus giveEngine(const DnnObject &config, int64_t room, int64_t *count,
                     DnnDescriptor *out) {
  *count = 1;
  DnnObject *engine = room ? find(out[0], kDnnEngine) : nullptr;
  if (!engine || engine->isFinalized)
    return kDnnBadParam;
  engine->form = config.form;
  engine->graph = config.graph;
  engine->engine = config.engine;
  fill(*engine, kDnnEngineIndex, config.engine);
  engine->isFinalized = true;
  return kDnnSuccess;
}

DnnStatus giveKnobs(const DnnObject &config, int64_t room, int64_t *count,
                    DnnDescriptor *out) {
  *count = config.knob != 0;
  if (!room || !*count)
    return kDnnSuccess;
  DnnObject *knob = find(out[0], kDnnKnobChoice);
  if (!knob || knob->isFinalized)
    return kDnnBadParam;
  fill(*knob, kDnnKnobChoiceType, kPartsKnob);
  fill(*knob, kDnnKnobChoiceValue, config.knob);
  knob->isFinalized = true;
  return kDnnSuccess;
}

DnnStatus giveNotes(const DnnObject &engine, int64_t room, int64_t *count,
                    void *out) {
  DnnEngineForm made;
  makeEngineOf(engine, 0, made);
  return give(made.notes, room, count, out);
}

DnnStatus giveWorkspace(const DnnObject &plan, int64_t room, int64_t *count,
                        void *out) {
  DnnEngineForm made;
  makeEngineOf(plan, plan.knob, made);
  return give(std::vector<int64_t>{int64_t(made.workspaceBytes)}, room, count,
              out);
}

} // namespace

} // namespace dnn

using namespace dnn;

namespace api {

DnnStatus cudnnBackendCreateDescriptor(DnnKind kind,
                                       DnnDescriptor *descriptor) {
  bool isKnown = isOperation(kind);
  for (const Rule &rule : rules)
    isKnown |= rule.kind == kind;
  if (!descriptor)
    return kDnnNullPointer;
  if (!isKnown)
    return kDnnNotSupported;
  auto object = std::make_unique<DnnObject>();
  object->kind = kind;
  *descriptor = Machine::get().dnnObjects.add(std::move(object));
  return kDnnSuccess;
}

DnnStatus cudnnBackendDestroyDescriptor(DnnDescriptor descriptor) {
  return Machine::get().dnnObjects.remove(descriptor) ? kDnnSuccess
                                                      : kDnnBadParam;
}

DnnStatus cudnnBackendSetAttribute(DnnDescriptor descriptor,
                                   DnnAttribute attribute,
                                   DnnAttributeType type, int64_t count,
                                   const void *values) {
  DnnObject *object = Machine::get().dnnObjects.find(descriptor);
  if (!object || object->isHandle || object->isFinalized)
    return kDnnBadParam;
  if (!values)
    return kDnnNullPointer;
  std::optional<Rule> rule = ruleOf(*object, attribute);
  if (!rule || count < 1 || count > rule->most)
    return kDnnBadParam;
  // Alpha and beta are of either type.
  if (type != rule->type &&
      !(rule->type == kDnnFloatType && type == kDnnDoubleType))
    return kDnnBadParam;
  auto data = static_cast<const uint8_t *>(values);
  for (int64_t i = 0; i < count; ++i) {
    if (type != kDnnDescriptorType && type != kDnnHandleType)
      break;
    void *value;
    memcpy(&value, data + 8 * i, 8);
    DnnObject *other = Machine::get().dnnObjects.find(value);
    if (!other || other->isHandle != (type == kDnnHandleType))
      return kDnnBadParam;
    bool isAny = attribute == kDnnGraphOperations;
    if (type == kDnnDescriptorType &&
        (isAny ? !isOperation(other->kind) && !isGraphOperation(other->kind)
               : other->kind != rule->of))
      return kDnnBadParam;
    if (type == kDnnDescriptorType && !other->isFinalized)
      return kDnnNotFinalized;
  }
  object->values[attribute] = {count,
                               {data, data + uint64_t(count) * widthOf(type)}};
  return kDnnSuccess;
}

DnnStatus cudnnBackendFinalize(DnnDescriptor descriptor) {
  DnnObject *object = Machine::get().dnnObjects.find(descriptor);
  if (!object || object->isHandle || object->isFinalized || !isWhole(*object))
    return kDnnBadParam;
  if (DnnStatus status = settle(*object))
    return status;
  object->isFinalized = true;
  return kDnnSuccess;
}

DnnStatus cudnnBackendGetAttribute(DnnDescriptor descriptor,
                                   DnnAttribute attribute,
                                   DnnAttributeType type, int64_t room,
                                   int64_t *count, void *values) {
  DnnObject *object = Machine::get().dnnObjects.find(descriptor);
  if (!object || object->isHandle || !count || room < 0 || (room && !values))
    return kDnnBadParam;
  if (!object->isFinalized)
    return kDnnNotFinalized;
  auto descriptors = static_cast<DnnDescriptor *>(values);
  bool areDescriptors = type == kDnnDescriptorType;
  if (object->kind == kDnnEngineHeuristics && areDescriptors &&
      attribute == kDnnHeuristicsResults)
    return giveProposals(*object, room, count, descriptors);
  if (object->kind == kDnnEngineConfig && areDescriptors &&
      attribute == kDnnConfigEngine)
    return giveEngine(*object, room, count, descriptors);
  if (object->kind == kDnnEngineConfig && areDescriptors &&
      attribute == kDnnConfigKnobs)
    return giveKnobs(*object, room, count, descriptors);
  if (object->kind == kDnnEngine && type == kDnnNoteType &&
      attribute == kDnnEngineNotes)
    return giveNotes(*object, room, count, values);
  if (object->kind == kDnnEngine && type == kDnnInt64Type &&
      attribute == kDnnEngineIndex)
    return give(listOf(*object, attribute), room, count, values);
  if (object->kind == kDnnKnobChoice && type == kDnnInt64Type &&
      attribute == kDnnKnobChoiceValue)
    return give(listOf(*object, attribute), room, count, values);
  if (object->kind == kDnnKnobChoice && type == kDnnKnobType &&
      attribute == kDnnKnobChoiceType)
    return give(std::vector<int32_t>{valueOf<int32_t>(*object, attribute)},
                room, count, values);
  if (object->kind == kDnnPlan && type == kDnnInt64Type &&
      attribute == kDnnPlanWorkspace)
    return giveWorkspace(*object, room, count, values);
  return kDnnBadParam;
}

} // namespace api
} // namespace popt::fake
