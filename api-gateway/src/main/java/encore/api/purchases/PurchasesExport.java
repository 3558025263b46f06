package encore.api.purchases;

import encore.api.export.FanExportPart;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.purchases.PurchaseQuery.FindPurchasesOfFan;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports a fan's purchases. */
@Component
class PurchasesExport implements FanExportPart {

    private static final int ROWS = 500;

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of(
                "purchases.json",
                Pages.all(after ->
                        backend.ask(caller, new FindPurchasesOfFan(caller.account(), fan, new NextKey(after, ROWS)))));
    }
}
