"""`kernelscale embed --coordinates independent`."""

import json

import numpy as np
import pytest

from kernelscale import DiffusionMap

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")


@pytest.fixture
def strip(tmp_path, monkeypatch):
    """Points of a strip 2.5 times as long as wide; diffusion coordinate 3 varies across it."""
    monkeypatch.chdir(tmp_path)
    points = np.random.default_rng(0).uniform(size=(300, 2)) * [2.5, 1.0]
    np.save("strip.npy", points)
    return points


def test_independent_coordinates_are_taken_out_of_ten(invoke, strip):
    command = ["embed", "strip.npy", "--bandwidth", "0.03", "--coordinates", "independent"]
    document = json.loads(invoke(*command, "--json").stdout)
    fitted = DiffusionMap(10, 0.03).fit(strip)
    expected = fitted.independent_coordinates_
    assert document["independent"]["taken"] == expected.indices.tolist() == [0, 2]
    assert document["independent"]["indices"] == [0, 2]
    assert document["independent"]["residuals"] == expected.residuals.tolist()
    np.testing.assert_allclose(document["coordinates"], fitted.embedding_[:, [0, 2]])
    np.testing.assert_allclose(document["eigenvalues"], fitted.eigenvalues_[[0, 2]])
    said = invoke(*command).stdout
    assert "Coordinate(s) 1, 3 of 10, counted from 1, are used. 2 of the 10 are no" in " ".join(
        said.split()
    )


def test_a_model_of_independent_coordinates_embeds_new_rows(invoke, strip):
    rule = ["--bandwidth", "0.03", "--coordinates", "independent", "--components", "3"]
    invoke("embed", "strip.npy", *rule, "-o", "m.npz")
    fitted = DiffusionMap(10, 0.03).fit(strip)
    taken = fitted.independent_coordinates_.first(3)
    np.save("new.npy", strip[:5])
    embedded = json.loads(invoke("embed", "--model", "m.npz", "--new", "new.npy", "--json").stdout)
    np.testing.assert_allclose(embedded["coordinates"], fitted.embedding_[:5, taken], atol=1e-7)


def test_few_rows_have_few_coordinates_to_choose_from(invoke, strip):
    np.save("few.npy", strip[:6])
    command = ["embed", "few.npy", "--bandwidth", "1", "--coordinates", "independent", "--json"]
    assert len(json.loads(invoke(*command).stdout)["independent"]["residuals"]) == 5


def test_leading_coordinates_are_the_first_of_the_map(invoke, strip):
    document = json.loads(invoke("embed", "strip.npy", "--bandwidth", "0.03", "--json").stdout)
    assert "independent" not in document
    np.testing.assert_allclose(document["coordinates"], DiffusionMap(2, 0.03).fit(strip).embedding_)


def test_coordinates_must_be_leading_or_independent(invoke, strip):
    result = invoke("embed", "strip.npy", "--coordinates", "new", code=2)
    assert "leading or independent is needed, but 'new' was given" in " ".join(
        result.stderr.split()
    )
