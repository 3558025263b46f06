package encore.command;

import static encore.command.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import encore.command.contacts.delivery.MessageSettings;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.process.AutomationDeadLetter;
import encore.infra.eventstore.process.EntryReader.Entry;
import encore.infra.eventstore.process.OperatorNotes;
import encore.infra.eventstore.process.ProcessStores;
import encore.kernel.Event;
import encore.kernel.completions.CompletionEvent.CompletionPaid;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.fans.FanId;
import encore.kernel.passes.PassEvent.PassIssued;
import encore.kernel.performances.PerformanceCommand.AddPerformance;
import encore.kernel.performances.PerformanceDetailsBuilder;
import encore.kernel.performances.PerformanceId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.qrmails.QrMailEvent.QrMailEnded;
import encore.kernel.qrmails.QrMailEvent.QrMailRequested;
import encore.kernel.quests.DeliveryMethod;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A command that an automation of quests or rewards sends again has no second effect: after a restore, after a loss of all that they
 * keep, and when a dead letter is retried after its request was forgotten.
 */
class RepeatedLoyaltyTest {

    private static final List<Class<? extends Event>> EFFECTS = List.of(
            QuestCompleted.class, PointsAwarded.class, CompletionPaid.class, RewardIssued.class, PassIssued.class);

    private static final RewardId BADGE = new RewardId(7, "00000000-0000-4000-8000-000000000001");
    private static final RewardId PASS = new RewardId(7, "00000000-0000-4000-8000-000000000002");
    private static final RewardId DRINK = new RewardId(7, "00000000-0000-4000-8000-000000000003");

    /** Commits with such an event are durable, but their commands fail. */
    private static final Set<String> UNANSWERED = Set.of(
            "quest_completed", "completion_paid", "reward_issued", "pass_issued", "qr_mail_requested", "qr_mail_ended");

    /** Requests are forgotten after 8 days. */
    private static final Duration LATER = Duration.ofDays(9);

    @TempDir
    private Path directory;

