package encore.kernel.tickets;

import encore.kernel.PositionedAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a ticket (spec 2, 3).
 *
 * @param ticketId the position of its first event; null until the event is in the log
 * @param status {@code success}, or {@code duplicate} for a ticket that existed before
 */
public record SavedTicket(@Nullable Long ticketId, @Nullable String ticketKey, long fanId, String status)
        implements PositionedAnswer<SavedTicket> {

    public static final String SUCCESS = "success";
    public static final String DUPLICATE = "duplicate";

    @Override
    public SavedTicket withPosition(long position) {
        return ticketId == null ? new SavedTicket(position, ticketKey, fanId, status) : this;
    }
}
