package encore.query.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.process.AutomationDeadLetter;
import encore.infra.eventstore.process.AutomationProgress;
import encore.infra.eventstore.process.AutomationTimer;
import encore.infra.eventstore.process.LongWork;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.process.RefusedCommand;
import encore.infra.eventstore.sqlite.process.SqliteProcessStores;
import encore.kernel.Refusal;
import encore.kernel.operations.AutomationStatus;
import encore.kernel.operations.OperationsQuery.FindAutomations;
import encore.kernel.operations.OperationsQuery.PauseAutomation;
import encore.kernel.operations.OperationsQuery.ResumeAutomation;
import encore.kernel.operations.OperationsQuery.RetryAutomation;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AutomationOperationsTest {

    private static final String NAME = "WhenTested";

    @TempDir
    Path directory;

    private SqliteProcessStores stores;
    private ProcessStore store;
    private AutomationOperations automations;

    @BeforeEach
    void open() {
        stores = new SqliteProcessStores(directory);
        store = stores.open(NAME);
        automations = new AutomationOperations(stores, new Tail());
    }

    @AfterEach
    void close() {
        stores.close();
    }

    @Test
    void one_that_has_not_begun_is_behind_by_the_whole_log() {
        AutomationStatus status = automations.find(new FindAutomations(7)).getFirst();
        assertThat(status.name()).isEqualTo(NAME);
        assertThat(status.position()).isZero();
        assertThat(status.lag()).isEqualTo(20);
        assertThat(status.paused()).isFalse();
    }

    @Test
    void its_store_says_how_far_it_is_and_each_account_sees_its_own_letters_and_refusals() {
        var automationDeadLetter = new AutomationDeadLetter(9, 1, 7, "key", "IllegalStateException", 2, null);
        var of8 = new AutomationDeadLetter(9, 2, 8, "key", "IllegalStateException", 2, null);
        var refused = new RefusedCommand(5, 1, 7, "EndConnection", "RULE", "not-so", Instant.ofEpochSecond(3), null);
        store.commit(Map.of(
                AutomationProgress.KEY,
                json(new AutomationProgress(12, 4, 1, 3, 2, new AutomationProgress.Timers(5, 9_000))),
                automationDeadLetter.id(),
                json(automationDeadLetter),
                of8.id(),
                json(of8),
                refused.key(),
                json(refused)));
        assertThat(automations.find(new FindAutomations(7)))
                .containsExactly(new AutomationStatus(
                        NAME,
                        12,
                        8,
                        3,
                        4,
                        1,
                        2,
                        new AutomationStatus.WaitingTimers(5, Instant.ofEpochSecond(9)),
                        null,
                        false,
                        "this process",
                        List.of(new AutomationStatus.BlockedMessage(9, 1, "IllegalStateException", 2, null)),
                        List.of(new AutomationStatus.RuleRefusal(
                                5, 1, "EndConnection", "not-so", Instant.ofEpochSecond(3), null))));
        assertThat(automations.find(new FindAutomations(8)).getFirst().letters())
                .containsExactly(new AutomationStatus.BlockedMessage(9, 2, "IllegalStateException", 2, null));
    }

    @Test
    void its_store_says_how_far_a_backfill_has_read_the_log() {
        var backfill = new LongWork(9, 7, "6", true);
        var other = new LongWork(3, 7, "2", null);
        store.commit(Map.of(backfill.key(), json(backfill), other.key(), json(other)));
        assertThat(backfillPosition()).isEqualTo(6);
        var begun = new LongWork(10, 7, "backfill", true);
        store.commit(Map.of(begun.key(), json(begun)));
        assertThat(backfillPosition()).as("begun by an earlier build").isZero();
    }

    private Long backfillPosition() {
        return automations.find(new FindAutomations(7)).getFirst().backfillPosition();
    }

    @Test
    void it_is_paused_and_resumed_by_a_word_to_who_runs_it() {
        assertThat(automations.pause(new PauseAutomation(7, NAME)).paused()).isTrue();
        assertThat(store.currentLease().notes()).containsExactly("pause");
        assertThat(automations.resume(new ResumeAutomation(7, NAME)).paused()).isFalse();
    }

    @Test
    void an_account_retries_its_own_letters_alone() {
        var automationDeadLetter = new AutomationDeadLetter(9, 1, 7, "key", "IllegalStateException", 2, null);
        store.commit(Map.of(automationDeadLetter.id(), json(automationDeadLetter)));
        automations.retry(new RetryAutomation(7, NAME, 9, 1, null));
        assertThat(store.currentLease().notes()).containsExactly("retry " + automationDeadLetter.id());
        assertUnknown(() -> automations.retry(new RetryAutomation(8, NAME, 9, 1, null)));
        assertUnknown(() -> automations.retry(new RetryAutomation(7, NAME, 9, 0, null)));
    }

    @Test
    void a_letter_of_a_timer_is_retried_by_its_name() {
        var timer = new AutomationTimer(
                "forget/contact.7.a", Instant.parse("2026-12-01T10:00:00.120Z").toEpochMilli(), 4, 7);
        var letter = new AutomationDeadLetter(9, 0, 7, "key", "IllegalStateException", 1, timer);
        store.commit(Map.of(
                AutomationProgress.KEY, json(new AutomationProgress(9, 0, 0, 0, 1, null)), letter.id(), json(letter)));
        String name = automations
                .find(new FindAutomations(7))
                .getFirst()
                .letters()
                .getFirst()
                .timer();
        assertThat(name).isEqualTo("forget/contact.7.a@2026-12-01T10:00:00.120Z");
        automations.retry(new RetryAutomation(7, NAME, 9, 0, name));
        assertThat(store.currentLease().notes()).containsExactly("retry " + letter.id());
        assertUnknown(() -> automations.retry(new RetryAutomation(7, NAME, 9, 0, null)));
        assertUnknown(() -> automations.retry(new RetryAutomation(7, NAME, 9, 0, "forget/contact.7.a")));
        assertUnknown(() -> automations.retry(new RetryAutomation(7, NAME, 9, 0, "@")));
        assertUnknown(() -> automations.retry(new RetryAutomation(7, NAME, 9, 0, name + "0")));
        assertUnknown(() -> automations.retry(new RetryAutomation(7, NAME, 9, 0, "a@-1000000000-01-01T00:00:00Z")));
    }

    @Test
    void an_automation_that_is_not_there_is_unknown() {
        assertUnknown(() -> automations.pause(new PauseAutomation(7, "WhenNever")));
        assertThat(stores.names()).containsExactly(NAME);
    }

    private static void assertUnknown(Runnable order) {
        assertThatThrownBy(order::run)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
    }

    private static String json(Object value) {
        return EventJson.mapper().writeValueAsString(value);
    }

    private static final class Tail implements EventTail {
        @Override
        public List<RecordedEvent> read(long after, int limit) {
            return List.of();
        }

        @Override
        public long head() {
            return 20;
        }

        @Override
        public byte[] hashAt(long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public AutoCloseable onAppended(Set<Class<?>> types, Runnable wake) {
            return () -> {};
        }
    }
}
