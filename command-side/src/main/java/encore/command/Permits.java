package encore.command;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of commands that run at a time. One account gets at most half of the permits and one stream a
 * quarter, so that others are served while these wait.
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

    /**
     * Takes a permit, which is returned by closing it. Returns null when this account, stream or process has none left.
     */
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

    /** The permit of one command. */
    interface Held extends AutoCloseable {
        @Override
        void close();
    }
}
