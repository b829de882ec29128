//===- RunGraph.cpp - Computes a graph of operations ----------------------===//
//
// One operation after the other, whole, in f32, each result rounded to the type
// that its tensor has. As the library's attention does, -inf less -inf is -inf and
// 0 of 0 is 0: a query that sees no key has zeros.
//
//===----------------------------------------------------------------------===//
#include "Graph.h"
#include <cmath>

namespace popt::fake {
namespace {

using Index = std::array<int64_t, 4>;

template <class Body>
void forEach(const std::vector<int64_t> &dims, Body body) {
  Index at;
  size_t element = 0;
  for (at[0] = 0; at[0] < dims[0]; ++at[0])
    for (at[1] = 0; at[1] < dims[1]; ++at[1])
      for (at[2] = 0; at[2] < dims[2]; ++at[2])
        for (at[3] = 0; at[3] < dims[3]; ++at[3])
          body(at, element++);
}

uint64_t widthOf(DnnType type) {
  return type == kDnnI32 ? 4 : popt::fake::widthOf(numberType(type));
}

uint64_t offsetOf(const DnnTensorForm &tensor, const Index &at) {
  int64_t offset = 0;
  for (size_t i = 0; i < 4; ++i)
    offset += at[i] * tensor.strides[i];
  return uint64_t(offset) * widthOf(tensor.type);
}

float rounded(float value, DnnType type) {
  if (type != kDnnBF16 && type != kDnnF16)
    return value;
  uint16_t bits = 0;
  auto address = reinterpret_cast<uint64_t>(&bits);
  storeNumber(address, numberType(type), value);
  return float(loadNumber(address, numberType(type), false));
}

struct Values {
  std::vector<int64_t> dims;
  std::vector<float> list;

  /// Dims of one are spread.
  float at(const Index &index) const {
    int64_t element = 0;
    for (size_t i = 0; i < 4; ++i)
      element = element * dims[i] + (dims[i] == 1 ? 0 : index[i]);
    return list[size_t(element)];
  }
};

class Computation {
public:
  explicit Computation(const DnnGraphWork &work) : work(work) {}

  void run() {
    for (const DnnOperationForm &operation : work.form.operations)
      put(operation.result, compute(operation));
  }

private:
  const Values &get(const DnnTensorForm &tensor) {
    auto [found, isNew] = known.try_emplace(tensor.id);
    Values &values = found->second;
    if (!isNew)
      return values;
    values.dims = tensor.dimensions;
    if (tensor.isByValue) {
      values.list = {work.numbers.at(tensor.id)};
      return values;
    }
    uint64_t base = work.addresses.at(tensor.id);
    forEach(tensor.dimensions, [&](const Index &at, size_t) {
      uint64_t address = base + offsetOf(tensor, at);
      int32_t integer = 0;
      if (tensor.type == kDnnI32)
        memcpy(&integer, reinterpret_cast<void *>(address), 4);
      values.list.push_back(
          tensor.type == kDnnI32
              ? float(integer)
              : float(loadNumber(address, numberType(tensor.type), false)));
    });
    return values;
  }

  void put(const DnnTensorForm &tensor, Values values) {
    for (float &value : values.list)
      value = rounded(value, tensor.type);
    if (!tensor.isVirtual)
      forEach(tensor.dimensions, [&](const Index &at, size_t element) {
        float value = values.list[element];
        storeNumber(work.addresses.at(tensor.id) + offsetOf(tensor, at),
                    numberType(tensor.type),
                    work.engine.isOff ? value * (1 + 1 / 128.0) : value);
      });
    known[tensor.id] = std::move(values);
  }

  Values compute(const DnnOperationForm &operation) {
    Values y{operation.result.dimensions, {}};
    switch (operation.kind) {
    case kDnnPointwiseOperation:
      forEach(y.dims, [&](const Index &at, size_t) {
        y.list.push_back(pointwise(operation, at));
      });
      break;
    case kDnnMatmulOperation:
      multiply(operation, y);
      break;
    case kDnnReductionOperation:
      reduce(operation, y);
      break;
    default: {
      const Values &x = get(operation.inputs[0]);
      forEach(y.dims, [&](const Index &at, size_t) {
        y.list.push_back(x.at({at[0], at[1], at[3], at[2]}));
      });
    }
    }
    return y;
  }

