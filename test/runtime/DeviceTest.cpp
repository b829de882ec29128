//===- DeviceTest.cpp - The device interface, and who keeps to it ---------===//
//
// What every device does (order, errors, actions), here of the CPU. A device
// whose addresses mean nothing to the host then runs whole programs: what
// reached memory or kernels past the interface would crash.
//
//===----------------------------------------------------------------------===//
#include "Tables.h"
#include "device/cpu/CpuDevice.h"

using namespace popt::rt;

namespace {
/// A CPU with fake addresses: each is the real one plus a distance that no
/// process has mapped.
class OpaqueDevice : public CpuDevice {
public:
  using CpuDevice::CpuDevice;
  static constexpr uintptr_t kDistance = uintptr_t(1) << 62;
  template <typename T> static T *real(T *memory) {
    return reinterpret_cast<T *>(reinterpret_cast<uintptr_t>(memory) -
                                 kDistance);
  }
  template <typename T> static T *opaque(T *memory) {
    return reinterpret_cast<T *>(reinterpret_cast<uintptr_t>(memory) +
                                 kDistance);
  }
  template <typename T> static T *ifOpaque(T *memory) {
    return reinterpret_cast<uintptr_t>(memory) >= kDistance ? real(memory)
                                                            : memory;
  }

  popt_rt_status allocate(popt_rt_memory kind, size_t bytes,
                          void *&memory) override {
    popt_rt_status status = CpuDevice::allocate(kind, bytes, memory);
    if (kind == POPT_RT_DEVICE_MEMORY)
      memory = opaque(memory);
    return status;
  }
  void free(void *memory) override { CpuDevice::free(ifOpaque(memory)); }
  popt_rt_status constants(const void *data, size_t bytes,
                           void *&memory) override {
    popt_rt_status status = CpuDevice::constants(data, bytes, memory);
    memory = opaque(memory);
    return status;
  }
  void *hostAddress(void *memory) override {
    return ifOpaque(memory) == memory ? memory : nullptr;
  }
  popt_rt_status copy(int32_t stream, void *to, const void *from,
                      size_t bytes) override {
    ++copies;
    return CpuDevice::copy(stream, ifOpaque(to), ifOpaque(from), bytes);
  }
  popt_rt_status fill(int32_t stream, void *to, uint8_t byte,
                      size_t bytes) override {
    return CpuDevice::fill(stream, real(to), byte, bytes);
  }
  popt_rt_status write(int32_t stream, void *to, const void *value,
                       size_t bytes) override {
    return CpuDevice::write(stream, real(to), value, bytes);
  }
  popt_rt_status read(int32_t stream, const void *from, void *value,
                      size_t bytes) override {
    ++reads;
    return CpuDevice::read(stream, real(from), value, bytes);
  }
  popt_rt_status record(int32_t stream, int32_t event) override {
    order.push_back({'r', stream, event});
    return POPT_RT_OK;
  }
  popt_rt_status wait(int32_t stream, int32_t event) override {
    order.push_back({'w', stream, event});
    return POPT_RT_OK;
  }

  /// Translates the addresses of a launch.
  struct OpaqueAction : popt_rt_action {
    std::unique_ptr<popt_rt_action> inner;
    size_t count;
    OpaqueAction(std::unique_ptr<popt_rt_action> action, size_t count)
        : inner(std::move(action)), count(count) {
      scratchBytes = inner->scratchBytes;
    }
    popt_rt_status launch(int32_t stream, void *const *addresses,
                          const int64_t *scalars, void *scratch) override {
      std::vector<void *> translated;
      for (size_t i = 0; i < count; ++i)
        translated.push_back(real(addresses[i]));
      return inner->launch(stream, translated.data(), scalars,
                           ifOpaque(scratch));
    }
  };
  static popt_rt_status wrap(popt_rt_status status, Action &action,
                             size_t count) {
    if (action)
      action = std::make_unique<OpaqueAction>(std::move(action), count);
    return status;
  }
  popt_rt_status prepareCopy(const popt_rt_view &from, const popt_rt_view &to,
                             Action &action) override {
    return wrap(CpuDevice::prepareCopy(from, to, action), action, 2);
  }
  popt_rt_status prepareFill(const popt_rt_view &to, const void *value,
                             Action &action) override {
    return wrap(CpuDevice::prepareFill(to, value, action), action, 1);
  }
  popt_rt_status prepareKernel(const popt_rt_kernel &kernel, int32_t addresses,
                               int32_t scalars, Action &action) override {
    return wrap(CpuDevice::prepareKernel(kernel, addresses, scalars, action),
                action, static_cast<size_t>(addresses));
  }
  popt_rt_status prepareMatmul(const popt_rt_matmul &matmul,
                               const popt_rt_view *views,
                               Action &action) override {
    return wrap(CpuDevice::prepareMatmul(matmul, views, action), action, 3);
  }
  popt_rt_status prepareConv(const popt_rt_conv &conv,
                             const popt_rt_view *views,
                             Action &action) override {
    return wrap(CpuDevice::prepareConv(conv, views, action), action, 3);
  }

