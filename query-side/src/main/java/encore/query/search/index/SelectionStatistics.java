package encore.query.search.index;

import encore.kernel.segments.FanContactCounts;
import encore.kernel.segments.FanStats;
import encore.kernel.segments.FanStats.Demographics;
import encore.kernel.segments.FanStats.Fans;
import encore.kernel.segments.FanStats.Metrics;
import encore.query.memory.DeadlineSteps;
import encore.query.search.columns.FanFlags;
import encore.query.search.facets.ProfileFacet;
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
public final class SelectionStatistics {

    private static final String UNKNOWN = "unknown";
    private static final int TOP = 25;
    private static final int POSTAL_CODES = 1_000;

    /** The youngest age of each group; the last group has no upper bound. */
    private static final List<Integer> AGES = List.of(0, 13, 18, 25, 35, 45, 55, 65);

    private final AccountFanIndex account;
    private final RoaringBitmap selected;
    private final LocalDate today;

    SelectionStatistics(AccountFanIndex account, RoaringBitmap selected, LocalDate today) {
        this.account = account;
        this.selected = selected;
        this.today = today;
    }

    public FanContactCounts figures() {
        ProfileFacet profiles = account.profileFacet;
        return new FanContactCounts(
                selected.getLongCardinality(),
                count(profiles.email),
                count(profiles.phone),
                count(profiles.subscribed),
                count(profiles.phoneSubscribed),
                count(profiles.optout),
                selected.isEmpty() ? null : Instant.ofEpochMilli(lastUpdate()));
    }

    private long count(FanFlags fanFlags) {
        return RoaringBitmap.andCardinality(selected, fanFlags.set());
    }

    private long lastUpdate() {
        long last = Long.MIN_VALUE;
        DeadlineSteps steps = new DeadlineSteps();
        for (IntIterator fans = selected.getIntIterator(); fans.hasNext(); ) {
            steps.step();
            last = Math.max(last, account.profileFacet.updated(fans.next()));
        }
        return last;
    }

    public FanStats stats() {
        ProfileFacet profiles = account.profileFacet;
        Map<String, Long> genders = new LinkedHashMap<>(largest(profiles.gender.counts(selected), Integer.MAX_VALUE));
        genders.put(
                UNKNOWN,
                selected.getLongCardinality()
                        - RoaringBitmap.andCardinality(selected, profiles.gender.fansWithValue()));
        return new FanStats(
                Fans.of(figures()),
                new Demographics(genders, ages()),
                largest(profiles.country.counts(selected), TOP),
                largest(profiles.metroArea.counts(selected), TOP),
                largest(locations(), TOP),
                Metrics.of(countActive(7), countActive(30), countActive(365), account.tickets.salesTo(selected)),
                largest(profiles.postalCode.counts(selected), POSTAL_CODES));
    }

    private long countActive(int days) {
        return account.days.activeInLastDays(days, today).filter(selected).getLongCardinality();
    }

    private Map<String, Long> ages() {
        // A fan born after this day is younger than the group's first age.
        long[] born = AGES.stream()
                .mapToLong(age -> today.minusYears(age).toEpochDay())
                .toArray();
        long[] counts = new long[AGES.size()];
        long knownCount = 0;
        RoaringBitmap aged = RoaringBitmap.and(selected, account.profileFacet.hasBirthday.set());
        DeadlineSteps steps = new DeadlineSteps();
        for (IntIterator fans = aged.getIntIterator(); fans.hasNext(); knownCount++) {
            steps.step();
            long birthday = account.profileFacet.birthday.get(fans.next());
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
        ages.put(UNKNOWN, selected.getLongCardinality() - knownCount);
        return ages;
    }

    /** Counts fans with a known city by place. An unknown province or country is left out of the name. */
    private Map<String, Long> locations() {
        ProfileFacet profiles = account.profileFacet;
        Map<PlaceNumbers, Long> countsByPlace = new HashMap<>();
        RoaringBitmap placed = RoaringBitmap.and(selected, profiles.city.fansWithValue());
        DeadlineSteps steps = new DeadlineSteps();
        placed.forEach((int fan) -> {
            steps.step();
            countsByPlace.merge(
                    new PlaceNumbers(
                            profiles.city.number(fan), profiles.province.number(fan), profiles.country.number(fan)),
                    1L,
                    Long::sum);
        });
        Map<String, Long> named = new HashMap<>();
        countsByPlace.forEach((placeNumbers, count) -> {
            steps.step();
            named.merge(
                    Stream.of(
                                    profiles.city.text(placeNumbers.city),
                                    profiles.province.text(placeNumbers.province),
                                    profiles.country.text(placeNumbers.country))
                            .filter(Objects::nonNull)
                            .collect(Collectors.joining(", ")),
                    count,
                    Long::sum);
        });
        return named;
    }

    /** A place as numbers of the values in their columns. */
    private record PlaceNumbers(int city, int province, int country) {}

    /** Returns the entries with the most fans, the largest first; equal ones are ordered by name. */
    private static Map<String, Long> largest(Map<String, Long> counts, int limit) {
        Map<String, Long> largest = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(limit)
                .forEach(entry -> largest.put(entry.getKey(), entry.getValue()));
        return largest;
    }
}