    private final GreenMail mails = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));

    @BeforeEach
    void start() {
        mails.start();
    }

    @AfterEach
    void stop() {
        mails.stop();
    }

    @Test
    void a_letter_whose_command_took_effect_changes_nothing_after_nine_days() {
        try (var side = open()) {
            prepare(side);
            FanId ada = EntriesForRewards.fan(side, 1);
            side.log.durable = commit -> {
                if (commit.events().stream().anyMatch(event -> UNANSWERED.contains(event.type()))) {
                    throw new IllegalStateException("the answer is lost");
                }
            };
            EntriesForRewards.enter(side, ada);
            await(() -> isComplete(side, ada, 1) && letters(side).size() == 8);
            Map<String, Long> before = effects(side);
            side.reopenAfter(LATER);
            assertThat(letters(side)).hasSize(8);
            ProcessStores stores = side.bean(ProcessStores.class);
            for (String name : stores.names()) {
                for (Entry letter : stores.open(name).list(AutomationDeadLetter.PREFIX, null, 100)) {
                    stores.open(name).addNote(OperatorNotes.retry(letter.key()));
                }
            }
            await(() -> letters(side).isEmpty());
            anotherFanHasTheSameEffectsAndNoMail(side, before);
        }
    }

    @Test
    void all_commands_that_are_sent_again_after_nine_days_change_nothing() throws Exception {
        try (var side = open()) {
            prepare(side);
            FanId ada = EntriesForRewards.fan(side, 1);
            EntriesForRewards.enter(side, ada);
            await(() -> isComplete(side, ada, 1));
            Map<String, Long> before = effects(side);
            side.close();
            loseAllOfTheAutomations();
            side.reopenAfter(LATER);
            anotherFanHasTheSameEffectsAndNoMail(side, before);
        }
    }

    private void anotherFanHasTheSameEffectsAndNoMail(CommandSideOnDisk side, Map<String, Long> before) {
        // The log's stamps did not go ahead: her QR code is too old for a mail.
        FanId bea = EntriesForRewards.fan(side, 2);
        EntriesForRewards.enter(side, bea);
        await(() -> isComplete(side, bea, 1));
        assertThat(effects(side)).isEqualTo(twice(before));
        assertThat(side.events(QrMailRequested.class)).hasSize(1);
        assertThat(mails.getReceivedMessages()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_restored_log_repeats_nothing_and_what_it_lost_is_done_again(boolean onMongo) {
        RestoredStore store = onMongo ? new RestoredStore.InMongo(false) : new RestoredStore.InDirectory(directory);
        Map<String, Long> before;
        try (var side = store.open()) {
            prepare(side);
            FanId ada = EntriesForRewards.fan(side, 1);
            FanId bea = EntriesForRewards.fan(side, 2);
            EntriesForRewards.enter(side, ada);
            await(() -> isComplete(side, ada, 1));
            before = effects(side);
            store.backUp();
            EntriesForRewards.enter(side, bea);
            await(() -> isComplete(side, bea, 2));
        }
        store.restoreLog();
        try (var side = store.open()) {
            assertThat(effects(side)).isEqualTo(before);
            // On MongoDB the restored fans have the newest keys.
            FanId bea = new FanId(7, 2);
            EntriesForRewards.enter(side, bea);
            await(() -> isComplete(side, bea, 2));
            assertThat(effects(side)).isEqualTo(twice(before));
            side.reopen();
            FanId cleo = EntriesForRewards.fan(side, 3);
            EntriesForRewards.enter(side, cleo);
            // There were two badges.
            await(() -> side.events(PassIssued.class).size() == 3 && issued(side, DRINK, cleo));
            assertThat(issued(side, BADGE, cleo)).isFalse();
            assertThat(side.events(RewardIssued.class)).hasSize(8);
            assertThat(side.events(PointsAwarded.class)).hasSize(3);
        }
    }

    private CommandSideOnDisk open() {
        MessageSettings settings = new MessageSettings(
                new MessageSettings.Mail(
                        "127.0.0.1", mails.getSmtp().getPort(), false, null, null, "Encore <codes@encore.example>"),
                null,
                false);
        return new CommandSideOnDisk(directory, context -> context.registerBean(MessageSettings.class, () -> settings));
    }

    /** A quest for 60 points, and for these a badge for the first two fans, a pass and a drink. */
    private static void prepare(CommandSideOnDisk side) {
        EntriesForRewards.prepare(side);
        side.send(new AddPerformance(
                new PerformanceId(7, "show"),
                PerformanceDetailsBuilder.builder()
                        .performanceName("Show")
                        .performanceDate(LocalDate.of(2026, 5, 1))
                        .build()));
        EntriesForRewards.reward(
                side,
                BADGE,
                RewardType.BADGE,
                details -> details.winnerSelectionModel(WinnerSelection.FIRST).rewardLimit(2L));
        EntriesForRewards.reward(side, PASS, RewardType.PASS, details -> details);
        EntriesForRewards.reward(
                side,
                DRINK,
                RewardType.VENDORA,
                details -> details.performanceUid("show").vendoraDeliveryMethod(DeliveryMethod.QRCODE));
    }

    /** Deletes the documents and the marks, so that the automations begin at the log's start and send all again. */
    private void loseAllOfTheAutomations() throws IOException, SQLException {
        try (Stream<Path> files = Files.list(directory.resolve("automations"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        try (var log = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("events.db"));
                var statement = log.createStatement()) {
            assertThat(statement.executeUpdate("DELETE FROM tokens WHERE processor LIKE 'When%'"))
                    .isPositive();
        }
    }

    /**
     * Returns whether all came that a fan gets.
     *
     * @param fan one of fans who are numbered in the order of their entries
     * @param mails the number of ended mails of all fans
     */
    private static boolean isComplete(CommandSideOnDisk side, FanId fan, int mails) {
        return side.events(QrMailEnded.class).size() == mails
                && side.events(PassIssued.class).size() == fan.number()
                && Stream.of(BADGE, PASS, DRINK).allMatch(reward -> issued(side, reward, fan));
    }

    private static boolean issued(CommandSideOnDisk side, RewardId reward, FanId fan) {
        return side.events(RewardIssued.class).stream()
                .map(each -> (RewardIssued) each.event())
                .anyMatch(each -> each.reward().equals(reward) && each.fan().equals(fan));
    }

    private static Map<String, Long> effects(CommandSideOnDisk side) {
        return side.events().stream()
                .map(RecordedEvent::event)
                .filter(event -> EFFECTS.stream().anyMatch(type -> type.isInstance(event)))
                .collect(Collectors.groupingBy(event -> event.getClass().getSimpleName(), Collectors.counting()));
    }

    private static Map<String, Long> twice(Map<String, Long> counts) {
        return counts.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, each -> 2 * each.getValue()));
    }

    private static List<String> letters(CommandSideOnDisk side) {
        List<String> found = new ArrayList<>();
        ProcessStores stores = side.bean(ProcessStores.class);
        for (String name : stores.names()) {
            stores.open(name)
                    .list(AutomationDeadLetter.PREFIX, null, 100)
                    .forEach(letter -> found.add(name + " " + letter.value()));
        }
        return found;
    }
}
