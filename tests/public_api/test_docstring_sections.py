"""Docstrings of public names have the sections of numpydoc."""

import inspect
import re

from tests.public_api.docstrings import (
    CLASSES,
    FUNCTIONS,
    MADE,
    UNDERLINED,
    each,
    entries,
    sections,
)

SECTIONS = [  # the sections of numpydoc in their order
    *["Parameters", "Attributes", "Returns", "Yields", "Raises"],
    *["Warns", "Notes", "References", "Examples"],
]


@each(FUNCTIONS | CLASSES)
def test_documentation_begins_with_a_sentence(documented):
    assert documented.__doc__
    first, *_ = inspect.cleandoc(documented.__doc__).split("\n\n")
    assert first[0].isupper() or first.startswith("``")
    assert re.search(r"[.)]$", first)


@each(FUNCTIONS | CLASSES)
def test_sections_are_in_the_order_of_numpydoc(documented):
    titles = [title for title in sections(documented) if title]
    assert titles == [title for title in SECTIONS if title in titles]


@each(FUNCTIONS | CLASSES)
def test_underlines_are_as_long_as_titles(documented):
    for title, line in UNDERLINED.findall(inspect.cleandoc(documented.__doc__)):
        assert len(title) == len(line), title


@each(FUNCTIONS | MADE)
def test_types_have_no_words_ending_in_an_underscore(documented):
    """Sphinx would turn a word ending in an underscore, such as n_components_, into a link."""
    for text in sections(documented).values():
        assert [rest for _, rest in entries(text) if re.search(r"\w_(?!\w)", rest)] == []


@each(FUNCTIONS | MADE)
def test_an_example_begins_with_the_expected_result_in_words(documented):
    words, *shown = sections(documented)["Examples"].split("\n\n")
    assert not words.strip().startswith(">>>")
    assert words.rstrip()[-1] in ".:"
    assert shown[0].startswith(">>> ")


@each(CLASSES)
def test_public_methods_are_documented(documented):
    for name, method in inspect.getmembers(documented):
        if not name.startswith("_") and (
            inspect.isfunction(method) or isinstance(method, property)
        ):
            assert inspect.getdoc(method), name
