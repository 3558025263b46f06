package encore.api.subscriptions;

import encore.api.export.FanExportPart;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.subscriptions.SubscriptionQuery.FindFanSubscriptions;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports the subscriptions that are a fan's. */
@Component
class SubscriptionsExport implements FanExportPart {

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of("subscriptions.json", backend.ask(caller, new FindFanSubscriptions(caller.account(), fan)));
    }
}
