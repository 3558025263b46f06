package encore.command;

import static encore.command.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.CommandResult;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.sidetables.SideTableVerifier.Verified;
import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.businesses.BusinessCommand.RemoveBusiness;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.AppType;
import encore.kernel.completions.CompletedQuest;
import encore.kernel.completions.CompletionCommand.CompleteQuest;
import encore.kernel.completions.CompletionCommand.CompleteQuestByCall;
import encore.kernel.completions.CompletionDraft;
import encore.kernel.completions.CompletionEvent.CompletionPaid;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.completions.CompletionId;
import encore.kernel.completions.CompletionUids;
import encore.kernel.completions.QuestTerms;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanId;
import encore.kernel.identifiers.IdentifierCommand.AddIdentifier;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.performances.PerformanceCommand.AddPerformance;
import encore.kernel.performances.PerformanceDetailsBuilder;
import encore.kernel.performances.PerformanceId;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.QuestCommand.AlterQuest;
import encore.kernel.quests.QuestCommand.CreateQuest;
import encore.kernel.quests.QuestCommand.DeleteQuest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestReward;
import encore.kernel.quests.QuestType;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.TiersCommand.AddTier;
import encore.kernel.trackers.NewTracker;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Completions in a log, by calls and by commands of automations. */
class CompletionsOnDiskTest {

    @Nested
    class OnSqlite extends Contract {

        @RegisterExtension
        static final SharedCommandSide SHARED = new SharedCommandSide(
                directory -> List.of(new CommandSideOnDisk(directory.resolve("data"))),
                CompletionsOnDiskTest::checkLog);

        @Override
        SharedCommandSide shared() {
            return SHARED;
        }
    }

    @Nested
    class OnMongo extends Contract {

        @RegisterExtension
        static final SharedCommandSide SHARED = SharedCommandSide.ofTwoNodes();

        @Override
        SharedCommandSide shared() {
            return SHARED;
        }
    }

    private static void checkLog(Path directory) {
        for (boolean withKeys : List.of(true, false)) {
            Verified found = new RestoredStore.InDirectory(directory).verified(withKeys);
            assertThat(found.report().problem()).isNull();
            assertThat(found.claims().missing()).isEmpty();
            assertThat(found.claims().unfounded()).isEmpty();
        }
    }

    abstract static class Contract {

        private List<CommandSideOnDisk> nodes;
        private CommandSideOnDisk side;
        private CommandSideOnDisk other;
        private FanId fan;
        private int minted;

        abstract SharedCommandSide shared();

        @BeforeEach
        void start() {
            nodes = shared().nodes();
            side = nodes.getFirst();
            other = nodes.getLast();
            side.addBusiness(5);
            fan = side.registerFan(42, "ada@example.com");
            side.send(new AddPerformance(
                    new PerformanceId(side.account(), "show"),
                    PerformanceDetailsBuilder.builder()
                            .performanceName("Show")
                            .performanceDate(LocalDate.of(2026, 5, 1))
                            .build()));
        }

        @Test
        void a_completion_its_activity_and_its_points_are_one_each_and_a_repeat_answers_the_first() {
            QuestId quest = quest(900, QuestType.CUSTOM, points(50));
            long activityId = complete(side, quest, null);
            assertThat(event(activityId)).isInstanceOfSatisfying(ActivityRecorded.class, activity -> {
                assertThat(activity.appType()).isEqualTo(AppType.QUEST);
                assertThat(activity.title()).isEqualTo("Be there");
                assertThat(activity.pageTabId()).isEqualTo(900);
                assertThat(activity.businessId()).isEqualTo(5);
                assertThat(activity.fan()).isEqualTo(fan);
            });
            assertThat(event(activityId - 1)).isInstanceOf(QuestCompleted.class);
            PointsAwarded award = theAward();
            assertThat(award.activityId()).isEqualTo(activityId);
            assertThat(award.source()).isEqualTo("quest");
            assertThat(award.pageTabId()).isEqualTo(900);
            assertThat(award.count()).isEqualTo(50);
            assertThat(award.balance()).isEqualTo(50);
            assertThat(complete(other, quest, null)).isEqualTo(activityId);
            side.reopen();
            assertThat(complete(side, quest, null)).isEqualTo(activityId);
            theAutomationHasNothingToAdd();
        }

        @Test
        void calls_and_an_automation_at_once_on_two_nodes_complete_once_and_pay_once() {
            QuestId quest = quest(900, QuestType.CUSTOM, points(50));
            List<CompletableFuture<CommandResult>> running = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                CommandSideOnDisk node = nodes.get(i % nodes.size());
                running.add(node.start(null, null, i % 4 == 0 ? byAutomation(quest) : call(quest, null)));
            }
            assertThat(running.stream()
                            .map(one -> ((CompletedQuest) one.join().answer()).activityId())
                            .distinct())
                    .hasSize(1);
            assertThat(side.events(QuestCompleted.class)).hasSize(1);
            assertThat(side.events(ActivityRecorded.class)).hasSize(1);
            await(() -> side.events(CompletionPaid.class).size() == 1);
            theAutomationHasNothingToAdd();
        }

