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
 * Caches the aggregates used lately. The references are strong. The bytes of the events that the aggregates were made
 * from bound the entries: props of a fan may have a megabyte, and a ledger has a hundred bytes. A null key is
 * ignored: a handler that may create an aggregate and applied nothing leaves an aggregate without an id, and Axon
 * offers that to the cache too. Each entry names the subjects whose personal data the aggregate contains: a purchase or
 * a ticket is not in its fan's stream, and must leave the cache too when the fan is erased.
 */
public final class AggregateCache implements Cache {

    private final com.github.benmanes.caffeine.cache.Cache<Object, CachedAggregate> entries;
    private final AtomicLong erasures = new AtomicLong();

    /** The bytes of an aggregate beside those of its events. */
    private static final int OWN_BYTES = 1_024;

    private record CachedAggregate(Object aggregate, Set<String> subjects, int bytes) {}

    /** @param mostBytes the bytes of all entries, about */
    public AggregateCache(long mostBytes) {
        entries = Caffeine.newBuilder()
                .maximumWeight(mostBytes)
                .<Object, CachedAggregate>weigher((key, entry) -> entry.bytes())
                .executor(Runnable::run)
                .build();
    }

    /** Removes the aggregates that contain data of these subjects, and the aggregates whose streams match. */
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
        CommandContext context = CommandContext.current();
        AggregateContents contents = context == null ? null : context.contents();
        if (contents != null) {
            contents.erasuresBeforeLoad(erasures.get());
        }
        CachedAggregate cachedAggregate = key == null ? null : entries.getIfPresent(key);
        if (cachedAggregate != null && contents != null) {
            cachedAggregate.subjects().forEach(contents::addSubject);
        }
        return cachedAggregate == null ? null : (V) cachedAggregate.aggregate();
    }

    /**
     * Does not cache a new aggregate: an import begins thousands of streams, and few of them get another command while
     * they would be cached. Does not keep an aggregate that was loaded before an erasure and contains personal data: it
     * may contain the erased data.
     */
    @Override
    public void put(@Nullable Object key, Object value) {
        if (key != null && !beginsStream()) {
            CommandContext context = CommandContext.current();
            AggregateContents contents = context == null ? null : context.contents();
            Set<String> subjects = contents == null ? Set.of() : Set.copyOf(contents.subjects());
            CachedAggregate before = entries.getIfPresent(key);
            int bytes = OWN_BYTES + (contents == null ? 0 : contents.eventBytes());
            entries.put(
                    key,
                    new CachedAggregate(value, subjects, before == null ? bytes : Math.max(before.bytes(), bytes)));
            if (contents != null && !subjects.isEmpty() && contents.erasuresBeforeLoad() != erasures.get()) {
                entries.invalidate(key);
            }
        }
    }

    private static boolean beginsStream() {
        return CurrentUnitOfWork.isStarted()
                && CurrentUnitOfWork.get().getMessage().getPayload() instanceof Command.NewStream;
    }

    @Override
    public boolean putIfAbsent(@Nullable Object key, Object value) {
        return key != null && entries.asMap().putIfAbsent(key, new CachedAggregate(value, Set.of(), OWN_BYTES)) == null;
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
        throw new UnsupportedOperationException("This cache has no listeners");
    }
}
