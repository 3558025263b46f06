package encore.query.operations;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.kernel.Event;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.operations.Operation;
import encore.kernel.operations.OperationEvent.OperationOrdered;
import encore.kernel.operations.OperationId;
import encore.kernel.operations.OperationsQuery.FindJournalEntries;
import encore.kernel.operations.OperationsQuery.JournalFilter;
import encore.kernel.operations.OperationsQuery.Period;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardId;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OperationsProjectionTest {

    private static final Instant NOON = ProjectionUnderTest.START;

    private final ProjectionUnderTest<OperationsProjection> journal =
            new ProjectionUnderTest<>(OperationsProjection::new);

    @BeforeEach
    void operations() {
        feed(1, 0, ordered(7, "PauseAutomation"));
        feed(2, 60, new FanErased(new FanId(7, 21)));
        feed(3, 60, ordered(8, "PauseAutomation"));
        feed(4, 120, ordered(7, "ResumeAutomation"));
        feed(5, 120, ordered(7, "PauseAutomation"));
    }

    private void feed(long position, long seconds, Event event) {
        feed(position, seconds, event, "key:k", "EraseFan", "request");
    }

    private void feed(long position, long seconds, Event event, String actor, String command, String request) {
        RecordedEvent recorded = new RecordedEvent(
                event,
                position,
                NOON.plusSeconds(seconds),
                "fan.7.21",
                0,
                new RecordedEvent.Origin(7, actor, command, request));
        try (Documents.Batch documents = journal.version().begin()) {
            OperationsProjection projection = journal.projection();
            switch (event) {
                case OperationOrdered ordered -> projection.on(ordered, recorded, documents);
                case Event.ManagementAction action -> projection.on(action, recorded, documents);
                case PointsAwarded award -> projection.on(award, recorded, documents);
                case FanTagsChanged change -> projection.on(change, recorded, documents);
                case RewardIssued issued -> projection.on(issued, recorded, documents);
                default -> throw new IllegalArgumentException(event.toString());
            }
            documents.commit(position);
        }
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void an_erasure_of_a_fan_is_an_entry_that_names_the_fan_by_its_id() {
        assertThat(targets(JournalFilter.ALL)).containsExactly("four", "four", "fan.7.21", "four");
        assertThat(find(new JournalFilter("key:k", "EraseFan", Period.ALL), 10).rows())
                .extracting(Operation::target)
                .containsExactly("fan.7.21");
    }

    @Test
    void entries_are_selected_by_operation_time_and_actor() {
        assertThat(find(new JournalFilter(null, "PauseAutomation", Period.ALL), 10)
                        .rows())
                .extracting(Operation::at)
                .containsExactly(NOON.plusSeconds(120), NOON);
        assertThat(targets(new JournalFilter(null, null, new Period(NOON.plusSeconds(1), NOON.plusSeconds(60)))))
                .containsExactly("fan.7.21");
        String actor = find(JournalFilter.ALL, 1).rows().getFirst().actor();
        assertThat(targets(new JournalFilter(actor, null, Period.ALL))).hasSize(4);
        assertThat(targets(new JournalFilter("nobody", null, Period.ALL))).isEmpty();
    }

    @Test
    void pages_have_selected_entries_alone() {
        Page<Operation> first = find(new JournalFilter(null, "PauseAutomation", Period.ALL), 1);
        assertThat(first.rows()).hasSize(1);
        assertThat(first.more()).isTrue();
    }

    private static PointsAwarded points(LedgerId ledger) {
        return PointsEventPointsAwardedBuilder.builder()
                .ledger(ledger)
                .fanPointUid("record")
                .count(50)
                .pointType("points")
                .source("ent")
                .balance(50L)
                .build();
    }

    private static RewardIssued issued(boolean isByHand) {
        RewardId reward = new RewardId(7, "r");
        return new RewardIssued(reward, 21, 3, 1, "record", "cd", "points", null, NOON, List.of(), isByHand, null);
    }

    private static OperationOrdered ordered(long account, String operation) {
        return new OperationOrdered(new OperationId(account, "o-" + account + operation), operation, "four", "r");
    }

    private List<String> targets(JournalFilter filter) {
        return find(filter, 10).rows().stream().map(Operation::target).toList();
    }

    private Page<Operation> find(JournalFilter filter, int limit) {
        return journal.read(documents ->
                journal.projection().find(new FindJournalEntries(7, filter, new NextKey(null, limit)), documents));
    }

    @Test
    void awards_and_corrections_of_people_are_entries_and_those_of_programs_are_not() {
        LedgerId ledger = new LedgerId(new FanId(7, 21), "cd");
        feed(6, 180, points(ledger), "key:k", "AwardPoints", "r6");
        feed(7, 180, points(ledger), "console:k", "AwardPoints", "r7");
        feed(8, 180, new FanTagsChanged(new FanId(7, 21), List.of(1L), List.of()), "console:k", "ChangeFan", "r8");
        feed(9, 180, new FanTagsChanged(new FanId(7, 21), List.of(2L), List.of()), "console:k", "ChangeFan", "r8");
        feed(10, 180, new FanTagsChanged(new FanId(7, 21), List.of(3L), List.of()), "key:k", "ChangeFan", "r9");
        feed(11, 180, issued(true), "key:k", "AssignReward", "r10");
        feed(12, 180, issued(false), "WhenRequirementMetThenIssueReward", "IssueReward", "r11");
        assertThat(targets(new JournalFilter(null, null, new Period(NOON.plusSeconds(180), null))))
                .containsExactly("reward.7.r fan.7.21", "fan.7.21", "ledger.7.21.cd");
    }
}
