package encore.query.operations;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.kernel.Event;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.operations.Operation;
import encore.kernel.operations.OperationEvent.OperationOrdered;
import encore.kernel.operations.OperationId;
import encore.kernel.operations.OperationsQuery.FindOperations;
import encore.kernel.operations.OperationsQuery.JournalFilter;
import encore.kernel.operations.OperationsQuery.Period;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
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
        tell(1, 0, ordered(7, "PauseAutomation"));
        tell(2, 60, new FanErased(new FanId(7, 21)));
        tell(3, 60, ordered(8, "PauseAutomation"));
        tell(4, 120, ordered(7, "ResumeAutomation"));
        tell(5, 120, ordered(7, "PauseAutomation"));
    }

    private void tell(long position, long seconds, Event event) {
        RecordedEvent recorded = new RecordedEvent(
                event,
                position,
                NOON.plusSeconds(seconds),
                "fan.7.21",
                0,
                new RecordedEvent.Origin(7, "key:k", "EraseFan", "request"));
        try (Documents.Batch documents = journal.version().begin()) {
            if (event instanceof OperationOrdered ordered) {
                journal.projection().on(ordered, recorded, documents);
            } else if (event instanceof Event.ManagementAction action) {
                journal.projection().on(action, recorded, documents);
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

    private static OperationOrdered ordered(long account, String operation) {
        return new OperationOrdered(new OperationId(account, "o-" + account + operation), operation, "four", "r");
    }

    private List<String> targets(JournalFilter filter) {
        return find(filter, 10).rows().stream().map(Operation::target).toList();
    }

    private Page<Operation> find(JournalFilter filter, int limit) {
        return journal.read(documents ->
                journal.projection().find(new FindOperations(7, filter, new NextKey(null, limit)), documents));
    }
}
