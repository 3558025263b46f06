package encore.query.points;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Where;
import encore.kernel.ZeroPointsRecord;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.names.Blanks;
import encore.kernel.paging.Page;
import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsQuery.FindBalances;
import encore.kernel.points.PointsQuery.FindFanRecords;
import encore.kernel.points.PointsQuery.FindLeaderboard;
import encore.kernel.points.PointsQuery.FindLedgerRows;
import encore.kernel.points.PointsQuery.FindPointsOfFans;
import encore.kernel.points.ZeroPoints;
import encore.kernel.points.ledgers.Balance;
import encore.kernel.points.ledgers.FanPointPositions;
import encore.kernel.points.ledgers.LedgerRow;
import encore.kernel.points.ledgers.PointsByFan;
import encore.kernel.tiers.FanTier;
import encore.kernel.tiers.PointTypeWithTiers;
import encore.kernel.tiers.TiersEvent;
import encore.kernel.tiers.TiersQuery.FindFanTier;
import encore.kernel.tiers.TiersQuery.FindPointTypesWithTiers;
import encore.kernel.time.AsOf;
import encore.kernel.time.Moment;
import encore.query.chunks.Chunk;
import encore.query.chunks.OwnedChunk;
import encore.query.chunks.OwnedChunks;
import encore.query.documents.Keyset;
import encore.query.image.MemoryImage;
import encore.query.memory.BoardMemoryLimit;
import encore.query.points.boards.AccountBoards;
import encore.query.points.boards.BoardQueries;
import encore.query.points.boards.BoardWindow;
import encore.query.points.boards.Boards;
import encore.query.points.boards.TieredPointType;
import encore.query.projection.NonBlocking;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import encore.query.projection.WithoutPersonalData;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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
    private static final Collection<TieredPointType> POINT_TYPES = Collection.of("kinds", TieredPointType.class);

    /**
     * Chunks of earlier builds, with the rows of all accounts together. They are read until the projection is rebuilt.
     */
    private static final Collection<Chunk> OLD_CHUNKS = Collection.of("chunks", Chunk.class);

    /** Events are published, and boards evicted, after this many. */
    private static final int BATCH_SIZE = 500;

    private final QueryGateway queryGateway;
    private final BoardMemoryLimit memoryLimit;

    private volatile Boards boards;

    /** Whether the documents are those of an earlier build. */
    private boolean hasOldChunks;

    private Views.@Nullable Version version;

    @Autowired
    BoardProjection(QueryGateway queryGateway, ObjectProvider<BoardMemoryLimit> memoryLimit) {
        this(queryGateway, memoryLimit.getIfAvailable(BoardMemoryLimit::defaultLimit));
    }

    BoardProjection(QueryGateway queryGateway, BoardMemoryLimit memoryLimit) {
        this.queryGateway = queryGateway;
        this.memoryLimit = memoryLimit;
        this.boards = new Boards(RECORDS, null, memoryLimit.bytes());
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape(
                "boards",
                Stream.concat(RECORDS.collections().stream(), Stream.of(POINT_TYPES, OLD_CHUNKS))
                        .toList());
    }

    @EventHandler
    void on(PointsAwarded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        LedgerId ledger = event.ledger();
        String owner = AccountBoards.owner(ledger.account(), ledger.pointUid());
        RECORDS.add(owner, row(recordedEvent, ledger.fan().number(), event.count()), documents);
        addBackdated(owner, recordedEvent, event.timeOf(recordedEvent.at()), documents);
    }

    @EventHandler
    void on(ZeroPointsRecord event, RecordedEvent recordedEvent, Documents.Batch documents) {
        ZeroPoints record = event.zeroPoints(recordedEvent.position());
        if (record != null) {
            LedgerId ledger = record.ledger();
            String owner = AccountBoards.owner(ledger.account(), ledger.pointUid());
            RECORDS.add(owner, row(recordedEvent, ledger.fan().number(), 0), documents);
            addBackdated(owner, recordedEvent, event.timeOf(recordedEvent.at()), documents);
        }
    }

    /** Keeps the time that a record counts at, if that is another day than the one on which it was recorded. */
    private static void addBackdated(
            String owner, RecordedEvent recordedEvent, Instant time, Documents.Batch documents) {
        if (isBackdated(recordedEvent, time)) {
            RECORDS.add(
                    AccountBoards.backdatedOwner(owner),
                    new OwnedChunk.Row(recordedEvent.position(), time.toEpochMilli(), 0, 0),
                    documents);
        }
    }

    private static boolean isBackdated(RecordedEvent recordedEvent, Instant time) {
        return !time.equals(recordedEvent.at()) && day(time) != day(recordedEvent.at());
    }

    private static int day(Instant time) {
        return Boards.day(time.toEpochMilli());
    }

    @WithoutPersonalData
    @EventHandler
    void on(FanRegistered event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String owner = AccountBoards.owner(event.fan().account());
        RECORDS.add(owner, row(recordedEvent, event.fan().number(), 0), documents);
    }

    private static OwnedChunk.Row row(RecordedEvent recordedEvent, long fan, long count) {
        return new OwnedChunk.Row(recordedEvent.position(), recordedEvent.at().toEpochMilli(), fan, count);
    }

    @EventHandler
    void on(PointTypeCreated event, RecordedEvent recordedEvent, Documents.Batch documents) {
        TieredPointType pointType = TieredPointType.of(event);
        documents.put(POINT_TYPES, pointType.key(), pointType);
    }

    @EventHandler
    void on(TiersEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        TieredPointType before = documents.get(POINT_TYPES, TieredPointType.key(event.tiers()));
        if (before != null) {
            documents.put(POINT_TYPES, before.key(), before.after(event, recordedEvent.at()));
        }
    }

    @Override
    public void useVersion(Views.Version serving) {
        version = serving;
    }

    /** Loads new boards; readers use the old ones until these are complete. */
    @Override
    public void load(Documents documents) {
        hasOldChunks = documents.count(OLD_CHUNKS, Where.all(), 1) > 0;
        Boards loaded = empty();
        Keyset.byKey(POINT_TYPES)
                .all(documents, Where.all())
                .forEach(pointType -> loaded.account(pointType.account()).put(pointType));
        if (hasOldChunks) {
            Keyset.byKey(OLD_CHUNKS)
                    .all(documents, Where.all())
                    .forEach(chunk -> chunk.forEach(
                            (position, at, owner, fan, count) -> applyOldRow(loaded, position, at, owner, fan, count)));
        }
        loaded.load(documents);
        replaceBoards(loaded);
    }

    @Override
    public void transfer(MemoryImage memoryImage) {
        hasOldChunks = memoryImage.flag(hasOldChunks);
        if (memoryImage.isReading()) {
            Boards loaded = empty();
            loaded.transfer(memoryImage);
            replaceBoards(loaded);
        } else {
            boards.transfer(memoryImage);
        }
    }

    private Boards empty() {
        return new Boards(RECORDS, version, hasOldChunks ? Long.MAX_VALUE : memoryLimit.bytes());
    }

    private void replaceBoards(Boards loaded) {
        Boards previous = boards;
        boards = loaded;
        previous.replaced();
    }

    private static void applyOldRow(Boards boards, long position, long at, String owner, long fan, long count) {
        int dot = owner.indexOf('.');
        if (dot < 0) {
            boards.account(Long.parseLong(owner)).registerFan(fan, position);
        } else {
            boards.account(Long.parseLong(owner, 0, dot, 10))
                    .award(owner.substring(dot + 1), fan, count, Boards.day(at), position);
        }
    }

    @Override
    public void apply(List<RecordedEvent> events) {
        Boards current = boards;
        for (int from = 0; from < events.size(); from += BATCH_SIZE) {
            for (RecordedEvent one : events.subList(from, Math.min(events.size(), from + BATCH_SIZE))) {
                if (!current.advance(one.position())) {
                    // A dead letter was retried. Rows are in the order of the log, so all boards must be loaded again.
                    throw new IllegalStateException("An event came after later ones, so all is loaded again");
                }
                Long number = accountOf(one);
                if (number != null) {
                    AccountBoards account = current.account(number);
                    account.write(() -> apply(one, account));
                }
            }
            current.publish();
        }
    }

    private static @Nullable Long accountOf(RecordedEvent recordedEvent) {
        return switch (recordedEvent.event()) {
            case PointsAwarded awarded -> awarded.ledger().account();
            case ZeroPointsRecord event -> accountOf(event.zeroPoints(recordedEvent.position()));
            case FanRegistered registered -> registered.fan().account();
            case PointTypeCreated created -> created.pointType().account();
            case TiersEvent changed -> changed.tiers().account();
            default -> null;
        };
    }

    private static @Nullable Long accountOf(@Nullable ZeroPoints record) {
        return record == null ? null : (Long) record.ledger().account();
    }

    private static void apply(RecordedEvent recordedEvent, AccountBoards account) {
        switch (recordedEvent.event()) {
            case PointsAwarded event ->
                award(account, event.ledger(), event.count(), event.timeOf(recordedEvent.at()), recordedEvent);
            case ZeroPointsRecord event -> {
                ZeroPoints record = event.zeroPoints(recordedEvent.position());
                if (record != null) {
                    award(account, record.ledger(), 0, event.timeOf(recordedEvent.at()), recordedEvent);
                }
            }
            case FanRegistered event -> account.registerFan(event.fan().number(), recordedEvent.position());
            case PointTypeCreated event -> account.put(TieredPointType.of(event));
            case TiersEvent event -> {
                TieredPointType before = account.pointType(event.tiers());
                if (before != null) {
                    account.put(before.after(event, recordedEvent.at()));
                }
            }
            default -> {}
        }
    }

    private static void award(
            AccountBoards account, LedgerId ledger, long count, Instant time, RecordedEvent recordedEvent) {
        account.award(
                ledger.pointUid(), ledger.fan().number(), count, day(recordedEvent.at()), recordedEvent.position());
        if (isBackdated(recordedEvent, time)) {
            account.backdate(ledger.pointUid(), recordedEvent.position(), day(time));
        }
    }

    /** Answers from the boards of this moment. */
    private BoardQueries boardQueries() {
        return new BoardQueries(boards);
    }

    @NonBlocking
    @QueryHandler
    List<Balance> find(FindBalances query, Moment then) {
        if (then.isNow()) {
            return boardQueries().balances(query.account(), query.fanId());
        }
        Map<String, PointTypeWithTiers> types = types(query.account(), query.asOf())
                .collect(Collectors.toMap(PointTypeWithTiers::pointUid, Function.identity()));
        return placementsAt(query.account(), query.fanId(), then)
                .flatMap(boardPlacement ->
                        Stream.ofNullable(types.get(boardPlacement.pointUid())).map(boardPlacement::balance))
                .toList();
    }

    @NonBlocking
    @QueryHandler
    PointsByFan find(FindPointsOfFans query) {
        return new PointsByFan(boardQueries().points(query.account(), query.pointUid(), query.fanIds()));
    }

    @NonBlocking
    @QueryHandler
    FanTier find(FindFanTier query, Moment then) {
        String name = Blanks.trim(query.pointName());
        if (then.isNow()) {
            return boardQueries().tier(query.account(), query.fanId(), name);
        }
        PointTypeWithTiers type = types(query.account(), query.asOf())
                .filter(one -> one.pointName().equals(name))
                .findFirst()
                .orElseThrow(BoardQueries::noSuchName);
        return new FanTier(type.tierAt(placementsAt(query.account(), query.fanId(), then)
                .filter(boardPlacement -> boardPlacement.pointUid().equals(type.pointUid()))
                .mapToLong(BoardQueries.BoardPlacement::points)
                .sum()));
    }

    /** Returns the names and tiers of point types as of a moment. */
    private Stream<PointTypeWithTiers> types(long account, @Nullable AsOf asOf) {
        return queryGateway.ask(new FindPointTypesWithTiers(account, asOf)).stream();
    }

    private Stream<BoardQueries.BoardPlacement> placementsAt(long account, long fan, Moment then) {
        return boardQueries().placementsAt(account, fan, then.position()).stream();
    }

    @QueryHandler
    FanPointPositions find(FindFanRecords query) {
        return new FanPointPositions(boardQueries()
                .records(
                        query.account(),
                        query.fanId(),
                        query.pointUid(),
                        query.days().firstEpochDay(),
                        query.days().lastEpochDay()));
    }

    @QueryHandler
    List<LedgerRow> find(FindLedgerRows query) {
        return boardQueries()
                .history(
                        query.account(),
                        query.fanId(),
                        query.pointUid(),
                        query.days().firstEpochDay(),
                        query.days().lastEpochDay());
    }

    /** Pages continue by {@code <rank>_<rows>}: all pages rank as many rows as the board had for the first one. */
    @QueryHandler
    Page<LeaderboardRow> find(FindLeaderboard query, Moment then) {
        String name = Blanks.trim(query.pointName());
        String[] after = query.paging().after() == null
                ? new String[] {"0", Integer.toString(Integer.MAX_VALUE)}
                : query.paging().after().split("_", -1);
        int skip = Integer.parseInt(after[0]);
        int limit = query.paging().limit();
        Boards current = boards;
        // Read first: events that arrive later may be missing in the answer.
        long position = current.visiblePosition();
        var queries = new BoardQueries(current);
        int bound = Math.min(Integer.parseInt(after[1]), queries.rowsUpTo(query.account(), name, then.position()));
        BoardWindow window = queries.window(
                query.account(),
                name,
                query.days().firstEpochDay(),
                query.days().lastEpochDay(),
                bound);
        return Page.of(
                queries.rank(query.account(), window, name, skip, limit + 1),
                limit,
                row -> row.rank() + "_" + window.bound(),
                position);
    }
}
