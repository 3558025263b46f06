package encore.infra.eventstore.log;

import encore.infra.eventstore.log.commit.StoredEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Computes the hash chain of a log that is in use: the head at any position, and the leaves between two positions. */
public final class HashChain {

    private static final int PAGE = 1_000;

    private final EventLog log;

    public HashChain(EventLog log) {
        this.log = log;
    }

    /** Returns the head after the event at a position, which need not be the last event of its commit. */
    public byte[] headAt(long position) {
        StoredEvent event = log.read(position - 1, 1).getFirst();
        long first = position - event.ordinal();
        return fold(log.headHashBefore(first), leaves(first - 1, position));
    }

    /** Returns the head after some more leaves. */
    public static byte[] fold(byte[] head, List<byte[]> leaves) {
        var hash = new LogHash();
        byte[] folded = head;
        for (byte[] leaf : leaves) {
            folded = hash.head(folded, leaf);
        }
        return folded;
    }

    /** Returns the commit that an event belongs to. */
    public LogHash.Commit commitOf(StoredEvent event) {
        long first = event.position() - event.ordinal();
        long last = event.position();
        List<StoredEvent> page;
        do {
            page = log.read(last, PAGE);
            for (StoredEvent other : page) {
                if (!Arrays.equals(other.commitId(), event.commitId())) {
                    return commit(event, first, last);
                }
                last = other.position();
            }
        } while (!page.isEmpty());
        return commit(event, first, last);
    }

    private static LogHash.Commit commit(StoredEvent event, long first, long last) {
        return new LogHash.Commit(LogHash.FORMAT, first, last - first + 1, event.at(), event.commitId());
    }

    /** Computes the leaves after one position up to another from the stored events. */
    public List<byte[]> leaves(long after, long to) {
        var hash = new LogHash();
        List<byte[]> leaves = new ArrayList<>();
        LogHash.Commit commit = null;
        long position = after;
        while (position < to) {
            List<StoredEvent> page = log.read(position, (int) Math.min(PAGE, to - position));
            if (page.isEmpty()) {
                throw new IllegalStateException("The log ends before " + to);
            }
            for (int i = 0; i < page.size(); i++) {
                StoredEvent event = page.get(i);
                if (commit == null || !Arrays.equals(commit.id(), event.commitId())) {
                    commit = commitOnPage(page, i, event);
                }
                leaves.add(hash.leaf(commit, event));
                position = event.position();
            }
        }
        return leaves;
    }

    /** Returns the commit of an event. If the commit does not end on the page, the following events are read. */
    private LogHash.Commit commitOnPage(List<StoredEvent> page, int from, StoredEvent event) {
        for (int i = from; i < page.size(); i++) {
            if (!Arrays.equals(page.get(i).commitId(), event.commitId())) {
                return commit(
                        event, event.position() - event.ordinal(), page.get(i).position() - 1);
            }
        }
        return commitOf(page.getLast());
    }
}
