package encore.kernel.tickets;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/**
 * The stream of a ticket; prints as {@code ticket.<account>.<uid>}. Its id on the wire is a different number: the
 * position of its first event.
 */
public record TicketId(long account, String uid) implements StreamId {

    @JsonCreator
    public static TicketId parse(String text) {
        String[] parts = StreamNames.split(text, "ticket", 3);
        return new TicketId(Long.parseLong(parts[1]), parts[2]);
    }

    /** Returns whether a stream is one of a ticket. */
    public static boolean is(String stream) {
        return stream.startsWith("ticket.");
    }

    @Override
    public String toString() {
        return "ticket." + account + "." + uid;
    }
}
