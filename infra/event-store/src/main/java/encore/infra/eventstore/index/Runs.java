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

/** The files of a directory: what is missing, damaged or of another log is made anew from the log. */
final class Runs {

    private static final Logger LOG = LoggerFactory.getLogger(Runs.class);

    /** A larger file is checked beside its use, as the log is: that takes longer than anybody waits for a start. */
    private static final long CHECKED_AT_ONCE = 256L << 20;

    private static final int WORTH_A_WORD = 16;

    /** More than positions there will ever be; what a name says may be any number. */
    private static final int MOST_LEVELS = 12;

    /** Also those that were not finished; what else lies there is somebody's. */
    private static final Pattern OURS = Pattern.compile(".*\\.run(\\.tmp)?");

    private final Path directory;
    private final IndexedLog log;

    Runs(Path directory, IndexedLog log) {
        this.directory = directory;
        this.log = log;
    }

    /** The files of the log up to a head, by position and without gap; those that are not its own are removed. */
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
        // What was merged is covered by what it became, if the process ended between the two.
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
            LOG.warn("{} is of no span of this log, which ends at {}: it is removed", file, head);
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
            LOG.warn("{} is of another log: it is made anew", file);
        } catch (Damaged damaged) {
            LOG.warn("{}: it is made anew", damaged.getMessage());
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
                    "The index of the log is made anew from {} of its {} positions",
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

    /** From the log. */
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

    /** What can be merged, of the lowest level; empty when nothing can. */
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
