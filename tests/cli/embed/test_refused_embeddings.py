"""`kernelscale embed` refuses wrong command lines and wrong data."""

import re
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from tests.cli.embed.output import RULE

from kernelscale import load_model
from kernelscale.cli.embed import new_map, new_rows

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")


@pytest.mark.usefixtures("embedded")
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Missing argument 'DATA': give a table to fit a map to it, or --model and --new"),
        ("flowers.csv --new more.csv", "holds rows to fit a map to, and --new .'more.csv'. holds"),
        ("--new more.csv", "--new holds rows for a model to embed, but no --model was given"),
        ("--model m.npz", "--model embeds new rows, but none were given; name their file by --new"),
        ("flowers.csv --model m.npz", "holds rows to fit a map to, but the map of --model is fitt"),
        ("flowers.csv --model m.npz --new more.csv", "holds rows to fit a map to, but the map of"),
        ("--model no.npz --new more.csv", "There is no file 'no.npz'; give the path of a model"),
        ("--model m.npz --new no.csv", "There is no file 'no.csv'"),
        ("--model m.npz --new more.csv --label no", "more.csv has no column 'no' to use as the"),
        ("--model m.npz --new more.csv --drop no", "more.csv has no column 'no' to drop"),
        ("--model m.npz --new more.csv -o m.npz", "'m.npz' is read by this command; write to ano"),
        ("--model m.npz --new more.csv -o ./more.csv", "'more.csv' is read by this command"),
        ("flowers.csv -o flowers.csv", "'flowers.csv' is read by this command; write to another"),
        (
            "flowers.csv -o c.xlsx",
            "'c.xlsx' has an extension that cannot be written; give one of .npz",
        ),
        ("flowers.csv -o no/c.csv", "'no/c.csv' cannot be written: there is no such folder"),
        ("flowers.csv -o no/m.npz", "'no/m.npz' cannot be written: there is no such folder"),
        ("flowers.csv --plot c.xlsx", "is not the name of a figure file"),
        ("flowers.csv --components 0", "'--components': a whole number of at least 1 is needed"),
        ("flowers.csv --components two", "is needed, but 'two' was given"),
        ("flowers.csv --drop species --components 60", "must be an integer from 1 to 59, but 60"),
        ("flowers.csv --alpha 2", "'--alpha': a number from 0 to 1 is needed, but '2' was"),
        ("flowers.csv --steps -1", "'--steps': a whole number of at least 0 is needed, but '-1'"),
        ("flowers.csv --neighbors 0", "'--neighbors': a whole number of at least 1 or 'all' is"),
        (
            "flowers.csv --drop species --neighbors 5 --bandwidth self_tuning",
            "'self_tuning' needs neighbour 7 of each row, but the graph has 5 neighbours",
        ),
        ("flowers.csv --landmarks 1", "'--landmarks': a whole number of at least 2 is needed"),
        ("flowers.csv --kept-mass 1", "a number above 0 and below 1 is needed, but '1' was given"),
        ("flowers.csv --kept-mass x", "a number above 0 and below 1 is needed, but 'x' was given"),
        (
            "flowers.csv --kept-mass .9 --neighbors 5",
            "--kept-mass truncates the kernel of all",
        ),
        (
            "flowers.csv --kept-mass .9 --bandwidth self_tuning",
            "'self_tuning' has a scale for each row",
        ),
        (
            "flowers.csv --link-components --bandwidth median",
            "but this is a map of all pairs; give",
        ),
        ("flowers.csv --link-components --neighbors all", "but this is a map of all pairs; give"),
        ("flowers.csv --bandwidth spectrl", "There is no rule 'spectrl'.* Did you mean 'spectral'"),
        ("flowers.csv --bandwidth 0", "epsilon must be a positive finite number"),
        ("flowers.csv --bandwidth max_min --option factor", "must be a name and a value, such as"),
        (
            "flowers.csv --drop species --bandwidth spectral",
            "needs the class of each row,",
        ),
        ("flowers.csv --label no", "flowers.csv has no column 'no' to use as the label"),
        ("flowers.csv --threads 0", "Invalid value for '--threads'"),
        ("flowers.csv --memory-limit much", "memory_limit must be a number of bytes, a string"),
    ],
)
def test_usage_errors_exit_with_2(typed, sentence, refuse):
    assert re.search(sentence, refuse("embed", *typed.split(), code=2))


