// Time loops on a stage axis, executed before and after split-stages: what a
// loop carries and other tasks read, under every schedule that fits.
#include "MlirUtil.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/OpModels/OpModels.h"
#include "popt/Pipeline/Schedule.h"
#include "popt/Reference/Program.h"
#include "popt/Stages/Passes.h"

#include "mlir/Pass/PassManager.h"

using namespace popt;
using namespace popt::reference;

namespace {
class SplitStagesTest : public ModuleTest {
protected:
  SplitStagesTest() {
    mlir::DialectRegistry registry;
    registerOpModels(registry);
    context.appendDialectRegistry(registry);
  }

  /// The functions of all coordinates; null after a message.
  mlir::OwningOpRef<mlir::ModuleOp> split(const std::string &text,
                                          const std::string &schedule) {
    auto module = parse(text);
    mlir::PassManager manager(&context);
    manager.addPass(createFormTasksPass({schedule}));
    manager.addPass(createScheduleTasksPass());
    manager.addPass(createSplitStagesPass());
    if (!module || mlir::failed(manager.run(*module)))
      return {};
    return module;
  }

  /// Both forms give the same numbers, under every schedule that is legal with
  /// whatever visits the body has.
  void runsAlike(const std::string &body,
                 const std::string &next = "%nextP, %nextQ") {
    for (const char *schedule :
         {"gpipe", "1f1b", "eager-1f1b", "zb-h1", "zb-h2", "looped-bfs"})
      runsAlikeUnder(schedule, body, next);
  }
  void runsAlikeUnder(const std::string &schedule, const std::string &body,
                      const std::string &next) {
    std::string text = R"(
      dist.mesh @mesh = <stage ["pp"=2], time ["mb"=4]>
      func.func @main(%x: tensor<4x3xf32> {dist.place = array<i64: 0>,
            dist.sharding = #dist.sharding<@mesh, [{}, {} ]>,
            dist.global_type = tensor<4x3xf32>})
          -> (tensor<3xf32> {dist.sharding = #dist.sharding<@mesh, [{} ]>,
                             dist.global_type = tensor<3xf32>},
              tensor<3xf32> {dist.sharding = #dist.sharding<@mesh, [{} ]>,
                             dist.global_type = tensor<3xf32>}) {
        %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
        %b = stablehlo.constant dense<[0.5, 0.25, 4.0]> : tensor<3xf32>
        %0:2 = dist.time_loop over {"mb"} on @mesh (%step, %p = %a, %q = %b)
            -> (tensor<3xf32>, tensor<3xf32>) {
          %c = stablehlo.constant dense<0> : tensor<i32>
          %row = stablehlo.dynamic_slice %x, %step, %c, sizes = [1, 3]
              : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
          %r = stablehlo.reshape %row : (tensor<1x3xf32>) -> tensor<3xf32>
          )" + body + R"(
          dist.return )" +
                       next + R"( : tensor<3xf32>, tensor<3xf32>
        }
        return %0#0, %0#1 : tensor<3xf32>, tensor<3xf32>
      })";
    Tensor x = f32({4, 3}, {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8});
    auto module = parse(text);
    ASSERT_TRUE(module);
    auto wanted = interpretProgram(*module, {x});
    ASSERT_TRUE(mlir::succeeded(wanted)) << messages;
    auto functions = split(text, schedule);
    ASSERT_TRUE(functions) << messages;
    auto got = interpretProgram(*functions, {x});
    ASSERT_TRUE(mlir::succeeded(got)) << messages;
    EXPECT_TENSOR((*got)[0], (*wanted)[0]);
    EXPECT_TENSOR((*got)[1], (*wanted)[1]);
  }
};
} // namespace

/// The forward of coordinate 0 reads what its backward replaced one microbatch
/// before: nothing overlaps, everything is right.
TEST_F(SplitStagesTest, ForwardReadsWhatBackwardCarries) {
  runsAlike(R"(
      %h = stablehlo.multiply %r, %p {dist.place = array<i64: 0>} : tensor<3xf32>
      %g = stablehlo.negate %h {dist.place = array<i64: 1>} : tensor<3xf32>
      %nextP = stablehlo.add %g, %r {dist.place = array<i64: 0>} : tensor<3xf32>
      %nextQ = stablehlo.add %q, %g {dist.place = array<i64: 1>} : tensor<3xf32>
    )");
}

/// Another coordinate reads it: a message from one microbatch to the next.
TEST_F(SplitStagesTest, AnotherCoordinateReadsWhatIsCarried) {
  runsAlike(R"(
      %nextP = stablehlo.multiply %r, %p {dist.place = array<i64: 0>} : tensor<3xf32>
      %h = stablehlo.add %r, %nextP {dist.place = array<i64: 0>} : tensor<3xf32>
      %g = stablehlo.subtract %h, %p {dist.place = array<i64: 1>} : tensor<3xf32>
      %nextQ = stablehlo.add %q, %g {dist.place = array<i64: 1>} : tensor<3xf32>
    )");
}

/// A shift register: what is carried is handed on as it is, and the other one
/// is the same in all microbatches.
TEST_F(SplitStagesTest, CarriedValuesAreHandedOn) {
  runsAlike(R"(
      %h = stablehlo.tanh %r {dist.place = array<i64: 1>} : tensor<3xf32>
      %nextP = stablehlo.add %h, %q {dist.place = array<i64: 0>} : tensor<3xf32>
      %nextQ = stablehlo.reshape %p : (tensor<3xf32>) -> tensor<3xf32>
    )");
  runsAlike(R"(
      %nextP = stablehlo.multiply %q, %r {dist.place = array<i64: 1>} : tensor<3xf32>
      %nextQ = stablehlo.maximum %q, %p {dist.place = array<i64: 0>} : tensor<3xf32>
    )");
}

/// What is returned is no result of the body.
TEST_F(SplitStagesTest, NextValuesFromElsewhere) {
  for (const char *next : {"%q, %p", "%h, %p", "%p, %a", "%q, %q"})
    runsAlike("%h = stablehlo.add %r, %q {dist.place = array<i64: 1>} : "
              "tensor<3xf32>",
              next);
}

/// A combination in a loop is a message and an addition.
TEST_F(SplitStagesTest, CombinationsInLoops) {
  runsAlike(R"(
      %h = stablehlo.tanh %r {dist.place = array<i64: 0>} : tensor<3xf32>
      %g = stablehlo.negate %h {dist.place = array<i64: 1>} : tensor<3xf32>
      %s = dist.combine sum(%h, %g) at [0, 1] : tensor<3xf32>
      %m = stablehlo.exponential %s {dist.place = array<i64: 0>} : tensor<3xf32>
      %nextP = stablehlo.add %p, %m {dist.place = array<i64: 0>} : tensor<3xf32>
      %nextQ = stablehlo.add %q, %s {dist.place = array<i64: 1>} : tensor<3xf32>
    )");
}
