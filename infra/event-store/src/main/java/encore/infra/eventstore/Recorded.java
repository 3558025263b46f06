package encore.infra.eventstore;

import encore.kernel.Event;
import java.time.Instant;

/**
 * An event with what the log knows of it: a second parameter of a projection's or an automation's handler.
 *
 * @param position its place among all events, from 1
 * @param at the commit's time
 * @param sequence its place in its stream, from 0
 */
public record Recorded(Event event, long position, Instant at, String stream, long sequence, Origin origin) {

    /**
     * Names who caused it, from the event's metadata.
     *
     * @param actor a key's label or id, an automation, a fan or a session's hash
     */
    public record Origin(long account, String actor, String command, String requestId) {}

    /** Tells whose it is: a stream is named {@code <kind>.<account>.<rest>}. */
    public String account() {
        int from = stream.indexOf('.') + 1;
        int to = stream.indexOf('.', from);
        return stream.substring(from, to < 0 ? stream.length() : to);
    }
}
