"""`reproduce` needs a folder in which it can write; `~` is the home folder."""

import pytest

pytestmark = pytest.mark.usefixtures("experiments")


@pytest.mark.parametrize("exists", [True, False])
def test_a_tilde_is_the_home_folder_of_the_user(exists, invoke, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    if exists:
        (tmp_path / "results").mkdir()
    invoke("reproduce", "roll", "--output=~/results")
    assert (tmp_path / "results" / "page.html").exists()


@pytest.mark.parametrize("option", ["-o", "--output", "--data"])
@pytest.mark.parametrize("name", ["", " "])
def test_a_folder_without_a_name_is_refused(option, name, refuse, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sentence = refuse("reproduce", "roll", option, name, code=2)
    assert sentence == f"A folder needs a name, but {name!r} was given; '.' is the current folder."
    assert list(tmp_path.iterdir()) == []


def test_a_file_where_a_folder_is_needed_is_refused(refuse, tmp_path, experiments):
    (tmp_path / "cache").write_text("mine")
    sentence = refuse("reproduce", "roll", "-o", tmp_path, code=2)
    assert sentence == (
        f"{str(tmp_path / 'cache')!r} is a file, but a folder of this name has to keep "
        "finished work; "
        "move it away or give another folder."
    )
    assert experiments == []
    assert (tmp_path / "cache").read_text() == "mine"


@pytest.mark.parametrize("name", ["page.html", "roll.json", "roll-share.png", "roll-line.svg"])
def test_a_folder_in_place_of_a_file_is_refused(name, refuse, tmp_path, experiments, drawn):
    (tmp_path / name).mkdir()
    sentence = refuse("reproduce", "roll", "-o", tmp_path, code=2)
    assert sentence == (
        f"{str(tmp_path / name)!r} is a folder, but a file of this name has to be written; "
        "move it away or give another folder."
    )
    assert experiments == []
