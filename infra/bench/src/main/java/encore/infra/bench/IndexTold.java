package encore.infra.bench;

import encore.infra.eventstore.Recorded;
import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Tells an index in memory, as if it followed a log. */
final class IndexTold implements Told {

    private static final long ACCOUNT = 1;
    private static final long FIRST_FAN = 1L << 40;
    private static final int BATCH = 1_000;

    private final Projection.InMemory index;
    private final LongSupplier clock;
    private final List<Recorded> pending = new ArrayList<>();
    private final Recorded.Origin origin = new Recorded.Origin(ACCOUNT, "bench", "Bench", "bench");
    private long position;

    IndexTold(Projection.InMemory index, LongSupplier clock) {
        this.index = index;
        this.clock = clock;
    }

    @Override
    public long account() {
        return ACCOUNT;
    }

    @Override
    public FanId[] fans(int count) {
        FanId[] fans = new FanId[count];
        for (int i = 0; i < count; i++) {
            fans[i] = new FanId(ACCOUNT, FIRST_FAN + i);
        }
        return fans;
    }

    @Override
    public void append(Event event, StreamId id) {
        pending.add(new Recorded(event, ++position, Instant.ofEpochMilli(clock.getAsLong()), id.toString(), 0, origin));
        if (pending.size() == BATCH) {
            join();
        }
    }

    @Override
    public void begin(Event event, StreamId id) {
        append(event, id);
    }

    @Override
    public void join() {
        index.applied(List.copyOf(pending));
        pending.clear();
    }

    long position() {
        return position;
    }
}
