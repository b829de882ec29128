// The text form of orders: one row per coordinate, one cell per step. The
// format is that of torch.distributed.pipelining (class _Action and the CSV
// files that _PipelineScheduleRuntime loads); Schedule.h lists the cells.
//
// A cell names a role, not a task: `2B3` stands for whatever tasks have the
// backward and weight roles of stage 2. SEND_F and RECV_F stand for the messages of
// forward tasks, SEND_B and RECV_B for those of all others; a cell takes all
// that no earlier cell took. Test: test/unit/Pipeline/CsvTest.cpp.

#include "popt/Pipeline/Schedule.h"

#include <algorithm>
#include <set>

namespace popt::pipeline {

namespace {
/// A cell taken apart: `2SEND_F3` is {2, "SEND_F", 3}.
struct Action {
  int stage = -1, microbatch = -1;
  std::string_view kind;
};
using Message = std::pair<int, int>; // transfer, microbatch

class Reader {
public:
  Reader(const TaskGraph &graph, std::string_view text, const std::string &file,
         std::string &error)
      : graph(graph), text(text), file(file), error(error) {}
  std::optional<Schedule> run();

private:
  bool readRow(std::string_view row);
  bool readCell(std::string_view cell);
  bool readBundle(std::string_view cell);
  bool readAction(std::string_view cell);
  bool split(std::string_view cell, Action &action);
  bool addTasks(const Action &a, Role role);
  bool addMessages(const Action &a, std::string_view cell);
  bool fail(const std::string &message) {
    error = file + ":" + std::to_string(row + 1) + ":" +
            std::to_string(column + 1) + ": " + message;
    return false;
  }

  const TaskGraph &graph;
  std::string_view text;
  const std::string &file;
  std::string &error;
  int row = 0, column = 0;
  Schedule schedule;
  std::set<Message> sent, received;
};
} // namespace

static std::string_view trim(std::string_view s) {
  const char *blank = " \t\r\n";
  size_t first = s.find_first_not_of(blank);
  if (first == std::string_view::npos)
    return "";
  s = s.substr(first, s.find_last_not_of(blank) - first + 1);
  if (s.size() >= 2 && s.front() == '"' && s.back() == '"')
    return trim(s.substr(1, s.size() - 2));
  return s;
}

/// For messages, whatever the file holds.
static std::string quoted(std::string_view s) {
  constexpr size_t most = 60;
  std::string text(s.substr(0, most));
  for (char &c : text)
    if (c < ' ' || c > '~')
      c = '?';
  return "\"" + text + (s.size() > most ? "...\"" : "\"");
}

/// Reads digits from the front; false if there are none or too many.
static bool takeNumber(std::string_view &s, int &number) {
  size_t digits = 0;
  while (digits < s.size() && s[digits] >= '0' && s[digits] <= '9')
    ++digits;
  if (digits == 0 || digits > 8)
    return false;
  number = std::stoi(std::string(s.substr(0, digits)));
  s.remove_prefix(digits);
  return true;
}

std::optional<Schedule> Reader::run() {
  schedule.name = name(ScheduleKind::Custom);
  schedule.order.resize(graph.problem.coordinates);
  // Rows may be empty (a coordinate without tasks); what follows the last line
  // break is no row.
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (row >= graph.problem.coordinates && trim(line).empty())
      continue;
    column = 0;
    if (row >= graph.problem.coordinates) {
      fail("there is a row for coordinate " + std::to_string(row) +
           ", the stage axis has " + std::to_string(graph.problem.coordinates) +
           " coordinates");
      return std::nullopt;
    }
    if (!readRow(line))
      return std::nullopt;
    ++row;
  }
  if (row < graph.problem.coordinates) {
    column = 0;
    fail("there are " + std::to_string(row) + " rows, the stage axis has " +
         std::to_string(graph.problem.coordinates) + " coordinates");
    return std::nullopt;
  }
  return std::move(schedule);
}

bool Reader::readRow(std::string_view line) {
  for (column = 0;; ++column) {
    size_t end = std::min(line.find(','), line.size());
    if (!readCell(trim(line.substr(0, end))))
      return false;
    if (end == line.size())
      return true;
    line.remove_prefix(end + 1);
  }
}

bool Reader::readCell(std::string_view cell) {
  if (cell.empty())
    return true;
  return cell.front() == '(' ? readBundle(cell) : readAction(cell);
}

/// `(0F5;3B2)OVERLAP_F_B`: its tasks run as one bundle.
bool Reader::readBundle(std::string_view cell) {
  size_t close = cell.find(')');
  if (close == std::string_view::npos ||
      cell.substr(close + 1) != "OVERLAP_F_B")
    return fail(quoted(cell) + " is no action: a bundle is written "
                               "(1F2;3B4)OVERLAP_F_B");
  std::string_view parts = cell.substr(1, close - 1);
  std::vector<Step> &steps = schedule.order[row];
  size_t first = steps.size();
  while (true) {
    size_t end = std::min(parts.find(';'), parts.size());
    std::string_view part = trim(parts.substr(0, end));
    if (!readAction(part))
      return false;
    if (end == parts.size())
      break;
    parts.remove_prefix(end + 1);
  }
  for (size_t i = first; i < steps.size(); ++i) {
    if (steps[i].kind != Step::Run)
      return fail(quoted(cell) + " has a send or receive in a bundle");
    steps[i].joined = i + 1 < steps.size();
  }
  return true;
}

