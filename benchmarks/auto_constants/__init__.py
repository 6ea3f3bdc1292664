"""Which scale, chosen without labels, recovers the parameters of a manifold best?

The parameters of each manifold are known. At every scale of the useful range, three scores measure
how well diffusion coordinates recover them. The regret of a rule is the best score over all scales
minus the score at the scale of the rule. docs/measured.md has the results.

    python -m benchmarks.auto_constants [--sets design] [--seeds 3] [--rows N] [--quick] [-o FILE]
"""
