package encore.api.fanstreams;

import encore.api.export.FanExportPart;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindRecordsOfFan;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports the records that a fan sent, and imported ones of which the fan is the author. */
@Component
class StreamRecordsExport implements FanExportPart {

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of("stream_records.json", backend.ask(caller, new FindRecordsOfFan(caller.account(), fan)));
    }
}
