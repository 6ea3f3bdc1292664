"""All names that tests import from the package exist.

Without a compiler, pytest needs the option `--doctest-ignore-import-errors`. This option also skips
test files that cannot be imported; only this test reports them.
"""

import ast
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

FILES = sorted(Path(__file__).parent.rglob("*.py"))
# this module exists only if a compiler built it
BUILT = "kernelscale.engine.arithmetic.tile_functions"


def missing(source):
    """Names that a source file imports from the package although they do not exist."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    ours = [node for node in nodes if (node.module or "").partition(".")[0] == "kernelscale"]
    return [
        f"{node.module}.{alias.name}"
        for node in ours
        for alias in node.names
        if not is_there(node.module, alias.name)
    ]


def is_there(module, name):
    if f"{module}.{name}" == BUILT or module.startswith("kernelscale.engine.arithmetic.compiled"):
        return True
    found = import_module(module)
    return hasattr(found, name) or (
        hasattr(found, "__path__") and find_spec(f"{module}.{name}") is not None
    )


def test_imports_of_tests_exist():
    found = {path.name: missing(path.read_text(encoding="utf-8")) for path in FILES}
    assert {name: names for name, names in found.items() if names} == {}


def test_missing_name_is_detected():
    assert missing("from kernelscale.engine import plan, gone") == ["kernelscale.engine.gone"]
