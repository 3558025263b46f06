package encore.kernel.subscriptions;

import java.util.List;

/** The subscriptions that are a fan's, by its identifiers of the network {@value #NETWORK}. */
public record PartnerSubscriptions(List<SubscriptionId> subscriptions) {

    /** The network whose identifiers are the partner's names of users. */
    public static final String NETWORK = "partner";

    /** The space of the claims on the partner's names of users; their owners are {@link SubscriptionId}s. */
    public static final String USERS = "subscriber";

    public PartnerSubscriptions {
        subscriptions = List.copyOf(subscriptions);
    }
}
