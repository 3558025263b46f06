package encore.infra.backend.peer;

import encore.infra.backend.Control;
import encore.infra.backend.QueryRequest;
import encore.infra.backend.QuerySide;
import encore.kernel.Query;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.springframework.messaging.handler.annotation.DestinationVariable;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.rsocket.RSocketRequester;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Answers gateways' queries and streams. */
final class QueryController extends SideController {

    static final String SIDE = "query";

    /** The control stream's route. */
    static final String CONTROL = "control";

    /** The prefix of the route that streams an account's news; the account's number follows. */
    static final String NEWS = "news.";

    private static final Duration LOOKED_AT_EVERY = Duration.ofMillis(200);

    private final QuerySide side;
    private final BooleanSupplier current;
    private final ClusterSecret secret;
    private final MessageCatalogue catalogue;

    QueryController(QuerySide side, BooleanSupplier current, ClusterSecret secret, MessageCatalogue catalogue) {
        this.side = side;
        this.current = current;
        this.secret = secret;
        this.catalogue = catalogue;
    }

    /** Wraps a control message so that the name of its record is written. */
    record News(Control told) {}

    @MessageMapping("query.{name}")
    Mono<Answer<?>> find(
            @DestinationVariable String name,
            @Header(Heads.QuestionHead.NAME) Heads.QuestionHead asked,
            @Payload byte[] body) {
        MessageCatalogue.Entry entry = known(catalogue.query(name), name);
        Query<?> query = entry.reads().readValue(body);
        return answer(
                name,
                asked.deadline(),
                () -> side.answer(new QueryRequest(
                        asked.minPosition(), Duration.ofMillis(asked.patience()), asked.strict(), query)),
                found -> new Answer<>(found.lag(), found.answer(), null));
    }

    @MessageMapping(CONTROL)
    Flux<Envelope.Closed> control(RSocketRequester gateway) {
        Envelope envelope = Guest.at(gateway).envelope(secret);
        return side.control().map(told -> envelope.close(Cbor.write(new News(told))));
    }

    /** Streams an account's news. Ends when the side no longer hears from the log: another node may still. */
    @MessageMapping(NEWS + "{account}")
    Flux<Long> news(@DestinationVariable long account) {
        Flux<Long> deaf = Flux.interval(LOOKED_AT_EVERY).onBackpressureDrop().filter(tick -> !current.getAsBoolean());
        return side.news(account).takeUntilOther(deaf.next());
    }
}
