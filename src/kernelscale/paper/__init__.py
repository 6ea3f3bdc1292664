"""The experiments of the paper, and `kernelscale reproduce`, which runs them and writes a page.

A wing: it imports the library, and nothing of the library imports it. An experiment is a folder of
its own: its `measure.run` returns plain tables, `verdicts.judge` judges claims by them, `figures`
draws them, and its `__init__` puts them together as an `Experiment`, which `registry` lists.
"""

__all__: list[str] = []  # the help of the command loads no experiment
