package encore.query.trackers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestQuery.FindQuests;
import encore.kernel.quests.QuestType;
import encore.kernel.trackers.NewTracker;
import encore.kernel.trackers.TrackerEvent.QuestTrackerMade;
import encore.kernel.trackers.TrackerEvent.TrackerEnded;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.TrackerQuery.FindTracker;
import encore.kernel.trackers.TrackerQuery.FindTrackerTarget;
import encore.kernel.trackers.TrackerQuery.FoundTracker;
import encore.kernel.trackers.TrackerQuery.TrackerTarget;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrackersTest {

    private static final TrackerId TRACKER = new TrackerId(7, 900);

    @Test
    void a_tracker_is_found_by_its_key_until_it_ends() {
        try (var trackers = new ProjectionUnderTest<>(TrackersProjection::new)) {
            trackers.given(new QuestTrackerMade(TRACKER, "abc12345", 100));
            FoundTracker found =
                    trackers.read(documents -> trackers.projection().find(new FindTracker("abc12345"), documents));
            assertThat(found).isEqualTo(new FoundTracker(7, 100));
            trackers.given(new TrackerEnded(TRACKER));
            assertThatThrownBy(() -> trackers.read(
                            documents -> trackers.projection().find(new FindTracker("abc12345"), documents)))
                    .isInstanceOf(Refusal.class);
            try (var replayed = trackers.replayed()) {
                assertThat(replayed.checksums()).isEqualTo(trackers.checksums());
            }
        }
    }

    @Test
    void it_leads_to_the_present_link_of_its_quest() {
        FakeQueryGateway others = new FakeQueryGateway()
                .on(FindTracker.class, query -> new FoundTracker(7, 100))
                .on(
                        FindQuests.class,
                        query -> List.of(new Quest(
                                7,
                                100,
                                5,
                                QuestType.LINK_URL,
                                "discs",
                                new NewTracker(900, "abc12345"),
                                QuestDetailsBuilder.builder()
                                        .linkUrl("https://x.example/a")
                                        .build(),
                                List.of(),
                                ProjectionUnderTest.START)));
        TrackerTargets targets = new TrackerTargets(others);
        assertThat(targets.find(new FindTrackerTarget("abc12345")))
                .isEqualTo(new TrackerTarget(7, "https://x.example/a"));
        others.on(FindQuests.class, query -> List.of());
        assertThatThrownBy(() -> targets.find(new FindTrackerTarget("abc12345")))
                .isInstanceOf(Refusal.class);
    }
}
