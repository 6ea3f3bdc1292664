"""The public interface: names, documentation, import and version.

A test fails if a public name is added or removed, so that each change is intended: change `PUBLIC`
and the changelog together with the name.
"""

import ast
import builtins
import importlib
import inspect
import itertools
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import get_origin

import numpy as np
import pytest
from tests.check_each import check_each

import kernelscale
from kernelscale.bandwidth import RULES
from kernelscale.engine.executors import Executor
from kernelscale.engine.statistics import Statistic
from kernelscale.engine.tile import Arithmetic
from kernelscale.intrinsic_dimension import METHODS
from kernelscale.metrics.metric import Metric

ROOT = Path(__file__).parents[1]
PACKAGE = Path(kernelscale.__file__).parent

# Names that users call, construct, pass or filter. Each name is public in one module only.
PUBLIC = {
    "kernelscale": """
        AutoBandwidth Bandwidth Comparison DiffusionMap Dimension Gaussian Kernel ManifoldScaler
        ScaleCurve Scaled SelfTuned SupervisedScaler VariableGaussian __version__ compare
        dimension_profile estimate_dimension feature_order from_convention generator_eigenvalues
        load_model perturbation_bound save_model scale_curve select_bandwidth to_convention
    """,
    "kernelscale.anndata": "compare diffmap select_bandwidth",
    "kernelscale.bandwidth": """
        Auto Geometric Jacobian LargestSlope LeaveOneOut Likelihood LogSum MaxMin Median
        NearestNeighbors Probabilistic RULES Rule ScikitLearnScale Scott SelfTuning Silverman
        Spectral StandardDeviation Standardized VariableBandwidth
    """,
    "kernelscale.data_checks": "NoteWarning notes_on",
    "kernelscale.datasets": """
        DataWarning load_mfeat make_gaussian_mixture make_noisy_swiss_roll make_spiral_classes
        open_table read_table
    """,
    "kernelscale.diffusion": "LongFitWarning MapWarning embeddings_over_scales",
    "kernelscale.engine": "DaskExecutor available_devices",
    "kernelscale.intrinsic_dimension": """
        CorrelationDimension DANCo DimensionWarning GRIDE ImpliedDimension LevinaBickel LocalPCA
        METHODS MiND MultiScale TwoNN
    """,
    "kernelscale.metrics": "METRICS Euclidean Mahalanobis Periodic RowMetric",
    "kernelscale.reports": "EmbeddingPicture PointwisePicture plot write_page",
    "kernelscale.seismic": """
        Catalogue Recordings SonogramFeatures canonical_correlations leave_one_out_accuracy
        load_recordings make_quarry_blasts map_in_degrees read_each_station read_recordings
        save_recordings sonogram
    """,
}
# Classes that users receive but do not import; they are documented for users.
RETURNED = {
    "kernelscale.data_checks.note": "Note",
    "kernelscale.datasets.errors": "DataError",
    "kernelscale.diffusion.independent_coordinates": "IndependentCoordinates",
    "kernelscale.diffusion.over_scales": "EmbeddingsOverScales",
    "kernelscale.engine.progress": "ProgressEvent",
    "kernelscale.intrinsic_dimension.profile": "DimensionProfile",
    "kernelscale.kernels.edge_weights": "Given Unit",
    "kernelscale.reports.page.source_map": "SourceMap",
    "kernelscale.results": "ComparisonRow",
    "kernelscale.scaling.feature_order": "FeatureOrder",
    "kernelscale.seismic.recordings": "RecordingError",
    "kernelscale.theory.bounds": "PerturbationBound",
}
# Names for contributors, which the code and docs/architecture.md document.
CONTRIBUTORS = {
    "kernelscale.engine.executors": "Executor",
    "kernelscale.engine.passes": "reduce",
    "kernelscale.engine.resources": "Resources",
    "kernelscale.engine.statistics": """
        DistanceHistogram KernelProduct KernelSums NearestOthers RowSums Statistic
    """,
    "kernelscale.engine.tile": "Arithmetic",
    "kernelscale.markov.dense": "leading_eigenpairs",
    "kernelscale.markov.eigenpairs": "Eigenpairs",
    "kernelscale.metrics.metric": "Metric",
    "kernelscale.reports.scaling_figure": "ScalingPicture",
}
DOCUMENTED = PUBLIC | RETURNED | CONTRIBUTORS
RULE_NAMES = """
    auto standard_deviation standardized max_min log_sum self_tuning variable_bandwidth median
    scikit_learn_scale nearest_neighbors largest_slope jacobian scott silverman likelihood geometric
    spectral probabilistic leave_one_out
"""


