package encore.infra.eventstore.axon;

import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.Json;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StoredSnapshot;
import encore.kernel.Event;
import encore.kernel.MessageTypes;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.GenericDomainEventMessage;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.eventsourcing.Snapshotter;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aggregates' states as JSON of their fields. The revision is a hash over the fields' names and types (and the class's
 * {@code @Revision}, to be raised when {@code evolve} computes something else from the same fields), so a state of
 * another shape is not read but made anew.
 *
 * <p>A state that holds personal data is encrypted under its subject's key, and is as good as none once that is gone. Where
 * a stream has told of several subjects no snapshot is taken: one key would keep what another's end is to take along.
 *
 * <p>A snapshot is the state in memory as an append is queued, while the aggregate's lock is held, and is written once
 * that is durable: reading the stream once more for it took an eighth of the machine.
 */
public final class Snapshots implements Snapshotter {

    private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);

    /** How many events a cold load reads at most behind the last snapshot. */
    private static final int EVERY = 200;

    private final EventLog log;
    private final KeyStore keys;
    private final Executor writing;
    private final Set<Class<?>> personal;
    private final Set<String> overdue = ConcurrentHashMap.newKeySet();
    private final Map<String, Class<?>> types = new HashMap<>();
    private final Map<Class<?>, String> revisions = new HashMap<>();

    /**
     * @param aggregates all that there are
     * @param writing where snapshots are written, in order
     */
    public Snapshots(EventLog log, KeyStore keys, EventCodec codec, Collection<Class<?>> aggregates, Executor writing) {
        this.log = log;
        this.keys = keys;
        this.writing = writing;
        this.personal = aggregates.stream()
                .filter(aggregate -> eventsOf(aggregate).anyMatch(codec::isPersonal))
                .collect(Collectors.toUnmodifiableSet());
        for (Class<?> aggregate : aggregates) {
            if (types.put(aggregate.getSimpleName(), aggregate) != null) {
                throw new IllegalStateException("Two aggregates are called " + aggregate.getSimpleName());
            }
            revisions.put(aggregate, revision(aggregate));
        }
    }

    private static Stream<Class<?>> eventsOf(Class<?> aggregate) {
        return Arrays.stream(aggregate.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(EventSourcingHandler.class))
                .map(method -> method.getParameterTypes()[0])
                .flatMap(Snapshots::records);
    }

    /** The event itself, or each event of an interface that a handler takes. */
    private static Stream<Class<?>> records(Class<?> event) {
        return event.isInterface()
                ? MessageTypes.of(Event.class).stream()
                        .filter(event::isAssignableFrom)
                        .map(each -> each)
                : Stream.of(event);
    }

    /** Has one taken behind the stream's next append. */
    @Override
    public void scheduleSnapshot(Class<?> aggregate, String stream) {
        overdue.add(stream);
    }

    /**
     * A stream's newest state that this build can read, as the event that Axon starts from.
     *
     * @param told of whose personal data it holds
     */
    @Nullable
    DomainEventMessage<?> load(String stream, Consumer<String> told) {
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
            Object state = Json.mapper().readValue(plain(stored, key), type);
            if (stored.subject() != null) {
                told.accept(stored.subject());
            }
            return new GenericDomainEventMessage<>(stored.type(), stream, stored.sequence(), state);
        } catch (RuntimeException e) {
            LOG.warn(
                    "The snapshot of {} cannot be read and is made anew: {}",
                    stream,
                    e.getClass().getName());
            log.deleteSnapshot(stream);
            return null;
        }
    }

    private static byte[] plain(StoredSnapshot stored, byte @Nullable [] key) {
        return key == null
                ? stored.state()
                : SealedState.open(
                        key, stored.state(), stored.stream(), stored.sequence(), stored.type(), stored.revision());
    }

    /** A load has read so many events behind the last snapshot. */
    void loaded(String stream, long events) {
        if (events > EVERY) {
            overdue.add(stream);
        }
    }

    /**
     * Takes the state as of the last of these events, while the aggregate's lock is held.
     *
     * @param subjects whose personal data the stream's events held
     * @return to be run once they are durable
     */
    Runnable take(String stream, long firstSequence, long lastSequence, Object state, Set<String> subjects) {
        String revision = revisions.get(state.getClass());
        boolean due = (lastSequence + 1) / EVERY > firstSequence / EVERY || overdue.contains(stream);
        if (!due || revision == null) {
            return () -> {};
        }
        overdue.remove(stream);
        String type = state.getClass().getSimpleName();
        byte[] plain = Json.mapper().writeValueAsBytes(state);
        if (!personal.contains(state.getClass())) {
            StoredSnapshot snapshot = new StoredSnapshot(stream, lastSequence, type, revision, plain);
            return () -> store(snapshot);
        }
        String subject = subjects.size() == 1 ? subjects.iterator().next() : null;
        byte[] key = subject == null ? null : keys.find(subject);
        if (key == null) {
            return () -> {};
        }
        byte[] sealed = SealedState.seal(key, plain, stream, lastSequence, type, revision);
        StoredSnapshot snapshot = new StoredSnapshot(stream, lastSequence, type, revision, sealed, subject);
        return () -> store(snapshot);
    }

    private void store(StoredSnapshot snapshot) {
        try {
            writing.execute(() -> write(snapshot));
        } catch (RejectedExecutionException closing) {
            LOG.debug("Closing: no more snapshots");
        }
    }

    private void write(StoredSnapshot snapshot) {
        try {
            log.putSnapshot(snapshot);
            // An erasure destroys the key first: either it finds this one, or the key is found to be gone.
            if (snapshot.subject() != null && keys.find(snapshot.subject()) == null) {
                log.deleteSnapshot(snapshot.stream());
            }
        } catch (RuntimeException e) {
            // The next one is as good; until then a load reads more events.
            LOG.warn("A snapshot was not written: {}", e.getClass().getName());
        }
    }

    private static String revision(Class<?> aggregate) {
        Set<String> shape = new TreeSet<>();
        describe(aggregate, shape);
        Revision revision = aggregate.getAnnotation(Revision.class);
        String text = (revision == null ? "" : revision.value()) + shape;
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void describe(Class<?> type, Set<String> shape) {
        Map<String, Type> parts = type.isRecord()
                ? Arrays.stream(type.getRecordComponents())
                        .collect(Collectors.toMap(RecordComponent::getName, RecordComponent::getGenericType))
                : fields(type);
        parts.forEach((name, part) -> {
            if (shape.add(type.getName() + "." + name + ":" + part.getTypeName())) {
                ownTypes(part).forEach(own -> describe(own, shape));
            }
        });
        if (type.isEnum()) {
            shape.add(type.getName() + Arrays.toString(type.getEnumConstants()));
        }
    }

    private static Map<String, Type> fields(Class<?> type) {
        Map<String, Type> found = new HashMap<>();
        for (Class<?> at = type; at != null && at.getName().startsWith("encore."); at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                    if (Modifier.isFinal(field.getModifiers())) {
                        throw new IllegalStateException(field + " is final: a snapshot could not restore it");
                    }
                    found.put(field.getName(), field.getGenericType());
                }
            }
        }
        return found;
    }

    private static Set<Class<?>> ownTypes(Type type) {
        if (type instanceof Class<?> plain) {
            return plain.isArray()
                    ? ownTypes(plain.getComponentType())
                    : plain.getName().startsWith("encore.") ? Set.of(plain) : Set.of();
        }
        if (type instanceof java.lang.reflect.ParameterizedType generic) {
            return Arrays.stream(generic.getActualTypeArguments())
                    .flatMap(argument -> ownTypes(argument).stream())
                    .collect(Collectors.toSet());
        }
        return Set.of();
    }
}
