"""The experiments of the paper, and `kernelscale reproduce`, which runs them and writes a page.

The library does not import this package. An experiment is a folder of its own: its `measure.run`
returns plain tables, `claims` judges the claims of the paper, `figures` draws the tables, and its
`__init__` puts them together as an `Experiment`, which `registry` lists.
"""

__all__: list[str] = []  # the help of the command loads no experiment
