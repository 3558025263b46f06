package encore.query.operations;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.operations.Operation;
import encore.kernel.operations.OperationEvent.OperationOrdered;
import encore.kernel.operations.OperationId;
import encore.kernel.operations.OperationsQuery.FindOperations;
import encore.kernel.operations.OperationsQuery.JournalFilter;
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
        journal.at(NOON).given(ordered(7, "PauseAutomation"));
        journal.at(NOON.plusSeconds(60)).given(new FanErased(new FanId(7, 21)), ordered(8, "PauseAutomation"));
        journal.at(NOON.plusSeconds(120)).given(ordered(7, "ResumeAutomation"), ordered(7, "PauseAutomation"));
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void an_erasure_of_a_fan_is_an_entry_that_names_the_fan_by_its_id() {
        assertThat(targets(JournalFilter.ALL)).containsExactly("four", "four", "fan.7.21", "four");
        journal.replayed();
        assertThat(targets(JournalFilter.ALL)).containsExactly("four", "four", "fan.7.21", "four");
    }

    @Test
    void entries_are_selected_by_operation_time_and_actor() {
        assertThat(find(new JournalFilter(null, "PauseAutomation", null, null), 10).rows())
                .extracting(Operation::at)
                .containsExactly(NOON.plusSeconds(120), NOON);
        assertThat(targets(new JournalFilter(null, null, NOON.plusSeconds(1), NOON.plusSeconds(60))))
                .containsExactly("fan.7.21");
        String actor = find(JournalFilter.ALL, 1).rows().getFirst().actor();
        assertThat(targets(new JournalFilter(actor, null, null, null))).hasSize(4);
        assertThat(targets(new JournalFilter("nobody", null, null, null))).isEmpty();
    }

    @Test
    void pages_have_selected_entries_alone() {
        Page<Operation> first = find(new JournalFilter(null, "PauseAutomation", null, null), 1);
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
