package encore.api.tags;

import encore.api.export.FanExportPart;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.tags.TagQuery.FindTagsOfFan;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports a fan's tags with the times they were given. */
@Component
class TagsExport implements FanExportPart {

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of("tags.json", backend.ask(caller, new FindTagsOfFan(caller.account(), fan)));
    }
}
