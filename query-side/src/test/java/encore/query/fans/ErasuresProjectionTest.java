package encore.query.fans;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.fans.Erasure;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindErasures;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.query.ProjectionUnderTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ErasuresProjectionTest {

    private final ProjectionUnderTest<ErasuresProjection> erasures = new ProjectionUnderTest<>(ErasuresProjection::new);

    @AfterEach
    void close() {
        erasures.close();
    }

    @Test
    void erasures_are_listed_by_position_page_by_page() {
        erasures.given(erased(7, 42), erased(8, 1), erased(7, 41), erased(7, 43));
        Page<Erasure> first = page(7, null, 2);
        assertThat(first.rows()).extracting(Erasure::fanId).containsExactly(42L, 41L);
        assertThat(first.more()).isTrue();
        Page<Erasure> last = page(7, first.last(), 2);
        assertThat(last.rows()).extracting(Erasure::fanId).containsExactly(43L);
        assertThat(last.more()).isFalse();
        long position = last.rows().getFirst().position();
        assertThat(page(7, Long.toString(position), 2).rows()).isEmpty();
        erasures.given(erased(7, 44));
        assertThat(page(7, Long.toString(position), 2).rows())
                .extracting(Erasure::fanId)
                .containsExactly(44L);
    }

    @Test
    void replayed_it_is_the_same() {
        erasures.given(erased(7, 42), erased(8, 1));
        try (var again = erasures.replayed()) {
            assertThat(again.checksums()).isEqualTo(erasures.checksums());
        }
    }

    private Page<Erasure> page(long account, @Nullable String after, int limit) {
        return erasures.read(documents ->
                erasures.projection().find(new FindErasures(account, new NextKey(after, limit)), documents));
    }

    private static FanErased erased(long account, long fan) {
        return new FanErased(new FanId(account, fan));
    }
}
