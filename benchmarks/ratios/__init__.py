"""Benchmarks for asv: time and memory of the package, and times relative to other methods.

asv records time, peak memory and errors from commit to commit; see benchmarks/README.md. A ratio
(``track_ratio_...``) is our time divided by that of the other method in alternating runs; if it is
below 1, our method is faster. Ratios are similar on different machines, seconds are not.
"""

import sys
from pathlib import Path

# asv imports this folder as the top-level package `ratios`; a relative import of `peers` fails.
sys.path.append(str(Path(__file__).resolve().parents[2]))
