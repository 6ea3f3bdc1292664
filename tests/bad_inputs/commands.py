"""A catalogue of command lines that must fail, each with its exit code and a part of its error.

The exit code is 2 for an invalid command line and 1 for any other error.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from tests.bad_inputs.common_command_errors import COMMON, HUGE

__all__ = ["COMMANDS", "write_files"]

_TEXTS = {
    "empty.csv": "",
    "header.csv": "u,v\n",
    "one.csv": "u,v\n1,2\n",
    "missing.csv": "u,v\n1,2\n3,\n4,5\n",
    "text.csv": "u,v\n1,2\n3,x\n4,5\n",
    "twice.csv": "u,u\n1,2\n3,4\n",
    "ragged.csv": "u,v\n1,2\n3,4,5\n",
    "infinite.csv": "u,v\n1,2\n3,inf\n4,5\n",
    "same.csv": "u,v\n1,2\n1,2\n1,2\n",
    "table.xyz": "1",
    "labels_missing.csv": "u,kind\n1,a\n2,\n3,b\n4,a\n",
    "one_class.csv": "u,kind\n1,a\n2,a\n3,a\n",
    "all_different.csv": "u,kind\n1,a\n2,b\n3,c\n",
    "garbage.npz": "no archive",
    "garbage.npy": "no array",
    "garbage.parquet": "no",
}


def write_files(folder: Path) -> None:
    """Write the files that the command lines below read."""
    X = np.random.default_rng(0).normal(size=(30, 2))
    lines = [f"{u:.5f},{v:.5f}" for u, v in X.tolist()]
    labelled = [f"{line},{'ab'[k % 2]}" for k, line in enumerate(lines)]
    tables = {"plain.csv": ["u,v", *lines], "good.csv": ["u,v,kind", *labelled]}
    for name, text in (_TEXTS | {name: "\n".join(rows) for name, rows in tables.items()}).items():
        (folder / name).write_text(text)
    arrays = {
        "flat.npy": np.arange(5.0),
        "cube.npy": np.zeros((2, 2, 2)),
        "complex.npy": X + 1j,
        "nan.npy": np.full((5, 2), np.nan),
        "strings.npy": np.array([["a", "b"]]),
    }
    for name, array in arrays.items():
        np.save(folder / name, array)
    np.savez(folder / "other.npz", Z=X)


COMMANDS = (
    *COMMON,
    ("select empty.csv", 1, "empty.csv is empty; a table of at least one row is"),
    ("select header.csv", 1, "header.csv has columns but no rows; at least one row is"),
    ("select missing.csv", 1, "missing.csv: column 'v' has a missing value in line 3"),
    ("select twice.csv", 1, "twice.csv has more than one column called 'u'; every"),
    ("select ragged.csv", 1, "ragged.csv is not a regular table (Expected 2 fields in"),
    ("select missing.csv --impute mean", 2, "median is needed, but 'mean' was given"),
    ("select plain.csv --sep ::", 2, "The separator must be one character or one of comma,"),
    ("select plain.csv --encoding utf-9", 2, "encoding must be an encoding of Python, such as"),
    ("select plain.csv --features u,x", 1, "plain.csv lacks column(s) 'x', 1 of the 2 needed"),
    ("select plain.csv --use-rep X_pca", 1, "use_rep has no effect with the format of plain.csv"),
    ("select plain.csv --metric precomputed", 1, "plain.csv has 30 rows and 2 columns of numbers,"),
    ("dimension plain.csv --metric precomputed", 2, "The method danco needs features, so it"),
    ("select infinite.csv", 1, "infinite.csv: column 'v' has an infinity in line 3"),
    ("select table.xyz", 1, "table.xyz has the extension '.xyz', which names no"),
    ("select garbage.npz", 1, "garbage.npz is damaged, or not made of plain NumPy arrays; save"),
    ("select garbage.npy", 1, "garbage.npy is damaged, or not made of plain NumPy arrays; save"),
    ("select garbage.parquet", 1, "garbage.parquet cannot be read in the format of its extension"),
    ("select flat.npy", 1, "flat.npy holds an array of shape (5,); two dimensions,"),
    ("select cube.npy", 1, "cube.npy holds an array of shape (2, 2, 2); two"),
    ("select complex.npy", 1, "complex.npy holds an array of type complex128; real"),
    ("select nan.npy", 1, "nan.npy: column '0' has a missing value in row 0"),
    ("select strings.npy", 1, "strings.npy holds an array of type <U1; real numbers"),
    ("select other.npz", 1, "other.npz has no array 'X' but has 'Z'; X of shape"),
    ("select .", 1, ". is not a file; give the path of one ending in .csv,"),
    ("select good.csv", 1, "good.csv: column 'kind' is not numeric, for example"),
    ("select good.csv --drop nothing", 2, "good.csv has no column 'nothing' to drop; its columns"),
    (
        "select good.csv --label kind --drop kind",
        2,
        "column 'kind' of good.csv is used as the label and",
    ),
    (
        "select labels_missing.csv --label kind",
        1,
        "label column 'kind' of labels_missing.csv has 1 missing",
    ),
    (
        "select one_class.csv --label kind",
        1,
        "y has one class only ('a'); at least two are needed.",
    ),
    (
        "select all_different.csv --label kind",
        1,
        "y has 3 different labels for 3 rows; at least one class",
    ),
    (
        "select plain.csv --check",
        2,
        "--check measures how well labels are predicted, but there are no labels",
    ),
    (
        "select good.csv --label kind --check --rule standardized",
        2,
        "The rule 'standardized' does not choose one scale of a Gaussian kernel for",
    ),
    ("select good.csv --label kind --C 0", 2, "--C must be a positive finite number, but 0.0 was"),
    ("select plain.csv --rule maxmin", 2, "There is no rule 'maxmin'; the rules are auto,"),
    ("select plain.csv --rule spectral", 2, "The rule 'spectral' needs the class of each row, but"),
    ("select plain.csv --rule -1", 2, "epsilon must be a positive finite number, but -1.0 was"),
    ("select plain.csv --rule 0", 2, "epsilon must be a positive finite number, but 0.0 was"),
    ("select plain.csv --rule nan", 2, "epsilon must be a positive finite number, but nan was"),
    ("select plain.csv --rule inf", 2, "epsilon must be a positive finite number, but inf was"),
    (
        "select plain.csv --rule max_min --option factor=-1",
        2,
        "factor must be a positive finite number, but -1 was",
    ),
    (
        "select plain.csv --rule max_min --option factor=abc",
        2,
        "factor must be a positive finite number, but 'abc' was",
    ),
    (
        "select plain.csv --rule max_min --option factor",
        2,
        "--option must be a name and a value, such as factor=3,",
    ),
    (
        "select plain.csv --rule max_min --option size=3",
        2,
        "The rule 'max_min' has no option 'size'; its options",
    ),
    (
        "select plain.csv --rule median --option factor=3",
        2,
        "The rule 'median' has no option 'factor'; its options are duplicates.",
    ),
    (
        "select plain.csv --rule self_tuning --option n_neighbors=0",
        2,
        "n_neighbors must be an integer of at least 1, but 0 was",
    ),
    (
        f"select plain.csv --rule self_tuning --option n_neighbors={HUGE}",
        2,
        "n_neighbors must be an integer from 1 to 2147483647,",
    ),
    (
        "select plain.csv --rule self_tuning --option n_neighbors=100",
        1,
        "The rule 'self_tuning' needs neighbour 100 of each",
    ),
    (
        "select plain.csv --rule 2 --option factor=3",
        2,
        "Options (factor) are for a rule given by name, but 2.0 was",
    ),
    (
        "select plain.csv --memory-limit 1",
        1,
        "Eigenpairs of 30 rows need",
    ),
    (
        f"select plain.csv --n-sample {HUGE}",
        2,
        "auto or a whole number of at most 2147483647 is needed,",
    ),
    ("select plain.csv --plot .", 2, "'.' is not the name of a figure file; the formats are "),
    ("select plain.csv --nonsense", 2, "No such option"),
    ("select", 2, "Missing argument 'DATA'."),
    ("select plain.csv good.csv", 2, "Got unexpected extra argument"),
    (
        "compare plain.csv --report x.txt",
        2,
        "--report needs a file that ends in .html, but",
    ),
    (
        "compare plain.csv --feature-scales",
        2,
        "--feature-scales adds to the page of --report; give",
    ),
    ("compare plain.csv --catalog c.csv", 2, "There is no catalogue 'c.csv'."),
    (
        "compare plain.csv --seconds 3",
        2,
        "--seconds is an option for recordings, but plain.csv is a table.",
    ),
    ("embed plain.csv --components 30", 2, "--components must be an integer from 1 to 29, but 30"),
    ("embed plain.csv --steps -1", 2, "a whole number of at least 0 is needed, but '-1' was"),
    ("embed plain.csv --steps 1.5", 2, "a whole number of at least 0 is needed, but '1.5' was"),
    ("embed plain.csv --neighbors 0", 2, "of at least 1 or 'all' is needed, but '0' was"),
    (
        "embed plain.csv --link-components --neighbors all",
        2,
        "--link-components connects the components",
    ),
    ("embed plain.csv --bandwidth maxmin", 2, "There is no rule 'maxmin'; the rules are auto,"),
    (
        "embed plain.csv --bandwidth spectral",
        2,
        "The rule 'spectral' needs the class of each row, but",
    ),
    ("embed plain.csv --bandwidth -2", 2, "epsilon must be a positive finite number, but -2.0 was"),
    ("embed plain.csv -o x.xyz", 2, "'x.xyz' has an extension that cannot be written; give one of"),
    (
        "embed plain.csv --model nowhere.npz",
        2,
        "DATA ('plain.csv') holds rows to fit a map to, but the",
    ),
    (
        "embed --model garbage.npz --new plain.csv",
        1,
        "'garbage.npz' is not a model of kernelscale: it is",
    ),
    (
        "embed --model nowhere.npz --new plain.csv",
        2,
        "There is no file 'nowhere.npz'; give the path of a",
    ),
    (
        "embed --model other.npz --new plain.csv",
        1,
        "'other.npz' is not a model of kernelscale: it holds 'Z';",
    ),
    ("embed --new plain.csv", 2, "--new holds rows for a model to embed, but no --model"),
    ("embed", 2, "Missing argument 'DATA': give a table to fit a map to it, or"),
    ("embed plain.csv -o plain.csv", 2, "'plain.csv' is read by this command; write to another"),
    ("embed plain.csv --memory-limit 1", 1, "The graph of 3 neighbours of 30 rows needs"),
    ("embed plain.csv --neighbors all --memory-limit 1", 1, "Eigenpairs of 30 rows need"),
    (
        "dimension plain.csv --method nothing",
        2,
        "--method must be one of danco, two_nn, levina_bickel,",
    ),
    (
        "dimension plain.csv --profile --uncertainty",
        2,
        "--uncertainty needs one of the methods danco, mind, all,",
    ),
    ("dimension nan.npy", 1, "nan.npy: column '0' has a missing value in row 0"),
    ("scale plain.csv --method nothing", 2, "--method must be one of joint, greedy, but 'nothing'"),
    ("scale plain.csv --target nothing", 2, "--target must be one of calibrated, paper, but"),
    ("scale plain.csv -o x.xyz", 2, "'x.xyz' has an extension that cannot be written; give one of"),
    ("scale plain.csv -o plain.csv", 2, "'plain.csv' is read by this command; write to another"),
    ("sonogram", 2, "Missing argument 'FILE...'."),
    ("sonogram nowhere.npz", 2, "There is no file 'nowhere.npz'."),
    ("sonogram garbage.npz", 1, "garbage.npz is not a complete archive of plain NumPy"),
    ("sonogram other.npz", 1, "other.npz has no array waveforms and no fs; waveforms"),
    (
        "sonogram plain.csv",
        1,
        "plain.csv cannot be read as waveforms (ObsPy does not read its format",
    ),
    (
        "sonogram other.npz --window-length 0",
        2,
        "a whole number of at least 2 is needed, but '0' was",
    ),
    ("sonogram other.npz --overlap 2", 2, "a number from 0 to below 1 is needed, but '2' was"),
    ("sonogram other.npz --overlap 1", 2, "a number from 0 to below 1 is needed, but '1' was"),
    ("sonogram other.npz --fmin -1", 2, "a number above 0 is needed, but '-1' was given."),
    ("sonogram other.npz --fmax inf", 2, "a number above 0 is needed, but 'inf' was given."),
    ("sonogram other.npz --fmin 5 --fmax 1", 2, "--fmin must be below --fmax, but 5 and 1 were"),
    ("sonogram other.npz --fmin 1", 1, "other.npz has no array waveforms and no fs; waveforms"),
    ("sonogram plain.csv --seconds -3", 2, "a number above 0 and at most 1e+10 is needed, but"),
    ("sonogram plain.csv --sampling-rate 0", 2, "and at most 1e+10 is needed, but '0' was given."),
    ("sonogram plain.csv --before nan", 2, "a number from -1e+10 to 1e+10 is needed, but 'nan'"),
    ("sonogram plain.csv --components ZQ", 2, "letters from Z, N, E, V, L, T are needed, each at"),
    ("sonogram plain.csv --components ZZ", 2, "each at most once, but 'ZZ' was given."),
    ("compare plain.csv --detrend cubic", 2, "constant or linear is needed, but 'cubic' was given"),
    ("sonogram other.npz --fmin abc", 2, "Invalid value for '--fmin': "),
    ("sonogram other.npz -o x.csv", 2, "-o needs a file that ends in .npz, but 'x.csv' was"),
    ("reproduce nothing", 2, "NAME must be one of schematic, log_sum_curve,"),
    ("reproduce --list nothing", 2, "NAME must be one of schematic, log_sum_curve,"),
    (
        "reproduce schematic --data nowhere",
        2,
        "--data needs a folder, but there is no folder 'nowhere'.",
    ),
    ("reproduce schematic -o plain.csv", 2, "'plain.csv' is a file; give the name of a folder."),
    ("info extra", 2, "Got unexpected extra argument"),
    ("nonsense", 2, "No such command 'nonsense'."),
    ("--nonsense", 2, "No such option"),
    (
        f"compare plain.csv --n-sample {HUGE}",
        2,
        "auto or a whole number of at most 2147483647 is needed,",
    ),
)
"""Arguments of `kernelscale`, the exit code, and a part of the error message."""