        @Test
        void the_points_of_a_completion_that_an_automation_sent_are_awarded_though_the_quest_is_deleted_at_once() {
            QuestId quest = quest(900, QuestType.CUSTOM, points(50));
            CompletedQuest completed = side.send(byAutomation(quest));
            side.send(new DeleteQuest(quest, 5));
            await(() -> side.events(CompletionPaid.class).size() == 1);
            assertThat(theAward().activityId()).isEqualTo(completed.activityId());
            assertThat(theAward().quest().at()).isEqualTo(Instant.parse("2026-05-01T10:00:00Z"));
        }

        @Test
        void a_changed_quest_changes_no_completion_and_no_award() {
            QuestId quest = quest(900, QuestType.CUSTOM, points(50));
            long activityId = complete(side, quest, null);
            side.send(new AlterQuest(
                    quest,
                    Patch.of(QuestDetailsBuilder.builder().fanPointsReward(70L).build())));
            assertThat(complete(side, quest, null)).isEqualTo(activityId);
            assertThat(theAward().count()).isEqualTo(50);
        }

        @Test
        void a_request_that_comes_again_is_answered_alike_on_another_node() {
            QuestId quest = quest(900, QuestType.CUSTOM, points(50));
            CommandResult first = side.send(side.account() + ":r", "f", call(quest, "w1"));
            assertThat(other.send(side.account() + ":r", "f", call(quest, "w1")).answer())
                    .isEqualTo(first.answer());
            side.reopen();
            assertThat(side.send(side.account() + ":r", "f", call(quest, "w1")).answer())
                    .isEqualTo(first.answer());
        }

        @Test
        void a_refused_call_links_nothing_and_another_fans_wristband_completes_nothing() {
            QuestId over = quest(900, QuestType.WRISTBAND, details -> details.endDate(DayOrTime.parse("2020-01-01")));
            QuestId locked = quest(
                    901,
                    QuestType.CUSTOM,
                    details -> details.accessRestrictionType(AccessRestriction.FAN_POINTS)
                            .fanPointsRequired(10L));
            refused(() -> complete(side, over, "w1"), "quest-not-active");
            refused(() -> complete(side, locked, "w1"), "quest-locked");
            FanId ben = side.registerFan(43, "ben@example.com");
            side.send(new AddIdentifier(new IdentifiersId(ben), "wristband", "w2"));
            QuestId open = quest(902, QuestType.CUSTOM, details -> details);
            assertThatThrownBy(() -> complete(side, open, "w2")).isInstanceOfSatisfying(Refusal.class, refusal -> {
                assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
                assertThat(refusal.field()).isEqualTo("lookup_id");
            });
            assertThat(side.events(IdentifierAdded.class)).hasSize(1);
            assertThat(side.events(QuestCompleted.class)).isEmpty();
        }

        @Test
        void a_completed_quest_that_ended_still_links_a_wristband_and_still_requires_one() {
            QuestId quest = quest(900, QuestType.WRISTBAND, details -> details);
            refused(() -> complete(side, quest, null), "lookup-id-missing");
            long activityId = complete(side, quest, "w1");
            side.send(new AlterQuest(
                    quest,
                    Patch.of(QuestDetailsBuilder.builder()
                            .endDate(DayOrTime.parse("2020-01-01"))
                            .isDisabled(true)
                            .build())));
            refused(() -> complete(side, quest, null), "lookup-id-missing");
            assertThat(complete(side, quest, "w2")).isEqualTo(activityId);
            assertThat(side.events(IdentifierAdded.class)).hasSize(2);
            assertThat(side.events(QuestCompleted.class)).hasSize(1);
        }

        @Test
        void each_restriction_opens_a_quest_as_soon_as_the_fan_meets_it() {
            QuestId first = quest(900, QuestType.CUSTOM, points(50));
            QuestId byPoints = quest(
                    901,
                    QuestType.CUSTOM,
                    details -> details.accessRestrictionType(AccessRestriction.FAN_POINTS)
                            .fanPointsRequired(50L));
            QuestId byQuests = quest(
                    902,
                    QuestType.CUSTOM,
                    details -> details.accessRestrictionType(AccessRestriction.QUESTS)
                            .requiredPageTabIds(List.of(900L)));
            side.send(new AddTier(new PointTiersId(side.account(), "p"), "tier", "Gold", 60));
            QuestId byTier = quest(
                    903,
                    QuestType.CUSTOM,
                    details -> details.accessRestrictionType(AccessRestriction.POINT_TIER)
                            .pointTierUid("tier"));
            QuestId byTag = quest(
                    904,
                    QuestType.CUSTOM,
                    details ->
                            details.accessRestrictionType(AccessRestriction.TAG).tagName("VIP"));
            for (QuestId quest : List.of(byPoints, byQuests, byTier)) {
                refused(() -> complete(side, quest, null), "quest-locked");
            }
            refused(() -> complete(side, byTag, null), "quest-hidden");
            complete(side, first, null);
            complete(side, byPoints, null);
            complete(side, byQuests, null);
            refused(() -> complete(side, byTier, null), "quest-locked");
            side.send(new AwardPoints(new LedgerId(fan, "p"), "a1", 10, "ent", AwardDetails.NONE));
            complete(side, byTier, null);
            refused(() -> complete(side, byTag, null), "quest-hidden");
        }

