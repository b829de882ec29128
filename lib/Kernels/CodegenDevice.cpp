//===- CodegenDevice.cpp - Functions that GPUs lack -----------------------===//
//
// GPUs have instructions that add, multiply, divide, take roots and round. LLVM
// has no code for other functions and ends the process over them. They come
// from libclc, LLVM's library of device functions: a file of bitcode, of which
// each module links what it needs.
//
//   %y = call double @llvm.exp.f64(double %x)
//   %z = frem float %x, %y
// becomes
//   %y = call double @_Z3expd(double %x)
//   %z = fptrunc (call double @_Z4fmoddd(fpext %x, fpext %y))
//
// Functions of f32 are those of f64, rounded: nearly always the number that is
// nearest to the exact one, which the C library's mostly is as well. libclc's
// own are a unit or two off, and its remainders take subnormal numbers for zero.
//
// Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "CodegenModule.h"

#include "popt/Text/Files.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include <cstdlib>
#include <dlfcn.h>

using namespace popt;

/// The name in C of the function that an intrinsic is; empty for those that are
/// instructions.
static llvm::StringRef functionOf(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::acos:
    return "acos";
  case llvm::Intrinsic::asin:
    return "asin";
  case llvm::Intrinsic::atan:
    return "atan";
  case llvm::Intrinsic::atan2:
    return "atan2";
  case llvm::Intrinsic::cos:
    return "cos";
  case llvm::Intrinsic::cosh:
    return "cosh";
  case llvm::Intrinsic::exp:
    return "exp";
  case llvm::Intrinsic::exp10:
    return "exp10";
  case llvm::Intrinsic::exp2:
    return "exp2";
  case llvm::Intrinsic::ldexp:
    return "ldexp";
  case llvm::Intrinsic::log:
    return "log";
  case llvm::Intrinsic::log10:
    return "log10";
  case llvm::Intrinsic::log2:
    return "log2";
  case llvm::Intrinsic::pow:
    return "pow";
  case llvm::Intrinsic::sin:
    return "sin";
  case llvm::Intrinsic::sinh:
    return "sinh";
  case llvm::Intrinsic::tan:
    return "tan";
  case llvm::Intrinsic::tanh:
    return "tanh";
  default:
    return "";
  }
}

/// The name in C of what an instruction needs a function for, or empty.
static llvm::StringRef functionOf(const llvm::Instruction &instruction) {
  if (instruction.getOpcode() == llvm::Instruction::FRem)
    return "fmod";
  auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || !callee->isDeclaration())
    return "";
  if (callee->isIntrinsic())
    return functionOf(callee->getIntrinsicID());
  llvm::StringRef name = callee->getName();
  if (name.starts_with("_Z"))
    return "";
  // sinf is sin of floats.
  if (callee->getReturnType()->isFloatTy())
    name.consume_back("f");
  return name;
}

/// libclc's name for a function of these parameters.
static std::string mangled(llvm::StringRef name,
                           llvm::ArrayRef<llvm::Type *> parameters) {
  std::string text = "_Z" + std::to_string(name.size()) + name.str();
  for (llvm::Type *type : parameters)
    text += type->isFloatTy()     ? "f"
            : type->isDoubleTy()  ? "d"
            : type->isPointerTy() ? "Pi"
                                  : "i";
  return text;
}

/// As the other type, if it is of `from`, vectors as vectors.
static llvm::Type *replaced(llvm::Type *type, llvm::Type *from,
                            llvm::Type *to) {
  return type->getScalarType() == from ? type->getWithNewType(to) : type;
}

/// Calls the function on every lane of vectors.
static llvm::Value *callByLane(llvm::IRBuilder<> &b, llvm::StringRef name,
                               llvm::Type *result,
                               llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::Module &module = *b.GetInsertBlock()->getModule();
  llvm::SmallVector<llvm::Type *> parameters;
  for (llvm::Value *argument : arguments)
    parameters.push_back(argument->getType()->getScalarType());
  llvm::FunctionCallee callee = module.getOrInsertFunction(
      mangled(name, parameters),
      llvm::FunctionType::get(result->getScalarType(), parameters, false));
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(result);
  if (!vector)
    return b.CreateCall(callee, arguments);
  llvm::Value *all = llvm::PoisonValue::get(vector);
  for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
    llvm::SmallVector<llvm::Value *> elements;
    for (llvm::Value *argument : arguments)
      elements.push_back(argument->getType()->isVectorTy()
                             ? b.CreateExtractElement(argument, lane)
                             : argument);
    all = b.CreateInsertElement(all, b.CreateCall(callee, elements), lane);
  }
  return all;
}

/// Returns where the first one was, empty if there was none.
static std::string replaceFunctions(llvm::Module &module) {
  llvm::SmallVector<llvm::Instruction *> found;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (!functionOf(instruction).empty())
        found.push_back(&instruction);
  std::string first =
      found.empty() ? "" : found.front()->getFunction()->getName().str();
  for (llvm::Instruction *instruction : found) {
    llvm::IRBuilder<> b(instruction);
    auto *call = llvm::dyn_cast<llvm::CallInst>(instruction);
    llvm::SmallVector<llvm::Value *> arguments;
    if (call)
      arguments.append(call->arg_begin(), call->arg_end());
    else
      arguments.append(instruction->op_begin(), instruction->op_end());
    llvm::Type *single = b.getFloatTy(), *type = instruction->getType();
    for (llvm::Value *&argument : arguments)
      if (argument->getType()->getScalarType() == single)
        argument = b.CreateFPExt(
            argument, replaced(argument->getType(), single, b.getDoubleTy()));
    llvm::StringRef name = functionOf(*instruction);
    llvm::Value *result =
        callByLane(b, name, replaced(type, single, b.getDoubleTy()), arguments);
    // libclc's tangent of -0 is +0, and so are the angles.
    if (name == "tan" || name == "asin" || name == "atan")
      result = b.CreateSelect(
          b.CreateFCmpOEQ(arguments[0], llvm::Constant::getNullValue(
                                            arguments[0]->getType())),
          arguments[0], result);
    if (type->getScalarType() == single)
      result = b.CreateFPTrunc(result, type);
    instruction->replaceAllUsesWith(result);
    instruction->eraseFromParent();
  }
  return first;
}

