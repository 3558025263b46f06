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
    private static final int MOST_UNWRITTEN = 8;

    private static final long SECONDS_BETWEEN_TRIES = 1;

    /** A merged file is closed after this time. No look-up takes as long, so nobody still reads the file. */
    private static final long SECONDS_UNTIL_CLOSED = 30;

    private final Runs files;
    private final Consumer<String> broken;
    private final ScheduledExecutorService flusher = thread("log-index");
    private final ScheduledExecutorService merger = thread("log-index-merge");
    private volatile Sources sources;

    /**
     * The sources of entries, the newest first.
     *
     * @param recent the entries in memory by range, the newest first
     */
    private record Sources(List<Stretch> recent, List<Run> runs, List<Entries> all) {

        static Sources of(List<Stretch> recent, List<Run> runs) {
            List<Stretch> newestFirst = recent.stream()
                    .sorted(Comparator.comparing(stretch -> -stretch.span.number()))
                    .toList();
            List<Run> files = runs.stream()
                    .sorted(Comparator.comparing(run -> -run.span.first()))
                    .toList();
            List<Entries> all = new ArrayList<>(newestFirst.size() + files.size());
            newestFirst.forEach(stretch -> all.add(stretch.entries));
            all.addAll(files);
            return new Sources(newestFirst, files, all);
        }
    }

    private record Stretch(Span span, Recent entries) {}

    private PositionIndex(Runs files, List<Run> runs, Consumer<String> broken) {
        this.files = files;
        this.broken = broken;
        this.sources = Sources.of(List.of(), runs);
    }

    /**
     * Opens the index of a log up to its head. Missing files are rebuilt.
     *
     * @param broken receives the reason when the index cannot be used any more
     */
    public static PositionIndex open(Path directory, IndexedLog log, long head, Consumer<String> broken)
            throws IOException, SQLException {
        Runs files = new Runs(directory, log);
        PositionIndex index = new PositionIndex(files, files.open(head), broken);
        log.entries(head - head % Span.SMALLEST + 1, head, index::add);
        return index;
    }

    /**
     * Adds an entry, before the commit of its position is durable. It may stay if the commit fails. Called by one
     * thread.
     */
    public void add(long high, long low, long position) {
        recent(Span.of(position)).add(new Entry(high, low, position));
    }

    private Recent recent(Span span) {
        for (Stretch stretch : sources.recent) {
            if (stretch.span.equals(span)) {
                return stretch.entries;
            }
        }
        Recent added = new Recent();
        synchronized (this) {
            List<Stretch> recent = new ArrayList<>(sources.recent);
            recent.add(new Stretch(span, added));
            sources = Sources.of(recent, sources.runs);
        }
        return added;
    }

    /**
     * Starts to write complete ranges to files, in the background. The thread that adds entries calls this when the log
     * is durable up to a position.
     */
    public void reached(long before, long head) {
        if (before / Span.SMALLEST != head / Span.SMALLEST) {
            flusher.execute(() -> flush(head));
        }
    }

    private void flush(long head) {
        List<Stretch> full = sources.recent.stream()
                .filter(stretch -> stretch.span.last() <= head)
                .sorted(Comparator.comparing(stretch -> stretch.span.number()))
                .toList();
        try {
            for (Stretch stretch : full) {
                Run run = files.write(stretch.span, stretch.entries.sorted());
                replace(stretch, List.of(), run);
                merger.execute(this::merge);
            }
        } catch (IOException | SQLException | RuntimeException e) {
            if (flusher.isShutdown()) {
                return;
            }
            LOG.warn("The index of the log could not be written and will be tried again: {}", e.toString());
            if (full.size() > MOST_UNWRITTEN) {
                broken.accept("Its index cannot be written: " + e.getMessage());
            } else {
                flusher.schedule(() -> flush(head), SECONDS_BETWEEN_TRIES, TimeUnit.SECONDS);
            }
        }
    }

    private synchronized void replace(@Nullable Stretch written, List<Run> merged, Run added) {
        List<Stretch> recent = new ArrayList<>(sources.recent);
        recent.remove(written);
        List<Run> runs = new ArrayList<>(sources.runs);
        runs.removeAll(merged);
        runs.add(added);
        sources = Sources.of(recent, runs);
    }

    private void merge() {
        for (List<Run> due = Runs.due(sources.runs); !due.isEmpty(); due = Runs.due(sources.runs)) {
            List<Run> merged = due;
            try {
                replace(null, merged, files.merge(merged));
            } catch (Damaged e) {
                damaged(merged, e);
                return;
            } catch (IOException | RuntimeException e) {
                if (merger.isShutdown()) {
                    return;
                }
                LOG.warn("Files of the log's index could not be merged and will be tried again: {}", e.toString());
                return;
            }
            for (Run run : merged) {
                try {
                    Files.deleteIfExists(run.file);
                } catch (IOException e) {
                    LOG.warn("{} was merged and stays until the next start: {}", run.file, e.toString());
                }
                merger.schedule(() -> close(run), SECONDS_UNTIL_CLOSED, TimeUnit.SECONDS);
            }
        }
    }

    /** Reads and checks all files, also those that are too large to be checked at the start. */
    public void check() {
        for (Run run : sources.runs) {
            try {
                run.check();
            } catch (IOException e) {
                // A file that was merged or closed meanwhile is not used any more.
                if (sources.runs.contains(run) && !merger.isShutdown()) {
                    damaged(List.of(run), e);
                    return;
                }
            }
        }
    }

    /** Returns false when there is certainly no entry with this upper half. Reads no file. */
    public boolean mayHold(long high) {
        for (Entries source : sources.all) {
            if (source.mayHold(high)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the newest position of a key that a test accepts, otherwise 0.
     *
     * @param there checks each candidate
     */
    public long newest(long high, long low, Row there) throws SQLException {
        long[] found = {0};
        look(source -> {
            List<Entry> under = new ArrayList<>(1);
            source.up(new Entry(high, low, 0), entry -> entry.low() == low && under.add(entry));
            for (int i = under.size() - 1; i >= 0 && found[0] == 0; i--) {
                found[0] = there.stands(under.get(i).position()) ? under.get(i).position() : 0;
            }
            return found[0] == 0;
        });
        return found[0];
    }

    /**
     * Returns the position of the entry with an upper half and the greatest lower half that a test accepts, otherwise
     * 0. Newer sources are searched first.
     */
    public long greatest(long high, Row there) throws SQLException {
        long[] found = {0};
        look(source -> {
            source.down(high, entry -> {
                found[0] = there.stands(entry.position()) ? entry.position() : 0;
                return found[0] == 0;
            });
            return found[0] == 0;
        });
        return found[0];
    }

    /**
     * Returns the least entries, at most {@code limit}, that have the upper half of an entry and are not less than it.
     */
    public List<Entry> from(Entry first, int limit) throws SQLException {
        List<Entry> found = new ArrayList<>();
        look(source -> {
            int before = found.size();
            source.up(first, entry -> found.add(entry) && found.size() - before < limit);
            return true;
        });
        found.sort(null);
        return found.size() > limit ? List.copyOf(found.subList(0, limit)) : found;
    }

    private void look(Look look) throws SQLException {
        Sources now = sources;
        for (Entries source : now.all) {
            try {
                if (!look.at(source)) {
                    return;
                }
            } catch (IOException e) {
                damaged(source instanceof Run run ? List.of(run) : List.of(), e);
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * Reports damage. Without a reliable index a key that is in use would be taken for unused, so nothing is written
     * until a restart has rebuilt the file.
     */
    private void damaged(List<Run> runs, IOException failure) {
        for (Run run : failure instanceof Damaged ? runs : List.<Run>of()) {
            try {
                Files.deleteIfExists(run.file);
            } catch (IOException e) {
                LOG.warn("{} cannot be deleted: {}", run.file, e.toString());
            }
        }
        broken.accept("Its index is damaged and will be rebuilt at the next start: " + failure.getMessage());
    }

    private static ScheduledExecutorService thread(String name) {
        return Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
    }

    private static void close(Run run) {
        try {
            run.close();
        } catch (IOException e) {
            LOG.warn("{} could not be closed: {}", run.file, e.toString());
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
    private interface Look {
        boolean at(Entries source) throws IOException, SQLException;
    }

    /** Tests whether the wanted row is at a position. */
    @FunctionalInterface
    public interface Row {
        boolean stands(long position) throws SQLException;
    }
}
