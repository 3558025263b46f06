package encore.query.points;

import static encore.query.points.PointEvents.at;
import static encore.query.points.PointEvents.awarded;
import static encore.query.points.PointEvents.created;
import static encore.query.points.PointEvents.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsQuery.FindBalances;
import encore.kernel.points.PointsQuery.FindFanRecords;
import encore.kernel.points.PointsQuery.FindLeaderboard;
import encore.kernel.points.PointsQuery.FindLedgerRows;
import encore.kernel.points.PointsQuery.FindPointsOfFans;
import encore.kernel.points.ledgers.Balance;
import encore.kernel.points.ledgers.PointsByFan;
import encore.kernel.tiers.PointTypeWithTiers;
import encore.kernel.tiers.TiersQuery.FindPointTypesWithTiers;
import encore.kernel.time.AsOf;
import encore.kernel.time.Days;
import encore.kernel.time.Moment;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import encore.query.memory.BoardMemoryLimit;
import encore.query.memory.NotInMemory;
import encore.query.points.boards.Boards;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Boards answer as an oracle on plain records does, whether they stay in memory or are evicted and read again. */
class BoardMemoryTest {

    private static final List<String> TYPES = List.of("cd", "mc", "tape");
    private static final int ACCOUNTS = 3;
    private static final int FANS = 30;
    private static final int ROUNDS = 24;

    private final PointsOracle oracle = new PointsOracle();
    private Instant now = Instant.parse("2026-01-01T00:30:00Z");
    private final Instant first = now;
    private long position;
    private int letGo;

    private static BoardProjection holding(long bytes) {
        List<PointTypeWithTiers> types = TYPES.stream()
                .map(type -> new PointTypeWithTiers(type, type, List.of()))
                .toList();
        return new BoardProjection(
                new FakeQueryGateway().on(FindPointTypesWithTiers.class, query -> types), new BoardMemoryLimit(bytes));
    }

    @ParameterizedTest
    @CsvSource({"1, 0, false", "2, 0, true", "3, 40000, false", "4, 40000, true", "5, 1000000000, false"})
    void whatever_is_in_memory_all_questions_answer_as_the_oracle(long seed, long bytes, boolean mongo) {
        Random random = new Random(seed);
        ProjectionUnderTest<BoardProjection> boards = mongo
                ? ProjectionUnderTest.onMongo(() -> holding(bytes))
                : new ProjectionUnderTest<>(() -> holding(bytes));
        try {
            begin(boards);
            for (int i = 0; i < 3; i++) {
                feed(boards, random);
                check(boards.projection(), random);
            }
            try (var rebuilt = boards.replayed()) {
                check(rebuilt.projection(), random);
                assertThat(rebuilt.checksums()).isEqualTo(boards.checksums());
            }
            boards = boards.restarted();
            check(boards.projection(), random);
            if (!mongo) {
                boards = boards.resumed();
                check(boards.projection(), random);
            }
            feed(boards, random);
            check(boards.projection(), random);
            assertThat(letGo > 0).isEqualTo(bytes < 1_000_000);
        } finally {
            boards.close();
        }
    }

    private void begin(ProjectionUnderTest<BoardProjection> boards) {
        List<Event> events = new ArrayList<>();
        for (long account = 1; account <= ACCOUNTS; account++) {
            for (String type : TYPES) {
                events.add(created(account, type, type));
            }
            for (long fan = 1; fan <= FANS; fan++) {
                events.add(joined(account, 100 * account + fan));
            }
        }
        boards.at(now).given(events.toArray(Event[]::new));
        position = events.size();
    }

