package encore.infra.eventstore.process.webhooks;

import java.util.ArrayList;
import java.util.List;

/**
 * The progress of one webhook. The log holds the messages: only their positions are stored.
 *
 * @param isCurrent whether it has also read each event up to the position that all webhooks share
 * @param health the state of the endpoint
 * @param attempts the numbers of its {@link StoredAttempts}
 */
public record StoredEndpoint(
        StoredBacklog backlog,
        boolean isCurrent,
        StoredHealth health,
        List<StoredReplay> replays,
        AttemptNumbers attempts) {

    public StoredEndpoint {
        replays = List.copyOf(replays);
    }

    /**
     * Events that were read and are not finished.
     *
     * @param read every event up to this position is finished, or is one of the unfinished
     * @param unfinished the first position, and then the distances between the positions
     * @param tries the messages that failed by their own fault and are tried again
     */
    public record StoredBacklog(long read, List<Long> unfinished, List<StoredTry> tries) {

        public StoredBacklog {
            unfinished = List.copyOf(unfinished);
            tries = List.copyOf(tries);
        }

        /** Returns ascending positions as a first one and distances. */
        public static List<Long> distances(Iterable<Long> positions) {
            List<Long> distances = new ArrayList<>();
            long before = 0;
            for (long position : positions) {
                distances.add(position - before);
                before = position;
            }
            return distances;
        }

        /** Returns the positions of the unfinished messages, ascending. */
        public List<Long> positions() {
            List<Long> positions = new ArrayList<>();
            long position = 0;
            for (long distance : unfinished) {
                position += distance;
                positions.add(position);
            }
            return positions;
        }
    }

    /**
     * A message that is tried again.
     *
     * @param next the time of the next try, in milliseconds since 1970
     */
    public record StoredTry(long position, int tries, long next) {}

    /**
     * The health of an endpoint. Times are in milliseconds since 1970, 0 for none.
     *
     * @param faultSince the time of the first failure since the last success
     * @param nextProbe the time of the next probe; 0 while the endpoint is called as usual
     * @param probes the number of probes since the last success
     */
    public record StoredHealth(long faultSince, long nextProbe, int probes) {

        /** The health of an endpoint that did not fail. */
        public static final StoredHealth GOOD = new StoredHealth(0, 0, 0);
    }

    /**
     * A replay that is not finished.
     *
     * @param until the last position of its events
     * @param eventTypes types and patterns; empty for all that the webhook gets
     */
    public record StoredReplay(String replayUid, StoredBacklog backlog, long until, List<String> eventTypes) {

        public StoredReplay {
            eventTypes = List.copyOf(eventTypes);
        }
    }

    /**
     * The numbers of the stored attempts.
     *
     * @param first the number of the oldest entry
     * @param next the number of the next entry
     * @param count the number of attempts in them
     */
    public record AttemptNumbers(long first, long next, long count) {

        public static final AttemptNumbers NONE = new AttemptNumbers(0, 0, 0);
    }
}
