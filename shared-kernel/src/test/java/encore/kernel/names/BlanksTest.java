package encore.kernel.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlanksTest {

    /** Every character with the property White_Space, as the Unicode character database lists them. */
    private static final String WHITE_SPACE =
            "\t\n\u000B\f\r \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A"
                    + "\u2028\u2029\u202F\u205F\u3000";

    @Test
    void all_white_space_is_blank_and_is_cut_off() {
        for (char c : WHITE_SPACE.toCharArray()) {
            assertThat(Blanks.isBlank("" + c)).as("U+%04X", (int) c).isTrue();
            assertThat(Blanks.trim(c + "Gala" + c + "7" + c + c)).isEqualTo("Gala" + c + "7");
        }
    }

    @Test
    void every_character_that_java_or_its_form_nfkc_calls_space_is_blank() {
        for (char c = 0; c < Character.MAX_VALUE; c++) {
            if (!Character.isSurrogate(c)
                    && Normalizer.normalize("" + c, Normalizer.Form.NFKC).isBlank()) {
                assertThat(Blanks.isSpace(c)).as("U+%04X", (int) c).isTrue();
            }
        }
    }

    @Test
    void the_set_is_closed_under_nfkc_and_the_pattern_finds_the_rest() {
        for (char c = 0; c < Character.MAX_VALUE; c++) {
            if (Blanks.isSpace(c)) {
                String normal = Normalizer.normalize("" + c, Normalizer.Form.NFKC);
                assertThat(Blanks.trim(normal)).as("U+%04X", (int) c).isEmpty();
            }
            assertThat(("" + c).matches(Blanks.NOT_BLANK_PATTERN))
                    .as("U+%04X", (int) c)
                    .isNotEqualTo(Blanks.isSpace(c));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\u200B", "\uFEFF", "\u3164", "\u200D\uFE0F", "\u2800 \u00AD", "\u0001"})
    void a_text_that_shows_nothing_is_blank(String text) {
        assertThat(Blanks.isBlank(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "\u00B4", "\u2764\uFE0F", "\u06CC\u200C", "\uD83D\uDE00"})
    void a_text_that_shows_something_stays_whole(String text) {
        assertThat(Blanks.isBlank(text)).isFalse();
        assertThat(Blanks.trim("\u00A0" + text + "\u3000")).isEqualTo(text);
    }

    @Test
    void a_blank_text_that_was_stored_earlier_is_not_missing() {
        assertThat(Blanks.isMissing(null, null)).isTrue();
        assertThat(Blanks.isMissing(null, "\u2800")).isTrue();
        assertThat(Blanks.isMissing("Gala", "\u2800")).isTrue();
        assertThat(Blanks.isMissing("\u2800", null)).isTrue();
        assertThat(Blanks.isMissing("\u2800", "\u2800")).isFalse();
        assertThat(Blanks.isMissing("\u2800", "Gala")).isFalse();
    }
}
