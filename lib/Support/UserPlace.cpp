//===- UserPlace.cpp - Which line of a call stack is the user's -----------===//
//
// Tests: UserLineTest, MessagesTest.
//
//===----------------------------------------------------------------------===//
#include "popt/Support/UserPlace.h"

using namespace mlir;

bool popt::isInstalled(StringRef file) {
  return file.contains("site-packages/") || file.contains("dist-packages/") ||
         file.contains("/lib/python3.");
}

FileLineColLoc popt::findUserPlace(Location loc) {
  FileLineColLoc innermost, users;
  // A callee comes before its caller.
  loc->walk([&](Location at) {
    auto file = dyn_cast<FileLineColLoc>(at);
    if (!file)
      return WalkResult::advance();
    if (!innermost)
      innermost = file;
    if (isInstalled(file.getFilename()))
      return WalkResult::advance();
    users = file;
    return WalkResult::interrupt();
  });
  return users ? users : innermost;
}
