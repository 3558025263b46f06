package encore.infra.views;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DocumentJsonTest {

    record Kept(JsonNode props) {}

    record Packed(byte[] bytes) {}

    private final DocumentJson<Kept> json = new DocumentJson<>(Kept.class);

    @ParameterizedTest
    @ValueSource(strings = {"0.12345678901234567890", "1.10", "12345678901234567890123456789012345678", "1.5E-37"})
    void numbers_of_an_account_s_own_json_keep_every_digit(String number) {
        String document = "{\"props\":{\"a\":" + number + "}}";
        assertThat(new String(json.write(json.read(document)), StandardCharsets.UTF_8))
                .isEqualTo(document);
    }

    @Test
    void nulls_in_it_stay() {
        assertThat(json.read("{\"props\":{\"a\":null}}").props().has("a")).isTrue();
    }

    @Test
    void bytes_are_spelled_as_jackson_spells_them() {
        var random = new Random(5);
        var packed = new DocumentJson<>(Packed.class);
        var plain = new JsonMapper();
        for (int length = 0; length < 5_000; length += 1 + random.nextInt(40)) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            byte[] document = packed.write(new Packed(bytes));

            assertThat(document).isEqualTo(plain.writeValueAsBytes(Map.of("bytes", bytes)));
            assertThat(packed.read(document).bytes()).isEqualTo(bytes);
            assertThat(packed.read(new String(document, StandardCharsets.UTF_8)).bytes())
                    .isEqualTo(bytes);
        }
    }
}
