package encore.command.points;

import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.completions.CompletedQuest;
import encore.kernel.completions.CompletionCommand.PayCompletion;
import encore.kernel.completions.CompletionEvent.CompletionPaid;
import encore.kernel.completions.CompletionId;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.AwardDetailsBuilder;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.QuestAward;
import encore.kernel.points.RecordedAward;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CompletionsOnLedgerTest {

    private static final CompletionId COMPLETION = new CompletionId(7, 900, 42);
    private static final LedgerId LEDGER = new LedgerId(COMPLETION.fan(), "discs");
    private static final QuestAward AWARD = new QuestAward("perf", Instant.parse("2026-05-01T10:00:00Z"));

    private final AggregateUnderTest<PointsLedger> ledger = new AggregateUnderTest<>(PointsLedger.class);

    @BeforeEach
    void the_fan_is_there_and_nothing_else_is_asked() {
        ledger.streams.open(LEDGER.fan());
    }

    @Test
    void a_completion_opens_the_ledger_of_a_fan_without_points() {
        ledger.givenNoPriorActivity()
                .when(pay(50))
                .expectEvents(record(50, 50), new CompletionPaid(LEDGER, COMPLETION, 900, "p1", 50))
                .expectResultMessagePayload(new CompletedQuest(18L));
    }

    @Test
    void its_points_are_added_to_the_balance() {
        ledger.given(record(30, 30))
                .when(pay(50))
                .expectEvents(record(50, 80), new CompletionPaid(LEDGER, COMPLETION, 900, "p1", 50));
    }

    @Test
    void a_quest_pays_a_fan_once() {
        ledger.once.used("900", 50L, new RecordedAward(42, "p1"));
        ledger.given(record(50, 50)).when(pay(50)).expectNoEvents().expectResultMessagePayload(new CompletedQuest(18L));
    }

    @Test
    void an_erased_fan_gets_nothing() {
        ledger.streams.ended(LEDGER.fan());
        ledger.given(record(50, 50)).when(pay(50)).expectNoEvents().expectException(refusalNaming("fan_id"));
    }

    @Test
    void a_balance_never_overflows() {
        ledger.given(record(Long.MAX_VALUE - 10, Long.MAX_VALUE - 10))
                .when(pay(11))
                .expectNoEvents()
                .expectException(refusalNaming("point_count"));
    }

    private static PayCompletion pay(long count) {
        return new PayCompletion(LEDGER, COMPLETION, "p1", 18, count, AWARD, null);
    }

    private static PointsAwarded record(long count, long balance) {
        var details = AwardDetailsBuilder.builder(AwardDetails.NONE)
                .pageTabId(900L)
                .activityId(18L)
                .quest(AWARD)
                .build();
        return PointsAwarded.of(new AwardPoints(LEDGER, "p1", count, "quest", details), balance);
    }
}
