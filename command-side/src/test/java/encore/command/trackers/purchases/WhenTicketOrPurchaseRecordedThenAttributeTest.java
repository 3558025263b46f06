package encore.command.trackers.purchases;

import encore.command.automations.AutomationUnderTest;
import encore.kernel.Patch;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.purchases.PurchaseDetails;
import encore.kernel.purchases.PurchaseDetailsBuilder;
import encore.kernel.purchases.PurchaseEvent.PurchaseRecorded;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.purchases.Purchaser;
import encore.kernel.trackers.TrackerDetails;
import encore.kernel.trackers.TrackerDetailsBuilder;
import encore.kernel.trackers.TrackerEvent.TrackerChanged;
import encore.kernel.trackers.TrackerEvent.TrackerCreated;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.clicks.ClickId;
import encore.kernel.trackers.clicks.ClickVisitorBuilder;
import encore.kernel.trackers.clicks.DeviceType;
import encore.kernel.trackers.clicks.TrackerClickEvent.TrackerClickRecorded;
import encore.kernel.trackers.clicks.VisitorMonthId;
import encore.kernel.trackers.purchases.PurchaseVisitor;
import encore.kernel.trackers.purchases.TrackedPurchase;
import encore.kernel.trackers.purchases.TrackedPurchaseBuilder;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.AttributeImport;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.AttributeReport;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerPurchaseRecorded;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerShare;
import encore.kernel.trackers.purchases.TrackerPurchaseId;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WhenTicketOrPurchaseRecordedThenAttributeTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final FanId ANN = new FanId(7, 42);
    private static final TrackerId DISCS = new TrackerId(7, 900);
    private static final TrackerId ALL = new TrackerId(7, 901);
    private static final PurchaseId BOUGHT = new PurchaseId(7, "p1");

    private final AutomationUnderTest automation = new AutomationUnderTest(
                    new WhenTicketOrPurchaseRecordedThenAttribute())
            .given(
                    new TrackerCreated(DISCS, "discs", null, rules("disc*")),
                    new TrackerCreated(ALL, "all", null, TrackerDetails.EMPTY));

    @Test
    void the_last_click_before_the_purchase_on_a_fitting_tracker_has_it() {
        automation.at(NOON).given(click("c1", ALL, ANN));
        automation.at(NOON.plusSeconds(60)).given(click("c2", DISCS, ANN));
        automation.at(NOON.plusSeconds(120)).given(click("c3", ALL, ANN));
        automation.when(bought("Disc 1", NOON.plusSeconds(60))).expect(attributed(DISCS, "c2", "Disc 1", 60));
    }

    @Test
    void a_name_that_does_not_match_passes_the_tracker_by() {
        automation.at(NOON).given(click("c1", ALL, ANN));
        automation.at(NOON.plusSeconds(60)).given(click("c2", DISCS, ANN));
        automation.when(bought("Cap", NOON.plusSeconds(90))).expect(attributed(ALL, "c1", "Cap", 90));
    }

    @Test
    void a_purchase_before_the_click_or_too_late_is_nobodys() {
        automation.at(NOON).given(click("c1", ALL, ANN));
        automation.when(bought("Cap", NOON.minusSeconds(1))).expect();
        automation.when(bought("Cap", NOON.plusSeconds(31 * 86_400))).expect();
        automation
                .given(TrackerChanged.of(
                        ALL,
                        Patch.of(TrackerDetailsBuilder.builder()
                                .attributionDays(40)
                                .build())))
                .when(bought("Cap", NOON.plusSeconds(31 * 86_400)))
                .expect(attributed(ALL, "c1", "Cap", 31 * 86_400));
    }

    @Test
    void clicks_of_others_and_of_erased_fans_count_for_nothing() {
        automation.at(NOON).given(click("c1", ALL, null), click("c2", ALL, new FanId(7, 43)));
        automation.when(bought("Cap", NOON)).expect();
        automation
                .given(click("c3", ALL, ANN), new FanErased(ANN))
                .when(bought("Cap", NOON))
                .expect();
    }

    @Test
    void a_report_of_a_fan_alone_is_attributed_too() {
        automation.at(NOON).given(click("c1", ALL, ANN));
        automation
                .when(reported("r1", true), reported("r2", false))
                .expect(new AttributeReport(new TrackerPurchaseId(7, "r1"), ALL, "c1"));
    }

    private static TrackerDetails rules(String wildcard) {
        return TrackerDetailsBuilder.builder().purchaseEventWildcard(wildcard).build();
    }

    private static TrackerClickRecorded click(String uid, TrackerId tracker, @Nullable FanId fan) {
        return new TrackerClickRecorded(
                new ClickId(7, uid),
                tracker,
                fan,
                VisitorMonthId.of(7, NOON),
                DeviceType.PHONE,
                null,
                ClickVisitorBuilder.builder().build());
    }

    private static PurchaseRecorded bought(String name, Instant at) {
        PurchaseDetails details = PurchaseDetailsBuilder.builder()
                .productName(name)
                .orderTimestamp(at)
                .grossSaleAmount(BigDecimal.TEN)
                .orderKey("order")
                .build();
        return new PurchaseRecorded(BOUGHT, ANN, details, Purchaser.EMPTY);
    }

    private static TrackerPurchaseRecorded reported(String uid, boolean isOfFan) {
        return new TrackerPurchaseRecorded(
                new TrackerPurchaseId(7, uid),
                ANN,
                VisitorMonthId.of(7, NOON),
                isOfFan,
                details("Cap", NOON).build(),
                TrackerShare.NONE,
                PurchaseVisitor.NONE);
    }

    private static AttributeImport attributed(TrackerId tracker, String click, String name, long seconds) {
        TrackedPurchase details = details(name, NOON.plusSeconds(seconds))
                .purchaseAmount(BigDecimal.TEN)
                .orderKey("order")
                .trackerClickUid(click)
                .build();
        return new AttributeImport(TrackerPurchaseId.of(BOUGHT), ANN, tracker, false, details);
    }

    private static TrackedPurchaseBuilder details(String name, Instant at) {
        return TrackedPurchaseBuilder.builder(
                        TrackedPurchaseBuilder.builder().purchaseTimestamp(at).build())
                .purchaseEventName(name);
    }
}
