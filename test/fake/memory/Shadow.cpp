//===- Shadow.cpp ---------------------------------------------------------===//

#include "Shadow.h"

namespace popt::fake {

ShadowPage &Shadow::page(uint64_t byte) {
  std::unique_ptr<ShadowPage> &page = pages[byte / ShadowPage::kBytes];
  if (!page) {
    page = std::make_unique<ShadowPage>();
    page->writes = std::make_unique<Cell[]>(page->cells());
    page->reads = std::make_unique<Cell[]>(page->cells());
  }
  return *page;
}

static std::unique_ptr<Cell[]> split(const std::unique_ptr<Cell[]> &cells,
                                     uint32_t count, uint32_t by) {
  auto split = std::make_unique<Cell[]>(size_t(count) << by);
  for (uint32_t i = 0; i < count << by; ++i)
    split[i] = cells[i >> by];
  return split;
}

void ShadowPage::refine(uint64_t begin, uint64_t end) {
  uint32_t to = (begin | end) & 1 ? 0 : (begin | end) & 2 ? 1 : 2;
  if (to >= shift)
    return;
  uint32_t count = cells(), by = shift - to;
  writes = split(writes, count, by);
  reads = split(reads, count, by);
  for (std::unique_ptr<Cell[]> &more : others)
    more = split(more, count, by);
  shift = uint8_t(to);
}

} // namespace popt::fake
