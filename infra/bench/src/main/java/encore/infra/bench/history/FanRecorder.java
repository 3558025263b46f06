package encore.infra.bench.history;

import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;

/** Receives the generated events of many fans of one account: a log, or a store made from it. */
public interface FanRecorder {

    long account();

    /** Creates the ids of fans that are not registered yet. */
    FanId[] newFanIds(int count);

    void append(Event event, StreamId id);

    /** Appends the only event of a stream. */
    void appendSingle(Event event, StreamId id);

    /** Waits until all appended events are stored. */
    void awaitAll();
}
