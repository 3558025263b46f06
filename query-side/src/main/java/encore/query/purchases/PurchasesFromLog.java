package encore.query.purchases;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Event;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.paging.Page;
import encore.kernel.purchases.Purchase;
import encore.kernel.purchases.PurchaseEvent;
import encore.kernel.purchases.PurchaseEvent.PurchaseChanged;
import encore.kernel.purchases.PurchaseEvent.PurchaseRecorded;
import encore.kernel.purchases.PurchaseQuery.FindPurchaseRows;
import encore.kernel.purchases.PurchaseQuery.FindPurchaseRowsOfFan;
import encore.kernel.purchases.PurchaseQuery.FindPurchaseRowsWithoutFan;
import encore.kernel.purchases.PurchaseQuery.FindPurchases;
import encore.kernel.purchases.PurchaseQuery.FindPurchasesOfCustomer;
import encore.kernel.purchases.PurchaseQuery.FindPurchasesOfFan;
import encore.kernel.purchases.PurchaseRow;
import encore.query.documents.EventReader;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins pages of purchases with the details of each from the log. */
@Component
class PurchasesFromLog implements QueryComponent {

    private static final Set<Class<?>> PURCHASE_EVENTS = Set.of(PurchaseRecorded.class, PurchaseChanged.class);

    private final QueryGateway queryGateway;
    private final EventReader events;

    PurchasesFromLog(QueryGateway queryGateway, EventTail tail, EventLog log) {
        this.queryGateway = queryGateway;
        this.events = new EventReader(tail, log);
    }

    @QueryHandler
    Page<Purchase> find(FindPurchases query) {
        return read(queryGateway.ask(new FindPurchaseRows(query.account(), query.selection(), query.paging())));
    }

    @QueryHandler
    Page<Purchase> find(FindPurchasesOfFan query) {
        queryGateway.ask(RequireFan.everKnown(query.account(), query.fanId()));
        return read(queryGateway.ask(new FindPurchaseRowsOfFan(query.account(), query.fanId(), query.paging())));
    }

    /** The customer key is personal, so no index has it: the purchases without a fan are read one after the other. */
    @QueryHandler
    Page<Purchase> find(FindPurchasesOfCustomer query) {
        Page<Purchase> page = read(
                queryGateway.ask(new FindPurchaseRowsWithoutFan(query.account(), query.network(), query.paging())));
        List<Purchase> ofCustomer = page.rows().stream()
                .filter(purchase -> query.customerKey().equals(purchase.customerKey()))
                .toList();
        return new Page<>(ofCustomer, page.first(), page.last(), page.more(), page.position());
    }

    private Page<Purchase> read(Page<PurchaseRow> page) {
        Map<Long, Event> eventsByPosition =
                events.read(page.rows().stream().mapToLong(PurchaseRow::told), PURCHASE_EVENTS);
        List<Purchase> purchases = page.rows().stream()
                .map(row -> eventsByPosition.get(row.told()))
                .filter(Objects::nonNull)
                .map(event -> Purchase.of((PurchaseEvent.PurchaseState) event))
                .toList();
        return new Page<>(purchases, page.first(), page.last(), page.more(), page.position());
    }
}
