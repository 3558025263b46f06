package encore.api.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTypeTest {

    private static final int MOST = 64 << 10;

    private final JsonType.JsonObject object = new JsonType.JsonObject();

    @Test
    void an_object_is_at_most_64_KiB_and_100_levels() {
        for (String good :
                List.of(deep(100), "{\"a\":\"" + "x".repeat(MOST - 8) + "\"}", " { } ", "{\"a\":-1.5e-37}")) {
            assertThat(object.ofText(good)).isEqualTo(Wire.INPUT.readTree(good));
        }
        wrong(deep(101), ErrorCode.LENGTH);
        wrong("{\"a\":\"" + "x".repeat(MOST - 7) + "\"}", ErrorCode.LENGTH);
        wrong("{\"a\":[1e39]}", ErrorCode.RANGE);
        wrong("{\"a\":" + "1".repeat(39) + "}", ErrorCode.RANGE);
        for (String other :
                List.of(deep(1_000), "{\"a\":1e2147483648}", "[]", "text", "1", "{\"a\":1,\"a\":2}", "{} {}")) {
            wrong(other, ErrorCode.TYPE);
        }
    }

    @Test
    void unspecified_json_has_a_greatest_depth() {
        var any = new JsonType.Json();
        assertThat(any.ofText(deep(100))).isEqualTo(Wire.INPUT.readTree(deep(100)));
        assertThatThrownBy(() -> any.ofText(deep(101))).isInstanceOf(InvalidValueException.class);
    }

    private void wrong(String text, ErrorCode code) {
        assertThatThrownBy(() -> object.ofText(text))
                .isInstanceOfSatisfying(
                        InvalidValueException.class,
                        wrong -> assertThat(wrong.toFieldError("a").code()).isEqualTo(code));
    }

    /** An object in lists. */
    private static String deep(int levels) {
        return "{\"a\":" + "[".repeat(levels - 1) + "]".repeat(levels - 1) + "}";
    }
}
