package encore.query.projection;

import encore.infra.backend.ControlMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.util.concurrent.Queues;

/**
 * Publishes a {@link ControlSource}'s state and changes to gateways. Changes must be published by one caller at a time.
 */
public final class ControlPublisher {

    /** A follower with this many unread messages is disconnected. It starts again, as after any other disconnect. */
    private static final int BACKLOG = 65_536;

    private final List<Sinks.Many<ControlMessage>> sinks = new CopyOnWriteArrayList<>();

    /** Returns the given state, Ready, and then each change. Changes before the subscription are buffered for it. */
    public Flux<ControlMessage> follow(List<ControlMessage> known, long reached) {
        List<ControlMessage> first = new ArrayList<>(known);
        first.add(new ControlMessage.Ready(reached));
        Sinks.Many<ControlMessage> sink = Sinks.many()
                .unicast()
                .onBackpressureBuffer(Queues.<ControlMessage>get(BACKLOG).get());
        sinks.add(sink);
        return Flux.concat(Flux.fromIterable(first), sink.asFlux()).doFinally(ended -> sinks.remove(sink));
    }

    public void publish(ControlMessage news) {
        for (Sinks.Many<ControlMessage> sink : sinks) {
            if (sink.tryEmitNext(news).isFailure()) {
                sinks.remove(sink);
                sink.tryEmitComplete();
            }
        }
    }

    /** Disconnects all followers, because the state they received may be wrong now. */
    public void disconnectAll() {
        sinks.forEach(Sinks.Many::tryEmitComplete);
        sinks.clear();
    }
}
