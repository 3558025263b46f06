package encore.query.likings;

import static encore.query.ProjectionUnderTest.START;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.fans.FanId;
import encore.kernel.likings.LikingEvent.FanIdolAdded;
import encore.kernel.likings.LikingEvent.FanIdolRemoved;
import encore.kernel.likings.LikingQuery.CountNewIdolFans;
import encore.kernel.likings.LikingQuery.NewIdolFans;
import encore.kernel.likings.LikingsId;
import encore.kernel.time.Days;
import encore.query.ProjectionUnderTest;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NewIdolFansProjectionTest {

    private static final LocalDate FIRST = LocalDate.parse("2026-03-01");

    private final ProjectionUnderTest<NewIdolFansProjection> fans =
            new ProjectionUnderTest<>(NewIdolFansProjection::new);

    @AfterEach
    void close() {
        fans.close();
    }

    @Test
    void each_addition_counts_on_its_day_once() {
        fans.given(added(7, 1, "a"), added(7, 2, "a"), added(7, 1, "b"), added(8, 1, "a"));
        fans.at(START.plus(Duration.ofDays(2))).given(new FanIdolRemoved(likings(7, 1), "a"), added(7, 1, "a"));
        assertThat(count(fans, List.of(), new Days(FIRST, FIRST)))
                .containsExactlyInAnyOrder(new NewIdolFans("a", 2), new NewIdolFans("b", 1));
        assertThat(count(fans, List.of("a"), new Days(FIRST, FIRST.plusDays(2))))
                .containsExactly(new NewIdolFans("a", 3));
        assertThat(count(fans, List.of("b", "c"), new Days(FIRST.plusDays(1), null)))
                .isEmpty();
        try (var again = fans.replayed()) {
            assertThat(count(again, List.of("a"), Days.ALL)).containsExactly(new NewIdolFans("a", 3));
        }
    }

    private static List<NewIdolFans> count(
            ProjectionUnderTest<NewIdolFansProjection> of, List<String> idols, Days days) {
        return of.read(documents -> of.projection().find(new CountNewIdolFans(7, idols, days), documents));
    }

    private static FanIdolAdded added(long account, long fan, String idol) {
        return new FanIdolAdded(likings(account, fan), idol, true);
    }

    private static LikingsId likings(long account, long fan) {
        return new LikingsId(new FanId(account, fan));
    }
}
