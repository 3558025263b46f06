package encore.command.rewards;

import static encore.command.Awaiting.await;
import static encore.command.Awaiting.pause;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import encore.command.CommandSideOnDisk;
import encore.command.contacts.delivery.MessageSettings;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanId;
import encore.kernel.passes.PassEvent.PassIssued;
import encore.kernel.performances.PerformanceCommand.AddPerformance;
import encore.kernel.performances.PerformanceDetails;
import encore.kernel.performances.PerformanceDetailsBuilder;
import encore.kernel.performances.PerformanceId;
import encore.kernel.qrmails.QrMailEvent.QrMailEnded;
import encore.kernel.qrmails.QrMailEvent.QrMailRequested;
import encore.kernel.quests.DeliveryMethod;
import encore.kernel.rewards.IssuedReward;
import encore.kernel.rewards.RewardCommand.AssignReward;
import encore.kernel.rewards.RewardCommand.CreateReward;
import encore.kernel.rewards.RewardCommand.DeleteReward;
import encore.kernel.rewards.RewardCommand.IssueReward;
import encore.kernel.rewards.RewardCommand.ReadReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardExpired;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
import encore.kernel.rewards.codes.PrizeCodeCommand.AddPrizeCodes;
import encore.kernel.rewards.codes.PrizeCodeEvent.PrizeCodesAdded;
import encore.kernel.rewards.codes.PrizeCodesId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rewards on real stores, with a real mail server. */
class RewardsOnDiskTest {

    private static final long ACCOUNT = CommandSideOnDisk.ACCOUNT;
    private static final long BUSINESS = 9;

    /** Fewer than may be in flight on one stream. */
    private static final int AT_ONCE = 200;

    @TempDir
    private Path directory;

    private final GreenMail mails = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    private CommandSideOnDisk side;

    @BeforeEach
    void open() {
        mails.start();
        int port = mails.getSmtp().getPort();
        MessageSettings settings = new MessageSettings(
                new MessageSettings.Mail("127.0.0.1", port, false, null, null, "Encore <codes@encore.example>"),
                null,
                false);
        side = new CommandSideOnDisk(directory, context -> context.registerBean(MessageSettings.class, () -> settings));
        side.addBusiness(BUSINESS);
    }

    @AfterEach
    void close() {
        side.close();
        mails.stop();
    }

