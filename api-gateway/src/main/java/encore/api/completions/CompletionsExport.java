package encore.api.completions;

import encore.api.export.FanExportPart;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.completions.CompletionQuery.FindCompletionsOfFan;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports the quests that a fan completed. */
@Component
class CompletionsExport implements FanExportPart {

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of("completions.json", backend.ask(caller, new FindCompletionsOfFan(caller.account(), fan, null)));
    }
}
