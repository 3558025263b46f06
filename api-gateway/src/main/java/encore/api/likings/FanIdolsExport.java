package encore.api.likings;

import encore.api.export.FanExportPart;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.likings.LikingQuery.FindFanIdols;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports a fan's idols. */
@Component
class FanIdolsExport implements FanExportPart {

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of("idols.json", backend.ask(caller, new FindFanIdols(caller.account(), fan, null, null)));
    }
}
