package encore.infra.eventstore.axon;

import com.github.benmanes.caffeine.cache.Caffeine;
import encore.kernel.Command;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.axonframework.common.Registration;
import org.axonframework.common.caching.Cache;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.jspecify.annotations.Nullable;

/**
 * The aggregates used lately, strongly held and bounded in number. A null key is ignored: a handler that may create and
 * applied nothing leaves an aggregate without an id, which Axon offers all the same. With each stands whose personal data
 * it holds: a purchase or a ticket is no stream of its fan's, and goes when the fan is erased all the same.
 */
public final class AggregateCache implements Cache {

    private final com.github.benmanes.caffeine.cache.Cache<Object, Held> entries;
    private final AtomicLong erasures = new AtomicLong();

    private record Held(Object aggregate, Set<String> subjects) {}

    public AggregateCache(int most) {
        entries =
                Caffeine.newBuilder().maximumSize(most).executor(Runnable::run).build();
    }

    /** Forgets the aggregates that hold data of these subjects, and those whose streams match. */
    void forget(Collection<String> subjects, Predicate<String> streams) {
        erasures.incrementAndGet();
        Set<String> gone = Set.copyOf(subjects);
        entries.asMap()
                .entrySet()
                .removeIf(entry -> !Collections.disjoint(entry.getValue().subjects(), gone)
                        || streams.test(entry.getKey().toString()));
    }

    public long size() {
        return entries.estimatedSize();
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway", "TypeParameterUnusedInFormals"}) // Axon's signature.
    public <K, V> @Nullable V get(K key) {
        CommandContext handling = CommandContext.current();
        if (handling != null) {
            handling.loadedBehind(erasures.get());
        }
        Held held = key == null ? null : entries.getIfPresent(key);
        if (held != null && handling != null) {
            held.subjects().forEach(handling::holds);
        }
        return held == null ? null : (V) held.aggregate();
    }

    /**
     * An import begins thousands of streams, and few of them are decided on again while they are here. What was loaded
     * before somebody was erased may hold what is to be gone.
     */
    @Override
    public void put(@Nullable Object key, Object value) {
        if (key != null && !isBegun()) {
            CommandContext handling = CommandContext.current();
            Set<String> subjects = handling == null ? Set.of() : Set.copyOf(handling.subjects());
            entries.put(key, new Held(value, subjects));
            if (handling != null && !subjects.isEmpty() && handling.loadedBehind() != erasures.get()) {
                entries.invalidate(key);
            }
        }
    }

    private static boolean isBegun() {
        return CurrentUnitOfWork.isStarted()
                && CurrentUnitOfWork.get().getMessage().getPayload() instanceof Command.Beginning;
    }

    @Override
    public boolean putIfAbsent(@Nullable Object key, Object value) {
        return key != null && entries.asMap().putIfAbsent(key, new Held(value, Set.of())) == null;
    }

    @Override
    public boolean remove(@Nullable Object key) {
        return key != null && entries.asMap().remove(key) != null;
    }

    @Override
    public void removeAll() {
        entries.invalidateAll();
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return key != null && entries.asMap().containsKey(key);
    }

    @Override
    public Registration registerCacheEntryListener(EntryListener listener) {
        throw new UnsupportedOperationException("Nobody listens to this cache");
    }
}
