package encore.infra.cli.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.cli.imports.ValueFormats.DayOrder;
import encore.infra.cli.imports.ValueFormats.WrongValue;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueFormatsTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private final ValueFormats formats = new ValueFormats(BERLIN, false, DayOrder.NOT_GIVEN);
    private final ValueFormats withComma = new ValueFormats(BERLIN, true, DayOrder.MONTH_FIRST);

    @ParameterizedTest
    @CsvSource({
        "2020-02-29T12:00:00Z, 2020-02-29T12:00:00Z",
        "2020-02-29 12:00, 2020-02-29T11:00:00Z",
        "2020-02-29, 2020-02-28T23:00:00Z",
        "2020-02-29T12:00:00.120+05:30, 2020-02-29T06:30:00.120Z",
        "2020-02-29T12:00:00.000Z, 2020-02-29T12:00:00Z",
        "2020-02-29 12:00:00 UTC, 2020-02-29T12:00:00Z",
        "1582977600, 2020-02-29T12:00:00Z",
        "29.02.2020 13:00, 2020-02-29T12:00:00Z",
        // The hour that is missing, and the one that comes twice.
        "2024-03-31T02:30:00, 2024-03-31T01:30:00Z",
        "2024-10-27T02:30:00, 2024-10-27T00:30:00Z",
        // No times: the server says so.
        "2021-02-29, 2021-02-29",
        "yesterday, yesterday"
    })
    void times_are_sent_in_utc(String written, String sent) throws WrongValue {
        assertThat(formats.written("time", written)).isEqualTo(sent);
    }

    @Test
    void a_date_with_slashes_needs_its_order() throws WrongValue {
        assertThatThrownBy(() -> formats.written("time", "03/04/2020")).hasMessageContaining("--dates day-first");
        assertThat(withComma.written("day", "03/04/2020")).isEqualTo("2020-03-04");
        assertThat(withComma.written("time", "03/04/2020 1:05 PM")).isEqualTo("2020-03-04T12:05:00Z");
        assertThat(withComma.written("day", "03.04.2020")).isEqualTo("2020-04-03");
    }

    @Test
    void decimals_are_sent_with_a_point_and_never_changed_by_a_guess() throws WrongValue {
        assertThat(formats.written("decimal", "12.50")).isEqualTo("12.50");
        assertThat(formats.written("decimal", "1,234.56")).isEqualTo("1234.56");
        assertThat(withComma.written("decimal", "1.234,56")).isEqualTo("1234.56");
        assertThat(withComma.written("decimal", "-12,5")).isEqualTo("-12.5");
        assertThatThrownBy(() -> formats.written("decimal", "12,50")).hasMessageContaining("--decimal-comma");
        assertThatThrownBy(() -> withComma.written("decimal", "12.50")).hasMessageContaining("has a decimal point");
        assertThat(withComma.written("whole_number", "1.000")).isEqualTo("1.000");
    }

    @Test
    void spaces_of_all_kinds_are_removed_at_both_ends() {
        assertThat(ValueFormats.trim("\u00a0\t a b\u2003\ufeff")).isEqualTo("a b");
        assertThat(ValueFormats.trim(" \r\n")).isEmpty();
    }

    @Test
    void equal_rows_are_counted_beyond_the_first_size_of_the_table() {
        var equalRows = new RowKeys.EqualRows();
        for (long hash = 0; hash < 100_000; hash++) {
            assertThat(equalRows.add(hash << 20)).isZero();
        }
        for (long hash = 0; hash < 100_000; hash += 999) {
            assertThat(equalRows.add(hash << 20)).isEqualTo(1);
        }
        assertThat(equalRows.add(0)).isEqualTo(2);
    }
}
