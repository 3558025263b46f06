package encore.query.wagers;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Page;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignEvent.CampaignDeleted;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.TabItemEvent.TabItemRemoved;
import encore.kernel.campaigns.TabItemId;
import encore.kernel.campaigns.WagerEvent.WagerDecided;
import encore.kernel.campaigns.WagerEvent.WagerWithdrawn;
import encore.kernel.campaigns.WagerId;
import encore.kernel.campaigns.WagerQuery.FindWager;
import encore.kernel.campaigns.WagerResult;
import encore.kernel.wagers.FanWager;
import encore.kernel.wagers.FanWagerEvent.FanWagerPaid;
import encore.kernel.wagers.FanWagerEvent.FanWagerPlaced;
import encore.kernel.wagers.FanWagerQuery.FindFanWager;
import encore.kernel.wagers.FanWagerQuery.FindWagerTallies;
import encore.kernel.wagers.FanWagerQuery.FindWagersOfFan;
import encore.kernel.wagers.FanWagerQuery.ListFanWagers;
import encore.kernel.wagers.WagerTally;
import encore.query.projection.CountedEvents;
import encore.query.projection.Keyset;
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

    private static final Collection<Staked> STAKES = Collection.of(
            "fan_wagers",
            Staked.class,
            Index.on("account", "wager", "position"),
            Index.on("account", "fanId", "position"));

    /** Separate from the stakes, because a stake that is applied late may come after its payment. */
    private static final Collection<Paid> PAID = Collection.of("paid", Paid.class);

    private static final Collection<Result> RESULTS = Collection.of("results", Result.class);
    private static final Collection<WagerTally> TALLIES = Collection.of("tallies", WagerTally.class);
    private static final CountedEvents EVENTS = CountedEvents.of("events");
    private static final Keyset<Staked> OLDEST_FIRST = Keyset.byPosition(STAKES, Staked::position);

    private final QueryGateway questions;

    FanWagersProjection(QueryGateway questions) {
        this.questions = questions;
    }

    /** The payment for a stake. */
    record Paid(long pointCount) {}

    /** The result of a wager, or of all wagers of a tab item or a campaign. */
    record Result(WagerResult result) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("fan_wagers", List.of(STAKES, PAID, RESULTS, TALLIES, EVENTS.collection()));
    }

    @EventHandler
    void on(FanWagerPlaced event, Recorded recorded, Documents.Batch documents) {
        documents.put(STAKES, key(event.wager(), event.fanWagerUid()), Staked.of(event, recorded));
        if (EVENTS.isNew(recorded.position(), documents)) {
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
    void on(FanWagerPaid event, Recorded recorded, Documents.Batch documents) {
        documents.put(PAID, key(event.wager(), event.fanWagerUid()), new Paid(event.pointCount()));
        if (EVENTS.isNew(recorded.position(), documents)) {
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
        documents.put(RESULTS, event.wager().toString(), new Result(event.result()));
    }

    @EventHandler
    void on(WagerWithdrawn event, Documents.Batch documents) {
        documents.put(RESULTS, event.wager().toString(), new Result(WagerResult.VOID));
    }

    @EventHandler
    void on(TabItemRemoved event, Documents.Batch documents) {
        documents.put(RESULTS, event.tabItem().toString(), new Result(WagerResult.VOID));
    }

    @EventHandler
    void on(CampaignDeleted event, Documents.Batch documents) {
        documents.put(RESULTS, event.campaign().toString(), new Result(WagerResult.VOID));
    }

    private static WagerTally tally(WagerId wager, Documents documents) {
        WagerTally found = documents.get(TALLIES, wager.toString());
        return found == null ? WagerTally.none(wager.uid()) : found;
    }

    private static void put(WagerId wager, WagerTally tally, Documents.Batch documents) {
        documents.put(TALLIES, wager.toString(), tally);
    }

    private static String key(WagerId wager, String fanWagerUid) {
        return wager + "." + fanWagerUid;
    }

    @QueryHandler
    Page<FanWager> find(ListFanWagers query, Documents documents) {
        questions.ask(new FindWager(query.account(), query.pageTabId(), query.tabItemId(), query.wagerUid()));
        WagerId wager = wager(query.account(), query.pageTabId(), query.tabItemId(), query.wagerUid());
        Where on = Where.all(Where.equal("account", query.account()), Where.equal("wager", wager.toString()));
        return OLDEST_FIRST.page(documents, on, query.paging()).map(staked -> shown(staked, documents));
    }

    @QueryHandler
    FanWager find(FindFanWager query, Documents documents) {
        questions.ask(new FindWager(query.account(), query.pageTabId(), query.tabItemId(), query.wagerUid()));
        WagerId wager = wager(query.account(), query.pageTabId(), query.tabItemId(), query.wagerUid());
        Staked found = documents.get(STAKES, key(wager, query.fanWagerUid()));
        if (found == null) {
            throw Refusal.unknown("The wager has no such stake.");
        }
        return shown(found, documents);
    }

    @QueryHandler
    Page<FanWager> find(FindWagersOfFan query, Documents documents) {
        Where of = Where.all(Where.equal("account", query.account()), Where.equal("fanId", query.fanId()));
        return OLDEST_FIRST.page(documents, of, query.paging()).map(staked -> shown(staked, documents));
    }

    @QueryHandler
    List<WagerTally> find(FindWagerTallies query, Documents documents) {
        return query.wagers().stream()
                .map(wager -> documents.get(TALLIES, wager.toString()))
                .filter(Objects::nonNull)
                .toList();
    }

    private static FanWager shown(Staked staked, Documents documents) {
        WagerId wager = WagerId.parse(staked.wager());
        Paid paid = documents.get(PAID, key(wager, staked.fanWagerUid()));
        return staked.shown(result(wager, documents), paid == null ? 0 : paid.pointCount());
    }

    /** Returns the wager's own result, or else that of its tab item or campaign. */
    private static @Nullable WagerResult result(WagerId wager, Documents documents) {
        return Stream.of(wager, wager.tabItem(), wager.tabItem().campaign())
                .map(stream -> documents.get(RESULTS, stream.toString()))
                .filter(Objects::nonNull)
                .map(Result::result)
                .findFirst()
                .orElse(null);
    }

    private static WagerId wager(long account, long pageTabId, long tabItemId, String uid) {
        return new WagerId(new TabItemId(new CampaignId(account, pageTabId), tabItemId), uid);
    }
}
