package encore.api.points;

import encore.api.export.FanExportPart;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.audit.AuditQuery.FindAuditedPoints;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.PointsQuery.FindBalances;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports a fan's balances, and every event of its ledgers. */
@Component
class PointsExport implements FanExportPart {

    private static final int ROWS = 500;

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of(
                "balances.json", backend.ask(caller, new FindBalances(caller.account(), fan, null)),
                "points.json",
                        Pages.all(after -> backend.ask(
                                caller, FindAuditedPoints.ofFan(caller.account(), fan, new NextKey(after, ROWS)))));
    }
}
