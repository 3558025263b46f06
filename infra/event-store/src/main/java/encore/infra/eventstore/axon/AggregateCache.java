package encore.infra.eventstore.axon;

import com.github.benmanes.caffeine.cache.Caffeine;
import encore.kernel.Command;
import java.util.function.Predicate;
import org.axonframework.common.Registration;
import org.axonframework.common.caching.Cache;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.jspecify.annotations.Nullable;

/**
 * The aggregates used lately, strongly held and bounded in number. A null key is ignored: a handler that may create and
 * applied nothing leaves an aggregate without an id, which Axon offers all the same.
 */
public final class AggregateCache implements Cache {

    private final com.github.benmanes.caffeine.cache.Cache<Object, Object> entries;

    public AggregateCache(int most) {
        entries =
                Caffeine.newBuilder().maximumSize(most).executor(Runnable::run).build();
    }

    /** Forgets the aggregates whose streams match; the next command loads them anew. */
    public void forget(Predicate<String> streams) {
        entries.asMap().keySet().removeIf(key -> streams.test(key.toString()));
    }

    public long size() {
        return entries.estimatedSize();
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway", "TypeParameterUnusedInFormals"}) // Axon's signature.
    public <K, V> @Nullable V get(K key) {
        return key == null ? null : (V) entries.getIfPresent(key);
    }

    /** An import begins thousands of streams, and few of them are decided on again while they are here. */
    @Override
    public void put(@Nullable Object key, Object value) {
        if (key != null && !isBegun()) {
            entries.put(key, value);
        }
    }

    private static boolean isBegun() {
        return CurrentUnitOfWork.isStarted()
                && CurrentUnitOfWork.get().getMessage().getPayload() instanceof Command.Beginning;
    }

    @Override
    public boolean putIfAbsent(@Nullable Object key, Object value) {
        return key != null && entries.asMap().putIfAbsent(key, value) == null;
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
