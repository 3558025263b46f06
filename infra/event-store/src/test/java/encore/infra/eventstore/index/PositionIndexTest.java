package encore.infra.eventstore.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a log in which each position has a key of its own and is the next event of one of a thousand streams. */
class PositionIndexTest {

    private static final long BLOCK = PositionRange.BASE_LENGTH;
    private static final int STREAMS = 1_000;

    @TempDir
    Path directory;

    private final List<String> broken = new ArrayList<>();
    private final Numbered log = new Numbered();

    @Test
    void entries_in_memory_and_in_files_are_found_alike() throws Exception {
        try (PositionIndex index = open(0)) {
            append(index, 0, 2 * BLOCK + 10);
            waitFor("0-0.run", "0-1.run");
            assertHolds(index, 2 * BLOCK + 10);
        }
    }

    @Test
    void files_are_merged_by_eights_and_hold_the_same() throws Exception {
        try (PositionIndex index = open(9 * BLOCK + 5)) {
            assertThat(names()).containsExactly("0-8.run", "1-0.run");
            assertHolds(index, 9 * BLOCK + 5);
        }
    }

    @Test
    void files_are_merged_while_the_log_grows() throws Exception {
        try (PositionIndex index = open(7 * BLOCK)) {
            append(index, 7 * BLOCK, 8 * BLOCK + 1);
            waitFor("1-0.run");
            assertHolds(index, 8 * BLOCK + 1);
        }
    }

    @Test
    void only_the_end_is_read_again_at_a_start() throws Exception {
        open(2 * BLOCK + 10).close();
        log.read = 0;
        try (PositionIndex index = open(2 * BLOCK + 20)) {
            assertThat(log.read).isEqualTo(20);
            assertHolds(index, 2 * BLOCK + 20);
        }
    }

    @Test
    void lost_cut_and_damaged_files_are_rebuilt() throws Exception {
        open(4 * BLOCK).close();
        Files.delete(directory.resolve("0-0.run"));
        Files.write(directory.resolve("0-1.run"), head(Files.readAllBytes(directory.resolve("0-1.run")), 4_096 * 3));
        flip("0-2.run", 4_096 * 5 + 17);
        flip("0-3.run", (int) Files.size(directory.resolve("0-3.run")) - 40);
        try (PositionIndex index = open(4 * BLOCK)) {
            assertHolds(index, 4 * BLOCK);
        }
    }

    @Test
    void every_bit_counts() throws Exception {
        open(BLOCK).close();
        byte[] whole = Files.readAllBytes(directory.resolve("0-0.run"));
        for (int at = 7; at < whole.length; at += whole.length / 6) {
            flip("0-0.run", at);
            open(BLOCK).close();
            assertThat(Files.readAllBytes(directory.resolve("0-0.run"))).isEqualTo(whole);
        }
    }

    @Test
    void a_file_of_another_log_or_under_another_name_is_rebuilt() throws Exception {
        open(2 * BLOCK).close();
        byte[] second = Files.readAllBytes(directory.resolve("0-1.run"));
        Files.copy(directory.resolve("0-1.run"), directory.resolve("0-0.run"), StandardCopyOption.REPLACE_EXISTING);
        try (PositionIndex index = open(2 * BLOCK)) {
            assertHolds(index, 2 * BLOCK);
        }
        log.timeline = 1;
        try (PositionIndex index = open(2 * BLOCK)) {
            assertHolds(index, 2 * BLOCK);
        }
        assertThat(Files.readAllBytes(directory.resolve("0-1.run"))).isNotEqualTo(second);
    }

    @Test
    void an_older_copy_is_extended_and_a_shorter_log_drops_files() throws Exception {
        open(3 * BLOCK).close();
        Files.delete(directory.resolve("0-2.run"));
        try (PositionIndex index = open(3 * BLOCK)) {
            assertHolds(index, 3 * BLOCK);
        }
        try (PositionIndex index = open(3 * BLOCK - 1)) {
            assertThat(names()).containsExactly("0-0.run", "0-1.run");
            assertHolds(index, 3 * BLOCK - 1);
        }
    }

