package encore.api.connections;

import encore.api.export.FanExportPart;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.connections.ConnectionQuery.FindConnectedFans;
import encore.kernel.connections.ConnectionStatus;
import java.util.EnumSet;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports a fan's connections, also pending and declined ones. */
@Component
class ConnectionsExport implements FanExportPart {

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of(
                "connections.json",
                backend.ask(
                        caller,
                        new FindConnectedFans(caller.account(), fan, EnumSet.allOf(ConnectionStatus.class), null)));
    }
}
