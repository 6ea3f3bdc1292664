"""The structure of the package, read from its source with the standard library only.

The contract in pyproject.toml states the order of the layers, and `lint-imports` checks it in CI.
These tests check the order for all imports, including lazy imports and imports for types, and check
rules that a contract cannot state.
"""

import ast
import itertools
import re
import sys
from functools import cache
from pathlib import Path

import pytest

import kernelscale

ROOT = Path(__file__).parents[1]
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PACKAGE = Path(kernelscale.__file__).parent
# The layers of the design, from top to bottom; names on one line form one layer.
DESIGN = [
    {"paper"},
    {"seismic"},
    {"cli"},
    {"reports", "anndata"},
    {"auto_bandwidth"},
    {"scaling"},
    {"diffusion"},
    {"bandwidth"},
    {"intrinsic_dimension", "theory"},
    {"data"},
    {"neighbor_graphs"},
    {"markov"},
    {"results"},
    {"kernels"},
    {"engine"},
    {"distances"},
    {"_validation"},
]
OPTIONAL = {
    *("anndata", "cloudpickle", "cupy", "dask", "distributed", "matplotlib", "obspy", "pandas"),
    "pyarrow",
}


def module_name(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    module_name(path): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(PACKAGE.rglob("*.py"))
}
FOLDERS = {module_name(path) for path in PACKAGE.rglob("__init__.py")}


@cache
def imports(module, tree):
    """Dotted names of imports, each with its syntax node.

    Names that are imported relatively do not begin with `kernelscale.`.
    """
    found = []
    folder = module.split(".") if module in FOLDERS else module.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, node) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parents = [p for p in folder if p][: len(folder) + 1 - node.level] if node.level else []
            for alias in node.names:
                name = ".".join([*parents, *filter(None, [node.module]), alias.name])
                found.append((name, node))
    return found


def ours(module, tree):
    """Modules of this package that a module imports."""
    for name, node in imports(module, tree):
        if not (isinstance(node, ast.ImportFrom) and node.level):
            continue
        while name and name not in MODULES:  # the last part of the name may be a function
            name = name.rpartition(".")[0]
        yield name


def others(module, tree):
    """Names of other packages that a module imports, each with the syntax node of the import."""
    for name, node in imports(module, tree):
        if not (isinstance(node, ast.ImportFrom) and node.level):
            yield name.partition(".")[0], node


def layers_of_contract():
    """Names in each layer of the contract, from top to bottom."""
    contract = PYPROJECT[PYPROJECT.index('name = "Imports point downwards"') :]
    lines = re.search(r"^layers = \[\n(.*?)^\]", contract, re.DOTALL | re.MULTILINE)[1]
    return [re.findall(r"\w+", line) for line in lines.splitlines()]


LAYERS = layers_of_contract()
PLACES = {name: place for place, names in enumerate(LAYERS) for name in names}


def top(module):
    return module.partition(".")[0]


WINGS = {"paper", "seismic"}


def registered_as(group):
    """Modules that are registered in a group of entry points, by name."""
    table = PYPROJECT[PYPROJECT.index(f'[project.entry-points."kernelscale.{group}"]') :]
    lines = table.split("\n\n")[0].splitlines()[1:]
    return dict(re.fullmatch(r'(\w+) = "kernelscale\.([\w.]+)"', line).groups() for line in lines)


def upward(module, tree):
    """Other top-level modules that a module imports, of its own layer or of a higher one."""
    if not top(module) or top(module) == "_version":
        return []
    found = {top(name) for name in ours(module, tree)} - {top(module), "_version"}
    return sorted(name for name in found if PLACES.get(name, -1) <= PLACES[top(module)])


def users(package):
    """Top-level folders whose modules import `package`."""
    return {top(m) for m, tree in MODULES.items() if package in dict(others(m, tree))}


