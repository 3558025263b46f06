package encore.api.passes;

import encore.api.export.FanExportPart;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.passes.PassQuery.FindFanPasses;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports the passes that were issued to a fan. */
@Component
class PassesExport implements FanExportPart {

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of("passes.json", backend.ask(caller, new FindFanPasses(caller.account(), fan)));
    }
}
