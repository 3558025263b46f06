package encore.kernel.webhooks.deliveries;

/**
 * How much a replay would send.
 *
 * @param eventCount the events that were counted
 * @param isAtLeast whether there may be more: at most 100,000 events of the account are looked at
 */
public record ReplaySize(int eventCount, boolean isAtLeast) {}
