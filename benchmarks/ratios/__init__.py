"""What the package costs, against a plain or a well-known way of doing the same in the same run.

Ratios are of times, ours over theirs, unless a benchmark says otherwise: below 1 we are quicker.
No second is promised anywhere, since it would hold for one machine only. For asv, see
``benchmarks/asv.conf.json``; or call any method by hand.
"""
