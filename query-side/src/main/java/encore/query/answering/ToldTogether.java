package encore.query.answering;

import encore.infra.backend.Control;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Signal;
import reactor.core.publisher.SynchronousSink;

/**
 * Merges the messages of several projections for gateways: ready when all of them are ready, and complete when the
 * first one ends.
 */
final class ToldTogether {

    private int unready;
    private long position = Long.MAX_VALUE;

    private ToldTogether(int sources) {
        unready = sources;
    }

    static Flux<Control> of(List<Flux<Control>> sources) {
        if (sources.isEmpty()) {
            throw new IllegalStateException("No projection is a control source: gateways could let no caller in");
        }
        return Flux.defer(() -> {
            ToldTogether together = new ToldTogether(sources.size());
            List<Flux<Signal<Control>>> signals =
                    sources.stream().map(Flux::materialize).toList();
            return Flux.merge(signals).<Control>dematerialize().handle(together::pass);
        });
    }

    /** Passes one message on. Merged messages come one after another. */
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
