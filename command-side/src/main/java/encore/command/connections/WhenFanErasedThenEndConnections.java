package encore.command.connections;

import encore.command.automations.FanErasureAutomation;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.connections.ConnectionCommand.EndConnection;
import encore.kernel.connections.ConnectionEvent;
import encore.kernel.connections.ConnectionEvent.ConnectionDeclined;
import encore.kernel.connections.ConnectionEvent.ConnectionEnded;
import encore.kernel.connections.ConnectionEvent.ConnectionRequested;
import encore.kernel.connections.ConnectionId;
import org.springframework.stereotype.Component;

/** Ends the connections of an erased fan, including one that another node has added in the meantime. */
@Component
class WhenFanErasedThenEndConnections extends FanErasureAutomation<WhenFanErasedThenEndConnections.Live> {

    /** A requested or approved connection, stored once for each of its fans, and the position of the request. */
    record Live(ConnectionId connection, long since) implements FanDocument {}

    WhenFanErasedThenEndConnections() {
        super(Live.class);
    }

    @Override
    public Reactions reactions() {
        return reactions(EndConnection.class)
                .on(ConnectionRequested.class, this::requested)
                .on(ConnectionDeclined.class, this::ended)
                .on(ConnectionEnded.class, this::ended);
    }

    @Override
    protected EndConnection command(Live document) {
        return new EndConnection(document.connection());
    }

    private void requested(ConnectionRequested event, RecordedEvent recordedEvent, ProcessContext process) {
        ConnectionId pair = event.connection();
        Live live = new Live(pair, recordedEvent.position());
        process.put(key(pair, pair.low()), live);
        process.put(key(pair, pair.high()), live);
        if (isGone(pair.fan(pair.low()), process) || isGone(pair.fan(pair.high()), process)) {
            process.send(new EndConnection(pair));
        }
    }

    private void ended(ConnectionEvent event, RecordedEvent recordedEvent, ProcessContext process) {
        ConnectionId pair = event.connection();
        process.remove(Live.class, key(pair, pair.low()));
        process.remove(Live.class, key(pair, pair.high()));
    }

    private static String key(ConnectionId pair, long fan) {
        return key(pair.fan(fan), pair.otherThan(fan));
    }
}