@pytest.mark.usefixtures("embedded")
@pytest.mark.parametrize(
    "typed",
    [
        "--bandwidth 3",
        "--option factor=2",
        "--standardize",
        "--components 2",
        "--alpha 0",
        "--steps 1",
        "--neighbors 5",
        "--landmarks 50",
        "--kept-mass 0.9",
        "--memory-limit 1GiB",
    ],
)
def test_options_for_fitting_are_refused_with_a_model(typed, refuse, model):
    flag = typed.split()[0]
    assert refuse("embed", *model, *typed.split(), code=2) == (
        f"{flag}: only for fitting a map, but the map of --model is fitted already; leave "
        f"out {flag}."
    )
    both = refuse("embed", *model, "--steps", "3", "--alpha", "1", code=2)
    assert both.startswith("--alpha, --steps: only for fitting")


@pytest.mark.usefixtures("embedded")
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("flowers.csv", "column 'species' is not numeric"),
        ("flowers.csv --label species --memory-limit 1kB", "memory_limit is 1000 B; raise it"),
        ("flowers.csv --label unit --drop species --bandwidth spectral", "y has one class only"),
        ("--model more.csv --new more.csv", "is not a model of kernelscale: it is damaged, or"),
    ],
)
def test_data_errors_exit_with_1(typed, sentence, refuse):
    assert re.search(sentence, refuse("embed", *typed.split(), code=1))


@pytest.mark.usefixtures("embedded")
def test_a_newer_model_exits_with_1(refuse, model):
    with np.load("m.npz") as held:
        entries = dict(held) | {"format_version": 3}
    np.savez("m.npz", **entries)
    sentence = refuse("embed", *model, code=1)
    assert "in format 3, but this version reads formats up to 2" in sentence


def test_parquet_needs_an_extra(refuse, invoke, table, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert refuse("embed", *table, "-o", "c.parquet", code=1) == (
        'Writing Parquet files needs pyarrow; install it with: pip install "kernelscale[io]"'
    )


def test_csv_needs_no_optional_package(features, tmp_path):
    np.save(tmp_path / "x.npy", features)
    lines = """
        import sys

        class Missing:
            def find_spec(self, name, path=None, target=None):
                if name.partition(".")[0] in ("matplotlib", "pandas", "pyarrow"):
                    raise ModuleNotFoundError(f"No module named {name!r}", name=name)

        sys.meta_path.insert(0, Missing())
        from kernelscale.cli import app

        app(["embed", "x.npy", "--bandwidth", "max_min", "-o", "c.csv"])
    """
    command = [sys.executable, "-c", textwrap.dedent(lines)]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    assert (tmp_path / "c.csv").read_text().startswith("diffusionmap0,diffusionmap1\n")


def test_files_are_written_when_the_output_pipe_is_closed(table):
    command = [sys.executable, "-m", "kernelscale", "embed", *table, *RULE, "-o", "m.npz"]
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True) as program:
        program.stdout.close()
        assert program.stderr.read() == "Model written to m.npz.\n"
    assert load_model("m.npz").n_features_in_ == 3


@pytest.mark.parametrize("wrong", [["-o", "c.xlsx"], ["-o", "no/c.csv"], ["--plot", "no/c.png"]])
def test_files_are_refused_before_the_long_work(wrong, refuse, table, model, more, monkeypatch):
    def not_yet(*arguments, **options):
        raise AssertionError("the output files must be checked first")

    monkeypatch.setattr(new_map.table_reading, "read", not_yet)
    monkeypatch.setattr(new_rows, "read_table", not_yet)
    monkeypatch.setattr(new_rows, "load_model", not_yet)
    for arguments in (table, model):
        assert refuse("embed", *arguments, *wrong, code=2)


def test_the_help_has_examples_and_columns(invoke):
    shown = invoke("embed", "--help").stdout
    for words in ("coordinates and kernel_mass", "embed mfeat --standardize", "--model", "DATA"):
        assert words in shown
    for column in ("coordinate", "eigenvalue", "1 - eigenvalue"):
        assert re.search(rf"^\s*{column}  +\S", shown, flags=re.MULTILINE)
