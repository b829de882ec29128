//===- Evaluator.cpp - A program that looks at the state ------------------===//
//
// Tests: EvaluationTest, test/Execute/evaluate.test.
//
//===----------------------------------------------------------------------===//
#include "Evaluator.h"
#include "../report/Reports.h"
#include <cstring>

using namespace popt::rt;

std::unique_ptr<Evaluator> Evaluator::create(const Job &job, Executor &owner,
                                             World &world,
                                             popt_rt_device *device,
                                             popt_rt_transport *transport,
                                             std::string &out_error) {
  std::unique_ptr<Evaluator> self(new Evaluator(*job.evaluation, owner, world));
  const Job &its = self->its;
  self->copies = !canReadInPlace(job.table(), its.table(), its.views);
  self->executor =
      Executor::createReader(owner, its.prepared, world.rank(), device,
                             transport, its.views, out_error);
  if (!self->executor)
    return nullptr;
  self->arguments = std::make_unique<Arguments>(its, *self->executor, world);
  self->metrics = std::make_unique<MetricValues>(its, *self->executor, world);
  return self->arguments->load(out_error) ? std::move(self) : nullptr;
}

bool Evaluator::copyViews(std::string &error) {
  for (size_t i = 0; i < its.views.size(); ++i) {
    void *to = its.views[i] < 0 ? nullptr : executor->argument(i);
    if (!to)
      continue;
    const Argument &argument = its.table().arguments[i];
    std::memcpy(to, owner.argument(its.views[i]),
                bytesOf(argument.localShape, argument.type));
    if (!executor->upload(i, error))
      return false;
  }
  return true;
}

bool Evaluator::run(int64_t steps, std::vector<std::string> &out_means,
                    std::string &out_error) {
  std::vector<double> sums(its.metricResults.size(), 0);
  for (int64_t batch = 0; batch < its.numSteps; ++batch) {
    // Reports say after which step.
    executor->goOnAfter(steps - 1);
    // A program that changes what it looks at begins each time with the same.
    if ((copies && !copyViews(out_error)) ||
        !arguments->loadBatch(batch, out_error) || !executor->step(out_error) ||
        !arguments->endStep(batch, out_error))
      return false;
    Bytes values;
    if (!metrics->gather(values, out_error))
      return false;
    if (world.rank() == 0)
      forEachMetric(its, values,
                    [&](size_t m, ElementType type, const uint8_t *value) {
                      sums[m] += elementAsDouble(type, value, 0);
                    });
  }
  out_means.clear();
  for (double sum : sums) {
    double mean = sum / static_cast<double>(its.numSteps);
    out_means.push_back(elementAsJson(POPT_RT_F64, &mean, 0));
  }
  return true;
}
