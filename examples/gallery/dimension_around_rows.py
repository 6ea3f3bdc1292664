"""
Dimension around each row
=========================

What if the dimension differs between parts of the data? The rows form a sheet of dimension 2
and a thread of dimension 1, so a single estimate for all rows fits neither.
"""

import numpy as np

from kernelscale import estimate_dimension, reports

random = np.random.default_rng(0)
sheet = np.c_[random.uniform(size=(800, 2)), np.zeros(800)]
thread = np.c_[random.uniform(1, 3, 400), np.full(400, 0.5), np.zeros(400)]
rows = np.r_[sheet, thread] @ np.linalg.qr(random.normal(size=(3, 3)))[0]

found = estimate_dimension(rows, method="levina_bickel")
print(f"all rows: {found.continuous:.2f}")

# %%

reports.plot(reports.PointwisePicture(found, rows))
