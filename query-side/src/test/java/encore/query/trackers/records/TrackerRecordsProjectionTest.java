package encore.query.trackers.records;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.TrackerNumbers;
import encore.kernel.trackers.clicks.ClickId;
import encore.kernel.trackers.clicks.ClickVisitorBuilder;
import encore.kernel.trackers.clicks.DeviceType;
import encore.kernel.trackers.clicks.TrackerClickEvent.TrackerClickRecorded;
import encore.kernel.trackers.clicks.VisitorMonthId;
import encore.kernel.trackers.purchases.TrackedPurchase;
import encore.kernel.trackers.purchases.TrackedPurchaseBuilder;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerPurchaseChanged;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerPurchaseRecorded;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerShare;
import encore.kernel.trackers.purchases.TrackerPurchaseId;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerNumbers;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerRecordRows;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerRecordRowsOfFan;
import encore.kernel.trackers.records.TrackerRecordQuery.RecordSelection;
import encore.kernel.trackers.records.TrackerRecordRow;
import encore.query.ProjectionUnderTest;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TrackerRecordsProjectionTest {

    private static final TrackerId POSTER = new TrackerId(7, 900);
    private static final FanId ANN = new FanId(7, 42);
    private static final VisitorMonthId MARCH = VisitorMonthId.of(7, ProjectionUnderTest.START);

    private final ProjectionUnderTest<TrackerRecordsProjection> records =
            new ProjectionUnderTest<>(TrackerRecordsProjection::new);

    @AfterEach
    void close() {
        records.close();
    }

    @Test
    void an_order_counts_once_and_each_of_its_amounts() {
        records.given(
                click("c1", null),
                click("c2", ANN),
                bought("p1", "order", "10.5", true),
                bought("p2", "order", "4.5", true),
                bought("p3", null, "1", true),
                bought("p4", "other", "99", false));
        assertThat(numbers()).isEqualTo(new TrackerNumbers(2, 2, Map.of("", new BigDecimal("16"))));
        try (var replayed = records.replayed()) {
            assertThat(replayed.checksums()).isEqualTo(records.checksums());
        }
    }

    @Test
    void a_change_replaces_and_a_deletion_takes_away() {
        records.given(bought("p1", "order", "10", true), bought("p2", "order", "4", true));
        records.given(changed("p1", "order", "7", true));
        assertThat(numbers()).isEqualTo(new TrackerNumbers(0, 1, Map.of("", new BigDecimal("11"))));
        records.given(changed("p1", "order", "7", false));
        assertThat(numbers()).isEqualTo(new TrackerNumbers(0, 1, Map.of("", new BigDecimal("4"))));
        records.given(changed("p2", "order", "4", false));
        assertThat(numbers()).isEqualTo(new TrackerNumbers(0, 0, Map.of()));
        assertThat(find(null, null, null, 10).rows())
                .extracting(TrackerRecordRow::position)
                .containsExactly(1L, 2L);
    }

    @Test
    void pages_follow_each_other_and_filters_apply() {
        records.given(
                click("c1", null),
                bought("p1", null, "1", true),
                click("c2", ANN),
                bought("p2", null, "1", true),
                click("c3", null));
        assertThat(positions(find(null, null, null, 2))).containsExactly(1L, 2L);
        Page<TrackerRecordRow> second = find(null, null, "2", 2);
        assertThat(positions(second)).containsExactly(3L, 4L);
        assertThat(second.more()).isTrue();
        assertThat(positions(find(null, true, null, 9))).containsExactly(1L, 3L, 5L);
        assertThat(positions(find("Show", null, null, 9))).containsExactly(2L, 4L);
        assertThat(positions(find("Show", true, null, 9))).isEmpty();
        assertThat(positions(find(null, null, "0", 9))).hasSize(5);
        records.given(click("c4", null));
        assertThat(positions(find(null, null, "5", 2))).containsExactly(6L);
        Page<TrackerRecordRow> ofFan = records.read(documents ->
                records.projection().find(new FindTrackerRecordRowsOfFan(7, 42, new NextKey(null, 9)), documents));
        assertThat(positions(ofFan)).containsExactly(3L);
    }

    private TrackerNumbers numbers() {
        return records.read(documents -> records.projection().find(new FindTrackerNumbers(7, List.of(900L)), documents))
                .of(900);
    }

    private Page<TrackerRecordRow> find(
            @Nullable String name, @Nullable Boolean isClicked, @Nullable String after, int limit) {
        var selection = new RecordSelection(
                ProjectionUnderTest.START.minusSeconds(60),
                ProjectionUnderTest.START.plusSeconds(3600),
                name,
                isClicked);
        return records.read(documents -> records.projection()
                .find(new FindTrackerRecordRows(7, selection, new NextKey(after, limit)), documents));
    }

    private static List<Long> positions(Page<TrackerRecordRow> page) {
        return page.rows().stream().map(TrackerRecordRow::position).toList();
    }

    private static TrackerClickRecorded click(String uid, @Nullable FanId fan) {
        return new TrackerClickRecorded(
                new ClickId(7, uid),
                POSTER,
                fan,
                MARCH,
                DeviceType.PHONE,
                null,
                ClickVisitorBuilder.builder().build());
    }

    private static TrackerPurchaseRecorded bought(String uid, @Nullable String order, String amount, boolean counted) {
        return new TrackerPurchaseRecorded(
                new TrackerPurchaseId(7, uid),
                null,
                MARCH,
                false,
                details(order, amount),
                new TrackerShare(POSTER, counted, null),
                null);
    }

    private static TrackerPurchaseChanged changed(String uid, String order, String amount, boolean counted) {
        return new TrackerPurchaseChanged(
                new TrackerPurchaseId(7, uid), null, details(order, amount), new TrackerShare(POSTER, counted, null));
    }

    private static TrackedPurchase details(@Nullable String order, String amount) {
        return TrackedPurchaseBuilder.builder()
                .purchaseTimestamp(ProjectionUnderTest.START)
                .purchaseEventName("Show")
                .orderKey(order)
                .purchaseAmount(new BigDecimal(amount))
                .build();
    }
}
