package encore.infra.eventstore.axon;

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
 * not. Guarded by the lock of {@link SharedReadings}.
 */
final class ReadTogether {

    private final long mostBytes;
    private final TreeMap<Long, LogPage> pages = new TreeMap<>();
    private final List<Reader> readers = new ArrayList<>();
    private Set<String> types = Set.of();
    private long counted;

    ReadTogether(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** A reader in a group. */
    static final class Reader {
        final Set<String> wanted;
        final Set<String> impersonal;

        volatile @Nullable ReadTogether group;

        /** The page that it reads now, and the time when it came there. */
        long at;

        long since;

        /** The time when it joined the group, and how long the others have waited for it in sum. */
        long joined;

        long waitedFor;

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
        reader.joined = System.nanoTime();
        reader.waitedFor = 0;
        sumUp();
    }

    void leave(Reader reader) {
        readers.remove(reader);
        reader.group = null;
        sumUp();
    }

    private void sumUp() {
        Set<String> all = new HashSet<>();
        readers.forEach(reader -> all.addAll(reader.wanted));
        types = Set.copyOf(all);
    }

    @Nullable
    LogPage page(long number) {
        return pages.get(number);
    }

    /** Returns whether a reader of this page is close to the other readers of the group. */
    boolean reaches(long number, Reader asking) {
        long lowest = pages.isEmpty() ? Long.MAX_VALUE : pages.firstKey();
        long highest = pages.isEmpty() ? -1 : pages.lastKey();
        for (Reader reader : readers) {
            if (reader != asking) {
                lowest = Math.min(lowest, reader.at);
                highest = Math.max(highest, reader.at);
            }
        }
        return lowest <= number && number <= highest + 1;
    }

    Reader hindmost() {
        return Collections.min(readers, Comparator.comparingLong(reader -> reader.at));
    }

    /** Drops the pages that all readers have read. Returns whether there is memory for another page. */
    boolean hasRoom() {
        pages.headMap(hindmost().at).clear();
        return pages.values().stream().mapToLong(LogPage::bytes).sum() < mostBytes;
    }

    /** Adds to the time that the group has waited for its slowest reader. Overlapping waits count once. */
    void waited(Reader hindmost, long from, long to) {
        hindmost.waitedFor += Math.max(0, to - Math.max(from, counted));
        counted = to;
    }

    LogPage add(long number, LongFunction<LogPage> make) {
        return pages.computeIfAbsent(number, make::apply);
    }

    void dropFurthest() {
        pages.pollLastEntry();
    }

    void clear() {
        pages.clear();
    }
}
