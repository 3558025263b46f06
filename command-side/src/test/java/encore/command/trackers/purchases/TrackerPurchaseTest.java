package encore.command.trackers.purchases;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.tickets.TicketId;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.clicks.VisitorMonthId;
import encore.kernel.trackers.purchases.PurchaseVisitor;
import encore.kernel.trackers.purchases.TrackedPurchase;
import encore.kernel.trackers.purchases.TrackedPurchaseBuilder;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.AttributeImport;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.AttributeReport;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerPurchaseChanged;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerPurchaseRecorded;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerShare;
import encore.kernel.trackers.purchases.TrackerPurchaseId;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TrackerPurchaseTest {

    private static final TrackerId POSTER = new TrackerId(7, 900);
    private static final TrackerId FLYER = new TrackerId(7, 901);
    private static final FanId ANN = new FanId(7, 42);
    private static final FanId BOB = new FanId(7, 43);
    private static final TrackerPurchaseId TICKET = TrackerPurchaseId.of(new TicketId(7, "t1"));
    private static final TrackerPurchaseId REPORT = new TrackerPurchaseId(7, "r1");

    private final AggregateUnderTest<TrackerPurchase> purchases = new AggregateUnderTest<>(TrackerPurchase.class);

    @Test
    void the_first_of_an_order_takes_it_for_its_side() {
        purchases
                .givenNoPriorActivity()
                .when(imported(ANN, POSTER, "10"))
                .expectEvents(recorded(new TrackerShare(POSTER, true, "order")));
        assertThat(purchases.claims.ownerOf(OrderClaims.claim(7, "order"))).isEqualTo(TICKET.toString());
    }

    @Test
    void a_second_of_the_same_side_counts_and_one_of_the_other_records_nothing() {
        purchases.claims.held(OrderClaims.claim(7, "order"), TrackerPurchaseId.of(new TicketId(7, "t0")));
        purchases
                .givenNoPriorActivity()
                .when(imported(ANN, POSTER, "10"))
                .expectEvents(recorded(new TrackerShare(POSTER, true, null)));
        purchases.claims.held(OrderClaims.claim(7, "order"), REPORT);
        purchases.givenNoPriorActivity().when(imported(ANN, POSTER, "10")).expectNoEvents();
    }

    @Test
    void a_purchase_without_a_tracker_records_nothing() {
        purchases.givenNoPriorActivity().when(imported(ANN, null, "10")).expectNoEvents();
    }

    @Test
    void a_change_says_all_of_it_and_a_repeat_nothing() {
        purchases.claims.held(OrderClaims.claim(7, "order"), TICKET);
        var first = recorded(new TrackerShare(POSTER, true, "order"));
        purchases.given(first).when(imported(ANN, POSTER, "10")).expectNoEvents();
        purchases
                .given(first)
                .when(imported(BOB, FLYER, "12"))
                .expectEvents(
                        new TrackerPurchaseChanged(TICKET, BOB, details("12"), new TrackerShare(FLYER, true, null)));
        purchases
                .given(first)
                .when(new AttributeImport(TICKET, ANN, null, true, details("10")))
                .expectEvents(
                        new TrackerPurchaseChanged(TICKET, ANN, details("10"), new TrackerShare(POSTER, false, null)));
    }

    @Test
    void a_report_is_attributed_once() {
        var reported = new TrackerPurchaseRecorded(
                REPORT,
                ANN,
                StreamId.parse(VisitorMonthId.class, "visitors.7.2026-03"),
                true,
                details("10"),
                TrackerShare.NONE,
                PurchaseVisitor.NONE);
        var attributed = new TrackerPurchaseChanged(
                REPORT, ANN, details("10").withClick("c1"), new TrackerShare(POSTER, true, "order"));
        purchases
                .given(reported)
                .when(new AttributeReport(REPORT, POSTER, "c1"))
                .expectEvents(attributed);
        purchases
                .given(reported, attributed)
                .when(new AttributeReport(REPORT, FLYER, "c2"))
                .expectNoEvents();
    }

    private static AttributeImport imported(FanId fan, @Nullable TrackerId tracker, String amount) {
        return new AttributeImport(TICKET, fan, tracker, false, details(amount));
    }

    private static TrackerPurchaseRecorded recorded(TrackerShare share) {
        return new TrackerPurchaseRecorded(TICKET, ANN, null, false, details("10"), share, null);
    }

    private static TrackedPurchase details(String amount) {
        return TrackedPurchaseBuilder.builder()
                .purchaseTimestamp(AggregateUnderTest.NOW)
                .purchaseEventName("Show")
                .orderKey("order")
                .purchaseAmount(new BigDecimal(amount))
                .build();
    }
}
