package encore.query.search;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Event;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.search.FanCriteria;
import encore.query.ProjectionUnderTest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random searches after random events answer as the oracle does: in an index that follows the log, after a rebuild,
 * after a restart, and after a read from an image.
 */
class FanSearchOracleTest {

    private static final int EVENTS = 1_500;
    private static final int SEARCHES = 300;

    private final FanSearchOracle fanSearchOracle = new FanSearchOracle();
    private Instant now = Instant.parse("2026-01-01T00:30:00Z");
    private long position;

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "3, false", "4, true"})
    void whatever_happens_all_searches_answer_as_the_oracle(long seed, boolean mongo) {
        var fans = new RandomFans(seed);
        Random random = new Random(seed);
        ProjectionUnderTest<FanIndexProjection> index = mongo
                ? ProjectionUnderTest.onMongo(FanIndexProjection::new)
                : new ProjectionUnderTest<>(FanIndexProjection::new);
        try {
            for (int i = 0; i < 3; i++) {
                feed(index, fans, random);
                check(index.projection(), fans, random);
            }
            try (var rebuilt = index.replayed()) {
                check(rebuilt.projection(), fans, random);
                assertThat(rebuilt.checksums()).isEqualTo(index.checksums());
            }
            index = index.restarted();
            check(index.projection(), fans, random);
            feed(index, fans, random);
            check(index.projection(), fans, random);
            index = index.resumed();
            check(index.projection(), fans, random);
            feed(index, fans, random);
            check(index.projection(), fans, random);
        } finally {
            index.close();
        }
    }

    private void feed(ProjectionUnderTest<FanIndexProjection> index, RandomFans fans, Random random) {
        for (int i = 0; i < EVENTS / 3; i += 50) {
            index.at(now);
            Event[] some = new Event[50];
            for (int j = 0; j < some.length; j++) {
                some[j] = fans.event(++position);
                fanSearchOracle.apply(some[j], position, now.plusSeconds(j));
            }
            index.given(some);
            now = now.plus(Duration.ofHours(random.nextInt(1, 200)));
        }
    }

    private void check(FanIndexProjection index, RandomFans fans, Random random) {
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC).minusDays(random.nextInt(3));
        for (int i = 0; i < SEARCHES; i++) {
            FanCriteria criteria = fans.criteria(today);
            long until = position - random.nextInt(100);
            List<Long> wanted = fanSearchOracle.found(criteria, today, until);
            int limit = random.nextInt(1, 40);
            long behind = random.nextBoolean() || wanted.isEmpty() ? 0 : wanted.get(random.nextInt(wanted.size()));
            assertThat(index.find(
                            new FindMatchingFans(RandomFans.ACCOUNT, criteria, today, until, behind, null, limit)))
                    .as("%s on %s", criteria, today)
                    .isEqualTo(wanted.stream()
                            .filter(id -> id > behind)
                            .limit(limit)
                            .toList());
        }
    }
}
