package encore.query.tags;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanState;
import encore.kernel.tags.GivenTag;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagQuery.FindFanTags;
import encore.kernel.tags.TagQuery.FindGivenTags;
import encore.kernel.tags.TagQuery.FindGivenTagsOfFan;
import encore.kernel.tags.TagQuery.FindSomeTags;
import encore.kernel.tags.TagQuery.FindTagsOfFan;
import encore.kernel.tags.TaggedFan;
import encore.query.FakeQueryGateway;
import encore.query.fans.TestFans;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FanTagsWithNamesTest {

    private static final Instant THEN = Instant.parse("2026-03-01T12:00:00Z");

    private final FakeQueryGateway others = new FakeQueryGateway()
            .on(FindSomeTags.class, query -> List.of(new Tag(5, "VIP", THEN)))
            .on(
                    FindFans.class,
                    query -> query.fanIds().stream()
                            .filter(fan -> fan != 3)
                            .map(fan -> TestFans.of(fan, "Ann", "ann@x.example"))
                            .toList());
    private final FanTagsWithNames tags = new FanTagsWithNames(others);

    @Test
    void rows_are_named_and_those_of_whom_is_gone_are_left_out() {
        others.on(
                FindGivenTags.class,
                query -> LongStream.rangeClosed(1, 1_200)
                        .mapToObj(fan -> new GivenTag(fan, 5, THEN))
                        .toList());
        List<TaggedFan> all = tags.find(new FindFanTags(7, null, null, 10_000));
        assertThat(all).hasSize(1_199).doesNotHaveDuplicates();
        assertThat(all.getFirst()).isEqualTo(new TaggedFan("VIP", 5, 1, THEN, "Ann", null, "ann@x.example"));
        assertThat(all.getLast().fanId()).isEqualTo(1_200);
    }

    @Test
    void a_fans_own_are_named_too() {
        others.on(RequireFan.class, query -> new FanState(query.fanId(), FanState.State.KNOWN))
                .on(FindGivenTagsOfFan.class, query -> List.of(new GivenTag(query.fanId(), 5, THEN)));
        assertThat(tags.find(new FindTagsOfFan(7, 1)))
                .containsExactly(new TaggedFan("VIP", 5, 1, THEN, "Ann", null, "ann@x.example"));
        others.on(FindGivenTagsOfFan.class, query -> List.of());
        assertThat(tags.find(new FindTagsOfFan(7, 1))).isEmpty();
    }
}
