package encore.command;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * How many commands are handled at a time: one account's are half of them at most, one stream's a quarter, so that others
 * are served while these wait.
 */
final class Permits {

    private final Semaphore free;
    private final int mostOfAccount;
    private final int mostOfStream;
    private final ConcurrentMap<Object, Integer> held = new ConcurrentHashMap<>();

    Permits(int most) {
        free = new Semaphore(most);
        mostOfAccount = most / 2;
        mostOfStream = most / 4;
    }

    /** One permit, given back by closing it, or null when there is none left for these. */
    @Nullable
    Held tryTake(long account, String stream) {
        if (!take(account, mostOfAccount)) {
            return null;
        }
        if (!take(stream, mostOfStream)) {
            giveBack(account);
            return null;
        }
        if (!free.tryAcquire()) {
            giveBack(stream);
            giveBack(account);
            return null;
        }
        return () -> {
            giveBack(stream);
            giveBack(account);
            free.release();
        };
    }

    private boolean take(Object holder, int most) {
        boolean[] taken = new boolean[1];
        held.compute(holder, (key, count) -> {
            int now = count == null ? 0 : count;
            taken[0] = now < most;
            return taken[0] ? Integer.valueOf(now + 1) : count;
        });
        return taken[0];
    }

    private void giveBack(Object holder) {
        held.computeIfPresent(holder, (key, count) -> count == 1 ? null : count - 1);
    }

    /** Held by one command. */
    interface Held extends AutoCloseable {
        @Override
        void close();
    }
}
