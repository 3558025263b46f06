package encore.query.points;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.AsOf;
import encore.kernel.Moment;
import encore.kernel.Page;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.points.Balance;
import encore.kernel.points.FanRecords;
import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.LedgerId;
import encore.kernel.points.LedgerRow;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsOfFans;
import encore.kernel.points.PointsQuery.FindBalances;
import encore.kernel.points.PointsQuery.FindFanRecords;
import encore.kernel.points.PointsQuery.FindLeaderboard;
import encore.kernel.points.PointsQuery.FindLedgerRows;
import encore.kernel.points.PointsQuery.FindPointsOfFans;
import encore.kernel.tiers.FanTier;
import encore.kernel.tiers.TieredType;
import encore.kernel.tiers.TiersEvent;
import encore.kernel.tiers.TiersQuery.FindFanTier;
import encore.kernel.tiers.TiersQuery.FindTieredTypes;
import encore.query.projection.AtOnce;
import encore.query.projection.Chunk;
import encore.query.projection.Impersonal;
import encore.query.projection.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Ranks fans by their points, for all time and for windows of days; balances, ranks and tiers come from memory. */
@Component
class BoardProjection implements Projection.InMemory {

    private static final Collection<Chunk> CHUNKS = Collection.of("chunks", Chunk.class);
    private static final Collection<TieredPointType> KINDS = Collection.of("kinds", TieredPointType.class);

    private static final int SOME = 500;
    private static final long DAY = Duration.ofDays(1).toMillis();

    private final QueryGateway questions;

    private volatile Boards boards = new Boards();

    /** A window over many fans takes megabytes while it is ranked: not more of them at once than there are cores. */
    private final Semaphore ranking = new Semaphore(Runtime.getRuntime().availableProcessors());

    /** The last event that the memory knows. */
    private volatile long reached;

    BoardProjection(QueryGateway questions) {
        this.questions = questions;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("boards", List.of(CHUNKS, KINDS));
    }

    @EventHandler
    void on(PointsAwarded event, Recorded recorded, Documents.Batch documents) {
        LedgerId ledger = event.ledger();
        String owner = ledger.account() + "." + ledger.pointUid();
        append(recorded, owner, ledger.fan().number(), event.count(), documents);
    }

    @Impersonal
    @EventHandler
    void on(FanRegistered event, Recorded recorded, Documents.Batch documents) {
        append(recorded, Long.toString(event.fan().account()), event.fan().number(), 0, documents);
    }

    private static void append(Recorded recorded, String owner, long fan, long count, Documents.Batch documents) {
        String key = Chunk.key(recorded.position());
        Chunk before = documents.get(CHUNKS, key);
        Chunk after = Chunk.with(before, recorded.position(), recorded.at().toEpochMilli(), owner, fan, count);
        documents.put(CHUNKS, key, after);
    }

    @EventHandler
    void on(PointTypeCreated event, Recorded recorded, Documents.Batch documents) {
        TieredPointType kind = TieredPointType.of(event);
        documents.put(KINDS, kind.key(), kind);
    }

    @EventHandler
    void on(TiersEvent event, Recorded recorded, Documents.Batch documents) {
        TieredPointType before = documents.get(KINDS, TieredPointType.key(event.tiers()));
        if (before != null) {
            documents.put(KINDS, before.key(), before.after(event, recorded.at()));
        }
    }

    /** Made aside: who reads goes on reading what there was. */
    @Override
    public void load(Documents documents) {
        Boards loaded = new Boards();
        loaded.write(() -> {
            Keyset.byKey(KINDS).all(documents, Where.all()).forEach(loaded::put);
            Keyset.byKey(CHUNKS)
                    .all(documents, Where.all())
                    .forEach(chunk -> chunk.forEach(
                            (position, at, owner, fan, count) -> remember(loaded, position, at, owner, fan, count)));
        });
        reached = documents.position();
        boards = loaded;
    }

    private static void remember(Boards boards, long position, long at, String owner, long fan, long count) {
        int dot = owner.indexOf('.');
        if (dot < 0) {
            boards.join(Long.parseLong(owner), fan);
        } else {
            long account = Long.parseLong(owner, 0, dot, 10);
            boards.award(account, owner.substring(dot + 1), fan, count, day(at), position);
        }
    }

