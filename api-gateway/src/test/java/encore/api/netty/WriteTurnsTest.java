package encore.api.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class WriteTurnsTest {

    private static final long CHUNK_NANOS = Duration.ofMillis(2).toNanos();

    private final WriteTurns turns = WriteTurns.ofThisThread();
    private final Queue<Runnable> rounds = new ArrayDeque<>();
    private final List<String> written = new ArrayList<>();

    /** A room with some chunks, each of which takes two milliseconds. */
    private final class Room implements WriteTurns.Writer {

        private final String name;
        private int left;

        Room(String name, int chunks) {
            this.name = name;
            this.left = chunks;
        }

        @Override
        public boolean isDoneAfterNextChunk() {
            long end = System.nanoTime() + CHUNK_NANOS;
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            written.add(name);
            return --left == 0;
        }
    }

    @Test
    void an_idle_thread_reads_after_each_chunk() {
        turns.begin(new Room("one", 3), rounds::add, System.nanoTime());
        assertThat(written).hasSize(1);
        rounds.remove().run();
        assertThat(written).hasSize(2);
        rounds.remove().run();
        assertThat(written).hasSize(3);
        assertThat(rounds).isEmpty();
    }

    @Test
    void rooms_write_for_as_long_as_their_thread_was_busy_elsewhere() {
        turns.begin(new Room("one", 100), rounds::add, System.nanoTime() - 10 * CHUNK_NANOS);
        assertThat(written).hasSizeBetween(2, 10);
        while (!rounds.isEmpty()) {
            rounds.remove().run();
        }
        assertThat(written).hasSize(100);
    }

    @Test
    void rooms_of_a_thread_take_turns() {
        turns.begin(new Room("one", 3), rounds::add, System.nanoTime());
        turns.begin(new Room("other", 2), rounds::add, System.nanoTime());
        while (!rounds.isEmpty()) {
            rounds.remove().run();
        }
        assertThat(written).containsExactly("one", "one", "other", "one", "other");
    }

    @Test
    void a_room_that_fails_stops_no_other() {
        turns.begin(new Room("one", 2), rounds::add, System.nanoTime());
        turns.begin(
                () -> {
                    throw new IllegalStateException("a failure of this test");
                },
                rounds::add,
                System.nanoTime());
        int failures = 0;
        while (!rounds.isEmpty()) {
            try {
                rounds.remove().run();
            } catch (IllegalStateException expected) {
                failures++;
            }
        }
        assertThat(written).containsExactly("one", "one");
        assertThat(failures).isEqualTo(1);
    }
}
