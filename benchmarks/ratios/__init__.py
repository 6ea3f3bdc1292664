"""What the package costs, and against a plain or a well-known way of doing the same.

For asv, which follows time, peak memory and errors from commit to commit; see
benchmarks/README.md. Ratios (``track_ratio_...``) are of times, ours over theirs, run in turn:
below 1 we are quicker. They hold on more machines than one, and seconds do not.
"""

import sys
from pathlib import Path

# asv imports this folder by itself, as `ratios`, so that its neighbour `peers` is out of reach.
sys.path.append(str(Path(__file__).resolve().parents[2]))
