//===- UserLine.cpp - Where a user wrote an operation ---------------------===//
//
// Reads the locations that JAX writes, and others as far as they go. Tested by
// test/unit/Report/UserLineTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Report/UserLine.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Support/UserPlace.h"

#include "llvm/Support/Path.h"

using namespace mlir;

namespace popt {

StringRef name(Direction direction) {
  static constexpr StringLiteral words[] = {"", "forward", "backward",
                                            "recomputed"};
  return words[static_cast<size_t>(direction)];
}

/// A function's name without Python's `<locals>`.
static std::string readable(StringRef function) {
  std::string text;
  for (StringRef part : llvm::split(function, "<locals>."))
    text += part;
  return text;
}

namespace {
/// Collects what a location says, from the outside to the inside.
struct LocationReader {
  UserLine line;
  std::string names; ///< `jit(step)/jvp(mlp)/dot_general`

  void read(Location loc, const std::string &function = "") {
    if (auto file = dyn_cast<FileLineColLoc>(loc)) {
      line.frames.push_back(
          {file.getFilename().str(), file.getLine(), function});
    } else if (auto range = dyn_cast<FileLineColRange>(loc)) {
      line.frames.push_back(
          {range.getFilename().str(), range.getStartLine(), function});
    } else if (auto call = dyn_cast<CallSiteLoc>(loc)) {
      read(call.getCallee());
      read(call.getCaller());
    } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
      // One place is enough to find the others.
      for (Location part : fused.getLocations())
        if (line.frames.empty() && names.empty() && line.operation.empty())
          read(part);
    } else if (auto named = dyn_cast<NameLoc>(loc)) {
      readNamed(named);
    }
  }

  void readNamed(NameLoc named) {
    StringRef text = named.getName();
    Location inner = named.getChildLoc();
    if (isa<UnknownLoc>(inner)) {
      // The first is the innermost; a call says no more than "jit:".
      if (line.operation.empty() && !text.ends_with(":"))
        line.operation = text.str();
      return;
    }
    // Functions have names without the marks of transformations.
    bool isStack = text.contains('/') || text.contains("jit(");
    if (isStack && names.empty())
      names = text.str();
    read(inner, isStack || text.ends_with(":") ? "" : readable(text));
  }
};
} // namespace

/// `step` of `jit(step)/jvp()/mul`.
static StringRef jittedFunction(StringRef names) {
  for (StringRef prefix : {"jit(", "pjit("})
    if (names.consume_front(prefix))
      return names.take_until([](char c) { return c == '/'; })
          .drop_back(names.contains(')') ? 1 : 0);
  return "";
}

static Direction directionOf(StringRef names) {
  bool isBackward = names.contains("transpose(");
  if (names.contains("rematted_computation"))
    return Direction::Recomputed;
  if (isBackward && names.contains("jvp("))
    return Direction::Backward;
  return names.contains("jvp(") ? Direction::Forward : Direction::None;
}

UserLine readUserLine(Location loc) {
  if (auto named = dyn_cast<NameLoc>(loc);
      named && isa<UnknownLoc>(named.getChildLoc())) {
    UserLine line;
    line.argument = named.getName().str();
    return line;
  }
  LocationReader reader;
  reader.read(loc);
  UserLine line = std::move(reader.line);
  StringRef names = reader.names;
  if (names.empty())
    return line;
  line.direction = directionOf(names);
  auto [scopes, last] = names.rsplit('/');
  // The operation may stand inside.
  bool isOutside = !line.operation.empty();
  line.scope = dist::getScope(isOutside ? names : scopes);
  if (!isOutside)
    line.operation = (last.empty() ? scopes : last).str();
  StringRef jitted = jittedFunction(names);
  auto step = llvm::find_if(line.frames, [&](const UserLine::Frame &frame) {
    return !jitted.empty() && frame.function == jitted;
  });
  if (step != line.frames.end())
    line.frames.erase(step + 1, line.frames.end());
  return line;
}

const UserLine::Frame *UserLine::frame() const {
  if (frames.empty())
    return nullptr;
  for (const Frame &frame : frames)
    if (!isInstalled(frame.file))
      return &frame;
  return &frames.front();
}

static std::string describe(const UserLine::Frame &frame, StringRef file) {
  std::string text = file.str() + ":" + std::to_string(frame.line);
  return frame.function.empty() ? text : text + " in " + frame.function;
}

std::string UserLine::str() const {
  if (!argument.empty())
    return argument;
  const Frame *at = frame();
  std::string text =
      at ? describe(*at, llvm::sys::path::filename(at->file)) : operation;
  if (!at && !scope.empty())
    text += " of " + scope;
  if (!text.empty() && direction != Direction::None)
    text += " (" + name(direction).str() + ")";
  return text;
}

std::string UserLine::stack() const {
  std::string text;
  for (const Frame &frame : frames)
    text += (text.empty() ? "" : "\n") + describe(frame, frame.file);
  return text;
}

} // namespace popt
