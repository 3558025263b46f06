package encore.infra.bench;

import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;

/** Whoever is told what happens to many fans of one account: a log, or what is made of one. */
interface Told {

    long account();

    /** Ids of so many fans that are not registered yet. */
    FanId[] fans(int count);

    void append(Event event, StreamId id);

    /** The first event of a stream, and the last that is told. */
    void begin(Event event, StreamId id);

    /** Waits until all is there that was told. */
    void join();
}
