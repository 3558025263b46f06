package encore.kernel.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenTimeTest {

    @ParameterizedTest
    @CsvSource({
        "2026-07-01T12:00:00, Europe/Berlin, 2026-07-01T10:00:00Z",
        "2026-07-01 12:00, Europe/Berlin, 2026-07-01T10:00:00Z",
        "2026-07-01T12:00:00Z, Europe/Berlin, 2026-07-01T12:00:00Z",
        "2026-07-01T12:00:00-05:00, Europe/Berlin, 2026-07-01T17:00:00Z",
        "1782907200, Europe/Berlin, 2026-07-01T12:00:00Z",
        // The missing hour, and the hour that comes twice.
        "2026-03-29T02:30:00, Europe/Berlin, 2026-03-29T01:30:00Z",
        "2026-10-25T02:30:00, Europe/Berlin, 2026-10-25T01:30:00Z",
        "2026-03-08T02:30:00, America/New_York, 2026-03-08T07:30:00Z",
        "2026-11-01T01:30:00, America/New_York, 2026-11-01T06:30:00Z"
    })
    void a_local_time_is_of_its_zone_and_the_later_instant(String text, String zone, String instant) {
        assertThat(WrittenTime.parse(text).in(ZoneId.of(zone))).isEqualTo(Instant.parse(instant));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "noon",
                "2026-07-01",
                "2026-13-01T00:00:00",
                "10000-01-01T00:00:00Z",
                "1969-12-31T23:59:59Z",
                "253402300800",
                "9999999999999999999999"
            })
    void any_other_text_is_refused(String text) {
        assertThatThrownBy(() -> WrittenTime.parse(text)).isInstanceOf(DateTimeException.class);
    }

    @Test
    void an_instant_is_written_with_its_offset() {
        Instant noon = Instant.parse("2026-07-01T12:00:00Z");
        assertThat(WrittenTime.of(noon).in(ZoneId.of("Asia/Tokyo"))).isEqualTo(noon);
    }
}
