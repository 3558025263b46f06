package encore.infra.eventstore.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Logs the trouble of many parts of a process that fail and retry. An outage of a store strikes all of them: it is logged
 * once, and once more when the last part has recovered. One that comes back is logged when it does so after ten seconds, or
 * lasts for as long.
 */
public final class TroubleLog {

    private static final long QUIET_AFTER_END = Duration.ofSeconds(10).toNanos();

    private final Logger log;
    private final LongSupplier nanos;

    /** The kind of trouble of each part that is in one. */
    private final Map<String, String> troubled = new HashMap<>();

    private final Map<String, Long> reportedSince = new HashMap<>();
    private final Map<String, Long> endedAt = new HashMap<>();

    /** @param log the parts' own */
    public TroubleLog(Logger log) {
        this(log, System::nanoTime);
    }

    TroubleLog(Logger log, LongSupplier nanos) {
        this.log = log;
        this.nanos = nanos;
    }

    /**
     * Returns the kind of a failure. Failures of one kind are logged once for all parts. Each store has an exception of its
     * own for the same outage. An exception of Java's is a fault of the one part.
     */
    private static String kindOf(String part, Throwable failure) {
        String name = failure.getClass().getName();
        if (name.startsWith("java.")) {
            return part + " " + name;
        }
        return name.endsWith("Unavailable") || name.startsWith("com.mongodb.") ? "unavailable" : name;
    }

    /**
     * Notes that a part failed. It may be called again for each failure in a row.
     *
     * @param description the failure in words that may be logged
     */
    public synchronized void failed(String part, Throwable failure, String description) {
        String kind = kindOf(part, failure);
        if (!kind.equals(troubled.get(part))) {
            end(part);
            troubled.put(part, kind);
        }
        Long ended = endedAt.get(kind);
        boolean isQuiet = ended != null && nanos.getAsLong() - ended < QUIET_AFTER_END;
        if (reportedSince.containsKey(kind) || isQuiet) {
            log.debug("{} failed and will retry: {}", part, description);
        } else {
            reportedSince.put(kind, nanos.getAsLong());
            log.warn("{} failed and will retry, as will all others that fail like this: {}", part, description);
        }
    }

    /** Notes that a part succeeded again. */
    public synchronized void recovered(String part) {
        Long since = end(part);
        if (since != null) {
            log.info(
                    "{} has recovered, after all others, in {} s",
                    part,
                    Duration.ofNanos(nanos.getAsLong() - since).toSeconds());
        }
    }

    /** Notes that a part has stopped for good. */
    public synchronized void stopped(String part) {
        end(part);
    }

    /** Returns since when the part's trouble has been logged, if it was the last part with it. */
    private synchronized @Nullable Long end(String part) {
        String kind = troubled.remove(part);
        if (kind == null || troubled.containsValue(kind)) {
            return null;
        }
        Long since = reportedSince.remove(kind);
        if (since != null) {
            endedAt.put(kind, nanos.getAsLong());
        }
        return since;
    }
}
