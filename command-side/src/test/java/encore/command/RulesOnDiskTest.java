package encore.command;

import static encore.command.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.testmongo.MongoForTests;
import encore.kernel.Patch;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.fans.FanId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardCommand.ChangeReward;
import encore.kernel.rewards.RewardCommand.CreateReward;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
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

    private static final RewardId REWARD = new RewardId(7, "00000000-0000-4000-8000-000000000001");
    private static final RewardId LATER = new RewardId(7, "00000000-0000-4000-8000-000000000002");

    @TempDir
    Path directory;

    @Test
    void an_entry_completes_a_quest_its_points_unlock_a_reward_and_nothing_repeats() throws Exception {
        try (var side = new CommandSideOnDisk(directory)) {
            List<FanId> fans = prepare(side);
            fans.forEach(fan -> EntriesForRewards.enter(side, fan));
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
                            .requiredPageTabIds(List.of(EntriesForRewards.QUEST.number()))
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
            FanId late = EntriesForRewards.fan(side, 50);
            EntriesForRewards.enter(side, late);
            // Its effects are after everything that a repeat would write.
            await(() -> issued(side, LATER).contains(late.number()) && effectsAfter(side, head) >= 3);
            assertThat(effectsAfter(side, head)).isEqualTo(3);
            assertThat(issued(side, REWARD)).hasSize(3);
        }
    }

    private static long effectsAfter(CommandSideOnDisk side, long position) {
        return side.events().stream()
                .filter(each -> each.position() > position)
                .filter(each -> each.event() instanceof RewardIssued
                        || each.event() instanceof QuestCompleted
                        || each.event() instanceof PointsAwarded)
                .count();
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
            EntriesForRewards.enter(other, fans.get(0));
            await(() -> other.events(RewardIssued.class).size() == 1);
            one.close();
            EntriesForRewards.enter(other, fans.get(1));
            EntriesForRewards.enter(other, fans.get(2));
            await(() -> other.events(QuestCompleted.class).size() == 3
                    && other.events(RewardIssued.class).size() == 2);
            assertThat(issued(other, REWARD))
                    .containsExactlyElementsOf(awarded(other).subList(0, 2));
        }
    }

    /** Four fans who are logged in, a quest that began before, and a reward for its points for the first two. */
    private static List<FanId> prepare(CommandSideOnDisk side) {
        EntriesForRewards.prepare(side);
        EntriesForRewards.reward(
                side,
                REWARD,
                RewardType.BADGE,
                details -> details.winnerSelectionModel(WinnerSelection.FIRST).rewardLimit(2L));
        List<FanId> fans = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            fans.add(EntriesForRewards.fan(side, i));
        }
        return fans;
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
