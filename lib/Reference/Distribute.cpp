//===- Distribute.cpp - Global tensors to ranks and back ------------------===//
//
// Tested by test/unit/Reference/DistributeTest.cpp: collect undoes distribute
// for every layout of small meshes.
//
//===----------------------------------------------------------------------===//
#include "popt/Reference/Distribute.h"
#include <limits>
#include <map>

using namespace popt;
using namespace popt::reference;

template <typename T> static T poisonOf() {
  if constexpr (std::is_same_v<T, bool>)
    return true;
  else if constexpr (std::is_integral_v<T>)
    return std::numeric_limits<T>::max() - T(17);
  else if constexpr (isSmallIntegerType<T>)
    return T(T::most);
  else if constexpr (std::is_same_v<T, Float4E2M1FN> ||
                     std::is_same_v<T, Float6E2M3FN> ||
                     std::is_same_v<T, Float6E3M2FN>)
    return T(std::numeric_limits<float>::infinity()); // the largest: no NaN
  else
    return T(std::numeric_limits<float>::quiet_NaN());
}

Tensor popt::reference::padding(ElementType type, Ints shape, Padding kind) {
  Tensor scalar(type, {});
  if (kind == Padding::Poison)
    dispatch(type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      *scalar.mutableData<T>() = poisonOf<T>();
    });
  return splat(scalar, shape);
}

Binary popt::reference::operationOf(Monoid monoid) {
  // In the order of Monoid.
  static constexpr Binary operations[] = {
      Binary::Add, Binary::Multiply, Binary::Maximum, Binary::Minimum,
      Binary::And, Binary::Or,       Binary::Xor};
  return operations[static_cast<size_t>(monoid)];
}

template <typename T> static std::optional<T> identityOf(Monoid monoid) {
  constexpr bool isInteger = std::is_integral_v<T>;
  switch (monoid) {
  case Monoid::Sum:
    // -0 is the element that leaves even -0 alone.
    if constexpr (IsComplex<T>::value)
      return T(-0.0f, -0.0f);
    else
      return T(isInteger ? 0.0f : -0.0f);
  case Monoid::Prod:
    return T(1.0f);
  case Monoid::Max:
  case Monoid::Min:
    if constexpr (IsComplex<T>::value)
      return std::nullopt;
    else if constexpr (isInteger)
      return monoid == Monoid::Max ? std::numeric_limits<T>::min()
                                   : std::numeric_limits<T>::max();
    else if constexpr (isSmallFloatType<T>)
      return T(extremeOf(T::format, monoid == Monoid::Max));
    else
      return T(monoid == Monoid::Max ? -std::numeric_limits<float>::infinity()
                                     : std::numeric_limits<float>::infinity());
  case Monoid::And:
  case Monoid::Or:
  case Monoid::Xor:
    if constexpr (std::is_same_v<T, bool>)
      return monoid == Monoid::And;
    else if constexpr (isInteger)
      return monoid == Monoid::And ? T(-1) : T(0);
    else
      return std::nullopt;
  }
  return std::nullopt;
}

MaybeTensor popt::reference::identityElement(Monoid monoid, ElementType type) {
  if (isSmallInteger(type)) {
    if (monoid != Monoid::Max && monoid != Monoid::Min)
      return convert(*identityElement(monoid, wideType(type)), type);
    // The outermost values of the wide type would lose their upper bits.
    return dispatch(type, [&](auto tag) -> MaybeTensor {
      using T = typename decltype(tag)::type;
      if constexpr (isSmallIntegerType<T>)
        return Tensor::scalar<T>(T(monoid == Monoid::Max ? T::least : T::most));
      else
        return std::nullopt;
    });
  }
  return dispatch(type, [&](auto tag) -> MaybeTensor {
    using T = typename decltype(tag)::type;
    if constexpr (!isSmallIntegerType<T>)
      if (std::optional<T> value = identityOf<T>(monoid))
        return Tensor::scalar<T>(*value);
    return std::nullopt;
  });
}

static bool existsAt(const Layout &layout,
                     const std::vector<int64_t> &coordinates) {
  return llvm::all_of(layout.pins, [&](const Pin &pin) {
    return llvm::is_contained(pin.coordinates, coordinates[pin.axis]);
  });
}

/// The number of this coordinate among those that hold different partial
/// values. On a pinned axis the first pinned coordinate counts as 0.
static bool keepsValue(const Mesh &mesh, const Layout &layout,
                       const std::vector<int64_t> &coordinates) {
  return llvm::all_of(layout.partial, [&](const AxisRef &ref) {
    if (const Pin *pin = layout.findPin(ref.axis))
      return coordinates[ref.axis] == pin->coordinates.front();
    return mesh.coordinate(ref, coordinates) == 0;
  });
}

static void beginAndExtent(const std::vector<DimBlock> &blocks, Shape &begin,
                           Shape &extent) {
  for (const DimBlock &block : blocks) {
    begin.push_back(block.begin);
    extent.push_back(block.extent);
  }
}

