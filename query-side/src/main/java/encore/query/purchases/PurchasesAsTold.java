package encore.query.purchases;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Event;
import encore.kernel.Page;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.purchases.Purchase;
import encore.kernel.purchases.PurchaseEvent;
import encore.kernel.purchases.PurchaseEvent.PurchaseChanged;
import encore.kernel.purchases.PurchaseEvent.PurchaseRecorded;
import encore.kernel.purchases.PurchaseQuery.FindPurchaseRows;
import encore.kernel.purchases.PurchaseQuery.FindPurchaseRowsOfFan;
import encore.kernel.purchases.PurchaseQuery.FindPurchases;
import encore.kernel.purchases.PurchaseQuery.FindPurchasesOfFan;
import encore.kernel.purchases.PurchaseRow;
import encore.query.projection.EventsAt;
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
class PurchasesAsTold implements QueryComponent {

    private static final Set<Class<?>> TOLD = Set.of(PurchaseRecorded.class, PurchaseChanged.class);

    private final QueryGateway questions;
    private final EventsAt events;

    PurchasesAsTold(QueryGateway questions, EventTail tail, EventLog log) {
        this.questions = questions;
        this.events = new EventsAt(tail, log);
    }

    @QueryHandler
    Page<Purchase> find(FindPurchases query) {
        return read(questions.ask(new FindPurchaseRows(query.account(), query.wanted(), query.paging())));
    }

    @QueryHandler
    Page<Purchase> find(FindPurchasesOfFan query) {
        questions.ask(RequireFan.everKnown(query.account(), query.fanId()));
        return read(questions.ask(new FindPurchaseRowsOfFan(query.account(), query.fanId(), query.paging())));
    }

    private Page<Purchase> read(Page<PurchaseRow> page) {
        Map<Long, Event> told = events.read(page.rows().stream().mapToLong(PurchaseRow::told), TOLD);
        List<Purchase> purchases = page.rows().stream()
                .map(row -> told.get(row.told()))
                .filter(Objects::nonNull)
                .map(event -> Purchase.of((PurchaseEvent.Told) event))
                .toList();
        return new Page<>(purchases, page.first(), page.last(), page.more(), page.position());
    }
}
