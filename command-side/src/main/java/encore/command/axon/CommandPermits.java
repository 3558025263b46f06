package encore.command.axon;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of commands that run at a time. One account gets at most half of the permits and one stream a
 * quarter, so that others are served while these wait.
 */
public final class CommandPermits {

    /** More commands at a time would only wait longer: at 30,000 a second these are done in 35 ms. */
    public static final int MAX_IN_FLIGHT = 1_024;

    private final Semaphore free;
    private final int mostOfAccount;
    private final int mostOfStream;
    private final ConcurrentMap<Object, Integer> inUse = new ConcurrentHashMap<>();

    public CommandPermits(int maxInFlight) {
        free = new Semaphore(maxInFlight);
        mostOfAccount = maxInFlight / 2;
        mostOfStream = maxInFlight / 4;
    }

    /**
     * Takes a permit, which is returned by closing it. Returns null when this account, stream or process has none left.
     */
    @Nullable
    Permit tryAcquire(long account, String stream) {
        if (!addUpTo(account, mostOfAccount)) {
            return null;
        }
        if (!addUpTo(stream, mostOfStream)) {
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

    private boolean addUpTo(Object holder, int most) {
        boolean[] taken = new boolean[1];
        inUse.compute(holder, (key, count) -> {
            int now = count == null ? 0 : count;
            taken[0] = now < most;
            return taken[0] ? Integer.valueOf(now + 1) : count;
        });
        return taken[0];
    }

    private void giveBack(Object holder) {
        inUse.computeIfPresent(holder, (key, count) -> count == 1 ? null : count - 1);
    }

    /** The permit of one command. */
    interface Permit extends AutoCloseable {
        @Override
        void close();
    }
}
