package encore.query.search;

import encore.kernel.segments.FanFigures;
import encore.kernel.segments.FanStats;
import encore.kernel.segments.FanStats.Demographics;
import encore.kernel.segments.FanStats.Fans;
import encore.kernel.segments.FanStats.Metrics;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.roaringbitmap.IntIterator;
import org.roaringbitmap.RoaringBitmap;

/** Counts the fans of a selection by their properties. */
final class Statistics {

    private static final String UNKNOWN = "unknown";
    private static final int TOP = 25;
    private static final int POSTAL_CODES = 1_000;

    /** The youngest age of each group; the last group has no upper bound. */
    private static final List<Integer> AGES = List.of(0, 13, 18, 25, 35, 45, 55, 65);

    private final FansOfAccount account;
    private final RoaringBitmap some;
    private final LocalDate today;

    Statistics(FansOfAccount account, RoaringBitmap some, LocalDate today) {
        this.account = account;
        this.some = some;
        this.today = today;
    }

    FanFigures figures() {
        Profiles of = account.profiles;
        return new FanFigures(
                some.getLongCardinality(),
                those(of.email),
                those(of.phone),
                those(of.subscribed),
                those(of.phoneSubscribed),
                those(of.optout),
                some.isEmpty() ? null : Instant.ofEpochMilli(lastUpdate()));
    }

    private long those(Flags flags) {
        return RoaringBitmap.andCardinality(some, flags.set());
    }

    private long lastUpdate() {
        long last = Long.MIN_VALUE;
        for (IntIterator fans = some.getIntIterator(); fans.hasNext(); ) {
            last = Math.max(last, account.profiles.updated(fans.next()));
        }
        return last;
    }

    FanStats stats() {
        Profiles of = account.profiles;
        Map<String, Long> genders = new LinkedHashMap<>(largest(of.gender.counts(some), Integer.MAX_VALUE));
        genders.put(UNKNOWN, some.getLongCardinality() - RoaringBitmap.andCardinality(some, of.gender.said()));
        return new FanStats(
                Fans.of(figures()),
                new Demographics(genders, ages()),
                largest(of.country.counts(some), TOP),
                largest(of.metroArea.counts(some), TOP),
                largest(locations(), TOP),
                Metrics.of(active(7), active(30), active(365), account.tickets.soldTo(some)),
                largest(of.postalCode.counts(some), POSTAL_CODES));
    }

    private long active(int days) {
        return account.days.last(days, today).of(some).getLongCardinality();
    }

    private Map<String, Long> ages() {
        // A fan born after this day is younger than the group's first age.
        long[] born = AGES.stream()
                .mapToLong(age -> today.minusYears(age).toEpochDay())
                .toArray();
        long[] counts = new long[AGES.size()];
        long known = 0;
        RoaringBitmap aged = RoaringBitmap.and(some, account.profiles.born.set());
        for (IntIterator fans = aged.getIntIterator(); fans.hasNext(); known++) {
            long birthday = account.profiles.birthday.get(fans.next());
            int group = AGES.size() - 1;
            while (group > 0 && birthday > born[group]) {
                group--;
            }
            counts[group]++;
        }
        Map<String, Long> ages = new LinkedHashMap<>();
        for (int group = 0; group < counts.length; group++) {
            boolean last = group == counts.length - 1;
            ages.put(AGES.get(group) + (last ? "+" : "-" + (AGES.get(group + 1) - 1)), counts[group]);
        }
        ages.put(UNKNOWN, some.getLongCardinality() - known);
        return ages;
    }

    /** Counts fans with a known city by place. An unknown province or country is left out of the name. */
    private Map<String, Long> locations() {
        Profiles of = account.profiles;
        Map<Place, Long> places = new HashMap<>();
        RoaringBitmap placed = RoaringBitmap.and(some, of.city.said());
        placed.forEach((int fan) -> places.merge(
                new Place(of.city.number(fan), of.province.number(fan), of.country.number(fan)), 1L, Long::sum));
        Map<String, Long> named = new HashMap<>();
        places.forEach((place, count) -> named.merge(
                Stream.of(of.city.text(place.city), of.province.text(place.province), of.country.text(place.country))
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining(", ")),
                count,
                Long::sum));
        return named;
    }

    /** A place as numbers of the values in their columns. */
    private record Place(int city, int province, int country) {}

    /** Returns the entries with the most fans, the largest first; equal ones are ordered by name. */
    private static Map<String, Long> largest(Map<String, Long> counts, int most) {
        Map<String, Long> largest = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .forEach(entry -> largest.put(entry.getKey(), entry.getValue()));
        return largest;
    }
}
