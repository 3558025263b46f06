package encore.infra.eventstore.snapshots;

import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StoredSnapshot;
import encore.kernel.Event;
import encore.kernel.MessageTypes;
import encore.kernel.names.StoredNames;
import encore.kernel.names.TypeStructure;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.axonframework.common.ReflectionUtils;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.GenericDomainEventMessage;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.eventsourcing.Snapshotter;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes and reads snapshots: aggregates' states as JSON of their fields. The revision is a hash of the fields' names
 * and types and of the class's {@code @Revision}, which must be raised when {@code evolve} computes something else from
 * the same fields. A state of another revision is not read but made again.
 *
 * <p>A state with personal data is encrypted under its subject's key, and is unreadable after the key is destroyed. No
 * snapshot is taken of a stream with personal data of several subjects: one key would keep data that another subject's
 * erasure must remove.
 *
 * <p>The state is copied when an append is queued, while the aggregate's lock is held, and is written after the append
 * is durable. Reading the stream once more for each snapshot took an eighth of the machine.
 */
public final class AggregateSnapshots implements Snapshotter {

    private static final Logger LOG = LoggerFactory.getLogger(AggregateSnapshots.class);

    /** The largest number of events that a cold load reads after the last snapshot. */
    private static final int SNAPSHOT_INTERVAL = 200;

    private static final int BYTES_OF_A_REVISION = 8;

    private final EventLog log;
    private final KeyStore keys;
    private final Executor executor;
    private final Set<Class<?>> personal;
    private final Set<String> overdue = ConcurrentHashMap.newKeySet();
    private final Map<String, Class<?>> types = new HashMap<>();
    private final Map<Class<?>, String> revisions = new HashMap<>();

    /**
     * @param aggregates all aggregates
     * @param writing writes snapshots, in order
     */
    public AggregateSnapshots(
            EventLog log, KeyStore keys, EventCodec codec, Collection<Class<?>> aggregates, Executor writing) {
        this.log = log;
        this.keys = keys;
        this.executor = writing;
        this.personal = aggregates.stream()
                .filter(aggregate -> eventsOf(aggregate).stream().anyMatch(codec::isPersonal))
                .collect(Collectors.toUnmodifiableSet());
        for (Class<?> aggregate : aggregates) {
            String name = StoredNames.of(aggregate);
            if (types.put(name, aggregate) != null) {
                throw new IllegalStateException("Two aggregates have the stored name " + name);
            }
            revisions.put(aggregate, revision(aggregate));
        }
    }

    /** Returns the events of all handlers that Axon finds: those of the class, and those that it inherits. */
    private static List<Class<?>> eventsOf(Class<?> aggregate) {
        List<Class<?>> events = StreamSupport.stream(
                        ReflectionUtils.methodsOf(aggregate).spliterator(), false)
                .filter(method -> method.isAnnotationPresent(EventSourcingHandler.class))
                .map(method -> method.getParameterTypes()[0])
                .flatMap(AggregateSnapshots::records)
                .toList();
        if (events.isEmpty()) {
            throw new IllegalStateException(
                    aggregate.getSimpleName() + " handles no event, so its state could not be made again");
        }
        return events;
    }

    /** The event itself, or each event of an interface that a handler takes. */
    private static Stream<Class<?>> records(Class<?> event) {
        return event.isInterface()
                ? MessageTypes.of(Event.class).stream()
                        .filter(event::isAssignableFrom)
                        .map(each -> each)
                : Stream.of(event);
    }

    /** Takes a snapshot with the stream's next append. */
    @Override
    public void scheduleSnapshot(Class<?> aggregate, String stream) {
        overdue.add(stream);
    }

    /**
     * Returns a stream's newest readable snapshot as the event that Axon starts from, or null when there is none.
     *
     * @param listener accepts what is stored, before the state is returned
     */
    public @Nullable DomainEventMessage<?> load(String stream, Consumer<StoredSnapshot> listener) {
        StoredSnapshot stored = log.snapshot(stream);
        Class<?> type = stored == null ? null : types.get(stored.type());
        if (stored == null || type == null || !stored.revision().equals(revisions.get(type))) {
            return null;
        }
        byte[] key = stored.subject() == null ? null : keys.find(stored.subject());
        if (key == null && (stored.subject() != null || personal.contains(type))) {
            log.deleteSnapshot(stream);
            return null;
        }
        try {
            Object state = EventJson.mapper().readValue(plain(stored, key), type);
            listener.accept(stored);
            return new GenericDomainEventMessage<>(stored.type(), stream, stored.sequence(), state);
        } catch (RuntimeException e) {
            LOG.warn(
                    "The snapshot of {} cannot be read, so a new one is made: {}",
                    stream,
                    e.getClass().getName());
            log.deleteSnapshot(stream);
            return null;
        }
    }

