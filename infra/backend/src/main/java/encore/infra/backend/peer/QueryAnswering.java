package encore.infra.backend.peer;

import encore.infra.backend.QuerySide;
import encore.kernel.Query;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The query side, as gateways reach it. */
final class QueryAnswering implements Answering {

    static final String SIDE = "query";

    /** The control stream's route. */
    static final String CONTROL = "control";

    /** So often the control stream says that it flows: a gateway trusts it for a second. */
    private static final Duration PULSE = Duration.ofMillis(200);

    private static final String ROUTE = "query.";

    private final QuerySide side;
    private final BooleanSupplier current;
    private final MessageCatalogue catalogue;

    QueryAnswering(QuerySide side, BooleanSupplier current, MessageCatalogue catalogue) {
        this.side = side;
        this.current = current;
        this.catalogue = catalogue;
    }

    @Override
    public String side() {
        return SIDE;
    }

    @Override
    public @Nullable Mono<Reply> answer(String route, byte[] head, byte[] body) {
        MessageCatalogue.Entry entry =
                route.startsWith(ROUTE) ? catalogue.query(route.substring(ROUTE.length())) : null;
        if (entry == null) {
            return null;
        }
        Heads.QuestionHead asked = Cbor.read(head, Heads.QuestionHead.class);
        Query<?> query = entry.reads().readValue(body);
        return Mono.fromFuture(
                        () -> side.answer(new QuerySide.Question(
                                asked.minPosition(), Duration.ofMillis(asked.patience()), asked.strict(), query)),
                        true)
                .timeout(Duration.ofMillis(asked.deadline()), Mono.error(Reply::late))
                .map(found -> Reply.answer(found.lag(), found.answer()));
    }

    @Override
    public @Nullable Flux<Reply> follow(String route) {
        if (!route.equals(CONTROL)) {
            return null;
        }
        Flux<Reply> news = side.control()
                .map(one -> new Reply(Reply.Kind.NEWS, 0, Cbor.CONTROL.writeValueAsBytes(one)))
                .concatWithValues(Reply.of(Reply.Kind.LEAVING));
        Flux<Reply> pulse = Flux.interval(PULSE)
                .filter(tick -> current.getAsBoolean())
                .onBackpressureDrop()
                .map(tick -> Reply.of(Reply.Kind.PULSE));
        // The pulse ends with the news, so that whoever is cut off by the side begins anew.
        return news.mergeWith(pulse).takeUntil(reply -> reply.kind() == Reply.Kind.LEAVING);
    }
}
