package encore.infra.eventstore.axon;

import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.codec.Json;
import encore.infra.eventstore.log.AppendFailure;
import encore.infra.eventstore.log.Appended;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.log.NewCommit.NewEvent;
import encore.infra.eventstore.log.StoredEvent;
import encore.infra.eventstore.log.StreamHead;
import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.Secret;
import encore.kernel.StreamId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.axonframework.common.Registration;
import org.axonframework.common.stream.BlockingStream;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.GenericDomainEventMessage;
import org.axonframework.eventhandling.TrackedEventMessage;
import org.axonframework.eventhandling.TrackingToken;
import org.axonframework.eventsourcing.eventstore.DomainEventStream;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.messaging.Message;
import org.axonframework.messaging.MessageDispatchInterceptor;
import org.axonframework.messaging.ResultMessage;
import org.axonframework.messaging.Scope;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.messaging.unitofwork.ExecutionResult;
import org.axonframework.messaging.unitofwork.UnitOfWork;
import org.axonframework.modelling.command.AggregateNotFoundException;
import org.axonframework.modelling.command.inspection.AnnotatedAggregate;
import org.jspecify.annotations.Nullable;

/**
 * Axon's event store on our log. Events that a command applied are serialised in PREPARE_COMMIT, where that may still
 * fail. They are queued as one commit in COMMIT, while the aggregate's lock is held. If other commands may decide on
 * the new state, {@link CommandContext#settle} waits for the commit after the lock is released; otherwise COMMIT waits
 * for it.
 *
 * <p>Only aggregates are read through this store. Followers of the log use {@link encore.infra.eventstore.EventTail}.
 */
public final class LogEventStore implements EventStore {

    private static final int PAGE = 500;

    /**
     * Axon would create one with its stack trace for each aggregate that a command begins, and catch it at once. So one
     * is shared.
     */
    private static final AggregateNotFoundException NOT_BEGUN =
            new AggregateNotFoundException("", "A stream that begins has no events");

    private final EventLog log;
    private final EventCodec codec;
    private final Snapshots snapshots;
    private final Unsettled unsettled;

    /** Streams that already existed when a command tried to begin them. */
    private final Repeats taken = new Repeats();

    /** Commits of this process that the log has not announced yet. Used only when other processes append too. */
    private final Set<ByteBuffer> appending = ConcurrentHashMap.newKeySet();

    public LogEventStore(EventLog log, EventCodec codec, Snapshots snapshots, Unsettled unsettled) {
        this.log = log;
        this.codec = codec;
        this.snapshots = snapshots;
        this.unsettled = unsettled;
    }

    @Override
    public void publish(List<? extends EventMessage<?>> events) {
        UnitOfWork<?> unit = CurrentUnitOfWork.get();
        List<DomainEventMessage<?>> applied = new ArrayList<>(events.size());
        for (EventMessage<?> event : events) {
            applied.add((DomainEventMessage<?>) event);
        }
        CommandContext handling = CommandContext.current();
        applied.forEach(event -> tell((Event) event.getPayload(), handling));
        collect(unit, applied, applying());
    }

    /** Tells the command's context which subject's personal data the event contains. */
    private void tell(Event event, @Nullable CommandContext handling) {
        if (handling != null && codec.isPersonal(event.getClass()) && event.subject() != null) {
            handling.holds(event.subject().toString());
        }
    }

    /** Adds an event of a stream that has no aggregate. */
    void record(StreamId stream, long sequence, Event event) {
        collect(
                CurrentUnitOfWork.get(),
                List.of(new GenericDomainEventMessage<>("", stream.toString(), sequence, event)),
                null);
    }

    private void collect(UnitOfWork<?> unit, List<DomainEventMessage<?>> applied, @Nullable AnnotatedAggregate<?> by) {
        CommandContext handling = CommandContext.of(unit.getMessage());
        if (handling.add(applied, by)) {
            unit.onPrepareCommit(each -> encode(each, handling));
            unit.onCommit(each -> append(each, handling));
        }
    }

    /** Returns the aggregate that is applying events, or null when a handler without an aggregate publishes. */
    private static @Nullable AnnotatedAggregate<?> applying() {
        try {
            return Scope.getCurrentScope();
        } catch (IllegalStateException none) {
            return null;
        }
    }

    private void encode(UnitOfWork<?> unit, CommandContext handling) {
        ExecutionResult result = unit.getExecutionResult();
        if (result.isExceptionResult()) {
            throw new IllegalStateException(
                    handling.commandName() + " applied an event and then failed: " + result.getExceptionResult());
        }
        EventMetadata metadata = handling.request().metadata(handling.commandName());
        List<NewEvent> encoded = new ArrayList<>(handling.events().size());
        for (DomainEventMessage<?> event : handling.events()) {
            encoded.add(codec.encode(
                    (Event) event.getPayload(),
                    event.getAggregateIdentifier(),
                    event.getSequenceNumber(),
                    handling.commitId(),
                    encoded.size(),
                    metadata));
        }
        handling.encoded(encoded);
    }

    /**
     * Removes cached aggregates that other processes changed, if other processes append to this log. The next command
     * loads them again. Runs until the log is closed.
     */
    public void forgetWhatOthersChange(AggregateCache cache) {
        if (log.shared()) {
            log.onAppended(events -> forget(events, cache));
        }
    }

    private void forget(List<StoredEvent> events, AggregateCache cache) {
        Set<ByteBuffer> ours = new HashSet<>();
        for (StoredEvent event : events) {
            ByteBuffer commit = ByteBuffer.wrap(event.commitId());
            if (appending.contains(commit)) {
                ours.add(commit);
            } else {
                cache.remove(event.stream());
            }
        }
        appending.removeAll(ours);
    }

