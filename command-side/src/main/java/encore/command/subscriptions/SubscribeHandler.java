package encore.command.subscriptions;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.identifiers.IdentifierCommand.ReadPartnerSubscriptions;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.subscriptions.PartnerSubscriptions;
import encore.kernel.subscriptions.SubscriptionCommand.AddDevice;
import encore.kernel.subscriptions.SubscriptionCommand.DropDevice;
import encore.kernel.subscriptions.SubscriptionCommand.EndSubscription;
import encore.kernel.subscriptions.SubscriptionCommand.EndSubscriptionsOfFan;
import encore.kernel.subscriptions.SubscriptionCommand.OpenSubscription;
import encore.kernel.subscriptions.SubscriptionCommand.Subscribe;
import encore.kernel.subscriptions.SubscriptionId;
import encore.kernel.subscriptions.SubscriptionUid;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Finds the subscriptions of users, of devices and of fans. */
@Component
class SubscribeHandler {

    /**
     * Takes the device from the user who had it, and gives it to the one who sent it. Of several calls at once for a
     * device each attempt looks anew for the user who has it, so it ends with one of them.
     */
    @CommandHandler
    SubscriptionUid decide(Subscribe command, Claims claims, Streams streams, Dispatch dispatch) {
        long account = command.subscription().account();
        SubscriptionId user = open(SubscriptionClaims.user(account, command.userKey()), claims, streams);
        SubscriptionId before = open(SubscriptionClaims.device(account, command.device()), claims, streams);
        if (before != null && !before.equals(user)) {
            dispatch.sendAllOnEachAttempt(List.of(new DropDevice(before, command.device())));
        }
        return dispatch.sendLast(
                user == null
                        ? new OpenSubscription(command.subscription(), command.userKey(), command.device())
                        : new AddDevice(user, command.device()));
    }

    private static @Nullable SubscriptionId open(Claims.Claim claim, Claims claims, Streams streams) {
        String owner = claims.ownerOf(claim);
        SubscriptionId subscription = owner == null ? null : StreamId.parse(SubscriptionId.class, owner);
        return subscription == null || !streams.isOpen(subscription) ? null : subscription;
    }

    @CommandHandler
    PartnerSubscriptions decide(EndSubscriptionsOfFan command, Streams streams, Dispatch dispatch) {
        PartnerSubscriptions found = dispatch.send(new ReadPartnerSubscriptions(new IdentifiersId(command.fan())));
        for (SubscriptionId subscription : found.subscriptions()) {
            if (streams.isOpen(subscription)) {
                end(subscription, dispatch);
            }
        }
        return found;
    }

    /** Somebody else may end it at the same time. */
    private static void end(SubscriptionId subscription, Dispatch dispatch) {
        try {
            dispatch.send(new EndSubscription(subscription));
        } catch (Refusal refusal) {
            if (refusal.kind() != Refusal.Kind.UNKNOWN) {
                throw refusal;
            }
        }
    }
}
