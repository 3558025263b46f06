package encore.api.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.time.WireTime;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WireTest {

    enum Status {
        PENDING,
        @JsonProperty("")
        NONE
    }

    record Fan(
            long fanId,
            @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
            @Nullable LocalDate birthDate) {}

    record Updated(String fanTimeKey, @JsonUnwrapped Fan fan) {}

    record Award(
            @JsonInclude(JsonInclude.Include.NON_NULL) @WireTime(WireTime.Form.ISO) @Nullable
            Instant effectiveAtIso) {}

    @Test
    void a_time_that_may_be_absent_is_absent() {
        assertThat(json(new Award(null))).isEqualTo("{}");
        assertThat(json(new Award(Instant.EPOCH))).isEqualTo("{\"effective_at_iso\":\"1970-01-01T00:00:00Z\"}");
    }

    record Numbers(@Nullable BigDecimal amount, double real, List<Double> reals, Map<String, Status> statuses) {}

    @Test
    void a_record_inside_another_can_leave_as_part_of_it_with_its_times() {
        var fan = new Fan(7, Instant.parse("2026-01-02T03:04:05.678Z"), LocalDate.of(2000, 1, 2));
        assertThat(json(new Updated("k", fan)))
                .isEqualTo("{\"fan_time_key\":\"k\",\"fan_id\":7,\"creation_timestamp\":1767323045,"
                        + "\"creation_timestamp_iso\":\"2026-01-02T03:04:05Z\",\"birth_date\":\"2000-01-02\"}");
    }

    @Test
    void numbers_have_no_exponent_and_enumerations_are_their_wire_values() {
        assertThat(json(new Numbers(
                        new BigDecimal("1E+3"), 1e-7, List.of(43.0, 1e15, Double.NaN), Map.of("a", Status.PENDING))))
                .isEqualTo("{\"amount\":1000,\"real\":0.0000001,\"reals\":[43,1000000000000000,null],"
                        + "\"statuses\":{\"a\":\"pending\"}}");
        assertThat(json(List.of(Status.NONE))).isEqualTo("[\"\"]");
        assertThat(json(true)).isEqualTo("true");
    }

    @Test
    void a_name_is_snake_case() {
        assertThat(Wire.name("connectedFanId")).isEqualTo("connected_fan_id");
        assertThat(Wire.name("q")).isEqualTo("q");
    }

    private static String json(Object answer) {
        return Wire.ANSWERS.writeValueAsString(answer);
    }
}