    private static byte[] plain(StoredSnapshot stored, byte @Nullable [] key) {
        return key == null
                ? stored.state()
                : StateCipher.open(
                        key, stored.state(), stored.stream(), stored.sequence(), stored.type(), stored.revision());
    }

    /** Notes how many events a load has read after the last snapshot. */
    public void noteLoad(String stream, long events) {
        if (events > SNAPSHOT_INTERVAL) {
            overdue.add(stream);
        }
    }

    /**
     * Prepares a snapshot of the state after these events, while the aggregate's lock is held.
     *
     * @param subjects the subjects whose personal data the stream's events contain
     * @return stores the snapshot; to be run after the events are durable
     */
    public Runnable take(String stream, long firstSequence, long lastSequence, Object state, Set<String> subjects) {
        String revision = revisions.get(state.getClass());
        boolean due =
                (lastSequence + 1) / SNAPSHOT_INTERVAL > firstSequence / SNAPSHOT_INTERVAL || overdue.contains(stream);
        if (!due || revision == null) {
            return () -> {};
        }
        overdue.remove(stream);
        String type = StoredNames.of(state.getClass());
        byte[] plain = EventJson.mapper().writeValueAsBytes(state);
        if (!personal.contains(state.getClass())) {
            StoredSnapshot snapshot = new StoredSnapshot(stream, lastSequence, type, revision, plain);
            return () -> store(snapshot);
        }
        String subject = subjects.size() == 1 ? subjects.iterator().next() : null;
        byte[] key = subject == null ? null : keys.find(subject);
        if (key == null) {
            return () -> {};
        }
        byte[] sealed = StateCipher.seal(key, plain, stream, lastSequence, type, revision);
        StoredSnapshot snapshot = new StoredSnapshot(stream, lastSequence, type, revision, sealed, subject);
        return () -> store(snapshot);
    }

    private void store(StoredSnapshot snapshot) {
        try {
            executor.execute(() -> write(snapshot));
        } catch (RejectedExecutionException closing) {
            LOG.debug("The log is closing; the snapshot is not written");
        }
    }

    private void write(StoredSnapshot snapshot) {
        try {
            log.putSnapshot(snapshot);
            // An erasure destroys the key first and the snapshots then. Either it finds this snapshot, or this finds
            // the key destroyed.
            if (snapshot.subject() != null && keys.find(snapshot.subject()) == null) {
                log.deleteSnapshot(snapshot.stream());
            }
        } catch (RuntimeException e) {
            // The next snapshot does as well. Until then a load reads more events.
            LOG.warn("A snapshot was not written: {}", e.getClass().getName());
        }
    }

    private static String revision(Class<?> aggregate) {
        mustHaveNoFinalField(aggregate, new HashSet<>());
        Revision revision = aggregate.getAnnotation(Revision.class);
        return TypeStructure.hash(
                List.of(revision == null ? "" : revision.value(), TypeStructure.of(aggregate)), BYTES_OF_A_REVISION);
    }

    /**
     * Refuses a final field of a class, or of a class that it holds: Jackson would leave it empty without a word. A
     * transient field is no part of a snapshot.
     */
    private static void mustHaveNoFinalField(Class<?> type, Set<Class<?>> seen) {
        for (Class<?> at = type; at != null && at.getName().startsWith("encore."); at = at.getSuperclass()) {
            if (!seen.add(at)) {
                return;
            }
            for (Field field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && !Modifier.isTransient(field.getModifiers())
                        && !field.isSynthetic()) {
                    if (Modifier.isFinal(field.getModifiers()) && !type.isRecord() && !type.isEnum()) {
                        throw new IllegalStateException(field + " is final: a snapshot could not restore it");
                    }
                    ownTypes(field.getGenericType()).forEach(own -> mustHaveNoFinalField(own, seen));
                }
            }
        }
    }

    private static Set<Class<?>> ownTypes(Type type) {
        if (type instanceof Class<?> plain) {
            return plain.isArray()
                    ? ownTypes(plain.getComponentType())
                    : plain.getName().startsWith("encore.") ? Set.of(plain) : Set.of();
        }
        if (type instanceof ParameterizedType generic) {
            return Arrays.stream(generic.getActualTypeArguments())
                    .flatMap(argument -> ownTypes(argument).stream())
                    .collect(Collectors.toSet());
        }
        return Set.of();
    }
}