    @Override
    public void applied(List<Recorded> events) {
        // Readers are let in between, so that a replay does not hold them up.
        for (int from = 0; from < events.size(); from += SOME) {
            List<Recorded> some = events.subList(from, Math.min(events.size(), from + SOME));
            boards.write(() -> some.forEach(this::apply));
        }
    }

    private void apply(Recorded recorded) {
        if (recorded.position() <= reached) {
            // A dead letter that was tried again: rows are in the order of the log, so all is loaded anew.
            throw new IllegalStateException("An event came late");
        }
        reached = recorded.position();
        switch (recorded.event()) {
            case PointsAwarded event ->
                boards.award(
                        event.ledger().account(),
                        event.ledger().pointUid(),
                        event.ledger().fan().number(),
                        event.count(),
                        day(recorded.at().toEpochMilli()),
                        recorded.position());
            case FanRegistered event ->
                boards.join(event.fan().account(), event.fan().number());
            case PointTypeCreated event -> boards.put(TieredPointType.of(event));
            case TiersEvent event -> {
                TieredPointType before = boards.kind(event.tiers());
                if (before != null) {
                    boards.put(before.after(event, recorded.at()));
                }
            }
            default -> {}
        }
    }

    private static int day(long at) {
        return (int) Math.floorDiv(at, DAY);
    }

    @AtOnce
    @QueryHandler
    List<Balance> find(FindBalances query, Moment then) {
        if (then.isNow()) {
            return boards.balances(query.account(), query.fanId());
        }
        Map<String, TieredType> types = types(query.account(), query.asOf())
                .collect(Collectors.toMap(TieredType::pointUid, Function.identity()));
        return placings(query.account(), query.fanId(), then)
                .flatMap(placing ->
                        Stream.ofNullable(types.get(placing.pointUid())).map(placing::balance))
                .toList();
    }

    @AtOnce
    @QueryHandler
    PointsOfFans find(FindPointsOfFans query) {
        return new PointsOfFans(boards.points(query.account(), query.pointUid(), query.fanIds()));
    }

    @AtOnce
    @QueryHandler
    FanTier find(FindFanTier query, Moment then) {
        String name = query.pointName().strip();
        if (then.isNow()) {
            return boards.tier(query.account(), query.fanId(), name);
        }
        TieredType type = types(query.account(), query.asOf())
                .filter(one -> one.pointName().equals(name))
                .findFirst()
                .orElseThrow(Boards::noSuchName);
        return new FanTier(type.tierAt(placings(query.account(), query.fanId(), then)
                .filter(placing -> placing.pointUid().equals(type.pointUid()))
                .mapToLong(Boards.Placing::points)
                .sum()));
    }

    /** Names and tiers as they were. */
    private Stream<TieredType> types(long account, @Nullable AsOf asOf) {
        return questions.ask(new FindTieredTypes(account, asOf)).stream();
    }

    private Stream<Boards.Placing> placings(long account, long fan, Moment then) {
        return ranking(() -> boards.placings(account, fan, then.position())).stream();
    }

    private <R> R ranking(Supplier<R> answer) {
        ranking.acquireUninterruptibly();
        try {
            return answer.get();
        } finally {
            ranking.release();
        }
    }

    @QueryHandler
    FanRecords find(FindFanRecords query) {
        return new FanRecords(boards.records(
                query.account(),
                query.fanId(),
                query.pointUid(),
                query.days().first(),
                query.days().last()));
    }

    @QueryHandler
    List<LedgerRow> find(FindLedgerRows query) {
        return boards.history(
                query.account(),
                query.fanId(),
                query.pointUid(),
                query.days().first(),
                query.days().last());
    }

    /** Pages are led on by {@code <rank>_<rows>}: as many rows as the board had at the first page. */
    @QueryHandler
    Page<LeaderboardRow> find(FindLeaderboard query, Moment then) {
        String name = query.pointName().strip();
        String[] after = query.paging().after() == null
                ? new String[] {"0", Integer.toString(Integer.MAX_VALUE)}
                : query.paging().after().split("_", -1);
        int skip = Integer.parseInt(after[0]);
        int limit = query.paging().limit();
        int bound = Math.min(Integer.parseInt(after[1]), boards.rowsUpTo(query.account(), name, then.position()));
        Board.Window window = boards.window(
                query.account(), name, query.days().first(), query.days().last(), bound);
        return Page.of(
                ranking(() -> window.rank(name, skip, limit + 1)),
                limit,
                row -> row.rank() + "_" + window.high(),
                reached);
    }
}
