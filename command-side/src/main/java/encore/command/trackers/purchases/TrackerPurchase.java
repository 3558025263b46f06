package encore.command.trackers.purchases;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.kernel.fans.FanId;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.purchases.RecordedTrackerPurchase;
import encore.kernel.trackers.purchases.TrackedPurchase;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.AttributeImport;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.AttributeReport;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerPurchaseChanged;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerPurchaseRecorded;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerShare;
import encore.kernel.trackers.purchases.TrackerPurchaseId;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A purchase that may belong to a tracker: one that was reported, or an imported ticket or purchase. */
@Aggregate
class TrackerPurchase {

    @AggregateIdentifier
    private @Nullable TrackerPurchaseId id;

    private @Nullable FanId fan;
    private @Nullable TrackedPurchase details;
    private TrackerShare share = TrackerShare.NONE;

    TrackerPurchase() {}

    @CommandHandler
    RecordedTrackerPurchase decide(AttributeReport command, Claims claims) {
        TrackedPurchase reported = Objects.requireNonNull(details);
        if (share.tracker() == null) {
            apply(new TrackerPurchaseChanged(
                    command.purchase(),
                    fan,
                    reported.withClick(command.clickUid()),
                    OrderClaims.share(command.purchase(), command.tracker(), reported.orderKey(), claims)));
        }
        return answer(command.purchase());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RecordedTrackerPurchase decide(AttributeImport command, Claims claims) {
        if (id == null) {
            begin(command, claims);
        } else {
            change(command, claims);
        }
        return answer(command.purchase());
    }

    /** An import of an order that the shop has reported records nothing: the report is its event. */
    private static void begin(AttributeImport command, Claims claims) {
        if (command.tracker() == null || command.isDeleted()) {
            return;
        }
        TrackerShare first = OrderClaims.share(
                command.purchase(), command.tracker(), command.details().orderKey(), claims);
        if (first.isCounted()) {
            apply(new TrackerPurchaseRecorded(
                    command.purchase(), command.fan(), null, false, command.details(), first, null));
        }
    }

    private void change(AttributeImport command, Claims claims) {
        TrackerShare next = shareAfter(command, claims);
        boolean isSame = Objects.equals(command.fan(), fan)
                && command.details().equals(details)
                && Objects.equals(next.tracker(), share.tracker())
                && next.isCounted() == share.isCounted();
        if (!isSame) {
            apply(new TrackerPurchaseChanged(command.purchase(), command.fan(), command.details(), next));
        }
    }

    private TrackerShare shareAfter(AttributeImport command, Claims claims) {
        TrackerId tracker = command.isDeleted() ? share.tracker() : command.tracker();
        return command.isDeleted()
                ? new TrackerShare(tracker, false, null)
                : OrderClaims.share(
                        command.purchase(), tracker, command.details().orderKey(), claims);
    }

    private static RecordedTrackerPurchase answer(TrackerPurchaseId purchase) {
        return new RecordedTrackerPurchase(purchase.uid(), null, true);
    }

    @EventSourcingHandler
    void evolve(TrackerPurchaseRecorded event) {
        setState(event);
    }

    @EventSourcingHandler
    void evolve(TrackerPurchaseChanged event) {
        setState(event);
    }

    private void setState(TrackerPurchaseEvent event) {
        id = event.purchase();
        fan = event.fan();
        details = event.details();
        share = event.share();
    }
}