def named(modules, kind):
    """Functions or classes of some modules by full name; each is listed once."""
    found = {}
    for module, names in modules.items():
        for name in names.split():
            value = getattr(importlib.import_module(module), name)
            if kind(value):
                found.setdefault(value, f"{module}.{name}")
    return {name: value for value, name in found.items()}


FUNCTIONS = named(DOCUMENTED, inspect.isfunction)
# Python 3.10 treats a parametrized type, such as the type of a progress callback, as a class.
CLASSES = named(DOCUMENTED, lambda value: inspect.isclass(value) and get_origin(value) is None)
# Classes of errors and warnings have no parameters, and one sentence documents them.
MADE = {name: c for name, c in CLASSES.items() if not issubclass(c, Exception)}
# Abstract classes have no parameters of their own; their subclasses have some.
ABSTRACT = {
    kernelscale.bandwidth.Rule,
    kernelscale.Kernel,
    Arithmetic,
    Executor,
    Statistic,
    Metric,
    kernelscale.metrics.RowMetric,
}
WITH_PARAMETERS = FUNCTIONS | {name: c for name, c in MADE.items() if c not in ABSTRACT}
SECTIONS = [  # the sections of numpydoc in their order
    *["Parameters", "Attributes", "Returns", "Yields", "Raises"],
    *["Warns", "Notes", "References", "Examples"],
]
CHECKS = re.compile(r"\bcheck\b|\b_?check_|_option$")  # names of functions that may raise an error
UNDERLINED = re.compile(r"^(\w[\w ]*)\n(-{3,})$", re.MULTILINE)


def each(objects):
    """A decorator that turns a check of one object into one test of all given objects."""
    return lambda check: lambda: check_each(check, objects)


def sections(documented):
    """Titles and texts of a docstring's sections; text before the sections has the title ''."""
    _, *parts = ["", *UNDERLINED.split(inspect.cleandoc(documented.__doc__))]
    return {"": parts[0]} | dict(zip(parts[1::3], parts[3::3], strict=True))


def entries(text):
    """The names that a section describes, each with the rest of its line."""
    lines = [line for line in text.splitlines() if line and not line.startswith(" ")]
    parts = [line.partition(" : ") for line in lines]
    return [(name.strip(), rest) for names, _, rest in parts for name in names.split(",")]


def parameters(documented):
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    signature = inspect.signature(documented)
    return [stars.get(p.kind, "") + p.name for p in signature.parameters.values()]


# The names


@pytest.mark.parametrize("module", PUBLIC)
def test_public_names_are_listed_and_exist(module):
    found = importlib.import_module(module)
    assert sorted(found.__all__) == sorted(PUBLIC[module].split())
    assert [name for name in found.__all__ if not hasattr(found, name)] == []


def test_each_name_is_public_in_one_place():
    # Functions for AnnData objects have the same names as the functions for tables.
    modules = PUBLIC.keys() - {"kernelscale.anndata"}
    names = [name for module in modules for name in PUBLIC[module].split()]
    assert sorted(names) == sorted(set(names))


def test_users_need_about_sixty_names_besides_rules_and_estimators_of_dimension():
    names = {name for names in PUBLIC.values() for name in names.split()}
    besides = names - {*PUBLIC["kernelscale.bandwidth"].split()}
    besides -= {method.__name__ for method in METHODS.values()}
    assert len(besides) <= 64


def test_rules_have_the_names_of_their_classes():
    assert list(RULES) == RULE_NAMES.split()
    for name, rule in RULES.items():
        assert rule.name == name
        assert rule.__name__ == name.title().replace("_", "")
        assert getattr(kernelscale.bandwidth, rule.__name__) is rule
        # the file of each rule has the name of the rule
        assert rule.__module__.rpartition(".")[2] == name


