package encore.kernel.subscriptions;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** The subscription of one user of a partner; prints as {@code subscription.<account>.<uid>}. */
public record SubscriptionId(
        long account, @PublishedValue("subscription_uid") String uid) implements StreamId {

    @JsonCreator
    public static SubscriptionId parse(String text) {
        String[] parts = StreamNames.split(text, "subscription", 3);
        return new SubscriptionId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "subscription." + account + "." + uid;
    }
}
