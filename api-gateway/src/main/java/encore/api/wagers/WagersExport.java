package encore.api.wagers;

import encore.api.export.FanExport;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Paging.NextKey;
import encore.kernel.wagers.FanWagerQuery.FindWagersOfFan;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports a fan's stakes on wagers. */
@Component
class WagersExport implements FanExport {

    private static final int ROWS = 500;

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of(
                "fan_wagers.json",
                Pages.all(after ->
                        backend.ask(caller, new FindWagersOfFan(caller.account(), fan, new NextKey(after, ROWS)))));
    }
}
