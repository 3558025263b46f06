package encore.query.points;

import static encore.query.points.PointEvents.at;
import static encore.query.points.PointEvents.awarded;
import static encore.query.points.PointEvents.created;
import static encore.query.points.PointEvents.joined;
import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.QueryRequest;
import encore.infra.testmongo.MongoForTests;
import encore.infra.views.Views;
import encore.infra.views.mongo.MongoViews;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.PointsQuery.FindBalances;
import encore.kernel.points.PointsQuery.FindFanRecords;
import encore.kernel.points.PointsQuery.FindLeaderboard;
import encore.kernel.points.ledgers.Balance;
import encore.kernel.points.ledgers.FanPointPositions;
import encore.kernel.time.AsOf;
import encore.kernel.time.Days;
import encore.kernel.time.Moment;
import encore.query.FakeQueryGateway;
import encore.query.answering.ProjectedQuerySide;
import encore.query.memory.BoardMemoryLimit;
import encore.query.projection.MomentResolver;
import encore.query.runner.MemoryTail;
import encore.query.versions.Projections;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Boards that are read again from their chunks while awards go on: none is lost, and none counts twice. */
class BoardReloadTest {

    private static final int FANS = 20;
    private static final int FIRST_DAY = 1_000;
    private static final int LOOKS = 150;
    private static final int AWARDS_A_LOOK = 20;
    private static final List<String> TYPES = List.of("cd", "mc", "tape");

    @TempDir
    Path directory;

    private final MemoryTail tail = new MemoryTail();
    private final PointsOracle oracle = new PointsOracle();
    private final List<Node> nodes = new ArrayList<>();
    private final Random random = new Random(7);

    /** A separate query side that keeps almost nothing in memory. */
    private final class Node implements AutoCloseable {

        private final Views views;
        private final Projections projections;
        private final ProjectedQuerySide side;

        Node(Supplier<Views> store, long bytes) {
            views = store.get();
            projections = new Projections(
                    views, tail, List.of(new BoardProjection(new FakeQueryGateway(), new BoardMemoryLimit(bytes))));
            MomentResolver momentResolver = new MomentResolver() {
                @Override
                public Moment resolve(AsOf asOf) {
                    return new Moment(asOf.position(), Instant.now());
                }

                @Override
                public long lastPositionOfTime(long position) {
                    return position;
                }
            };
            side = new ProjectedQuerySide(projections, tail, List.of(), momentResolver);
            nodes.add(this);
        }

        @SuppressWarnings("unchecked") // Query<R> names its answer.
        <R> CompletableFuture<R> asking(Query<R> query, long position) {
            return side.answer(new QueryRequest(position, Duration.ofSeconds(8), true, query))
                    .thenApply(result -> (R) result.answer());
        }

        <R> R ask(Query<R> query, long position) {
            return asking(query, position).join();
        }

        @Override
        public void close() {
            nodes.remove(this);
            projections.close();
            views.close();
        }
    }

    @AfterEach
    void stop() {
        List.copyOf(nodes).forEach(Node::close);
    }

    @Test
    void none_is_lost_where_one_process_writes_and_answers() {
        var node = new Node(() -> SqliteViews.open(directory), 0);
        awardsGoOn(List.of(node));
    }

    @Test
    void none_is_lost_where_another_node_writes() {
        String uri = MongoForTests.uri();
        var one = new Node(() -> MongoViews.open(uri), 0);
        var two = new Node(() -> MongoViews.open(uri), 0);
        awardsGoOn(List.of(one, two));
    }

    @Test
    void boards_in_memory_are_answered_on_the_callers_thread_and_others_elsewhere() {
        begin();
        award(1, "cd");
        long last = award(2, "cd");
        var node = new Node(() -> SqliteViews.open(directory), 0);
        node.ask(new FindBalances(1, 101, null), last);
        assertThat(node.asking(new FindBalances(1, 101, null), last)).isDone();
        node.ask(new FindBalances(2, 201, null), last);
        // The other account's boards had to be evicted. After one fetch the answers are non-blocking again.
        node.ask(new FindBalances(1, 101, null), last);
        assertThat(node.asking(new FindBalances(1, 101, null), last)).isDone();
    }

    @Test
    void a_version_that_takes_over_is_read_from_now_on() {
        begin();
        var node = new Node(() -> SqliteViews.open(directory), 0);
        for (int i = 0; i < 600; i++) {
            award(1 + i % 2, "cd");
        }
        look(node, tail.head());
        int next = node.projections.rebuild("boards");
        long head = tail.head();
        node.projections.versions("boards").serving().whenReached(head).join();
        within(() ->
                node.projections.status().stream().anyMatch(one -> one.version() == next && one.position() == head));
        node.projections.switchTo("boards", next);
        node.projections.rebuild("boards");
        award(1, "cd");
        for (int i = 0; i < 20; i++) {
            look(node, tail.head());
        }
    }

