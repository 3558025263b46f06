package encore.query.answering;

import encore.infra.backend.ControlMessage;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Signal;
import reactor.core.publisher.SynchronousSink;

/**
 * Merges the messages of several projections for gateways: ready when all of them are ready, and complete when the
 * first one ends.
 */
final class MergedControl {

    private int pendingSources;
    private long position = Long.MAX_VALUE;

    private MergedControl(int sources) {
        pendingSources = sources;
    }

    static Flux<ControlMessage> of(List<Flux<ControlMessage>> sources) {
        if (sources.isEmpty()) {
            throw new IllegalStateException("No projection is a control source: gateways could let no caller in");
        }
        return Flux.defer(() -> {
            MergedControl merged = new MergedControl(sources.size());
            List<Flux<Signal<ControlMessage>>> signals =
                    sources.stream().map(Flux::materialize).toList();
            return Flux.merge(signals).<ControlMessage>dematerialize().handle(merged::pass);
        });
    }

    /** Passes one message on. Merged messages come one after another. */
    private void pass(ControlMessage news, SynchronousSink<ControlMessage> out) {
        if (!(news instanceof ControlMessage.Ready ready)) {
            out.next(news);
            return;
        }
        position = Math.min(position, ready.position());
        pendingSources--;
        if (pendingSources == 0) {
            out.next(new ControlMessage.Ready(position));
        }
    }
}
