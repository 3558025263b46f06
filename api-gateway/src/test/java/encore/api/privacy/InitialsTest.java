package encore.api.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InitialsTest {

    @ParameterizedTest
    @CsvSource({
        "Ada Lovelace, A. L.",
        "ada, A.",
        "'  Ada   Augusta\u00a0King ', A. A. K.",
        "Ada-Maria O'Neil, A. O.",
        "ada@example.com, A.",
        "'(Ada) 42 +49301234', A.",
        "\ud835\udc00da \u674e\u5c0f\u9f99, \ud835\udc00. \u674e.",
        "'', ''",
        "12345, ''"
    })
    void a_word_has_the_first_of_its_letters(String name, String initials) {
        assertThat(Initials.of(name)).isEqualTo(initials);
    }
}
