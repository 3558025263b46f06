package encore.api.rsocket;

import encore.api.live.FrameWriter;
import encore.api.problems.Problem;
import io.rsocket.exceptions.InvalidException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.messaging.handler.annotation.MessageExceptionHandler;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.rsocket.RSocketRequester;
import org.springframework.messaging.rsocket.annotation.ConnectMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Handles RSocket frames of followers and of clients in rooms. SETUP carries the credentials, each request-stream one
 * subscription or join, and each request-response a frame for a room. Routes are not used.
 */
@Controller
class RSocketLiveController {

    private static final String NO_ROUTE = "";
    private static final byte[] NOTHING = new byte[0];

    @ConnectMapping
    Mono<Void> connect(@Payload(required = false) byte @Nullable [] credentials, RSocketRequester client) {
        return RSocketSession.of(client).authenticate(credentials == null ? NOTHING : credentials);
    }

    @MessageMapping(NO_ROUTE)
    Flux<DataBuffer> open(@Payload(required = false) byte @Nullable [] request, RSocketRequester client) {
        return RSocketSession.of(client).open(request == null ? NOTHING : request);
    }

    @MessageMapping(NO_ROUTE)
    Mono<String> emit(@Payload(required = false) byte @Nullable [] frame, RSocketRequester client) {
        return RSocketSession.of(client).emit(frame == null ? NOTHING : frame);
    }

    @MessageMapping(NO_ROUTE)
    Flux<String> rejectChannel(Flux<String> words) {
        return Flux.error(new InvalidException(FrameWriter.error(
                Problem.unreadable("only-streams", "Only request-stream and request-response are supported."))));
    }

    /** Passes a refusal on to the client. Without this method, Spring would log each one as an unhandled error. */
    @MessageExceptionHandler
    void rethrow(Exception refused) throws Exception {
        throw refused;
    }
}
