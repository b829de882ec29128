//===- Lines.cpp - Fewer lines of a text ----------------------------------===//
#include "Lines.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

std::string
popt::reduce::shrinkLines(StringRef text,
                          function_ref<bool(StringRef)> isInteresting) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  // Single lines again and again until none can go.
  for (size_t size = std::max<size_t>(lines.size() / 2, 1);;) {
    bool removed = false;
    for (size_t begin = 0; begin < lines.size();) {
      size_t end = std::min(begin + size, lines.size());
      SmallVector<StringRef> fewer(lines.begin(), lines.begin() + begin);
      fewer.append(lines.begin() + end, lines.end());
      if (isInteresting(join(fewer, "\n"))) {
        lines = fewer;
        removed = true;
      } else {
        begin = end;
      }
    }
    if (size == 1 && !removed)
      break;
    size = std::max<size_t>(size / 2, 1);
  }
  return join(lines, "\n");
}
