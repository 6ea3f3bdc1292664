"""A fixture that saves data as a file."""

import numpy as np
import pytest

pandas = pytest.importorskip("pandas")


@pytest.fixture
def save(tmp_path):
    """A function that saves data as a file and returns the path of this file."""

    def write(content, name="data.csv"):
        path = tmp_path / name
        if isinstance(content, pandas.DataFrame):
            content.to_parquet(path)
        elif isinstance(content, dict):
            np.savez(path, **content)
        elif isinstance(content, np.ndarray):
            np.save(path, content)
        else:
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write
