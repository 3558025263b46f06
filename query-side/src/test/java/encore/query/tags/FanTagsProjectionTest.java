package encore.query.tags;

import static encore.query.ProjectionUnderTest.START;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.tags.GivenTag;
import encore.kernel.tags.TagQuery.FindGivenTags;
import encore.kernel.tags.TagQuery.FindGivenTagsOfFan;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FanTagsProjectionTest {

    private final ProjectionUnderTest<FanTagsProjection> tags = new ProjectionUnderTest<>(FanTagsProjection::new);

    @AfterEach
    void close() {
        tags.close();
    }

    @Test
    void tags_are_listed_as_they_were_given_within_their_bounds() {
        tags.given(changed(2, List.of(5L), List.of()), changed(1, List.of(6L), List.of()));
        tags.given(new FanTagsChanged(new FanId(8, 3), List.of(7L), List.of()), changed(1, List.of(5L), List.of()));
        var first = new GivenTag(2, 5, START);
        var second = new GivenTag(1, 6, START.plusSeconds(1));
        var third = new GivenTag(1, 5, START.plusSeconds(3));
        assertThat(all(null, null, 10)).containsExactly(first, second, third);
        assertThat(all(null, null, 2)).containsExactly(first, second);
        assertThat(all(START.plusSeconds(1), START.plusSeconds(3), 10)).containsExactly(second);
        assertThat(all(START.plusSeconds(2), null, 10)).containsExactly(third);
        assertThat(of(1)).containsExactly(second, third);
    }

    @Test
    void a_taken_tag_is_gone_and_one_given_again_is_new() {
        tags.given(changed(1, List.of(5L, 6L), List.of()), changed(1, List.of(), List.of(5L)));
        assertThat(of(1)).containsExactly(new GivenTag(1, 6, START));
        tags.given(changed(1, List.of(5L), List.of(6L)));
        assertThat(all(null, null, 10)).containsExactly(new GivenTag(1, 5, START.plusSeconds(2)));
    }

    @Test
    void an_erased_fan_has_none_and_replayed_it_is_the_same() {
        tags.given(
                changed(1, List.of(5L), List.of()), changed(2, List.of(5L), List.of()), new FanErased(new FanId(7, 1)));
        assertThat(all(null, null, 10)).extracting(GivenTag::fanId).containsExactly(2L);
        assertThat(of(1)).isEmpty();
        try (var again = tags.replayed()) {
            assertThat(again.checksums()).isEqualTo(tags.checksums());
        }
    }

    private static FanTagsChanged changed(long fan, List<Long> added, List<Long> removed) {
        return new FanTagsChanged(new FanId(7, fan), added, removed);
    }

    private List<GivenTag> all(@Nullable Instant from, @Nullable Instant before, int limit) {
        return tags.read(documents -> tags.projection().find(new FindGivenTags(7, from, before, limit), documents));
    }

    private List<GivenTag> of(long fan) {
        return tags.read(documents -> tags.projection().find(new FindGivenTagsOfFan(7, fan), documents));
    }
}