    @Test
    void behind_a_stop_what_an_image_has_and_what_it_left_in_chunks_is_answered_alike() {
        begin();
        for (int i = 0; i < 600; i++) {
            award(1 + i % 2, TYPES.get(i % 3));
        }
        for (long bytes : List.of(0L, 6_000L, 1L << 20)) {
            var before = new Node(() -> SqliteViews.open(directory), bytes);
            for (int i = 0; i < 20; i++) {
                look(before, tail.head());
            }
            before.close();
            assertThat(directory.resolve("views/boards.v1.db-image")).exists();
            for (int i = 0; i < 300; i++) {
                award(1 + i % 2, TYPES.get(i % 3));
            }
            var behind = new Node(() -> SqliteViews.open(directory), bytes);
            for (int i = 0; i < 20; i++) {
                award(1 + i % 2, TYPES.get(i % 3));
                look(behind, tail.head());
            }
            behind.close();
        }
    }

    private static void within(Supplier<Boolean> condition) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.get()) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void awardsGoOn(List<Node> asked) {
        begin();
        for (int i = 0; i < 400; i++) {
            award(1 + i % 2, TYPES.get(i % 3));
        }
        // A few awards for each query, so that no reader is far behind.
        var due = new Semaphore(AWARDS_A_LOOK);
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < LOOKS * AWARDS_A_LOOK; i++) {
                due.acquireUninterruptibly();
                award(1 + i % 2, TYPES.get(i % 3));
            }
        });
        try {
            for (int i = 0; i < LOOKS; i++) {
                for (Node node : asked) {
                    look(node, tail.head());
                }
                due.release(AWARDS_A_LOOK);
            }
        } finally {
            due.release(LOOKS * AWARDS_A_LOOK);
            join(writer);
        }
        for (Node node : asked) {
            for (int i = 0; i < 10; i++) {
                look(node, tail.head());
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Answers as of a position do not depend on later events. */
    private void look(Node node, long head) {
        long account = random.nextInt(1, 3);
        String type = TYPES.get(random.nextInt(3));
        long fan = 100 * account + random.nextInt(1, FANS);
        Page<LeaderboardRow> page =
                node.ask(new FindLeaderboard(account, type, Days.ALL, new NextKey(null, 100), AsOf.of(head)), head);
        int from = random.nextInt(FIRST_DAY - 1, FIRST_DAY + 9);
        Days days = new Days(LocalDate.ofEpochDay(from), LocalDate.ofEpochDay(from + 2L));
        Page<LeaderboardRow> window =
                node.ask(new FindLeaderboard(account, type, days, new NextKey(null, 100), AsOf.of(head)), head);
        List<LeaderboardRow> wanted;
        List<LeaderboardRow> wantedOfDays;
        List<Long> records;
        synchronized (oracle) {
            wanted = oracle.board(account, type, Integer.MIN_VALUE, Integer.MAX_VALUE, head);
            wantedOfDays = oracle.board(account, type, from, from + 2, head);
            records = oracle.history(account, fan, null, Integer.MIN_VALUE, Integer.MAX_VALUE).stream()
                    .map(row -> row.position())
                    .filter(position -> position <= head)
                    .toList();
        }
        assertThat(page.rows()).isEqualTo(wanted);
        assertThat(window.rows()).isEqualTo(wantedOfDays);
        FanPointPositions found = node.ask(new FindFanRecords(account, fan, null, Days.ALL), head);
        assertThat(found.positions().stream()
                        .filter(position -> position <= head)
                        .toList())
                .isEqualTo(records);
        List<Balance> balances = node.ask(new FindBalances(account, fan, null), head);
        for (Balance balance : balances) {
            synchronized (oracle) {
                assertThat(oracle.balances(account, fan, List.of(balance.pointUid()), balance.position()))
                        .extracting(Balance::balance)
                        .containsExactly(balance.balance());
            }
        }
    }

    private void begin() {
        for (long account = 1; account < 3; account++) {
            for (String type : TYPES) {
                tail.append(type, created(account, type, type));
            }
            for (long fan = 1; fan <= FANS; fan++) {
                tail.append("fan", joined(account, 100 * account + fan));
            }
        }
    }

    /** Tells the oracle of an award before any query can see it. */
    private long award(long account, String type) {
        synchronized (oracle) {
            long fan = 100 * account + 1 + tail.head() % FANS;
            long position = tail.head() + 1;
            int day = FIRST_DAY + (int) (position % 8);
            oracle.award(new PointsOracle.Award(account, fan, type, 1 + position % 7, day, position));
            // Long before they are recorded, and in no order.
            Instant time =
                    LocalDate.ofEpochDay(day).atStartOfDay(ZoneOffset.UTC).toInstant();
            return tail.append(type, at(time, awarded(account, fan, type, "p" + position, 1 + position % 7)));
        }
    }
}
