package encore.command.subscriptions;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.Event;
import encore.kernel.subscriptions.PushDevice;
import encore.kernel.subscriptions.SubscriptionCommand.AddDevice;
import encore.kernel.subscriptions.SubscriptionCommand.DropDevice;
import encore.kernel.subscriptions.SubscriptionCommand.EndSubscription;
import encore.kernel.subscriptions.SubscriptionCommand.OpenSubscription;
import encore.kernel.subscriptions.SubscriptionEvent.DeviceSubscribed;
import encore.kernel.subscriptions.SubscriptionEvent.DeviceUnsubscribed;
import encore.kernel.subscriptions.SubscriptionEvent.SubscriptionEnded;
import encore.kernel.subscriptions.SubscriptionEvent.SubscriptionOpened;
import encore.kernel.subscriptions.SubscriptionId;
import encore.kernel.subscriptions.SubscriptionUid;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartnerUserTest {

    private static final SubscriptionId ADA = new SubscriptionId(7, "a");
    private static final SubscriptionId BEN = new SubscriptionId(7, "b");
    private static final PushDevice PHONE = new PushDevice("ios", "t1");

    private final AggregateUnderTest<PartnerUser> user = new AggregateUnderTest<>(PartnerUser.class);

    @Test
    void a_first_device_opens_the_subscription() {
        user.givenNoPriorActivity()
                .when(new OpenSubscription(ADA, "ada", PHONE))
                .expectEvents(opened(), subscribed("t1"))
                .expectResultMessagePayload(new SubscriptionUid("a", true));
        assertThat(user.subjectKeys.made).containsExactly("subscription.7.a");
        assertThat(user.claims.held).hasSize(2).containsValue("subscription.7.a");
    }

    @Test
    void a_known_device_changes_nothing() {
        user.given(opened(), subscribed("t1"))
                .when(new AddDevice(ADA, PHONE))
                .expectNoEvents()
                .expectResultMessagePayload(new SubscriptionUid("a", false));
    }

    @Test
    void of_more_than_twenty_devices_the_oldest_goes() {
        List<Event> events = new ArrayList<>(List.of(opened()));
        for (int i = 1; i <= 20; i++) {
            events.add(subscribed("t" + i));
        }
        user.given(events)
                .when(new AddDevice(ADA, new PushDevice("android", "new")))
                .expectEvents(new DeviceUnsubscribed(ADA, "ios", "t1"), new DeviceSubscribed(ADA, "android", "new"));
    }

    @Test
    void a_device_of_a_subscription_that_ended_unreadable_is_taken() {
        user.claims.held(SubscriptionClaims.device(7, PHONE), BEN);
        user.given(opened()).when(new AddDevice(ADA, PHONE)).expectEvents(subscribed("t1"));
        assertThat(user.claims.held).containsEntry(SubscriptionClaims.device(7, PHONE), "subscription.7.a");
    }

    @Test
    void a_device_is_dropped_once() {
        user.given(opened(), subscribed("t1"))
                .when(new DropDevice(ADA, PHONE))
                .expectEvents(new DeviceUnsubscribed(ADA, "ios", "t1"));
        user.given(opened()).when(new DropDevice(ADA, PHONE)).expectNoEvents();
    }

    @Test
    void an_end_releases_everything() {
        user.claims.held(SubscriptionClaims.device(7, PHONE), ADA).held(SubscriptionClaims.user(7, "ada"), ADA);
        user.given(opened(), subscribed("t1")).when(new EndSubscription(ADA)).expectEvents(new SubscriptionEnded(ADA));
        assertThat(user.claims.held).isEmpty();
    }

    /** After a restore the key is gone, and neither the user nor the device can be read. */
    @Test
    void an_unreadable_subscription_is_ended() {
        user.given(new SubscriptionOpened(ADA, null), new DeviceSubscribed(ADA, "ios", null))
                .when(new EndSubscription(ADA))
                .expectEvents(new SubscriptionEnded(ADA));
    }

    private static SubscriptionOpened opened() {
        return new SubscriptionOpened(ADA, "ada");
    }

    private static DeviceSubscribed subscribed(String token) {
        return new DeviceSubscribed(ADA, "ios", token);
    }
}
