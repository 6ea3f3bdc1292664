"""The experiments of the paper, and `kernelscale reproduce`, which runs them and writes a page.

The library does not import this package. Each experiment has its own folder: `measure.run` returns
plain tables, `claims` judges the claims of the paper, `figures` draws the tables, and `__init__`
combines these functions into an `Experiment`, which `registry` lists.
"""

__all__: list[str] = []  # the help of the command loads no experiment
