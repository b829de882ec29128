//===- ChoiceFlag.h - Flags that take one of a few words --------*- C++ -*-===//
#ifndef POPT_TOOLS_COMMON_CHOICEFLAG_H
#define POPT_TOOLS_COMMON_CHOICEFLAG_H

#include "popt/Flow/Flow.h"
#include "popt/Text/Names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

namespace popt::tools {

/// Another word is an error that lists them.
template <typename T> class Choice : public llvm::cl::parser<T> {
public:
  using llvm::cl::parser<T>::parser;
  bool parse(llvm::cl::Option &flag, llvm::StringRef name,
             llvm::StringRef value, T &out) {
    std::vector<std::string> known;
    for (unsigned i = 0; i < this->getNumOptions(); ++i)
      known.push_back(this->getOption(i).str());
    if (llvm::is_contained(known, value))
      return llvm::cl::parser<T>::parse(flag, name, value, out);
    return flag.error("\"" + value.str() + "\" is none of " +
                      llvm::join(known, ", ") +
                      suggestName(value.str(), known));
  }
};
template <typename T>
using ChoiceFlag = llvm::cl::opt<T, /*ExternalStorage=*/false, Choice<T>>;

/// The words of a ChoiceFlag<Emit>: all up to `last`.
struct EmitWords {
  Emit last;
  void apply(ChoiceFlag<Emit> &flag) const {
    for (const EmitName &name : emitNames())
      if (name.emit <= last)
        flag.getParser().addLiteralOption(name.word, name.emit, name.what);
  }
};

} // namespace popt::tools

#endif // POPT_TOOLS_COMMON_CHOICEFLAG_H
