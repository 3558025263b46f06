package encore.command.trackers.purchases;

import encore.command.IndependentBatches;
import encore.command.RecordOwner;
import encore.command.trackers.TrackerClaims;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.names.KeySpelling;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketId;
import encore.kernel.trackers.TrackerCommand.ReadAttributionRules;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.clicks.ClickId;
import encore.kernel.trackers.clicks.TrackerClickCommand.OpenVisitorMonth;
import encore.kernel.trackers.clicks.TrackerClickEvent.TrackerClickRecorded;
import encore.kernel.trackers.purchases.AttributionRules;
import encore.kernel.trackers.purchases.RecordedTrackerPurchase;
import encore.kernel.trackers.purchases.RecordedTrackerPurchases;
import encore.kernel.trackers.purchases.TrackedPurchase;
import encore.kernel.trackers.purchases.TrackedPurchaseBuilder;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.PurchaseSource;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.ReportPurchase;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.ReportPurchases;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerPurchaseRecorded;
import encore.kernel.trackers.purchases.TrackerPurchaseId;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Records purchases that shops report, each with the tracker of its click or its tracker_key. */
@Component
class ReportPurchaseHandler {

    private static final String SOURCE = "tracker_source";

    /**
     * Records each report in its own commit, so that a race for one order decides one report again and not all of them.
     * An unknown tracker or fan refuses the call before anything is recorded.
     */
    @CommandHandler
    RecordedTrackerPurchases decide(ReportPurchases command, Claims claims, Streams streams, Dispatch dispatch) {
        command.reports().forEach(report -> namesAreKnown(report, claims, streams));
        return new RecordedTrackerPurchases(
                IndependentBatches.process(command.reports(), ReportPurchaseHandler::claims, dispatch::sendAll));
    }

    private static List<Claim> claims(ReportPurchase report) {
        long account = report.purchase().account();
        TrackedPurchase details = report.details();
        List<Claim> claims = new ArrayList<>();
        if (details.sourceKey() != null) {
            claims.add(new Claim(SOURCE, account, details.sourceKey()));
        }
        if (details.orderKey() != null) {
            claims.add(OrderClaims.claim(account, details.orderKey()));
        }
        return claims;
    }

    private static void namesAreKnown(ReportPurchase report, Claims claims, Streams streams) {
        long account = report.purchase().account();
        String key = report.source().trackerKey();
        if (key != null && TrackerClaims.trackerOf(account, key, claims) == null) {
            throw Refusal.unknownId("tracker_key");
        }
        if (report.fanId() != null) {
            streams.mustBeOpen(new FanId(account, report.fanId()), "fan_id");
        }
    }

    @CommandHandler
    RecordedTrackerPurchase decide(
            ReportPurchase command, Claims claims, Streams streams, Facts facts, Dispatch dispatch) {
        TrackerPurchaseId purchase = command.purchase();
        TrackedPurchase details = withTicket(command, claims, streams);
        String sourceKey = details.sourceKey();
        if (sourceKey != null) {
            String known = claims.ownerOf(new Claim(SOURCE, purchase.account(), sourceKey));
            if (known != null) {
                return new RecordedTrackerPurchase(
                        StreamId.parse(TrackerPurchaseId.class, known).uid(), sourceKey, true);
            }
        }
        namesAreKnown(command, claims, streams);
        TrackerPurchaseId imported = OrderClaims.importOf(purchase.account(), details.orderKey(), claims);
        if (imported != null) {
            return new RecordedTrackerPurchase(imported.uid(), sourceKey, true);
        }
        if (sourceKey != null) {
            claims.take(new Claim(SOURCE, purchase.account(), sourceKey), purchase);
        }
        FanId fan = command.fanId() == null ? null : new FanId(purchase.account(), command.fanId());
        TrackerId tracker = trackerOf(command, claims, streams, facts, dispatch);
        if (fan == null && !streams.isOpen(command.visitors())) {
            dispatch.send(new OpenVisitorMonth(command.visitors()));
        }
        facts.record(
                purchase,
                new TrackerPurchaseRecorded(
                        purchase,
                        fan,
                        command.visitors(),
                        isOfFan(command),
                        details,
                        OrderClaims.share(purchase, tracker, details.orderKey(), claims),
                        command.visitor()));
        return new RecordedTrackerPurchase(purchase.uid(), sourceKey, false);
    }

    private static boolean isOfFan(ReportPurchase command) {
        return command.fanId() != null
                && command.details().trackerClickUid() == null
                && command.source().trackerKey() == null;
    }

    /** Returns the tracker that the click belongs to, else that of the key, if its rules fit; otherwise null. */
    private static @Nullable TrackerId trackerOf(
            ReportPurchase command, Claims claims, Streams streams, Facts facts, Dispatch dispatch) {
        long account = command.purchase().account();
        TrackedPurchase details = command.details();
        String trackerKey = command.source().trackerKey();
        Streams.Place place = null;
        TrackerId tracker = null;
        if (details.trackerClickUid() != null) {
            place = streams.place(new ClickId(account, details.trackerClickUid()), 0);
            TrackerClickRecorded click =
                    place == null ? null : facts.eventAt(place.position(), TrackerClickRecorded.class);
            tracker = click == null ? null : click.tracker();
        } else if (trackerKey != null) {
            tracker = TrackerClaims.trackerOf(account, trackerKey, claims);
        }
        if (tracker == null) {
            return null;
        }
        AttributionRules rules = dispatch.send(new ReadAttributionRules(tracker));
        boolean isInTime = place == null || rules.isWithin(place.at(), details.purchaseTimestamp());
        return isInTime && rules.match(details.purchaseEventName(), details.venueId()) ? tracker : null;
    }

    /** Sets the ticket that the report names; an unknown one stays out. */
    private static TrackedPurchase withTicket(ReportPurchase command, Claims claims, Streams streams) {
        PurchaseSource source = command.source();
        if (source.network() == null || source.ticketKey() == null) {
            return command.details();
        }
        long account = command.purchase().account();
        String owner = RecordOwner.ownerOfEither(
                ticketClaim(account, source.network(), source.ticketKey()),
                ticketClaim(account, source.network(), KeySpelling.ofCode(source.ticketKey())),
                claims);
        return owner == null
                ? command.details()
                : TrackedPurchaseBuilder.builder(command.details())
                        .ticketId(streams.firstPosition(StreamId.parse(TicketId.class, owner)))
                        .build();
    }

    private static Claim ticketClaim(long account, String network, @Nullable String ticketKey) {
        return new Claim(TicketDetails.SPACE, account, TicketDetails.claimed(network, ticketKey));
    }
}