  int copies = 0, reads = 0;
  std::vector<std::tuple<char, int32_t, int32_t>> order;
};

void scale(void *const *operands, const int64_t *scalars) {
  float *x = static_cast<float *>(operands[0]);
  for (int i = 0; i < 6; ++i)
    x[i] *= static_cast<float>(scalars[1]);
}
void below3(void *const *operands, const int64_t *) {
  int32_t &count = *static_cast<int32_t *>(operands[0]);
  *static_cast<uint8_t *>(operands[1]) = count++ < 3;
}
} // namespace

/// y = 2^3 * (constant . w), in a while loop; y becomes the next w; z is
/// filled.
static StepTable program() {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  float values[] = {1, 2, 3, 4};
  auto *bytes = reinterpret_cast<const uint8_t *>(values);
  b.table.constants.assign(bytes, bytes + sizeof values);
  Operand w = b.argument("w", POPT_RT_F32, {2, 3});
  Operand y = b.tensor(POPT_RT_F32, {2, 3});
  Operand z = b.tensor(POPT_RT_F32, {3, 2});
  Operand count = b.tensor(POPT_RT_I32, {});
  Operand goesOn = b.tensor(POPT_RT_I1, {});
  b.result("y", y, {2, 3});
  b.result("z", z, {3, 2});
  b.state(0, 0);
  Operand constant;
  constant.region = 1;
  constant.type = POPT_RT_F32;
  constant.shape = {2, 2};
  b.program().numEvents = 1;
  b.add(SetOp{Scalar::constant(0)}, {count});
  b.add(MatmulOp{}, {constant, w, y}).event = 0;
  WhileOp loop;
  loop.condition = 1;
  loop.body = 2;
  b.add(loop, {goesOn});
  FillOp fill;
  float half = 0.5;
  std::memcpy(fill.value.data(), &half, 4);
  Command &filled = b.add(fill, {z});
  filled.stream = 1;
  filled.waits = {0};
  Operand transposed = y;
  transposed.shape = {3, 1};
  transposed.strides = {1, 3};
  Operand column = z;
  column.shape = {3, 1};
  column.strides = {2, 1};
  b.add(CopyOp{}, {transposed, column}).stream = 1;
  auto body = [&](const char *name) {
    int32_t begin = static_cast<int32_t>(b.program().commands.size());
    b.program().bodies.push_back({begin, begin, name});
  };
  body("condition");
  KernelOp test, twice;
  test.symbol = b.kernel("below3");
  b.add(test, {count, goesOn});
  body("body");
  twice.symbol = b.kernel("scale");
  twice.scalars = {Scalar::constant(2)};
  b.add(twice, {y});
  return b.table;
}

TEST(Device, ExecutorKeepsToIt) {
  std::string error;
  auto prepared =
      prepare(loaded(program(), {{"scale", scale}, {"below3", below3}}), error);
  ASSERT_TRUE(prepared) << error;
  OpaqueDevice device(std::make_shared<ComputeCache>(), nullptr);
  auto executor = Executor::create(prepared, 0, &device, nullptr, error);
  ASSERT_TRUE(executor) << error;
  float *w = static_cast<float *>(executor->argument(0));
  for (int i = 0; i < 6; ++i)
    w[i] = static_cast<float>(i);
  ASSERT_TRUE(executor->upload(0, error)) << error;
  for (int step = 0; step < 2; ++step)
    ASSERT_TRUE(executor->step(error)) << error;
  // [1 2; 3 4] [0 1 2; 3 4 5] * 8 = [48 72 96; 96 152 208], and once more.
  auto *y = static_cast<const float *>(executor->result(0, error));
  ASSERT_TRUE(y) << error;
  EXPECT_EQ(std::vector<float>(y, y + 6),
            (std::vector<float>{1920, 3008, 4096, 4224, 6592, 8960}));
  auto *z = static_cast<const float *>(executor->result(1, error));
  EXPECT_EQ(std::vector<float>(z, z + 6),
            (std::vector<float>{1920, 0.5, 3008, 0.5, 4096, 0.5}));
  EXPECT_EQ(device.reads, 8);  // of the predicate
  EXPECT_EQ(device.copies, 5); // w up, its state twice, y and z down
  // The fill in stream 1 waits for the product in stream 0, and the end of the
  // step for stream 1.
  using Order = std::vector<std::tuple<char, int32_t, int32_t>>;
  EXPECT_EQ(device.order, (Order{{'r', 0, 0},
                                 {'w', 1, 0},
                                 {'r', 1, 2},
                                 {'w', 0, 2},
                                 {'r', 0, 0},
                                 {'w', 1, 0},
                                 {'r', 1, 2},
                                 {'w', 0, 2}}));
}

