package encore.infra.eventstore.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Merges files of one level into one of the next level. Each is read once from its start. */
final class Merge {

    private Merge() {}

    static Run of(Path directory, Span into, List<Run> runs) throws IOException {
        long keys = runs.stream().mapToLong(run -> run.keys).sum();
        PriorityQueue<Walk> walks = new PriorityQueue<>(Comparator.comparing(walk -> walk.entry));
        for (Run run : runs) {
            Walk walk = new Walk(run);
            if (walk.next()) {
                walks.add(walk);
            }
        }
        try (RunWriter writer = new RunWriter(directory, into, runs.getLast().head, keys)) {
            while (!walks.isEmpty()) {
                Walk least = walks.poll();
                writer.add(least.entry.high(), least.entry.low(), least.entry.position());
                if (least.next()) {
                    walks.add(least);
                }
            }
            return writer.finish();
        }
    }

    /** The merge's place in one file. */
    private static final class Walk {

        private final Run run;
        private Entry entry = new Entry(0, 0, 0);
        private ByteBuffer block = ByteBuffer.allocate(0);
        private int number = -1;
        private int inBlock;

        private Walk(Run run) {
            this.run = run;
        }

        private boolean next() throws IOException {
            if (number < 0 || inBlock == run.entriesIn(number)) {
                if (++number >= run.blocks()) {
                    return false;
                }
                block = run.block(number);
                inBlock = 0;
            }
            entry = Run.entry(block, inBlock++);
            return true;
        }
    }
}
