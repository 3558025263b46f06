package encore.command.quests;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.command.quests.SampleQuests.OTHER;
import static encore.command.quests.SampleQuests.QUEST;
import static encore.command.quests.SampleQuests.ROVERS;
import static encore.command.quests.SampleQuests.complete;
import static encore.command.quests.SampleQuests.titled;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.Patch;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.QuestCommand.AlterQuest;
import encore.kernel.quests.QuestCommand.AlteredQuest;
import encore.kernel.quests.QuestCommand.AnnounceQuestEnd;
import encore.kernel.quests.QuestCommand.AnnounceQuestStart;
import encore.kernel.quests.QuestCommand.CheckQuestChange;
import encore.kernel.quests.QuestCommand.EndQuest;
import encore.kernel.quests.QuestCommand.ReadQuest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestEvent.QuestChanged;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestEvent.QuestDeleted;
import encore.kernel.quests.QuestEvent.QuestEnded;
import encore.kernel.quests.QuestEvent.QuestStarted;
import encore.kernel.quests.QuestReward;
import encore.kernel.quests.QuestState;
import encore.kernel.quests.QuestType;
import encore.kernel.quests.SavedQuest;
import encore.kernel.trackers.NewTracker;
import encore.kernel.trackers.TrackerEvent.TrackerEnded;
import encore.kernel.trackers.TrackerId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuestTest {

    private static final NewTracker TRACKER = new NewTracker(900, "abc12345");
    private static final TrackerId TRACKER_ID = new TrackerId(7, 900);
    private static final Claim KEY = new Claim("tracker_key", 0, "abc12345");

    private final AggregateUnderTest<Quest> quest = new AggregateUnderTest<>(Quest.class);

    @BeforeEach
    void everything_that_a_quest_names_is_there() {
        SampleQuests.open(quest.streams);
        quest.streams.open(TRACKER_ID);
        quest.claims.held(KEY, TRACKER_ID);
    }

    @Test
    void a_change_records_what_changes() {
        quest.given(created(QuestType.CUSTOM, titled()))
                .when(alter(QuestDetailsBuilder.builder(QuestDetails.NONE)
                        .questTitle("First steps")
                        .buttonText("Go")))
                .expectEvents(
                        changed(QuestDetailsBuilder.builder(QuestDetails.NONE).buttonText("Go"), null))
                .expectResultMessagePayload(new AlteredQuest(100, null, null));
        quest.given(created(QuestType.CUSTOM, titled()))
                .when(alter(titled()))
                .expectNoEvents()
                .expectResultMessagePayload(new AlteredQuest(100, null, null));
    }

    @Test
    void lists_that_stay_are_not_recorded_again() {
        quest.given(created(QuestType.SCAN, complete(QuestType.SCAN)))
                .when(alter(QuestDetailsBuilder.builder(QuestDetails.NONE)
                        .siteName("Hall")
                        .scanGroupNames(List.of("North"))))
                .expectEvents(
                        changed(QuestDetailsBuilder.builder(QuestDetails.NONE).siteName("Hall"), null));
        quest.given(created(QuestType.SCAN, complete(QuestType.SCAN)))
                .when(alter(QuestDetailsBuilder.builder(QuestDetails.NONE).scanGroupNames(List.of("South"))))
                .expectEvents(
                        changed(QuestDetailsBuilder.builder(QuestDetails.NONE).scanGroupNames(List.of("South")), null));
    }

    @Test
    void another_restriction_or_reward_drops_the_fields_of_the_one_before() {
        QuestDetailsBuilder before = titled().accessRestrictionType(AccessRestriction.TAG)
                .tagName("VIP")
                .rewardType(QuestReward.FAN_POINTS)
                .fanPointsReward(50L);
        quest.given(created(QuestType.CUSTOM, before))
                .when(alter(QuestDetailsBuilder.builder(QuestDetails.NONE)
                        .accessRestrictionType(AccessRestriction.QUESTS)
                        .requiredPageTabIds(List.of(OTHER.number()))
                        .linkUrl("https://ignored.example")))
                .expectEvents(changed(
                        QuestDetailsBuilder.builder(QuestDetails.NONE)
                                .accessRestrictionType(AccessRestriction.QUESTS)
                                .requiredPageTabIds(List.of(OTHER.number())),
                        List.of("tagName")))
                .expectResultMessagePayload(new AlteredQuest(100, "VIP", null));
        quest.given(created(QuestType.CUSTOM, before))
                .when(new AlterQuest(QUEST, new Patch<>(QuestDetails.NONE, Set.of("rewardType"))))
                .expectEvents(changed(
                        QuestDetailsBuilder.builder(QuestDetails.NONE), List.of("fanPointsReward", "rewardType")))
                .expectResultMessagePayload(new AlteredQuest(100, "VIP", "VIP"));
    }

    @Test
    void a_change_keeps_the_rules() {
        refused(new Patch<>(QuestDetails.NONE, Set.of("questTitle")), "quest_title");
        refused(new Patch<>(QuestDetails.NONE, Set.of("performanceUid")), "performance_uid");
        refused(
                change(QuestDetailsBuilder.builder(QuestDetails.NONE).rewardType(QuestReward.FAN_POINTS)),
                "fan_points_reward");
        refused(change(QuestDetailsBuilder.builder(QuestDetails.NONE).idolUid("nobody")), "idol_uid");
        refused(
                change(QuestDetailsBuilder.builder(QuestDetails.NONE).endDate(DayOrTime.parse("2026-02-01"))),
                "end_date");
        refused(
                change(QuestDetailsBuilder.builder(QuestDetails.NONE).startDate(DayOrTime.parse("2026-05-01"))),
                "start_date");
    }

    @Test
    void a_record_deleted_since_may_stay_named_but_is_not_named_anew() {
        QuestDetailsBuilder before = titled().mediaUid("removed")
                .accessRestrictionType(AccessRestriction.QUESTS)
                .requiredPageTabIds(List.of(999L));
        quest.given(created(QuestType.CUSTOM, before))
                .when(alter(QuestDetailsBuilder.builder(QuestDetails.NONE)
                        .questTitle("Again")
                        .mediaUid("removed")
                        .requiredPageTabIds(List.of(999L))))
                .expectEvents(
                        changed(QuestDetailsBuilder.builder(QuestDetails.NONE).questTitle("Again"), null));
        quest.given(created(QuestType.CUSTOM, before))
                .when(alter(QuestDetailsBuilder.builder(QuestDetails.NONE).requiredPageTabIds(List.of(999L, 998L))))
                .expectNoEvents()
                .expectException(refusalNaming("required_page_tab_ids"));
    }

    @Test
    void staff_switch_it_off_and_put_it_in_an_order() {
        quest.given(created(QuestType.CUSTOM, titled()))
                .when(alter(QuestDetailsBuilder.builder(QuestDetails.NONE)
                        .isDisabled(true)
                        .orderIdx(3L)))
                .expectEvents(changed(
                        QuestDetailsBuilder.builder(QuestDetails.NONE)
                                .isDisabled(true)
                                .orderIdx(3L),
                        null));
    }

    @Test
    void it_ends_with_its_tracker_whose_key_is_free_again() {
        quest.given(new QuestCreated(
                        QUEST,
                        5,
                        QuestType.LINK_URL,
                        "discs",
                        TRACKER,
                        complete(QuestType.LINK_URL).build()))
                .when(new EndQuest(QUEST, 5))
                .expectEvents(new QuestDeleted(QUEST))
                .expectResultMessagePayload(new SavedQuest(100));
        assertThat(quest.facts.written).containsEntry(TRACKER_ID.toString(), new TrackerEnded(TRACKER_ID));
        assertThat(quest.claims.ownerOf(KEY)).isNull();
    }

    @Test
    void another_business_or_one_that_is_gone_does_not_end_it() {
        quest.given(created(QuestType.CUSTOM, titled()))
                .when(new EndQuest(QUEST, 6))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
        quest.streams.ended(ROVERS);
        quest.given(created(QuestType.CUSTOM, titled()))
                .when(new EndQuest(QUEST, 5))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void a_deleted_one_is_unknown_but_its_state_can_be_read() {
        quest.given(created(QuestType.CUSTOM, titled()), new QuestDeleted(QUEST))
                .when(alter(titled()))
                .expectException(refusalAsUnknown());
        quest.given(created(QuestType.CUSTOM, titled()), new QuestDeleted(QUEST))
                .when(new EndQuest(QUEST, 5))
                .expectException(refusalAsUnknown());
        quest.given(created(QuestType.CUSTOM, titled()), new QuestDeleted(QUEST))
                .when(new ReadQuest(QUEST))
                .expectNoEvents()
                .expectResultMessagePayload(state(true));
    }

    @Test
    void its_state_can_be_read_and_it_counts_as_deleted_with_its_business() {
        quest.given(created(QuestType.CUSTOM, titled()))
                .when(new ReadQuest(QUEST))
                .expectNoEvents()
                .expectResultMessagePayload(state(false));
        quest.streams.ended(ROVERS);
        quest.given(created(QuestType.CUSTOM, titled()))
                .when(new ReadQuest(QUEST))
                .expectResultMessagePayload(state(true));
        quest.given(created(QuestType.CUSTOM, titled()))
                .when(alter(titled().questTitle("Other")))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void each_start_and_each_end_is_announced_once() {
        QuestCreated dated = created(
                QuestType.CUSTOM,
                titled().startDate(DayOrTime.parse("2026-03-01")).endDate(DayOrTime.parse("2026-03-02")));
        Instant start = Instant.parse("2026-03-01T00:00:00Z");
        Instant end = Instant.parse("2026-03-03T00:00:00Z");
        quest.given(dated).when(new AnnounceQuestStart(QUEST, start)).expectEvents(new QuestStarted(QUEST));
        quest.given(dated).when(new AnnounceQuestEnd(QUEST, end)).expectEvents(new QuestEnded(QUEST));
        quest.given(dated).when(new AnnounceQuestStart(QUEST, end)).expectNoEvents();
        quest.given(dated).when(new AnnounceQuestEnd(QUEST, start)).expectNoEvents();
        quest.given(dated, new QuestStarted(QUEST))
                .when(new AnnounceQuestStart(QUEST, start))
                .expectNoEvents();
        quest.given(dated, new QuestEnded(QUEST), later("2026-03-05"))
                .when(new AnnounceQuestEnd(QUEST, Instant.parse("2026-03-06T00:00:00Z")))
                .expectEvents(new QuestEnded(QUEST));
        quest.given(dated, new QuestEnded(QUEST))
                .when(new AnnounceQuestEnd(QUEST, end))
                .expectNoEvents();
    }

    private void refused(Patch<QuestDetails> change, String field) {
        QuestCreated before = created(
                QuestType.SCAN,
                complete(QuestType.SCAN)
                        .startDate(DayOrTime.parse("2026-03-01"))
                        .endDate(DayOrTime.parse("2026-04-01")));
        quest.given(before).when(new AlterQuest(QUEST, change)).expectNoEvents().expectException(refusalNaming(field));
        quest.given(before)
                .when(new CheckQuestChange(QUEST, change))
                .expectNoEvents()
                .expectException(refusalNaming(field));
    }

    private static QuestChanged later(String end) {
        return changed(QuestDetailsBuilder.builder(QuestDetails.NONE).endDate(DayOrTime.parse(end)), null);
    }

    private static QuestCreated created(QuestType type, QuestDetailsBuilder details) {
        return new QuestCreated(QUEST, 5, type, "discs", null, details.build());
    }

    private static QuestState state(boolean isDeleted) {
        return new QuestState(5, QuestType.CUSTOM, "discs", titled().build(), isDeleted);
    }

    private static AlterQuest alter(QuestDetailsBuilder change) {
        return new AlterQuest(QUEST, change(change));
    }

    private static Patch<QuestDetails> change(QuestDetailsBuilder change) {
        return Patch.of(change.build());
    }

    private static QuestChanged changed(QuestDetailsBuilder changes, @Nullable List<String> cleared) {
        return new QuestChanged(QUEST, changes.build(), cleared);
    }
}
