"""Public names exist, each in one place, and the API page lists them."""

import importlib
import re
from pathlib import Path
from types import ModuleType
from typing import get_origin

import numpy as np
import pytest
from tests.public_api.public_names import PUBLIC, RETURNED, RULE_NAMES, named

import kernelscale
from kernelscale.bandwidth import RULES
from kernelscale.intrinsic_dimension import METHODS

ROOT = Path(__file__).parents[2]


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


def test_dir_lists_only_public_names_and_packages():
    shown = [name for name in dir(kernelscale) if not name.startswith("__")]
    assert all(
        name in kernelscale.__all__ or isinstance(getattr(kernelscale, name), ModuleType)
        for name in shown
    )
    assert not [name for name in shown if name.startswith("_")]
