"""Intact NumPy files are read as `numpy.load` reads them; others raise a one-sentence error."""

import io
import re
import struct
import tracemalloc
import warnings
import zipfile

import numpy as np
import pytest

from kernelscale.array_files import (
    ArrayFileError,
    array_names,
    holds_one_array,
    read_array,
    read_arrays,
)

random = np.random.default_rng(0)
ARRAYS = {
    "matrix": random.normal(size=(5, 3)),
    "fortran": np.asfortranarray(random.normal(size=(5, 3))),
    "transposed": random.normal(size=(2, 3, 4)).transpose(2, 0, 1),
    "single": random.normal(size=4).astype(np.float32),
    "big-endian": np.arange(4.0).astype(">f8"),
    "integers": np.arange(4, dtype=np.int16),
    "booleans": np.array([True, False]),
    "text": np.array(["a", "größer"]),
    "bytes": np.array([b"Z", b"NE"]),
    "complex": np.array([1j]),
    "times": np.array(["2020-01-02", "NaT"], dtype="M8[s]"),
    "one": np.array(2.5),
    "empty": np.empty((0, 3)),
    "records": np.array([(1, 2.0)], dtype=[("a", "i4"), ("größe", "f8", ())]),
}


def npy(array, **options):
    content = io.BytesIO()
    np.lib.format.write_array(content, array, **options)
    return content.getvalue()


def with_header(header, entries=b"", version=(1, 0)):
    """The content of an NPY file with the given header."""
    text = header.encode("latin1")
    length = struct.pack("<H" if version == (1, 0) else "<I", len(text))
    return b"\x93NUMPY" + bytes(version) + length + text + entries


def header_of(descr="'<f8'", order=False, shape="(2,)"):
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n"


def write_zip(path, members, compression=zipfile.ZIP_STORED):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # zipfile warns of repeated names
        with zipfile.ZipFile(path, "w", compression) as archive:
            for name, content in members:
                archive.writestr(name, content)


def is_same(one, other):
    kind = one.dtype == other.dtype and one.shape == other.shape
    return kind and one.tobytes() == other.tobytes()


class InMemory(bytes):
    """A file in memory, with all methods that the readers use."""

    def open(self, mode):
        return io.BytesIO(self)

    def __str__(self):
        return "memory.npz"


def refusal(read, path):
    with pytest.raises(ArrayFileError) as refused:
        read(path)
    sentence = str(refused.value)
    assert sentence.startswith(f"{path} is damaged or not made of plain NumPy arrays: ")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


# Files that are read


@pytest.mark.filterwarnings("ignore:Stored array in format 3.0")
@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_undamaged_archives_are_read_as_by_numpy(save, tmp_path):
    path = tmp_path / "all.npz"
    save(path, **ARRAYS)
    found = read_arrays(path)
    assert tuple(found) == array_names(path) == tuple(ARRAYS)
    with np.load(path) as expected:
        for name, array in found.items():
            assert is_same(array, expected[name])
            assert array.flags.f_contiguous == expected[name].flags.f_contiguous
            assert array.flags.writeable
            assert array.flags.aligned


@pytest.mark.filterwarnings("ignore:Stored array in format 3.0")
@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.parametrize("version", [None, (3, 0)])
def test_undamaged_arrays_are_read_as_by_numpy(name, version, tmp_path):
    path = tmp_path / "one.npy"
    path.write_bytes(npy(ARRAYS[name], version=version))
    assert is_same(read_array(path), np.load(path))
    assert holds_one_array(path)


def test_only_named_arrays_are_read(tmp_path):
    path = tmp_path / "data.npz"
    np.savez(path, X=np.eye(2), notes=np.array([{}], dtype=object))
    assert read_arrays(path, ["X"]).keys() == {"X"}
    assert "array 'notes': it holds Python objects" in refusal(read_arrays, path)
    assert "it has no array 'y'" in refusal(lambda path: read_arrays(path, ["y"]), path)


def test_a_shape_of_python_2_and_an_odd_alignment_are_accepted(tmp_path):
    path, values = tmp_path / "old.npy", np.array([1.5, 2.5])
    path.write_bytes(with_header(header_of(shape="(2L,)"), values.tobytes()))
    found = read_array(path)
    np.testing.assert_array_equal(found, values)
    assert found.flags.aligned


def test_archives_written_to_a_pipe_are_read(tmp_path):
    class Pipe(io.BytesIO):
        def seekable(self):
            return False

        def tell(self):
            raise OSError("a pipe has no position")

    pipe = Pipe()
    write_zip(pipe, [("a.npy", npy(np.eye(2))), ("b.npy", npy(np.eye(3)))])
    (tmp_path / "piped.npz").write_bytes(pipe.getvalue())
    assert read_arrays(tmp_path / "piped.npz")["b"].shape == (3, 3)


