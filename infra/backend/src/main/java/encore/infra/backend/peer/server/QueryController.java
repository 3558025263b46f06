package encore.infra.backend.peer.server;

import encore.infra.backend.ControlMessage;
import encore.infra.backend.Pace;
import encore.infra.backend.QueryRequest;
import encore.infra.backend.QuerySide;
import encore.infra.backend.calls.CallsNews;
import encore.infra.backend.calls.CallsReport;
import encore.infra.backend.peer.Cbor;
import encore.infra.backend.peer.ClusterSecret;
import encore.infra.backend.peer.ConnectionCipher;
import encore.infra.backend.peer.MessageCatalogue;
import encore.infra.backend.peer.PeerAnswer;
import encore.infra.backend.peer.PeerMetadata;
import encore.infra.backend.presence.PresenceNews;
import encore.infra.backend.presence.PresenceReport;
import encore.kernel.Query;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.springframework.messaging.handler.annotation.DestinationVariable;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.rsocket.RSocketRequester;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Answers gateways' queries and streams. */
public final class QueryController extends SideController {

    public static final String SIDE = "query";

    /** The control stream's route. */
    public static final String CONTROL_ROUTE = "control";

    /** The prefix of the route that streams an account's news; the account's number follows. */
    public static final String NEWS_ROUTE = "news.";

    /** The route of the channel that orders joins of live shows. */
    public static final String PRESENCE_ROUTE = "presence";

    /** The route of the channel that joins all gateways. */
    public static final String CALLS_ROUTE = "calls";

    private static final Duration CURRENT_CHECK_INTERVAL = Duration.ofMillis(200);

    private final QuerySide side;
    private final BooleanSupplier isCurrent;
    private final ClusterSecret secret;
    private final MessageCatalogue catalogue;

    QueryController(QuerySide side, BooleanSupplier current, ClusterSecret secret, MessageCatalogue catalogue) {
        this.side = side;
        this.isCurrent = current;
        this.secret = secret;
        this.catalogue = catalogue;
    }

    /** Wraps a control message so that the name of its record is written. */
    public record ControlEnvelope(ControlMessage message) {}

    /** Wraps a report so that the name of its record is written. */
    public record ReportEnvelope(PresenceReport report) {}

    /** Wraps news so that the name of their record is written. */
    public record NewsEnvelope(PresenceNews news) {}

    /** Wraps a report about calls so that the name of its record is written. */
    public record CallsReportEnvelope(CallsReport report) {}

    /** Wraps news about calls so that the name of their record is written. */
    public record CallsNewsEnvelope(CallsNews news) {}

    @MessageMapping("query.{name}")
    Mono<PeerAnswer<?>> find(
            @DestinationVariable String name,
            @Header(PeerMetadata.QueryMetadata.NAME) PeerMetadata.QueryMetadata metadata,
            @Payload byte[] body) {
        MessageCatalogue.MessageRoute messageRoute = requireKnown(catalogue.query(name), name);
        Query<?> query = messageRoute.reader().readValue(body);
        // A gateway that gives up cancels the future, and the query stops.
        return answer(
                name,
                metadata.timeout(),
                Mono.fromFuture(() -> side.answer(new QueryRequest(
                        metadata.minPosition(),
                        Duration.ofMillis(metadata.maxWait()),
                        metadata.strict(),
                        Objects.requireNonNullElse(metadata.pace(), Pace.ORDINARY),
                        query))),
                found -> PeerAnswer.found(found.lag(), found.answer(), found.position()));
    }

    @MessageMapping(CONTROL_ROUTE)
    Flux<ConnectionCipher.Ciphertext> control(RSocketRequester gateway) {
        PeerConnection connection = PeerConnection.of(gateway);
        ConnectionCipher cipher = connection.cipher(secret);
        return side.control()
                .filter(connection::reads)
                .map(message -> cipher.encrypt(Cbor.write(new ControlEnvelope(message))));
    }

    /** Streams an account's news. Ends when the side no longer hears from the log: another node may still. */
    @MessageMapping(NEWS_ROUTE + "{account}")
    Flux<Long> news(@DestinationVariable long account) {
        Flux<Long> deaf =
                Flux.interval(CURRENT_CHECK_INTERVAL).onBackpressureDrop().filter(tick -> !isCurrent.getAsBoolean());
        return side.accountPositions(account).takeUntilOther(deaf.next());
    }

    /** Orders the joins of live shows that a gateway reports. */
    @MessageMapping(PRESENCE_ROUTE)
    Flux<NewsEnvelope> presence(@Payload Flux<ReportEnvelope> reports) {
        return side.presence(reports.map(ReportEnvelope::report)).map(NewsEnvelope::new);
    }

    /** Joins a gateway to the others. */
    @MessageMapping(CALLS_ROUTE)
    Flux<CallsNewsEnvelope> calls(@Payload Flux<CallsReportEnvelope> reports) {
        return side.calls(reports.map(CallsReportEnvelope::report)).map(CallsNewsEnvelope::new);
    }
}
