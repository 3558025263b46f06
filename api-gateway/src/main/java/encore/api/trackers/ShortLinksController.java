package encore.api.trackers;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.authentication.OpenCalls;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.trackers.TrackerQuery.FindTrackerTarget;
import encore.kernel.trackers.TrackerQuery.TrackerTarget;
import jakarta.validation.constraints.Size;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Leads everybody who follows a short link to the target of its tracker. */
@RestController
class ShortLinksController {

    private static final String ACTOR = "short-link";

    record Link(@Size(max = 32) String trackerKey) {}

    private final Backend backend;
    private final OpenCalls openCalls;

    ShortLinksController(Backend backend, OpenCalls openCalls) {
        this.backend = backend;
        this.openCalls = openCalls;
    }

    @Description("Leads to the target of a tracker")
    @Access(lock = Lock.OPEN)
    @GetMapping("/t/{tracker_key}")
    Mono<ResponseEntity<String>> followShortLink(ServerWebExchange exchange, @Params Link in) {
        return backend.ask(new Caller(0, ACTOR, RequestContext.defaults()), new FindTrackerTarget(in.trackerKey()))
                .map(target -> answer(exchange, target));
    }

    private ResponseEntity<String> answer(ServerWebExchange exchange, TrackerTarget target) {
        openCalls.admit(exchange, target.account());
        return ResponseEntity.status(HttpStatus.FOUND)
                .cacheControl(CacheControl.noStore())
                .header(HttpHeaders.LOCATION, ascii(target.url()))
                .build();
    }

    /** Encodes all characters that a header cannot carry. */
    private static String ascii(String url) {
        StringBuilder text = new StringBuilder(url.length());
        url.codePoints()
                .forEach(point -> text.append(
                        point > ' ' && point < 127
                                ? Character.toString(point)
                                : URLEncoder.encode(Character.toString(point), StandardCharsets.UTF_8)));
        return text.toString();
    }
}
