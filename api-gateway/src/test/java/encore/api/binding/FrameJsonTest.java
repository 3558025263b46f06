package encore.api.binding;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.problems.Problem;
import encore.api.wire.InvalidValueException;
import encore.api.wire.ValueType;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class FrameJsonTest {

    @ParameterizedTest
    @ValueSource(strings = {"1e400", "1000E2147483647", "1E-2147483647", "1.5"})
    void a_number_of_a_frame_is_bounded_like_one_of_a_body(String number) {
        JsonNode after = read("{\"after\":" + number + "}").get("after");
        assertThatThrownBy(() ->
                        Objects.requireNonNull(ValueType.of(Long.class, 0)).ofJson(after))
                .isInstanceOf(InvalidValueException.class);
    }

    @Test
    void an_exponent_that_nothing_can_hold_is_no_json() {
        assertThatThrownBy(() -> read("[1e99999999999]")).isInstanceOf(Problem.class);
    }

    private static JsonNode read(String text) {
        return FrameJson.read(Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8)));
    }
}
