package encore.query.search;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.search.FanCriteria;
import encore.kernel.segments.FanSelection;
import encore.kernel.segments.SegmentQuery.CountFanSelections;
import encore.kernel.snapshots.SnapshotQuery.FindMembersOfSelection;
import encore.query.ProjectionUnderTest;
import encore.query.search.facts.DeltaIds;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cached matches of filters and searches are the same as matches without a cache, whatever happens in between. */
class MatchCacheTest {

    private static final int FILTERS = 60;

    private Instant now = Instant.parse("2026-01-01T00:30:00Z");
    private long position;

    @ParameterizedTest
    @CsvSource({"11, false", "12, false", "13, false", "14, true"})
    void members_that_are_kept_are_those_who_are_found(long seed, boolean mongo) {
        var fans = new RandomFans(seed);
        var random = new Random(seed);
        List<FanCriteria> filters = filters(fans);
        ProjectionUnderTest<FanIndexProjection> index = mongo
                ? ProjectionUnderTest.onMongo(FanIndexProjection::new)
                : new ProjectionUnderTest<>(FanIndexProjection::new);
        try {
            live(index, fans, filters, random);
            try (var rebuilt = index.replayed()) {
                check(rebuilt.projection(), filters, random.nextInt(2));
                check(rebuilt.projection(), filters, 0);
            }
            index = index.restarted();
            live(index, fans, filters, random);
        } finally {
            index.close();
        }
    }

    private List<FanCriteria> filters(RandomFans fans) {
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        List<FanCriteria> filters = new ArrayList<>(Stream.of("02101", "1010", "8010", "none")
                .map(MatchCacheTest::around)
                .toList());
        while (filters.size() < FILTERS) {
            filters.add(fans.criteria(today.plusDays(filters.size())));
        }
        return filters;
    }

    private static FanCriteria around(String postalCode) {
        var wanted = new CriteriaBuilder();
        wanted.postalCodes = List.of(postalCode);
        wanted.radius = new FanCriteria.Radius(null, null, 150);
        return wanted.said();
    }

    private void live(
            ProjectionUnderTest<FanIndexProjection> index, RandomFans fans, List<FanCriteria> filters, Random random) {
        for (int i = 0; i < 120; i++) {
            index.at(now);
            Event[] some = new Event[1 + random.nextInt(8)];
            for (int j = 0; j < some.length; j++) {
                some[j] = fans.event(++position);
            }
            index.given(some);
            now = now.plus(Duration.ofHours(random.nextInt(4) == 0 ? random.nextInt(60) : 0));
            check(index.projection(), filters, random.nextInt(8) / 7);
        }
    }

    private void check(FanIndexProjection index, List<FanCriteria> filters, int daysAgo) {
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC).minusDays(daysAgo);
        List<FanSelection> chosen =
                filters.stream().map(one -> new FanSelection(one, null)).toList();
        List<Long> counts = index.find(new CountFanSelections(RandomFans.ACCOUNT, chosen, today));
        List<Long> everybody = found(index, new CriteriaBuilder().said(), today);
        for (int i = 0; i < FILTERS; i++) {
            // A selection among given fans is not cached.
            List<Long> anew = members(index, new FanSelection(filters.get(i), everybody), today);
            assertThat(members(index, chosen.get(i), today))
                    .as("%s on %s", filters.get(i), today)
                    .isEqualTo(anew);
            assertThat(counts.get(i)).as("%s on %s", filters.get(i), today).isEqualTo(anew.size());
            assertThat(found(index, filters.get(i), today))
                    .as("%s on %s", filters.get(i), today)
                    .containsExactlyInAnyOrderElementsOf(anew);
        }
    }

    private static List<Long> members(FanIndexProjection index, FanSelection selection, LocalDate today) {
        try {
            return index.find(new FindMembersOfSelection(RandomFans.ACCOUNT, selection, today)).parts().stream()
                    .flatMap(part -> DeltaIds.decode(part).stream())
                    .toList();
        } catch (Refusal nobodyIsThere) {
            return List.of();
        }
    }

    private static List<Long> found(FanIndexProjection index, FanCriteria criteria, LocalDate today) {
        try {
            return index.find(new FindMatchingFans(
                    RandomFans.ACCOUNT, criteria, today, Long.MAX_VALUE - 1, 0, null, Integer.MAX_VALUE));
        } catch (Refusal nobodyIsThere) {
            return List.of();
        }
    }
}
