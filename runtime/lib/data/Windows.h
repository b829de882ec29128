//===- Windows.h - Windows of token files -----------------------*- C++ -*-===//
//
// `--data F.json`: files of tokens are one list of windows, `stride` tokens apart,
// of which each is taken once per epoch, in order or shuffled. Which windows a step
// takes follows from how many were taken before, so a position is one number, and
// every rank finds the rows of its block without a message or a table.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DATA_WINDOWS_H
#define POPT_RT_LIB_DATA_WINDOWS_H

#include "Source.h"

namespace popt::rt {

/// What the numbers of windows mean: if any of this differs, number 1000 is another
/// window. Checkpoints have it.
struct WindowNumbers {
  int64_t count = 0; ///< of an epoch
  int64_t span = 0;  ///< tokens that a window needs
  int64_t stride = 0;
  std::optional<int64_t> shuffle; ///< the seed
  int64_t files = 0;
  uint64_t hash = 0; ///< of the files, and where their tokens lie
};

/// How they differ from those of a run before: what it has, and what they have;
/// empty if they don't.
std::string differenceOf(const WindowNumbers &before, const WindowNumbers &now);

/// Where the windows of a run's batches lie.
class TokenWindows {
public:
  /// Reads what `path` says, and the headers of the token files, which become
  /// those of `out_files`. False and a message.
  [[nodiscard]] bool open(FileSystem &files, const std::string &path,
                          Sources &out_files, std::string &out_error);
  /// The keys of arguments that take windows.
  std::vector<std::string> keys() const;
  /// The argument of a key is of this type and shape: windows lie along its last
  /// dimension. False and a message if it can't have tokens, or does not fit the
  /// others. Before the functions below, for all keys.
  [[nodiscard]] bool take(const std::string &key, ElementType itsType,
                          const std::vector<int64_t> &shape,
                          std::string &out_error);
  /// How many there are in all epochs. None and a message if a file is too short.
  [[nodiscard]] bool count(int64_t &out_count, std::string &out_error);
  /// After count(), but for the hash.
  WindowNumbers numbers() const;
  /// Where tokens lie in their files, for the hash.
  std::string layout() const;
  /// How many a batch takes.
  int64_t perBatch() const { return rows; }
  /// What an argument's batches are read from: tokens, without blocks but one that
  /// says how many bytes after a window its own begins.
  Source sourceOf(const std::string &key,
                  const std::vector<int64_t> &shape) const;
  /// The batch that begins with window `first` of all epochs.
  Source at(const Source &source, int64_t first) const;

private:
  /// A file's tokens, as it has them.
  struct Tokens {
    size_t file;
    uint64_t offset;
    int64_t count, firstWindow;
  };
  bool add(FileSystem &files, const std::string &path, Sources &sources,
           std::string &error);
  bool openIndex(FileSystem &files, const std::string &path, uint64_t size,
                 ElementType &out_type, std::string &error);
  int64_t windowAt(int64_t window) const;

  std::string path;
  std::vector<Tokens> tokens;
  std::optional<ElementType> said;       ///< as "type"
  std::optional<ElementType> type;       ///< of all tokens
  std::map<std::string, int64_t> shifts; ///< by key, in tokens
  uint64_t headerBytes = 0, vocabulary = 0;
  std::optional<int64_t> seed;
  int64_t stride = 0, epochs = 1;
  int64_t rows = 0, length = 0, span = 0, numWindows = 0;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_DATA_WINDOWS_H
