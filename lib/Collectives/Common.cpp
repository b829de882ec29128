//===- Common.cpp - Shared by the passes of Collectives -------------------===//
//
// Remarks of gains, and small rewrites. Tested through the passes.
//
//===----------------------------------------------------------------------===//
#include "Common.h"

#include "popt/Analysis/Zeros.h"
#include "popt/Support/Remarks.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {

Value toPartials(OpBuilder &builder, dist::AllReduceOp like, Value value) {
  if (isPartialAsItIs(value, like.getMonoid()))
    return value;
  return dist::ToPartialOp::create(
      builder, like.getLoc(), value.getType(), value, like.getMonoidAttr(),
      like.getAxesAttr(), like.getReplicaGroupsAttr(), like.getMeshAttr(),
      /*global_type=*/nullptr, /*from=*/nullptr, /*to=*/nullptr);
}

void explainGain(Location loc, StringRef name, Twine what,
                 const CommCost &before, const CommCost &after) {
  std::string text =
      llvm::formatv("{0}: sends {1} bytes instead of {2}, {3} fewer, in {4:e2} "
                    "s instead of {5:e2}",
                    what.str(), after.wireBytes, before.wireBytes,
                    before.wireBytes - after.wireBytes, after.seconds,
                    before.seconds)
          .str();
  remark::passed(loc, remark::RemarkOpts::name(name).category("collectives"))
      << text << remarkSeconds(before.seconds - after.seconds);
}

void explainSaved(Location loc, StringRef name, Twine what,
                  const CommCost &saved) {
  remark::passed(loc, remark::RemarkOpts::name(name).category("collectives"))
      << llvm::formatv("{0}: sends {1} bytes fewer, in {2:e2} s less",
                       what.str(), saved.wireBytes, saved.seconds)
             .str()
      << remarkSeconds(saved.seconds);
}

void explainMissed(Location loc, StringRef name, Twine why) {
  remark::missed(loc, remark::RemarkOpts::name(name).category("collectives"))
      << why.str();
}

} // namespace popt
