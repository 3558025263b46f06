package encore.infra.backend.peer.server;

import encore.infra.backend.SafeStackTrace;
import encore.infra.backend.peer.MessageCatalogue;
import encore.infra.backend.peer.PeerAnswer;
import encore.kernel.Refusal;
import io.rsocket.exceptions.ApplicationErrorException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.handler.annotation.MessageExceptionHandler;
import reactor.core.publisher.Mono;

/**
 * Turns a side's result into a message: an answer, a refusal, or a failure whose details are only in the node's own
 * log.
 */
abstract class SideController {

    private static final Logger LOG = LoggerFactory.getLogger(SideController.class);

    /** The name of a message is not known. */
    static final class UnknownMessage extends RuntimeException {
        private static final long serialVersionUID = 1;

        UnknownMessage(String name) {
            super(name, null, false, false);
        }
    }

    static MessageCatalogue.MessageRoute requireKnown(
            MessageCatalogue.@Nullable MessageRoute messageRoute, String name) {
        if (messageRoute == null) {
            throw new UnknownMessage(name);
        }
        return messageRoute;
    }

    static <T> Mono<PeerAnswer<?>> answer(String name, long timeout, Mono<T> work, Function<T, PeerAnswer<?>> answer) {
        return work.timeout(Duration.ofMillis(timeout), Mono.error(PeerAnswer::timeoutRefusal))
                .<PeerAnswer<?>>map(answer)
                .onErrorResume(failure -> failed(name, failure));
    }

    private static Mono<PeerAnswer<?>> failed(String name, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof Refusal refusal) {
            return Mono.just(PeerAnswer.refused(refusal));
        }
        LOG.error("{} failed: {}", name, SafeStackTrace.of(cause));
        return Mono.error(new ApplicationErrorException("failed"));
    }

    /**
     * Rethrows the exception of an unreadable message to the connection's guard. Without this method Spring would write
     * the message into the log.
     */
    @MessageExceptionHandler
    void rethrow(Exception unreadable) throws Exception {
        throw unreadable;
    }
}
