package encore.kernel.tickets;

/**
 * The comparison of a ticket with values that come again.
 *
 * @param isSame whether they would change nothing
 */
public record RepeatedTicket(boolean isSame, long fanId) {}
