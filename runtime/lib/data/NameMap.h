//===- NameMap.h - Keys of files as arguments -------------------*- C++ -*-===//
//
// Files that others wrote call tensors by other names, lay them out in another
// way, and keep the layers of a model apart. A names map says which key goes to
// which argument, and how:
//
//   {"model.norm.weight": "params['norm']",
//    "model.layers.*.mlp.up_proj.weight":
//        {"to": "params['layers'][*]['up']", "transpose": true, "cast": true},
//    "model.layers.*.self_attn.q_proj.weight":
//        {"to": "params['wq']", "stack": true, "transpose": true,
//         "merge": [2, 3]}}
//
// What a star of the pattern stands for replaces the stars of "to", in order;
// those that "to" lacks number the slices of a stack. Nothing is copied: a map
// makes other sources out of sources. docs/Data.md describes the format.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DATA_NAMEMAP_H
#define POPT_RT_LIB_DATA_NAMEMAP_H

#include "Source.h"
#include <optional>

namespace popt::rt {

/// What becomes of the keys that match a pattern.
struct NameRule {
  std::string pattern;
  std::string to;     ///< empty: nothing
  size_t stacked = 0; ///< leading axes of the argument that are in the key
  bool isCast = false;
  bool reverses = false;          ///< "transpose": true
  std::vector<int64_t> transpose; ///< which axis of the file each axis is
  int64_t mergeFirst = -1, mergeLast = -1; ///< axes of the argument; -1: none
  std::string where; ///< for messages: `names.json: names["*.w"]`
};

/// A slice of an argument as a rule's file has it.
struct FileLayout {
  std::vector<int64_t> shape; ///< of the tensor in the file
  /// For each axis of the argument that is not stacked: the axis of the file
  /// that it is, or is a part of, and by which factor its stride is larger.
  std::vector<std::pair<size_t, int64_t>> axes;
};
/// How a rule lays out an argument of this shape. False and what is wrong.
[[nodiscard]] bool layoutOf(const NameRule &rule,
                            const std::vector<int64_t> &shape,
                            FileLayout &out_layout, std::string &out_error);

/// The rules of a file; of those that match a key the last counts.
struct NameMap {
  std::string path;
  std::vector<NameRule> rules;

  /// The rule for a key, and what its stars stand for; null if none matches.
  const NameRule *find(const std::string &key,
                       std::vector<std::string> &out_stars) const;
  /// Backwards: the rule that gives the argument its value, and its stars but
  /// those of stacked axes; null if none does.
  const NameRule *findTarget(const std::string &argument,
                             std::vector<std::string> &out_stars) const;
};
[[nodiscard]] bool readNameMap(FileSystem &files, const std::string &path,
                               NameMap &out_map, std::string &out_error);

/// A text with its stars replaced, in order.
std::string fillStars(const std::string &pattern,
                      const std::vector<std::string> &stars);

/// What is to be filled.
struct Wanted {
  std::string key;  ///< under which its source is to be found
  std::string name; ///< another one that maps may call it
  ElementType type = POPT_RT_F32;
  std::vector<int64_t> shape;
};
/// Replaces the keys that match a rule by those of what they go to; other keys
/// stay. False and a message if a rule matches nothing, or its target does not
/// fit.
[[nodiscard]] bool applyNames(const NameMap &map,
                              const std::vector<Wanted> &wanted,
                              Sources &sources, std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_LIB_DATA_NAMEMAP_H
