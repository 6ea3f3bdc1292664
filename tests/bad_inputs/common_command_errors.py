"""Errors that several command lines share: exit code, a part of the message, and command lines.

In a message `{!r}` stands for the last word of the command line.
"""

__all__ = ["COMMON", "HUGE"]

HUGE = 10**30
_ERRORS = (
    (
        2,
        "There is no file {!r}; give the path of a file",
        (
            "select nowhere.csv",
            "compare nowhere.csv",
            "embed nowhere.csv",
            "dimension nowhere.csv",
            "scale nowhere.csv",
        ),
    ),
    (
        1,
        "one.csv has too few rows: n_samples = 1, but at least 2",
        ("select one.csv", "compare one.csv", "embed one.csv", "dimension one.csv"),
    ),
    (
        1,
        "text.csv: column 'v' is not numeric, for example",
        ("select text.csv", "compare text.csv", "dimension text.csv"),
    ),
    (
        1,
        "All 3 rows of same.csv are the same point, so no scale",
        ("select same.csv", "compare same.csv", "embed same.csv", "scale same.csv"),
    ),
    (
        2,
        "good.csv has no column {!r} to use as the label;",
        (
            "select good.csv --label nothing",
            "compare good.csv --label nothing",
            "dimension good.csv --label nothing",
        ),
    ),
    (
        2,
        "memory_limit must be a number of bytes, a string such",
        (
            "select plain.csv --memory-limit lots",
            "select plain.csv --memory-limit -1",
            "select plain.csv --memory-limit 0",
            "select plain.csv --memory-limit nan",
            "compare plain.csv --memory-limit lots",
            "dimension plain.csv --memory-limit lots",
        ),
    ),
    (
        2,
        "a whole number of at least 1 is needed, but {!r} was",
        (
            "select plain.csv --threads 0",
            "select plain.csv --threads -1",
            "select plain.csv --threads abc",
            "select plain.csv --threads 1.5",
            "compare plain.csv --threads 0",
            "embed plain.csv --components 0",
            "embed plain.csv --components -1",
            "embed plain.csv --components abc",
            "embed plain.csv --threads 0",
            "dimension plain.csv --threads 0",
            "scale plain.csv --n-dims 0",
            "scale plain.csv --n-dims -1",
            "scale plain.csv --n-dims abc",
            "scale plain.csv --threads 0",
            "sonogram other.npz --frequencies -1",
        ),
    ),
    (
        2,
        "a whole number of at most 2147483647 is needed, but",
        (
            f"select plain.csv --threads {HUGE}",
            f"embed plain.csv --components {HUGE}",
            f"scale plain.csv --n-dims {HUGE}",
            f"embed plain.csv --steps {HUGE}",
            f"dimension plain.csv --threads {HUGE}",
            f"sonogram other.npz --frequencies {HUGE}",
            f"sonogram other.npz --window-length {HUGE}",
        ),
    ),
    (
        2,
        "auto or a whole number of at least 64 is needed, but",
        (
            "select plain.csv --n-sample 3",
            "select plain.csv --n-sample -1",
            "select plain.csv --n-sample abc",
            "compare plain.csv --n-sample 3",
        ),
    ),
    (
        2,
        "{!r} is not the name of a figure file; the formats are",
        (
            "select plain.csv --plot x.xyz",
            "compare plain.csv --plot x.xyz",
            "dimension plain.csv --plot x.xyz",
        ),
    ),
    (
        2,
        "{!r} cannot be written: there is no such",
        (
            "select plain.csv --plot nowhere/x.png",
            "compare plain.csv --report nowhere/x.html",
            "embed plain.csv -o nowhere/x.csv",
            "scale plain.csv -o nowhere/x.csv",
        ),
    ),
    (
        2,
        "a number from 0 to 1 is needed, but {!r} was given.",
        (
            "embed plain.csv --alpha 2",
            "embed plain.csv --alpha -1",
            "embed plain.csv --alpha nan",
            "embed plain.csv --alpha abc",
        ),
    ),
)

COMMON = tuple(
    (typed, code, sentence.format(typed.split()[-1]))
    for code, sentence, lines in _ERRORS
    for typed in lines
)
"""Arguments of `kernelscale`, the exit code, and a part of the error message."""
