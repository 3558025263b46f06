package encore.infra.eventstore.axon;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.axon.CommitDraft.DecidedCommit;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.infra.eventstore.snapshots.AggregateSnapshots;
import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.SecretAnswer;
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
 * the new state, {@link CommandContext#awaitDurable} waits for the commit after the lock is released; otherwise COMMIT waits
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
    private static final AggregateNotFoundException NO_EVENTS_YET =
            new AggregateNotFoundException("", "A stream that begins has no events");

    private final EventLog log;
    private final EventCodec codec;
    private final AggregateSnapshots aggregateSnapshots;
    private final PendingCommits pendingCommits;
    private final CommitAdmission commitAdmission;

    /** Streams that already existed when a command tried to begin them. */
    private final RecentRetries alreadyBegun = new RecentRetries();

    /** Commits of this process that the log has not announced yet. Used only when other processes append too. */
    private final Set<ByteBuffer> ownCommits = ConcurrentHashMap.newKeySet();

    public LogEventStore(
            EventLog log,
            EventCodec codec,
            AggregateSnapshots aggregateSnapshots,
            PendingCommits pendingCommits,
            CommitAdmission commitAdmission) {
        this.log = log;
        this.codec = codec;
        this.aggregateSnapshots = aggregateSnapshots;
        this.pendingCommits = pendingCommits;
        this.commitAdmission = commitAdmission;
    }

    @Override
    public void publish(List<? extends EventMessage<?>> events) {
        UnitOfWork<?> unit = CurrentUnitOfWork.get();
        List<DomainEventMessage<?>> applied = new ArrayList<>(events.size());
        for (EventMessage<?> event : events) {
            applied.add((DomainEventMessage<?>) event);
        }
        CommandContext context = CommandContext.current();
        applied.forEach(event -> noteSubject((Event) event.getPayload(), context));
        collect(unit, applied, currentAggregate());
    }

    /** Notes in the command's context which subject's personal data the event contains. */
    private void noteSubject(Event event, @Nullable CommandContext context) {
        if (context != null && codec.isPersonal(event.getClass()) && event.subject() != null) {
            context.contents().addSubject(event.subject().toString());
        }
    }

    /** Adds an event of a stream that has no aggregate. */
    public void record(StreamId stream, long sequence, Event event) {
        collect(
                CurrentUnitOfWork.get(),
                List.of(new GenericDomainEventMessage<>("", stream.toString(), sequence, event)),
                null);
    }

    private void collect(UnitOfWork<?> unit, List<DomainEventMessage<?>> applied, @Nullable AnnotatedAggregate<?> by) {
        CommandContext context = CommandContext.of(unit.getMessage());
        if (context.add(applied, by)) {
            unit.onPrepareCommit(each -> encode(each, context));
            unit.onCommit(each -> append(each, context));
        }
    }

    /** Returns the aggregate that is applying events, or null when a handler without an aggregate publishes. */
    private static @Nullable AnnotatedAggregate<?> currentAggregate() {
        try {
            return Scope.getCurrentScope();
        } catch (IllegalStateException none) {
            return null;
        }
    }

    private void encode(UnitOfWork<?> unit, CommandContext context) {
        ExecutionResult result = unit.getExecutionResult();
        if (result.isExceptionResult()) {
            throw new IllegalStateException(
                    context.commandName() + " applied an event and then failed: " + result.getExceptionResult());
        }
        EventMetadata metadata = context.origin().metadata(context.commandName());
        List<NewEvent> encoded = new ArrayList<>(context.events().size());
        for (DomainEventMessage<?> event : context.events()) {
            encoded.add(codec.encode(
                    (Event) event.getPayload(),
                    event.getAggregateIdentifier(),
                    event.getSequenceNumber(),
                    context.commitId(),
                    encoded.size(),
                    metadata));
        }
        context.decided(encoded);
    }

    /**
     * Removes cached aggregates that other processes changed, if other processes append to this log. The next command
     * loads them again. Runs until the log is closed.
     */
    public void evictForeignChanges(AggregateCache cache) {
        if (log.isShared()) {
            log.onAppended(events -> evict(events, cache));
        }
    }

    private void evict(List<StoredEvent> events, AggregateCache cache) {
        Set<ByteBuffer> ours = new HashSet<>();
        for (StoredEvent event : events) {
            ByteBuffer commit = ByteBuffer.wrap(event.commitId());
            if (ownCommits.contains(commit)) {
                ours.add(commit);
            } else {
                cache.remove(event.stream());
            }
        }
        ownCommits.removeAll(ours);
    }

    private void append(UnitOfWork<?> unit, CommandContext context) {
        boolean repeatable = context.origin().key() != null;
        NewCommit commit = context.commit(repeatable ? answer(unit.getExecutionResult()) : null);
        Runnable snapshot = prepareSnapshot(context);
        CommitAdmission.Reservation room =
                commitAdmission.admit(context.decided().events());
        ByteBuffer id = ByteBuffer.wrap(commit.id());
        if (log.isShared()) {
            ownCommits.add(id);
        }
        CompletableFuture<AppendedCommit> outcome;
        try {
            outcome = log.append(commit);
        } catch (RuntimeException failure) {
            room.settle(null);
            throw failure;
        }
        outcome.whenComplete((where, failure) -> {
            room.settle(failure == null ? where : null);
            if (failure == null) {
                snapshot.run();
            } else {
                ownCommits.remove(id);
            }
        });
        context.queued(outcome);
        String stream = context.loadedStream();
        if (stream != null && context.decided().allowsEarlyDecisionsOn(stream)) {
            pendingCommits.add(stream, commit, outcome);
        } else {
            awaitDurable(context);
        }
    }

    private void awaitDurable(CommandContext context) {
        try {
            context.awaitDurable();
        } catch (AppendFailure.SequenceTaken failure) {
            context.noteSequenceTaken(alreadyBegun);
            throw failure;
        }
    }

    private Runnable prepareSnapshot(CommandContext context) {
        DecidedCommit decided = context.decided();
        Object state = decided.state();
        // An erasing event destroys the subject's key, so a snapshot would be unreadable.
        if (state == null || decided.erasesSubject()) {
            return () -> {};
        }
        List<DomainEventMessage<?>> applied = decided.eventsOfState();
        DomainEventMessage<?> first = applied.getFirst();
        return aggregateSnapshots.take(
                first.getAggregateIdentifier(),
                first.getSequenceNumber(),
                applied.getLast().getSequenceNumber(),
                state,
                context.contents().subjects());
    }

    private static byte @Nullable [] answer(ExecutionResult result) {
        Object answer =
                result.getResult() instanceof ResultMessage<?> message ? message.getPayload() : result.getResult();
        return answer instanceof SecretAnswer ? null : EventJson.mapper().writeValueAsBytes(answer);
    }

    @Override
    public DomainEventStream readEvents(String stream) {
        if (CurrentUnitOfWork.isStarted()
                && beginsStream(CurrentUnitOfWork.get().getMessage(), stream)) {
            throw NO_EVENTS_YET;
        }
        pendingCommits.awaitStream(stream);
        CommandContext context = CommandContext.current();
        DomainEventMessage<?> snapshot = aggregateSnapshots.load(stream, stored -> {
            if (context != null) {
                context.contents().addEventBytes(stored.state().length);
                if (stored.subject() != null) {
                    context.contents().addSubject(stored.subject());
                }
            }
        });
        return snapshot == null
                ? new PagedStream(stream, 0, null)
                : new PagedStream(stream, snapshot.getSequenceNumber() + 1, snapshot);
    }

    private boolean beginsStream(Message<?> message, String stream) {
        return message.getPayload() instanceof Command.NewStream
                && message.getPayload() instanceof Command<?> command
                && command.stream().toString().equals(stream)
                && !alreadyBegun.contains(command.stream());
    }

    @Override
    public DomainEventStream readEvents(String stream, long fromSequence) {
        return new PagedStream(stream, fromSequence, null);
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
    private final class PagedStream implements DomainEventStream {

        private final String stream;
        private Iterator<StoredEvent> page = List.<StoredEvent>of().iterator();
        private @Nullable DomainEventMessage<?> next;
        private final long start;
        private final @Nullable CommandContext context = CommandContext.current();
        private long sequence;
        private boolean ended;

        PagedStream(String stream, long fromSequence, @Nullable DomainEventMessage<?> first) {
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
                aggregateSnapshots.noteLoad(stream, sequence + 1 - start);
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
            RecordedEvent recordedEvent = codec.decode(stored);
            noteSubject(recordedEvent.event(), context);
            if (context != null) {
                context.contents().addEventBytes(stored.payload().length);
            }
            return new GenericDomainEventMessage<>(
                    "",
                    stream,
                    stored.sequence(),
                    recordedEvent.event(),
                    Map.of(),
                    String.valueOf(stored.position()),
                    recordedEvent.at());
        }
    }
}
