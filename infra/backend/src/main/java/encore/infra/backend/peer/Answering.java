package encore.infra.backend.peer;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What a side answers to gateways that proved themselves. */
interface Answering {

    /** The side's name in logs and in introductions. */
    String side();

    /** The answer, or null when there is no such route; a head or body that cannot be read fails at once. */
    @Nullable
    Mono<Reply> answer(String route, byte[] head, byte[] body);

    /** The stream, or null when there is no such route. */
    @Nullable
    Flux<Reply> follow(String route);
}
