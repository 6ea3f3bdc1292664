"""Without labels: which scale recovers the parameters of a manifold best?

Manifolds whose parameters are known; at every scale of the useful range the parameters are
recovered from diffusion coordinates and scored in three ways. The regret of a rule is the best
score over the scales minus the score at its own. See docs/measured.md for what came out.

    python -m benchmarks.auto_constants [--sets design] [--seeds 3] [--rows N] [--quick] [-o FILE]
"""
