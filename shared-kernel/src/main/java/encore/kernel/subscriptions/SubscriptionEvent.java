package encore.kernel.subscriptions;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import encore.kernel.privacy.Secret;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a subscription. Its user and devices are encrypted under a key of its own. */
public sealed interface SubscriptionEvent extends Event {

    SubscriptionId subscription();

    @Override
    default SubscriptionId subject() {
        return subscription();
    }

    /** The subscription of a user began. */
    @Revision("1")
    record SubscriptionOpened(
            @PublishedValue SubscriptionId subscription,
            @PersonalData @Nullable String userKey) implements SubscriptionEvent {}

    /** A device was subscribed. */
    @Revision("1")
    record DeviceSubscribed(
            @PublishedValue SubscriptionId subscription,
            @PublishedValue @NotPersonal("ios or android") String deviceNetwork,
            @Secret @PersonalData @Nullable String pushToken)
            implements SubscriptionEvent {}

    /** A device is another user's, or it was the oldest of too many. */
    @Revision("1")
    record DeviceUnsubscribed(
            @PublishedValue SubscriptionId subscription,
            @PublishedValue @NotPersonal("ios or android") String deviceNetwork,
            @Secret @PersonalData @Nullable String pushToken)
            implements SubscriptionEvent {}

    /** The subscription ended, and nobody can read its user and its devices any more. */
    @Revision("1")
    record SubscriptionEnded(@PublishedValue SubscriptionId subscription)
            implements SubscriptionEvent, Event.FinalEvent, Event.ManagementAction {
        @Override
        public String target() {
            return subscription.toString();
        }
    }
}
