package encore.query.fanwagers;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignEvent.CampaignDeleted;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fanwagers.FanWager;
import encore.kernel.fanwagers.FanWagerEvent.FanWagerPaid;
import encore.kernel.fanwagers.FanWagerEvent.FanWagerPlaced;
import encore.kernel.fanwagers.FanWagerQuery.FindFanWager;
import encore.kernel.fanwagers.FanWagerQuery.FindWagerTallies;
import encore.kernel.fanwagers.FanWagerQuery.FindWagersOfFan;
import encore.kernel.fanwagers.FanWagerQuery.ListFanWagers;
import encore.kernel.fanwagers.WagerTally;
import encore.kernel.paging.Page;
import encore.kernel.tabitems.TabItemEvent.TabItemRemoved;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.wagers.WagerEvent.WagerDecided;
import encore.kernel.wagers.WagerEvent.WagerWithdrawn;
import encore.kernel.wagers.WagerId;
import encore.kernel.wagers.WagerQuery.FindWager;
import encore.kernel.wagers.WagerResult;
import encore.query.documents.CountedEvents;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps the stakes of fans, their payments, and the sums of both by wager. None of it is personal data, so it stays
 * when a fan is erased, as do the sums.
 */
@Component
class FanWagersProjection implements Projection {

    private static final Collection<StoredStake> STAKES = Collection.of(
            "fan_wagers",
            StoredStake.class,
            Index.on("account", "wager", "position"),
            Index.on("account", "fanId", "position"));

    /** Separate from the stakes, because a stake that is applied late may come after its payment. */
    private static final Collection<StakePayment> PAID = Collection.of("paid", StakePayment.class);

    private static final Collection<StoredResult> RESULTS = Collection.of("results", StoredResult.class);
    private static final Collection<WagerTally> TALLIES = Collection.of("tallies", WagerTally.class);
    private static final CountedEvents EVENTS = CountedEvents.of("events");
    private static final Keyset<StoredStake> OLDEST_FIRST = Keyset.byPosition(STAKES, StoredStake::position);

    private final QueryGateway queryGateway;

    FanWagersProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    /** The payment for a stake. */
    record StakePayment(long pointCount) {}

    /** The result of a wager, or of all wagers of a tab item or a campaign. */
    record StoredResult(WagerResult result) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("fan_wagers", List.of(STAKES, PAID, RESULTS, TALLIES, EVENTS.collection()));
    }

    @EventHandler
    void on(FanWagerPlaced event, RecordedEvent recordedEvent, Documents.Batch documents) {
        documents.put(STAKES, key(event.wager(), event.fanWagerUid()), StoredStake.of(event, recordedEvent));
        if (EVENTS.isNew(recordedEvent.position(), documents)) {
            WagerTally before = tally(event.wager(), documents);
            put(
                    event.wager(),
                    new WagerTally(
                            before.wagerUid(),
                            before.fanWagerCount() + 1,
                            before.debitPointCount() + event.pointCount(),
                            before.creditPointCount()),
                    documents);
        }
    }

    @EventHandler
    void on(FanWagerPaid event, RecordedEvent recordedEvent, Documents.Batch documents) {
        documents.put(PAID, key(event.wager(), event.fanWagerUid()), new StakePayment(event.pointCount()));
        if (EVENTS.isNew(recordedEvent.position(), documents)) {
            WagerTally before = tally(event.wager(), documents);
            put(
                    event.wager(),
                    new WagerTally(
                            before.wagerUid(),
                            before.fanWagerCount(),
                            before.debitPointCount(),
                            before.creditPointCount() + event.pointCount()),
                    documents);
        }
    }

    @EventHandler
    void on(WagerDecided event, Documents.Batch documents) {
        documents.put(RESULTS, event.wager().toString(), new StoredResult(event.result()));
    }

    @EventHandler
    void on(WagerWithdrawn event, Documents.Batch documents) {
        documents.put(RESULTS, event.wager().toString(), new StoredResult(WagerResult.VOID));
    }

    @EventHandler
    void on(TabItemRemoved event, Documents.Batch documents) {
        documents.put(RESULTS, event.tabItem().toString(), new StoredResult(WagerResult.VOID));
    }

    @EventHandler
    void on(CampaignDeleted event, Documents.Batch documents) {
        documents.put(RESULTS, event.campaign().toString(), new StoredResult(WagerResult.VOID));
    }

    private static WagerTally tally(WagerId wager, Documents documents) {
        WagerTally found = documents.get(TALLIES, wager.toString());
        return found == null ? WagerTally.zero(wager.uid()) : found;
    }

    private static void put(WagerId wager, WagerTally tally, Documents.Batch documents) {
        documents.put(TALLIES, wager.toString(), tally);
    }

    private static String key(WagerId wager, String fanWagerUid) {
        return wager + "." + fanWagerUid;
    }

    @QueryHandler
    Page<FanWager> find(ListFanWagers query, Documents documents) {
        queryGateway.ask(new FindWager(query.account(), query.pageTabId(), query.tabItemId(), query.wagerUid()));
        WagerId wager = wager(query.account(), query.pageTabId(), query.tabItemId(), query.wagerUid());
        Where condition = Where.all(Where.equal("account", query.account()), Where.equal("wager", wager.toString()));
        return OLDEST_FIRST
                .page(documents, condition, query.paging())
                .map(storedStake -> toFanWager(storedStake, documents));
    }

    @QueryHandler
    FanWager find(FindFanWager query, Documents documents) {
        queryGateway.ask(new FindWager(query.account(), query.pageTabId(), query.tabItemId(), query.wagerUid()));
        WagerId wager = wager(query.account(), query.pageTabId(), query.tabItemId(), query.wagerUid());
        StoredStake found = documents.get(STAKES, key(wager, query.fanWagerUid()));
        if (found == null) {
            throw Refusal.unknown("The wager has no such stake.");
        }
        return toFanWager(found, documents);
    }

    @QueryHandler
    Page<FanWager> find(FindWagersOfFan query, Documents documents) {
        Where condition = Where.all(Where.equal("account", query.account()), Where.equal("fanId", query.fanId()));
        return OLDEST_FIRST
                .page(documents, condition, query.paging())
                .map(storedStake -> toFanWager(storedStake, documents));
    }

    @QueryHandler
    List<WagerTally> find(FindWagerTallies query, Documents documents) {
        return query.wagers().stream()
                .map(wager -> documents.get(TALLIES, wager.toString()))
                .filter(Objects::nonNull)
                .toList();
    }

    private static FanWager toFanWager(StoredStake storedStake, Documents documents) {
        WagerId wager = StreamId.parse(WagerId.class, storedStake.wager());
        StakePayment stakePayment = documents.get(PAID, key(wager, storedStake.fanWagerUid()));
        return storedStake.toFanWager(result(wager, documents), stakePayment == null ? 0 : stakePayment.pointCount());
    }

    /** Returns the wager's own result, or else that of its tab item or campaign. */
    private static @Nullable WagerResult result(WagerId wager, Documents documents) {
        return Stream.of(wager, wager.tabItem(), wager.tabItem().campaign())
                .map(stream -> documents.get(RESULTS, stream.toString()))
                .filter(Objects::nonNull)
                .map(StoredResult::result)
                .findFirst()
                .orElse(null);
    }

    private static WagerId wager(long account, long pageTabId, long tabItemId, String uid) {
        return new WagerId(new TabItemId(new CampaignId(account, pageTabId), tabItemId), uid);
    }
}
