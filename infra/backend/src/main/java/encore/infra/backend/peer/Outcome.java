package encore.infra.backend.peer;

import encore.infra.backend.Trace;
import encore.kernel.Refusal;
import io.rsocket.exceptions.ApplicationErrorException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Turns what a side does into what travels: an answer, a refusal, or a fault that only the node's own log tells of. */
final class Outcome {

    private static final Logger LOG = LoggerFactory.getLogger(Outcome.class);

    private Outcome() {}

    static <T> Mono<Answer<?>> of(
            String name, long deadline, Supplier<CompletableFuture<T>> work, Function<T, Answer<?>> answer) {
        return Mono.fromFuture(work, true)
                .timeout(Duration.ofMillis(deadline), Mono.error(Answer::late))
                .<Answer<?>>map(answer)
                .onErrorResume(failure -> failed(name, failure));
    }

    private static Mono<Answer<?>> failed(String name, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof Refusal refusal) {
            return Mono.just(Answer.refused(refusal));
        }
        LOG.error("{} failed: {}", name, Trace.of(cause));
        return Mono.error(new ApplicationErrorException("failed"));
    }
}
