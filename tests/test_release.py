import re
import shutil
import subprocess
from pathlib import Path

import pytest

from kernelscale import __version__

ROOT = Path(__file__).parent.parent
REPOSITORY = re.compile(
    r"https://(?:github|raw\.githubusercontent)\.com/(kernelscale[\w.-]*/[\w.-]+)"
)


def text(name):
    return (ROOT / name).read_text("utf-8")


@pytest.fixture(scope="module")
def project():
    tomllib = pytest.importorskip("tomllib")
    return tomllib.loads(text("pyproject.toml"))["project"]


def numbers(version):
    return tuple(map(int, version.split(".")))


@pytest.fixture(scope="module")
def newest():
    """The version and the day of the first release in the changelog, as text."""
    release = r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$"
    return re.search(release, text("CHANGELOG.md"), re.MULTILINE).groups()


def test_version_is_written_in_one_place():
    sources = [*(ROOT / "src").rglob("*.py"), *ROOT.glob("*.toml")]
    holding = [path.name for path in sources if __version__ in path.read_text(encoding="utf-8")]
    assert holding == ["_version.py"]
    assert re.search(r'^dynamic = \["version"\]$', text("pyproject.toml"), re.M)


def test_version_has_a_form_that_pip_understands():
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+|(a|b|rc)\d+)?", __version__)


def test_the_version_is_the_newest_release_or_one_in_development(newest):
    version, development, _ = __version__.partition(".dev")
    if development:
        assert numbers(version) > numbers(newest[0])
    else:
        assert version == newest[0]


def test_citation_and_recipe_have_the_newest_release(newest):
    version, day = newest
    assert f"\nversion: {version}\n" in text("CITATION.cff")
    assert f"\ndate-released: {day}\n" in text("CITATION.cff")
    assert f'version: "{version}"' in text("recipe/recipe.yaml")


def test_headings_of_the_changelog_follow_keep_a_changelog():
    changelog = text("CHANGELOG.md")
    releases = re.findall(r"^## (.+)$", changelog, re.MULTILINE)
    assert releases[0] == "[Unreleased]"
    for release in releases:
        name = release.partition(" - ")[0]
        assert re.search(rf"^{re.escape(name)}: https://", changelog, re.MULTILINE), release
    kinds = set(re.findall(r"^### (.+)$", changelog, re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_a_tag_names_the_version():
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("there is no repository")
    git = ["git", "-C", str(ROOT), "tag", "--points-at", "HEAD", "v*"]
    tags = subprocess.run(git, check=True, capture_output=True, text=True).stdout.split()
    assert tags in ([], [f"v{__version__}"])


def test_the_citation_agrees_with_the_project(project):
    citation = text("CITATION.cff")
    assert f"\nabstract: {project['description']}." in citation
    assert f"\nlicense: {project['license']}\n" in citation
    assert f"\nrepository-code: {project['urls']['Source']}\n" in citation


def test_there_is_one_repository(project):
    expected = project["urls"]["Source"].removeprefix("https://github.com/")
    folders = ["*.md", "*.toml", "*.cff", "recipe/*"]
    pages = [page.read_text("utf-8") for folder in folders for page in ROOT.glob(folder)]
    found = {each for page in pages for each in REPOSITORY.findall(page)}
    assert found == {expected}


def test_versions_of_python_are_the_same_everywhere(project):
    named = re.findall(r"Python :: 3\.(\d+)$", "\n".join(project["classifiers"]), re.MULTILINE)
    versions = [int(minor) for minor in named]
    assert versions == list(range(versions[0], versions[-1] + 1))
    assert project["requires-python"] == f">=3.{versions[0]}"
    wheels = re.search(r"^build = \[(.+)\]$", text("pyproject.toml"), re.MULTILINE)[1]
    assert re.findall(r"cp3(\d+)-", wheels) == named
    table = text("CONTRIBUTING.md").partition("\n## Compatibility\n")[2].partition("\n## ")[0]
    assert {int(minor) for minor in re.findall(r"^\| 3\.(\d+)", table, re.MULTILINE)} == {*versions}


def test_the_recipe_needs_what_the_package_needs(project):
    recipe = text("recipe/recipe.yaml")
    for requirement in project["dependencies"]:
        name, _, bound = requirement.partition(">=")
        assert re.search(rf"^ +- {name} >={re.escape(bound)}$", recipe, re.MULTILINE), requirement


def test_quick_tests_are_there():
    names = text("tests/quick.txt").split()
    assert names
    for name in names:
        path, _, test = name.partition("::")
        assert (ROOT / path).exists(), name
        assert not test or f"def {test}(" in text(path), name
