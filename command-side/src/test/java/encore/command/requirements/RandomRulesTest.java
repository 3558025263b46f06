package encore.command.requirements;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.requirements.RulesUnderTest.RuleMatch;
import encore.kernel.Event;
import encore.kernel.requirements.rules.DeedCondition;
import encore.kernel.requirements.rules.Rule;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A rule that is followed and a rule that is made later give the same fans, with their times, causes and order. */
class RandomRulesTest {

    @Test
    void followed_or_made_later_gives_the_same_fans_causes_and_order() {
        int received = 0;
        for (long seed = 0; seed < 1_000; seed++) {
            RandomLog log = new RandomLog(seed, 150, 6);
            Map<String, List<RuleMatch>> followed = run(log, log.definitions, List.of());
            Map<String, List<RuleMatch>> later = run(log, List.of(), log.definitions);
            assertThat(later).as("seed " + seed).isEqualTo(followed);
            received += followed.values().stream().mapToInt(List::size).sum();
        }
        assertThat(received).isGreaterThan(10_000);
    }

    @Test
    void a_rule_that_is_made_changed_or_switched_at_any_time_finds_the_fans_that_the_whole_log_finds() {
        Map<String, Integer> received = new HashMap<>();
        for (long seed = 0; seed < 400; seed++) {
            RandomChanges log = new RandomChanges(seed, 150, 6);
            RulesUnderTest rules = new RulesUnderTest();
            log.events.forEach(each -> rules.at(each.at()).when(each.event()));
            Map<String, List<RuleMatch>> followed = rules.first().stream().collect(groupingBy(RuleMatch::rule));
            assertThat(followed).as("seed " + seed).isEqualTo(rules.replayed());
            rules.received.forEach(each -> received.merge(kind(each.rule()), 1, Integer::sum));
        }
        assertThat(received)
                .hasSize(4 * 4 + 2)
                .allSatisfy((kind, fans) -> assertThat(fans).as(kind).isGreaterThan(100));
    }

    private static String kind(Rule rule) {
        DeedCondition deed = rule.deed();
        return (deed == null ? "reward" : deed.type()) + " for "
                + rule.condition().kind();
    }

    /** Positions are the same in both logs: events of no meaning stand for the definitions. */
    private static Map<String, List<RuleMatch>> run(RandomLog log, List<Event> first, List<Event> last) {
        RulesUnderTest rules = new RulesUnderTest().at(Instant.EPOCH);
        RandomLog.tiers().forEach(rules::when);
        for (int i = 0; i < log.definitions.size(); i++) {
            rules.when(first.isEmpty() ? new TagMade(new TagId(8, 1), "nothing") : first.get(i));
        }
        log.deeds.forEach(each -> rules.at(each.at()).when(each.event()));
        last.forEach(rules::when);
        return rules.first().stream().collect(groupingBy(RuleMatch::rule));
    }
}
