package encore.command.trackers.purchases;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.purchases.PurchaseEvent.PurchaseChanged;
import encore.kernel.purchases.PurchaseEvent.PurchaseRecorded;
import encore.kernel.tickets.TicketsEvent.TicketChanged;
import encore.kernel.tickets.TicketsEvent.TicketCompleted;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.kernel.trackers.TrackerDetails;
import encore.kernel.trackers.TrackerEvent.QuestTrackerMade;
import encore.kernel.trackers.TrackerEvent.TrackerChanged;
import encore.kernel.trackers.TrackerEvent.TrackerCreated;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.clicks.TrackerClickEvent.TrackerClickRecorded;
import encore.kernel.trackers.purchases.AttributionRules;
import encore.kernel.trackers.purchases.TrackedPurchase;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.AttributeImport;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.AttributeReport;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerPurchaseChanged;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerPurchaseRecorded;
import encore.kernel.trackers.purchases.TrackerPurchaseId;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Attributes imported tickets and purchases to the tracker of their fan's last click by a personal link, and reported
 * purchases that name a fan alone. A click belongs to the log's order: one that is recorded after the import counts for
 * later imports.
 */
@Component
class WhenTicketOrPurchaseRecordedThenAttribute implements Automation {

    /** The clicks of a fan that are kept: far more than lead to one purchase. */
    private static final int MAX_CLICKS = 200;

    /** A click of a fan by a personal link; its key is the fan and the position. */
    record FanClick(TrackerId tracker, String clickUid, Instant at) {}

    /** The details of a tracker, also of one that was deleted since; its key is the tracker. */
    record KnownTracker(TrackerDetails details) {}

    /** An imported ticket or purchase that was attributed once; its key is the id in the trackers' events. */
    record AttributedImport(
            FanId fan,
            @Nullable TrackerId tracker,
            @Nullable String clickUid) {}

    /** The first report of an order that has no tracker yet; its key is the account and the order_key. */
    record OpenReport(TrackerPurchaseId report) {}

    @Override
    public Reactions reactions() {
        return Reactions.of(AttributeImport.class)
                .sending(AttributeReport.class)
                .keeping(FanClick.class, KnownTracker.class, AttributedImport.class, OpenReport.class)
                .withoutPersonalData()
                .on(TrackerCreated.class, (event, at, process) -> keep(event.tracker(), event.details(), process))
                .on(
                        QuestTrackerMade.class,
                        (event, at, process) -> keep(event.tracker(), TrackerDetails.EMPTY, process))
                .on(TrackerChanged.class, WhenTicketOrPurchaseRecordedThenAttribute::changed)
                .on(TrackerClickRecorded.class, WhenTicketOrPurchaseRecordedThenAttribute::clicked)
                .on(FanErased.class, (event, at, process) -> forget(event.fan(), process))
                .on(TrackerPurchaseRecorded.class, WhenTicketOrPurchaseRecordedThenAttribute::reported)
                .on(TrackerPurchaseChanged.class, (event, at, process) -> keepOpen(event, process))
                .on(TicketRecorded.class, WhenTicketOrPurchaseRecordedThenAttribute::imported)
                .on(TicketChanged.class, WhenTicketOrPurchaseRecordedThenAttribute::imported)
                .on(TicketCompleted.class, WhenTicketOrPurchaseRecordedThenAttribute::imported)
                .on(PurchaseRecorded.class, WhenTicketOrPurchaseRecordedThenAttribute::imported)
                .on(PurchaseChanged.class, WhenTicketOrPurchaseRecordedThenAttribute::imported);
    }

    private static void keep(TrackerId tracker, TrackerDetails details, ProcessContext process) {
        process.put(tracker.toString(), new KnownTracker(details));
    }

    private static void changed(TrackerChanged event, RecordedEvent recordedEvent, ProcessContext process) {
        KnownTracker known = process.get(KnownTracker.class, event.tracker().toString());
        if (known != null) {
            keep(event.tracker(), event.patch().applyTo(known.details()), process);
        }
    }

