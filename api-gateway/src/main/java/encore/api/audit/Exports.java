package encore.api.audit;

import encore.api.http.Pages;
import encore.api.http.Wire;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Paging.NextKey;
import encore.kernel.audit.AuditQuery.FindAuditedPoints;
import encore.kernel.audit.AuditedPoint;
import encore.kernel.connections.ConnectionQuery.FindConnections;
import encore.kernel.fans.FanQuery.FindFan;
import encore.kernel.identifiers.IdentifierQuery.FindIdentifiers;
import encore.kernel.points.PointsQuery.FindBalances;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * All there is of a fan as a zip: {@code fan.json}, {@code identifiers.json}, {@code connections.json}, {@code
 * balances.json} and {@code points.json}. Points are read page by page while it is written.
 */
@Component
class Exports {

    private static final int ROWS = 500;

    private final Backend backend;

    Exports(Backend backend) {
        this.backend = backend;
    }

    /** Fails for a fan that is unknown or erased before anything is written. */
    Mono<Flux<DataBuffer>> of(Caller caller, long fan) {
        long account = caller.account();
        return backend.ask(caller, new FindFan(account, fan)).map(record -> {
            var zip = new Zip();
            Flux<byte[]> parts = Flux.concat(
                    zip.file("fan.json", Flux.just(json(record))),
                    zip.file(
                            "identifiers.json",
                            backend.ask(caller, new FindIdentifiers(account, List.of(fan)))
                                    .map(Exports::json)),
                    zip.file(
                            "connections.json",
                            backend.ask(caller, new FindConnections(account, fan, null))
                                    .map(Exports::json)),
                    zip.file(
                            "balances.json",
                            backend.ask(caller, new FindBalances(account, fan)).map(Exports::json)),
                    zip.file("points.json", points(caller, fan)),
                    zip.end());
            return parts.filter(bytes -> bytes.length > 0).map(DefaultDataBufferFactory.sharedInstance::wrap);
        });
    }

    private Flux<byte[]> points(Caller caller, long fan) {
        Flux<AuditedPoint> points = Pages.all(after -> backend.ask(caller, page(caller, fan, after)));
        return points.buffer(ROWS)
                .index((number, rows) -> {
                    String list = Wire.ANSWERS.writeValueAsString(rows);
                    return (number == 0 ? "" : ",") + list.substring(1, list.length() - 1);
                })
                .startWith("[")
                .concatWithValues("]")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    private static FindAuditedPoints page(Caller caller, long fan, @Nullable String after) {
        return new FindAuditedPoints(caller.account(), fan, null, null, null, null, new NextKey(after, ROWS));
    }

    private static byte[] json(Object answer) {
        return Wire.ANSWERS.writeValueAsBytes(answer);
    }
}
