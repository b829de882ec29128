//===- Cases.cpp - Cases and models of the corpus with shardings ----------===//
#include "Suites.h"

#include "popt/Support/Inputs.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>

using namespace mlir;
using namespace popt;
using namespace popt::check;

namespace {

/// A module with its tensors in files.
struct Case {
  std::string name, module, inputs, expected;
  double rtol = 0, atol = 0;
  std::vector<Dims> shapes; ///< of arguments, then results
  size_t numArguments = 0;
};

/// What cases and models share: the last program stays loaded.
class FileSuite : public Suite {
public:
  std::vector<Case> cases;

protected:
  Outcome load(Engine &engine, size_t index, Item &item) {
    const Case &wanted = cases[index];
    if (!current || currentIndex != index) {
      auto program = std::make_shared<Program>();
      program->rtol = wanted.rtol;
      program->atol = wanted.atol;
      if (!engine.load(wanted.module, wanted.inputs, wanted.expected, *program))
        return {Outcome::Refused, wanted.module + ": " + engine.error()};
      current = std::move(program);
      currentIndex = index;
    }
    item.program = current;
    item.inputs = wanted.inputs;
    item.expected = wanted.expected;
    item.annotated = cast<ModuleOp>((*current->module)->clone());
    return {};
  }
  void finish(const Annotation &annotation, Item &item) {
    annotate(*item.annotated, annotation);
    item.partialArguments = annotation.hasPartialArguments();
  }

private:
  std::shared_ptr<const Program> current;
  size_t currentIndex = 0;
};

/// Every case in turn, with a random annotation on a small mesh.
class Combinations : public FileSuite {
public:
  explicit Combinations(uint64_t count) : count(count) {}
  uint64_t size() const override { return count; }
  std::string name(uint64_t number) const override {
    return cases[number % cases.size()].name;
  }
  Outcome make(Engine &engine, uint64_t number, Choices &choices,
               Item &item) override {
    Outcome outcome = load(engine, number % cases.size(), item);
    if (outcome.kind == Outcome::Right)
      finish(randomAnnotation(choices, choices.of(smallMeshes()),
                              *item.annotated, Drawing()),
             item);
    return outcome;
  }

private:
  uint64_t count;
};

/// Every layout of every argument and result, one at a time.
class Singles : public FileSuite {
public:
  uint64_t size() const override { return items.size(); }
  std::string name(uint64_t number) const override {
    return cases[items[number].index].name;
  }
  void enumerate() {
    for (auto [index, c] : llvm::enumerate(cases))
      for (auto [value, shape] : llvm::enumerate(c.shapes))
        for (size_t mesh = 0; mesh < smallMeshes().size(); ++mesh) {
          size_t number = allLayouts(smallMeshes()[mesh], shape).size();
          // The first one splits nothing.
          for (size_t layout = 1; layout < number; ++layout)
            items.push_back(
                {static_cast<uint16_t>(index), static_cast<uint16_t>(value),
                 static_cast<uint16_t>(mesh), static_cast<uint16_t>(layout)});
        }
  }
  Outcome make(Engine &engine, uint64_t number, Choices &,
               Item &item) override {
    const Single &single = items[number];
    Outcome outcome = load(engine, single.index, item);
    if (outcome.kind != Outcome::Right)
      return outcome;
    const Case &c = cases[single.index];
    Annotation annotation;
    annotation.mesh = smallMeshes()[single.mesh];
    annotation.arguments.resize(c.numArguments);
    annotation.results.resize(c.shapes.size() - c.numArguments);
    Layout layout =
        allLayouts(annotation.mesh, c.shapes[single.value])[single.layout];
    (single.value < c.numArguments
         ? annotation.arguments[single.value]
         : annotation.results[single.value - c.numArguments]) = layout;
    finish(annotation, item);
    return {};
  }

private:
  struct Single {
    uint16_t index, value, mesh, layout;
  };
  std::vector<Single> items;
};

/// Models with random annotations on meshes of up to eight devices.
class Models : public FileSuite {
public:
  explicit Models(uint64_t each) : each(each) {}
  uint64_t size() const override { return cases.size() * each; }
  std::string name(uint64_t number) const override {
    return cases[number / each].name;
  }
  Outcome make(Engine &engine, uint64_t number, Choices &choices,
               Item &item) override {
    Outcome outcome = load(engine, number / each, item);
    if (outcome.kind != Outcome::Right)
      return outcome;
    auto main = item.annotated->lookupSymbol<func::FuncOp>("main");
    Drawing drawing;
    drawing.constraints = 4;
    drawing.partial = false;
    // A state result has its argument's sharding.
    for (unsigned i = 0; i < main.getNumArguments(); ++i)
      drawing.results &= !main.getArgAttr(i, "tf.aliasing_output") &&
                         !main.getArgAttr(i, "jax.buffer_donor");
    finish(randomAnnotation(choices, randomMesh(choices), *item.annotated,
                            drawing),
           item);
    return {};
  }

private:
  uint64_t each;
};

} // namespace