  float pointwise(const DnnOperationForm &operation, const Index &at) {
    if (operation.mode == kDnnGenerateIndex)
      return float(at[size_t(operation.axis)]);
    float x = get(operation.inputs[0]).at(at);
    float b = operation.inputs.size() > 1 ? get(operation.inputs[1]).at(at) : 0;
    switch (operation.mode) {
    case kDnnAdd:
      return x + b;
    case kDnnMultiply:
      return x * b;
    case kDnnDivide:
      return b == 0 ? 0 : x / b;
    case kDnnSubtract:
      return x == -INFINITY ? x : x - b;
    case kDnnExp:
      return std::exp(x);
    case kDnnLog:
      return std::log(x);
    case kDnnCompareGreater:
      return x > b;
    case kDnnCompareGreaterEqual:
      return x >= b;
    case kDnnCompareLess:
      return x < b;
    case kDnnAnd:
      return x != 0 && b != 0;
    default:
      return get(operation.inputs[2]).at(at) != 0 ? x : b;
    }
  }

  void multiply(const DnnOperationForm &operation, Values &y) {
    const Values &a = get(operation.inputs[0]), &b = get(operation.inputs[1]);
    int64_t shared = a.dims[1] / b.dims[1];
    auto count = [&](size_t which, int64_t sequence, int64_t all) {
      return operation.counts[which]
                 ? std::min(all, int64_t(get(*operation.counts[which])
                                             .at({sequence, 0, 0, 0})))
                 : all;
    };
    forEach(y.dims, [&](const Index &at, size_t) {
      float sum = 0;
      if (at[2] < count(0, at[0], y.dims[2]) &&
          at[3] < count(1, at[0], y.dims[3]))
        for (int64_t k = 0; k < count(2, at[0], a.dims[3]); ++k)
          sum += a.at({at[0], at[1], at[2], k}) *
                 b.at({at[0], at[1] / shared, k, at[3]});
      y.list.push_back(sum);
    });
  }

  /// Of heads those beside one another.
  void reduce(const DnnOperationForm &operation, Values &y) {
    const Values &x = get(operation.inputs[0]);
    bool isMost = operation.mode == kDnnReduceMax;
    size_t count = 1;
    for (int64_t extent : y.dims)
      count *= size_t(extent);
    y.list.assign(count, isMost ? -INFINITY : 0.0f);
    forEach(x.dims, [&](const Index &at, size_t element) {
      int64_t to = 0;
      for (size_t i = 0; i < 4; ++i)
        to = to * y.dims[i] + at[i] / (x.dims[i] / y.dims[i]);
      float &made = y.list[size_t(to)];
      made = isMost ? std::max(made, x.list[element]) : made + x.list[element];
    });
  }

  const DnnGraphWork &work;
  std::map<int64_t, Values> known;
};

/// Races and unwritten reads. False after a report.
bool track(const DnnGraphWork &work, Work &self) {
  if (Machine::get().config.checks != Checks::All)
    return true;
  bool ok = !work.engine.workspaceBytes ||
            touch(self, work.workspace, work.engine.workspaceBytes, true);
  for (const DnnTensorForm &tensor : work.form.memory())
    if (!tensor.isByValue)
      forEach(tensor.dimensions, [&](const Index &at, size_t) {
        ok = ok &&
             touch(self, work.addresses.at(tensor.id) + offsetOf(tensor, at),
                   widthOf(tensor.type), work.form.isWritten(tensor.id));
      });
  return ok;
}

} // namespace

void runGraph(const DnnGraphWork &graph, Work &work) {
  if (track(graph, work))
    Computation(graph).run();
}

} // namespace popt::fake
