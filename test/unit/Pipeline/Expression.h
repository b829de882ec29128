// Evaluates the closed forms of the published tables: Python expressions over
// named numbers with arithmetic, comparison, and, or, not, `a if c else b`, min
// and ceil.
#ifndef POPT_TEST_UNIT_PIPELINE_EXPRESSION_H
#define POPT_TEST_UNIT_PIPELINE_EXPRESSION_H

#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

namespace popt::pipeline::test {

/// A formula as papers write it.
class Expression {
public:
  Expression(std::string text, const std::map<std::string, double> &variables)
      : text(std::move(text)), variables(variables) {}

  /// Throws std::runtime_error on what it does not know.
  double evaluate() {
    double v = choice();
    if (!peek().empty())
      throw std::runtime_error("unexpected " + peek() + " in " + text);
    return v;
  }

private:
  std::string peek() {
    while (at < text.size() && text[at] == ' ')
      ++at;
    if (at == text.size())
      return "";
    size_t end = at;
    auto isWord = [](char c) {
      return std::isalnum(c) || c == '_' || c == '.';
    };
    if (isWord(text[at])) {
      while (end < text.size() && isWord(text[end]))
        ++end;
    } else {
      ++end;
      std::string two = text.substr(at, 2);
      if (two == "==" || two == "<=" || two == ">=" || two == "!=" ||
          two == "//")
        ++end;
    }
    return text.substr(at, end - at);
  }
  bool take(const std::string &token) {
    if (peek() != token)
      return false;
    at += token.size();
    return true;
  }
  void need(const std::string &token) {
    if (!take(token))
      throw std::runtime_error("expected " + token + " in " + text);
  }

  double choice() {
    double v = either();
    if (!take("if"))
      return v;
    double condition = either();
    need("else");
    double other = choice();
    return condition != 0 ? v : other;
  }
  double either() {
    double v = both();
    while (take("or"))
      v = (both() != 0) || v != 0;
    return v;
  }
  double both() {
    double v = negation();
    while (take("and"))
      v = (negation() != 0) && v != 0;
    return v;
  }
  double negation() { return take("not") ? negation() == 0 : comparison(); }
  double comparison() {
    double v = sum();
    bool holds = true, any = false;
    while (true) {
      double l = v;
      if (take("=="))
        holds &= l == (v = sum());
      else if (take("!="))
        holds &= l != (v = sum());
      else if (take("<="))
        holds &= l <= (v = sum());
      else if (take(">="))
        holds &= l >= (v = sum());
      else if (take("<"))
        holds &= l < (v = sum());
      else if (take(">"))
        holds &= l > (v = sum());
      else
        return any ? holds : v;
      any = true;
    }
  }
  double sum() {
    double v = product();
    while (true) {
      if (take("+"))
        v += product();
      else if (take("-"))
        v -= product();
      else
        return v;
    }
  }
  double product() {
    double v = atom();
    while (true) {
      if (take("*"))
        v *= atom();
      else if (take("//"))
        v = std::floor(v / atom());
      else if (take("/"))
        v /= atom();
      else if (take("%"))
        v = std::fmod(v, atom());
      else
        return v;
    }
  }
  double atom() {
    if (take("-"))
      return -atom();
    if (take("(")) {
      double v = choice();
      need(")");
      return v;
    }
    std::string word = peek();
    if (word.empty())
      throw std::runtime_error("unexpected end of " + text);
    at += word.size();
    if (word == "True" || word == "False")
      return word == "True";
    if (word == "ceil" || word == "min") {
      need("(");
      double v = choice();
      while (take(","))
        v = std::min(v, choice());
      need(")");
      return word == "ceil" ? std::ceil(v) : v;
    }
    if (std::isdigit(word[0]))
      return std::stod(word);
    auto it = variables.find(word);
    if (it == variables.end())
      throw std::runtime_error("unknown " + word + " in " + text);
    return it->second;
  }

  std::string text;
  const std::map<std::string, double> &variables;
  size_t at = 0;
};

} // namespace popt::pipeline::test
#endif // POPT_TEST_UNIT_PIPELINE_EXPRESSION_H