//===----------------------------------------------------------------------===//
// Folders
//===----------------------------------------------------------------------===//

static std::optional<llvm::json::Value> readJson(const std::string &path,
                                                 std::string &error) {
  std::unique_ptr<llvm::MemoryBuffer> file = readInput(path, error);
  if (!file) {
    error = path + ": " + error;
    return std::nullopt;
  }
  auto value = llvm::json::parse(file->getBuffer());
  if (!value) {
    error = path + ": " + llvm::toString(value.takeError());
    return std::nullopt;
  }
  return std::move(*value);
}

static bool matches(const std::string &filter, const std::string &name) {
  if (filter.empty())
    return true;
  auto pattern = llvm::GlobPattern::create(filter, /*MaxSubPatterns=*/64);
  if (pattern)
    return pattern->match(name);
  llvm::consumeError(pattern.takeError());
  return false;
}

static void addShapes(const llvm::json::Object &object, StringRef key,
                      std::vector<Dims> &shapes) {
  if (const llvm::json::Array *values = object.getArray(key))
    for (const llvm::json::Value &value : *values) {
      Dims shape;
      for (const llvm::json::Value &extent :
           *value.getAsObject()->getArray("shape"))
        shape.push_back(extent.getAsInteger().value_or(0));
      shapes.push_back(std::move(shape));
    }
}

static bool readIndex(const SuiteOptions &options, std::vector<Case> &cases,
                      std::string &error) {
  auto index = readJson(options.folder + "/index.json", error);
  if (!index || !index->getAsArray())
    return false;
  for (const llvm::json::Value &entry : *index->getAsArray()) {
    const llvm::json::Object &object = *entry.getAsObject();
    Case c;
    c.name = (object.getString("group").value_or("") + "/" +
              object.getString("name").value_or(""))
                 .str();
    // Such results depend on the runtime that made them.
    if (object.getBoolean("implementation_defined").value_or(false) ||
        !matches(options.filter, c.name))
      continue;
    c.module = options.folder + "/" + c.name + ".mlir";
    c.inputs = c.expected = options.folder + "/" + c.name + ".npz";
    if (const llvm::json::Object *tolerance = object.getObject("tolerance")) {
      c.rtol = tolerance->getNumber("rtol").value_or(0);
      c.atol = tolerance->getNumber("atol").value_or(0);
    }
    addShapes(object, "args", c.shapes);
    c.numArguments = c.shapes.size();
    addShapes(object, "results", c.shapes);
    cases.push_back(std::move(c));
  }
  if (cases.empty())
    error = options.folder + "/index.json: no case of that name";
  return !cases.empty();
}

std::unique_ptr<Suite> popt::check::makeCases(const SuiteOptions &options,
                                              std::string &error) {
  if (options.singles) {
    auto singles = std::make_unique<Singles>();
    if (!readIndex(options, singles->cases, error))
      return nullptr;
    singles->enumerate();
    return singles;
  }
  auto combinations = std::make_unique<Combinations>(options.count);
  if (!readIndex(options, combinations->cases, error))
    return nullptr;
  return combinations;
}

std::unique_ptr<Suite> popt::check::makeModels(const SuiteOptions &options,
                                               std::string &error) {
  auto models = std::make_unique<Models>(options.count);
  std::error_code code;
  std::vector<std::string> folders;
  for (llvm::sys::fs::directory_iterator it(options.folder, code), end;
       it != end && !code; it.increment(code))
    folders.push_back(it->path());
  std::sort(folders.begin(), folders.end());
  for (const std::string &folder : folders) {
    Case c;
    c.name = StringRef(folder).rsplit('/').second.str();
    c.module = folder + "/single.mlir";
    c.inputs = folder + "/inputs.npz";
    c.expected = folder + "/expected.npz";
    uint64_t bytes = 0;
    if (!matches(options.filter, c.name) || !llvm::sys::fs::exists(c.module) ||
        llvm::sys::fs::file_size(c.inputs, bytes) ||
        !llvm::sys::fs::exists(c.expected) ||
        (options.largestInput &&
         bytes > static_cast<uint64_t>(options.largestInput)))
      continue;
    auto json = readJson(folder + "/case.json", error);
    if (!json || !json->getAsObject())
      return nullptr;
    c.rtol = json->getAsObject()->getNumber("rtol").value_or(0);
    c.atol = json->getAsObject()->getNumber("atol").value_or(0);
    models->cases.push_back(std::move(c));
  }
  if (models->cases.empty()) {
    error = options.folder + ": no model of that name";
    return nullptr;
  }
  return models;
}
