package encore.command;

import static encore.command.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.testmongo.MongoForTests;
import encore.kernel.Patch;
import encore.kernel.activities.ActivityCommand.RecordEntry;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityId;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignCommand.CreateCampaign;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.fans.FanId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.QuestCommand.CreateQuest;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestReward;
import encore.kernel.quests.QuestType;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardCommand.ChangeReward;
import encore.kernel.rewards.RewardCommand.CreateReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.SessionCommandOpenFanSessionBuilder;
import encore.kernel.sessions.logins.LoginDetailsBuilder;
import encore.kernel.sessions.logins.LoginNetwork;
import encore.kernel.sessions.logins.LoginSource;
import encore.kernel.sessions.logins.LoginType;
import encore.kernel.trackers.NewTracker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From an entry to an issued reward, on the whole command side: quests that deeds complete, and rewards that points unlock. */
class RulesOnDiskTest {

    private static final CampaignId CAMPAIGN = new CampaignId(7, 900);
    private static final RewardId REWARD = new RewardId(7, "00000000-0000-4000-8000-000000000001");
    private static final RewardId LATER = new RewardId(7, "00000000-0000-4000-8000-000000000002");

    @TempDir
    Path directory;

    @Test
    void an_entry_completes_a_quest_its_points_unlock_a_reward_and_nothing_repeats() throws Exception {
        try (var side = new CommandSideOnDisk(directory)) {
            List<FanId> fans = prepare(side);
            fans.forEach(fan -> enter(side, fan));
            await(() -> side.events(QuestCompleted.class).size() == 4
                    && side.events(RewardIssued.class).size() == 2);
            assertThat(issued(side, REWARD))
                    .containsExactlyElementsOf(awarded(side).subList(0, 2));
            RecordedEvent first = side.events(RewardIssued.class).getFirst();
            RewardIssued issuance = (RewardIssued) first.event();
            assertThat(issuance.at()).isEqualTo(stampOfEntry(side, issuance.fan()));
            assertThat(issuance.causes())
                    .hasSize(3)
                    .last()
                    .satisfies(position -> assertThat(
                                    side.events().get((int) (position - 1)).event())
                            .isInstanceOf(PointsAwarded.class));
            assertThat(first.origin().actor()).isEqualTo("WhenRequirementMetThenIssueReward");

            side.send(new ChangeReward(
                    REWARD,
                    Patch.of(RewardDetailsBuilder.builder().rewardLimit(3L).build()),
                    Instant.now()));
            await(() -> side.events(RewardIssued.class).size() == 3);
            assertThat(issued(side, REWARD))
                    .containsExactlyElementsOf(awarded(side).subList(0, 3));

            side.send(new CreateReward(
                    LATER,
                    9,
                    RewardType.BADGE,
                    RewardDetailsBuilder.builder()
                            .rewardTitle("Later")
                            .requirementType(RequirementType.QUESTS)
                            .requiredPageTabIds(List.of(5L))
                            .build(),
                    List.of()));
            await(() -> side.events(RewardIssued.class).size() == 7);
            assertThat(issued(side, LATER)).containsExactlyInAnyOrderElementsOf(numbers(fans));
        }
        long head = head();
        try (Stream<Path> files = Files.list(directory.resolve("automations"))) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("When"))
                    .toList()) {
                Files.delete(file);
            }
        }
        try (var side = new CommandSideOnDisk(directory)) {
            FanId late = side.registerFan(50, "late@example.com");
            logIn(side, late);
            enter(side, late);
            // The last of its effects is behind everything that a repeat would write.
            await(() -> issued(side, LATER).contains(late.number()));
            assertThat(side.events().stream()
                            .filter(each -> each.position() > head)
                            .filter(each -> each.event() instanceof RewardIssued
                                    || each.event() instanceof QuestCompleted
                                    || each.event() instanceof PointsAwarded))
                    .hasSize(3);
            assertThat(issued(side, REWARD)).hasSize(3);
        }
    }

    private long head() throws Exception {
        try (var log = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("events.db"));
                var rows = log.createStatement().executeQuery("SELECT max(position) FROM events")) {
            return rows.getLong(1);
        }
    }

    @Test
    void of_two_nodes_one_issues_and_the_other_takes_over() {
        String uri = MongoForTests.uri();
        var one = CommandSideOnDisk.onMongo(uri);
        try (var other = CommandSideOnDisk.onMongo(uri)) {
            List<FanId> fans = prepare(one);
            enter(other, fans.get(0));
            await(() -> other.events(RewardIssued.class).size() == 1);
            one.close();
            enter(other, fans.get(1));
            enter(other, fans.get(2));
            await(() -> other.events(QuestCompleted.class).size() == 3
                    && other.events(RewardIssued.class).size() == 2);
            assertThat(issued(other, REWARD))
                    .containsExactlyElementsOf(awarded(other).subList(0, 2));
        }
    }

    /** Four fans who are logged in, a quest that began before, and a reward for its points for the first two. */
    private static List<FanId> prepare(CommandSideOnDisk side) {
        BusinessId business = side.addBusiness(9);
        side.send(new CreateCampaign(
                CAMPAIGN,
                AppType.TRIVIA,
                business.number(),
                CampaignDetailsBuilder.builder().name("Trivia").build()));
        side.send(new CreateQuest(
                new QuestId(7, 5),
                9,
                QuestType.CAMPAIGN,
                QuestDetailsBuilder.builder()
                        .questTitle("Play")
                        .targetPageTabId(CAMPAIGN.number())
                        .startDate(new DayOrTime("2020-01-01"))
                        .rewardType(QuestReward.FAN_POINTS)
                        .fanPointsReward(60L)
                        .build(),
                new NewTracker(1, "unused00")));
        RewardDetails details = RewardDetailsBuilder.builder()
                .rewardTitle("First")
                .requirementType(RequirementType.FAN_POINTS)
                .fanPointsRequired(60L)
                .winnerSelectionModel(WinnerSelection.FIRST)
                .rewardLimit(2L)
                .build();
        side.send(new CreateReward(REWARD, 9, RewardType.BADGE, details, List.of()));
        List<FanId> fans = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            FanId fan = side.registerFan(i, "fan" + i + "@example.com");
            logIn(side, fan);
            fans.add(fan);
        }
        return fans;
    }

    private static void logIn(CommandSideOnDisk side, FanId fan) {
        side.send(SessionCommandOpenFanSessionBuilder.builder()
                .logins(new LoginsId(fan))
                .sessionHash("ref-" + fan.number())
                .details(LoginDetailsBuilder.builder()
                        .businessId(9)
                        .network(LoginNetwork.EMAIL)
                        .loginType(LoginType.CODE)
                        .loginSource(LoginSource.CONNECT)
                        .build())
                .at(Instant.now())
                .build());
    }

    private static void enter(CommandSideOnDisk side, FanId fan) {
        side.send(new RecordEntry(
                new ActivityId(7, "activity-" + fan.number()), CAMPAIGN, fan, false, ActivityDetails.NONE));
    }

    private static Instant stampOfEntry(CommandSideOnDisk side, FanId fan) {
        return side.events(ActivityRecorded.class).stream()
                .filter(each -> ((ActivityRecorded) each.event()).fan().equals(fan))
                .findFirst()
                .orElseThrow()
                .at();
    }

    private static List<Long> issued(CommandSideOnDisk side, RewardId reward) {
        return side.events(RewardIssued.class).stream()
                .map(each -> (RewardIssued) each.event())
                .filter(each -> each.reward().equals(reward))
                .map(RewardIssued::fanId)
                .toList();
    }

    /** Returns the fans in the order of their awards, which are the causes. */
    private static List<Long> awarded(CommandSideOnDisk side) {
        return side.events(PointsAwarded.class).stream()
                .map(each -> ((PointsAwarded) each.event()).ledger().fan().number())
                .toList();
    }

    private static List<Long> numbers(List<FanId> fans) {
        return fans.stream().map(FanId::number).toList();
    }
}
