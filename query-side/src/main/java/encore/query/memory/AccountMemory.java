package encore.query.memory;

import encore.query.image.MemoryImage;
import encore.query.memory.ReadWriteGuard.WriteFailure;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The memory of all accounts, each under a lock of its own, for many readers and one writer. A long read of one account
 * delays neither the writer nor the readers of other accounts.
 *
 * @param <T> the memory of one account
 */
public final class AccountMemory<T> {

    private final LongFunction<T> empty;
    private final WriteFailure writeFailure = new WriteFailure();
    /** Concurrent because readers come on any thread, and because several threads load. */
    private final Map<Long, GuardedMemory<T>> accounts = new ConcurrentHashMap<>();

    /** The account of the last look-up while loading. Most rows belong to the same one, which saves millions of look-ups. */
    private @Nullable LastAccount<T> lastLoaded;

    private record GuardedMemory<T>(T memory, ReadWriteGuard guard) {}

    private record LastAccount<T>(long account, T memory) {}

    /** @param empty creates the memory of an account without data */
    public AccountMemory(LongFunction<T> empty) {
        this.empty = empty;
    }

    /** Writes all accounts to an image, or reads them before anybody else uses them. */
    public void transfer(MemoryImage memoryImage, BiConsumer<T, MemoryImage> transfer) {
        memoryImage.elements(accounts, memoryImage::id, existing -> {
            GuardedMemory<T> account = existing == null ? create(0) : existing;
            account.guard.writeExclusively(() -> transfer.accept(account.memory, memoryImage));
            return account;
        });
    }

    /** Returns the memory of an account to load it, before any query reads it. */
    public T loading(long account) {
        LastAccount<T> last = lastLoaded;
        if (last != null && last.account == account) {
            return last.memory;
        }
        T memory = guarded(account).memory;
        lastLoaded = new LastAccount<>(account, memory);
        return memory;
    }

    /** Changes an account before any later {@link #read} of it answers. Only the writer calls this. */
    public void write(long account, Consumer<T> change) {
        GuardedMemory<T> guardedMemory = guarded(account);
        guardedMemory.guard.write(() -> change.accept(guardedMemory.memory));
    }

    /** Answers from an account. An unknown account is empty. */
    public <R> R read(long account, Function<T, R> query) {
        GuardedMemory<T> known = accounts.get(account);
        return known == null ? query.apply(empty.apply(account)) : known.guard.read(() -> query.apply(known.memory));
    }

    private GuardedMemory<T> guarded(long account) {
        GuardedMemory<T> known = accounts.get(account);
        return known == null ? accounts.computeIfAbsent(account, this::create) : known;
    }

    private GuardedMemory<T> create(long account) {
        return new GuardedMemory<>(empty.apply(account), new ReadWriteGuard(writeFailure));
    }
}
