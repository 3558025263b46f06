package encore.kernel.sessions;

/**
 * The answer to the check of a business and a campaign.
 *
 * @param position the position of the business's last event; reads of its texts wait for it
 */
public record CheckedPlace(long businessId, long position) {}
