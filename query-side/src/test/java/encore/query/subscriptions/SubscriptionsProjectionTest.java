package encore.query.subscriptions;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.paging.Paging.NextKey;
import encore.kernel.subscriptions.PushDevice;
import encore.kernel.subscriptions.Subscription;
import encore.kernel.subscriptions.SubscriptionEvent.DeviceSubscribed;
import encore.kernel.subscriptions.SubscriptionEvent.DeviceUnsubscribed;
import encore.kernel.subscriptions.SubscriptionEvent.SubscriptionEnded;
import encore.kernel.subscriptions.SubscriptionEvent.SubscriptionOpened;
import encore.kernel.subscriptions.SubscriptionId;
import encore.kernel.subscriptions.SubscriptionQuery.FindStoredSubscriptions;
import encore.kernel.subscriptions.SubscriptionQuery.FindSubscriptionsOfUsers;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SubscriptionsProjectionTest {

    private static final SubscriptionId ADA = new SubscriptionId(7, "a");

    private final ProjectionUnderTest<SubscriptionsProjection> subscriptions =
            new ProjectionUnderTest<>(SubscriptionsProjection::new);

    @AfterEach
    void close() {
        subscriptions.close();
    }

    @Test
    void a_user_has_its_devices_in_order() {
        subscriptions.given(
                new SubscriptionOpened(ADA, "ada"),
                new DeviceSubscribed(ADA, "ios", "t1"),
                new DeviceSubscribed(ADA, "android", "t2"),
                new DeviceSubscribed(ADA, "ios", "t3"),
                new DeviceUnsubscribed(ADA, "ios", "t1"));
        assertThat(all())
                .extracting(Subscription::userKey, Subscription::devices)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(
                        "ada", List.of(new PushDevice("android", "t2"), new PushDevice("ios", "t3"))));
        assertThat(ofUsers("ben", "ada")).hasSize(1);
        try (var again = subscriptions.replayed()) {
            assertThat(again.checksums()).isEqualTo(subscriptions.checksums());
        }
    }

    @Test
    void ended_subscriptions_are_gone_and_unreadable_ones_are_not_there() {
        subscriptions.given(
                new SubscriptionOpened(ADA, "ada"), new DeviceSubscribed(ADA, "ios", "t1"), new SubscriptionEnded(ADA));
        SubscriptionId unreadable = new SubscriptionId(7, "b");
        subscriptions.given(new SubscriptionOpened(unreadable, null), new DeviceSubscribed(unreadable, "ios", null));
        assertThat(all()).isEmpty();
        assertThat(ofUsers("ada")).isEmpty();
    }

    private List<Subscription> all() {
        return subscriptions
                .read(documents -> subscriptions
                        .projection()
                        .find(new FindStoredSubscriptions(7, new NextKey(null, 10)), documents))
                .rows();
    }

    private List<Subscription> ofUsers(String... users) {
        return subscriptions.read(documents ->
                subscriptions.projection().find(new FindSubscriptionsOfUsers(7, List.of(users)), documents));
    }
}
