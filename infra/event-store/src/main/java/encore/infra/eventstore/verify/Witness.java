package encore.infra.eventstore.verify;

import encore.infra.eventstore.log.LogRefused;
import java.util.Collection;
import java.util.Comparator;

/**
 * Names a position that the log once had, and what knows of it: all that follows a log is written after it, so a log that
 * ends before has lost events.
 *
 * @param name what tells, as it reads in a sentence
 */
public record Witness(String name, long position) {

    /** @throws LogRefused when the log ends before any of them; it names the furthest, and says what to do */
    public static void mustReach(long head, Collection<Witness> witnesses) {
        witnesses.stream()
                .max(Comparator.comparingLong(Witness::position))
                .filter(furthest -> furthest.position() > head)
                .ifPresent(furthest -> {
                    throw new LogRefused("The log ends at " + head + ", but " + furthest.name() + " names "
                            + furthest.position() + ": events are missing, and Encore does not start over them."
                            + " Restore a backup (./encore restore), or go on without them (./encore accept-cut-log).");
                });
    }
}
