package encore.infra.eventstore.axon;

import encore.infra.eventstore.Streams;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StreamHead;
import encore.kernel.StreamId;
import java.util.Set;

/** Streams as the log knows them; it remembers the heads of those that are there. */
public final class OpenStreams implements Streams {

    private final EventLog log;
    private final Set<String> endings;

    /** @param endings types of events after which a stream has ended */
    public OpenStreams(EventLog log, Set<String> endings) {
        this.log = log;
        this.endings = endings;
    }

    @Override
    public boolean isOpen(StreamId stream) {
        StreamHead head = log.streamHead(stream.toString());
        return head != null && !endings.contains(head.type());
    }
}
