//===- Pictures.cpp - The pictures of a report ----------------------------===//
//
// Inline SVG, coloured by classes of Page.css. Tested by test/Report/page.test.
//
//===----------------------------------------------------------------------===//
#include "Pictures.h"

#include "popt/Machine/Bytes.h"
#include "popt/Report/Names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <numeric>

using namespace mlir;

namespace popt {

static std::string number(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.1f", value);
  if (StringRef(text).ends_with(".0"))
    text.resize(text.size() - 2);
  return text;
}

/// As many colours as Page.css has classes c0, c1, ...
static std::string colour(size_t index) {
  constexpr size_t numColours = 8;
  return "block c" + std::to_string(index % numColours);
}

static void openSvg(Markup &page, double width, double height,
                    StringRef label) {
  page.open("svg", {{"viewBox", "0 0 " + number(width) + " " + number(height)},
                    {"width", number(width)},
                    {"height", number(height)},
                    {"role", "img"},
                    {"aria-label", label.str()}});
}

namespace {
struct Box {
  double x, y, width, height;
};
} // namespace

/// Digits of 10 pixels are about 6 wide; a line of them needs 11.
static constexpr double digit = 6, line = 11;

static void drawBox(Markup &page, const Box &box, StringRef style,
                    StringRef label, StringRef tip) {
  page.shape("rect",
             {{"x", number(box.x)},
              {"y", number(box.y)},
              {"width", number(box.width)},
              {"height", number(box.height)},
              {"class", style.str()}},
             tip);
  if (static_cast<double>(label.size()) * digit > box.width ||
      line > box.height)
    return;
  page.element("text", label,
               {{"x", number(box.x + box.width / 2)},
                {"y", number(box.y + box.height / 2 + 3.5)},
                {"text-anchor", "middle"}});
}

//===----------------------------------------------------------------------===//
// Mesh
//===----------------------------------------------------------------------===//

namespace {
/// How ranks are drawn: a panel per coordinate of `outer`, in it rows and
/// columns.
struct MeshPanels {
  std::vector<int> outer, rows, columns; ///< axes, major to minor
  explicit MeshPanels(const Mesh &mesh) {
    // Stages apart; the two minor axes of devices are rows and columns.
    for (int axis = static_cast<int>(mesh.axes.size()) - 1; axis >= 0; --axis) {
      AxisKind kind = mesh.axes[axis].kind;
      if (kind == AxisKind::Time)
        continue;
      bool isDevice = kind == AxisKind::Device;
      std::vector<int> &list = isDevice && columns.empty() ? columns
                               : isDevice && rows.empty()  ? rows
                                                           : outer;
      list.insert(list.begin(), axis);
    }
  }
};
} // namespace

static int64_t sizeOf(const Mesh &mesh, ArrayRef<int> axes) {
  int64_t size = 1;
  for (int axis : axes)
    size *= mesh.axes[axis].size;
  return size;
}

/// Sets the coordinates along the axes to those of a number.
static void setCoordinates(const Mesh &mesh, ArrayRef<int> axes, int64_t number,
                           std::vector<int64_t> &coordinates) {
  for (int axis : llvm::reverse(axes)) {
    coordinates[axis] = number % mesh.axes[axis].size;
    number /= mesh.axes[axis].size;
  }
}

static std::string describeCoordinates(const Mesh &mesh, ArrayRef<int> axes,
                                       ArrayRef<int64_t> coordinates) {
  std::vector<std::string> words;
  for (int axis : axes)
    words.push_back(mesh.axes[axis].name + " " +
                    std::to_string(coordinates[axis]));
  return llvm::join(words, ", ");
}

void drawMesh(Markup &page, const Mesh &mesh) {
  // Of a larger mesh the first part is drawn.
  constexpr int64_t mostColumns = 64, mostCells = 512;
  MeshPanels axes(mesh);
  int64_t columns = std::min(sizeOf(mesh, axes.columns), mostColumns);
  int64_t rows = std::min(sizeOf(mesh, axes.rows), mostCells / columns);
  int64_t panels = std::min(sizeOf(mesh, axes.outer),
                            std::max<int64_t>(mostCells / (rows * columns), 1));
  double width = std::clamp(1000.0 / static_cast<double>(columns), 17.0, 44.0);
  constexpr double height = 24;
  std::vector<int> all(axes.outer);
  llvm::append_range(all, axes.rows);
  llvm::append_range(all, axes.columns);
  std::vector<int64_t> at(mesh.axes.size(), 0);
  page.open("div", {{"class", "panels"}});
  for (int64_t panel = 0; panel < panels; ++panel) {
    setCoordinates(mesh, axes.outer, panel, at);
    page.open("figure");
    if (!axes.outer.empty())
      page.element("figcaption", describeCoordinates(mesh, axes.outer, at));
    openSvg(page, static_cast<double>(columns) * width + 1,
            static_cast<double>(rows) * height + 1, "ranks");
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < columns; ++column) {
        setCoordinates(mesh, axes.rows, row, at);
        setCoordinates(mesh, axes.columns, column, at);
        std::string rank = std::to_string(mesh.rank(at));
        drawBox(page,
                {static_cast<double>(column) * width + 0.5,
                 static_cast<double>(row) * height + 0.5, width - 2,
                 height - 2},
                colour(0), rank,
                "rank " + rank + ": " + describeCoordinates(mesh, all, at));
      }
    page.close().close();
  }
  page.close();
  int64_t hidden = mesh.numRanks() - panels * rows * columns;
  if (hidden > 0)
    page.element("p", "and " + std::to_string(hidden) + " more ranks",
                 {{"class", "note"}});
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

namespace {
/// A block of a tensor, and the ranks that hold it.
struct HeldBlock {
  std::vector<DimBlock> dims;
  std::vector<int64_t> ranks;
};
} // namespace

static bool isPinnedElsewhere(const Layout &layout,
                              ArrayRef<int64_t> coordinates) {
  return llvm::any_of(layout.pins, [&](const Pin &pin) {
    return !llvm::is_contained(pin.coordinates, coordinates[pin.axis]);
  });
}

/// The blocks, ordered by where they begin.
static std::vector<HeldBlock> blocksOf(const Mesh &mesh,
                                       const ReportTensor &tensor) {
  std::map<std::vector<std::pair<int64_t, int64_t>>, HeldBlock> blocks;
  for (int64_t rank = 0; rank < mesh.numRanks(); ++rank) {
    std::vector<int64_t> coordinates = mesh.coordinates(rank);
    if (isPinnedElsewhere(tensor.layout, coordinates))
      continue;
    std::vector<DimBlock> dims =
        blocksAt(mesh, tensor.layout, tensor.shape, coordinates);
    std::vector<std::pair<int64_t, int64_t>> key;
    for (const DimBlock &dim : dims)
      key.push_back({dim.begin, dim.extent});
    HeldBlock &block = blocks[key];
    block.dims = std::move(dims);
    block.ranks.push_back(rank);
  }
  std::vector<HeldBlock> result;
  for (auto &[key, block] : blocks)
    result.push_back(std::move(block));
  return result;
}

static std::string describeBlock(const HeldBlock &block,
                                 ArrayRef<int64_t> shape) {
  std::vector<std::string> dims;
  for (auto [dim, extent] : llvm::zip(block.dims, shape))
    dims.push_back(dim.extent == extent ? "all " + std::to_string(extent)
                                        : std::to_string(dim.begin) + ".." +
                                              std::to_string(dim.end() - 1));
  std::string text = (block.ranks.size() == 1 ? "rank " : "ranks ") +
                     describeNumbers(block.ranks);
  return text + ": [" + llvm::join(dims, ", ") + "]";
}

/// How many blocks there are along a dimension.
static size_t partsOf(ArrayRef<HeldBlock> blocks, int dim) {
  llvm::DenseSet<int64_t> begins;
  for (const HeldBlock &block : blocks)
    begins.insert(block.dims[dim].begin);
  return begins.size();
}

/// Ranks as a label of at most so many pixels: all, or `0, 8 .. 56`.
static std::string labelOf(ArrayRef<int64_t> ranks, double width) {
  std::string label = describeNumbers(ranks);
  auto fits = [&] {
    return static_cast<double>(label.size()) * digit <= width;
  };
  if (fits() || ranks.size() < 3)
    return label;
  int64_t step = ranks[1] - ranks[0];
  for (size_t i = 2; i < ranks.size(); ++i)
    if (ranks[i] - ranks[i - 1] != step)
      step = 0;
  if (step)
    label = std::to_string(ranks[0]) + ", " + std::to_string(ranks[1]) +
            " .. " + std::to_string(ranks.back());
  return step && fits() ? label : std::to_string(ranks.size()) + " ranks";
}

/// The dimensions that are drawn from top to bottom and from left to right: the
/// two that are split most. -1: none.
static std::pair<int, int> dimsToDraw(ArrayRef<HeldBlock> blocks,
                                      ArrayRef<int64_t> shape) {
  SmallVector<std::pair<size_t, int>> split;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    size_t parts = partsOf(blocks, static_cast<int>(dim));
    if (parts > 1)
      split.push_back({parts, static_cast<int>(dim)});
  }
  llvm::stable_sort(split, [](auto a, auto b) { return a.first > b.first; });
  int last = static_cast<int>(shape.size()) - 1;
  if (split.empty())
    return {shape.size() > 1 ? 0 : -1, last};
  if (split.size() == 1) {
    int dim = split.front().second;
    return dim == last ? std::pair(last > 0 ? 0 : -1, dim)
                       : std::pair(dim, last);
  }
  return std::minmax(split[0].second, split[1].second);
}

