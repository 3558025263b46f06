package encore.query.points;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.AsOf;
import encore.kernel.Event;
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
import encore.query.image.Image;
import encore.query.projection.AtOnce;
import encore.query.projection.BoardMemory;
import encore.query.projection.Chunk;
import encore.query.projection.Impersonal;
import encore.query.projection.Keyset;
import encore.query.projection.OwnedChunk;
import encore.query.projection.OwnedChunks;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Ranks fans by their points, for all time and for windows of days. Balances, ranks and tiers are answered from memory.
 */
@Component
class BoardProjection implements Projection.Imaged {

    private static final OwnedChunks RECORDS = OwnedChunks.of("records");
    private static final Collection<TieredPointType> KINDS = Collection.of("kinds", TieredPointType.class);

    /**
     * Chunks of earlier builds, with the rows of all accounts together. They are read until the projection is rebuilt.
     */
    private static final Collection<Chunk> OF_BEFORE = Collection.of("chunks", Chunk.class);

    private static final int SOME = 500;

    private final QueryGateway questions;
    private final BoardMemory most;

    private volatile Boards boards;

    /** Whether the documents are those of an earlier build. */
    private boolean areOfBefore;

    /** Ranking a window over many fans takes megabytes, so at most as many are ranked at once as there are cores. */
    private final Semaphore ranking = new Semaphore(Runtime.getRuntime().availableProcessors());

    private Views.@Nullable Version version;

    @Autowired
    BoardProjection(QueryGateway questions, ObjectProvider<BoardMemory> most) {
        this(questions, most.getIfAvailable(BoardMemory::usual));
    }

    BoardProjection(QueryGateway questions, BoardMemory most) {
        this.questions = questions;
        this.most = most;
        this.boards = new Boards(RECORDS, null, most.bytes());
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape(
                "boards",
                Stream.concat(RECORDS.collections().stream(), Stream.of(KINDS, OF_BEFORE))
                        .toList());
    }

    @EventHandler
    void on(PointsAwarded event, Recorded recorded, Documents.Batch documents) {
        LedgerId ledger = event.ledger();
        String owner = AccountBoards.owner(ledger.account(), ledger.pointUid());
        RECORDS.add(owner, row(recorded, ledger.fan().number(), event.count()), documents);
    }

    @Impersonal
    @EventHandler
    void on(FanRegistered event, Recorded recorded, Documents.Batch documents) {
        String owner = AccountBoards.owner(event.fan().account());
        RECORDS.add(owner, row(recorded, event.fan().number(), 0), documents);
    }