    /** Most boards have more rows than one chunk, some have fewer. */
    private void feed(ProjectionUnderTest<BoardProjection> boards, Random random) {
        for (int i = 0; i < ROUNDS; i++) {
            now = now.plus(Duration.ofHours(random.nextInt(1, 30)));
            boards.at(now);
            Event[] some = new Event[50];
            for (int j = 0; j < some.length; j++) {
                long account = 1 + Math.min(random.nextInt(ACCOUNTS), random.nextInt(ACCOUNTS));
                long fan = 100 * account + 1 + random.nextInt(FANS);
                String type = TYPES.get(random.nextInt(TYPES.size()));
                long count = random.nextInt(-3, 9);
                position++;
                Instant stamp = now.plusSeconds(j);
                PointsAwarded award = awarded(account, fan, type, "p" + position, count);
                // The last account gets no award with a time of its own.
                Instant time = account < ACCOUNTS && random.nextInt(3) == 0
                        ? stamp.minus(Duration.ofHours(random.nextInt(500)))
                        : stamp;
                some[j] = time.equals(stamp) ? award : at(time, award);
                oracle.award(
                        new PointsOracle.Award(account, fan, type, count, Boards.day(time.toEpochMilli()), position));
            }
            boards.given(some);
            if (i % 6 == 0) {
                // The boards in memory change while boards grow.
                checkOnce(boards.projection(), random);
            }
        }
    }

    private void check(BoardProjection boards, Random random) {
        for (int i = 0; i < 40; i++) {
            checkOnce(boards, random);
        }
    }

    private void checkOnce(BoardProjection boards, Random random) {
        long account = 1 + random.nextInt(ACCOUNTS);
        long fan = 100 * account + 1 + random.nextInt(FANS);
        String type = TYPES.get(random.nextInt(TYPES.size()));
        int today = Boards.day(now.toEpochMilli());
        int from = random.nextInt(Boards.day(first.toEpochMilli()) - 25, today + 1);
        int to = random.nextInt(from, today + 3);
        Days days = new Days(LocalDate.ofEpochDay(from), LocalDate.ofEpochDay(to));
        long until = 1 + random.nextLong(position);
        var then = new Moment(until, now);
        var asOf = AsOf.of(until);

        assertThat(answered(() -> boards.find(new FindBalances(account, fan, null), Moment.NOW)))
                .isEqualTo(oracle.balances(account, fan, TYPES, position));
        assertThat(answered(() -> boards.find(new FindBalances(account, fan, asOf), then)))
                .isEqualTo(oracle.balances(account, fan, TYPES, until));
        assertThat(answered(() -> boards.find(board(account, type, days, null), Moment.NOW))
                        .rows())
                .isEqualTo(oracle.board(account, type, from, to, position));
        assertThat(answered(() -> boards.find(board(account, type, days, asOf), then))
                        .rows())
                .isEqualTo(oracle.board(account, type, from, to, until));
        assertThat(answered(() -> boards.find(new FindLedgerRows(account, fan, null, days))))
                .isEqualTo(oracle.history(account, fan, null, from, to));
        assertThat(answered(() -> boards.find(new FindFanRecords(account, fan, type, days)))
                        .positions())
                .isEqualTo(oracle.records(account, fan, type, from, to));
        assertThat(answered(() -> boards.find(new FindPointsOfFans(account, type, List.of(fan, 7L)))))
                .isEqualTo(new PointsByFan(oracle.balances(account, fan, List.of(type), position).stream()
                        .collect(Collectors.toMap(balance -> fan, Balance::balance))));
        assertThatThrownBy(() -> answered(() -> boards.find(new FindBalances(account, 7, null), Moment.NOW)))
                .isInstanceOf(Refusal.class);
    }

    private static FindLeaderboard board(long account, String type, Days days, @Nullable AsOf asOf) {
        return new FindLeaderboard(account, type, days, new NextKey(null, 1_000), asOf);
    }

    /** Queries as the query side does: fetches evicted boards, and pins them until the answer is complete. */
    private <R> R answered(Supplier<R> question) {
        List<NotInMemory.LoadedData> fetched = new ArrayList<>();
        try {
            while (true) {
                try {
                    return question.get();
                } catch (NotInMemory e) {
                    letGo++;
                    fetched.add(e.load());
                }
            }
        } finally {
            fetched.forEach(NotInMemory.LoadedData::close);
        }
    }
}
