package encore.query.answering;

import encore.infra.backend.Control;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Signal;
import reactor.core.publisher.SynchronousSink;

/** Joins what several projections tell a gateway: ready when all of them are, and over with the first that ends. */
final class ToldTogether {

    private int unready;
    private long position = Long.MAX_VALUE;

    private ToldTogether(int sources) {
        unready = sources;
    }

    static Flux<Control> of(List<Flux<Control>> sources) {
        if (sources.isEmpty()) {
            throw new IllegalStateException("No projection tells gateways whom to let in");
        }
        return Flux.defer(() -> {
            ToldTogether together = new ToldTogether(sources.size());
            List<Flux<Signal<Control>>> signals =
                    sources.stream().map(Flux::materialize).toList();
            return Flux.merge(signals).<Control>dematerialize().handle(together::pass);
        });
    }

    /** Merged news come one after the other. */
    private void pass(Control news, SynchronousSink<Control> out) {
        if (!(news instanceof Control.Ready ready)) {
            out.next(news);
            return;
        }
        position = Math.min(position, ready.position());
        unready--;
        if (unready == 0) {
            out.next(new Control.Ready(position));
        }
    }
}
