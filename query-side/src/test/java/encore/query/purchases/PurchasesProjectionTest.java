package encore.query.purchases;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.purchases.PurchaseDetails;
import encore.kernel.purchases.PurchaseEvent.PurchaseChanged;
import encore.kernel.purchases.PurchaseEvent.PurchaseRecorded;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.purchases.PurchaseQuery.FindPurchaseRows;
import encore.kernel.purchases.PurchaseQuery.FindPurchaseRowsOfFan;
import encore.kernel.purchases.PurchaseQuery.FindPurchaseRowsWithoutFan;
import encore.kernel.purchases.PurchaseQuery.PurchaseSelection;
import encore.kernel.purchases.PurchaseRow;
import encore.kernel.purchases.Purchaser;
import encore.kernel.time.Days;
import encore.query.ProjectionUnderTest;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PurchasesProjectionTest {

    private static final FanId ANN = new FanId(7, 42);
    private static final LocalDate MAY = LocalDate.of(2026, 5, 1);

    private final ProjectionUnderTest<PurchasesProjection> purchases =
            new ProjectionUnderTest<>(PurchasesProjection::new);

    @AfterEach
    void close() {
        purchases.close();
    }

    @Test
    void a_window_has_the_days_within_it_whatever_months_they_are_of() {
        var random = new Random(5);
        List<LocalDate> days =
                random.ints(200, 0, 800).mapToObj(MAY.minusDays(400)::plusDays).toList();
        for (int i = 0; i < days.size(); i++) {
            purchases.given(recorded(i, 7, "shop", days.get(i), "Disc", ANN));
        }
        purchases.given(recorded(900, 7, "other", MAY, "Disc", ANN), recorded(901, 8, "shop", MAY, "Disc", ANN));
        for (int i = 0; i < 20; i++) {
            LocalDate from = MAY.plusDays(random.nextInt(-420, 420));
            LocalDate to = from.plusDays(random.nextInt(-2, 500));
            assertThat(all(wanted(from, to, null), 7))
                    .as("%s to %s", from, to)
                    .containsExactlyElementsOf(IntStream.range(0, days.size())
                            .filter(day -> !days.get(day).isBefore(from)
                                    && !days.get(day).isAfter(to))
                            .mapToObj(day -> day + 1L)
                            .toList());
        }
        assertThat(all(wanted(LocalDate.of(1970, 1, 1), LocalDate.of(9999, 12, 31), null), 7))
                .hasSize(200);
    }

    @Test
    void purchases_recorded_during_paging_come_on_later_pages() {
        purchases.given(
                recorded(1, 7, "shop", MAY.plusDays(20), "Disc", ANN),
                recorded(2, 7, "shop", MAY.plusDays(2), "Disc", ANN));
        PurchaseSelection may = wanted(MAY, MAY.plusDays(30), null);
        Page<PurchaseRow> page = find(may, null, 2);
        assertThat(page.more()).isFalse();
        purchases.given(recorded(3, 7, "shop", MAY, "Disc", ANN));
        assertThat(find(may, page.last(), 2).rows())
                .extracting(PurchaseRow::position)
                .containsExactly(3L);
    }

    @Test
    void a_part_of_the_name_is_found_in_any_case_and_keys_exactly() {
        purchases.given(recorded(1, 7, "shop", MAY, "Blue Disc", ANN), recorded(2, 7, "shop", MAY, null, ANN));
        assertThat(all(wanted(MAY, MAY, "E dI"), 9)).containsExactly(1L);
        assertThat(all(new PurchaseSelection("shop", new Days(MAY, MAY), null, "m1", "l1"), 9))
                .containsExactly(1L, 2L);
        assertThat(all(new PurchaseSelection("shop", new Days(MAY, MAY), null, "M1", null), 9))
                .isEmpty();
        assertThat(all(new PurchaseSelection("shop", new Days(MAY, MAY), null, null, "l"), 9))
                .isEmpty();
    }

    @Test
    void a_different_repeat_keeps_its_place_and_has_the_new_values() {
        purchases.given(recorded(1, 7, "shop", MAY, "Disc", ANN), recorded(2, 7, "shop", MAY, "Disc", null));
        FanId bea = new FanId(7, 43);
        PurchaseRecorded other = recorded(1, 7, "shop", MAY.plusDays(1), "Tape", bea);
        purchases.given(new PurchaseChanged(other.purchase(), other.fan(), other.details(), other.purchaser(), null));
        assertThat(find(wanted(MAY, MAY.plusDays(1), null), null, 9).rows())
                .extracting(PurchaseRow::position, PurchaseRow::told, PurchaseRow::fanId)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1L, 3L, 43L),
                        org.assertj.core.groups.Tuple.tuple(2L, 2L, null));
        assertThat(all(wanted(MAY, MAY, null), 9)).containsExactly(2L);
        assertThat(ofFan(42)).isEmpty();
        assertThat(ofFan(43)).containsExactly(1L);
        try (var again = purchases.replayed()) {
            assertThat(again.checksums()).isEqualTo(purchases.checksums());
        }
    }

    /** The page ends where its reading ended, whoever has a fan. */
    @Test
    void those_without_a_fan_are_found_page_by_page() {
        purchases.given(
                recorded(1, 7, "shop", MAY, "Disc", ANN),
                recorded(2, 7, "shop", MAY, "Disc", null),
                recorded(3, 7, "stall", MAY, "Disc", null),
                recorded(4, 8, "shop", MAY, "Disc", null));
        Page<PurchaseRow> first = withoutFan(null);
        assertThat(first.rows()).isEmpty();
        assertThat(first.more()).isTrue();
        Page<PurchaseRow> second = withoutFan(first.last());
        assertThat(second.rows()).extracting(PurchaseRow::position).containsExactly(2L);
        assertThat(second.more()).isFalse();
    }

    private Page<PurchaseRow> withoutFan(@Nullable String after) {
        return purchases.read(documents -> purchases
                .projection()
                .find(new FindPurchaseRowsWithoutFan(7, "shop", new NextKey(after, 1)), documents));
    }

    private List<Long> all(PurchaseSelection selection, int limit) {
        List<Long> found = new ArrayList<>();
        String after = null;
        Page<PurchaseRow> page;
        do {
            page = find(selection, after, limit);
            page.rows().forEach(row -> found.add(row.position()));
            after = page.last();
        } while (page.more());
        return found;
    }

    private Page<PurchaseRow> find(PurchaseSelection selection, @Nullable String after, int limit) {
        return purchases.read(documents ->
                purchases.projection().find(new FindPurchaseRows(7, selection, new NextKey(after, limit)), documents));
    }

    private List<Long> ofFan(long fan) {
        return purchases
                .read(documents ->
                        purchases.projection().find(new FindPurchaseRowsOfFan(7, fan, new NextKey(null, 9)), documents))
                .rows()
                .stream()
                .map(PurchaseRow::position)
                .toList();
    }

    private static PurchaseSelection wanted(LocalDate from, LocalDate to, @Nullable String productName) {
        return new PurchaseSelection("shop", new Days(from, to), productName, null, null);
    }

    private static PurchaseRecorded recorded(
            int uid, long account, String network, LocalDate day, @Nullable String product, @Nullable FanId fan) {
        var details = new PurchaseDetails(
                network,
                "k" + uid,
                "o",
                "m1",
                "l1",
                day.atTime(23, 59).toInstant(ZoneOffset.UTC),
                BigDecimal.TEN,
                BigDecimal.ONE,
                null,
                product,
                null);
        return new PurchaseRecorded(new PurchaseId(account, "p" + uid), fan, details, Purchaser.EMPTY);
    }
}
