package encore.infra.eventstore.index;

import encore.infra.eventstore.keys.OwnerOnlyFiles;
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
final class RunDirectory {

    private static final Logger LOG = LoggerFactory.getLogger(RunDirectory.class);

    /** A larger file is checked in the background, like a large log: a start must not take that long. */
    private static final long LARGEST_FILE_CHECKED_AT_START = 256L << 20;

    private static final int MISSING_FILES_WORTH_LOGGING = 16;

    /**
     * A file of a higher level would have more positions than there will ever be; a file's name may contain any number.
     */
    private static final int MAX_LEVEL = 12;

    /** The names of our files, including unfinished ones. Other files in the directory are left alone. */
    private static final Pattern FILE_NAME = Pattern.compile(".*\\.run(\\.tmp)?");

    private final Path directory;
    private final IndexedLog log;

    RunDirectory(Path directory, IndexedLog log) {
        this.directory = directory;
        this.log = log;
    }

    /**
     * Opens the files of the log up to a head and makes missing ones. Files that do not belong to the log are deleted.
     */
    List<SortedRun> open(long head) throws IOException, SQLException {
        OwnerOnlyFiles.secureDirectory(directory);
        List<SortedRun> found = new ArrayList<>();
        for (Path file : files()) {
            SortedRun sortedRun = openIfIntact(file, head);
            if (sortedRun == null) {
                Files.delete(file);
            } else {
                found.add(sortedRun);
            }
        }
        // When the process ended between a merge and its deletions, the merged file covers the files it was made from.
        found.sort(Comparator.comparing((SortedRun sortedRun) -> -sortedRun.positionRange.level())
                .thenComparing(sortedRun -> sortedRun.positionRange.number()));
        List<SortedRun> kept = new ArrayList<>();
        for (SortedRun sortedRun : found) {
            if (kept.stream().anyMatch(other -> other.positionRange.contains(sortedRun.positionRange))) {
                remove(sortedRun);
            } else {
                kept.add(sortedRun);
            }
        }
        return addMissing(kept, head);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> FILE_NAME
                            .matcher(String.valueOf(file.getFileName()))
                            .matches())
                    .toList();
        }
    }

    private @Nullable SortedRun openIfIntact(Path file, long head) throws IOException, SQLException {
        PositionRange positionRange = PositionRange.parse(String.valueOf(file.getFileName()));
        if (positionRange == null || positionRange.level() > MAX_LEVEL || positionRange.last() > head) {
            LOG.warn("The file {} does not belong to this log, which ends at {}: it is deleted", file, head);
            return null;
        }
        try {
            SortedRun sortedRun = SortedRun.open(file, positionRange);
            if (sortedRun.endsWithHead(log.headAt(positionRange.last()))) {
                if (Files.size(file) <= LARGEST_FILE_CHECKED_AT_START) {
                    sortedRun.check();
                }
                return sortedRun;
            }
            sortedRun.close();
            LOG.warn("The file {} belongs to another log: it is rebuilt", file);
        } catch (DamagedIndexFile damagedIndexFile) {
            LOG.warn("{}: it is rebuilt", damagedIndexFile.getMessage());
        }
        return null;
    }

    private List<SortedRun> addMissing(List<SortedRun> kept, long head) throws IOException, SQLException {
        List<SortedRun> sortedRuns = new ArrayList<>(kept);
        long blocks = head / PositionRange.BASE_LENGTH;
        List<PositionRange> missing = new ArrayList<>();
        for (long number = 0; number < blocks; number++) {
            PositionRange positionRange = new PositionRange(0, number);
            if (kept.stream().noneMatch(sortedRun -> sortedRun.positionRange.contains(positionRange))) {
                missing.add(positionRange);
            }
        }
        if (missing.size() >= MISSING_FILES_WORTH_LOGGING) {
            LOG.info(
                    "The index of the log is rebuilt from {} of its {} positions",
                    missing.size() * PositionRange.BASE_LENGTH,
                    head);
        }
        for (PositionRange positionRange : missing) {
            sortedRuns.add(build(positionRange));
            mergeAll(sortedRuns);
        }
        mergeAll(sortedRuns);
        return sortedRuns;
    }

    /** Makes the file of a range from the log. */
    private SortedRun build(PositionRange positionRange) throws IOException, SQLException {
        List<IndexEntry> entries = new ArrayList<>();
        log.entries(
                positionRange.first(),
                positionRange.last(),
                (high, low, position) -> entries.add(new IndexEntry(high, low, position)));
        return write(positionRange, new TreeSet<>(entries));
    }

    SortedRun write(PositionRange positionRange, SortedSet<IndexEntry> entries) throws IOException, SQLException {
        try (RunWriter writer =
                new RunWriter(directory, positionRange, log.headAt(positionRange.last()), keys(entries))) {
            for (IndexEntry indexEntry : entries) {
                writer.add(indexEntry.high(), indexEntry.low(), indexEntry.position());
            }
            return writer.finish();
        }
    }

    private static long keys(SortedSet<IndexEntry> entries) {
        long keys = 0;
        long last = 0;
        for (IndexEntry indexEntry : entries) {
            keys += keys == 0 || indexEntry.high() != last ? 1 : 0;
            last = indexEntry.high();
        }
        return keys;
    }

    private void mergeAll(List<SortedRun> sortedRuns) throws IOException {
        for (List<SortedRun> due = mergeable(sortedRuns); !due.isEmpty(); due = mergeable(sortedRuns)) {
            sortedRuns.add(merge(due));
            sortedRuns.removeAll(due);
            for (SortedRun sortedRun : due) {
                remove(sortedRun);
            }
        }
    }

    /** Returns files of the lowest possible level that can be merged, or an empty list. */
    static List<SortedRun> mergeable(List<SortedRun> sortedRuns) {
        return sortedRuns.stream()
                .sorted(Comparator.comparing((SortedRun sortedRun) -> sortedRun.positionRange.level()))
                .map(sortedRun -> siblings(sortedRun, sortedRuns))
                .filter(siblings -> siblings.size() == PositionRange.FILES_PER_MERGE)
                .findFirst()
                .orElse(List.of());
    }

    private static List<SortedRun> siblings(SortedRun sortedRun, List<SortedRun> sortedRuns) {
        return sortedRuns.stream()
                .filter(other -> other.positionRange.level() == sortedRun.positionRange.level())
                .filter(other -> other.positionRange.parent().equals(sortedRun.positionRange.parent()))
                .sorted(Comparator.comparing(other -> other.positionRange.number()))
                .toList();
    }

    SortedRun merge(List<SortedRun> siblings) throws IOException {
        return RunMerger.merge(directory, siblings.getFirst().positionRange.parent(), siblings);
    }

    static void remove(SortedRun sortedRun) throws IOException {
        sortedRun.close();
        Files.deleteIfExists(sortedRun.file);
    }
}
