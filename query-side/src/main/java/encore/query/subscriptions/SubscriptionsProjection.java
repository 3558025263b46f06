package encore.query.subscriptions;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.paging.Page;
import encore.kernel.subscriptions.PushDevice;
import encore.kernel.subscriptions.Subscription;
import encore.kernel.subscriptions.SubscriptionEvent.DeviceSubscribed;
import encore.kernel.subscriptions.SubscriptionEvent.DeviceUnsubscribed;
import encore.kernel.subscriptions.SubscriptionEvent.SubscriptionEnded;
import encore.kernel.subscriptions.SubscriptionEvent.SubscriptionOpened;
import encore.kernel.subscriptions.SubscriptionQuery.FindStoredSubscriptions;
import encore.kernel.subscriptions.SubscriptionQuery.FindSubscriptionsOfUsers;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the subscriptions of a partner's users. */
@Component
class SubscriptionsProjection implements Projection {

    private static final Catalogue<StoredSubscription> SUBSCRIPTIONS =
            Catalogue.of("subscriptions", StoredSubscription.class, Index.on("account", "thing.userKey", "position"));

    record StoredSubscription(String uid, String userKey, List<PushDevice> devices) {

        StoredSubscription with(PushDevice device) {
            List<PushDevice> all = new ArrayList<>(without(device).devices);
            all.add(device);
            return new StoredSubscription(uid, userKey, all);
        }

        StoredSubscription without(PushDevice device) {
            return new StoredSubscription(
                    uid,
                    userKey,
                    devices.stream().filter(one -> !one.equals(device)).toList());
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("subscriptions", List.of(SUBSCRIPTIONS.collection()));
    }

    /** The user is missing when the subscription ended since. */
    @EventHandler
    void on(SubscriptionOpened event, RecordedEvent recordedEvent, Documents.Batch documents) {
        if (event.userKey() != null) {
            var opened = new StoredSubscription(event.subscription().uid(), event.userKey(), List.of());
            SUBSCRIPTIONS.add(event.subscription(), opened, recordedEvent, documents);
        }
    }

    @EventHandler
    void on(DeviceSubscribed event, RecordedEvent recordedEvent, Documents.Batch documents) {
        if (event.pushToken() != null) {
            PushDevice device = new PushDevice(event.deviceNetwork(), event.pushToken());
            SUBSCRIPTIONS.change(event.subscription(), before -> before.with(device), recordedEvent, documents);
        }
    }

    @EventHandler
    void on(DeviceUnsubscribed event, RecordedEvent recordedEvent, Documents.Batch documents) {
        if (event.pushToken() != null) {
            PushDevice device = new PushDevice(event.deviceNetwork(), event.pushToken());
            SUBSCRIPTIONS.change(event.subscription(), before -> before.without(device), recordedEvent, documents);
        }
    }

    @EventHandler
    void on(SubscriptionEnded event, Documents.Batch documents) {
        SUBSCRIPTIONS.remove(event.subscription(), documents);
    }

    @QueryHandler
    Page<Subscription> find(FindStoredSubscriptions query, Documents documents) {
        return SUBSCRIPTIONS.page(query.account(), query.paging(), documents).map(SubscriptionsProjection::shown);
    }

    @QueryHandler
    List<Subscription> find(FindSubscriptionsOfUsers query, Documents documents) {
        return query.userKeys().stream()
                .map(user -> Where.all(Where.equal("account", query.account()), Where.equal("thing.userKey", user)))
                .flatMap(ofUser -> SUBSCRIPTIONS.where(ofUser, documents))
                .map(SubscriptionsProjection::shown)
                .toList();
    }

    private static Subscription shown(CatalogueEntry<StoredSubscription> entry) {
        StoredSubscription stored = entry.thing();
        return new Subscription(stored.uid(), stored.userKey(), null, stored.devices(), entry.createdAt());
    }
}
