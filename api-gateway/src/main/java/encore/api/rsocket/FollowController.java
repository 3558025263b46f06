package encore.api.rsocket;

import encore.api.live.Frames;
import encore.api.problems.Problem;
import io.rsocket.exceptions.InvalidException;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.handler.annotation.MessageExceptionHandler;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.rsocket.RSocketRequester;
import org.springframework.messaging.rsocket.annotation.ConnectMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Handles RSocket frames of followers. SETUP carries the key pair, each request-stream one subscription. Routes are not
 * used.
 */
@Controller
class FollowController {

    private static final String NO_ROUTE = "";

    @ConnectMapping
    void enter(@Payload(required = false) @Nullable String pair, RSocketRequester client) {
        RSocketClient.at(client).enter(pair == null ? "" : pair);
    }

    @MessageMapping(NO_ROUTE)
    Flux<String> follow(@Payload(required = false) @Nullable String wish, RSocketRequester client) {
        return RSocketClient.at(client).follow(wish == null ? "" : wish);
    }

    @MessageMapping(NO_ROUTE)
    Mono<Void> answer() {
        return Mono.error(onlyStreams());
    }

    @MessageMapping(NO_ROUTE)
    Flux<String> converse(Flux<String> words) {
        return Flux.error(onlyStreams());
    }

    /** Passes a refusal on to the client. Without this method, Spring would log each one as an unhandled error. */
    @MessageExceptionHandler
    void refuse(Exception refused) throws Exception {
        throw refused;
    }

    private static InvalidException onlyStreams() {
        return new InvalidException(
                Frames.error(Problem.unreadable("only-streams", "Only request-stream is supported.")));
    }
}
