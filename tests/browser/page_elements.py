"""Helpers that find elements of a page in a browser, and move its slider."""

EVIL = "<script>alert(1)</script>"


def find(page, selector):
    return page.find_elements("css selector", selector)


def places(page):
    return [
        point.get_attribute("transform") for point in find(page, "svg.embedding .points > path")
    ]


def cursors(page):
    """Horizontal positions of the cursors; each cursor must be one vertical line."""
    lines = find(page, ".cursor")
    ends = [[line.get_attribute(end) for line in lines] for end in ("x1", "x2")]
    assert ends[0] == ends[1]
    assert lines
    return [float(end) for end in ends[0]]


def readings(page):
    return [reading.text for reading in find(page, ".reading")]


def set_slider(page, value):
    page.execute_script(
        "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'));",
        find(page, "input[type=range]")[0],
        value,
    )
