package encore.kernel.subscriptions;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.util.List;

/** Everything that can be asked about subscriptions. */
public sealed interface SubscriptionQuery<R> extends Query<R> {

    /** An account's subscriptions without their fans, oldest first. */
    record FindStoredSubscriptions(long account, Paging.NextKey paging)
            implements SubscriptionQuery<Page<Subscription>> {}

    /** The subscriptions of these users, without their fans. */
    record FindSubscriptionsOfUsers(long account, List<String> userKeys)
            implements SubscriptionQuery<List<Subscription>> {
        public FindSubscriptionsOfUsers {
            userKeys = List.copyOf(userKeys);
        }
    }

    /** An account's subscriptions with their fans, oldest first. */
    record FindSubscriptions(long account, Paging.NextKey paging) implements SubscriptionQuery<Page<Subscription>> {}

    /** The subscriptions of one fan. */
    record FindFanSubscriptions(long account, long fanId) implements SubscriptionQuery<List<Subscription>> {}
}
