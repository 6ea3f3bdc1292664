"""What the pages of the documentation point to is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_files_lead_somewhere(page):
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_there_are_pages_with_links_and_pictures():
    pictures = [link for page in PAGES for link in LINK.findall(page.read_text(encoding="utf-8"))]
    assert sum(link.endswith(".png") for link in pictures) > 20


def test_every_picture_is_linked():
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    pictures = (ROOT / "docs" / "pictures").glob("*.png")
    assert [picture.name for picture in pictures if picture.name not in text] == []
