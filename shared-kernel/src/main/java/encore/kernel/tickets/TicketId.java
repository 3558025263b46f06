package encore.kernel.tickets;

import encore.kernel.StreamId;

/**
 * The stream of a ticket; prints as {@code ticket.<account>.<uid>}. Its id on the wire is a different number: the
 * position of its first event.
 */
@StreamId.Kind("ticket")
public record TicketId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
