"""A parser of HTML pages, and the data of the explorer of a page."""

import json
from html.parser import HTMLParser

EVIL = "<script>alert(1)</script>"


class Reader(HTMLParser):
    """The elements of a page, with their attributes and their texts."""

    def __init__(self, page):
        super().__init__()
        self.elements, self._open = [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes), []))
        if tag not in ("meta", "input", "img", "br"):
            self._open.append(self.elements[-1])

    def handle_endtag(self, tag):
        assert self._open.pop()[0] == tag

    def handle_data(self, text):
        for _, _, texts in self._open:
            texts.append(text)

    def all(self, tag, **attributes):
        return [
            "".join(texts)
            for name, found, texts in self.elements
            if name == tag and attributes.items() <= found.items()
        ]


def explorer_data(page):
    """The data that the explorer of a page reads."""
    [block] = Reader(page).all("script", type="application/json")
    return json.loads(block)
