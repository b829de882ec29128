"""highs.py F.mps...: HiGHS's optimum of each problem is what popt finds and proves."""
import re
import sys

import highspy

for file in sys.argv[1:]:
    with open(file) as text:
        found, bound = (float(number) for number in re.findall(r"\S*e[+-]\d+", text.readline()))
    solver = highspy.Highs()
    solver.silent()
    solver.setOptionValue("mip_rel_gap", 1e-9)
    solver.setOptionValue("mip_abs_gap", 1e-12)
    # Seconds are small for tolerances that are absolute.
    solver.readModel(file)
    costs = solver.getLp().col_cost_
    scale = 1 / found
    for column, cost in enumerate(costs):
        solver.changeColCost(column, cost * scale)
    solver.run()
    best = solver.getInfo().objective_function_value / scale
    print(f"{solver.getNumCol()} variables, HiGHS {best:.9e}, popt {found:.9e}, bound {bound:.9e}")
    assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal, file
    assert abs(best - found) <= 1e-6 * found and bound <= best * (1 + 1e-6), file
