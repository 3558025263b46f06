package encore.infra.eventstore.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds positions of a log by key. The positions are candidates that the caller checks: a position may hold another
 * row, but no position is left out. So an entry may be added before its commit is durable, and may stay if the commit
 * never is.
 *
 * <p>The entries of the log's end are in memory, all others in files: one file for each 65,536 positions, and eight
 * files of one level are merged into one of the next.
 */
public final class PositionIndex implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PositionIndex.class);

    /** The most ranges that wait to be written, half a million positions. With more, the log takes no more writes. */
    private static final int MAX_UNWRITTEN_RANGES = 8;

    private static final long SECONDS_BETWEEN_TRIES = 1;

    /** A merged file is closed after this time. No look-up takes as long, so nobody still reads the file. */
    private static final long SECONDS_UNTIL_CLOSED = 30;

    private final RunDirectory files;
    private final Consumer<String> onBroken;
    private final ScheduledExecutorService flusher = thread("log-index");
    private final ScheduledExecutorService merger = thread("log-index-merge");

    /** Replaced under the lock of this object, by the threads that add, write and merge. Read without. */
    private volatile Sources sources;

    /**
     * The sources of entries, the newest first.
     *
     * @param recent the entries in memory by range, the newest first
     */
    private record Sources(List<RecentRange> recent, List<SortedRun> runs, List<SortedEntries> all) {

        static Sources of(List<RecentRange> recent, List<SortedRun> sortedRuns) {
            List<RecentRange> newestFirst = recent.stream()
                    .sorted(Comparator.comparing(recentRange -> -recentRange.span.number()))
                    .toList();
            List<SortedRun> files = sortedRuns.stream()
                    .sorted(Comparator.comparing(sortedRun -> -sortedRun.positionRange.first()))
                    .toList();
            List<SortedEntries> all = new ArrayList<>(newestFirst.size() + files.size());
            newestFirst.forEach(recentRange -> all.add(recentRange.entries));
            all.addAll(files);
            return new Sources(newestFirst, files, all);
        }
    }

    private record RecentRange(PositionRange span, RecentEntries entries) {}

    private PositionIndex(RunDirectory files, List<SortedRun> sortedRuns, Consumer<String> broken) {
        this.files = files;
        this.onBroken = broken;
        this.sources = Sources.of(List.of(), sortedRuns);
    }

    /**
     * Opens the index of a log up to its head. Missing files are rebuilt.
     *
     * @param broken receives the reason when the index cannot be used any more
     */
    public static PositionIndex open(Path directory, IndexedLog log, long head, Consumer<String> broken)
            throws IOException, SQLException {
        RunDirectory files = new RunDirectory(directory, log);
        PositionIndex index = new PositionIndex(files, files.open(head), broken);
        log.entries(head - head % PositionRange.BASE_LENGTH + 1, head, index::add);
        return index;
    }

    /**
     * Adds an entry, before the commit of its position is durable. It may stay if the commit fails. Called by one
     * thread.
     */
    public void add(long high, long low, long position) {
        recentEntriesOf(PositionRange.of(position)).add(new IndexEntry(high, low, position));
    }

    private RecentEntries recentEntriesOf(PositionRange positionRange) {
        for (RecentRange recentRange : sources.recent) {
            if (recentRange.span.equals(positionRange)) {
                return recentRange.entries;
            }
        }
        RecentEntries added = new RecentEntries();
        synchronized (this) {
            List<RecentRange> recent = new ArrayList<>(sources.recent);
            recent.add(new RecentRange(positionRange, added));
            sources = Sources.of(recent, sources.runs);
        }
        return added;
    }

    /**
     * Starts to write complete ranges to files, in the background. The thread that adds entries calls this when the log
     * is durable up to a position.
     */
    public void onDurable(long before, long head) {
        if (before / PositionRange.BASE_LENGTH != head / PositionRange.BASE_LENGTH) {
            flusher.execute(() -> flush(head));
        }
    }

    private void flush(long head) {
        List<RecentRange> full = sources.recent.stream()
                .filter(recentRange -> recentRange.span.last() <= head)
                .sorted(Comparator.comparing(recentRange -> recentRange.span.number()))
                .toList();
        try {
            for (RecentRange recentRange : full) {
                SortedRun sortedRun = files.write(recentRange.span, recentRange.entries.sorted());
                replace(recentRange, List.of(), sortedRun);
                merger.execute(this::merge);
            }
        } catch (IOException | SQLException | RuntimeException e) {
            if (flusher.isShutdown()) {
                return;
            }
            LOG.warn("The index of the log could not be written and will be tried again: {}", e.toString());
            if (full.size() > MAX_UNWRITTEN_RANGES) {
                onBroken.accept("Its index cannot be written: " + e.getMessage());
            } else {
                flusher.schedule(() -> flush(head), SECONDS_BETWEEN_TRIES, TimeUnit.SECONDS);
            }
        }
    }

    private synchronized void replace(@Nullable RecentRange written, List<SortedRun> merged, SortedRun added) {
        List<RecentRange> recent = new ArrayList<>(sources.recent);
        recent.remove(written);
        List<SortedRun> sortedRuns = new ArrayList<>(sources.runs);
        sortedRuns.removeAll(merged);
        sortedRuns.add(added);
        sources = Sources.of(recent, sortedRuns);
    }

    private void merge() {
        for (List<SortedRun> due = RunDirectory.mergeable(sources.runs);
                !due.isEmpty();
                due = RunDirectory.mergeable(sources.runs)) {
            List<SortedRun> merged = due;
            try {
                replace(null, merged, files.merge(merged));
            } catch (DamagedIndexFile e) {
                reportDamage(merged, e);
                return;
            } catch (IOException | RuntimeException e) {
                if (merger.isShutdown()) {
                    return;
                }
                LOG.warn("Files of the log's index could not be merged and will be tried again: {}", e.toString());
                return;
            }
            for (SortedRun sortedRun : merged) {
                try {
                    Files.deleteIfExists(sortedRun.file);
                } catch (IOException e) {
                    LOG.warn("{} was merged and stays until the next start: {}", sortedRun.file, e.toString());
                }
                merger.schedule(() -> close(sortedRun), SECONDS_UNTIL_CLOSED, TimeUnit.SECONDS);
            }
        }
    }

    /** Reads and checks all files, also those that are too large to be checked at the start. */
    public void checkLargeFiles() {
        for (SortedRun sortedRun : sources.runs) {
            try {
                sortedRun.check();
            } catch (IOException e) {
                // A file that was merged or closed meanwhile is not used any more.
                if (sources.runs.contains(sortedRun) && !merger.isShutdown()) {
                    reportDamage(List.of(sortedRun), e);
                    return;
                }
            }
        }
    }

    /** Returns false when there is certainly no entry with this upper half. Reads no file. */
    public boolean mayContain(long high) {
        for (SortedEntries source : sources.all) {
            if (source.mayContain(high)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the newest position of a key that a test accepts, otherwise 0.
     *
     * @param test checks each candidate
     */
    public long newest(long high, long low, PositionTest test) throws SQLException {
        long[] found = {0};
        visitSources(source -> {
            List<IndexEntry> under = new ArrayList<>(1);
            source.ascend(new IndexEntry(high, low, 0), indexEntry -> indexEntry.low() == low && under.add(indexEntry));
            for (int i = under.size() - 1; i >= 0 && found[0] == 0; i--) {
                found[0] = test.accepts(under.get(i).position()) ? under.get(i).position() : 0;
            }
            return found[0] == 0;
        });
        return found[0];
    }

    /**
     * Returns the position of the entry with an upper half and the greatest lower half that a test accepts, otherwise
     * 0. Newer sources are searched first.
     */
    public long greatest(long high, PositionTest test) throws SQLException {
        long[] found = {0};
        visitSources(source -> {
            source.descend(high, indexEntry -> {
                found[0] = test.accepts(indexEntry.position()) ? indexEntry.position() : 0;
                return found[0] == 0;
            });
            return found[0] == 0;
        });
        return found[0];
    }

    /**
     * Returns the least entries, at most {@code limit}, that have the upper half of an entry and are not less than it.
     */
    public List<IndexEntry> from(IndexEntry first, int limit) throws SQLException {
        List<IndexEntry> found = new ArrayList<>();
        visitSources(source -> {
            int before = found.size();
            source.ascend(first, indexEntry -> found.add(indexEntry) && found.size() - before < limit);
            return true;
        });
        found.sort(null);
        return found.size() > limit ? List.copyOf(found.subList(0, limit)) : found;
    }

    private void visitSources(SourceVisitor sourceVisitor) throws SQLException {
        Sources now = sources;
        for (SortedEntries source : now.all) {
            try {
                if (!sourceVisitor.visit(source)) {
                    return;
                }
            } catch (IOException e) {
                reportDamage(source instanceof SortedRun sortedRun ? List.of(sortedRun) : List.of(), e);
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * Reports damage. Without a reliable index a key that is in use would be taken for unused, so nothing is written
     * until a restart has rebuilt the file.
     */
    private void reportDamage(List<SortedRun> sortedRuns, IOException failure) {
        for (SortedRun sortedRun : failure instanceof DamagedIndexFile ? sortedRuns : List.<SortedRun>of()) {
            try {
                Files.deleteIfExists(sortedRun.file);
            } catch (IOException e) {
                LOG.warn("{} cannot be deleted: {}", sortedRun.file, e.toString());
            }
        }
        onBroken.accept("Its index is damaged and will be rebuilt at the next start: " + failure.getMessage());
    }

    private static ScheduledExecutorService thread(String name) {
        return Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
    }

    private static void close(SortedRun sortedRun) {
        try {
            sortedRun.close();
        } catch (IOException e) {
            LOG.warn("{} could not be closed: {}", sortedRun.file, e.toString());
        }
    }

    /** Writes nothing: the next start reads the entries in memory from the log again. */
    @Override
    public void close() {
        flusher.shutdownNow();
        merger.shutdownNow();
        try {
            if (!flusher.awaitTermination(30, TimeUnit.SECONDS) || !merger.awaitTermination(30, TimeUnit.SECONDS)) {
                LOG.warn("The index of the log has not ended within 30 seconds");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sources.runs.forEach(PositionIndex::close);
    }

    /** Visits a source of entries. */
    @FunctionalInterface
    private interface SourceVisitor {
        boolean visit(SortedEntries source) throws IOException, SQLException;
    }

    /** Tests whether the wanted row is at a position. */
    @FunctionalInterface
    public interface PositionTest {
        boolean accepts(long position) throws SQLException;
    }
}
