//===- Programs.cpp - Random programs with random shardings ---------------===//
//
// The expected results are the reference interpreter's, of the program without
// shardings.
//
//===----------------------------------------------------------------------===//
#include "Generate.h"
#include "Suites.h"
#include "popt/Reference/TensorOps.h"

using namespace mlir;
using namespace popt;
using namespace popt::check;
using reference::ElementType;
using reference::Tensor;

/// Small integers.
static Tensor randomTensor(Choices &choices, const check::Value &value) {
  Tensor tensor(value.type, value.shape);
  // One decision makes them all: elements need no shrinking.
  Choices numbers(choices.below(1000), 0);
  reference::dispatch(value.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T *data = tensor.mutableData<T>();
    for (int64_t i = 0; i < tensor.size(); ++i) {
      if constexpr (std::is_same_v<T, bool>)
        data[i] = numbers.below(2) == 1;
      else if constexpr (std::is_unsigned_v<T>)
        data[i] = static_cast<T>(numbers.below(5));
      else if constexpr (reference::IsComplex<T>::value) {
        auto real = static_cast<float>(numbers.between(-3, 3));
        data[i] = T(real, static_cast<float>(numbers.between(-2, 2)));
      } else
        data[i] = T(static_cast<float>(numbers.between(-4, 4)));
    }
  });
  return tensor;
}

namespace {
class Programs : public Suite {
public:
  explicit Programs(uint64_t count) : count(count) {}
  uint64_t size() const override { return count; }
  std::string name(uint64_t) const override { return "random program"; }
  Outcome make(Engine &engine, uint64_t, Choices &choices,
               Item &item) override {
    const Mesh mesh = randomMesh(choices);
    Generator generator(choices, &mesh);
    std::string text = generator.program();
    auto program = std::make_shared<Program>();
    program->module = engine.parse(text);
    if (!program->module)
      return {Outcome::Refused, engine.error() + text};
    for (const check::Value &argument : generator.arguments)
      program->arguments.push_back(randomTensor(choices, argument));
    auto results = engine.evaluate(*program->module, program->arguments);
    if (!results)
      return {Outcome::Refused, "the interpreter: " + engine.error() + text};
    program->expected = std::move(*results);
    for (const check::Value &result : generator.results)
      program->atol = std::max(program->atol, 10 * result.error);
    item.annotated = cast<ModuleOp>((*program->module)->clone());
    Drawing drawing;
    drawing.constraints = 3;
    Annotation annotation =
        randomAnnotation(choices, mesh, *item.annotated, drawing);
    annotate(*item.annotated, annotation);
    item.partialArguments = annotation.hasPartialArguments();
    item.program = std::move(program);
    return {};
  }

private:
  uint64_t count;
};
} // namespace

std::unique_ptr<Suite> popt::check::makePrograms(const SuiteOptions &options) {
  return std::make_unique<Programs>(options.count);
}
