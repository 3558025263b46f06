package encore.query.chunks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChunkTest {

    private record Row(long position, long at, String owner, long fan, long count) {}

    @Test
    void rows_are_read_as_they_were_written() {
        Random random = new Random(3);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < Chunk.LENGTH; i++) {
            rows.add(new Row(
                    9_000_000_000_000_000L - Chunk.LENGTH + i,
                    1_763_000_000_000L + i * 7L,
                    "7." + random.nextInt(5),
                    random.nextLong(1L << 53),
                    random.nextBoolean() ? random.nextLong() : i));
        }
        assertThat(read(written(rows))).isEqualTo(rows);
    }

    @Test
    void the_same_row_twice_is_one_row() {
        Chunk once = Chunk.with(null, 5, 100, "7.cd", 42, 10);
        Chunk twice = Chunk.with(once, 5, 100, "7.cd", 42, 10);
        assertThat(twice).isSameAs(once);
    }

    @Test
    void a_row_that_comes_late_takes_its_place() {
        var first = new Row(5, 100, "7.cd", 42, 10);
        var second = new Row(6, 101, "7.tape", 43, -1);
        var third = new Row(9, 102, "7", 44, 0);
        assertThat(read(written(List.of(first, third, second)))).containsExactly(first, second, third);
        assertThat(read(written(List.of(third, second, first)))).containsExactly(first, second, third);
        Chunk inOrder = written(List.of(first, second, third));
        assertThat(read(written(List.of(first, second, third, second)))).isEqualTo(read(inOrder));
    }

    @Test
    void a_chunk_of_like_awards_takes_little_room() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < Chunk.LENGTH; i++) {
            rows.add(new Row(1_000 + i, 1_763_000_000_000L + i, "7.cd", (300_000_000_000L << 13) + i * 8192L, 5));
        }
        Chunk chunk = written(rows);
        assertThat(chunk == null ? 0 : chunk.rows().length).isBetween(Chunk.LENGTH, Chunk.LENGTH * 12);
    }

    private static @Nullable Chunk written(List<Row> rows) {
        Chunk chunk = null;
        for (Row row : rows) {
            chunk = Chunk.with(chunk, row.position(), row.at(), row.owner(), row.fan(), row.count());
        }
        return chunk;
    }

    private static List<Row> read(@Nullable Chunk chunk) {
        List<Row> rows = new ArrayList<>();
        if (chunk != null) {
            chunk.forEach((position, at, owner, fan, count) -> rows.add(new Row(position, at, owner, fan, count)));
        }
        return rows;
    }
}
