package encore.api.utilities;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColoursTest {

    @ParameterizedTest
    @CsvSource({
        "black, 000000",
        "White, ffffff",
        "rebeccapurple, 663399",
        "#abc, aabbcc",
        "abc, aabbcc",
        "#A1b2C3, a1b2c3",
        "A1B2C3, a1b2c3",
        "lightgoldenrodyellow, fafad2",
        "' navy ', 000080"
    })
    void colours_are_read(String text, String digits) {
        assertThat(Colours.find(text)).isEqualTo(Integer.parseInt(digits, 16));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "#", "ab", "abcd", "##abc", "12345g", "rgb(1,2,3)", "transparent"})
    void anything_else_is_none(String text) {
        assertThat(Colours.find(text)).isNull();
    }

    @Test
    void digits_in_other_scripts_are_none() {
        assertThat(Colours.find("１２３")).isNull();
    }
}