    @Test
    void of_many_claimants_at_once_as_many_get_it_as_there_are_places_and_each_once() {
        RewardId reward = create(
                RewardType.BADGE,
                List.of(),
                details -> details.winnerSelectionModel(WinnerSelection.FIRST).rewardLimit(100L));
        List<FanId> fans = fans(400);
        Map<Long, IssuedReward> winners = claim(reward, fans);
        assertThat(winners).hasSize(100);
        assertThat(issued())
                .extracting(RewardIssued::number)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 100).boxed().toList());
        assertThat(issued()).extracting(RewardIssued::fanId).doesNotHaveDuplicates();
        // The ids of requests are forgotten by then.
        side.reopenAfter(Duration.ofDays(9));
        assertThat(claim(reward, fans)).isEqualTo(winners);
        assertThat(issued()).hasSize(100);
    }

    @Test
    void each_of_80_codes_is_given_once_also_while_codes_are_added() {
        List<String> first = IntStream.range(0, 50).mapToObj(i -> "code-" + i).toList();
        RewardId reward = create(RewardType.PRIZE_CODE, first, details -> details.isLimited(true));
        List<FanId> fans = fans(200);
        CompletableFuture<?> added = side.start(
                null,
                null,
                new AddPrizeCodes(
                        reward,
                        IntStream.range(50, 80).mapToObj(i -> "code-" + i).toList()));
        int before = claim(reward, fans).size();
        added.join();
        assertThat(before).isBetween(50, 80);
        assertThat(claim(reward, fans)).hasSize(80);
        assertThat(issued())
                .extracting(RewardIssued::codeIndex)
                .containsExactlyElementsOf(LongStream.range(0, 80).boxed().toList());
        assertThat(issued()).extracting(RewardIssued::fanId).doesNotHaveDuplicates();
    }

    @Test
    void codes_outlive_their_reward() {
        RewardId reward = create(RewardType.PRIZE_CODE, List.of("A", "B"), details -> details);
        side.send(new DeleteReward(reward, BUSINESS));
        side.reopen();
        PrizeCodesAdded codes =
                (PrizeCodesAdded) side.events(PrizeCodesAdded.class).getFirst().event();
        assertThat(codes.codes()).isEqualTo(PrizeCodesId.of(reward));
        assertThat(codes.list()).containsExactly("A", "B");
    }

    @Test
    void codes_of_a_refused_reward_are_not_stored() {
        create(RewardType.BADGE, List.of(), details -> details.rewardTitle("Scarf"));
        assertThatThrownBy(() -> create(RewardType.PRIZE_CODE, List.of("A"), details -> details.rewardTitle("Scarf")))
                .isInstanceOf(Refusal.class);
        assertThat(side.events(PrizeCodesAdded.class)).isEmpty();
    }

    @Test
    void an_issuance_brings_one_pass_and_a_reward_expires_once() {
        Instant soon = Instant.now().plusMillis(500);
        RewardId reward = create(
                RewardType.PASS,
                List.of(),
                details -> details.expirationTimestamp(soon).timezone(ZoneId.of("UTC")));
        FanId fan = fans(1).getFirst();
        assign(reward, fan);
        await(() -> !side.events(PassIssued.class).isEmpty());
        await(() -> !side.events(RewardExpired.class).isEmpty());
        side.reopenAfter(Duration.ofDays(9));
        pause();
        assertThat(side.events(PassIssued.class)).hasSize(1);
        assertThat(side.events(RewardExpired.class)).hasSize(1);
        assertThat(side.send(new ReadReward(reward)).issued()).isEqualTo(1);
    }

    @Test
    void a_qr_code_is_mailed_once() {
        RewardId reward = drink();
        FanId fan = fans(1).getFirst();
        assign(reward, fan);
        await(() -> !side.events(QrMailEnded.class).isEmpty());
        assertThat(((QrMailEnded) side.events(QrMailEnded.class).getFirst().event()).outcome())
                .isEqualTo(DeliveryOutcome.SENT);
        assign(reward, fan);
        side.reopenAfter(Duration.ofDays(9));
        pause();
        assertThat(mails.getReceivedMessages()).hasSize(1);
        assertThat(side.events(QrMailRequested.class)).hasSize(1);
    }

    @Test
    void a_mail_waits_for_its_server_for_a_day_and_no_longer() {
        RewardId reward = drink();
        List<FanId> fans = fans(2);
        mails.stop();
        assign(reward, fans.getFirst());
        await(() -> !side.events(QrMailRequested.class).isEmpty());
        side.reopenAfter(Duration.ofHours(25));
        await(() -> !side.events(QrMailEnded.class).isEmpty());
        assertThat(((QrMailEnded) side.events(QrMailEnded.class).getFirst().event()).outcome())
                .isEqualTo(DeliveryOutcome.EXPIRED);
        mails.start();
        pause();
        assertThat(mails.getReceivedMessages()).isEmpty();
    }

    @Test
    void an_erased_fan_is_mailed_nothing_and_gets_nothing() {
        RewardId reward = drink();
        FanId fan = fans(1).getFirst();
        side.send(new EraseFan(fan));
        assertThatThrownBy(() -> side.send(issue(reward, fan))).isInstanceOf(Refusal.class);
        pause();
        assertThat(issued()).isEmpty();
        assertThat(side.events(QrMailRequested.class)).isEmpty();
    }

    private RewardId drink() {
        PerformanceId show = new PerformanceId(ACCOUNT, "show");
        side.send(new AddPerformance(
                show,
                PerformanceDetailsBuilder.builder(PerformanceDetails.DEFAULTS)
                        .performanceName("Opening night")
                        .performanceDate(LocalDate.of(2026, 12, 1))
                        .build()));
        return create(
                RewardType.VENDORA,
                List.of(),
                details -> details.performanceUid("show").vendoraDeliveryMethod(DeliveryMethod.QRCODE));
    }

    private RewardId create(RewardType type, List<String> codes, UnaryOperator<RewardDetailsBuilder> details) {
        RewardId reward = new RewardId(ACCOUNT, "reward-" + type.word());
        RewardDetails given = details.apply(
                        RewardDetailsBuilder.builder(RewardDetails.NONE).rewardTitle("A reward"))
                .build();
        side.send(new CreateReward(reward, BUSINESS, type, given, codes));
        return reward;
    }

    private List<FanId> fans(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> side.registerFan(1_000 + i, "fan-" + i + "@fans.example"))
                .toList();
    }

    private void assign(RewardId reward, FanId fan) {
        side.send(new AssignReward(reward, BUSINESS, fan.number(), "p" + fan.number(), Instant.now()));
    }

    private static IssueReward issue(RewardId reward, FanId fan) {
        return new IssueReward(reward, fan.number(), "p" + fan.number(), Instant.now(), List.of(1L), false);
    }

    /** Lets fans claim a reward at the same time, half of them by hand. Answers the winners. */
    private Map<Long, IssuedReward> claim(RewardId reward, List<FanId> fans) {
        Map<Long, IssuedReward> winners = new HashMap<>();
        for (int from = 0; from < fans.size(); from += AT_ONCE) {
            List<CompletableFuture<@Nullable IssuedReward>> claims = new ArrayList<>();
            for (FanId fan : fans.subList(from, Math.min(from + AT_ONCE, fans.size()))) {
                Command<IssuedReward> claim = fan.number() % 2 == 0
                        ? issue(reward, fan)
                        : new AssignReward(reward, BUSINESS, fan.number(), "p" + fan.number(), Instant.now());
                claims.add(side.start(null, null, claim)
                        .thenApply(result -> (IssuedReward) result.answer())
                        .exceptionally(RewardsOnDiskTest::refused));
            }
            for (CompletableFuture<@Nullable IssuedReward> claim : claims) {
                IssuedReward won = claim.join();
                if (won != null) {
                    winners.put(won.fanId(), won);
                }
            }
        }
        return winners;
    }

    private static @Nullable IssuedReward refused(Throwable thrown) {
        Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        assertThat(cause).isInstanceOf(Refusal.class);
        assertThat(((Refusal) cause).kind()).isEqualTo(Refusal.Kind.RULE);
        return null;
    }

    private List<RewardIssued> issued() {
        return side.events(RewardIssued.class).stream()
                .map(each -> (RewardIssued) each.event())
                .toList();
    }
}
