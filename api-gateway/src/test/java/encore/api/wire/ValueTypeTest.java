package encore.api.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalTime;
import java.time.ZoneId;
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
    void what_is_no_zone_is_refused(String text) {
        refused(ZoneId.class, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"24:00", "20", "20:60", "8:30", "20:30:00.5", "٢٠:٣٠"})
    void what_is_no_time_of_day_is_refused(String text) {
        refused(LocalTime.class, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1-1-1-1-1", "0192f3c1", "0192f3c1-0000-7000-8000-00000000000g"})
    void what_is_no_uuid_is_refused(String text) {
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
    void what_is_no_object_or_too_deep_is_refused() {
        refused(ObjectNode.class, "[1]");
        refused(ObjectNode.class, "true");
        refused(ObjectNode.class, "{\"a\":1");
        refused(ObjectNode.class, "{\"a\":1,\"a\":2}");
        refused(ObjectNode.class, "{\"a\":".repeat(1_000) + "1" + "}".repeat(1_000));
    }

    private static @Nullable Object read(Class<?> type, String text) {
        return Objects.requireNonNull(ValueType.of(type, 4_000)).ofText(text);
    }

    private static void refused(Class<?> type, String text) {
        assertThatThrownBy(() -> read(type, text)).isInstanceOf(InvalidValueException.class);
    }
}
