package encore.infra.eventstore;

import encore.kernel.Event;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event with its position, time, stream and origin; a second parameter of a projection's or an automation's handler.
 *
 * @param position the event's number among all events, from 1
 * @param at the time of the commit
 * @param sequence the event's number in its stream, from 0
 * @param id the event's id, which no other event ever has
 */
public record RecordedEvent(
        Event event, long position, Instant at, String stream, long sequence, Origin origin, EventId id) {

    /** Makes an event that no log contains. */
    public RecordedEvent(Event event, long position, Instant at, String stream, long sequence, Origin origin) {
        this(event, position, at, stream, sequence, origin, EventId.NONE);
    }

    /**
     * The command that caused an event and its sender, from the event's metadata.
     *
     * @param actor a key's label or id, an automation, a fan or a session's hash
     * @param source {@link #IMPORT} if the event came from an import; null otherwise
     */
    public record Origin(
            long account,
            String actor,
            String command,
            String requestId,
            @Nullable String source) {

        /** The source of the events of imports. */
        public static final String IMPORT = "import";

        public Origin(long account, String actor, String command, String requestId) {
            this(account, actor, command, requestId, null);
        }

        public boolean isImport() {
            return IMPORT.equals(source);
        }
    }

    /** Returns the account, as text, from the stream's name {@code <kind>.<account>.<rest>}. */
    public String account() {
        return accountOf(stream);
    }

    /** Returns the account, as text, that a stream belongs to. */
    public static String accountOf(String stream) {
        int from = stream.indexOf('.') + 1;
        int to = stream.indexOf('.', from);
        return stream.substring(from, to < 0 ? stream.length() : to);
    }
}
