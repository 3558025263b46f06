package encore.infra.eventstore.index;

import encore.infra.eventstore.keys.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of the index's files. Files that are missing, damaged or of another log are rebuilt from the log.
 */
final class Runs {

    private static final Logger LOG = LoggerFactory.getLogger(Runs.class);

    /** A larger file is checked in the background, like a large log: a start must not take that long. */
    private static final long CHECKED_AT_ONCE = 256L << 20;

    private static final int WORTH_A_WORD = 16;

    /**
     * A file of a higher level would have more positions than there will ever be; a file's name may contain any number.
     */
    private static final int MOST_LEVELS = 12;

    /** The names of our files, including unfinished ones. Other files in the directory are left alone. */
    private static final Pattern OURS = Pattern.compile(".*\\.run(\\.tmp)?");

    private final Path directory;
    private final IndexedLog log;

    Runs(Path directory, IndexedLog log) {
        this.directory = directory;
        this.log = log;
    }

    /**
     * Opens the files of the log up to a head and makes missing ones. Files that do not belong to the log are deleted.
     */
    List<Run> open(long head) throws IOException, SQLException {
        OwnerOnly.directory(directory);
        List<Run> found = new ArrayList<>();
        for (Path file : files()) {
            Run run = whole(file, head);
            if (run == null) {
                Files.delete(file);
            } else {
                found.add(run);
            }
        }
        // When the process ended between a merge and its deletions, the merged file covers the files it was made from.
        found.sort(Comparator.comparing((Run run) -> -run.span.level()).thenComparing(run -> run.span.number()));
        List<Run> kept = new ArrayList<>();
        for (Run run : found) {
            if (kept.stream().anyMatch(other -> other.span.holds(run.span))) {
                remove(run);
            } else {
                kept.add(run);
            }
        }
        return fill(kept, head);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file ->
                            OURS.matcher(String.valueOf(file.getFileName())).matches())
                    .toList();
        }
    }

    private @Nullable Run whole(Path file, long head) throws IOException, SQLException {
        Span span = Span.named(String.valueOf(file.getFileName()));
        if (span == null || span.level() > MOST_LEVELS || span.last() > head) {
            LOG.warn("The file {} does not belong to this log, which ends at {}: it is deleted", file, head);
            return null;
        }
        try {
            Run run = Run.open(file, span);
            if (run.isOf(log.headAt(span.last()))) {
                if (Files.size(file) <= CHECKED_AT_ONCE) {
                    run.check();
                }
                return run;
            }
            run.close();
            LOG.warn("The file {} belongs to another log: it is rebuilt", file);
        } catch (Damaged damaged) {
            LOG.warn("{}: it is rebuilt", damaged.getMessage());
        }
        return null;
    }

    private List<Run> fill(List<Run> kept, long head) throws IOException, SQLException {
        List<Run> runs = new ArrayList<>(kept);
        long blocks = head / Span.SMALLEST;
        List<Span> missing = new ArrayList<>();
        for (long number = 0; number < blocks; number++) {
            Span span = new Span(0, number);
            if (kept.stream().noneMatch(run -> run.span.holds(span))) {
                missing.add(span);
            }
        }
        if (missing.size() >= WORTH_A_WORD) {
            LOG.info(
                    "The index of the log is rebuilt from {} of its {} positions",
                    missing.size() * Span.SMALLEST,
                    head);
        }
        for (Span span : missing) {
            runs.add(make(span));
            mergeAll(runs);
        }
        mergeAll(runs);
        return runs;
    }

    /** Makes the file of a range from the log. */
    private Run make(Span span) throws IOException, SQLException {
        List<Entry> entries = new ArrayList<>();
        log.entries(span.first(), span.last(), (high, low, position) -> entries.add(new Entry(high, low, position)));
        return write(span, new TreeSet<>(entries));
    }

    Run write(Span span, SortedSet<Entry> entries) throws IOException, SQLException {
        try (RunWriter writer = new RunWriter(directory, span, log.headAt(span.last()), keys(entries))) {
            for (Entry entry : entries) {
                writer.add(entry.high(), entry.low(), entry.position());
            }
            return writer.finish();
        }
    }

    private static long keys(SortedSet<Entry> entries) {
        long keys = 0;
        long last = 0;
        for (Entry entry : entries) {
            keys += keys == 0 || entry.high() != last ? 1 : 0;
            last = entry.high();
        }
        return keys;
    }

    private void mergeAll(List<Run> runs) throws IOException {
        for (List<Run> due = due(runs); !due.isEmpty(); due = due(runs)) {
            runs.add(merge(due));
            runs.removeAll(due);
            for (Run run : due) {
                remove(run);
            }
        }
    }

    /** Returns files of the lowest possible level that can be merged, or an empty list. */
    static List<Run> due(List<Run> runs) {
        return runs.stream()
                .sorted(Comparator.comparing((Run run) -> run.span.level()))
                .map(run -> siblings(run, runs))
                .filter(siblings -> siblings.size() == Span.MERGED)
                .findFirst()
                .orElse(List.of());
    }

    private static List<Run> siblings(Run run, List<Run> runs) {
        return runs.stream()
                .filter(other -> other.span.level() == run.span.level())
                .filter(other -> other.span.merged().equals(run.span.merged()))
                .sorted(Comparator.comparing(other -> other.span.number()))
                .toList();
    }

    Run merge(List<Run> siblings) throws IOException {
        return Merge.of(directory, siblings.getFirst().span.merged(), siblings);
    }

    static void remove(Run run) throws IOException {
        run.close();
        Files.deleteIfExists(run.file);
    }
}
