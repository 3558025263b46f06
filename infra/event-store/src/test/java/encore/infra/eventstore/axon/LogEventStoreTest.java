package encore.infra.eventstore.axon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Once;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.snapshots.AggregateSnapshots;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointTypeUid;
import encore.kernel.points.PointsCommand.CreatePointType;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.axonframework.commandhandling.GenericCommandMessage;
import org.axonframework.eventhandling.GenericDomainEventMessage;
import org.axonframework.messaging.ResultMessage;
import org.axonframework.messaging.unitofwork.DefaultUnitOfWork;
import org.axonframework.modelling.command.AggregateNotFoundException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogEventStoreTest {

    private static final Once.Key KEY = new Once.Key("ticket", "ticket_key", "k");

    private static final PointTypeId TYPE = new PointTypeId(7, "p");

    private SqliteEventLog log;
    private SqliteKeyStore keys;
    private LogEventStore store;
    private CommandContext context;
    private final PendingCommits pendingCommits = new PendingCommits(new AggregateCache(100_000));
    private final RecentRetries recentRetries = new RecentRetries();
    private final AtomicBoolean rolledBack = new AtomicBoolean();

    @BeforeEach
    void open(@TempDir Path directory) {
        log = SqliteEventLog.open(directory);
        keys = SqliteKeyStore.open(directory);
        EventCodec codec = new EventCodec(EventCatalogue.load(), keys);
        store = new LogEventStore(
                log,
                codec,
                new AggregateSnapshots(log, keys, codec, Set.of(), Runnable::run),
                pendingCommits,
                CommitAdmission.ALL);
    }

    @AfterEach
    void close() {
        keys.close();
        log.close();
    }

    @Test
    void the_events_of_a_command_are_one_commit() {
        ResultMessage<?> result = handle(() -> {
            publish(0);
            publish(1);
            return new PointTypeUid("p");
        });
        assertThat(result.isExceptional()).isFalse();
        var events = log.readStream(TYPE.toString(), 0, 10);
        assertThat(events).hasSize(2).allMatch(event -> event.ordinal() == event.sequence());
        assertThat(events.getFirst().commitId()).isEqualTo(events.getLast().commitId());
        assertThat(store.readEvents(TYPE.toString()).asStream()).hasSize(2);
        assertThat(store.lastSequenceNumberFor(TYPE.toString())).contains(1L);
    }

    @Test
    void a_refusal_after_something_was_applied_is_a_fault_and_stores_nothing() {
        ResultMessage<?> result = handle(() -> {
            publish(0);
            throw new Refusal(Refusal.Kind.RULE, "too-late", "Too late.");
        });
        assertThat(result.exceptionResult())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("applied an event and then failed");
        assertThat(log.head()).isZero();
        assertThat(rolledBack).isTrue();
    }

    @Test
    void a_sequence_that_is_taken_fails_the_command_and_rolls_back_what_is_cached() {
        handle(() -> publish(0));
        ResultMessage<?> result = handle(() -> publish(0));
        assertThat(result.exceptionResult()).isInstanceOf(AppendFailure.SequenceTaken.class);
        assertThat(rolledBack).isTrue();
        assertThat(log.head()).isEqualTo(1);
    }

    @Test
    void a_repeat_is_answered_although_it_would_be_refused_today() {
        handle(() -> context.perKey(KEY, 5, PointTypeUid.class, () -> publish(0)));
        ResultMessage<?> result = handle(() -> context.perKey(KEY, 5, PointTypeUid.class, () -> {
            throw new Refusal(Refusal.Kind.RULE, "not-any-more", "Not any more.");
        }));
        assertThat(result.getPayload()).isEqualTo(new PointTypeUid("p"));
        ResultMessage<?> misuse = handle(() -> context.perKey(KEY, 6, PointTypeUid.class, () -> {
            throw new Refusal(Refusal.Kind.RULE, "not-any-more", "Not any more.");
        }));
        assertThat(misuse.exceptionResult()).hasMessage("This ticket_key was used for another ticket.");
    }

    @Test
    void a_used_key_is_found_by_the_append_at_first_and_asked_for_from_then_on() {
        handle(() -> context.perKey(KEY, 5, PointTypeUid.class, () -> publish(0)));
        ResultMessage<?> lost = handle(() -> context.perKey(KEY, 5, PointTypeUid.class, () -> publish(1)));
        assertThat(lost.exceptionResult()).isInstanceOf(AppendFailure.OnceKeyTaken.class);
        assertThat(handle(() -> context.perKey(KEY, 5, PointTypeUid.class, () -> publish(1)))
                        .getPayload())
                .isEqualTo(new PointTypeUid("p"));
        assertThat(log.head()).isEqualTo(1);
    }

    @Test
    void a_stream_that_is_begun_is_looked_for_only_when_it_was_there_at_the_append() {
        handle(() -> publish(0));
        ResultMessage<?> lost = handle(new Begin(TYPE), () -> {
            assertThatThrownBy(() -> store.readEvents(TYPE.toString())).isInstanceOf(AggregateNotFoundException.class);
            return publish(0);
        });
        assertThat(lost.exceptionResult()).isInstanceOf(AppendFailure.SequenceTaken.class);
        handle(new Begin(TYPE), () -> {
            assertThat(store.readEvents(TYPE.toString()).asStream()).hasSize(1);
            return publish(1);
        });
        assertThat(log.head()).isEqualTo(2);
    }

    @Test
    void a_claim_found_free_stays_free_for_a_call_until_it_takes_it_or_loses_a_race() {
        var free = new Claim("email", 7, "ann@fans.example");
        var mine = new Claim("email", 7, "bob@fans.example");
        UnheldClaims call = new UnheldClaims();
        CommandContext asking = step(call);
        assertThat(asking.ownersOf(List.of(free, mine))).isEmpty();
        handle(() -> {
            context.take(free, TYPE);
            return publish(0);
        });
        assertThat(step(call).ownerOf(free)).as("what the call was told").isNull();
        assertThat(step(new UnheldClaims()).ownerOf(free)).as("another call").isEqualTo(TYPE.toString());
        asking.take(mine, TYPE);
        handle(() -> {
            context.take(mine, TYPE);
            return publish(1);
        });
        assertThat(step(call).ownerOf(mine)).as("what the call took").isEqualTo(TYPE.toString());
        call.clear();
        assertThat(step(call).ownerOf(free)).as("behind a lost race").isEqualTo(TYPE.toString());
        assertThat(step(call).ownersOf(List.of(free))).containsOnlyKeys(free);
    }

    @Test
    void each_stage_of_a_command_is_reached_once() {
        handle(() -> publish(0));
        assertThatThrownBy(() -> context.decided(List.of())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> context.queued(new CompletableFuture<>())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> context.add(List.of(), null))
                .as("an event after the decision")
                .isInstanceOf(IllegalStateException.class);
        context.loaded(TYPE.toString(), 0);
        assertThatThrownBy(() -> context.loaded(TYPE.toString(), 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A command has this already: LoadedAggregate");
    }

    private CommandContext step(UnheldClaims call) {
        var origin = new CommandOrigin(7, "test", "r", null, null, null);
        return new CommandContext(new CreatePointType(TYPE, "Points"), origin, null, access(), call);
    }

    private CommandContext.LogAccess access() {
        return new CommandContext.LogAccess(log, new Hmacs(keys), recentRetries, pendingCommits);
    }

    private record Begin(PointTypeId stream) implements Command<PointTypeUid>, Command.NewStream {}

    private PointTypeUid publish(long sequence) {
        store.publish(List.of(new GenericDomainEventMessage<>(
                "PointKind", TYPE.toString(), sequence, new PointTypeCreated(TYPE, "Points"))));
        return new PointTypeUid("p");
    }

    private ResultMessage<?> handle(Callable<?> handler) {
        return handle(new CreatePointType(TYPE, "Points"), handler);
    }

    private ResultMessage<?> handle(Command<?> command, Callable<?> handler) {
        var origin = new CommandOrigin(7, "test", "r", null, null, null);
        context = new CommandContext(command, origin, null, access(), new UnheldClaims());
        var unit = DefaultUnitOfWork.startAndGet(
                new GenericCommandMessage<>(command, Map.of(CommandContext.KEY, context)));
        rolledBack.set(false);
        unit.onRollback(each -> rolledBack.set(true));
        return unit.executeWithResult(handler, failure -> !(failure instanceof Refusal));
    }
}