bool Reader::split(std::string_view cell, Action &a) {
  std::string_view rest = cell;
  auto malformed = [&] {
    return fail(quoted(cell) + " is no action: one is written stage, kind, "
                               "microbatch, such as 2F0");
  };
  if (!takeNumber(rest, a.stage))
    return malformed();
  size_t kindEnd = 0;
  while (
      kindEnd < rest.size() &&
      ((rest[kindEnd] >= 'A' && rest[kindEnd] <= 'Z') || rest[kindEnd] == '_'))
    ++kindEnd;
  a.kind = rest.substr(0, kindEnd);
  rest.remove_prefix(kindEnd);
  if (a.kind == "UNSHARD" || a.kind == "RESHARD" || a.kind == "REDUCE_GRAD")
    return fail(quoted(cell) + " cannot be ordered: gathers and reductions of "
                               "weights are placed by the memory budget, "
                               "leave it out");
  static const char *kinds[] = {"F",      "I",      "B",      "W",
                                "SEND_F", "RECV_F", "SEND_B", "RECV_B"};
  if (std::find(std::begin(kinds), std::end(kinds), a.kind) ==
      std::end(kinds)) {
    if (a.kind == "BW")
      return fail(quoted(cell) + " is of an older form: write B for a whole "
                                 "backward, I and W for its halves");
    return malformed();
  }
  if (!takeNumber(rest, a.microbatch) || !rest.empty())
    return malformed();
  if (a.stage >= graph.stages())
    return fail(quoted(cell) + " names stage " + std::to_string(a.stage) +
                ", there are " + std::to_string(graph.stages()) + " stages");
  if (a.microbatch >= graph.problem.microbatches)
    return fail(quoted(cell) + " names microbatch " +
                std::to_string(a.microbatch) + ", there are " +
                std::to_string(graph.problem.microbatches));
  int home = graph.coordinateOfStage(a.stage, a.microbatch);
  if (home != row)
    return fail(quoted(cell) + " is in row " + std::to_string(row + 1) +
                ", stage " + std::to_string(a.stage) + " is on coordinate " +
                std::to_string(home) + " (row " + std::to_string(home + 1) +
                ")");
  return true;
}

bool Reader::readAction(std::string_view cell) {
  Action a;
  if (!split(cell, a))
    return false;
  if (a.kind == "F")
    return addTasks(a, Role::Forward);
  if (a.kind == "I")
    return addTasks(a, Role::Backward);
  if (a.kind == "W")
    return addTasks(a, Role::Weight);
  if (a.kind != "B")
    return addMessages(a, cell);
  std::vector<Step> &steps = schedule.order[row];
  size_t first = steps.size();
  addTasks(a, Role::Backward);
  addTasks(a, Role::Weight);
  for (size_t i = first; i + 1 < steps.size(); ++i)
    steps[i].joined = true;
  return true;
}

bool Reader::addTasks(const Action &a, Role role) {
  for (int t :
       graph.tasksOf(row, graph.chunkOfStage(a.stage, a.microbatch), role))
    schedule.order[row].push_back({Step::Run, false, t, a.microbatch});
  return true;
}

/// True if the message is one of the stage's, of this direction. An uncut visit
/// sends in both.
static bool isSendOf(const TaskGraph &graph, int transfer, int stage,
                     bool forward) {
  int producer = graph.problem.values[graph.transfers[transfer].value].producer;
  return graph.stageOf(producer) == stage &&
         (graph.isUncut(producer) ||
          (graph.roleOf(producer) == Role::Forward) == forward);
}

/// The reader that a receive is written under: forward ones first.
static int mainReader(const TaskGraph &graph, int transfer) {
  const std::vector<int> &readers = graph.transfers[transfer].readers;
  return *std::min_element(readers.begin(), readers.end(), [&](int a, int b) {
    return std::make_pair(graph.roleOf(a), a) <
           std::make_pair(graph.roleOf(b), b);
  });
}

static bool isReceiveOf(const TaskGraph &graph, int transfer, int stage,
                        bool forward) {
  int reader = mainReader(graph, transfer);
  return graph.stageOf(reader) == stage &&
         (graph.roleOf(reader) == Role::Forward) == forward;
}

bool Reader::addMessages(const Action &a, std::string_view cell) {
  bool send = a.kind[0] == 'S', forward = a.kind.back() == 'F';
  bool any = false;
  for (size_t t = 0; t < graph.transfers.size(); ++t) {
    bool here = send ? graph.transfers[t].source == row &&
                           isSendOf(graph, t, a.stage, forward)
                     : graph.transfers[t].destination == row &&
                           isReceiveOf(graph, t, a.stage, forward);
    // Receives are numbered like the task that reads.
    int distance = graph.problem.values[graph.transfers[t].value].distance;
    int j = send ? a.microbatch : a.microbatch - distance;
    if (!here || j < 0 || !graph.isRead(graph.transfers[t].value, j))
      continue;
    if (!(send ? sent : received).insert({int(t), j}).second)
      continue;
    schedule.order[row].push_back(
        {send ? Step::Send : Step::Receive, false, int(t), j});
    any = true;
  }
  if (!any)
    return fail(quoted(cell) + " has nothing to " +
                (send ? "send" : "receive") + ": no value of stage " +
                std::to_string(a.stage) +
                " travels there, or an earlier cell has taken it");
  return true;
}

