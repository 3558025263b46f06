package encore.api.shows.hls;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.api.outbound.OutboundClient;
import encore.api.problems.Problem;
import encore.infra.backend.egress.EgressClient.CallBounds;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Reads HLS manifests from their hosts: each at most once a second, for all who wait. A failure is kept as long, so that a
 * host that is down is not asked by every viewer.
 */
@Component
class Manifests {

    private static final Duration KEPT = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int MAX_MANIFEST_BYTES = 1 << 20;

    /** The most bytes of all kept manifests. */
    private static final long MAX_BYTES = 32L << 20;

    private static final int OVERHEAD = 500;

    private final OutboundClient client;
    private final CallBounds bounds;
    private final AsyncCache<Source, Answer> answers = Caffeine.newBuilder()
            .expireAfterWrite(KEPT)
            .maximumWeight(MAX_BYTES)
            .weigher((Source source, Answer answer) ->
                    OVERHEAD + (answer.manifest() == null ? 0 : answer.manifest().length))
            .executor(Runnable::run)
            .buildAsync();

    /** The address of a manifest, for one account: a host that is slow for one account is not slow for all. */
    private record Source(long account, String url) {}

    /** @param manifest null when the host failed */
    private record Answer(byte @Nullable [] manifest) {}

    @Autowired
    Manifests(OutboundClient client) {
        this(client, TIMEOUT);
    }

    /** @param timeout how long a host may take */
    Manifests(OutboundClient client, Duration timeout) {
        this.client = client;
        this.bounds = new CallBounds(timeout, MAX_MANIFEST_BYTES);
    }

    /** Finds the manifest at an address, with absolute URIs. The Mono fails with a {@link Problem} (503) when its host fails. */
    Mono<byte[]> find(long account, String url) {
        return Mono.defer(() ->
                        Mono.fromFuture(answers.get(new Source(account, url), (key, executor) -> read(key)), true))
                .map(answer -> {
                    if (answer.manifest() == null) {
                        throw failed();
                    }
                    return answer.manifest();
                });
    }

    private CompletableFuture<Answer> read(Source source) {
        return client.get(source.account(), source.url(), bounds)
                .map(content -> new Answer(Manifest.withAbsoluteUris(content, source.url())))
                .onErrorReturn(new Answer(null))
                .toFuture()
                .thenApply(Objects::requireNonNull);
    }

    private static Problem failed() {
        return Problem.unavailable("hls-origin-failed", "The host of the video does not answer a manifest.", KEPT);
    }
}
