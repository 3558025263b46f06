package encore.query.tickets;

import encore.kernel.tickets.ticketevents.TicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.tickets.ticketevents.TicketEventDetailsBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Builds ticket events for tests. */
public final class TicketEventBuilder {

    private TicketEventBuilder() {}

    /** Details of an event of the network "box" with the name Gala. */
    public static TicketEventDetails details(String key, @Nullable String performance, @Nullable Boolean excluded) {
        return TicketEventDetailsBuilder.builder()
                .network("box")
                .eventKey(key)
                .eventName("Gala")
                .isExcluded(excluded)
                .performanceUid(performance)
                .build();
    }

    /** An event of account 7, as it was entered. */
    public static TicketEvent event(String uid, String performance, @Nullable Boolean excluded) {
        return new TicketEvent(uid, 7, Instant.EPOCH, details(uid, performance, excluded), null, false, false);
    }
}
