package encore.api.media;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.media.Media;
import encore.kernel.media.MediaQuery.FindMediaOfFan;
import encore.kernel.people.Area;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists the media that are personal data of a fan. */
@RestController
@Access(scope = "manage", area = Area.CONTENT, lock = SECRET)
@RequestMapping("/api/v1/manage/fans/{fan_id}/media")
class MediaOfFanController {

    record OfFan(long fanId) {}

    private final Backend backend;

    MediaOfFanController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the media that an erasure of the fan removes, oldest first")
    @GetMapping
    Mono<List<Media>> findMediaOfFan(Caller caller, @Params OfFan in) {
        return backend.ask(caller, new FindMediaOfFan(caller.account(), in.fanId()));
    }
}
