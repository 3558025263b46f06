package encore.command;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.CommandResult;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fanwagers.FanWagerCommand.StakePoints;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.RecordedAward;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.wagers.WagerId;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on one stream are decided one after the other, and answered when what they were decided on is durable. */
class HotStreamsTest {

    private static final WagerId WAGER = new WagerId(new TabItemId(new CampaignId(7, 1), 1), "w");

    private final CompletableFuture<Void> gate = new CompletableFuture<>();
    private CommandSideOnDisk side;
    private LedgerId ledger;

    @BeforeEach
    void open(@TempDir Path directory) {
        side = new CommandSideOnDisk(directory);
        ledger = new LedgerId(side.registerFan(42, "ada@example.com"), "p");
        side.send(award("first", 100, null));
        side.log.gate = gate;
    }

    @AfterEach
    void close() {
        gate.complete(null);
        side.close();
    }

    @Test
    void all_that_wait_for_one_stream_are_in_the_queue_before_the_first_is_durable() throws InterruptedException {
        int before = side.log.appends.get();
        var all = IntStream.range(0, 64)
                .mapToObj(i -> start(award("a" + i, 1, null)))
                .toList();
        eventually(() -> side.log.appends.get() - before == 64);
        assertThat(all).noneMatch(CompletableFuture::isDone);
        gate.complete(null);
        all.forEach(CompletableFuture::join);
        assertThat(balances()).hasSize(65).endsWith(164L);
    }

    @Test
    void a_refusal_is_not_answered_before_its_reasons_are_durable() throws InterruptedException {
        var first = startAndQueue(stake("a", 100));
        var refused = start(stake("b", 100));
        waitsFor(refused);
        gate.complete(null);
        assertThat(first.join().answer()).isNotNull();
        assertThat(refusal(refused).type()).isEqualTo("balance-too-low");
    }

    @Test
    void when_what_a_refusal_was_decided_on_fails_it_is_decided_again() throws InterruptedException {
        var failure = new CompletableFuture<AppendFailure>();
        side.log.failing = commit -> failure;
        var first = startAndQueue(stake("a", 100));
        side.log.failing = commit -> null;
        var second = start(stake("b", 100));
        waitsFor(second);
        gate.complete(null);
        failure.complete(new AppendFailure.Unavailable("full"));
        assertThat(refusal(first).kind()).isEqualTo(Refusal.Kind.UNAVAILABLE);
        assertThat(second.join().answer()).isNotNull();
        assertThat(balances()).containsExactly(100L, 0L);
    }

    @Test
    void a_command_that_changes_nothing_waits_for_the_key_that_it_repeats() throws InterruptedException {
        var first = startAndQueue(award("a", 5, "key"));
        var repeat = start(award("b", 5, "key"));
        waitsFor(repeat);
        gate.complete(null);
        assertThat(repeat.join().answer()).isEqualTo(first.join().answer()).isEqualTo(new RecordedAward(42, "a"));
        assertThat(balances()).containsExactly(100L, 105L);
    }

    private CompletableFuture<CommandResult> startAndQueue(Command<?> command) throws InterruptedException {
        int before = side.log.appends.get();
        var started = start(command);
        eventually(() -> side.log.appends.get() > before);
        return started;
    }

    /** Long enough for an answer that does not wait. */
    private static void waitsFor(CompletableFuture<?> answer) throws InterruptedException {
        Thread.sleep(100);
        assertThat(answer).isNotDone();
    }

    private static void eventually(BooleanSupplier condition) throws InterruptedException {
        long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(until);
            Thread.sleep(1);
        }
    }

    private List<Long> balances() {
        return side.events().stream()
                .filter(recordedEvent -> recordedEvent.event() instanceof PointsAwarded)
                .map(recordedEvent -> ((PointsAwarded) recordedEvent.event()).balance())
                .toList();
    }

    private CompletableFuture<CommandResult> start(Command<?> command) {
        return side.start(null, null, command);
    }

    private static Refusal refusal(CompletableFuture<?> answer) {
        try {
            answer.join();
            throw new AssertionError("Not refused");
        } catch (CompletionException e) {
            return (Refusal) e.getCause();
        }
    }

    private AwardPoints award(String uid, long count, String key) {
        return new AwardPoints(ledger, uid, count, "test", AwardDetails.withKey(key));
    }

    private StakePoints stake(String uid, long count) {
        return new StakePoints(ledger, WAGER, uid, count, BigDecimal.TWO, uid + "-payout");
    }
}
