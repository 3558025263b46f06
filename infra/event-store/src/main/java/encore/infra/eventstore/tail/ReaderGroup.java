package encore.infra.eventstore.tail;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A group of readers that are close to each other in the log, with the pages that one of them has read and another has
 * not. Guarded by the lock of {@link SharedLogReader}.
 */
final class ReaderGroup {

    private final long maxBytes;
    private final TreeMap<Long, LogPage> pages = new TreeMap<>();
    private final List<Reader> readers = new ArrayList<>();
    private Set<String> types = Set.of();
    private long countedUntil;

    ReaderGroup(long mostBytes) {
        this.maxBytes = mostBytes;
    }

    /** A reader in a group. Its fields are guarded by the lock of {@link SharedLogReader}. */
    static final class Reader {
        final Set<String> wanted;
        final Set<String> impersonal;

        /** Changed under the lock of {@link SharedLogReader}. A reader without a group leaves without the lock. */
        volatile @Nullable ReaderGroup group;

        /** The page that it reads now, and the time when it came there. */
        long page;

        long pageSince;

        /** The time when it joined the group, and how long the others have waited for it in sum. */
        long joinedAt;

        long totalWait;

        Reader(Set<String> wanted, Set<String> impersonal) {
            this.wanted = wanted;
            this.impersonal = impersonal;
        }
    }

    boolean isEmpty() {
        return readers.isEmpty();
    }

    /** Returns the event types that any reader of the group wants. */
    Set<String> types() {
        return types;
    }

    void join(Reader reader) {
        readers.add(reader);
        reader.group = this;
        reader.joinedAt = System.nanoTime();
        reader.totalWait = 0;
        updateTypes();
    }

    void leave(Reader reader) {
        readers.remove(reader);
        reader.group = null;
        updateTypes();
    }

    private void updateTypes() {
        Set<String> all = new HashSet<>();
        readers.forEach(reader -> all.addAll(reader.wanted));
        types = Set.copyOf(all);
    }

    @Nullable
    LogPage page(long number) {
        return pages.get(number);
    }

    /** Returns whether a reader of this page is close to the other readers of the group. */
    boolean isNear(long number, Reader asking) {
        long lowest = pages.isEmpty() ? Long.MAX_VALUE : pages.firstKey();
        long highest = pages.isEmpty() ? -1 : pages.lastKey();
        for (Reader reader : readers) {
            if (reader != asking) {
                lowest = Math.min(lowest, reader.page);
                highest = Math.max(highest, reader.page);
            }
        }
        return lowest <= number && number <= highest + 1;
    }

    Reader slowest() {
        return Collections.min(readers, Comparator.comparingLong(reader -> reader.page));
    }

    /** Drops the pages that all readers have read. Returns whether there is memory for another page. */
    boolean hasRoom() {
        pages.headMap(slowest().page).clear();
        return pages.values().stream().mapToLong(LogPage::bytes).sum() < maxBytes;
    }

    /** Adds to the time that the group has waited for its slowest reader. Overlapping waits count once. */
    void addWait(Reader slowest, long from, long to) {
        slowest.totalWait += Math.max(0, to - Math.max(from, countedUntil));
        countedUntil = to;
    }

    LogPage add(long number, LongFunction<LogPage> make) {
        return pages.computeIfAbsent(number, make::apply);
    }

    void dropLastPage() {
        pages.pollLastEntry();
    }

    void clear() {
        pages.clear();
    }
}
