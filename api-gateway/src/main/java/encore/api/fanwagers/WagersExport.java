package encore.api.fanwagers;

import encore.api.export.FanExportPart;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fanwagers.FanWagerQuery.FindWagersOfFan;
import encore.kernel.paging.Paging.NextKey;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports a fan's stakes on wagers. */
@Component
class WagersExport implements FanExportPart {

    private static final int ROWS = 500;

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of(
                "fan_wagers.json",
                Pages.all(after ->
                        backend.ask(caller, new FindWagersOfFan(caller.account(), fan, new NextKey(after, ROWS)))));
    }
}
