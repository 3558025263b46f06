package encore.query.purchases;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Order;
import encore.infra.views.Row;
import encore.infra.views.Where;
import encore.kernel.Days;
import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.purchases.PurchaseQuery.Wanted;
import encore.kernel.purchases.PurchaseRow;
import encore.query.projection.Keyset;
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
final class WindowsOfDays {

    private static final YearMonth FIRST = YearMonth.of(1970, 1);

    /** A wider window is walked by position: hardly any purchase is outside it. */
    private static final int MOST_MONTHS = 240;

    private static final int FEWEST = 8;

    private final Collection<PurchaseRow> purchases;

    WindowsOfDays(Collection<PurchaseRow> purchases) {
        this.purchases = purchases;
    }

    static int day(LocalDate day) {
        return (int) day.toEpochDay();
    }

    static int month(LocalDate day) {
        return (int) ChronoUnit.MONTHS.between(FIRST, YearMonth.from(day));
    }

    Page<PurchaseRow> page(Documents documents, long account, Wanted wanted, Paging.NextKey paging) {
        Keyset.Place behind =
                Keyset.byPosition(purchases, PurchaseRow::position).behind(paging);
        List<Where> parts = parts(account, wanted);
        int portion = Math.max(FEWEST, 2 * (paging.limit() + 1) / Math.max(1, parts.size()));
        List<PurchaseRow> found = merged(parts.stream()
                        .map(part -> walk(documents, part, behind, portion))
                        .toList())
                .filter(shown(wanted))
                .limit(paging.limit() + 1L)
                .toList();
        return Page.of(found, paging.limit(), row -> Long.toString(row.position()), documents.position());
    }

    /** Returns a condition for each whole month, and for each day before and after them. */
    private static List<Where> parts(long account, Wanted wanted) {
        Where ofNetwork = Where.all(Where.equal("account", account), Where.equal("network", wanted.network()));
        List<Where> parts = new ArrayList<>();
        Days days = wanted.days();
        LocalDate last = days.to();
        if (days.from() != null && last != null && month(last) - month(days.from()) > MOST_MONTHS) {
            return List.of(Where.all(ofNetwork, new Where.Range("day", days.first(), true, days.last(), true)));
        }
        for (LocalDate at = days.from(); at != null && last != null && !at.isAfter(last); ) {
            LocalDate next = at.plusMonths(1);
            boolean whole = at.getDayOfMonth() == 1 && !next.minusDays(1).isAfter(last);
            parts.add(Where.all(ofNetwork, whole ? Where.equal("month", month(at)) : Where.equal("day", day(at))));
            at = whole ? next : at.plusDays(1);
        }
        return parts;
    }

    private Iterator<PurchaseRow> walk(Documents documents, Where where, Keyset.@Nullable Place behind, int portion) {
        List<?> after = behind == null ? null : List.of(behind.number(), behind.key());
        return Stream.iterate(
                        portion(documents, where, after, portion),
                        rows -> !rows.isEmpty(),
                        rows -> rows.size() < portion
                                ? List.of()
                                : portion(
                                        documents,
                                        where,
                                        List.of(
                                                rows.getLast().document().position(),
                                                rows.getLast().key()),
                                        portion))
                .flatMap(List::stream)
                .map(Row::document)
                .iterator();
    }

    private List<Row<PurchaseRow>> portion(Documents documents, Where where, @Nullable List<?> after, int portion) {
        return documents.find(purchases, where, Order.ascending("position"), after, portion);
    }

    private record Head(PurchaseRow row, Iterator<PurchaseRow> rest) {}

    private static Stream<PurchaseRow> merged(List<Iterator<PurchaseRow>> walks) {
        PriorityQueue<Head> heads =
                new PriorityQueue<>(Comparator.comparingLong(head -> head.row().position()));
        walks.forEach(walk -> advance(walk, heads));
        return Stream.generate(() -> {
                    Head first = heads.poll();
                    if (first != null) {
                        advance(first.rest(), heads);
                    }
                    return Stream.ofNullable(first).map(Head::row).toList();
                })
                .takeWhile(row -> !row.isEmpty())
                .flatMap(List::stream);
    }

    private static void advance(Iterator<PurchaseRow> walk, PriorityQueue<Head> heads) {
        if (walk.hasNext()) {
            heads.add(new Head(walk.next(), walk));
        }
    }

    private static Predicate<PurchaseRow> shown(Wanted wanted) {
        String part = wanted.productName() == null ? null : wanted.productName().toLowerCase(Locale.ROOT);
        return row -> (part == null
                        || row.productName() != null
                                && row.productName().toLowerCase(Locale.ROOT).contains(part))
                && (wanted.merchantKey() == null || wanted.merchantKey().equals(row.merchantKey()))
                && (wanted.locationKey() == null || wanted.locationKey().equals(row.locationKey()));
    }
}
