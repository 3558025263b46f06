package encore.query.completions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.completions.Completion;
import encore.kernel.completions.CompletionBuilder;
import encore.kernel.completions.CompletionMap;
import encore.kernel.completions.CompletionQuery.FindCompletionMap;
import encore.kernel.completions.CompletionQuery.FindCompletionsOfFan;
import encore.kernel.completions.CompletionQuery.FindFanQuests;
import encore.kernel.completions.FanQuest;
import encore.kernel.completions.FanQuestStatus;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanState;
import encore.kernel.points.PointsQuery.FindBalances;
import encore.kernel.points.ledgers.Balance;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestQuery.ListEnteredQuests;
import encore.kernel.quests.QuestType;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagQuery.FindSomeTags;
import encore.kernel.tags.TagQuery.FindTagsOfFan;
import encore.kernel.tags.TaggedFanBuilder;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.PointTypeWithTiers;
import encore.kernel.tiers.TiersQuery.FindPointTypesWithTiers;
import encore.kernel.time.AsOf;
import encore.kernel.time.Moment;
import encore.query.FakeQueryGateway;
import encore.query.runner.MemoryTail;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class QuestsOfFanTest {

    private static final FanId ADA = new FanId(7, 42);
    private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

    private final FakeQueryGateway questions = new FakeQueryGateway()
            .on(RequireFan.class, query -> {
                if (query.fanId() != 42) {
                    throw Refusal.unknown("There is no such fan.");
                }
                return new FanState(42, FanState.State.KNOWN);
            })
            .on(FindCompletionsOfFan.class, query -> List.of(completion(900)))
            .on(FindBalances.class, query -> List.of(new Balance("discs", "Discs", 50, 1L, null, 9)))
            .on(
                    FindTagsOfFan.class,
                    query -> List.of(TaggedFanBuilder.builder()
                            .tagName("VIP")
                            .tagId(3)
                            .fanId(42)
                            .creationTimestamp(NOW)
                            .build()))
            .on(
                    FindSomeTags.class,
                    query -> query.tagIds().stream()
                            .map(id -> new Tag(id, id == 3 ? "VIP" : "Crew", NOW))
                            .toList())
            .on(
                    FindPointTypesWithTiers.class,
                    query -> List.of(
                            new PointTypeWithTiers("discs", "Discs", List.of(tier("bronze", 50), tier("gold", 51)))));

    private final MemoryTail log = new MemoryTail();
    private final QuestsOfFan quests = new QuestsOfFan(questions, new TagsAtMoment(questions, log));

    @Test
    void the_map_has_every_quest_in_its_order() {
        listed(quest(901, details -> details), quest(900, details -> details));
        CompletionMap map = quests.find(new FindCompletionMap(7, 5, 42, "perf", AsOf.of(9)));
        assertThat(map.byPageTabId()).containsExactly(Map.entry(901L, false), Map.entry(900L, true));
        assertThat(questions.askedQueries)
                .contains(
                        new ListEnteredQuests(7, 5, true, "perf", AsOf.of(9)),
                        new FindCompletionsOfFan(7, 42, AsOf.of(9)));
    }

    @Test
    void an_unknown_fan_is_unknown() {
        assertThatThrownBy(() -> quests.find(new FindCompletionMap(7, 5, 43, null, null)))
                .isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> quests.find(new FindFanQuests(7, 5, 43, NOW, null), Moment.NOW))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void each_restriction_has_its_status_and_its_reason() {
        listed(
                quest(900, byPoints(1_000)),
                quest(901, byPoints(50)),
                quest(902, byPoints(51)),
                quest(903, byTier("bronze")),
                quest(904, byTier("gold")),
                quest(905, byTier("gone")),
                quest(906, byQuests(900L)),
                quest(907, byQuests(900L, 901L)),
                quest(908, byTag("vip")),
                quest(909, byTag("Crew")));
        assertThat(statuses())
                .containsExactly(
                        "900 COMPLETED The fan completed the quest.",
                        "901 ACTIVE null",
                        "902 LOCKED The fan has fewer than 51 points.",
                        "903 ACTIVE null",
                        "904 LOCKED The fan has not reached the tier.",
                        "905 LOCKED The fan has not reached the tier.",
                        "906 ACTIVE null",
                        "907 LOCKED The fan has not completed all required quests.",
                        "908 ACTIVE null",
                        "909 HIDDEN The fan lacks the tag Crew.");
    }

    @Test
    void that_a_quest_is_not_active_stands_in_its_reason_and_changes_no_status() {
        listed(
                quest(901, details -> details.endDate(DayOrTime.parse("2026-04-30"))),
                quest(902, details -> byPoints(51).apply(details.startDate(DayOrTime.parse("2026-05-02")))),
                quest(900, details -> details.isDisabled(true)));
        assertThat(statuses())
                .containsExactly(
                        "901 ACTIVE The quest has ended.",
                        "902 LOCKED The fan has fewer than 51 points. The quest has not started.",
                        "900 COMPLETED The fan completed the quest. The quest is switched off.");
    }

    @Test
    void a_completion_is_shown_with_its_activity_and_the_time_of_the_deed() {
        listed(quest(900, details -> details));
        FanQuest row =
                quests.find(new FindFanQuests(7, 5, 42, NOW, null), Moment.NOW).getFirst();
        assertThat(row.status()).isEqualTo(FanQuestStatus.COMPLETED);
        assertThat(row.activityId()).isEqualTo(17);
        assertThat(row.completionTimestamp()).isEqualTo(NOW);
    }

    @Test
    void tags_of_an_earlier_moment_come_from_the_stream_of_the_fan() {
        listed(quest(908, byTag("vip")), quest(909, byTag("crew")));
        log.append(ADA.toString(), new FanTagsChanged(ADA, List.of(4L), List.of()));
        log.append(ADA.toString(), new FanTagsChanged(ADA, List.of(3L), List.of(4L)));
        assertThat(statusesAt(1)).containsExactly("908 HIDDEN", "909 ACTIVE");
        assertThat(statusesAt(2)).containsExactly("908 ACTIVE", "909 HIDDEN");
    }

    private List<String> statuses() {
        return quests.find(new FindFanQuests(7, 5, 42, NOW, null), Moment.NOW).stream()
                .map(row -> row.pageTabId() + " " + row.status() + " " + row.reason())
                .toList();
    }

    private List<String> statusesAt(long position) {
        return quests.find(new FindFanQuests(7, 5, 42, NOW, AsOf.of(position)), new Moment(position, NOW)).stream()
                .map(row -> row.pageTabId() + " " + row.status())
                .toList();
    }

    private void listed(Quest... all) {
        questions.on(ListEnteredQuests.class, query -> List.of(all));
    }

    private static Quest quest(long pageTabId, UnaryOperator<QuestDetailsBuilder> details) {
        return new Quest(
                7,
                pageTabId,
                5,
                QuestType.CUSTOM,
                "discs",
                null,
                details.apply(QuestDetailsBuilder.builder(QuestDetails.NONE)).build(),
                List.of(),
                NOW);
    }

    private static UnaryOperator<QuestDetailsBuilder> byPoints(long points) {
        return details ->
                details.accessRestrictionType(AccessRestriction.FAN_POINTS).fanPointsRequired(points);
    }

    private static UnaryOperator<QuestDetailsBuilder> byTier(String uid) {
        return details ->
                details.accessRestrictionType(AccessRestriction.POINT_TIER).pointTierUid(uid);
    }

    private static UnaryOperator<QuestDetailsBuilder> byQuests(Long... pageTabIds) {
        return details ->
                details.accessRestrictionType(AccessRestriction.QUESTS).requiredPageTabIds(List.of(pageTabIds));
    }

    private static UnaryOperator<QuestDetailsBuilder> byTag(String name) {
        return details -> details.accessRestrictionType(AccessRestriction.TAG).tagName(name);
    }

    private static PointTier tier(String uid, long minPoints) {
        return new PointTier(uid, 7, "discs", "Discs", uid, minPoints, NOW);
    }

    private static Completion completion(long pageTabId) {
        return CompletionBuilder.builder()
                .account(7)
                .fanId(42)
                .pageTabId(pageTabId)
                .businessId(5)
                .activityId(17)
                .completionTimestamp(NOW)
                .creationTimestamp(NOW)
                .pointsReward(50L)
                .build();
    }
}
