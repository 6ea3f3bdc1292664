"""The experiments of the paper, and `kernelscale reproduce`, which runs them and writes a page.

The library does not import this package. Each experiment has its own folder. There `measure.run`
returns plain tables, `claims` judges the claims of the paper, and `figures` draws the tables. The
folder's `__init__` combines these functions into an `Experiment`, and `registry` lists all of them.
"""

__all__: list[str] = []  # nothing is imported here, so the help of the command loads no experiment