def lazy(tree):
    """Nodes of imports inside functions."""
    functions = [n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.Lambda))]
    inside = itertools.chain.from_iterable(map(ast.walk, functions))
    return [node for node in inside if isinstance(node, (ast.Import, ast.ImportFrom))]


def for_types(tree):
    """Nodes of imports under `if TYPE_CHECKING:`."""
    blocks = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    return [node for block in blocks for node in ast.walk(block)]


def offending(law, modules=MODULES):
    """Violations that a check finds, by module; modules without a violation are omitted."""
    found = {module: law(module, MODULES[module]) for module in modules if module}
    return {module: what for module, what in found.items() if what}


# The order


def test_the_contract_has_the_order_of_the_design():
    placed = [{PLACES[name] for name in names} for names in DESIGN]
    assert all(len(places) == 1 for places in placed)
    assert placed == sorted(placed, key=min)
    assert len({min(places) for places in placed}) == len(placed)


def test_the_architecture_page_draws_the_layers_of_the_contract():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = re.search(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[1]
    # a line of headings begins with spaces, so its text before the first two spaces is empty
    names = [line.partition("  ")[0] for line in drawn.splitlines()]
    assert [name.split(" | ") for name in names if name] == LAYERS


def test_every_module_has_a_layer():
    assert {top(module) for module in MODULES} - {"", "_version"} <= PLACES.keys()


def test_imports_point_downwards():
    assert offending(upward) == {}


@pytest.mark.parametrize(
    "source",
    [
        "from ..bandwidth import compare",
        "def later():\n    from .. import bandwidth",
        "if TYPE_CHECKING:\n    from ..bandwidth.rule import Rule",
    ],
)
def test_an_upward_import_is_detected(source):
    assert upward("engine.plan", ast.parse(source)) == ["bandwidth"]
    assert upward("cli.info", ast.parse(source)) == []


def test_only_entry_points_tie_the_wings_to_the_command_line():
    """Entry points name existing modules; the library never imports `paper` or `seismic`."""
    registered = {*registered_as("commands").values(), *registered_as("readers").values()}
    assert registered <= MODULES.keys()
    assert WINGS & set(map(top, registered))
    library = [module for module in MODULES if module and top(module) not in WINGS]
    assert offending(lambda m, tree: WINGS & set(map(top, ours(m, tree))), library) == {}


def test_own_modules_are_imported_relatively():
    assert offending(lambda module, tree: "kernelscale" in dict(others(module, tree))) == {}
    assert offending(lambda module, tree: "" in ours(module, tree)) == {}


# Within a layer


@cache
def needed(module):
    return frozenset(ours(module, MODULES[module]))


def reached(module):
    """Modules that a module imports, directly or indirectly."""
    seen, waiting = set(), [module]
    while waiting:
        new = needed(waiting.pop()) - seen
        seen |= new
        waiting += new
    return seen


def test_no_import_circles():
    # Folders are exempt, because the __init__ of a folder imports modules of the folder.
    modules = MODULES.keys() - FOLDERS
    assert offending(lambda module, tree: module in reached(module), modules) == {}


def test_statistics_arithmetics_and_executors_are_independent():
    parts = ("engine.arithmetic", "engine.executors", "engine.statistics", "engine.plan")

    def strangers(module, tree):
        own = next(part for part in parts if module.startswith(part))
        foreign = tuple(part for part in parts if part != own)
        return [name for name in ours(module, tree) if name.startswith(foreign)]

    modules = [module for module in MODULES if module.startswith(parts[:3])]
    assert len(modules) > 3
    assert offending(strangers, modules) == {}


def test_reports_compute_nothing():
    computing = {"engine", "markov", "neighbor_graphs", "data", "distances"}
    modules = [module for module in MODULES if top(module) == "reports"]
    assert offending(lambda m, tree: computing & set(map(top, ours(m, tree))), modules) == {}

    def fitting(module, tree):
        names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        return names & {"fit", "fit_transform", "transform", "kernel_mass", "with_bandwidth"}

    assert offending(fitting, modules) == {}


# Other packages


def test_each_package_is_imported_only_in_its_layers():
    assert users("matplotlib") <= {"reports", *WINGS}
    assert users("obspy") <= {"seismic"}
    assert {"cli"} <= users("typer") <= {"cli", *WINGS}
    assert {"cli", "engine"} <= users("rich") <= {"cli", "engine", *WINGS}
    assert users("threadpoolctl") == {"engine"}
    assert users("pandas") | users("pyarrow") <= {"datasets", "results", "intrinsic_dimension"}


def test_pyplot_and_its_global_state_are_not_used():
    def pyplot(module, tree):
        names = [name for name, _ in imports(module, tree)]
        return [name for name in names if name.startswith(("matplotlib.pyplot", "pylab"))]

    assert offending(pyplot) == {}


def loaded_by_help():
    """Modules that the command line loads to print help: commands, and the modules they import."""
    registered = [*registered_as("commands").values(), *registered_as("readers").values()]
    found, waiting = set(), ["cli.application", *registered]
    while waiting:
        module = waiting.pop()
        found.add(module)
        tree = MODULES[module]
        later = [*lazy(tree), *for_types(tree)]
        all_of_them = [node for _, node in imports(module, tree)]
        at_once = ast.Module([node for node in all_of_them if node not in later], [])
        around = {module.rpartition(".")[0], *ours(module, at_once)} - {""}
        waiting += around - found
    return found


def test_help_imports_only_typer_and_rich():
    written_by = {"typer", "rich", *sys.stdlib_module_names}

    def strangers(module, tree):
        return {package for package, _ in others(module, tree)} - written_by

    found = loaded_by_help()
    light = {"cli.select", "cli.shared.options", "paper.command", "seismic.command"}
    assert light <= found < MODULES.keys()
    assert offending(strangers, found) == {}


def test_only_optional_packages_are_imported_in_functions():
    light = loaded_by_help()

    def misplaced(module, tree):
        late, types = lazy(tree), for_types(tree)
        ours_late = [ast.unparse(node) for node in late if getattr(node, "level", 0)]
        return ours_late * (module not in light) + [
            package
            for package, node in others(module, tree)
            if (package in OPTIONAL) != (node in late or node in types)
        ]

    assert offending(misplaced) == {}


def test_used_packages_are_declared():
    declared = re.search(r"^dependencies = \[(.*?)^\]", PYPROJECT, re.DOTALL | re.MULTILINE)[1]
    names = set(re.findall(r'^ +"([\w-]+)', declared, re.MULTILINE))
    needed = {name.replace("scikit-learn", "sklearn") for name in names}
    used = {package for m, tree in MODULES.items() for package, _ in others(m, tree)}
    assert used - sys.stdlib_module_names - OPTIONAL == needed


# Prints and names


def test_only_the_command_line_prints():
    def printing(module, tree):
        calls = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        return calls & {"print", "input", "sys.stdout.write", "sys.stderr.write"}

    assert set(map(top, offending(printing))) <= {"cli"}


def test_modules_define_all():
    def silent(module, tree):
        names = {n.id for node in tree.body for n in ast.walk(node) if isinstance(n, ast.Name)}
        return "__all__" not in names and len(tree.body) > 1

    assert set(map(top, offending(silent))) <= {"cli", "__main__", "_version", "_validation"}


def test_private_names_stay_in_their_module():
    def private(module, tree):
        names = {name for name, _ in imports(module, tree)}
        return [n for n in names - MODULES.keys() if re.search(r"\._[a-z]\w*$", n)]

    assert offending(private) == {}


def test_module_names_are_not_vague():
    parts = {part for module in MODULES for part in module.split(".")}
    assert parts & {"utils", "util", "common", "helpers", "misc", "tools", "core", "base"} == set()
