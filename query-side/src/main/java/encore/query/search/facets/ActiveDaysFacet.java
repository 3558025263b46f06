package encore.query.search.facets;

import encore.kernel.search.FanCriteria.ActiveDays;
import encore.query.image.MemoryImage;
import encore.query.search.criteria.Criterion;
import encore.query.search.criteria.FanChangeLog;
import encore.query.search.criteria.SearchRequest;
import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * Knows which fans were active on which UTC day. It has a set for each day and one for each month, so that a window of
 * days joins few sets.
 */
public final class ActiveDaysFacet implements Facet {

    private static final long DAY = Duration.ofDays(1).toMillis();

    private final FanChangeLog changeLog = new FanChangeLog();
    private final NavigableMap<LocalDate, RoaringBitmap> days = new TreeMap<>();
    private final NavigableMap<YearMonth, RoaringBitmap> months = new TreeMap<>();

    @Override
    public void transfer(MemoryImage memoryImage) {
        memoryImage.elements(days, day(memoryImage), memoryImage::bitmap);
        memoryImage.elements(
                months,
                month -> YearMonth.from(day(memoryImage).transfer(month == null ? null : month.atDay(1))),
                memoryImage::bitmap);
    }

    private static MemoryImage.ElementCodec<LocalDate> day(MemoryImage memoryImage) {
        return day -> LocalDate.ofEpochDay(memoryImage.number(day == null ? 0 : day.toEpochDay()));
    }

    public void add(int fan, long at) {
        LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(at, DAY));
        if (days.computeIfAbsent(day, one -> new RoaringBitmap()).checkedAdd(fan)) {
            changeLog.markChanged(fan);
        }
        months.computeIfAbsent(YearMonth.from(day), one -> new RoaringBitmap()).add(fan);
    }

    /** Returns sets that together cover the days between these two, both included. */
    private List<RoaringBitmap> daysBetween(@Nullable LocalDate first, @Nullable LocalDate last) {
        List<RoaringBitmap> sets = new ArrayList<>();
        if (days.isEmpty()) {
            return sets;
        }
        LocalDate from = first == null || first.isBefore(days.firstKey()) ? days.firstKey() : first;
        LocalDate to = last == null || last.isAfter(days.lastKey()) ? days.lastKey() : last;
        YearMonth firstMonth = from.getDayOfMonth() == 1
                ? YearMonth.from(from)
                : YearMonth.from(from).plusMonths(1);
        YearMonth endMonth = YearMonth.from(to.plusDays(1));
        if (from.isAfter(to)) {
            return sets;
        }
        if (!firstMonth.isBefore(endMonth)) {
            sets.addAll(days.subMap(from, true, to, true).values());
            return sets;
        }
        sets.addAll(days.subMap(from, true, firstMonth.atDay(1), false).values());
        sets.addAll(months.subMap(firstMonth, true, endMonth, false).values());
        sets.addAll(days.subMap(endMonth.atDay(1), true, to.plusDays(1), false).values());
        return sets;
    }

    /** Matches fans who were active on one of the last {@code count} days, today included. */
    public Criterion activeInLastDays(int count, LocalDate today) {
        return Criterion.anyOf(daysBetween(today.minusDays(count - 1L), today));
    }

    @Override
    public FanChangeLog changeLog() {
        return changeLog;
    }

    @Override
    public void forget(int fan) {
        // Searches begin with registered fans, so an erased one does no harm in a set.
    }

    @Override
    public void addCriteria(SearchRequest request, List<Criterion> criteria) {
        ActiveDays active = request.criteria().active();
        LocalDate today = request.today();
        if (active.days() != null) {
            criteria.add(activeInLastDays(active.days(), today));
        }
        if (active.inactiveDays() != null) {
            criteria.add(Criterion.notIn(daysBetween(today.minusDays(active.inactiveDays() - 1L), today)));
        }
        if (active.from() != null || active.to() != null) {
            criteria.add(Criterion.anyOf(daysBetween(active.from(), active.to())));
        }
    }
}
