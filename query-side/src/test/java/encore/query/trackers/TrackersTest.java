package encore.query.trackers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.ControlMessage;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestQuery.FindQuests;
import encore.kernel.quests.QuestType;
import encore.kernel.settings.AccountSettings;
import encore.kernel.settings.AccountSettingsQuery.FindAccountSettings;
import encore.kernel.time.Days;
import encore.kernel.trackers.NewTracker;
import encore.kernel.trackers.StoredTracker;
import encore.kernel.trackers.TrackerDetails;
import encore.kernel.trackers.TrackerDetailsBuilder;
import encore.kernel.trackers.TrackerEntry;
import encore.kernel.trackers.TrackerEvent.QuestTrackerMade;
import encore.kernel.trackers.TrackerEvent.TrackerChanged;
import encore.kernel.trackers.TrackerEvent.TrackerCreated;
import encore.kernel.trackers.TrackerEvent.TrackerDeleted;
import encore.kernel.trackers.TrackerEvent.TrackerEnded;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.TrackerNumbers;
import encore.kernel.trackers.TrackerQuery.FindStoredTracker;
import encore.kernel.trackers.TrackerQuery.FindTracker;
import encore.kernel.trackers.TrackerQuery.FindTrackerByKey;
import encore.kernel.trackers.TrackerQuery.FindTrackerTarget;
import encore.kernel.trackers.TrackerQuery.ListStoredTrackers;
import encore.kernel.trackers.TrackerQuery.TrackerTarget;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerNumbers;
import encore.kernel.trackers.records.TrackerRecordQuery.NumbersOfTrackers;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrackersTest {

    private static final TrackerId OF_QUEST = new TrackerId(7, 900);
    private static final TrackerId POSTER = new TrackerId(7, 901);
    private static final TrackerDetails DETAILS = TrackerDetailsBuilder.builder()
            .trackerName("Poster")
            .targetUrl("https://shop.example")
            .build();
    private static final LocalDate TODAY = LocalDate.ofInstant(ProjectionUnderTest.START, ZoneOffset.UTC);

    @Test
    void a_tracker_is_found_by_its_key_until_it_ends() {
        try (var trackers = new ProjectionUnderTest<>(TrackersProjection::new)) {
            trackers.given(
                    new QuestTrackerMade(OF_QUEST, "abc12345", 100),
                    new TrackerCreated(POSTER, "Key1", "go.example", DETAILS));
            assertThat(byKey(trackers, "abc12345").questId()).isEqualTo(100);
            assertThat(byKey(trackers, "Key1").virtualDomain()).isEqualTo("go.example");
            assertThat(list(trackers)).extracting(StoredTracker::tracker).containsExactlyInAnyOrder(POSTER, OF_QUEST);
            Patch<TrackerDetails> change = Patch.of(TrackerDetailsBuilder.builder()
                    .targetUrl("https://shop.example/b")
                    .build());
            trackers.given(TrackerChanged.of(POSTER, change), new TrackerEnded(OF_QUEST));
            assertThat(byKey(trackers, "Key1").details().targetUrl()).isEqualTo("https://shop.example/b");
            assertThatThrownBy(() -> byKey(trackers, "abc12345")).isInstanceOf(Refusal.class);
            trackers.given(new TrackerDeleted(POSTER));
            assertThat(list(trackers)).isEmpty();
            try (var replayed = trackers.replayed()) {
                assertThat(replayed.checksums()).isEqualTo(trackers.checksums());
            }
        }
    }

    @Test
    void gateways_hear_of_each_change() {
        try (var trackers = new ProjectionUnderTest<>(TrackersProjection::new)) {
            List<ControlMessage> received = new ArrayList<>();
            var following = trackers.projection().follow(0).subscribe(received::add);
            trackers.given(new TrackerCreated(POSTER, "Key1", null, DETAILS), new TrackerDeleted(POSTER));
            assertThat(received)
                    .contains(new ControlMessage.TrackersChanged(7, 1), new ControlMessage.TrackersChanged(7, 2));
            following.dispose();
        }
    }

    private static StoredTracker byKey(ProjectionUnderTest<TrackersProjection> trackers, String key) {
        return trackers.read(documents -> trackers.projection().find(new FindTrackerByKey(key), documents));
    }

    private static List<StoredTracker> list(ProjectionUnderTest<TrackersProjection> trackers) {
        return trackers.read(documents ->
                trackers.projection().find(new ListStoredTrackers(7, new Days(TODAY, TODAY)), documents));
    }

    @Test
    void it_leads_to_its_target_or_to_the_present_link_of_its_quest() {
        FakeQueryGateway others = new FakeQueryGateway()
                .on(FindTrackerByKey.class, query -> stored(query.trackerKey().equals("quest") ? 100L : null))
                .on(FindQuests.class, query -> List.of(quest()));
        TrackerTargets targets = new TrackerTargets(others);
        assertThat(targets.find(new FindTrackerTarget("quest")))
                .isEqualTo(new TrackerTarget(OF_QUEST, null, "https://x.example/a", false));
        assertThat(targets.find(new FindTrackerTarget("own")))
                .isEqualTo(new TrackerTarget(OF_QUEST, null, "https://shop.example", true));
        others.on(FindQuests.class, query -> List.of());
        assertThatThrownBy(() -> targets.find(new FindTrackerTarget("quest"))).isInstanceOf(Refusal.class);
    }

    @Test
    void a_quests_tracker_is_shown_with_the_title_of_its_quest() {
        FakeQueryGateway others = new FakeQueryGateway()
                .on(FindStoredTracker.class, query -> stored(100L))
                .on(
                        FindTrackerNumbers.class,
                        query -> new NumbersOfTrackers(Map.of(900L, new TrackerNumbers(4, 0, Map.of()))))
                .on(FindAccountSettings.class, query -> AccountSettings.DEFAULT)
                .on(FindQuests.class, query -> List.of(quest()));
        TrackerEntry entry = new TrackersWithNumbers(others).find(new FindTracker(7, 900));
        assertThat(entry.row(null).trackerName()).isEqualTo("Shop");
        assertThat(entry.row(null).trackerGroupName()).isEqualTo("quests");
        assertThat(entry.row(null).totalTrackerClickCount()).isEqualTo(4);
        assertThat(entry.managed(null).pageTabId()).isEqualTo(100);
        assertThat(entry.managed(null).isClickAppended()).isFalse();
    }

    private static StoredTracker stored(Long questId) {
        return new StoredTracker(
                OF_QUEST,
                "abc",
                null,
                questId,
                questId == null ? DETAILS : TrackerDetails.EMPTY,
                ProjectionUnderTest.START);
    }

    private static Quest quest() {
        return new Quest(
                7,
                100,
                5,
                QuestType.LINK_URL,
                "discs",
                new NewTracker(900, "abc12345"),
                QuestDetailsBuilder.builder(QuestDetails.NONE)
                        .questTitle("Shop")
                        .linkUrl("https://x.example/a")
                        .build(),
                List.of(),
                ProjectionUnderTest.START);
    }
}
