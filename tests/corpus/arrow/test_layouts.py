import pyarrow as pa
import pytest
from copied import released, shape
from made_tables import chat, nested

from spacy_piivot.corpus import Columns, Record
from spacy_piivot.corpus.arrow.layouts import arrow_layout, arrow_records, arrow_rows
from spacy_piivot.errors import InputError


@pytest.mark.parametrize("table", [chat(), nested()], ids=["message", "dialogue"])
def test_a_table_in_memory_becomes_dialogues_and_a_table_again(table: pa.Table) -> None:
    layout = arrow_layout(table.schema, Columns())
    items = list(arrow_records(lambda: table.to_batches(max_chunksize=1), layout, "table"))
    assert [one[0] for one in shape(items)] == ["a", "b"]
    records = [released(item) for item in items if isinstance(item, Record)]
    rows = arrow_rows(records, layout, layout.released())
    assert pa.Table.from_batches([rows]) == table


def test_a_column_that_occurs_twice_is_said() -> None:
    table = pa.Table.from_arrays([pa.array(["a"]), pa.array(["b"])], names=["text", "text"])
    with pytest.raises(InputError, match="the table: there are two columns 'text'"):
        arrow_layout(table.schema, Columns())