    private static void clicked(TrackerClickRecorded event, RecordedEvent recordedEvent, ProcessContext process) {
        FanId fan = event.fan();
        if (fan != null) {
            process.put(
                    String.format("%s/%019d", fan, recordedEvent.position()),
                    new FanClick(event.tracker(), event.click().uid(), recordedEvent.at()));
            List<ProcessContext.KeyedDocument<FanClick>> clicks = clicks(fan, process);
            if (clicks.size() > MAX_CLICKS) {
                process.remove(FanClick.class, clicks.getFirst().key());
            }
        }
    }

    private static void forget(FanId fan, ProcessContext process) {
        clicks(fan, process).forEach(click -> process.remove(FanClick.class, click.key()));
    }

    private static List<ProcessContext.KeyedDocument<FanClick>> clicks(FanId fan, ProcessContext process) {
        return process.list(FanClick.class, fan + "/", null, MAX_CLICKS + 1);
    }

    private static void reported(TrackerPurchaseRecorded event, RecordedEvent recordedEvent, ProcessContext process) {
        keepOpen(event, process);
        FanId fan = event.fan();
        FanClick click = event.isOfFan() && fan != null ? lastClick(fan, event.details(), process) : null;
        if (click != null) {
            process.send(new AttributeReport(event.purchase(), click.tracker(), click.clickUid()));
        }
    }

    /** Keeps a report as long as its order has no tracker: an import of the order brings it that of its fan's click. */
    private static void keepOpen(TrackerPurchaseEvent event, ProcessContext process) {
        String orderKey = event.details().orderKey();
        if (event.purchase().isImported() || orderKey == null) {
            return;
        }
        String key = orderOf(event.purchase(), orderKey);
        OpenReport open = process.get(OpenReport.class, key);
        if (event.share().tracker() == null && open == null) {
            process.put(key, new OpenReport(event.purchase()));
        } else if (event.share().tracker() != null
                && open != null
                && open.report().equals(event.purchase())) {
            process.remove(OpenReport.class, key);
        }
    }

    private static String orderOf(TrackerPurchaseId purchase, String orderKey) {
        return purchase.account() + "/" + orderKey;
    }

    private static void imported(Event event, RecordedEvent recordedEvent, ProcessContext process) {
        ImportedPurchase purchase = ImportedPurchase.of(event, recordedEvent);
        String key = purchase.id().toString();
        AttributedImport before = process.get(AttributedImport.class, key);
        FanId fan = purchase.fan();
        if (purchase.isDeleted() && before == null || fan == null) {
            return;
        }
        FanClick click = purchase.isDeleted() ? null : lastClick(fan, purchase.details(), process);
        if (click == null && before == null) {
            return;
        }
        String orderKey = purchase.details().orderKey();
        OpenReport open = before != null || orderKey == null
                ? null
                : process.get(OpenReport.class, orderOf(purchase.id(), orderKey));
        if (open != null) {
            process.send(new AttributeReport(
                    open.report(), Objects.requireNonNull(click).tracker(), click.clickUid()));
            return;
        }
        AttributedImport now = click == null
                ? new AttributedImport(fan, null, null)
                : new AttributedImport(fan, click.tracker(), click.clickUid());
        process.put(key, now);
        process.send(new AttributeImport(
                purchase.id(),
                fan,
                now.tracker(),
                purchase.isDeleted(),
                purchase.details().withClick(now.clickUid())));
    }

    /** Returns the fan's last click before the purchase on a tracker that fits, if it is not too long ago. */
    private static @Nullable FanClick lastClick(FanId fan, TrackedPurchase purchase, ProcessContext process) {
        for (ProcessContext.KeyedDocument<FanClick> each : clicks(fan, process).reversed()) {
            FanClick click = each.document();
            KnownTracker tracker =
                    process.get(KnownTracker.class, click.tracker().toString());
            boolean isBefore =
                    click.at().getEpochSecond() <= purchase.purchaseTimestamp().getEpochSecond();
            if (tracker != null && isBefore) {
                AttributionRules rules = tracker.details().rules();
                if (rules.match(purchase.purchaseEventName(), purchase.venueId())) {
                    return rules.isWithin(click.at(), purchase.purchaseTimestamp()) ? click : null;
                }
            }
        }
        return null;
    }
}
