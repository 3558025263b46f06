package encore.query.search.index;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Fan 1 is of account 1, fan 2 of account 2. */
class FanIndexLockTest {

    /** The common pool has one thread on two cores. */
    private static final Executor OWN_THREAD =
            work -> Thread.ofPlatform().daemon().start(work);

    private final FanIndex index = new FanIndex();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    @Test
    void a_long_search_delays_neither_the_writer_nor_other_accounts() throws Exception {
        index.apply(registered(1, 1));
        index.apply(registered(2, 2));
        CompletableFuture<Long> longSearch = CompletableFuture.supplyAsync(
                () -> index.read(1, account -> {
                    begun.countDown();
                    await(end);
                    return account.fans.living().getLongCardinality();
                }),
                OWN_THREAD);
        await(begun);
        within(() -> {
            index.apply(registered(1, 3));
            index.apply(registered(2, 4));
            return true;
        });
        long others = within(() -> count(2));
        assertThat(others).isEqualTo(2);
        assertThat(longSearch).isNotDone();
        CompletableFuture<Long> next = CompletableFuture.supplyAsync(() -> count(1), OWN_THREAD);
        end.countDown();
        assertThat(longSearch.get(10, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(next.get(10, TimeUnit.SECONDS)).isEqualTo(2);
    }

    @Test
    void the_position_of_a_search_is_that_of_the_last_event_that_it_sees() throws Exception {
        index.apply(registered(1, 1));
        index.apply(registered(2, 2));
        assertThat(position(1)).isEqualTo(2);
        CompletableFuture<Long> pinned = CompletableFuture.supplyAsync(
                () -> index.readPinned(1, (account, position) -> {
                    begun.countDown();
                    await(end);
                    return position;
                }),
                OWN_THREAD);
        await(begun);
        index.apply(registered(1, 3));
        end.countDown();
        assertThat(pinned.get(10, TimeUnit.SECONDS)).isEqualTo(2);
        assertThat(position(1)).isEqualTo(3);
    }

    private long count(long account) {
        return index.read(account, fans -> fans.fans.living().getLongCardinality());
    }

    private long position(long account) {
        return index.readPinned(account, (fans, position) -> position);
    }

    private static <R> R within(Supplier<R> work) throws Exception {
        return CompletableFuture.supplyAsync(work, OWN_THREAD).get(10, TimeUnit.SECONDS);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RecordedEvent registered(long account, long fan) {
        return new RecordedEvent(
                new FanRegistered(new FanId(account, fan), Profile.EMPTY, Consent.EMPTY),
                fan,
                Instant.EPOCH,
                "fan." + account + "." + fan,
                0,
                new RecordedEvent.Origin(account, "key", "Command", "request"));
    }
}
