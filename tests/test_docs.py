"""The links, files, pictures and commands in the documentation exist."""

import importlib
import inspect
import re
import shlex
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from kernelscale.bandwidth import RULES
from kernelscale.cli import app

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
FIGURES = DOCS / "figures"
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(DOCS.glob("*.md")),
    *sorted((DOCS / "rules").glob("*.md")),
]
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)]*)?\)")
PICTURE = re.compile(r"^```\{picture\} (\w+)\.(\w+)$", re.M)
TEXT = "".join(page.read_text(encoding="utf-8") for page in PAGES)


def source_of(path):
    """The source of a page of the gallery or a tutorial; other files are their own source."""
    if path.parent.parent == DOCS and path.parent.name in ("gallery", "tutorials"):
        script = "GALLERY_HEADER.rst" if path.stem == "index" else f"{path.stem}.py"
        return ROOT / "examples" / path.parent.name / script
    return path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_linked_files_exist(page):
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    missing = [link for link in links if not source_of((page.parent / link).resolve()).exists()]
    assert missing == []


def test_anchors_outside_the_site_exist():
    """Sphinx checks those of the site itself."""
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES[:3])
    links = re.findall(r"\]\((?:https?:[^)\s#]+/)?(docs/\w+\.md)#([^)]+)\)", text)
    for page, anchor in links:
        headings = re.findall(r"^#+ (.+)$", (ROOT / page).read_text(encoding="utf-8"), re.M)
        slugs = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]
        assert anchor in slugs, page


ARCHITECTURE = (DOCS / "architecture.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def named_paths(text):
    """Files and folders in a text: words in backquotes with a slash or an extension."""
    words = re.findall(r"`([^`\s]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S))
    return [w for w in words if "/" in w or re.search(r"\.(py|md|toml|txt)$", w)]


def missing_paths(text):
    """Paths in the text that exist neither at the root nor in the package."""
    package = ROOT / "src" / "kernelscale"
    return [
        path
        for path in named_paths(text)
        if not any((folder / path).exists() for folder in (ROOT, package))
        and ("/" in path or not any(package.rglob(path)))
    ]


@pytest.mark.parametrize("text", [ARCHITECTURE, CONTRIBUTING], ids=["architecture", "contributing"])
def test_the_files_that_a_page_names_exist(text):
    assert len(named_paths(text)) > 10
    assert missing_paths(text) == []


def python_files(text):
    """The Python files that a text names; those in braces are expanded."""
    for name in re.findall(r"[\w./*{},-]+\.py\b", text):
        before, brace, rest = name.partition("{")
        choices, _, after = rest.partition("}")
        yield from (before + choice + after for choice in choices.split(",")) if brace else [name]


def missing_python_files(text):
    """The named Python files that are in no folder of the package, the tests or the root."""
    folders = [ROOT / "src" / "kernelscale", ROOT / "tests"]
    return [
        name
        for name in python_files(text)
        if not any(ROOT.glob(name)) and not any(any(folder.rglob(name)) for folder in folders)
    ]


NAMING = [page for page in PAGES if page.name != "CHANGELOG.md"] + [ROOT / ".ci" / "run"]


@pytest.mark.parametrize("page", NAMING, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_python_files_that_are_named_exist(page):
    assert missing_python_files(page.read_text(encoding="utf-8")) == []


def test_missing_python_files_are_found():
    assert missing_python_files("tests/test_{docs,gone}.py, `test_layers.py`, `test_do*.py`") == [
        "tests/test_gone.py"
    ]


def test_missing_paths_are_found():
    assert missing_paths("`engine/plan.py`, `engine/gone.py`, `gone.md`") == [
        "engine/gone.py",
        "gone.md",
    ]


def test_there_are_pages_with_links_and_pictures():
    assert sum(link.endswith(".png") for link in LINK.findall(TEXT)) > 20


def test_every_picture_is_linked():
    pictures = (DOCS / "pictures").glob("*.png")
    assert [picture.name for picture in pictures if picture.name not in TEXT] == []


def test_every_rule_has_a_page():
    pages = {page.stem for page in (DOCS / "rules").glob("*.md")} - {"index"}
    assert pages == set(RULES)


@pytest.fixture
def drawings(monkeypatch):
    """The functions of docs/figures that draw, by module and name."""
    pytest.importorskip("matplotlib")
    monkeypatch.syspath_prepend(FIGURES)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    modules = [importlib.import_module(path.stem) for path in FIGURES.glob("*.py")]
    return {
        (module.__name__, name): function
        for module in modules
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not inspect.signature(function).parameters
    }


def test_drawn_pictures_are_those_of_the_pages(drawings):
    assert {*PICTURE.findall(TEXT)} <= drawings.keys()


@pytest.mark.slow
@pytest.mark.parametrize("picture", sorted({*PICTURE.findall(TEXT)}), ids=".".join)
def test_each_is_drawn(drawings, picture):
    from matplotlib.figure import Figure

    assert isinstance(drawings[picture](), Figure)


SHELL = "\n".join(re.findall(r"^```bash\n(.*?)^```$", TEXT, re.M | re.S))
COMMANDS = sorted({*re.findall(r"\bkernelscale ([a-z]+ .+)$", SHELL, re.M)})


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_have_the_flags_they_are_shown_with(command):
    name, *arguments = shlex.split(command, comments=True)
    get_command(app).get_command(None, name).make_context(name, arguments).close()


@pytest.mark.slow
def test_what_scanpy_users_are_shown_runs(monkeypatch, tmp_path):
    pytest.importorskip("scanpy")
    pytest.importorskip("matplotlib").use("Agg")
    page = (DOCS / "single_cells.md").read_text(encoding="utf-8")
    [code] = re.findall(r"^```python\n(import scanpy.*?)^```$", page, re.M | re.S)
    monkeypatch.chdir(tmp_path)
    exec(code, {})
    assert (tmp_path / "cells_ks.h5ad").exists()
