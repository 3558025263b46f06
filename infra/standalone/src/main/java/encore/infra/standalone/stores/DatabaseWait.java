package encore.infra.standalone.stores;

import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.log.StoreUnavailable;
import encore.infra.views.ViewsUnavailable;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens a store, and waits for its database for a minute. A node may be started before its database is. */
final class DatabaseWait {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseWait.class);
    private static final Duration MAX_WAIT = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(250);

    private DatabaseWait() {}

    /** @throws StartRefused when the database is still away after a minute */
    static <T> T open(Supplier<T> opening) {
        return open(opening, MAX_WAIT);
    }

    static <T> T open(Supplier<T> opening, Duration maxWait) {
        long deadline = System.nanoTime() + maxWait.toNanos();
        for (boolean isFirst = true; ; isFirst = false) {
            try {
                return opening.get();
            } catch (StartRefused | StoreUnavailable | ViewsUnavailable e) {
                if (e instanceof StartRefused refused && !refused.isTemporary()) {
                    throw refused;
                }
                if (System.nanoTime() - deadline >= 0) {
                    throw new StartRefused("The database did not answer for " + maxWait.toSeconds()
                            + " s, so this node does not start. Start it again when the database is up. "
                            + e.getMessage());
                }
                if (isFirst) {
                    LOG.warn("The database does not answer; waiting for it for {} s", maxWait.toSeconds());
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
