//===- GroupBuilder.h - dist collectives over replica groups --------------===//
//
// Builds a collective of StableHLO from dist's, over the groups that it lists.
// For a combination that is no monoid, blocks are gathered and then combined
// one after the other. Collectives with a root, or with groups of several
// sizes, become permutes along binomial trees.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_GROUPBUILDER_H
#define POPT_LIB_OPMODELS_STABLEHLO_GROUPBUILDER_H

#include "Models.h"
#include "ProcessGroups.h"

namespace popt {

/// Builds dist collectives over one operation's groups.
class GroupBuilder {
public:
  static mlir::FailureOr<GroupBuilder> get(LocaliseContext &context) {
    mlir::FailureOr<RankLists> lists = rankLists(context.op, context.mesh);
    if (mlir::failed(lists) || mlir::failed(checkBodies(context.op)))
      return mlir::failure();
    GroupBuilder builder(context);
    builder.lists = std::move(*lists);
    return builder;
  }

  /// Bodies that are no monoid are inlined on whole tensors: they use no
  /// outside values and hold no regions.
  static mlir::LogicalResult checkBodies(mlir::Operation *op);
  /// Every rank is in a group.
  mlir::LogicalResult checkGroups();
  /// A dim becomes as many times as large as groups have members.
  mlir::LogicalResult checkSizes(int64_t dim, mlir::Value small,
                                 mlir::Value large);
  bool hasOneSize() const {
    return llvm::all_of(lists, [&](auto &group) {
      return group.size() == lists.front().size();
    });
  }
  /// No group has more than one member.
  bool isAlone() const {
    return llvm::all_of(lists, [](auto &group) { return group.size() <= 1; });
  }
  int64_t size() const { return static_cast<int64_t>(lists.front().size()); }

  mlir::Value allReduce(mlir::Value x, Monoid monoid);
  mlir::Value allGather(mlir::Value x, int64_t dim);
  mlir::Value reduceScatter(mlir::Value x, Monoid monoid, int64_t dim);
  mlir::Value allSlice(mlir::Value x, int64_t dim);
  mlir::Value allToAll(mlir::Value x, int64_t split, int64_t concat);
  /// From and to the ranks of pairs; of the operation's if none are given.
  mlir::Value permute(mlir::Value x) { return permute(x, lists); }
  mlir::Value permute(mlir::Value x, const RankLists &pairs);
  /// Combines a group's blocks by a body that is no monoid, in order.
  mlir::Value combine(mlir::Value x, mlir::Region &body);
  /// Combines a group's blocks at its first member, in order.
  mlir::Value reduceToFirst(mlir::Value x, mlir::Region &body);
  /// Brings the value of the member at place `root` to the first member; the
  /// nearest if there is no such place.
  mlir::Value moveToFirst(mlir::Value x, mlir::Value root);
  /// Gives all members the first one's block, and zeros to ranks in no group.
  mlir::Value broadcast(mlir::Value x);
  /// Zeros but at the first members, or at those whose place is `root`.
  mlir::Value keepAtFirst(mlir::Value x);
  mlir::Value keepAt(mlir::Value x, mlir::Value root);

private:
  explicit GroupBuilder(LocaliseContext &context)
      : b(context.builder), loc(context.loc()), context(context) {}

  mlir::RankedTensorType scaled(mlir::Value x, int64_t dim, int64_t times,
                                int64_t parts) {
    llvm::SmallVector<int64_t> shape(shapeOf(x));
    shape[dim] = shape[dim] * times / parts;
    return mlir::RankedTensorType::get(shape, elementOf(x));
  }
  dist::MonoidAttr attr(Monoid monoid) {
    return dist::MonoidAttr::get(b.getContext(), monoid);
  }
  mlir::ArrayAttr attr(const RankLists &ranks) {
    llvm::SmallVector<mlir::Attribute> attrs;
    for (const std::vector<int64_t> &list : ranks)
      attrs.push_back(b.getDenseI64ArrayAttr(list));
    return b.getArrayAttr(attrs);
  }
  mlir::Value mapBody(mlir::Region &body, mlir::Value x, mlir::Value y);
  /// A round of a tree: (source, target) pairs, and which ranks are targets.
  struct Round {
    RankLists pairs;
    std::vector<bool> isTarget;
  };
  /// In groups of all sizes the member `distance` after each `stride`-th sends
  /// to it; with a stride of 0, to the first alone.
  Round towardsFirst(size_t distance, size_t stride) const;
  size_t longest() const;
  mlir::Value inShape(mlir::Value scalar, llvm::ArrayRef<int64_t> shape);
  mlir::Value zerosUnless(mlir::Value here, mlir::Value x);
  mlir::Value isAmong(const std::vector<bool> &ranks,
                      llvm::ArrayRef<int64_t> shape);

  mlir::OpBuilder &b;
  mlir::Location loc;
  LocaliseContext &context;
  RankLists lists;
  dist::AxisListAttr axes; ///< null if the groups are those of no axes
  mlir::ArrayAttr groups;  ///< null if there are axes
};

/// This rank's entry of a table.
mlir::Value lookUpByRank(LocaliseContext &context,
                         mlir::DenseElementsAttr table);

} // namespace popt
#endif // POPT_LIB_OPMODELS_STABLEHLO_GROUPBUILDER_H
