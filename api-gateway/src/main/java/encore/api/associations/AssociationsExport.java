package encore.api.associations;

import encore.api.export.FanExportPart;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.associations.AssociationQuery.FindAssociations;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports the performances and idol events that a fan saves or goes to. */
@Component
class AssociationsExport implements FanExportPart {

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of("associations.json", backend.ask(caller, new FindAssociations(caller.account(), fan)));
    }
}
