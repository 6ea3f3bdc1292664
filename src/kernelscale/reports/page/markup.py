"""HTML and SVG from values: all text that is not marked as markup is escaped."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from typing import Any

__all__ = ["Markup", "data_block", "element", "joined"]

_WITHOUT_END = {"input", "meta", "img", "br"}
_IN_SCRIPTS = {character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


class Markup(str):
    """Text that is markup already, and is not escaped again."""

    __slots__ = ()


def element(tag: str, *children: Any, **attributes: Any) -> Markup:
    """An HTML or SVG element.

    Parameters
    ----------
    tag : str
        Name of the element.
    *children
        Markup is kept, None is skipped, and all other values are escaped as text.
    **attributes
        Attributes by name; in a name a final underscore is removed, and other underscores become
        hyphens. None and False are skipped, and True gives an attribute without a value.

    Examples
    --------
    A cell with text from the data.

    >>> print(element("td", "<b>", class_="text", data_value=3))
    <td class="text" data-value="3">&lt;b&gt;</td>
    """
    text = "".join(_attribute(name, value) for name, value in attributes.items())
    if tag in _WITHOUT_END:
        return Markup(f"<{tag}{text}>")
    return Markup(f"<{tag}{text}>{joined(children)}</{tag}>")


def joined(children: Iterable[Any]) -> Markup:
    """All children as one text; children that are not markup are escaped."""
    return Markup("".join(_child(child) for child in children if child is not None))


def data_block(values: Any) -> Markup:
    r"""JSON in a script element; its characters are escaped so that they cannot end the element.

    Examples
    --------
    >>> print(data_block("</script>"))
    <script type="application/json">"\u003c/script\u003e"</script>
    """
    text = json.dumps(values, allow_nan=False, separators=(",", ":"))
    for character, escaped in _IN_SCRIPTS.items():
        text = text.replace(character, escaped)
    return element("script", Markup(text), type="application/json")


def _attribute(name: str, value: Any) -> str:
    if value is None or value is False:
        return ""
    name = name.removesuffix("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{html.escape(str(value))}"'


def _child(child: Any) -> str:
    return child if isinstance(child, Markup) else html.escape(str(child))
