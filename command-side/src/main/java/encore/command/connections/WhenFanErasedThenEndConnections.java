package encore.command.connections;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.ProcessContext.KeyedDocument;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.connections.ConnectionCommand.EndConnection;
import encore.kernel.connections.ConnectionEvent;
import encore.kernel.connections.ConnectionEvent.ConnectionDeclined;
import encore.kernel.connections.ConnectionEvent.ConnectionEnded;
import encore.kernel.connections.ConnectionEvent.ConnectionRequested;
import encore.kernel.connections.ConnectionId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Ends the connections of an erased fan, including one that another node has added in the meantime. A fan may have
 * many: they are ended a batch at a time.
 */
@Component
class WhenFanErasedThenEndConnections implements Automation {

    static final int BATCH = 100;

    /**
     * A requested or approved connection, stored once for each of its fans.
     *
     * @param since the position of the request: its ordinal among the commands of one event
     */
    record Live(ConnectionId connection, long since) {}

    /** An erased fan. */
    record Gone(long since) {}

    @Override
    public Reactions reactions() {
        return Reactions.of(EndConnection.class)
                .keeping(Live.class, Gone.class)
                .on(ConnectionRequested.class, this::requested)
                .on(ConnectionDeclined.class, this::ended)
                .on(ConnectionEnded.class, this::ended)
                .on(FanErased.class, this::erased);
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

    private static boolean isGone(FanId fan, ProcessContext process) {
        return process.get(Gone.class, fan.toString()) != null;
    }

    private void ended(ConnectionEvent event, RecordedEvent recordedEvent, ProcessContext process) {
        ConnectionId pair = event.connection();
        process.remove(Live.class, key(pair, pair.low()));
        process.remove(Live.class, key(pair, pair.high()));
    }

    private void erased(FanErased event, RecordedEvent recordedEvent, ProcessContext process) {
        process.put(event.fan().toString(), new Gone(recordedEvent.position()));
        process.beginLongWork(keyPrefix(event.fan()));
    }

    /** Ends one batch. The cursor is the prefix of the fan's keys at first, then the last key of each batch. */
    @Override
    public @Nullable String continueLongWork(String cursor, ProcessContext process) {
        String ofFan = cursor.substring(0, cursor.lastIndexOf('/') + 1);
        List<KeyedDocument<Live>> batch = process.list(Live.class, ofFan, cursor, BATCH);
        for (KeyedDocument<Live> each : batch) {
            process.send(
                    each.document().since(), new EndConnection(each.document().connection()));
        }
        return batch.size() < BATCH ? null : batch.getLast().key();
    }

    private static String key(ConnectionId pair, long fan) {
        return keyPrefix(pair.fan(fan)) + pair.otherThan(fan);
    }

    private static String keyPrefix(FanId fan) {
        return fan + "/";
    }
}
