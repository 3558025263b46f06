package encore.query.answering;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.fans.FanId;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import encore.query.runner.MemoryTail;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

class AccountPositionsTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final MemoryTail tail = new MemoryTail();
    private final AccountPositions news = new AccountPositions(tail);

    @Test
    void a_follower_hears_the_head_at_once_and_then_of_its_own_account_alone() {
        award(7);
        StepVerifier.create(news.follow(7))
                .expectNext(1L)
                .then(() -> award(8))
                .expectNoEvent(Duration.ofMillis(200))
                .then(() -> award(7))
                .expectNext(3L)
                .thenCancel()
                .verify(SOON);
    }

    @Test
    void a_slow_follower_hears_the_newest_position() {
        StepVerifier.create(news.follow(7), 1)
                .expectNext(0L)
                .then(() -> {
                    for (int i = 0; i < 2_500; i++) {
                        award(7);
                    }
                })
                .thenAwait(Duration.ofMillis(300))
                .thenRequest(1)
                .expectNext(2_500L)
                .thenCancel()
                .verify(SOON);
    }

    @Test
    void nothing_is_missed_while_events_are_appended_and_followers_come_and_go() throws InterruptedException {
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 3_000; i++) {
                award(7);
            }
        });
        var last = new ArrayList<Long>();
        while (writer.isAlive()) {
            last.add(news.follow(7).blockFirst(SOON));
        }
        writer.join();
        assertThat(last).isSorted();
        assertThat(news.follow(7).blockFirst(SOON)).isEqualTo(3_000);
    }

    @Test
    void a_log_that_could_not_be_read_is_read_again() {
        StepVerifier.create(news.follow(7))
                .expectNext(0L)
                .then(() -> {
                    tail.broken(true);
                    award(7);
                })
                .expectNoEvent(Duration.ofMillis(300))
                .then(() -> tail.broken(false))
                .expectNext(1L)
                .thenCancel()
                .verify(SOON);
    }

    private void award(long account) {
        var ledger = new LedgerId(new FanId(account, 42), "discs");
        tail.append(
                ledger.toString(),
                PointsEventPointsAwardedBuilder.builder()
                        .ledger(ledger)
                        .fanPointUid("uid")
                        .count(1)
                        .pointType("points")
                        .source("test")
                        .balance(1L)
                        .build());
    }
}
