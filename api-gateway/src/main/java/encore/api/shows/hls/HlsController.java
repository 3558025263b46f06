package encore.api.shows.hls;

import static encore.api.access.Lock.SESSION;

import encore.api.access.Access;
import encore.api.authentication.SessionCalls;
import encore.api.binding.Produces;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.shows.hls.HlsQuery.FindHlsOrigins;
import encore.kernel.shows.hls.HlsQuery.FindShowVideo;
import encore.kernel.shows.hls.ShowVideo;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Leads players to the manifest of a show's video, or answers it (spec 3, 4). */
@RestController
class HlsController {

    static final String TYPE = "application/vnd.apple.mpegurl";

    record Video(
            long pageTabId,

            @Description("A live session of the account. It suffices without an api_key.") @Nullable
            String sessionUid,

            @Description("A feed of the show; without it the live one.") @Nullable @Size(max = 64)
            String videoEndpointUid,

            @Description("Whether to answer the manifest of the feed's host instead of a redirect to it.") @Nullable
            Boolean prefetch) {}

    private final Backend backend;
    private final Manifests manifests;
    private final SessionCalls sessionCalls;

    HlsController(Backend backend, Manifests manifests, SessionCalls sessionCalls) {
        this.backend = backend;
        this.manifests = manifests;
        this.sessionCalls = sessionCalls;
    }

    @Description(
            "Redirects a player to the HLS manifest of a show's feed, or answers that manifest with absolute addresses")
    @Access(scope = "apps", lock = SESSION, sessionAlone = true)
    @Produces(value = TYPE, bodiless = 302)
    @GetMapping("/application/hls/{page_tab_id}")
    Mono<ResponseEntity<Flux<DataBuffer>>> findManifest(ServerWebExchange exchange, Caller caller, @Params Video in) {
        return backend.ask(caller, new FindShowVideo(in.pageTabId()))
                .flatMap(video -> sessionCalls
                        .admit(exchange, caller, video.account(), in.pageTabId(), in.sessionUid())
                        .flatMap(admitted -> answer(exchange, admitted, video, in)));
    }

    private Mono<ResponseEntity<Flux<DataBuffer>>> answer(
            ServerWebExchange exchange, Caller caller, ShowVideo video, Video in) {
        String url = video.manifest(in.videoEndpointUid()).orElseThrow(Problem::unknown);
        if (!Boolean.TRUE.equals(in.prefetch())) {
            return Mono.just(head(HttpStatus.FOUND).location(URI.create(url)).build());
        }
        return backend.ask(caller, new FindHlsOrigins(video.account()))
                .filter(origins ->
                        origins.stream().anyMatch(origin -> origin.host().equals(host(url))))
                .switchIfEmpty(Mono.error(HlsController::notListed))
                .flatMap(origins -> manifests.find(video.account(), url))
                .map(manifest -> head(HttpStatus.OK)
                        .header("Content-Type", TYPE)
                        .contentLength(manifest.length)
                        .body(Flux.just(exchange.getResponse().bufferFactory().wrap(manifest))));
    }

    private static Problem notListed() {
        return Problem.input("prefetch", ErrorCode.VALUE, "is for hosts of hls_origins alone, and this feed's is none");
    }

    private static String host(String url) {
        return Objects.requireNonNullElse(URI.create(url).getHost(), "").toLowerCase(Locale.ROOT);
    }

    private static ResponseEntity.BodyBuilder head(HttpStatus status) {
        return ResponseEntity.status(status)
                .header("Cache-Control", "no-store")
                .header("Referrer-Policy", "no-referrer")
                .header("X-Content-Type-Options", "nosniff");
    }
}
