package encore.kernel.trackers.purchases;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AttributionRulesTest {

    private static final Instant CLICK = Instant.parse("2026-03-01T12:00:00.900Z");

    @Test
    void wildcards_match_whole_names_as_patterns_would() {
        var random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            String wildcard = text(random, "ab*?");
            String name = text(random, "abAB");
            Pattern pattern = Pattern.compile(
                    wildcard.chars()
                            .mapToObj(each -> each == '*' ? ".*" : each == '?' ? "." : String.valueOf((char) each))
                            .collect(Collectors.joining()),
                    Pattern.CASE_INSENSITIVE);
            assertThat(AttributionRules.matches(wildcard, name))
                    .as("%s of %s", wildcard, name)
                    .isEqualTo(pattern.matcher(name).matches());
        }
        assertThat(AttributionRules.matches(null, null)).isTrue();
        assertThat(AttributionRules.matches("*", null)).isTrue();
        assertThat(AttributionRules.matches("?", null)).isFalse();
    }

    @Test
    void a_wildcard_with_many_stars_takes_no_time() {
        long before = System.nanoTime();
        assertThat(AttributionRules.matches("*a".repeat(120) + "b", "a".repeat(255)))
                .isFalse();
        assertThat(System.nanoTime() - before).isLessThan(2_000_000_000L);
    }

    @Test
    void whole_seconds_decide_at_both_ends() {
        var rules = new AttributionRules(null, null, 1);
        assertThat(rules.isWithin(CLICK, Instant.parse("2026-03-01T12:00:00Z"))).isTrue();
        assertThat(rules.isWithin(CLICK, Instant.parse("2026-03-01T11:59:59.999Z")))
                .isFalse();
        assertThat(rules.isWithin(CLICK, Instant.parse("2026-03-02T12:00:00.999Z")))
                .isTrue();
        assertThat(rules.isWithin(CLICK, Instant.parse("2026-03-02T12:00:01Z"))).isFalse();
    }

    private static String text(Random random, String letters) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(7); i > 0; i--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }
}