    /** Covers a process that ended between a merge and the deletion of the merged files, or while it wrote a file. */
    @Test
    void remains_of_a_killed_process_are_deleted() throws Exception {
        open(7 * BLOCK).close();
        Path kept = Files.createDirectory(directory.resolveSibling(directory.getFileName() + "-kept"));
        for (String name : names()) {
            Files.copy(directory.resolve(name), kept.resolve(name));
        }
        open(8 * BLOCK).close();
        for (String name : List.of("0-0.run", "0-6.run")) {
            Files.copy(kept.resolve(name), directory.resolve(name));
        }
        Files.write(directory.resolve("0-8.run.tmp"), new byte[100]);
        try (PositionIndex index = open(8 * BLOCK)) {
            assertThat(names()).containsExactly("1-0.run");
            assertHolds(index, 8 * BLOCK);
        }
    }

    /** With a damaged index nothing may be written, because a key could be used twice. */
    @Test
    void damage_found_during_use_is_reported_and_repaired_by_the_next_start() throws Exception {
        try (PositionIndex index = open(BLOCK)) {
            for (int block = 0; block < 100; block++) {
                flip("0-0.run", block * 4_096 + 100);
            }
            assertThatThrownBy(() -> assertHolds(index, BLOCK)).isInstanceOf(UncheckedIOException.class);
            assertThat(broken).isNotEmpty();
        }
        try (PositionIndex index = open(BLOCK)) {
            assertHolds(index, BLOCK);
        }
    }

    @Test
    void entries_that_never_became_durable_hide_no_durable_ones() throws Exception {
        try (PositionIndex index = open(10)) {
            index.add(key(3), 3, 11);
            assertThat(index.newest(key(3), 3, position -> position == 3)).isEqualTo(3);
            index.add(stream(5), 99, 12);
            assertThat(index.greatest(stream(5), position -> position <= 10)).isEqualTo(5);
        }
    }

    private PositionIndex open(long head) throws IOException, SQLException {
        return PositionIndex.open(directory, log, head, broken::add);
    }

    private void append(PositionIndex index, long after, long upTo) {
        for (long position = after + 1; position <= upTo; position++) {
            log.add(index::add, position);
            index.onDurable(position - 1, position);
        }
    }

    private void assertHolds(PositionIndex index, long head) throws SQLException {
        for (long position = 1; position <= head; position += 997) {
            long wanted = position;
            assertThat(index.mayContain(key(position))).isTrue();
            assertThat(index.newest(key(position), position, found -> found == wanted))
                    .isEqualTo(position);
            assertThat(index.newest(key(position), position + 1, found -> true)).isZero();
        }
        assertThat(index.newest(key(head + 1), head + 1, found -> true)).isZero();
        long ofFirst = (head - 1) / STREAMS;
        assertThat(index.greatest(stream(1), found -> true)).isEqualTo(ofFirst * STREAMS + 1);
        assertThat(index.from(new IndexEntry(stream(1), 0, 0), Integer.MAX_VALUE))
                .hasSize((int) ofFirst + 1);
        assertThat(index.from(new IndexEntry(stream(1), 30, 0), 40))
                .extracting(IndexEntry::low)
                .startsWith(30L)
                .isSorted()
                .hasSize((int) Math.min(40, ofFirst + 1 - 30));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    /** Waits for files, which the index writes on a thread of its own. */
    private void waitFor(String... wanted) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!names().equals(List.of(wanted)) && System.nanoTime() < deadline) {
            Thread.sleep(5);
        }
        assertThat(names()).containsExactly(wanted);
    }

    private void flip(String name, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(directory.resolve(name));
        bytes[at] ^= 4;
        Files.write(directory.resolve(name), bytes);
    }

    private static byte[] head(byte[] bytes, int length) {
        return Arrays.copyOf(bytes, length);
    }

    private static long key(long position) {
        return position * 0x9E3779B97F4A7C15L;
    }

    private static long stream(long position) {
        return ~key(position % STREAMS);
    }

    private static final class Numbered implements IndexedLog {

        private int timeline;
        private long read;

        @Override
        public byte[] headAt(long position) {
            return ByteBuffer.allocate(32).putLong(position).putLong(timeline).array();
        }

        @Override
        public void entries(long first, long last, Sink sink) {
            for (long position = last; position >= first; position--) {
                add(sink, position);
                read++;
            }
        }

        private void add(Sink sink, long position) {
            sink.add(key(position), position, position);
            sink.add(stream(position), (position - 1) / STREAMS, position);
        }
    }
}
