package encore.infra.eventstore.verify;

import encore.infra.eventstore.log.StartRefused;
import java.util.Collection;
import java.util.Comparator;

/**
 * Evidence that the log once reached a position: a store that follows the log and is written after it. A log that ends
 * before this position has lost events.
 *
 * @param name the name of the store, as it reads in a sentence
 */
public record Witness(String name, long position) {

    /**
     * Compares the end of the log with all witnesses.
     *
     * @throws StartRefused when the log ends before one of them; its message names the furthest, and the remedies
     */
    public static void mustReach(long head, Collection<Witness> witnesses) {
        witnesses.stream()
                .max(Comparator.comparingLong(Witness::position))
                .filter(furthest -> furthest.position() > head)
                .ifPresent(furthest -> {
                    throw new StartRefused("The log ends at " + head + ", but " + furthest.name() + " names "
                            + furthest.position() + ": events are missing, and Encore does not start over them."
                            + " Restore a backup (./encore restore), or go on without them (./encore accept-cut-log).");
                });
    }
}
