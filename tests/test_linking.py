import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import CorpusError
from salience.linking import AliasTable


def write(tmp_path, content):
    path = tmp_path / "aliases.tsv"
    path.write_bytes(content)
    return path


def test_an_exact_name_comes_before_a_folded_one_whatever_the_priors():
    table = AliasTable.from_rows([("US", "country", 0.1), ("us", "pronoun", 0.9)])
    assert table.lookup("US") == ("country", 0.1)
    assert table.lookup("Us") == ("pronoun", 0.9)


@given(st.permutations([("X", "b", 0.5), ("X", "a", 0.5), ("X", "c", 0.2), ("x", "d", 0.5)]))
def test_the_highest_prior_wins_and_ties_go_by_id_in_any_order(rows):
    table = AliasTable.from_rows(rows)
    assert table.lookup("X") == ("a", 0.5)
    assert table.lookup("x") == ("d", 0.5)


def test_read_takes_a_missing_prior_as_one_and_skips_empty_lines(tmp_path):
    path = write(tmp_path, "\ufeffZürich\tQ72\r\n\r\nBasel\tQ78\t0.25\n".encode())
    table = AliasTable.read(path)
    assert table.lookup("zürich") == ("Q72", 1.0)
    assert table.lookup(" Basel ") == ("Q78", 0.25)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"Basel", "must be alias<TAB>id"),
        (b"Basel\t", "must be alias<TAB>id"),
        (b"\tQ78", "must be alias<TAB>id"),
        (b"Basel\tQ78\t0.5\tmore", "must be alias<TAB>id"),
        (b"Basel\tQ78\thigh", "prior must be a number of at least 0, got 'high'"),
        (b"Basel\tQ78\tnan", "prior must be a number of at least 0, got 'nan'"),
        (b"Basel\tQ78\t-1", "prior must be a number of at least 0, got '-1'"),
        (b"Z\xfcrich\tQ72", "must be UTF-8, got byte 0xfc"),
    ],
)
def test_a_broken_line_is_named_with_file_and_line(tmp_path, line, message):
    path = write(tmp_path, b"Bern\tQ70\n" + line + b"\n")
    with pytest.raises(CorpusError) as error:
        AliasTable.read(path)
    assert f"{path}:2: " in str(error.value)
    assert message in str(error.value)
