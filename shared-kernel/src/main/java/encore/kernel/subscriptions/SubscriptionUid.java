package encore.kernel.subscriptions;

/**
 * The answer to the commands of a subscription.
 *
 * @param isNew whether the command opened it
 */
public record SubscriptionUid(String subscriptionUid, boolean isNew) {}
