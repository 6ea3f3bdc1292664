"""Kinds of files: functions that write them, read them, and read them without the library."""

from __future__ import annotations

import ast
import csv
import gzip
import struct
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kernelscale import DiffusionMap, load_model, save_model
from kernelscale.datasets import read_table
from kernelscale.datasets.table_output import write_table
from kernelscale.seismic import Recordings, load_recordings, read_recordings, save_recordings

from .results import read_results, write_finished, write_stopped

__all__ = ["KINDS", "Kind"]

Values = dict[str, Any]


class Kind(NamedTuple):
    """A kind of file; `n_files` files of this kind are damaged.

    `write` writes intact files into an empty folder, and `read` returns the values that the
    library reads there. In a format without a checksum, damage that only changes values cannot
    be detected, and the library is right if it returns the values that the file now holds. For such
    a format `read_bytes` reads these values without the library.
    """

    n_files: int
    write: Callable[[Path], None]
    read: Callable[[Path], Values]
    read_bytes: Callable[[Path], Values] | None = None


random = np.random.default_rng(0)
POINTS = random.normal(size=(40, 3)) * [1.0, 1e-7, 1e5]
SPECIES = np.where(random.random(40) < 0.5, "setosa", "iris")
NAMES = ("length", "width", "größe")
TOGETHER = POINTS / POINTS.std(axis=0)
NEW = random.normal(size=(4, 3))


# Models


def _write_model(folder: Path, **options: Any) -> None:
    labels = SPECIES if options.get("metric") is None else None
    rows = TOGETHER if labels is not None else _distances(TOGETHER)
    save_model(DiffusionMap(**options).fit(rows), folder / "model.npz", labels=labels)


def _read_model(folder: Path) -> Values:
    model = load_model(folder / "model.npz")
    rows = NEW if model.metric == "euclidean" else _distances(NEW)
    return {
        "coordinates": model.transform(rows),
        "embedding": model.embedding_,
        "labels": getattr(model, "labels_", ""),
        "chosen": repr((model.bandwidth_, model.n_components, model.alpha, model.t)),
    }


def _distances(rows: np.ndarray) -> np.ndarray:
    return np.linalg.norm(rows[:, None] - TOGETHER, axis=-1)


# Tables


def _columns() -> dict[str, np.ndarray]:
    return {**dict(zip(NAMES, POINTS.T, strict=True)), "species": SPECIES}


def _write_npy(folder: Path) -> None:
    np.save(folder / "table.npy", POINTS)


def _write_npz(folder: Path, save: Any = np.savez) -> None:
    save(folder / "table.npz", X=POINTS, y=SPECIES, feature_names=np.array(NAMES))


def _write_gz(folder: Path) -> None:
    write_table(_columns(), folder / "table.csv")
    text = (folder / "table.csv").read_bytes()
    (folder / "table.csv.gz").write_bytes(gzip.compress(text))
    (folder / "table.csv").unlink()


def _read_table(folder: Path, name: str, label: str | None = None) -> Values:
    table = read_table(folder / name, label=label)
    labels = "" if table.target is None else table.target
    return {"X": table.data, "y": labels, "names": table.feature_names or ""}


def _csv_values(folder: Path) -> Values:
    with (folder / "table.csv").open(encoding="utf-8", newline="") as file:
        names, *rows = [row for row in csv.reader(file, skipinitialspace=True) if row]
    label = names.index("species")
    labels = [row.pop(label) for row in rows]
    X = np.array([[float(entry) for entry in row] for row in rows])
    return {"X": X, "y": labels, "names": [name for name in names if name != "species"]}


def _npy_values(folder: Path) -> Values:
    content = (folder / "table.npy").read_bytes()
    start = 10 + struct.unpack("<H", content[8:10])[0]
    header = ast.literal_eval(content[10:start].decode("latin1"))
    order = "F" if header["fortran_order"] else "C"
    X = np.ndarray(header["shape"], header["descr"], content, start, order=order)
    return {"X": X.astype(float), "y": "", "names": ""}


# Recordings


def _recordings() -> Recordings:
    waves = random.normal(size=(3, 2, 200)) * 1000
    events = {"mag": np.array([1.0, 2.5, 3.0]), "kind": np.array(["blast", "quake", "blast"])}
    return Recordings(waves, 20.0, ("Z", "N"), events, (31.0, 35.0))


def _write_recordings(folder: Path) -> None:
    save_recordings(_recordings(), folder / "events.npz")


def _write_miniseed(folder: Path) -> None:
    import obspy

    waves = np.cumsum(random.integers(-500, 500, size=(3, 3000)), axis=1).astype(np.int32)
    traces = [
        obspy.Trace(wave, {"station": "HRFI", "channel": f"HH{letter}", "sampling_rate": 100})
        for wave, letter in zip(waves, "ZNE", strict=True)
    ]
    file = str(folder / "event.mseed")
    obspy.Stream(traces).write(file, format="MSEED", reclen=512, encoding="STEIM2")


def _read_recordings(folder: Path) -> Values:
    return _of_recordings(load_recordings(folder / "events.npz"))


def _read_miniseed(folder: Path) -> Values:
    return _of_recordings(read_recordings(folder / "event.mseed"))


def _of_recordings(found: Recordings) -> Values:
    known = {name: str(values.tolist()) for name, values in found.events.items()}
    return {
        "waveforms": found.waveforms,
        "rate": found.sampling_rate,
        "components": found.components,
        "station": str(found.station),
        **known,
    }


def _miniseed_values(folder: Path) -> Values:
    """Values that ObsPy reads."""
    import obspy

    traces = {trace.stats.channel[-1]: trace for trace in obspy.read(folder / "event.mseed")}
    waves = [traces[letter].data.astype(float) for letter in "ZNE"]
    rates = {trace.stats.sampling_rate for trace in traces.values()}
    start = min(trace.stats.starttime for trace in traces.values())
    return {
        "waveforms": np.array([waves]),
        "rate": rates.pop(),
        "components": ("Z", "N", "E"),
        "station": "None",
        "time": str([str(start)]),
    }


KINDS = {
    "model": Kind(700, partial(_write_model, bandwidth="max_min"), _read_model),
    "model, self-tuned": Kind(
        400, partial(_write_model, bandwidth="self_tuning", scale=np.ones(3)), _read_model
    ),
    "model of distances": Kind(
        400, partial(_write_model, bandwidth="median", metric="precomputed"), _read_model
    ),
    "table .npz": Kind(500, _write_npz, partial(_read_table, name="table.npz")),
    "table .npz, compressed": Kind(
        300, partial(_write_npz, save=np.savez_compressed), partial(_read_table, name="table.npz")
    ),
    "table .npy": Kind(300, _write_npy, partial(_read_table, name="table.npy"), _npy_values),
    "table .csv": Kind(
        400,
        lambda folder: write_table(_columns(), folder / "table.csv"),
        partial(_read_table, name="table.csv", label="species"),
        _csv_values,
    ),
    "table .csv.gz": Kind(
        300, _write_gz, partial(_read_table, name="table.csv.gz", label="species")
    ),
    "table .parquet": Kind(
        500,
        lambda folder: write_table(_columns(), folder / "table.parquet"),
        partial(_read_table, name="table.parquet", label="species"),
    ),
    "recordings .npz": Kind(500, _write_recordings, _read_recordings),
    "recordings .mseed": Kind(300, _write_miniseed, _read_miniseed, _miniseed_values),
    "results, finished": Kind(200, write_finished, read_results),
    "results, stopped": Kind(200, write_stopped, read_results),
}
