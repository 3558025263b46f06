package encore.command.trackers;

import static encore.command.AggregateUnderTest.refusal;
import static encore.kernel.Refusal.Kind.RULE;
import static encore.kernel.Refusal.Kind.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.trackers.TrackerCommand.ChangeTracker;
import encore.kernel.trackers.TrackerCommand.DeleteTracker;
import encore.kernel.trackers.TrackerCommand.ReadAttributionRules;
import encore.kernel.trackers.TrackerDetails;
import encore.kernel.trackers.TrackerDetailsBuilder;
import encore.kernel.trackers.TrackerEvent.QuestTrackerMade;
import encore.kernel.trackers.TrackerEvent.TrackerChanged;
import encore.kernel.trackers.TrackerEvent.TrackerCreated;
import encore.kernel.trackers.TrackerEvent.TrackerDeleted;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.purchases.AttributionRules;
import org.junit.jupiter.api.Test;

class TrackerTest {

    private static final TrackerId POSTER = new TrackerId(7, 900);
    private static final TrackerDetails DETAILS = TrackerDetailsBuilder.builder()
            .trackerName("Poster")
            .trackerGroupName("Spring")
            .targetUrl("https://shop.example/a")
            .build();
    private static final TrackerCreated CREATED = new TrackerCreated(POSTER, "Key1", null, DETAILS);
    private static final QuestTrackerMade OF_QUEST = new QuestTrackerMade(POSTER, "Key1", 100);

    private final AggregateUnderTest<Tracker> trackers = new AggregateUnderTest<>(Tracker.class);

    @Test
    void only_what_differs_is_recorded() {
        Patch<TrackerDetails> week =
                Patch.of(TrackerDetailsBuilder.builder().attributionDays(7).build());
        trackers.given(CREATED).when(new ChangeTracker(POSTER, week)).expectEvents(TrackerChanged.of(POSTER, week));
        trackers.given(CREATED, TrackerChanged.of(POSTER, week))
                .when(new ChangeTracker(POSTER, week))
                .expectNoEvents();
        trackers.given(CREATED, TrackerChanged.of(POSTER, week))
                .when(new ReadAttributionRules(POSTER))
                .expectResultMessagePayload(new AttributionRules(null, null, 7));
    }

    @Test
    void a_tracker_keeps_a_name_and_a_target() {
        trackers.given(CREATED)
                .when(new ChangeTracker(
                        POSTER,
                        Patch.of(TrackerDetailsBuilder.builder().trackerName("").build())))
                .expectException(refusal(RULE, "value-missing"));
    }

    @Test
    void the_quest_decides_where_its_tracker_leads() {
        trackers.given(OF_QUEST)
                .when(new ChangeTracker(
                        POSTER,
                        Patch.of(TrackerDetailsBuilder.builder()
                                .targetUrl("https://b.example")
                                .build())))
                .expectException(refusal(RULE, "quest-decides"));
        Patch<TrackerDetails> appended =
                Patch.of(TrackerDetailsBuilder.builder().isClickAppended(true).build());
        trackers.given(OF_QUEST)
                .when(new ChangeTracker(POSTER, appended))
                .expectEvents(TrackerChanged.of(POSTER, appended));
        trackers.given(OF_QUEST).when(new DeleteTracker(POSTER)).expectException(refusal(RULE, "tracker-of-quest"));
    }

    @Test
    void a_deleted_tracker_gives_its_key_back() {
        trackers.claims.held(TrackerClaims.key("Key1"), POSTER);
        trackers.given(CREATED).when(new DeleteTracker(POSTER)).expectEvents(new TrackerDeleted(POSTER));
        assertThat(trackers.claims.held).isEmpty();
        trackers.given(CREATED, new TrackerDeleted(POSTER))
                .when(new DeleteTracker(POSTER))
                .expectException(refusal(UNKNOWN, "unknown"));
    }
}
