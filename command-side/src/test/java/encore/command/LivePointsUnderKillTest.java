package encore.command;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignCommand.CreateCampaign;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.shows.ShowCommand.ChangeShowState;
import encore.kernel.shows.ShowCommand.PushShownOverlay;
import encore.kernel.shows.ShowCommand.RecordQuizResults;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.ShownOverlay;
import encore.kernel.shows.answers.AnswerCommand.AnswerQuizQuestion;
import encore.kernel.shows.answers.AnswerCommand.RecordAnswer;
import encore.kernel.shows.overlays.OverlayBuilder;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.players.PlayerEvent.QuizQuestionAnswered;
import encore.kernel.shows.players.PlayerId;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that pays the right answers of a quiz, again and again. */
class LivePointsUnderKillTest {

    private static final CampaignId CAMPAIGN = new CampaignId(CommandSideOnDisk.ACCOUNT, 900);
    private static final ShowId SHOW = new ShowId(CAMPAIGN);
    private static final int FANS = 400;
    private static final long LATE = FANS + 1;
    private static final int KILLS = 3;

    @TempDir
    Path directory;

    @Test
    void after_kills_each_right_answer_is_paid_once() throws Exception {
        Random random = new Random(117);
        for (int round = 0; round < KILLS; round++) {
            Process process = start();
            try (var output =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                assertThat(output.readLine()).as("the results are shown").isEqualTo("shown");
                Thread.sleep(random.nextInt(200));
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
        try (var side = new CommandSideOnDisk(directory)) {
            List<Long> right = side.events(QuizQuestionAnswered.class).stream()
                    .map(each -> (QuizQuestionAnswered) each.event())
                    .filter(answer -> answer.answerIdx() == 1)
                    .map(answer -> answer.player().fanId())
                    .toList();
            assertThat(right).hasSize(FANS / 2);
            assertThat(side.events(QuizResultsShown.class)).hasSize(1);
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (paid(side).size() < right.size() && System.nanoTime() < deadline) {
                Thread.sleep(50);
            }
            // The last of them is after everything that a repeat would write.
            side.send(new RecordAnswer(player(LATE), "q1", 1, 1, true, Instant.now()));
            while (paid(side).size() < right.size() + 1 && System.nanoTime() < deadline) {
                Thread.sleep(50);
            }
            assertThat(paid(side)).hasSize(right.size() + 1).containsAll(right).doesNotHaveDuplicates();
        }
    }

    /** Returns the fans who were paid, by the records of points. */
    private static List<Long> paid(CommandSideOnDisk side) {
        return side.events(PointsAwarded.class).stream()
                .map(RecordedEvent::event)
                .map(PointsAwarded.class::cast)
                .peek(record -> {
                    assertThat(record.count()).isEqualTo(10);
                    assertThat(record.source()).isEqualTo("live");
                    assertThat(record.pageTabId()).isEqualTo(CAMPAIGN.number());
                    assertThat(record.ledger().pointUid()).isEqualTo("p");
                })
                .map(record -> record.ledger().fan().number())
                .toList();
    }

    private Process start() throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LivePointsUnderKillTest.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Lets fans answer and shows the results, unless an earlier process did so, and pays until it is killed. */
    public static void main(String... arguments) throws InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // Nothing else is printed to the standard output.
        System.setOut(System.err);
        CommandSideOnDisk side = new CommandSideOnDisk(Path.of(arguments[0]));
        if (side.events(QuizResultsShown.class).isEmpty()) {
            play(side);
        }
        out.println("shown");
        Thread.sleep(Duration.ofMinutes(1));
    }

    private static void play(CommandSideOnDisk side) {
        BusinessId business = side.addBusiness(9);
        side.send(new CreateCampaign(
                CAMPAIGN,
                AppType.FANXP,
                business.number(),
                CampaignDetailsBuilder.builder().name("Final").build()));
        side.send(new ChangeShowState(SHOW, ShowState.PENDING));
        var overlay = OverlayBuilder.builder()
                .appOverlayUid("o1")
                .overlayType(OverlayType.QUIZ_QUESTION)
                .quizQuestionUid("q1")
                .build();
        side.send(
                new PushShownOverlay(SHOW, new ShownOverlay(overlay, "Who scored?", List.of("Ann", "Bob"), 10L, null)));
        for (long number = 1; number <= FANS; number++) {
            long fan = side.registerFan(number, "fan" + number + "@example.com").number();
            side.send(new AnswerQuizQuestion(player(fan), "q1", (int) (number % 2), Instant.now()));
        }
        side.registerFan(LATE, "late@example.com");
        side.send(new RecordQuizResults(SHOW, "q1", List.of(1), 10));
    }

    private static PlayerId player(long fan) {
        return new PlayerId(CAMPAIGN, fan);
    }
}