        @Test
        void a_quest_or_fan_that_does_not_exist_is_unknown() {
            QuestId quest = quest(900, QuestType.CUSTOM, points(50));
            assertUnknown(new CompleteQuestByCall(CompletionId.of(quest, 42), 6, null, uids(), null));
            assertUnknown(new CompleteQuestByCall(CompletionId.of(quest, 43), 5, null, uids(), null));
            assertUnknown(new CompleteQuestByCall(new CompletionId(side.account(), 901, 42), 5, null, uids(), null));
            side.send(new DeleteQuest(quest, 5));
            assertUnknown(call(quest, null));
            assertUnknown(byAutomation(quest));
            QuestId last = quest(902, QuestType.CUSTOM, points(50));
            side.send(new RemoveBusiness(new BusinessId(side.account(), 5)));
            assertUnknown(call(last, null));
            assertUnknown(byAutomation(last));
            assertThat(side.events(QuestCompleted.class)).isEmpty();
        }

        @Test
        void an_erased_fan_completes_nothing_and_is_paid_nothing() {
            QuestId quest = quest(900, QuestType.CUSTOM, points(50));
            side.send(new EraseFan(fan));
            assertUnknown(call(quest, null));
            assertUnknown(byAutomation(quest));
            assertThat(side.events(QuestCompleted.class)).isEmpty();
        }

        @Test
        void an_award_key_of_a_customer_does_not_meet_the_key_of_a_quest() {
            QuestId quest = quest(900, QuestType.CUSTOM, points(50));
            for (String key : List.of("900", "quest:900")) {
                side.send(new AwardPoints(new LedgerId(fan, "p"), "k" + key, 1, "ent", AwardDetails.withKey(key)));
            }
            complete(side, quest, null);
            assertThat(side.events(CompletionPaid.class)).hasSize(1);
        }

        private void theAutomationHasNothingToAdd() {
            FanId last = side.registerFan(1_000 + minted, "last" + minted + "@example.com");
            QuestId quest = quest(2_000 + minted++, QuestType.CUSTOM, points(1));
            side.send(new CompleteQuest(CompletionId.of(quest, last.number()), draft(1)));
            await(() -> paid(last.number()) == 1);
            assertThat(paid(42)).isEqualTo(1);
        }

        private long paid(long fanId) {
            return side.events(CompletionPaid.class).stream()
                    .filter(one -> ((CompletionPaid) one.event()).completion().fanId() == fanId)
                    .count();
        }

        private PointsAwarded theAward() {
            return side.events(PointsAwarded.class).stream()
                    .map(one -> (PointsAwarded) one.event())
                    .filter(award -> award.ledger().fan().equals(fan))
                    .reduce((one, another) -> {
                        throw new AssertionError("Two awards");
                    })
                    .orElseThrow();
        }

        private Event event(long position) {
            return side.events().stream()
                    .filter(one -> one.position() == position)
                    .map(RecordedEvent::event)
                    .findFirst()
                    .orElseThrow();
        }

        private void assertUnknown(Command<?> command) {
            assertThatThrownBy(() -> side.send(command))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        }

        private static void refused(ThrowingCallable call, String type) {
            assertThatThrownBy(call)
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.type()).isEqualTo(type));
        }

        private QuestId quest(long pageTabId, QuestType type, UnaryOperator<QuestDetailsBuilder> details) {
            QuestId quest = new QuestId(side.account(), pageTabId);
            QuestDetailsBuilder titled = QuestDetailsBuilder.builder(QuestDetails.NONE)
                    .questTitle("Be there")
                    .performanceUid("show");
            side.send(new CreateQuest(
                    quest,
                    5,
                    type,
                    details.apply(titled).build(),
                    new NewTracker(pageTabId, "key" + pageTabId + "abcd")));
            return quest;
        }

        private static UnaryOperator<QuestDetailsBuilder> points(long points) {
            return details -> details.rewardType(QuestReward.FAN_POINTS).fanPointsReward(points);
        }

        private long complete(CommandSideOnDisk node, QuestId quest, @Nullable String lookupId) {
            return node.send(call(quest, lookupId)).activityId();
        }

        private CompleteQuestByCall call(QuestId quest, @Nullable String lookupId) {
            return new CompleteQuestByCall(CompletionId.of(quest, 42), 5, lookupId, uids(), null);
        }

        private CompletionUids uids() {
            return CompletionUids.mint();
        }

        private CompleteQuest byAutomation(QuestId quest) {
            return new CompleteQuest(CompletionId.of(quest, 42), draft(50));
        }

        private static CompletionDraft draft(long points) {
            return new CompletionDraft(
                    null,
                    Instant.parse("2026-05-01T10:00:00Z"),
                    List.of(3L),
                    new QuestTerms(5, "Be there", "p", points, null, null),
                    null);
        }
    }
}
