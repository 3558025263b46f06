package encore.command.subscriptions;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.SubjectKeys;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
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
import java.util.LinkedHashSet;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The devices of one user of a partner. A user and a device have one subscription each. */
@Aggregate
class PartnerUser {

    private static final int MAX_DEVICES = 20;

    @AggregateIdentifier
    private @Nullable SubscriptionId id;

    private @Nullable String userKey;

    /** In the order in which they were subscribed. */
    private LinkedHashSet<PushDevice> devices = new LinkedHashSet<>();

    PartnerUser() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SubscriptionUid decide(OpenSubscription command, Claims claims, Streams streams, SubjectKeys keys) {
        theUidIsFree();
        SubscriptionId subscription = command.subscription();
        take(SubscriptionClaims.user(subscription.account(), command.userKey()), subscription, claims, streams);
        take(SubscriptionClaims.device(subscription.account(), command.device()), subscription, claims, streams);
        keys.create(subscription);
        apply(new SubscriptionOpened(subscription, command.userKey()));
        subscribe(subscription, command.device());
        return new SubscriptionUid(subscription.uid(), true);
    }

    @CommandHandler
    SubscriptionUid decide(AddDevice command, Claims claims, Streams streams) {
        SubscriptionId subscription = command.subscription();
        if (!devices.contains(command.device())) {
            take(SubscriptionClaims.device(subscription.account(), command.device()), subscription, claims, streams);
            if (devices.size() >= MAX_DEVICES) {
                unsubscribe(subscription, devices.getFirst(), claims);
            }
            subscribe(subscription, command.device());
        }
        return new SubscriptionUid(subscription.uid(), false);
    }

    @CommandHandler
    SubscriptionUid decide(DropDevice command, Claims claims) {
        if (devices.contains(command.device())) {
            unsubscribe(command.subscription(), command.device(), claims);
        }
        return new SubscriptionUid(command.subscription().uid(), false);
    }

    /** Ends the subscription. What its key can no longer read stays claimed, until somebody else takes it. */
    @CommandHandler
    SubscriptionUid decide(EndSubscription command, Claims claims) {
        SubscriptionId subscription = command.subscription();
        if (userKey != null) {
            claims.release(SubscriptionClaims.user(subscription.account(), userKey), subscription);
        }
        devices.forEach(
                device -> claims.release(SubscriptionClaims.device(subscription.account(), device), subscription));
        apply(new SubscriptionEnded(subscription));
        return new SubscriptionUid(subscription.uid(), false);
    }

    private void theUidIsFree() {
        if (id != null) {
            throw new Refusal(CONFLICT, "uid-taken", "Another subscription has this uid; try again.");
        }
    }

    private static void subscribe(SubscriptionId subscription, PushDevice device) {
        apply(new DeviceSubscribed(subscription, device.deviceNetwork(), device.pushToken()));
    }

    private static void unsubscribe(SubscriptionId subscription, PushDevice device, Claims claims) {
        claims.release(SubscriptionClaims.device(subscription.account(), device), subscription);
        apply(new DeviceUnsubscribed(subscription, device.deviceNetwork(), device.pushToken()));
    }

    /**
     * Takes a claim, also from a subscription that ended without releasing it because it was unreadable. One that another
     * user holds by now is lost at the append, and the whole call is decided again.
     */
    private static void take(Claim claim, SubscriptionId by, Claims claims, Streams streams) {
        String owner = claims.ownerOf(claim);
        SubscriptionId other = owner == null ? null : StreamId.parse(SubscriptionId.class, owner);
        if (other != null && !streams.isOpen(other)) {
            claims.release(claim, other);
        }
        claims.take(claim, by);
    }

    @EventSourcingHandler
    void evolve(SubscriptionOpened event) {
        id = event.subscription();
        userKey = event.userKey();
    }

    /** Without a token the subscription has ended: no more commands are decided here. */
    @EventSourcingHandler
    void evolve(DeviceSubscribed event) {
        if (event.pushToken() != null) {
            devices.add(new PushDevice(event.deviceNetwork(), event.pushToken()));
        }
    }

    @EventSourcingHandler
    void evolve(DeviceUnsubscribed event) {
        if (event.pushToken() != null) {
            devices.remove(new PushDevice(event.deviceNetwork(), event.pushToken()));
        }
    }
}
