package encore.api.identifiers;

import encore.api.export.FanExportPart;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.identifiers.IdentifierQuery.FindIdentifiers;
import java.util.List;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports a fan's identifiers on networks. */
@Component
class IdentifiersExport implements FanExportPart {

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of("identifiers.json", backend.ask(caller, new FindIdentifiers(caller.account(), List.of(fan))));
    }
}