    private static OwnedChunk.Row row(Recorded recorded, long fan, long count) {
        return new OwnedChunk.Row(recorded.position(), recorded.at().toEpochMilli(), fan, count);
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

    @Override
    public void from(Views.Version serving) {
        version = serving;
    }

    /** Loads new boards; readers use the old ones until these are complete. */
    @Override
    public void load(Documents documents) {
        areOfBefore = documents.count(OF_BEFORE, Where.all(), 1) > 0;
        Boards loaded = empty();
        Keyset.byKey(KINDS)
                .all(documents, Where.all())
                .forEach(kind -> loaded.account(kind.account()).put(kind));
        if (areOfBefore) {
            Keyset.byKey(OF_BEFORE)
                    .all(documents, Where.all())
                    .forEach(chunk -> chunk.forEach(
                            (position, at, owner, fan, count) -> remember(loaded, position, at, owner, fan, count)));
        }
        loaded.load(documents);
        take(loaded);
    }

    @Override
    public void image(Image image) {
        areOfBefore = image.flag(areOfBefore);
        if (image.isRead()) {
            Boards loaded = empty();
            loaded.image(image);
            take(loaded);
        } else {
            boards.image(image);
        }
    }

    private Boards empty() {
        return new Boards(RECORDS, version, areOfBefore ? Long.MAX_VALUE : most.bytes());
    }

    private void take(Boards loaded) {
        Boards before = boards;
        boards = loaded;
        before.replaced();
    }

    private static void remember(Boards boards, long position, long at, String owner, long fan, long count) {
        int dot = owner.indexOf('.');
        if (dot < 0) {
            boards.account(Long.parseLong(owner)).join(fan, position);
        } else {
            boards.account(Long.parseLong(owner, 0, dot, 10))
                    .award(owner.substring(dot + 1), fan, count, Boards.day(at), position);
        }
    }

    @Override
    public void applied(List<Recorded> events) {
        Boards told = boards;
        // Readers get the lock between two batches, so that a replay does not block them.
        for (int from = 0; from < events.size(); from += SOME) {
            List<Recorded> some = events.subList(from, Math.min(events.size(), from + SOME));
            Map<Long, List<Recorded>> byAccount = new LinkedHashMap<>();
            for (Recorded one : some) {
                if (!told.isNew(one.position())) {
                    // A dead letter was retried. Rows are in the order of the log, so all boards must be loaded again.
                    throw new IllegalStateException("An event came after later ones, so all is loaded again");
                }
                Long account = accountOf(one.event());
                if (account != null) {
                    byAccount
                            .computeIfAbsent(account, number -> new ArrayList<>())
                            .add(one);
                }
            }
            byAccount.forEach((number, own) -> {
                AccountBoards account = told.account(number);
                account.write(() -> own.forEach(one -> apply(one, account)));
            });
            told.allTold();
        }
    }

    private static @Nullable Long accountOf(Event event) {
        return switch (event) {
            case PointsAwarded awarded -> awarded.ledger().account();
            case FanRegistered registered -> registered.fan().account();
            case PointTypeCreated created -> created.pointType().account();
            case TiersEvent changed -> changed.tiers().account();
            default -> null;
        };
    }

    private static void apply(Recorded recorded, AccountBoards account) {
        switch (recorded.event()) {
            case PointsAwarded event ->
                account.award(
                        event.ledger().pointUid(),
                        event.ledger().fan().number(),
                        event.count(),
                        Boards.day(recorded.at().toEpochMilli()),
                        recorded.position());
            case FanRegistered event -> account.join(event.fan().number(), recorded.position());
            case PointTypeCreated event -> account.put(TieredPointType.of(event));
            case TiersEvent event -> {
                TieredPointType before = account.kind(event.tiers());
                if (before != null) {
                    account.put(before.after(event, recorded.at()));
                }
            }
            default -> {}
        }
    }

    /** Answers from the boards of this moment. */
    private BoardAnswers answers() {
        return new BoardAnswers(boards);
    }

    @AtOnce
    @QueryHandler
    List<Balance> find(FindBalances query, Moment then) {
        if (then.isNow()) {
            return answers().balances(query.account(), query.fanId());
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
        return new PointsOfFans(answers().points(query.account(), query.pointUid(), query.fanIds()));
    }

    @AtOnce
    @QueryHandler
    FanTier find(FindFanTier query, Moment then) {
        String name = query.pointName().strip();
        if (then.isNow()) {
            return answers().tier(query.account(), query.fanId(), name);
        }
        TieredType type = types(query.account(), query.asOf())
                .filter(one -> one.pointName().equals(name))
                .findFirst()
                .orElseThrow(BoardAnswers::noSuchName);
        return new FanTier(type.tierAt(placings(query.account(), query.fanId(), then)
                .filter(placing -> placing.pointUid().equals(type.pointUid()))
                .mapToLong(BoardAnswers.Placing::points)
                .sum()));
    }

    /** Returns the names and tiers of point types as of a moment. */
    private Stream<TieredType> types(long account, @Nullable AsOf asOf) {
        return questions.ask(new FindTieredTypes(account, asOf)).stream();
    }

    private Stream<BoardAnswers.Placing> placings(long account, long fan, Moment then) {
        return ranking(() -> answers().placings(account, fan, then.position())).stream();
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
        return new FanRecords(answers()
                .records(
                        query.account(),
                        query.fanId(),
                        query.pointUid(),
                        query.days().first(),
                        query.days().last()));
    }

    @QueryHandler
    List<LedgerRow> find(FindLedgerRows query) {
        return answers()
                .history(
                        query.account(),
                        query.fanId(),
                        query.pointUid(),
                        query.days().first(),
                        query.days().last());
    }

    /** Pages continue by {@code <rank>_<rows>}: all pages rank as many rows as the board had for the first one. */
    @QueryHandler
    Page<LeaderboardRow> find(FindLeaderboard query, Moment then) {
        String name = query.pointName().strip();
        String[] after = query.paging().after() == null
                ? new String[] {"0", Integer.toString(Integer.MAX_VALUE)}
                : query.paging().after().split("_", -1);
        int skip = Integer.parseInt(after[0]);
        int limit = query.paging().limit();
        Boards now = boards;
        // Read first: events that arrive later may be missing in the answer.
        long reached = now.reached();
        var asked = new BoardAnswers(now);
        int bound = Math.min(Integer.parseInt(after[1]), asked.rowsUpTo(query.account(), name, then.position()));
        BoardWindow window = asked.window(
                query.account(), name, query.days().first(), query.days().last(), bound);
        return Page.of(
                ranking(() -> window.rank(name, skip, limit + 1)),
                limit,
                row -> row.rank() + "_" + window.high(),
                reached);
    }
}
