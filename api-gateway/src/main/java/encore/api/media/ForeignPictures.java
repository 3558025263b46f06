package encore.api.media;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import encore.api.outbound.OutboundClient;
import encore.api.problems.Problem;
import encore.api.queues.BoundedWork;
import encore.infra.backend.egress.EgressClient.CallBounds;
import encore.infra.backend.egress.EgressFailure;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Loads pictures of foreign hosts and makes previews of them. A few are loaded at a time, and fewer for one account; others
 * wait for their turn, so that a page of many pictures neither fills the memory nor holds up other work.
 */
@Component
class ForeignPictures {

    static final int AT_A_TIME = 8;
    static final int OF_AN_ACCOUNT = 4;

    /** The pictures of an account that wait; more are refused. */
    static final int MAX_WAITING = 200;

    private static final int MAX_BYTES = 10 << 20;
    private static final int MAX_REDIRECTS = 3;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration RETRY_AFTER = Duration.ofMinutes(1);

    private final OutboundClient client;
    private final ImageThreads threads;
    private final CallBounds bounds;

    private final BoundedWork workOfAll = new BoundedWork(AT_A_TIME, Integer.MAX_VALUE);
    private final LoadingCache<Long, BoundedWork> workOfAccounts = Caffeine.newBuilder()
            .weakValues()
            .executor(Runnable::run)
            .build(account -> new BoundedWork(OF_AN_ACCOUNT, MAX_WAITING));

    @Autowired
    ForeignPictures(OutboundClient client, ImageThreads threads) {
        this(client, threads, TIMEOUT);
    }

    /** @param timeout how long a host may take */
    ForeignPictures(OutboundClient client, ImageThreads threads, Duration timeout) {
        this.client = client;
        this.threads = threads;
        this.bounds = new CallBounds(timeout, MAX_BYTES, MAX_REDIRECTS);
    }

    /**
     * Loads a preview for an account. The Mono fails with a {@link Problem} (503) when the host does not answer a picture, or too
     * many pictures wait.
     */
    Mono<ImageCodec.EncodedImage> preview(long account, String url) {
        return workOfAccounts
                .get(account)
                .run(workOfAll.run(load(account, url)))
                .onErrorMap(
                        RejectedExecutionException.class,
                        full -> Problem.unavailable(
                                "overloaded", "Too many pictures are being loaded; try again soon.", SOON));
    }

    private Mono<ImageCodec.EncodedImage> load(long account, String url) {
        return client.get(account, url, bounds)
                .flatMap(bytes -> threads.run(() -> ImageCodec.toPreview(bytes)))
                .onErrorMap(EgressFailure.class, failure -> failed(String.valueOf(failure.getMessage())))
                .onErrorMap(UnreadableImageException.class, refused -> failed("The answer " + refused.getMessage()));
    }

    private static Problem failed(String reason) {
        return Problem.unavailable("picture-failed", "The picture cannot be shown. " + reason + ".", RETRY_AFTER);
    }
}
