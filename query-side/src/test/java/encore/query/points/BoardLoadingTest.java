package encore.query.points;

import static encore.query.points.PointEvents.awarded;
import static encore.query.points.PointEvents.created;
import static encore.query.points.PointEvents.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Event;
import encore.kernel.points.PointsQuery.FindBalances;
import encore.kernel.points.PointsQuery.FindPointsOfFans;
import encore.kernel.points.ledgers.Balance;
import encore.kernel.time.Moment;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import encore.query.chunks.OwnedChunks;
import encore.query.memory.BoardMemoryLimit;
import encore.query.memory.NotInMemory;
import encore.query.points.boards.AccountBoards;
import encore.query.points.boards.BoardQueries;
import encore.query.points.boards.Boards;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests which threads wait for each other, and which boards are in memory after a start. */
class BoardLoadingTest {

    private static final int MANY = 2_000;

    /** Enough for some small boards, but not for the board with many records. */
    private static final long LITTLE = 20_000;

    private long budget;
    private ProjectionUnderTest<BoardProjection> boards =
            new ProjectionUnderTest<>(() -> new BoardProjection(new FakeQueryGateway(), new BoardMemoryLimit(budget)));

    @AfterEach
    void close() {
        boards.close();
    }

    @Test
    void nobody_waits_for_another_accounts_boards() {
        var all = new Boards(OwnedChunks.of("rows"), null, Long.MAX_VALUE);
        var answers = new BoardQueries(all);
        for (long account = 1; account < 3; account++) {
            AccountBoards one = all.account(account);
            long number = account;
            one.write(() -> one.award("cd", 41, number, 1, number));
        }
        var writing = new CountDownLatch(1);
        var done = new CountDownLatch(1);
        Thread writer = Thread.ofPlatform()
                .start(() -> all.account(1).write(() -> {
                    writing.countDown();
                    await(done);
                }));
        await(writing);
        assertThat(answers.points(2, "cd", List.of(41L))).isEqualTo(Map.of(41L, 2L));
        assertThat(writer.isAlive()).isTrue();
        done.countDown();
    }

    @Test
    void while_a_board_is_read_others_answer_and_what_comes_is_not_lost() {
        begin();
        budget = LITTLE;
        boards = boards.restarted();
        BoardProjection projection = boards.projection();
        var reading = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        boards.read(documents -> {
            projection.useVersion(slowly(boards.version(), reading, goOn));
            projection.load(documents);
            return true;
        });
        CompletableFuture<Map<Long, Long>> first = CompletableFuture.supplyAsync(() -> points(projection, "cd"));
        await(reading);
        CompletableFuture<Map<Long, Long>> second = CompletableFuture.supplyAsync(() -> points(projection, "cd"));
        // A new board of the same account.
        boards.given(awarded(7, 41, "new", "n", 4), awarded(7, 41, "cd", "m", 5));
        assertThat(projection.find(new FindPointsOfFans(7, "new", List.of(41L))).byFan())
                .isEqualTo(Map.of(41L, 4L));
        assertThat(first).isNotDone();
        goOn.countDown();
        assertThat(first.join()).isEqualTo(Map.of(41L, MANY + 5L));
        assertThat(second.join()).isEqualTo(Map.of(41L, MANY + 5L));
    }

    @Test
    void a_reading_that_fails_fails_who_asked_and_is_tried_again_by_the_next() {
        begin();
        boards = boards.restarted();
        BoardProjection projection = boards.projection();
        var failing = new CountDownLatch(1);
        boards.read(documents -> {
            projection.useVersion(failingOnce(boards.version(), failing));
            projection.load(documents);
            return true;
        });
        assertThatThrownBy(() -> points(projection, "cd")).hasMessage("the disk failed");
        assertThat(points(projection, "cd")).isEqualTo(Map.of(41L, (long) MANY));
    }

    @Test
    void a_start_reads_what_fits_and_what_changed_last_before_all_else() {
        begin();
        boards.given(awarded(7, 42, "small", "s", 3));
        budget = LITTLE;
        boards = boards.restarted();
        BoardProjection projection = boards.projection();
        assertThat(projection
                        .find(new FindPointsOfFans(7, "small", List.of(42L)))
                        .byFan())
                .isEqualTo(Map.of(42L, 3L));
        assertThatThrownBy(() -> projection.find(new FindPointsOfFans(7, "cd", List.of(41L))))
                .isInstanceOf(NotInMemory.class);
        budget = 50_000_000;
        boards = boards.restarted();
        assertThat(boards.projection()
                        .find(new FindPointsOfFans(7, "cd", List.of(41L)))
                        .byFan())
                .isEqualTo(Map.of(41L, (long) MANY));
        assertThat(boards.projection().find(new FindBalances(7, 41, null), Moment.NOW))
                .extracting(Balance::balance)
                .containsExactly((long) MANY);
    }

    private void begin() {
        List<Event> events = new ArrayList<>(List.of(created(7, "cd", "discs"), joined(7, 41)));
        for (int i = 0; i < MANY; i++) {
            events.add(awarded(7, 41, "cd", "p" + i, 1));
        }
        boards.given(events.toArray(Event[]::new));
    }

    private static Map<Long, Long> points(BoardProjection projection, String type) {
        var question = new FindPointsOfFans(7, type, List.of(41L));
        try {
            return projection.find(question).byFan();
        } catch (NotInMemory e) {
            try (NotInMemory.LoadedData loadedData = e.load()) {
                assertThat(loadedData).isNotNull();
                return projection.find(question).byFan();
            }
        }
    }

    /** Reads the documents, and then blocks for a while. */
    private static Views.Version slowly(Views.Version version, CountDownLatch reading, CountDownLatch goOn) {
        return with(version, question -> {
            Object answer = version.read(question);
            reading.countDown();
            await(goOn);
            return answer;
        });
    }

    private static Views.Version failingOnce(Views.Version version, CountDownLatch failing) {
        return with(version, question -> {
            if (failing.getCount() > 0) {
                failing.countDown();
                throw new IllegalStateException("the disk failed");
            }
            return version.read(question);
        });
    }

    @SuppressWarnings("unchecked") // The parameter of read().
    private static Views.Version with(Views.Version version, Function<Function<Documents, Object>, Object> read) {
        return (Views.Version) Proxy.newProxyInstance(
                BoardLoadingTest.class.getClassLoader(),
                new Class<?>[] {Views.Version.class},
                (proxy, method, arguments) -> method.getName().equals("read")
                        ? read.apply((Function<Documents, Object>) arguments[0])
                        : method.invoke(version, arguments));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
