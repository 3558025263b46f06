package encore.command.shows.players;

import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.shows.ChatSettings;
import java.util.List;
import org.hamcrest.MatcherAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChatRulesTest {

    private static final ChatSettings SETTINGS =
            new ChatSettings(true, 0, 10, 50, List.of("spam", "Straße", "très bon", "c++"));

    @Test
    void space_around_a_message_is_cut_off() {
        assertThat(ChatRules.checked(" \n hi\nyou \t", SETTINGS)).isEqualTo("hi\nyou");
    }

    @Test
    void characters_are_counted_and_not_their_halves() {
        assertThat(ChatRules.checked("😀".repeat(10), SETTINGS)).hasSize(20);
        refused("😀".repeat(11));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  \n ",
                "12345678901",
                "a\tb",
                "a\rb",
                "a\u0000b",
                "a\u007fb",
                "a\u0085b",
                "a\ud800b",
                "\u00AD"
            })
    void empty_long_and_unprintable_messages_are_refused(String message) {
        refused(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"spam", "SPAM!", "my spam", "ｓｐａｍ", "(spam)", "STRASSE", "TRÈS BON", "a c++ b"})
    void a_blocked_word_is_refused_without_case(String message) {
        refused(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s\u200Bpam",
                "s\u00ADp\u2060a\uFE0Fm",
                "\u200Dspam\u200D",
                "so\u2800sp\u200Bam",
                "so\u3164spam",
                "tre\u034F\u0300s bon",
                "spa\uFFA0m"
            })
    void a_blocked_word_is_found_among_characters_that_show_nothing(String message) {
        refused(message);
    }

    @Test
    void a_blocked_word_may_have_characters_that_show_nothing() {
        var settings = new ChatSettings(true, 0, 10, 50, List.of("sp\u200Bam"));
        assertThatThrownBy(() -> ChatRules.checked("spam", settings))
                .satisfies(thrown -> MatcherAssert.assertThat(thrown, refusalNaming("message")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"spammer", "nospam", "très", "c+", "spam1"})
    void a_part_of_a_word_is_no_blocked_word(String message) {
        assertThat(ChatRules.checked(message, SETTINGS)).isEqualTo(message);
    }

    private static void refused(String message) {
        assertThatThrownBy(() -> ChatRules.checked(message, SETTINGS))
                .satisfies(thrown -> MatcherAssert.assertThat(thrown, refusalNaming("message")));
    }
}