def test_a_rule_without_arguments_is_the_rule_by_name():
    X = np.random.default_rng(0).normal(size=(30, 2))
    for name, rule in RULES.items():
        y = np.repeat([0, 1], 15) if rule.needs_labels else None
        by_name, by_object = (kernelscale.select_bandwidth(X, y, rule=r) for r in (name, rule()))
        assert by_name.to_dict() == by_object.to_dict()


# Their documentation


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


@each(WITH_PARAMETERS)
def test_all_parameters_are_described_in_the_order_of_the_signature(documented):
    described = sections(documented)
    text = described.get("Parameters", described.get("Attributes", ""))
    assert [name for name, _ in entries(text)] == parameters(documented)


def test_attributes_other_than_parameters_are_described():
    rule = kernelscale.bandwidth.Rule
    attributes = [name for name in rule.__annotations__ if name not in parameters(rule)]
    assert [name for name, _ in entries(sections(rule)["Attributes"])] == attributes
    fitted = kernelscale.DiffusionMap(n_components=1, bandwidth=1.0).fit([[0.0], [1.0]])
    # the attribute is computed when it is first used
    assert fitted.independent_coordinates_ is not None
    described = {name for name, _ in entries(sections(kernelscale.DiffusionMap)["Attributes"])}
    of_bandwidth = {"epsilon_", "gamma_"}  # these properties return numbers of `bandwidth_`
    assert described - {"feature_names_in_"} - of_bandwidth == {
        n for n in vars(fitted) if re.search("[^_].*_$", n)
    }
    assert of_bandwidth <= described


@each(FUNCTIONS | MADE)
def test_types_have_no_words_ending_in_an_underscore(documented):
    """Sphinx would turn a word ending in an underscore, such as n_components_, into a link."""
    for text in sections(documented).values():
        assert [rest for _, rest in entries(text) if re.search(r"\w_(?!\w)", rest)] == []


@each(WITH_PARAMETERS)
def test_a_meaning_follows_every_parameter_and_attribute(documented):
    described = sections(documented)
    for title in ("Parameters", "Attributes"):
        lines = described.get(title, "").split("\n")
        for line, following in itertools.pairwise(lines):
            if line and not line.startswith(" "):
                assert following.startswith("    "), line


@each(FUNCTIONS)
def test_described_defaults_agree_with_the_signature(documented):
    signature = inspect.signature(documented)
    for name, rest in entries(sections(documented).get("Parameters", "")):
        if ", default " in rest:
            assert rest.rpartition(", default ")[2] == repr(signature.parameters[name].default)


@each(FUNCTIONS)
def test_returns_section_describes_the_result(documented):
    names = [name for name, _ in entries(sections(documented).get("Returns", ""))]
    returned = inspect.signature(documented).return_annotation
    if returned == "None":
        assert names == []
    else:
        assert names[0].rpartition(".")[2] in {"object", *re.findall(r"\w+", returned)}


@each(FUNCTIONS | MADE)
def test_raises_section_describes_errors_that_are_raised(documented):
    described = entries(sections(documented).get("Raises", ""))
    allowed = tuple(exception(documented, name) for name, _ in described)
    # a function with data `X` always has errors to describe
    assert allowed or "X" not in parameters(documented)
    for tree in sources(documented):
        called = [ast.unparse(n.func) for n in ast.walk(tree) if isinstance(n, ast.Call)]
        raised = [n.exc.func for n in ast.walk(tree) if isinstance(n, ast.Raise) and n.exc]
        assert allowed or not (raised or any(map(CHECKS.search, called)))
        for error in raised:
            assert issubclass(exception(documented, ast.unparse(error)), allowed)


def sources(documented):
    """Code whose errors a docstring must describe; for a class, the code that checks its options.

    This code is the constructor, the method `check` of a statistic, and the method `_choose` of a
    rule. Other methods, such as `fit`, have their own docstrings.
    """
    looking = ("__post_init__", "check", "_choose")
    found = [documented]
    if inspect.isclass(documented):
        found = [vars(documented)[name] for name in looking if name in vars(documented)]
    return [ast.parse(textwrap.dedent(inspect.getsource(function))) for function in found]


