package encore.kernel.trackers.purchases;

import encore.kernel.Command;
import encore.kernel.fans.FanId;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.clicks.VisitorMonthId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands of purchases that may belong to trackers. */
public sealed interface TrackerPurchaseCommand<R> extends Command<R> {

    TrackerPurchaseId purchase();

    @Override
    default TrackerPurchaseId stream() {
        return purchase();
    }

    /**
     * Records a purchase that a shop reports (POST /v1/manage/tracker_events). Its click, else its tracker decides to which
     * tracker it belongs; without both the fan's last click.
     *
     * @param purchase the id, whose uid is generated before the command
     * @param visitors the month of the report
     */
    record ReportPurchase(
            TrackerPurchaseId purchase,
            @Nullable Long fanId,
            VisitorMonthId visitors,
            PurchaseSource source,
            TrackedPurchase details,
            PurchaseVisitor visitor)
            implements TrackerPurchaseCommand<RecordedTrackerPurchase> {}

    /**
     * The names by which a report finds things of the account.
     *
     * @param trackerKey of a tracker; an unknown one is refused
     * @param network together with the ticket key the name of a ticket; an unknown one stays out
     */
    record PurchaseSource(
            @Nullable String trackerKey,
            @Nullable String network,
            @Nullable String ticketKey) {}

    /** Records several reports. Those with the same source_key or order_key are recorded in their order. */
    record ReportPurchases(TrackerPurchaseId purchase, List<ReportPurchase> reports)
            implements TrackerPurchaseCommand<RecordedTrackerPurchases>, Command.Bulk {
        public ReportPurchases {
            reports = List.copyOf(reports);
        }
    }

    /** Attributes a reported purchase to the tracker of its fan's last click. Does nothing if it has a tracker. */
    record AttributeReport(TrackerPurchaseId purchase, TrackerId tracker, String clickUid)
            implements TrackerPurchaseCommand<RecordedTrackerPurchase> {}

    /**
     * Attributes an imported ticket or purchase, or takes it away from its tracker. One that never had a tracker and gets
     * none records nothing.
     *
     * @param fan the fan that has it now
     * @param tracker null for none
     * @param isDeleted whether it leaves the sums and keeps its tracker
     */
    record AttributeImport(
            TrackerPurchaseId purchase,
            @Nullable FanId fan,
            @Nullable TrackerId tracker,
            boolean isDeleted,
            TrackedPurchase details)
            implements TrackerPurchaseCommand<RecordedTrackerPurchase> {}
}
