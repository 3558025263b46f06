package encore.api.fans;

import encore.api.export.FanExportPart;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotsOfFan;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports the snapshots that contain a fan. */
@Component
class SnapshotsExport implements FanExportPart {

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of("snapshots.json", backend.ask(caller, new FindSnapshotsOfFan(caller.account(), fan)));
    }
}
