package encore.api.rewards;

import encore.api.export.FanExportPart;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.rewards.RewardQuery.FindWonRewards;
import java.time.Instant;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports the rewards that a fan has. */
@Component
class RewardsExport implements FanExportPart {

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        var query = new FindWonRewards(caller.account(), fan, null, null, Instant.now(), null);
        return Map.of("rewards.json", backend.ask(caller, query));
    }
}
