package encore.query.projection;

import encore.infra.backend.Control;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.util.concurrent.Queues;

/**
 * Publishes a {@link ControlSource}'s state and changes to gateways. Changes must be published by one caller at a time.
 */
public final class ControlNews {

    /** A follower with this many unread messages is disconnected. It starts again, as after any other disconnect. */
    private static final int BACKLOG = 65_536;

    private final List<Sinks.Many<Control>> sinks = new CopyOnWriteArrayList<>();

    /** Returns the given state, Ready, and then each change. Changes before the subscription are buffered for it. */
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

    /** Disconnects all followers, because the state they received may be wrong now. */
    public void cutOff() {
        sinks.forEach(Sinks.Many::tryEmitComplete);
        sinks.clear();
    }
}
