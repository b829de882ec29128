//===- GspmdSharding.h - Sharding strings of GSPMD ------------------------===//
//
// `{devices=[2,1,2]<=[4] last_tile_dim_replicate}` cuts the first dimension in
// two; each half is held by two devices. The list of devices, row-major by
// `tile`, says which device holds which tile. Axes are not named: they are
// found as *digits* of the device number. Device 5 of 8 is 1,0,1 in digits of
// size 2; `[4,2]<=[2,4]T(1,0)` cuts dimension 0 by the digit of stride 1 and
// size 4.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_IMPORT_GSPMDSHARDING_H
#define POPT_LIB_IMPORT_GSPMDSHARDING_H

#include "mlir/Support/LLVM.h"

#include <optional>
#include <string>
#include <vector>

namespace popt {

/// A sharding as `mhlo.sharding` writes it.
struct GspmdSharding {
  enum class Kind { Replicated, Maximal, Manual, Unreduced, Unknown, Tiled };
  Kind kind = Kind::Replicated;
  /// Tiles per dimension, then the sizes of the subgroups.
  std::vector<int64_t> tile;
  /// The meaning of the trailing entries of `tile`.
  std::vector<Kind> subgroups;
  /// Row-major by `tile`; of a maximal sharding the one device.
  std::vector<int64_t> devices;
  /// Values with one number are sharded alike.
  std::optional<int64_t> group;

  size_t rank() const { return tile.size() - subgroups.size(); }
};

/// Reads one sharding, or those of a tuple. Returns nothing, and the error, if
/// the text is malformed.
std::optional<std::vector<GspmdSharding>>
parseGspmdShardings(llvm::StringRef text, std::string &error);

/// (device / stride) % size.
struct DeviceDigit {
  int64_t stride, size;
};
using DeviceDigits = std::vector<DeviceDigit>; ///< major to minor

/// The digits of the rank that tell the tiles of each entry of `tile` apart,
/// where device d has the rank `rankOf[d]`. Nothing if digits do not.
std::optional<std::vector<DeviceDigits>>
readDigits(const GspmdSharding &sharding, llvm::ArrayRef<int64_t> rankOf);

} // namespace popt
#endif // POPT_LIB_IMPORT_GSPMDSHARDING_H
