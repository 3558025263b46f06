package encore.api.netty;

import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/**
 * Shares a thread of clients between the frames of all rooms and everything else: rooms write in turn, a chunk each time,
 * for as long as the thread was busy elsewhere since the last turn. So frames get half of a thread that thousands of
 * returning clients keep busy, and the thread reads and answers between two chunks when it is not.
 */
public final class WriteTurns implements Runnable {

    private static final FastThreadLocal<WriteTurns> TURNS = new FastThreadLocal<>() {
        @Override
        protected WriteTurns initialValue() {
            return new WriteTurns();
        }
    };

    /** A room that has something to write on this thread. */
    public interface Writer {

        /** Writes to the next clients; returns whether nothing is left. */
        boolean isDoneAfterNextChunk();
    }

    private record Turn(Writer writer, Executor executor) {}

    private final Deque<Turn> waiting = new ArrayDeque<>();
    private long ended;

    public static WriteTurns ofThisThread() {
        return TURNS.get();
    }

    /** @param asked when the thread was asked to write, by {@link System#nanoTime} */
    public void begin(Writer writer, Executor executor, long asked) {
        waiting.add(new Turn(writer, executor));
        if (waiting.size() == 1) {
            ended = asked;
            run();
        }
    }

    @Override
    public void run() {
        long begun = System.nanoTime();
        long elsewhere = begun - ended;
        try {
            do {
                Turn turn = waiting.removeFirst();
                if (!turn.writer.isDoneAfterNextChunk()) {
                    waiting.add(turn);
                }
            } while (!waiting.isEmpty() && System.nanoTime() - begun < elsewhere);
        } finally {
            if (!waiting.isEmpty()) {
                ended = System.nanoTime();
                waiting.getFirst().executor.execute(this);
            }
        }
    }
}