# Damage


@pytest.fixture(params=[np.savez, np.savez_compressed])
def archive(request, tmp_path):
    path = tmp_path / "some.npz"
    request.param(path, X=np.arange(4.0), y=np.array(["one", "two"]))
    return path


def test_every_changed_bit_is_refused_or_harmless(archive):
    content, whole = archive.read_bytes(), read_arrays(archive)
    n_refused = 0
    for place, bit in enumerate(random.integers(8, size=len(content)).tolist()):
        damaged = bytearray(content)
        damaged[place] ^= 1 << bit
        try:
            found = read_arrays(InMemory(damaged))
        except ArrayFileError as error:
            assert str(error).startswith("memory.npz is damaged")  # noqa: PT017
            n_refused += 1
        else:
            assert found.keys() == whole.keys()
            assert all(is_same(found[name], whole[name]) for name in whole)
    # harmless changes are in times, versions and similar entries that are not checked
    assert n_refused > len(content) / 2


def test_a_truncated_or_extended_archive_is_refused(archive):
    content = archive.read_bytes()
    for length in range(len(content)):
        refusal(read_arrays, InMemory(content[:length]))
    for changed in (content + b"\0", b"\0" + content, content + content):
        refusal(read_arrays, InMemory(changed))


def test_a_truncated_or_extended_array_is_refused():
    content = npy(np.arange(4.0))
    for changed in (*(content[:length] for length in range(len(content))), content + b"\0"):
        refusal(read_array, InMemory(changed))


def test_a_header_with_a_shorter_type_is_refused(tmp_path):
    path = tmp_path / "data.npz"
    np.savez(path, X=np.arange(8.0), y=np.array(["setosa", "iris"]))
    for one, other in ((b"<f8", b"<f2"), (b"<U6", b"<U2")):
        content = path.read_bytes()
        assert content.count(one) == 1
        (tmp_path / "damaged.npz").write_bytes(content.replace(one, other))
        assert "Bad CRC-32" in refusal(read_arrays, tmp_path / "damaged.npz")
    write_zip(path, [("X.npy", npy(np.arange(8.0)).replace(b"<f8", b"<f2"))])
    assert "the header promises 16 bytes, but 64 follow" in refusal(read_arrays, path)


# Malicious files


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "does not begin as NumPy's arrays do"),
        (npy(np.eye(2), version=(2, 0))[:-1], "promises 32 bytes, but 31 follow"),
        (b"\x92" + npy(np.eye(2))[1:], "does not begin as NumPy's arrays do"),
        (b"text, and no array", "does not begin as NumPy's arrays do"),
        (with_header(header_of(), version=(4, 0)), "does not begin as NumPy's arrays do"),
        (with_header(header_of(shape="(1000000000000,)")), "promises 8000000000000 bytes, but 0"),
        (with_header(header_of(shape=f"({'9' * 400},)")), "promises 7999"),
        (with_header(header_of("'<U0'", shape="(1000000000000,)")), "promises 0 bytes, but 0"),
        (with_header(header_of(shape="(0, 1000000000000000000000)")), ""),
        (with_header(header_of(shape="(-1, -1)"), bytes(8)), "no valid shape"),
        (with_header(header_of(shape="(True,)"), bytes(8)), "no valid shape"),
        (with_header(header_of(shape="[1]"), bytes(8)), "no valid shape"),
        (with_header(header_of(order=0, shape="()"), bytes(8)), "no valid shape"),
        (with_header(header_of(shape="__import__('os')")), ""),
        (with_header("'" + "(" * 9000), ""),
        (with_header("(" * 9000), ""),
        (with_header("[" * 90 + "]" * 90), "header is not that of an array"),
        (with_header("-" * 9000 + "1"), ""),
        (with_header("{}"), "header is not that of an array"),
        (with_header(header_of() + " " * 20_000, bytes(16)), "cut short or far too long"),
        (with_header(header_of("'|O'"), bytes(16)), "never loaded: pickles may run code"),
        (with_header(header_of("[('a', '|O')]"), bytes(16)), "pickles may run code"),
        (with_header(header_of("'nonsense'"), bytes(16)), "nonsense"),
        (with_header(header_of("7"), bytes(16)), ""),
        (with_header(header_of("'|b1'"), b"\1\2"), "booleans that are neither"),
        (with_header(header_of("'<U1'"), b"a\0\0\0\xff\xff\xff\xff"), "text that is not Unicode"),
    ],
)
def test_harmful_files_are_refused_with_little_memory(content, reason, tmp_path):
    (tmp_path / "one.npy").write_bytes(content)
    write_zip(tmp_path / "all.npz", [("X.npy", content)], zipfile.ZIP_DEFLATED)
    tracemalloc.start()
    try:
        assert reason in refusal(read_array, tmp_path / "one.npy")
        assert reason in refusal(read_arrays, tmp_path / "all.npz")
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()


