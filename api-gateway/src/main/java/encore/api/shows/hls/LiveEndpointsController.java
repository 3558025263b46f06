package encore.api.shows.hls;

import static encore.api.access.Lock.SESSION;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.server.GatewaySettings;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.shows.hls.HlsQuery.FindLiveFeeds;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists the video feeds of a live show for its pages. */
@RestController
@Access(scope = "apps", lock = SESSION)
class LiveEndpointsController {

    record OfShow(long pageTabId, @Nullable String sessionUid) {}

    private final Backend backend;
    private final GatewaySettings settings;

    LiveEndpointsController(Backend backend, GatewaySettings settings) {
        this.backend = backend;
        this.settings = settings;
    }

    @Description("Lists the video feeds of a show in the states pending and active; none in the others")
    @GetMapping("/api/v1/fanxp/{page_tab_id}/live_endpoints")
    Mono<List<LiveEndpoint>> listLiveEndpoints(Caller caller, @Params OfShow in) {
        return backend.ask(caller, new FindLiveFeeds(caller.account(), in.pageTabId()))
                .map(feeds -> feeds.stream()
                        .map(feed -> LiveEndpoint.of(feed, in.pageTabId(), settings.publicUrl()))
                        .toList());
    }
}
