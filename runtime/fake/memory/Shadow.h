#ifndef POPT_RT_FAKE_MEMORY_SHADOW_H
#define POPT_RT_FAKE_MEMORY_SHADOW_H
#include <cstdint>
#include <vector>
namespace popt::fake {
class Shadow {
public:
  void resize(uint64_t) {}
};
} // namespace popt::fake
#endif