def test_repeated_members_and_gaps_are_refused(tmp_path):
    path, array = tmp_path / "data.npz", npy(np.eye(2))
    for names in (("X.npy", "X.npy"), ("X", "X.npy")):
        write_zip(path, [(name, array) for name in names])
        assert "more than one array 'X'" in refusal(array_names, path)
    write_zip(path, [("X.npy", array), ("y.npy", array), ("z.npy", array)])
    content = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        directory = archive.start_dir
    # The second entry of the directory is hidden in the comment of the first entry.
    entry = 46 + len("X.npy")
    hidden = bytearray(content)
    hidden[directory + 32 : directory + 34] = struct.pack("<H", entry)
    path.write_bytes(hidden)
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["X.npy", "z.npy"]
    assert "belong to no member or to two" in refusal(array_names, path)


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_compressions_are_refused(compression, tmp_path):
    write_zip(tmp_path / "data.npz", [("X.npy", npy(np.eye(2)))], compression)
    assert "a compression that NumPy does not write" in refusal(read_arrays, tmp_path / "data.npz")


def test_an_impossible_compressed_length_is_refused(tmp_path):
    path = tmp_path / "bomb.npz"
    write_zip(path, [("X.npy", npy(np.zeros(1000)))], zipfile.ZIP_DEFLATED)
    assert read_arrays(path)["X"].size == 1000
    content = bytearray(path.read_bytes())
    directory = content.rindex(b"PK\x01\x02")
    content[directory + 24 : directory + 28] = struct.pack("<I", 1 << 31)
    path.write_bytes(content)
    assert "cannot be as long as 2147483648 bytes" in refusal(read_arrays, path)


def test_encrypted_members_are_refused(tmp_path):
    path = tmp_path / "secret.npz"
    write_zip(path, [("X.npy", npy(np.eye(2)))])
    content = bytearray(path.read_bytes())
    content[content.rindex(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    assert "encrypted" in refusal(read_arrays, path)


def test_errors_of_the_system_are_unchanged(tmp_path):
    for read in (read_array, read_arrays, array_names, holds_one_array):
        with pytest.raises(FileNotFoundError, match="nowhere"):
            read(tmp_path / "nowhere.npz")


@pytest.mark.parametrize("find", [bytes.index, bytes.rindex])
def test_an_array_with_two_names_is_refused(find, tmp_path):
    path = tmp_path / "data.npz"
    np.savez(path, X=np.eye(2), y=np.arange(2))
    content = path.read_bytes()
    place = find(content, b"y.npy")
    path.write_bytes(content[:place] + b"w" + content[place + 1 :])
    for read in (array_names, lambda path: read_arrays(path, ["X"])):
        assert "differ" in refusal(read, path)


def test_a_member_inside_another_is_refused(tmp_path):
    inner = io.BytesIO()
    write_zip(inner, [("b.npy", npy(np.eye(2)))])
    path = tmp_path / "nested.npz"
    with zipfile.ZipFile(path, "w") as archive:
        of_inner = zipfile.ZipFile(inner)
        archive.writestr("a.npy", inner.getvalue()[: of_inner.start_dir])
        [member] = of_inner.infolist()
        member.header_offset = 30 + len("a.npy")
        archive.filelist.append(member)
    with zipfile.ZipFile(path) as archive:
        assert np.load(archive.open("b.npy")).shape == (2, 2)
    # Newer versions of Python detect this fault themselves.
    assert re.search("belong to no member or to two|Overlapped", refusal(read_arrays, path))


def test_uninitialised_memory_is_never_returned(tmp_path):
    path, content = tmp_path / "short.npz", with_header(header_of(shape="(100,)"), bytes(16))
    write_zip(path, [("X.npy", content)], zipfile.ZIP_DEFLATED)
    changed = bytearray(path.read_bytes())
    size = changed.rindex(b"PK\x01\x02") + 24
    changed[size : size + 4] = struct.pack("<I", len(content) - 16 + 800)
    path.write_bytes(changed)
    assert f"bytes are promised, but {len(content)} are there" in refusal(read_arrays, path)
