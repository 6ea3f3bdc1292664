"""The scale for a support vector machine: from its labels in one go, or by a grid search?

Real sets, split several times into rows to choose and fit on, z-scored, and rows to test on, which
no choice ever sees. The regret of a choice is the accuracy of the best of 21 scales on the test
rows minus that of the one chosen.
"""