RankTensors popt::reference::distribute(const Mesh &mesh, const Layout &layout,
                                        const Tensor &global, Padding kind) {
  const std::vector<int64_t> shape(global.shape().begin(),
                                   global.shape().end());
  const std::vector<int64_t> local = localShape(layout, shape);
  RankTensors result;
  // Ranks whose blocks begin at the same place and hold the same kind of thing
  // share a tensor.
  std::map<std::vector<int64_t>, Tensor> known;
  for (int64_t rank = 0; rank < mesh.numRanks(); ++rank) {
    const std::vector<int64_t> coordinates = mesh.coordinates(rank);
    const bool exists = existsAt(layout, coordinates);
    const bool keeps = keepsValue(mesh, layout, coordinates);
    Shape begin, extent, origin(shape.size(), 0);
    beginAndExtent(blocksAt(mesh, layout, shape, coordinates), begin, extent);
    std::vector<int64_t> key(begin.begin(), begin.end());
    key.insert(key.end(), extent.begin(), extent.end());
    key.push_back(exists ? (keeps ? 2 : 1) : 0);
    auto [it, isNew] = known.try_emplace(key);
    if (isNew) {
      Tensor value = padding(global.type(), local, kind);
      MaybeTensor identity = identityElement(layout.monoid, global.type());
      if (exists && keeps)
        value = insertBox(value, extractBox(global, begin, extent), origin);
      else if (exists && identity)
        value = insertBox(value, splat(*identity, extent), origin);
      it->second = value;
    }
    result.push_back(it->second);
  }
  return result;
}

/// Coordinates along the partial axes as one number: which partial value a rank
/// holds.
static int64_t numberOfPartial(const Mesh &mesh, const Layout &layout,
                               const std::vector<int64_t> &coordinates) {
  int64_t partial = 0;
  for (const AxisRef &ref : layout.partial)
    partial = partial * ref.size + mesh.coordinate(ref, coordinates);
  return partial;
}

MaybeTensor popt::reference::collect(const Mesh &mesh, const Layout &layout,
                                     Ints globalShape,
                                     llvm::ArrayRef<Tensor> locals,
                                     std::string &error, double rtol,
                                     double atol) {
  const std::vector<int64_t> shape(globalShape.begin(), globalShape.end());
  const std::vector<int64_t> local = localShape(layout, shape);
  if (int64_t(locals.size()) != mesh.numRanks()) {
    error = "got " + std::to_string(locals.size()) + " tensors for " +
            std::to_string(mesh.numRanks()) + " ranks";
    return std::nullopt;
  }
  const ElementType type = locals[0].type();
  const bool widen = isNarrow(type) && !layout.partial.empty();
  const ElementType sumType = widen ? wideType(type) : type;
  Tensor global(sumType, shape);
  // First holder of each (block, partial value), and whether a block has a
  // partial value yet.
  std::map<std::pair<std::vector<int64_t>, int64_t>, int64_t> holder;
  std::map<std::vector<int64_t>, bool> started;
  for (int64_t rank = 0; rank < mesh.numRanks(); ++rank) {
    const std::vector<int64_t> coordinates = mesh.coordinates(rank);
    if (!existsAt(layout, coordinates))
      continue;
    const Tensor &tensor = locals[rank];
    if (tensor.type() != type || tensor.shape() != Ints(local)) {
      error = "rank " + std::to_string(rank) + " holds " + tensor.str() +
              ", expected " + Tensor(type, local).str();
      return std::nullopt;
    }
    Shape begin, extent, origin(shape.size(), 0);
    beginAndExtent(blocksAt(mesh, layout, shape, coordinates), begin, extent);
    if (numElements(extent) == 0)
      continue;
    const Tensor block = extractBox(tensor, origin, extent);
    const std::vector<int64_t> where(begin.begin(), begin.end());
    auto [it, isNew] = holder.try_emplace(
        {where, numberOfPartial(mesh, layout, coordinates)}, rank);
    if (!isNew) {
      if (rtol < 0 || locals[it->second].sharesBufferWith(tensor))
        continue;
      Comparison same = compare(
          block, extractBox(locals[it->second], origin, extent), rtol, atol);
      if (!same.equal) {
        error = "ranks " + std::to_string(it->second) + " and " +
                std::to_string(rank) + " should hold the same: " + same.message;
        return std::nullopt;
      }
      continue;
    }
    Tensor partial = convert(block, sumType);
    if (bool &has = started[where]; has) {
      MaybeTensor sum = binary(operationOf(layout.monoid),
                               extractBox(global, begin, extent), partial);
      if (!sum) {
        error = std::string(popt::name(layout.monoid)) +
                " is not defined for " + reference::name(type);
        return std::nullopt;
      }
      partial = *sum;
    } else {
      has = true;
    }
    global = insertBox(std::move(global), partial, begin);
  }
  return convert(global, type);
}