// What is written while a step runs is the next step's.
TEST(Device, ArgumentsAhead) {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  Operand x = b.argument("x", POPT_RT_F32, {2});
  Operand y = b.tensor(POPT_RT_F32, {2});
  b.result("y", y, {});
  b.add(CopyOp{}, {x, y});
  std::string error;
  auto prepared = prepare(loaded(b.table), error);
  ASSERT_TRUE(prepared) << error;
  OpaqueDevice device(std::make_shared<ComputeCache>(), nullptr);
  auto executor = Executor::create(prepared, 0, &device, nullptr, error);
  ASSERT_TRUE(executor) << error;
  auto *first = static_cast<float *>(executor->argument(0));
  first[0] = first[1] = 0;
  ASSERT_TRUE(executor->upload(0, error)) << error;
  for (int step = 0; step < 4; ++step) {
    ASSERT_TRUE(executor->step(error, [&] {
      auto *next = static_cast<float *>(executor->argumentAhead(0));
      ASSERT_TRUE(next);
      next[0] = next[1] = static_cast<float>(step + 1);
    })) << error;
    auto *got = static_cast<const float *>(executor->result(0, error));
    ASSERT_TRUE(got) << error;
    EXPECT_EQ(got[0], static_cast<float>(step));
  }
}

TEST(Device, Cpu) {
  popt_rt_device *devices[2];
  ASSERT_EQ(popt_rt_cpu_create(2, nullptr, devices), POPT_RT_OK);
  popt_rt_device *device = devices[0];
  EXPECT_STREQ(popt_rt_device_name(device), "cpu");
  EXPECT_EQ(popt_rt_device_stream(device, 0), nullptr);
  ASSERT_EQ(popt_rt_device_open(device, 2, 1), POPT_RT_OK);
  void *memory = nullptr;
  ASSERT_EQ(
      popt_rt_device_allocate(device, POPT_RT_DEVICE_MEMORY, 100, &memory),
      POPT_RT_OK);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 4096, 0u);
  EXPECT_EQ(popt_rt_device_host_address(device, memory), memory);
  uint16_t *words = static_cast<uint16_t *>(memory);
  popt_rt_device_fill(device, 0, memory, 0xff, 100);
  popt_rt_device_write(device, 0, words + 1, "ab", 2);
  uint16_t value = 0;
  popt_rt_device_read(device, 0, words + 1, &value, 2);
  EXPECT_EQ(value, 'a' | 'b' << 8);
  EXPECT_EQ(words[2], 0xffff);
  popt_rt_device_copy(device, 1, words + 4, words + 1, 4);
  EXPECT_EQ(words[4], value);
  popt_rt_device_record(device, 0, 0);
  popt_rt_device_wait(device, 1, 0);
  EXPECT_EQ(popt_rt_device_synchronize(device, 1), POPT_RT_OK);
  popt_rt_device_free(device, memory);
  for (popt_rt_device *each : devices)
    popt_rt_device_destroy(each);
}

