//===- MessagesTest.cpp ---------------------------------------------------===//
#include "popt/Support/Messages.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace mlir;

// With the line where the file is known, notes included.
TEST(Messages, ShowPlacesWhereThereAreSome) {
  MLIRContext context;
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy("first\nsecond\n", "m.mlir"),
      llvm::SMLoc());
  std::vector<std::string> shown;
  popt::Messages messages(
      sources, &context,
      [&](DiagnosticSeverity severity, const std::string &text) {
        shown.push_back(std::to_string(static_cast<int>(severity)) + " " +
                        text);
      });
  Location place = FileLineColLoc::get(&context, "m.mlir", 2, 3);
  Location nowhere = UnknownLoc::get(&context);
  emitWarning(place, "odd");
  emitError(nowhere, "--plan: wrong").attachNote(place) << "used here";
  emitRemark(nowhere, "chosen");
  Location named = NameLoc::get(StringAttr::get(&context, "batch['x']"));
  emitError(named, "too large").attachNote(named) << "is an argument";
  // Of a call stack the user's lines, innermost first.
  auto call = [](Location callee, Location caller) {
    return Location(CallSiteLoc::get(callee, caller));
  };
  Location library =
      FileLineColLoc::get(&context, "site-packages/flax/linear.py", 287, 1);
  Location caller = FileLineColLoc::get(&context, "m.mlir", 1, 1);
  emitError(call(library, call(library, call(place, caller))), "in a layer");
  emitError(library, "alone");
  ASSERT_EQ(shown.size(), 6u);
  EXPECT_EQ(shown[4], "2 m.mlir:2:3: error: in a layer\nsecond\n  ^\n"
                      "m.mlir:1:1: note: called from\nfirst\n^\n");
  EXPECT_EQ(shown[5], "2 site-packages/flax/linear.py:287:1: error: alone\n");
  EXPECT_EQ(shown[0], "1 m.mlir:2:3: warning: odd\nsecond\n  ^\n");
  EXPECT_EQ(shown[1], "2 error: --plan: wrong\n"
                      "m.mlir:2:3: note: used here\nsecond\n  ^\n");
  EXPECT_EQ(shown[2], "3 remark: chosen\n");
  EXPECT_EQ(shown[3], "2 \"batch['x']\": error: too large\n"
                      "\"batch['x']\": note: is an argument\n");
}
