package encore.command.requirements;

import static encore.command.requirements.LoyaltyEvents.awarded;
import static encore.command.requirements.LoyaltyEvents.entered;
import static encore.command.requirements.LoyaltyEvents.eventLinked;
import static encore.command.requirements.LoyaltyEvents.loggedIn;
import static encore.command.requirements.LoyaltyEvents.questCreated;
import static encore.command.requirements.LoyaltyEvents.questDetails;
import static encore.command.requirements.LoyaltyEvents.rewardCreated;
import static encore.command.requirements.LoyaltyEvents.rewardForPoints;
import static encore.command.requirements.LoyaltyEvents.scanQuest;
import static encore.command.requirements.LoyaltyEvents.scanned;
import static encore.command.requirements.LoyaltyEvents.ticket;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Event;
import encore.kernel.quests.QuestType;
import encore.kernel.requirements.rules.FactsInMemory;
import encore.kernel.requirements.rules.Rule;
import encore.kernel.requirements.rules.RuleBook;
import encore.kernel.requirements.rules.RuleFold;
import encore.kernel.requirements.rules.RuleFold.Scope;
import encore.kernel.requirements.rules.RuleIndex;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Measures the fold in memory, with 1,000 quests and 1,000 rewards. {@code -Dencore.fold.tickets=2000000} gives it more
 * tickets than the suite has time for.
 */
class RuleFoldSpeedTest {

    private static final int TICKETS = Integer.getInteger("encore.fold.tickets", 20_000);
    private static final int DEEDS = Math.min(TICKETS, 200_000);
    private static final int FANS = Math.max(1_000, TICKETS / 4);
    private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

    private final FactsInMemory facts = new FactsInMemory();
    private final long[] balances = new long[FANS + 1];
    private long position;
    private long received;

    private void fold(Event event) {
        position++;
        for (Rule rule : RuleBook.fold(facts, event, position, NOW).begun()) {
            RuleIndex.put(facts, rule, true);
        }
        received += RuleFold.fold(facts, Scope.ALL, event, position, NOW).size();
    }

    @Test
    void the_fold_is_measured() {
        fold(eventLinked("e1"));
        for (int i = 1; i <= 1_000; i++) {
            fold(rewardCreated("r" + i, rewardForPoints(i * 10L)));
            fold(
                    i % 100 == 0
                            ? questCreated(i, QuestType.SCAN, scanQuest(NOW, NOW))
                            : questCreated(i, QuestType.CAMPAIGN, questDetails().targetPageTabId(2_000L + i)));
        }
        long started = System.nanoTime();
        for (int i = 0; i < TICKETS; i++) {
            fold(ticket(1 + i % FANS, "t" + i, i % 2 == 0 ? "e1" : "e2"));
        }
        report("tickets", TICKETS, started);
        Random random = new Random(1);
        started = System.nanoTime();
        for (int i = 0; i < DEEDS; i++) {
            int fan = 1 + random.nextInt(FANS);
            switch (random.nextInt(4)) {
                case 0 -> fold(awarded(fan, 5, balances[fan] += 5));
                case 1 -> fold(entered(fan, 2_001 + random.nextInt(1_000)));
                case 2 -> fold(loggedIn(fan));
                default -> fold(scanned("ticket.7.t" + random.nextInt(TICKETS), NOW));
            }
        }
        report("awards, entries, logins, scans", DEEDS, started);
        assertThat(received).isPositive();
    }

    private void report(String of, int events, long started) {
        double seconds = (System.nanoTime() - started) / 1e9;
        System.out.printf("%,d %s: %,.0f events/s, %d told%n", events, of, events / seconds, received);
    }
}
