package encore.kernel.subscriptions;

import encore.kernel.Command;
import encore.kernel.fans.FanId;

/** The commands of subscriptions. */
public sealed interface SubscriptionCommand<R> extends Command<R> {

    /**
     * Subscribes a device of a partner's user. A device belongs to the user who sent it last.
     *
     * @param subscription used when the user has none
     */
    record Subscribe(SubscriptionId subscription, String userKey, PushDevice device)
            implements SubscriptionCommand<SubscriptionUid> {
        @Override
        public SubscriptionId stream() {
            return subscription;
        }

        @Override
        public String toString() {
            return "Subscribe[" + subscription + "]";
        }
    }

    /** Opens the subscription of a user with its first device. It is a step of {@link Subscribe}. */
    record OpenSubscription(SubscriptionId subscription, String userKey, PushDevice device)
            implements SubscriptionCommand<SubscriptionUid> {
        @Override
        public SubscriptionId stream() {
            return subscription;
        }

        @Override
        public String toString() {
            return "OpenSubscription[" + subscription + "]";
        }
    }

    /** Adds a device; of more than 20 the oldest goes. It is a step of {@link Subscribe}. */
    record AddDevice(SubscriptionId subscription, PushDevice device) implements SubscriptionCommand<SubscriptionUid> {
        @Override
        public SubscriptionId stream() {
            return subscription;
        }
    }

    /** Removes a device that another user sent. It is a step of {@link Subscribe}. */
    record DropDevice(SubscriptionId subscription, PushDevice device) implements SubscriptionCommand<SubscriptionUid> {
        @Override
        public SubscriptionId stream() {
            return subscription;
        }
    }

    /** Ends a subscription, and destroys the key of its user and its devices. */
    record EndSubscription(SubscriptionId subscription) implements SubscriptionCommand<SubscriptionUid> {
        @Override
        public SubscriptionId stream() {
            return subscription;
        }
    }

    /** Ends the subscriptions that are a fan's. It is a step of the fan's erasure. */
    record EndSubscriptionsOfFan(FanId fan) implements SubscriptionCommand<PartnerSubscriptions> {
        @Override
        public FanId stream() {
            return fan;
        }
    }
}