def exception(documented, name):
    """The class of an error that the text or code of a public object names."""
    found = getattr(inspect.getmodule(documented), name, None) or getattr(builtins, name)
    assert issubclass(found, Exception)
    return found


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


def test_the_api_page_lists_what_is_documented():
    module, listed = "", set()
    for line in (ROOT / "docs" / "api.md").read_text(encoding="utf-8").splitlines():
        if line.startswith(".. currentmodule:: "):
            module = line.rpartition(" ")[2]
        elif re.fullmatch(r" {3}\w+", line):
            listed.add(f"{module}.{line.strip()}")
    for_users = named(PUBLIC | RETURNED, callable)
    assert listed >= {name for name, value in for_users.items() if get_origin(value) is None}
    assert listed <= {
        f"{module}.{name}"
        for module, names in (PUBLIC | RETURNED).items()
        for name in names.split()
    }


# The import


def output_of(lines):
    """The output of lines of Python that run in a new interpreter."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(lines)], check=True, capture_output=True, text=True
    ).stdout.split()


def test_import_and_use_need_no_optional_package():
    # scikit-learn imports pandas if pandas is installed, so a check of sys.modules is not enough.
    lines = """
        import sys

        class Missing:
            def find_spec(self, name, path=None, target=None):
                if name.partition(".")[0] in (
                    "dask", "distributed", "matplotlib", "pandas", "pyarrow", "pytest"
                ):
                    raise ModuleNotFoundError(f"No module named {name!r}", name=name)

        sys.meta_path.insert(0, Missing())
        import kernelscale

        for name in kernelscale.__all__:
            getattr(kernelscale, name)
        print(kernelscale.compare([[0.0], [1.0], [3.0]])["max_min"].epsilon)
    """
    assert output_of(lines) == ["8.0"]


def test_import_and_use_load_no_command_line_or_drawing():
    lines = """
        import sys
        import kernelscale
        print(*(name.partition(".")[0] for name in sys.modules), "|")
        kernelscale.compare([[0.0], [1.0], [3.0]])
        print(*{name.partition(".")[0] for name in sys.modules})
        print(*(name for name in sys.modules if name.startswith("kernelscale.")))
    """
    loaded = output_of(lines)
    at_import = loaded[: loaded.index("|")]
    assert {"numpy", "scipy", "sklearn", "pandas", "matplotlib"}.isdisjoint(at_import)
    assert "kernelscale.bandwidth" in loaded
    optional = {"dask", "distributed", "matplotlib"}
    assert {"typer", "rich", "kernelscale.cli", *optional}.isdisjoint(loaded)


def test_packages_are_attributes_of_the_package():
    lines = """
        import kernelscale
        print(kernelscale.engine.available_devices.__name__, kernelscale.markov.__name__)
        print(*set(kernelscale.__all__) - set(dir(kernelscale)))
        try:
            kernelscale.bandwith
        except AttributeError as error:
            print(error)
    """
    assert " ".join(output_of(lines)) == (
        "available_devices kernelscale.markov module 'kernelscale' has no attribute 'bandwith'"
    )


def test_import_prints_and_warns_nothing():
    lines = "import warnings; warnings.simplefilter('error'); import kernelscale"
    ran = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


# The version


def test_version_is_written_in_one_place():
    version = kernelscale.__version__
    sources = [*PACKAGE.rglob("*.py"), *ROOT.glob("*.toml")]
    holding = [path.name for path in sources if version in path.read_text(encoding="utf-8")]
    assert holding == ["_version.py"]
    assert re.search(r'^dynamic = \["version"\]$', (ROOT / "pyproject.toml").read_text(), re.M)


def test_version_has_a_form_that_pip_understands():
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+|(a|b|rc)\d+)?", kernelscale.__version__)


def test_dir_lists_only_public_names_and_packages():
    shown = [name for name in dir(kernelscale) if not name.startswith("__")]
    assert all(
        name in kernelscale.__all__ or isinstance(getattr(kernelscale, name), ModuleType)
        for name in shown
    )
    assert not [name for name in shown if name.startswith("_")]
