package encore.query.completions;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.completions.Completion;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.completions.CompletionEventQuestCompletedBuilder;
import encore.kernel.completions.CompletionId;
import encore.kernel.completions.CompletionQuery.FindCompletionsOfFan;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedData;
import encore.kernel.time.Moment;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CompletionsProjectionTest {

    private static final Instant DEED = Instant.parse("2026-05-01T10:00:00Z");

    private final ProjectionUnderTest<CompletionsProjection> completions =
            new ProjectionUnderTest<>(CompletionsProjection::new);

    @AfterEach
    void close() {
        completions.close();
    }

    @Test
    void a_completion_is_kept_with_its_activity_and_the_time_of_the_deed() {
        completions.given(completed(900, 42));
        assertThat(find(42, Moment.NOW))
                .containsExactly(new Completion(
                        7, 42, 900, 5, 2, DEED, null, "vendora", "qr", "perf", ProjectionUnderTest.START));
    }

    @Test
    void completions_are_those_of_one_fan_and_of_a_moment_also_after_a_replay() {
        completions.given(completed(900, 42), completed(900, 43), completed(901, 42));
        assertThat(find(42, Moment.NOW)).extracting(Completion::pageTabId).containsExactly(900L, 901L);
        assertThat(find(42, new Moment(1, DEED)))
                .extracting(Completion::pageTabId)
                .containsExactly(900L);
        assertThat(find(44, Moment.NOW)).isEmpty();
        try (var replayed = completions.replayed()) {
            assertThat(replayed.checksums()).isEqualTo(completions.checksums());
        }
    }

    @Test
    void a_completion_that_comes_twice_is_kept_once() {
        completions.given(completed(900, 42)).given(completed(900, 42));
        assertThat(find(42, Moment.NOW))
                .singleElement()
                .satisfies(one -> assertThat(one.activityId()).isEqualTo(2));
    }

    @Test
    void an_erased_fans_completions_vanish_and_a_late_one_is_not_kept() {
        completions.given(completed(900, 42), completed(900, 43), new FanErased(new FanId(7, 42)), completed(901, 42));
        assertThat(find(42, Moment.NOW)).isEmpty();
        assertThat(find(43, Moment.NOW)).hasSize(1);
    }

    @Test
    void followers_get_the_quest_and_its_points_and_nothing_personal() {
        assertThat(PublishedData.of(completed(900, 42)).toString())
                .isEqualTo("{quest_page_tab_id=900, fan_id=42, quest_business_id=5, completion_timestamp_iso=" + DEED
                        + ", quest_points=null, quest_performance_uid=perf}");
    }

    private List<Completion> find(long fan, Moment then) {
        return completions.read(
                documents -> completions.projection().find(new FindCompletionsOfFan(7, fan, null), documents, then));
    }

    private static QuestCompleted completed(long pageTabId, long fan) {
        return CompletionEventQuestCompletedBuilder.builder()
                .completion(new CompletionId(7, pageTabId, fan))
                .businessId(5)
                .at(DEED)
                .causes(List.of())
                .pointUid("discs")
                .pointType("vendora")
                .fanPointUid("qr")
                .performanceUid("perf")
                .build();
    }
}
