package encore.query.shows.stats;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.fanwagers.FanWagerEvent;
import encore.kernel.fanwagers.FanWagerEvent.FanWagerPaid;
import encore.kernel.fanwagers.FanWagerEvent.FanWagerPlaced;
import encore.kernel.paging.Page;
import encore.kernel.shows.stats.TimelineQuery.FindStakeSums;
import encore.kernel.shows.stats.TimelineQuery.StakeSum;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps what fans staked and were paid in each campaign, in the order of the fans, and sums it for each fan. */
@Component
class ShowStakesProjection implements Projection {

    private static final Collection<Stake> STAKES = Collection.of(
            "show_stakes",
            Stake.class,
            Index.on("account", "pageTabId", "fanId"),
            Index.on("account", "tabItemId", "fanId"));
    private static final Keyset<Stake> BY_FAN = Keyset.byNumber(STAKES, "fanId", Stake::fanId);

    /** A stake or a payment, under its position. One of both counts is 0. */
    record Stake(long account, long pageTabId, long tabItemId, long fanId, long debit, long credit, Instant at) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("show_stakes", List.of(STAKES));
    }

    @EventHandler
    void on(FanWagerPlaced event, RecordedEvent recorded, Documents.Batch documents) {
        put(event, event.pointCount(), 0, recorded, documents);
    }

    @EventHandler
    void on(FanWagerPaid event, RecordedEvent recorded, Documents.Batch documents) {
        put(event, 0, event.pointCount(), recorded, documents);
    }

    private static void put(
            FanWagerEvent event, long debit, long credit, RecordedEvent recorded, Documents.Batch documents) {
        documents.put(
                STAKES,
                Keyset.key(recorded.position()),
                new Stake(
                        event.ledger().account(),
                        event.wager().tabItem().campaign().number(),
                        event.wager().tabItem().number(),
                        event.ledger().fan().number(),
                        debit,
                        credit,
                        recorded.at()));
    }

    /** A page's key is its last fan_id. */
    @QueryHandler
    Page<StakeSum> find(FindStakeSums query, Documents documents) {
        int wanted = query.paging().limit() + 1;
        List<StakeSum> sums = new ArrayList<>();
        Iterator<Stake> stakes = BY_FAN.all(documents, rows(query)).iterator();
        while (stakes.hasNext()) {
            Stake stake = stakes.next();
            boolean goesOn = !sums.isEmpty() && sums.getLast().fanId() == stake.fanId();
            if (!goesOn && sums.size() == wanted) {
                break;
            }
            StakeSum before = goesOn ? sums.removeLast() : new StakeSum(stake.fanId(), 0, 0);
            sums.add(new StakeSum(
                    stake.fanId(),
                    before.debitPointCount() + stake.debit(),
                    before.creditPointCount() + stake.credit()));
        }
        return Page.of(sums, query.paging().limit(), sum -> Long.toString(sum.fanId()), documents.position());
    }

    private static Where rows(FindStakeSums query) {
        Long tabItemId = query.tabItemId();
        String after = query.paging().after();
        return Where.all(
                Where.equal("account", query.account()),
                tabItemId == null ? Where.equal("pageTabId", query.pageTabId()) : Where.equal("tabItemId", tabItemId),
                new Where.Range("fanId", after == null ? null : Long.valueOf(after), false, null, false),
                new Where.Range(
                        "at",
                        query.seconds().firstInstant(),
                        true,
                        query.seconds().endExclusive(),
                        false));
    }
}