    private void append(UnitOfWork<?> unit, CommandContext handling) {
        boolean repeatable = handling.request().key() != null;
        NewCommit commit = handling.commit(repeatable ? answer(unit.getExecutionResult()) : null);
        Runnable snapshot = snapshot(handling);
        ByteBuffer id = ByteBuffer.wrap(commit.id());
        if (log.shared()) {
            appending.add(id);
        }
        CompletableFuture<Appended> outcome = log.append(commit);
        outcome.whenComplete((where, failure) -> {
            if (failure == null) {
                snapshot.run();
            } else {
                appending.remove(id);
            }
        });
        handling.queued(outcome);
        String stream = handling.loaded();
        if (stream != null && handling.mayBeDecidedOn()) {
            unsettled.queued(stream, commit, outcome);
        } else {
            settle(handling);
        }
    }

    private void settle(CommandContext handling) {
        try {
            handling.settle();
        } catch (AppendFailure.SequenceTaken failure) {
            handling.sequenceTaken(taken);
            throw failure;
        }
    }

    private Runnable snapshot(CommandContext handling) {
        Object state = handling.state();
        // An erasing event destroys the subject's key, so a snapshot would be unreadable.
        if (state == null || handling.erases()) {
            return () -> {};
        }
        DomainEventMessage<?> first = handling.eventsOfState().getFirst();
        DomainEventMessage<?> last = handling.eventsOfState().getLast();
        return snapshots.take(
                first.getAggregateIdentifier(),
                first.getSequenceNumber(),
                last.getSequenceNumber(),
                state,
                handling.subjects());
    }

    private static byte @Nullable [] answer(ExecutionResult result) {
        Object answer =
                result.getResult() instanceof ResultMessage<?> message ? message.getPayload() : result.getResult();
        return answer instanceof Secret ? null : Json.mapper().writeValueAsBytes(answer);
    }

    @Override
    public DomainEventStream readEvents(String stream) {
        if (CurrentUnitOfWork.isStarted() && begins(CurrentUnitOfWork.get().getMessage(), stream)) {
            throw NOT_BEGUN;
        }
        unsettled.settled(stream);
        CommandContext handling = CommandContext.current();
        DomainEventMessage<?> snapshot = snapshots.load(stream, subject -> {
            if (handling != null) {
                handling.holds(subject);
            }
        });
        return snapshot == null
                ? new Pages(stream, 0, null)
                : new Pages(stream, snapshot.getSequenceNumber() + 1, snapshot);
    }

    private boolean begins(Message<?> message, String stream) {
        return message.getPayload() instanceof Command.Beginning
                && message.getPayload() instanceof Command<?> command
                && command.stream().toString().equals(stream)
                && !taken.areLikelyOf(command.stream());
    }

    @Override
    public DomainEventStream readEvents(String stream, long fromSequence) {
        return new Pages(stream, fromSequence, null);
    }

    @Override
    public void storeSnapshot(DomainEventMessage<?> snapshot) {
        throw new UnsupportedOperationException("Snapshots are taken after an append");
    }

    @Override
    public Optional<Long> lastSequenceNumberFor(String stream) {
        return Optional.ofNullable(log.streamHead(stream)).map(StreamHead::sequence);
    }

    @Override
    public BlockingStream<TrackedEventMessage<?>> openStream(@Nullable TrackingToken token) {
        throw new UnsupportedOperationException("Followers read the EventTail");
    }

    @Override
    public Registration subscribe(Consumer<List<? extends EventMessage<?>>> processor) {
        throw new UnsupportedOperationException("Followers read the EventTail");
    }

    @Override
    public Registration registerDispatchInterceptor(MessageDispatchInterceptor<? super EventMessage<?>> interceptor) {
        throw new UnsupportedOperationException("Event metadata comes from the command's context");
    }

    /** Reads a stream page by page, so that only one page is in memory. */
    private final class Pages implements DomainEventStream {

        private final String stream;
        private Iterator<StoredEvent> page = List.<StoredEvent>of().iterator();
        private @Nullable DomainEventMessage<?> next;
        private final long start;
        private final @Nullable CommandContext handling = CommandContext.current();
        private long sequence;
        private boolean ended;

        Pages(String stream, long fromSequence, @Nullable DomainEventMessage<?> first) {
            this.stream = stream;
            this.start = fromSequence;
            this.sequence = fromSequence - 1;
            this.next = first;
        }

        @Override
        public boolean hasNext() {
            if (next != null) {
                return true;
            }
            if (!page.hasNext() && !ended) {
                List<StoredEvent> read = log.readStream(stream, sequence + 1, PAGE);
                ended = read.size() < PAGE;
                page = read.iterator();
            }
            if (!page.hasNext()) {
                snapshots.loaded(stream, sequence + 1 - start);
                return false;
            }
            next = message(page.next());
            return true;
        }

        @Override
        public DomainEventMessage<?> peek() {
            if (!hasNext() || next == null) {
                throw new NoSuchElementException();
            }
            return next;
        }

        @Override
        public DomainEventMessage<?> next() {
            DomainEventMessage<?> found = peek();
            sequence = found.getSequenceNumber();
            next = null;
            return found;
        }

        @Override
        public Long getLastSequenceNumber() {
            return sequence;
        }

        private DomainEventMessage<?> message(StoredEvent stored) {
            Recorded recorded = codec.decode(stored);
            tell(recorded.event(), handling);
            return new GenericDomainEventMessage<>(
                    "",
                    stream,
                    stored.sequence(),
                    recorded.event(),
                    Map.of(),
                    String.valueOf(stored.position()),
                    recorded.at());
        }
    }
}
