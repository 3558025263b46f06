package encore.api.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.time.AsOf;
import encore.kernel.time.WrittenTime;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ValueTypeTest {

    @Test
    void zones_times_of_day_and_uuids_are_read_from_their_one_spelling() {
        assertThat(read(ZoneId.class, "Europe/Vienna")).isEqualTo(ZoneId.of("Europe/Vienna"));
        assertThat(read(ZoneId.class, "UTC")).isEqualTo(ZoneId.of("UTC"));
        assertThat(read(LocalTime.class, "20:30")).isEqualTo(LocalTime.of(20, 30));
        assertThat(read(LocalTime.class, "00:00:01")).isEqualTo(LocalTime.of(0, 0, 1));
        assertThat(read(UUID.class, "0192F3C1-0000-7000-8000-00000000000a"))
                .isEqualTo(UUID.fromString("0192f3c1-0000-7000-8000-00000000000a"));
        assertThat(read(UUID.class, "")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"europe/vienna", "Europe/Nowhere", "+02:00", "GMT+2", "SystemV/PST8", "EST5EDT\u0000"})
    void a_text_that_is_no_zone_is_refused(String text) {
        refused(ZoneId.class, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"24:00", "20", "20:60", "8:30", "20:30:00.5", "٢٠:٣٠"})
    void a_text_that_is_no_time_of_day_is_refused(String text) {
        refused(LocalTime.class, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1-1-1-1-1", "0192f3c1", "0192f3c1-0000-7000-8000-00000000000g"})
    void a_text_that_is_no_uuid_is_refused(String text) {
        refused(UUID.class, text);
    }

    @Test
    void an_object_is_read_from_text_and_is_at_most_64_kib() {
        assertThat(read(ObjectNode.class, "{\"a\":[1]}")).hasToString("{\"a\":[1]}");
        assertThat(read(ObjectNode.class, "{\"a\":\"" + "x".repeat((64 << 10) - 8) + "\"}"))
                .isNotNull();
        refused(ObjectNode.class, "{\"a\":\"" + "x".repeat((64 << 10) - 7) + "\"}");
    }

    @Test
    void a_text_that_is_no_object_or_too_deep_is_refused() {
        refused(ObjectNode.class, "[1]");
        refused(ObjectNode.class, "true");
        refused(ObjectNode.class, "{\"a\":1");
        refused(ObjectNode.class, "{\"a\":1,\"a\":2}");
        refused(ObjectNode.class, "{\"a\":".repeat(1_000) + "1" + "}".repeat(1_000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1000E2147483647",
                "10E2147483647",
                "0.1E2147483647",
                "1E-2147483647",
                "1000E-2147483646",
                "0E2147483647",
                "1E40",
                "1.5"
            })
    void a_number_is_bounded_before_it_is_computed_with(String text) {
        for (Class<?> type : List.of(Integer.class, Long.class)) {
            ValueType whole = Objects.requireNonNull(ValueType.of(type, 0));
            assertThatThrownBy(() ->
                            whole.ofJson(Wire.INPUT.readTree("[" + text + "]").get(0)))
                    .isInstanceOf(InvalidValueException.class);
        }
        if (!text.equals("1.5")) {
            refused(BigDecimal.class, text);
            refused(Double.class, text);
        }
    }

    @Test
    void a_whole_number_may_have_zeros_behind_the_point() {
        ValueType whole = Objects.requireNonNull(ValueType.of(Integer.class, 0));
        assertThat(whole.ofJson(Wire.INPUT.readTree("[5.00]").get(0))).isEqualTo(5);
        assertThat(whole.ofJson(Wire.INPUT.readTree("[5E2]").get(0))).isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-20T10:00:00Z",
                "2026-11-20T12:00:00+02:00",
                "2026-11-20T12:00:00+0200",
                "2026-11-20T12:00:00+02",
                "2026-11-20 05:00:00.0-0500",
                "2026-11-20T10:00"
            })
    void every_time_takes_every_offset(String text) {
        Instant ten = Instant.parse("2026-11-20T10:00:00Z");
        assertThat(read(Instant.class, text)).isEqualTo(ten);
        assertThat(read(AsOf.class, text)).isEqualTo(AsOf.of(ten));
        assertThat(read(DayOrTime.class, text)).isEqualTo(new DayOrTime(ten, null));
        assertThat(read(WrittenTime.class, text))
                .isInstanceOfSatisfying(
                        WrittenTime.class,
                        time -> assertThat(time.in(ZoneOffset.UTC)).isEqualTo(ten));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+300000000-01-01T00:00:00Z",
                "10000-01-01T00:00:00Z",
                "0000-01-01T00:00:00Z",
                "-0001-01-01T00:00:00Z",
                "0001-01-01T00:00:00+05:00",
                "9999-12-31T23:59:59-05:00",
                "2026-11-20T10:00:00+5",
                "2026-11-20T10:00:00+19:00",
                "2026-02-29T10:00:00Z"
            })
    void a_text_that_is_no_time_of_the_years_1_to_9999_is_refused(String text) {
        for (Class<?> type : List.of(Instant.class, AsOf.class, DayOrTime.class, WrittenTime.class)) {
            refused(type, text);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000-01-01", "10000-01-01", "+2026-01-01", "-001-01-01", "2026-02-29", "20260101"})
    void a_text_that_is_no_day_of_the_years_1_to_9999_is_refused(String text) {
        refused(LocalDate.class, text);
    }

    private static @Nullable Object read(Class<?> type, String text) {
        return Objects.requireNonNull(ValueType.of(type, 4_000)).ofText(text);
    }

    private static void refused(Class<?> type, String text) {
        assertThatThrownBy(() -> read(type, text)).isInstanceOf(InvalidValueException.class);
    }
}