TEST(Device, Errors) {
  popt_rt_device *device = nullptr;
  ASSERT_EQ(popt_rt_cpu_create(1, nullptr, &device), POPT_RT_OK);
  popt_rt_action *action = nullptr;
  auto says = [&](popt_rt_status status, popt_rt_status expected,
                  const char *text) {
    EXPECT_EQ(status, expected);
    EXPECT_STREQ(popt_rt_device_last_error(device), text);
    EXPECT_EQ(action, nullptr);
  };
  EXPECT_EQ(popt_rt_cpu_create(0, nullptr, &device), POPT_RT_INVALID_ARGUMENT);
  EXPECT_STREQ(popt_rt_device_last_error(nullptr),
               "cpu: no devices are asked for");
  EXPECT_EQ(popt_rt_cpu_host_folder(nullptr, "."), POPT_RT_INVALID_ARGUMENT);
  EXPECT_STREQ(popt_rt_device_last_error(nullptr),
               "cpu: files for host memory are for CPUs");
  int64_t shape[] = {2, 3}, other[] = {3, 3}, strides[] = {3, 1},
          negative[] = {-1, 1};
  popt_rt_view view{POPT_RT_F32, 2, shape, strides};
  popt_rt_view larger{POPT_RT_F32, 2, other, strides};
  popt_rt_view wrong{POPT_RT_F32, 2, negative, strides};
  popt_rt_view unknown{static_cast<popt_rt_element_type>(99), 2, shape,
                       strides};
  popt_rt_view empty{POPT_RT_F32, 2, nullptr, nullptr};
  says(popt_rt_device_prepare_copy(device, &view, &larger, &action),
       POPT_RT_INVALID_ARGUMENT, "copy: shapes or widths differ");
  says(popt_rt_device_prepare_copy(device, &view, &wrong, &action),
       POPT_RT_INVALID_ARGUMENT, "copy: an extent is negative");
  says(popt_rt_device_prepare_copy(device, &view, &unknown, &action),
       POPT_RT_INVALID_ARGUMENT, "copy: unknown element type");
  says(popt_rt_device_prepare_copy(device, &view, &empty, &action),
       POPT_RT_INVALID_ARGUMENT, "copy: null view, shape or strides");
  says(popt_rt_device_prepare_fill(device, &view, nullptr, &action),
       POPT_RT_INVALID_ARGUMENT, "fill: null value");
  says(popt_rt_device_prepare_kernel(device, nullptr, 0, 0, &action),
       POPT_RT_INVALID_ARGUMENT, "kernel: null kernel");
  popt_rt_kernel noFunction = {};
  says(popt_rt_device_prepare_kernel(device, &noFunction, 0, 0, &action),
       POPT_RT_INVALID_ARGUMENT, "kernel: it has no function");
  says(popt_rt_device_load(device, "sm_90", nullptr, 0),
       POPT_RT_INVALID_ARGUMENT, "load: code for sm_90 does not run on a CPU");
  says(popt_rt_device_load(nullptr, "sm_90", nullptr, 0),
       POPT_RT_INVALID_ARGUMENT, "load: null argument");
  says(popt_rt_device_prepare_kernel(nullptr, nullptr, 0, 0, &action),
       POPT_RT_INVALID_ARGUMENT, "kernel: null argument");
  says(popt_rt_device_open(device, 0, 0), POPT_RT_INVALID_ARGUMENT,
       "open: null device, or numbers out of range");
  says(popt_rt_device_allocate(device, POPT_RT_DEVICE_MEMORY, 1, nullptr),
       POPT_RT_INVALID_ARGUMENT, "allocate: null argument");
  says(popt_rt_device_constants(device, nullptr, 1, nullptr),
       POPT_RT_INVALID_ARGUMENT, "constants: null argument");
  popt_rt_view scalar{POPT_RT_F32, 0, nullptr, nullptr};
  popt_rt_view scalars[] = {scalar, scalar, scalar};
  popt_rt_conv conv = {};
  says(popt_rt_device_prepare_conv(device, &conv, scalars, &action),
       POPT_RT_INVALID_ARGUMENT, "conv: fewer than 2 dimensions");
  popt_rt_attention attention = {};
  says(
      popt_rt_device_prepare_attention(device, &attention, scalars, 3, &action),
      POPT_RT_UNSUPPORTED,
      "attention as one operation is a GPU's, but this is cpu; "
      "compile the program again");
  says(popt_rt_device_prepare_attention(device, nullptr, scalars, 3, &action),
       POPT_RT_INVALID_ARGUMENT, "attention: null attention");
  // A product that neither the library nor our own kernels have.
  int64_t square[] = {2, 2}, rows[] = {2, 1};
  popt_rt_view a{POPT_RT_F64, 2, square, rows}, c{POPT_RT_I8, 2, square, rows};
  popt_rt_view views[] = {a, a, c};
  popt_rt_matmul matmul{0, 1, 1, 1, 0};
  says(popt_rt_device_prepare_matmul(device, &matmul, views, &action),
       POPT_RT_UNSUPPORTED, "no product of f64 and f64 gives i8");
  void *memory = nullptr;
  EXPECT_EQ(popt_rt_device_allocate(device, POPT_RT_DEVICE_MEMORY,
                                    size_t(1) << 60, &memory),
            POPT_RT_OUT_OF_MEMORY);
  popt_rt_device_destroy(device);
}
