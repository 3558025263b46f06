package encore.infra.views;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class DocumentJsonTest {

    record Kept(JsonNode props) {}

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
}
