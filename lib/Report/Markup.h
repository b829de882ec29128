//===- Markup.h - Writing HTML and SVG ------------------------------------===//
//
// Elements nest, and every text and attribute is escaped: names of a user's
// arguments, functions and files cannot become markup. Private to lib/Report.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_REPORT_MARKUP_H
#define POPT_LIB_REPORT_MARKUP_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace popt {

class Markup {
public:
  explicit Markup(llvm::raw_ostream &os) : os(os) {}
  Markup(const Markup &) = delete;
  Markup &operator=(const Markup &) = delete;
  ~Markup() { assert(tags.empty() && "an element is still open"); }

  using Attributes =
      std::initializer_list<std::pair<llvm::StringRef, std::string>>;

  Markup &open(llvm::StringRef tag, Attributes attributes = {}) {
    os << "<" << tag;
    for (auto &[name, value] : attributes) {
      os << " " << name << "=\"";
      text(value);
      os << "\"";
    }
    os << ">";
    tags.push_back(tag.str());
    return *this;
  }
  Markup &close() {
    os << "</" << tags.back() << ">";
    // Lines of a length that tools can show.
    if (tags.back() == "tr" || tags.back() == "svg" || tags.back() == "div")
      os << "\n";
    tags.pop_back();
    return *this;
  }
  Markup &text(llvm::StringRef text) {
    for (char c : text)
      if (c == '&')
        os << "&amp;";
      else if (c == '<')
        os << "&lt;";
      else if (c == '>')
        os << "&gt;";
      else if (c == '"')
        os << "&quot;";
      else
        // Control characters have no place in a page, escaped or not.
        os << (static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c);
    return *this;
  }
  /// An element with a text alone.
  Markup &element(llvm::StringRef tag, llvm::StringRef text,
                  Attributes attributes = {}) {
    return open(tag, attributes).text(text).close();
  }
  /// An element of a picture; `tip` is what a pointer over it shows.
  Markup &shape(llvm::StringRef tag, Attributes attributes,
                llvm::StringRef tip = "") {
    open(tag, attributes);
    if (!tip.empty())
      element("title", tip);
    return close();
  }
  /// What is markup already.
  Markup &markup(llvm::StringRef text) {
    os << text;
    return *this;
  }

private:
  llvm::raw_ostream &os;
  std::vector<std::string> tags;
};

} // namespace popt
#endif // POPT_LIB_REPORT_MARKUP_H
