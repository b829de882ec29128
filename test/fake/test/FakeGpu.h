//===- FakeGpu.h - The fake driver for tests ------------------------------===//
//
// Each test begins with a driver of its own: FakeGpu resets it, makes a context
// and a stream current, and has short forms of what tests do. Expectations that
// a call succeeds are inside.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_TEST_FAKEGPU_H
#define POPT_RT_FAKE_TEST_FAKEGPU_H

#include "../../../runtime/lib/device/cuda/CublasLt.h"
#include "../../../runtime/lib/device/cuda/Cudnn.h"
#include "../../../runtime/lib/transport/nccl/Nccl.h"
#include "../FakeCuda.h"

#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

extern "C" int32_t cuGetProcAddress_v2(const char *symbol, void **function,
                                       int version, uint64_t flags,
                                       int *status);

namespace popt::rt::cuda {
extern "C" {
#define POPT_LT(name, parameters) LtStatus name parameters;
#define POPT_DNN(name, parameters) DnnStatus name parameters;
#define POPT_NCCL(name, parameters) NcclStatus name parameters;
POPT_CUBLASLT_FUNCTIONS(POPT_LT)
POPT_CUDNN_FUNCTIONS(POPT_DNN)
POPT_NCCL_FUNCTIONS(POPT_NCCL)
#undef POPT_LT
#undef POPT_DNN
#undef POPT_NCCL
}
} // namespace popt::rt::cuda

namespace popt::fake {

using namespace popt::rt::cuda;

/// The functions, as the runtime gets them.
inline const Driver &driver() {
  static const Driver table = [] {
    Driver d;
    int status = 0;
#define POPT_FIND(name, parameters)                                            \
  cuGetProcAddress_v2(#name, reinterpret_cast<void **>(&d.name),               \
                      kDriverVersion, 0, &status);
    POPT_CUDA_DRIVER_FUNCTIONS(POPT_FIND)
#undef POPT_FIND
    return d;
  }();
  return table;
}

#define EXPECT_CU(call) EXPECT_EQ(call, kSuccess)

/// A context and a stream of a GPU, current on the thread that makes it.
class OneGpu {
public:
  explicit OneGpu(int32_t device = 0) {
    EXPECT_CU(cu.cuDevicePrimaryCtxRetain(&context, device));
    EXPECT_CU(cu.cuCtxSetCurrent(context));
    EXPECT_CU(cu.cuStreamCreate(&stream, kStreamNonBlocking));
  }

  template <class T> Address allocate(size_t count) {
    Address address = 0;
    EXPECT_CU(cu.cuMemAlloc(&address, count * sizeof(T)));
    return address;
  }
  template <class T> Address upload(const std::vector<T> &values) {
    Address address = allocate<T>(values.size());
    EXPECT_CU(cu.cuMemcpyAsync(address, Address(values.data()),
                               values.size() * sizeof(T), stream));
    EXPECT_CU(cu.cuStreamSynchronize(stream));
    return address;
  }
  template <class T> std::vector<T> download(Address address, size_t count) {
    std::vector<T> values(count);
    EXPECT_CU(cu.cuMemcpyAsync(Address(values.data()), address,
                               count * sizeof(T), stream));
    EXPECT_CU(cu.cuStreamSynchronize(stream));
    return values;
  }

  const Driver &cu = driver();
  Context context = nullptr;
  Stream stream = nullptr;
};

/// Begins a driver of its own.
struct FreshDriver {
  explicit FreshDriver(const std::string &words) {
    EXPECT_EQ(popt_fake_cuda_reset(words.c_str()), 0);
    EXPECT_CU(driver().cuInit(0));
  }
};

class FakeGpu : FreshDriver, public OneGpu {
public:
  explicit FakeGpu(const std::string &words = "", int32_t device = 0)
      : FreshDriver(words), OneGpu(device) {}

  /// The only kernel, or `name`, of a module.
  Function load(const std::string &ptx, const char *name = "f") {
    Module module = nullptr;
    char log[512] = "";
    JitOption names[] = {kJitErrorLogBuffer, kJitErrorLogBufferSizeBytes};
    void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
    Function function = nullptr;
    EXPECT_CU(cu.cuModuleLoadDataEx(&module, ptx.c_str(), 2, names, values))
        << log;
    if (module) {
      EXPECT_CU(cu.cuModuleGetFunction(&function, module, name));
    }
    return function;
  }

  /// Parameters are of 8 bytes each.
  Result launchOn(Stream on, Function function, uint32_t grid, uint32_t block,
                  std::vector<uint64_t> arguments, uint32_t shared = 0) {
    std::vector<void *> pointers;
    for (uint64_t &argument : arguments)
      pointers.push_back(&argument);
    return cu.cuLaunchKernel(function, grid, 1, 1, block, 1, 1, shared, on,
                             pointers.data(), nullptr);
  }
  Result launch(Function function, uint32_t grid, uint32_t block,
                const std::vector<uint64_t> &arguments, uint32_t shared = 0) {
    return launchOn(stream, function, grid, block, arguments, shared);
  }
  Result wait() { return cu.cuStreamSynchronize(stream); }
  /// The first report; empty if there is none.
  std::string report() const {
    const char *text = popt_fake_cuda_report(0);
    return text ? text : "";
  }
};

/// A module with one kernel f of `parameters` pointers p0, p1, ... in
/// %rd0, %rd1, ..., with tid in %t and the global thread number in %g.
inline std::string kernel(const std::string &body, int parameters = 2,
                          const std::string &before = "") {
  std::string text = ".version 7.8\n.target sm_90\n.address_size 64\n" +
                     before + "\n.visible .entry f(";
  for (int i = 0; i < parameters; ++i)
    text += std::string(i ? ", " : "") + ".param .u64 p" + std::to_string(i);
  text += ")\n{\n.reg .pred %p<10>;\n.reg .b16 %h<20>;\n.reg .b32 %r<40>;\n"
          ".reg .b32 %t, %g, %n, %c;\n.reg .b64 %rd<40>;\n.reg .b64 %o;\n";
  for (int i = 0; i < parameters; ++i)
    text += "ld.param.u64 %rd" + std::to_string(i) + ", [p" +
            std::to_string(i) + "];\n";
  text += "mov.u32 %t, %tid.x;\nmov.u32 %n, %ntid.x;\nmov.u32 %c, %ctaid.x;\n"
          "mad.lo.s32 %g, %c, %n, %t;\n";
  return text + body + "\nret;\n}\n";
}

} // namespace popt::fake

#endif // POPT_RT_FAKE_TEST_FAKEGPU_H
