package encore.query.projection;

import encore.infra.backend.Control;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.util.concurrent.Queues;

/** Tells gateways what a {@link ControlSource} knows and what changes; whoever changes it calls one at a time. */
public final class ControlNews {

    /** A follower that far behind is cut off; it begins anew, as after any other break. */
    private static final int BACKLOG = 65_536;

    private final List<Sinks.Many<Control>> sinks = new CopyOnWriteArrayList<>();

    /** What is known, Ready, then each change; what changes before the flux is subscribed to is kept for it. */
    public Flux<Control> follow(List<Control> known, long reached) {
        List<Control> first = new ArrayList<>(known);
        first.add(new Control.Ready(reached));
        Sinks.Many<Control> sink = Sinks.many()
                .unicast()
                .onBackpressureBuffer(Queues.<Control>get(BACKLOG).get());
        sinks.add(sink);
        return Flux.concat(Flux.fromIterable(first), sink.asFlux()).doFinally(ended -> sinks.remove(sink));
    }

    public void tell(Control news) {
        for (Sinks.Many<Control> sink : sinks) {
            if (sink.tryEmitNext(news).isFailure()) {
                sinks.remove(sink);
                sink.tryEmitComplete();
            }
        }
    }

    /** What followers were told may not be so any more. */
    public void cutOff() {
        sinks.forEach(Sinks.Many::tryEmitComplete);
        sinks.clear();
    }
}
