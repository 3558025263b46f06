package encore.command.shows.hls;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;

import encore.command.lists.KeyedList;
import encore.kernel.shows.hls.HlsOrigin;
import encore.kernel.shows.hls.HlsOriginCommand.AddHlsOrigin;
import encore.kernel.shows.hls.HlsOriginCommand.RemoveHlsOrigin;
import encore.kernel.shows.hls.HlsOriginEvent;
import encore.kernel.shows.hls.HlsOriginEvent.HlsOriginAdded;
import encore.kernel.shows.hls.HlsOriginEvent.HlsOriginRemoved;
import encore.kernel.shows.hls.HlsOriginsId;
import java.util.HashMap;
import java.util.Map;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The hosts from which gateways may read an account's HLS manifests. */
@Aggregate
class HlsOrigins {

    private static final KeyedList<HlsOrigin> ORIGINS = KeyedList.of("hls-origin", "host", 100);

    @AggregateIdentifier
    private @Nullable HlsOriginsId id;

    /** By host. */
    private Map<String, HlsOrigin> origins = new HashMap<>();

    HlsOrigins() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    HlsOrigin decide(AddHlsOrigin command) {
        return ORIGINS.decision(command.hlsOrigins(), origins).add(command.origin(), HlsOriginAdded::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    HlsOrigin decide(RemoveHlsOrigin command) {
        return ORIGINS.decision(command.hlsOrigins(), origins).remove(command.host(), HlsOriginRemoved::new);
    }

    @EventSourcingHandler
    void evolve(HlsOriginEvent event) {
        id = event.hlsOrigins();
        ORIGINS.evolve(origins, event);
    }
}
