package encore.api.fans;

import encore.api.export.FanExportPart;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanQuery.FindFan;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports the fan's own record. */
@Component
class FansExport implements FanExportPart {

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of("fan.json", backend.ask(caller, new FindFan(caller.account(), fan)));
    }
}
