package encore.query.search;

import encore.kernel.fans.FanCriteria.ActiveDays;
import encore.query.image.Image;
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
final class FanDays implements Facet {

    private static final long DAY = Duration.ofDays(1).toMillis();

    private final Changes changes = new Changes();
    private final NavigableMap<LocalDate, RoaringBitmap> days = new TreeMap<>();
    private final NavigableMap<YearMonth, RoaringBitmap> months = new TreeMap<>();

    @Override
    public void image(Image image) {
        image.all(days, day(image), image::set);
        image.all(months, month -> YearMonth.from(day(image).of(month == null ? null : month.atDay(1))), image::set);
    }

    private static Image.Part<LocalDate> day(Image image) {
        return day -> LocalDate.ofEpochDay(image.number(day == null ? 0 : day.toEpochDay()));
    }

    void add(int fan, long at) {
        LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(at, DAY));
        if (days.computeIfAbsent(day, one -> new RoaringBitmap()).checkedAdd(fan)) {
            changes.of(fan);
        }
        months.computeIfAbsent(YearMonth.from(day), one -> new RoaringBitmap()).add(fan);
    }

    /** Returns sets that together cover the days between these two, both included. */
    private List<RoaringBitmap> between(@Nullable LocalDate first, @Nullable LocalDate last) {
        List<RoaringBitmap> all = new ArrayList<>();
        if (days.isEmpty()) {
            return all;
        }
        LocalDate from = first == null || first.isBefore(days.firstKey()) ? days.firstKey() : first;
        LocalDate to = last == null || last.isAfter(days.lastKey()) ? days.lastKey() : last;
        YearMonth whole = from.getDayOfMonth() == 1
                ? YearMonth.from(from)
                : YearMonth.from(from).plusMonths(1);
        YearMonth behind = YearMonth.from(to.plusDays(1));
        if (from.isAfter(to)) {
            return all;
        }
        if (!whole.isBefore(behind)) {
            all.addAll(days.subMap(from, true, to, true).values());
            return all;
        }
        all.addAll(days.subMap(from, true, whole.atDay(1), false).values());
        all.addAll(months.subMap(whole, true, behind, false).values());
        all.addAll(days.subMap(behind.atDay(1), true, to.plusDays(1), false).values());
        return all;
    }

    /** Matches fans who were active on one of the last {@code count} days, today included. */
    Criterion last(int count, LocalDate today) {
        return Criterion.anyOf(between(today.minusDays(count - 1L), today));
    }

    @Override
    public Changes changes() {
        return changes;
    }

    @Override
    public void forget(int fan) {
        // Searches begin with registered fans, so an erased one does no harm in a set.
    }

    @Override
    public void criteria(Wanted wanted, List<Criterion> all) {
        ActiveDays active = wanted.criteria().active();
        LocalDate today = wanted.today();
        if (active.days() != null) {
            all.add(last(active.days(), today));
        }
        if (active.inactiveDays() != null) {
            all.add(Criterion.notIn(between(today.minusDays(active.inactiveDays() - 1L), today)));
        }
        if (active.from() != null || active.to() != null) {
            all.add(Criterion.anyOf(between(active.from(), active.to())));
        }
    }
}
