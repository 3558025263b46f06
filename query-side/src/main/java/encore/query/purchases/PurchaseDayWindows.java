package encore.query.purchases;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.purchases.PurchaseQuery.PurchaseSelection;
import encore.kernel.purchases.PurchaseRow;
import encore.kernel.time.Days;
import encore.query.documents.Keyset;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Walks the purchases of a window of days in the order in which they were recorded. Each whole month and each remaining
 * day is a separate walk over an index, and these walks are merged. So a narrow window reads only its own purchases.
 */
final class PurchaseDayWindows {

    private static final YearMonth FIRST = YearMonth.of(1970, 1);

    /** A wider window is walked by position: hardly any purchase is outside it. */
    private static final int MAX_MONTHS = 240;

    private static final int MIN_PAGE_SIZE = 8;

    private final Collection<PurchaseRow> purchases;

    PurchaseDayWindows(Collection<PurchaseRow> purchases) {
        this.purchases = purchases;
    }

    static int day(LocalDate day) {
        return (int) day.toEpochDay();
    }

    static int month(LocalDate day) {
        return (int) ChronoUnit.MONTHS.between(FIRST, YearMonth.from(day));
    }

    Page<PurchaseRow> page(Documents documents, long account, PurchaseSelection filter, Paging.NextKey paging) {
        Keyset.KeysetPosition start =
                Keyset.byPosition(purchases, PurchaseRow::position).start(paging);
        List<Where> parts = conditions(account, filter);
        int pageSize = Math.max(MIN_PAGE_SIZE, 2 * (paging.limit() + 1) / Math.max(1, parts.size()));
        List<PurchaseRow> found = merge(parts.stream()
                        .map(part -> walk(documents, part, start, pageSize))
                        .toList())
                .filter(filter(filter))
                .limit(paging.limit() + 1L)
                .toList();
        return Page.of(found, paging.limit(), row -> Long.toString(row.position()), documents.position());
    }

    /** Returns a condition for each whole month, and for each day before and after them. */
    private static List<Where> conditions(long account, PurchaseSelection filter) {
        Where ofNetwork = Where.all(Where.equal("account", account), Where.equal("network", filter.network()));
        List<Where> parts = new ArrayList<>();
        Days days = filter.days();
        LocalDate last = days.to();
        if (days.from() != null && last != null && month(last) - month(days.from()) > MAX_MONTHS) {
            return List.of(Where.all(
                    ofNetwork, new Where.Range("day", days.firstEpochDay(), true, days.lastEpochDay(), true)));
        }
        for (LocalDate at = days.from(); at != null && last != null && !at.isAfter(last); ) {
            LocalDate next = at.plusMonths(1);
            boolean isWholeMonth = at.getDayOfMonth() == 1 && !next.minusDays(1).isAfter(last);
            parts.add(
                    Where.all(ofNetwork, isWholeMonth ? Where.equal("month", month(at)) : Where.equal("day", day(at))));
            at = isWholeMonth ? next : at.plusDays(1);
        }
        return parts;
    }

    private Iterator<PurchaseRow> walk(
            Documents documents, Where where, Keyset.@Nullable KeysetPosition start, int pageSize) {
        List<?> after = start == null ? null : List.of(start.number(), start.key());
        return Stream.iterate(
                        readPage(documents, where, after, pageSize),
                        rows -> !rows.isEmpty(),
                        rows -> rows.size() < pageSize
                                ? List.of()
                                : readPage(
                                        documents,
                                        where,
                                        List.of(
                                                rows.getLast().document().position(),
                                                rows.getLast().key()),
                                        pageSize))
                .flatMap(List::stream)
                .map(Row::document)
                .iterator();
    }

    private List<Row<PurchaseRow>> readPage(Documents documents, Where where, @Nullable List<?> after, int pageSize) {
        return documents.find(purchases, where, Order.ascending("position"), after, pageSize);
    }

    private record WalkHead(PurchaseRow row, Iterator<PurchaseRow> rest) {}

    private static Stream<PurchaseRow> merge(List<Iterator<PurchaseRow>> walks) {
        PriorityQueue<WalkHead> walkHeads = new PriorityQueue<>(
                Comparator.comparingLong(walkHead -> walkHead.row().position()));
        walks.forEach(walk -> advance(walk, walkHeads));
        return Stream.generate(() -> {
                    WalkHead first = walkHeads.poll();
                    if (first != null) {
                        advance(first.rest(), walkHeads);
                    }
                    return Stream.ofNullable(first).map(WalkHead::row).toList();
                })
                .takeWhile(row -> !row.isEmpty())
                .flatMap(List::stream);
    }

    private static void advance(Iterator<PurchaseRow> walk, PriorityQueue<WalkHead> walkHeads) {
        if (walk.hasNext()) {
            walkHeads.add(new WalkHead(walk.next(), walk));
        }
    }

    private static Predicate<PurchaseRow> filter(PurchaseSelection criteria) {
        String part =
                criteria.productName() == null ? null : criteria.productName().toLowerCase(Locale.ROOT);
        return row -> (part == null
                        || row.productName() != null
                                && row.productName().toLowerCase(Locale.ROOT).contains(part))
                && (criteria.merchantKey() == null || criteria.merchantKey().equals(row.merchantKey()))
                && (criteria.locationKey() == null || criteria.locationKey().equals(row.locationKey()));
    }
}
