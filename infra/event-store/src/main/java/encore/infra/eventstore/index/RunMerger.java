package encore.infra.eventstore.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Merges files of one level into one of the next level. Each is read once from its start. */
final class RunMerger {

    private RunMerger() {}

    static SortedRun merge(Path directory, PositionRange target, List<SortedRun> sortedRuns) throws IOException {
        long keys = sortedRuns.stream().mapToLong(sortedRun -> sortedRun.keys).sum();
        PriorityQueue<RunCursor> runCursors =
                new PriorityQueue<>(Comparator.comparing(runCursor -> runCursor.indexEntry));
        for (SortedRun sortedRun : sortedRuns) {
            RunCursor runCursor = new RunCursor(sortedRun);
            if (runCursor.next()) {
                runCursors.add(runCursor);
            }
        }
        try (RunWriter writer = new RunWriter(directory, target, sortedRuns.getLast().head, keys)) {
            while (!runCursors.isEmpty()) {
                RunCursor least = runCursors.poll();
                writer.add(least.indexEntry.high(), least.indexEntry.low(), least.indexEntry.position());
                if (least.next()) {
                    runCursors.add(least);
                }
            }
            return writer.finish();
        }
    }

    /** The merge's place in one file. */
    private static final class RunCursor {

        private final SortedRun sortedRun;
        private IndexEntry indexEntry = new IndexEntry(0, 0, 0);
        private ByteBuffer block = ByteBuffer.allocate(0);
        private int number = -1;
        private int inBlock;

        private RunCursor(SortedRun sortedRun) {
            this.sortedRun = sortedRun;
        }

        private boolean next() throws IOException {
            if (number < 0 || inBlock == sortedRun.entriesIn(number)) {
                if (++number >= sortedRun.blocks()) {
                    return false;
                }
                block = sortedRun.block(number);
                inBlock = 0;
            }
            indexEntry = SortedRun.entry(block, inBlock++);
            return true;
        }
    }
}
