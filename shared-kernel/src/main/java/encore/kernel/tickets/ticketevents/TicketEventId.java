package encore.kernel.tickets.ticketevents;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** A ticket event; prints as {@code ticket_event.<account>.<uid>}. */
public record TicketEventId(
        long account, @PublishedValue("event_uid") String uid) implements StreamId {

    @JsonCreator
    public static TicketEventId parse(String text) {
        String[] parts = StreamNames.split(text, "ticket_event", 3);
        return new TicketEventId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "ticket_event." + account + "." + uid;
    }
}
