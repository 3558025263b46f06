package encore.query.tickets;

import encore.kernel.tickets.TicketEvent;
import encore.kernel.tickets.TicketEventDetails;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What tickets are sold for, as tests of what is joined with it need it. */
public final class SoldFor {

    private SoldFor() {}

    /** Of the network "box" and called Gala. */
    public static TicketEventDetails details(String key, @Nullable String performance, @Nullable Boolean excluded) {
        return new TicketEventDetails(
                "box",
                key,
                "Gala",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                excluded,
                performance,
                null,
                null);
    }

    /** One of account 7, as it was entered. */
    public static TicketEvent event(String uid, String performance, @Nullable Boolean excluded) {
        return new TicketEvent(uid, 7, Instant.EPOCH, details(uid, performance, excluded), null, false, false);
    }
}
