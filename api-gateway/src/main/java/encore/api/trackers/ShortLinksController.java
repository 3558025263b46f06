package encore.api.trackers;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.authentication.OpenCalls;
import encore.api.binding.Produces;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.trackers.clicks.ClickRecorder;
import encore.kernel.trackers.TrackerQuery.TrackerTarget;
import jakarta.validation.constraints.Size;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Leads everybody who follows a short link to the target of its tracker. */
@RestController
class ShortLinksController {

    private static final String ROBOTS = "X-Robots-Tag";
    private static final String CLICK = "tracker_click_uid=";
    private static final String UNKNOWN_PAGE =
            "<!doctype html><html lang=\"en\"><title>Not found</title><p>This link leads nowhere.</p></html>";

    record Link(@Size(max = 32) String trackerKey) {}

    private final ShortLinkTargets targets;
    private final PublicHosts hosts;
    private final OpenCalls openCalls;
    private final ClickRecorder recorder;
    private final PersonalLinks personalLinks;

    ShortLinksController(
            ShortLinkTargets targets,
            PublicHosts hosts,
            OpenCalls openCalls,
            ClickRecorder recorder,
            PersonalLinks personalLinks) {
        this.targets = targets;
        this.hosts = hosts;
        this.openCalls = openCalls;
        this.recorder = recorder;
        this.personalLinks = personalLinks;
    }

    @Description("Leads to the target of a tracker")
    @Access(lock = Lock.OPEN)
    @Produces(value = MediaType.TEXT_HTML_VALUE, status = 404, bodiless = 302)
    @GetMapping("/t/{tracker_key}")
    Mono<ResponseEntity<String>> followShortLink(ServerWebExchange exchange, @Params Link in) {
        String host = exchange.getRequest().getURI().getHost();
        return targets.find(in.trackerKey())
                .filter(target -> hosts.answers(target, host))
                // A domain may have been added after the target, and would lead its visitors round and round.
                .filter(target -> !hosts.isShortLink(target.url(), host))
                .flatMap(target -> lead(exchange, target))
                .switchIfEmpty(Mono.fromSupplier(ShortLinksController::unknown));
    }

    private Mono<ResponseEntity<String>> lead(ServerWebExchange exchange, TrackerTarget target) {
        openCalls.admitUncounted(exchange, target.tracker().account());
        String sealed = exchange.getRequest().getQueryParams().getFirst(PersonalLinks.PARAMETER);
        Long fan = sealed == null ? null : personalLinks.open(sealed, target.tracker());
        return recorder.record(exchange.getRequest(), target.tracker(), fan)
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .map(click -> found(
                        click.isPresent() && target.isClickAppended()
                                ? withClick(target.url(), click.get())
                                : target.url()));
    }

    private static ResponseEntity<String> found(String url) {
        return ResponseEntity.status(HttpStatus.FOUND)
                .cacheControl(CacheControl.noStore())
                .header(ROBOTS, "noindex")
                .header(HttpHeaders.LOCATION, ascii(url))
                .build();
    }

    private static ResponseEntity<String> unknown() {
        return ResponseEntity.status(HttpStatus.NOT_FOUND)
                .cacheControl(CacheControl.noStore())
                .header(ROBOTS, "noindex")
                .contentType(MediaType.TEXT_HTML)
                .body(UNKNOWN_PAGE);
    }

    /** Adds the click to the query of the target, before its fragment. */
    static String withClick(String url, String clickUid) {
        int fragment = url.indexOf('#');
        String address = fragment < 0 ? url : url.substring(0, fragment);
        String rest = fragment < 0 ? "" : url.substring(fragment);
        String separator = !address.contains("?") ? "?" : address.endsWith("?") || address.endsWith("&") ? "" : "&";
        return address + separator + CLICK + clickUid + rest;
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
