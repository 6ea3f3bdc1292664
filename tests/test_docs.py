"""Links, commands, files and pictures in the documentation exist."""

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
    ROOT / "SECURITY.md",
    *sorted(DOCS.glob("*.md")),
    *sorted((DOCS / "rules").glob("*.md")),
]
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)]*)?\)")
PICTURE = re.compile(r"^```\{picture\} (\w+)\.(\w+)$", re.M)
TEXT = "".join(page.read_text(encoding="utf-8") for page in PAGES)


def source_of(path):
    """The source of a page of the gallery or the tutorials, or the path itself for other pages."""
    if path.parent.parent == DOCS and path.parent.name in ("gallery", "tutorials"):
        script = "GALLERY_HEADER.rst" if path.stem == "index" else f"{path.stem}.py"
        return ROOT / "examples" / path.parent.name / script
    return path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_linked_files_exist(page):
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    missing = [link for link in links if not source_of((page.parent / link).resolve()).exists()]
    assert missing == []


def slugs(page):
    """Anchors of the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


def test_anchors_outside_the_site_exist():
    """Sphinx checks only anchors within the site."""
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES[:4])
    for page, anchor in re.findall(r"\]\((docs/\w+\.md)#([^)]+)\)", text):
        assert anchor in slugs(ROOT / page), page


# Addresses of the project. Links to these addresses are checked against the files of this checkout.
REPOSITORY = "https://github.com/kernelscale/kernelscale"
FILES = "https://raw.githubusercontent.com/kernelscale/kernelscale/main"
SITE = "https://kernelscale.readthedocs.io"
NO_FILE = re.compile(rf"{REPOSITORY}(/(issues|releases|compare|security)\b.*)?|{SITE}/")
WITH_LINKS = [
    *PAGES,
    *sorted((ROOT / ".github" / "ISSUE_TEMPLATE").iterdir()),
    ROOT / "pyproject.toml",
    ROOT / "CITATION.cff",
]
OUR_LINK = re.compile(r"https?://[\w.]*(?:github\S*/kernelscale/|kernelscale\.)[^\s)\"'>]*")


def file_of(link):
    """The file of this checkout to which a link to the project leads."""
    for base, folder in ((f"{REPOSITORY}/blob/main/", ROOT), (f"{FILES}/", ROOT)):
        if link.startswith(base):
            return folder / link.removeprefix(base)
    assert link.startswith(f"{SITE}/en/latest/"), link
    return source_of(DOCS / link.removeprefix(f"{SITE}/en/latest/").replace(".html", ".md"))


@pytest.mark.parametrize("file", WITH_LINKS, ids=lambda file: str(file.relative_to(ROOT)))
def test_links_to_the_project_have_a_file(file):
    for link in OUR_LINK.findall(file.read_text(encoding="utf-8")):
        if NO_FILE.fullmatch(link):
            continue
        address, _, anchor = link.partition("#")
        assert file_of(address).exists(), link
        assert not anchor or anchor in slugs(file_of(address)), link


def test_the_readme_has_absolute_links_only():
    links = LINK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(links) > 10
    assert [link for link in links if not link.startswith("https://")] == []


@pytest.mark.parametrize(
    "link", [f"{REPOSITORY}/blob/main/gone.md", f"{FILES}/gone.png", f"{SITE}/en/latest/gone.html"]
)
def test_a_link_without_a_file_would_be_found(link):
    assert OUR_LINK.findall(f"[text]({link})") == [link]
    assert not file_of(link).exists()


ARCHITECTURE = (DOCS / "architecture.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def named_paths(text):
    """Words of a page that contain a slash or end in the suffix of a file."""
    words = re.findall(r"`([^`\s]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S))
    return [w for w in words if "/" in w or re.search(r"\.(py|md|toml|txt)$", w)]


def missing_paths(text):
    """Paths that a page names but that exist neither at the root nor in the package."""
    package = ROOT / "src" / "kernelscale"
    return [
        path
        for path in named_paths(text)
        if not any((folder / path).exists() for folder in (ROOT, package))
        and ("/" in path or not any(package.rglob(path)))
    ]


@pytest.mark.parametrize("text", [ARCHITECTURE, CONTRIBUTING], ids=["architecture", "contributing"])
def test_the_files_named_in_guides_exist(text):
    assert len(named_paths(text)) > 10
    assert missing_paths(text) == []


def python_files(text):
    """Python files that a text names; braces abbreviate several files."""
    for name in re.findall(r"[\w./*{},-]+\.py\b", text):
        before, brace, rest = name.partition("{")
        choices, _, after = rest.partition("}")
        yield from (before + choice + after for choice in choices.split(",")) if brace else [name]


def missing_python_files(text):
    """Python files that a text names but that are not in the package, the tests or the root."""
    folders = [ROOT / "src" / "kernelscale", ROOT / "tests"]
    return [
        name
        for name in python_files(text)
        if not any(ROOT.glob(name)) and not any(any(folder.rglob(name)) for folder in folders)
    ]


NAMING = [page for page in PAGES if page.name != "CHANGELOG.md"] + [ROOT / ".ci" / "run"]


@pytest.mark.parametrize("page", NAMING, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_named_python_files_exist(page):
    assert missing_python_files(page.read_text(encoding="utf-8")) == []


def test_a_missing_file_among_several_would_be_found():
    text = "tests/test_{docs,gone}.py, `test_layers.py`, `test_do*.py`"
    assert missing_python_files(text) == ["tests/test_gone.py"]


def test_a_missing_file_would_be_found():
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
    """Functions of docs/figures that draw a picture, by module and name."""
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


def test_each_picture_of_a_page_has_a_function(drawings):
    assert {*PICTURE.findall(TEXT)} <= drawings.keys()


@pytest.mark.slow
@pytest.mark.site
@pytest.mark.parametrize("picture", sorted({*PICTURE.findall(TEXT)}), ids=".".join)
def test_each_function_draws(drawings, picture):
    from matplotlib.figure import Figure

    assert isinstance(drawings[picture](), Figure)


SHELL = "\n".join(re.findall(r"^```bash\n(.*?)^```$", TEXT, re.M | re.S))
COMMANDS = sorted({*re.findall(r"\bkernelscale ([a-z]+ .+)$", SHELL, re.M)})


@pytest.mark.parametrize("command", COMMANDS)
def test_shown_commands_have_their_options(command):
    name, *arguments = shlex.split(command, comments=True)
    get_command(app).get_command(None, name).make_context(name, arguments).close()


@pytest.mark.slow
def test_the_example_with_scanpy_runs(monkeypatch, tmp_path):
    pytest.importorskip("scanpy")
    pytest.importorskip("matplotlib").use("Agg")
    page = (DOCS / "single_cells.md").read_text(encoding="utf-8")
    [code] = re.findall(r"^```python\n(import scanpy.*?)^```$", page, re.M | re.S)
    monkeypatch.chdir(tmp_path)
    exec(code, {})
    assert (tmp_path / "cells_ks.h5ad").exists()


IMAGES = sorted((DOCS / "images").glob("*.png"))


@pytest.mark.parametrize("image", IMAGES, ids=lambda image: image.name)
def test_images_of_the_readme_are_small_and_shown(image):
    assert image.stat().st_size < 150_000
    assert f"{FILES}/docs/images/{image.name}" in (ROOT / "README.md").read_text(encoding="utf-8")
