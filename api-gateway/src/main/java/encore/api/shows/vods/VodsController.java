package encore.api.shows.vods;

import static encore.api.access.Lock.SESSION;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.shows.vods.Vod;
import encore.kernel.shows.vods.VodQuery.FindApprovedVods;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists the prerecorded videos of a show for its pages. */
@RestController
@Access(scope = "apps", lock = SESSION)
class VodsController {

    record OfPage(
            long pageTabId,
            @Nullable String sessionUid,

            @Description("Only the videos of this page of the show, such as waiting.") @Nullable @Size(max = 64)
            String page) {}

    private final Backend backend;

    VodsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the approved videos of a show, in the order in which they were added")
    @GetMapping("/api/v1/fanxp/{page_tab_id}/vod")
    Mono<List<Vod>> listApprovedVods(Caller caller, @Params OfPage in) {
        return backend.ask(caller, new FindApprovedVods(caller.account(), in.pageTabId(), in.page()));
    }
}