size_t drawBlocks(Markup &page, const Mesh &mesh, const ReportTensor &tensor) {
  constexpr double width = 150, least = 18, most = 76;
  constexpr size_t mostBlocks = 256;
  std::vector<HeldBlock> blocks = blocksOf(mesh, tensor);
  auto [down, across] = dimsToDraw(blocks, tensor.shape);
  auto extentOf = [&](int dim) {
    return dim < 0 ? 1.0 : static_cast<double>(tensor.shape[dim]);
  };
  double height = std::clamp(
      width * extentOf(down) / std::max(extentOf(across), 1.0), least, most);
  // Room for what the rows hold, as far as there is room.
  constexpr double line = 13, mostOfLines = 120;
  if (down >= 0)
    height = std::max(
        height, std::min(static_cast<double>(partsOf(blocks, down)) * line,
                         mostOfLines));
  else
    height = least;
  openSvg(page, width, height, "blocks");
  if (blocks.size() > mostBlocks) {
    drawBox(page, {0.5, 0.5, width - 1, height - 1}, colour(0),
            std::to_string(blocks.size()) + " blocks", "");
    page.close();
    return 1;
  }
  /// Where a block begins and how long it is, of `pixels`.
  auto place = [&](const HeldBlock &block, int dim, double pixels) {
    if (dim < 0 || tensor.shape[dim] == 0)
      return std::pair(0.0, pixels);
    double scale = pixels / extentOf(dim);
    return std::pair(static_cast<double>(block.dims[dim].begin) * scale,
                     static_cast<double>(block.dims[dim].extent) * scale);
  };
  // Blocks that differ in other dimensions lie one after the other.
  std::map<std::pair<double, double>, std::pair<Box, std::vector<size_t>>>
      boxes;
  for (auto [i, block] : llvm::enumerate(blocks)) {
    auto [y, rowHeight] = place(block, down, height - 1);
    auto [x, columnWidth] = place(block, across, width - 1);
    auto &[box, members] = boxes[{y, x}];
    box = {x + 0.5, y + 0.5, columnWidth, rowHeight};
    members.push_back(i);
  }
  size_t index = 0;
  for (auto &[corner, entry] : boxes) {
    std::vector<int64_t> ranks;
    std::string tip;
    for (size_t i : entry.second) {
      llvm::append_range(ranks, blocks[i].ranks);
      tip += (tip.empty() ? "" : "\n") + describeBlock(blocks[i], tensor.shape);
    }
    llvm::sort(ranks);
    drawBox(page, entry.first, colour(index++),
            labelOf(ranks, entry.first.width), tip);
  }
  page.close();
  return boxes.size();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

StringRef describe(ReportMemory::Use use) {
  static constexpr StringLiteral names[] = {"state", "inputs",
                                            "kept between tasks", "activations",
                                            "temporaries and outputs"};
  return names[use];
}

StringRef colourOf(ReportMemory::Use use) {
  static constexpr StringLiteral classes[] = {"c0", "c2", "c4", "c3", "c1"};
  return classes[use];
}

namespace {
/// The chart of a program's memory: positions from left to right, bytes up.
class MemoryChart {
public:
  MemoryChart(Markup &page, const ReportMemory &memory)
      : page(page), memory(memory) {
    positions = std::max<size_t>(memory.alive.size(), 1);
    columns = std::min(positions, mostColumns);
    for (const auto &alive : memory.alive)
      most = std::max(most,
                      std::accumulate(alive.begin(), alive.end(), int64_t(0)));
    for (const ReportMemory::Tensor &tensor : memory.largest)
      if (tensor.use >= ReportMemory::Activations && lives.size() < mostLives)
        lives.push_back(&tensor);
  }

  void draw() {
    openSvg(page, left + width, bottom() + lives.size() * lifeHeight + 4,
            "memory over the step");
    drawScale();
    drawUses();
    drawDirections();
    drawPeak();
    drawLives();
    page.close();
  }

private:
  static constexpr double left = 84, width = 1060, top = 16, height = 170;
  static constexpr double stripHeight = 7, lifeHeight = 15;
  static constexpr size_t mostColumns = 530, mostLives = 8;

  double bottom() const { return top + height + stripHeight + 6; }
  double x(double position) const {
    return left + width * position / static_cast<double>(positions);
  }
  double y(int64_t bytes) const {
    return top + height -
           height * static_cast<double>(bytes) /
               static_cast<double>(std::max<int64_t>(most, 1));
  }
  size_t firstOf(size_t column) const { return column * positions / columns; }

  void drawScale() {
    for (int64_t part : {0, 1, 2}) {
      int64_t bytes = most * part / 2;
      page.shape("line", {{"x1", number(left)},
                          {"x2", number(left + width)},
                          {"y1", number(y(bytes))},
                          {"y2", number(y(bytes))},
                          {"class", "grid"}});
      page.element("text", describeBytes(bytes),
                   {{"x", number(left - 6)},
                    {"y", number(y(bytes) + 4)},
                    {"text-anchor", "end"}});
    }
  }

  /// The uses above each other; a column shows its fullest position.
  void drawUses() {
    std::vector<std::array<int64_t, ReportMemory::numUses>> fullest(columns);
    for (size_t column = 0; column < columns; ++column) {
      int64_t bytes = -1;
      for (size_t at = firstOf(column); at < firstOf(column + 1); ++at) {
        const auto &alive = memory.alive[at];
        int64_t sum = std::accumulate(alive.begin(), alive.end(), int64_t(0));
        if (sum > bytes) {
          bytes = sum;
          fullest[column] = alive;
        }
      }
    }
    std::vector<int64_t> base(columns, 0);
    for (int use = 0; use < ReportMemory::numUses; ++use) {
      std::string upper, lower;
      bool isEmpty = true;
      for (size_t column = 0; column < columns; ++column) {
        double begin = x(firstOf(column)), end = x(firstOf(column + 1));
        int64_t above = base[column] + fullest[column][use];
        isEmpty &= fullest[column][use] == 0;
        upper += (column ? "L" : "M") + number(begin) + " " + number(y(above)) +
                 "H" + number(end);
        lower = "L" + number(end) + " " + number(y(base[column])) + "H" +
                number(begin) + lower;
        base[column] = above;
      }
      if (!isEmpty)
        page.shape(
            "path",
            {{"d", upper + lower + "Z"},
             {"class",
              "area " + colourOf(static_cast<ReportMemory::Use>(use)).str()}},
            describe(static_cast<ReportMemory::Use>(use)));
    }
  }

  /// A strip that says where the step is: forward, backward, neither.
  void drawDirections() {
    size_t begin = 0;
    for (size_t at = 1; at <= memory.directions.size(); ++at) {
      if (at < memory.directions.size() &&
          memory.directions[at] == memory.directions[begin])
        continue;
      StringRef direction = name(memory.directions[begin]);
      if (!direction.empty())
        page.shape("rect",
                   {{"x", number(x(begin))},
                    {"y", number(top + height + 3)},
                    {"width", number(x(at) - x(begin))},
                    {"height", number(stripHeight)},
                    {"class", direction.str()}},
                   direction);
      begin = at;
    }
  }

  void drawPeak() {
    double at = x(static_cast<double>(memory.peakPosition) + 0.5);
    page.shape("line", {{"x1", number(at)},
                        {"x2", number(at)},
                        {"y1", number(top - 4)},
                        {"y2", number(bottom() + lives.size() * lifeHeight)},
                        {"class", "peak"}});
    bool isRight = at > left + width / 2;
    page.element("text", "peak: " + describeBytes(most),
                 {{"x", number(at + (isRight ? -5 : 5))},
                  {"y", "11"},
                  {"text-anchor", isRight ? "end" : "start"}});
  }

  void drawLives() {
    for (auto [i, tensor] : llvm::enumerate(lives)) {
      double begin = x(static_cast<double>(tensor->begin));
      double end = x(static_cast<double>(tensor->end) + 1);
      double at = bottom() + static_cast<double>(i) * lifeHeight;
      std::string text = describeBytes(tensor->bytes) + " " + tensor->what;
      if (std::string line = tensor->line.str(); !line.empty())
        text += ", " + line;
      page.shape("rect",
                 {{"x", number(begin)},
                  {"y", number(at)},
                  {"width", number(std::max(end - begin, 2.0))},
                  {"height", number(lifeHeight - 3)},
                  {"class", "life"}},
                 text);
      // Beside the bar, where there is more room.
      bool isRight = left + width - end > begin - left;
      page.element("text", text,
                   {{"x", number(isRight ? end + 5 : begin - 5)},
                    {"y", number(at + lifeHeight - 5)},
                    {"text-anchor", isRight ? "start" : "end"}});
    }
  }

  Markup &page;
  const ReportMemory &memory;
  size_t positions, columns;
  int64_t most = 0;
  std::vector<const ReportMemory::Tensor *> lives;
};
} // namespace

void drawMemory(Markup &page, const ReportMemory &memory) {
  MemoryChart(page, memory).draw();
}

} // namespace popt
