package encore.kernel.subscriptions;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** The subscription of one user of a partner; prints as {@code subscription.<account>.<uid>}. */
@StreamId.Kind("subscription")
public record SubscriptionId(
        long account, @PublishedValue("subscription_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