/// libclc's functions take an integer that they made of their argument for an index
/// into a table, and an infinity or NaN for something else only afterwards. Of such
/// an argument a GPU makes the least or the greatest number, or whatever LLVM has
/// concluded since its IR leaves it open; it must be one that is there to read.
static void saturateConversions(llvm::Function &function) {
  for (llvm::Instruction &instruction :
       llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction);
    if (!cast || !(llvm::isa<llvm::FPToSIInst>(cast) ||
                   llvm::isa<llvm::FPToUIInst>(cast)))
      continue;
    llvm::IRBuilder<> b(cast);
    cast->replaceAllUsesWith(b.CreateIntrinsic(
        llvm::isa<llvm::FPToSIInst>(cast) ? llvm::Intrinsic::fptosi_sat
                                          : llvm::Intrinsic::fptoui_sat,
        {cast->getDestTy(), cast->getSrcTy()}, {cast->getOperand(0)}));
    cast->eraseFromParent();
  }
}

/// Where libclc may lie: the file that the environment names, beside libpopt.so,
/// or below the LLVM that this was built with.
static std::vector<std::string> placesOfLibrary() {
  if (const char *named = std::getenv("POPT_LIBCLC"))
    return {named};
  std::vector<std::string> places;
#ifdef POPT_SELF_CONTAINED
  Dl_info self;
  if (dladdr(reinterpret_cast<void *>(&placesOfLibrary), &self)) {
    llvm::SmallString<128> path(llvm::sys::path::parent_path(self.dli_fname));
    llvm::sys::path::append(path, "nvptx64--.bc");
    places.push_back(path.str().str());
  }
#endif
  for (llvm::StringRef folder : {"lib/clc", "share/clc", "../clc"}) {
    llvm::SmallString<128> path(POPT_LLVM_ROOT);
    llvm::sys::path::append(path, folder, "nvptx64--.bc");
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    places.push_back(path.str().str());
  }
  return places;
}

/// Null on failure.
static std::unique_ptr<llvm::Module> readLibrary(llvm::LLVMContext &context,
                                                 std::string &error) {
  std::vector<std::string> places = placesOfLibrary();
  for (const std::string &path : places)
    if (llvm::sys::fs::exists(path)) {
      auto buffer = llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(path));
      if (buffer)
        noteRead(path, (*buffer)->getBuffer());
      auto library =
          buffer ? llvm::getOwningLazyBitcodeModule(std::move(*buffer), context)
                 : buffer.takeError();
      if (library)
        return std::move(*library);
      error = "libclc at " + path +
              " cannot be read: " + llvm::toString(library.takeError());
      return nullptr;
    }
  error = "needs functions that GPUs have in libclc, which is not at " +
          llvm::join(places, ", nor at ") +
          ": install libclc-22, or name its nvptx64--.bc in POPT_LIBCLC";
  return nullptr;
}

std::optional<CodeProblem> popt::linkDeviceFunctions(llvm::Module &module) {
  std::string user = replaceFunctions(module);
  if (!user.empty()) {
    std::string error;
    std::unique_ptr<llvm::Module> library =
        readLibrary(module.getContext(), error);
    if (!library)
      return CodeProblem{user, error};
    library->setTargetTriple(module.getTargetTriple());
    library->setDataLayout(module.getDataLayout());
    bool failed = llvm::Linker::linkModules(
        module, std::move(library), llvm::Linker::Flags::LinkOnlyNeeded,
        [](llvm::Module &linked, const llvm::StringSet<> &names) {
          llvm::internalizeModule(linked, [&](const llvm::GlobalValue &value) {
            return !value.hasName() || !names.contains(value.getName());
          });
        });
    if (failed)
      return CodeProblem{user, "libclc cannot be linked"};
    for (llvm::Function &function : module) {
      if (function.hasLocalLinkage())
        saturateConversions(function);
      function.removeFnAttr("target-cpu");
      function.removeFnAttr("target-features");
      // OpenCL lets divisions and roots be less exact than they are here.
      for (llvm::Instruction &instruction : llvm::instructions(function)) {
        instruction.setMetadata(llvm::LLVMContext::MD_fpmath, nullptr);
        if (llvm::isa<llvm::FPMathOperator>(instruction))
          instruction.copyFastMathFlags(llvm::FastMathFlags());
      }
    }
  }
  for (llvm::Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() &&
        !function.use_empty()) {
      auto *call = llvm::dyn_cast<llvm::Instruction>(*function.user_begin());
      return CodeProblem{call ? call->getFunction()->getName().str() : "",
                         "needs the function \"" + function.getName().str() +
                             "\", which has no form for GPUs"};
    }
  return std::nullopt;
}
