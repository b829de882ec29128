// Step tables of schedules: what a compiler makes of them, without data.
#ifndef POPT_TEST_UNIT_PIPELINE_TABLES_H
#define POPT_TEST_UNIT_PIPELINE_TABLES_H

#include "popt-rt/step_table.h"
#include "popt/Pipeline/Schedule.h"

#include <map>
#include <utility>

namespace popt::pipeline {

/// One program per coordinate: its steps in order. Tasks are kernels that get their
/// microseconds, of which a unit of the problem has so many. A send is waited for
/// at the end, a receive by the first task that reads it.
inline rt::StepTable tableOf(const TaskGraph &graph, const Schedule &schedule,
                             double unitSeconds) {
  rt::StepTable table;
  int p = graph.problem.coordinates;
  table.meshName = "mesh";
  table.mesh.axes = {{"pp", p, rt::AxisKind::Stage}};
  table.addKernel("sleep");
  rt::Operand buffer;
  buffer.type = POPT_RT_F32;
  buffer.shape = {16};
  for (int c = 0; c < p; ++c) {
    rt::Program program;
    program.name = "coordinate " + std::to_string(c);
    program.regions.push_back({rt::RegionKind::Arena, 0, "arena"});
    /// Receives not waited for: events by transfer and microbatch.
    std::map<std::pair<int, int>, int32_t> open;
    auto peers = [&](int other) {
      std::vector<int64_t> list(static_cast<size_t>(p), -1);
      list[static_cast<size_t>(c)] = other;
      return table.addRankTable(list);
    };
    for (const Step &step : schedule.order[static_cast<size_t>(c)]) {
      rt::Command command;
      if (step.kind == Step::Run) {
        double seconds = graph.problem.tasks[step.index].seconds * unitSeconds;
        rt::KernelOp kernel;
        kernel.scalars = {
            rt::Scalar::constant(static_cast<int64_t>(seconds * 1e6))};
        command.op = kernel;
        for (const Input &input : graph.inputs[step.index])
          if (auto it = open.find({input.transfer, step.microbatch});
              it != open.end()) {
            command.waits.push_back(it->second);
            open.erase(it);
          }
      } else {
        const Transfer &transfer = graph.transfers[step.index];
        // Each transfer has a buffer to itself, since it lasts.
        int64_t &used = program.regions[0].bytes;
        buffer.offset = std::exchange(used, used + 64);
        command.operands = {buffer};
        command.event = program.numEvents++;
        if (step.kind == Step::Send) {
          command.op = rt::SendOp{peers(transfer.destination), 1};
        } else {
          command.op = rt::RecvOp{peers(transfer.source), 1};
          open[{step.index, step.microbatch}] = command.event;
        }
      }
      program.commands.push_back(command);
    }
    program.bodies.push_back(
        {0, static_cast<int32_t>(program.commands.size()), "step"});
    table.programs.push_back(program);
    table.programOfRank.push_back(c);
  }
  return table;
}

} // namespace popt::pipeline

#endif // POPT_TEST_UNIT_PIPELINE_TABLES_H