std::optional<Schedule> readSchedule(const TaskGraph &graph,
                                     std::string_view text,
                                     const std::string &file,
                                     std::string &error) {
  return Reader(graph, text, file, error).run();
}

int directionsOfOrder(std::string_view text, int microbatches) {
  const std::string last = "0F" + std::to_string(microbatches - 1);
  int rows = 0, firstRow = -1, lastRow = -1;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view row = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (trim(row).empty() && text.empty())
      break;
    while (!row.empty()) {
      // Cells, and those of bundles.
      size_t cell = std::min(row.find_first_of(",;()"), row.size());
      std::string_view name = trim(row.substr(0, cell));
      row.remove_prefix(std::min(cell + 1, row.size()));
      if (name == "0F0")
        firstRow = rows;
      if (name == last)
        lastRow = rows;
    }
    ++rows;
  }
  bool isMirrored = firstRow >= 0 && lastRow == rows - 1 - firstRow;
  return isMirrored && firstRow != lastRow ? 2 : 1;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

namespace {
class Writer {
public:
  Writer(const TaskGraph &graph, const Schedule &schedule, std::string &error)
      : graph(graph), schedule(schedule), error(error) {}

  std::optional<std::string> run() {
    std::string text;
    for (const std::vector<Step> &steps : schedule.order) {
      std::string row;
      for (size_t i = 0; i < steps.size();) {
        std::string cell =
            steps[i].kind == Step::Run ? bundle(steps, i) : messages(steps, i);
        if (cell.empty())
          return std::nullopt;
        if (!written.insert(cell).second) {
          error = "the text form cannot say this order: what " + quoted(cell) +
                  " stands for is not in one place";
          return std::nullopt;
        }
        row += (row.empty() ? "" : ",") + cell;
      }
      text += row + "\n";
    }
    return text;
  }

private:
  /// Tasks of one role and microbatch, as many as stand together.
  std::string taskCell(const std::vector<Step> &steps, size_t &i, size_t end) {
    const Step &s = steps[i];
    std::string cell = graph.label(s.index, s.microbatch);
    while (i < end && steps[i].kind == Step::Run &&
           graph.label(steps[i].index, steps[i].microbatch) == cell)
      ++i;
    return cell;
  }

  std::string bundle(const std::vector<Step> &steps, size_t &i) {
    size_t begin = i, end = i + 1;
    while (steps[end - 1].joined)
      ++end;
    if (end == begin + 1)
      return taskCell(steps, i, steps.size());
    // Cells of the bundle; I and W of the same stage and microbatch are one B.
    std::vector<std::string> cells;
    while (i < end) {
      const Step &s = steps[i];
      bool isInput = graph.letter(s.index) == 'I';
      std::string stage = std::to_string(graph.stageOf(s.index));
      std::string j = std::to_string(s.microbatch);
      std::string cell = taskCell(steps, i, end);
      if (isInput && i < end &&
          graph.label(steps[i].index, steps[i].microbatch) == stage + "W" + j) {
        taskCell(steps, i, end);
        cell = stage + "B" + j;
      }
      cells.push_back(cell);
    }
    if (cells.size() == 1)
      return cells[0];
    if (cells.size() == 2)
      return "(" + cells[0] + ";" + cells[1] + ")OVERLAP_F_B";
    error = "the text form cannot say this order: a bundle of " +
            std::to_string(cells.size()) + " cells begins with " +
            quoted(cells[0]);
    return "";
  }

  std::string messageLabel(const Step &s) const {
    const Transfer &t = graph.transfers[s.index];
    bool send = s.kind == Step::Send;
    int task = send ? graph.problem.values[t.value].producer
                    : mainReader(graph, s.index);
    int j = s.microbatch + (send ? 0 : graph.problem.values[t.value].distance);
    bool forward = graph.roleOf(task) == Role::Forward;
    return std::to_string(graph.stageOf(task)) + (send ? "SEND_" : "RECV_") +
           (forward ? "F" : "B") + std::to_string(j);
  }
  std::string messages(const std::vector<Step> &steps, size_t &i) {
    std::string cell = messageLabel(steps[i]);
    while (i < steps.size() && steps[i].kind != Step::Run &&
           messageLabel(steps[i]) == cell)
      ++i;
    return cell;
  }

  const TaskGraph &graph;
  const Schedule &schedule;
  std::string &error;
  std::set<std::string> written;
};
} // namespace

std::optional<std::string> writeSchedule(const TaskGraph &graph,
                                         const Schedule &schedule,
                                         std::string &error) {
  return Writer(graph, schedule, error).run();
}

} // namespace popt::pipeline
