package encore.query.chunks;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.query.chunks.OwnedChunk.Row;
import encore.query.chunks.OwnedChunks.Owner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnedChunksTest {

    private static final OwnedChunks CHUNKS = OwnedChunks.of("rows");

    @TempDir
    Path directory;

    private Views views;
    private Views.Version version;
    private final Random random = new Random(5);

    @BeforeEach
    void open() {
        views = SqliteViews.open(directory, true);
        version = version(1);
    }

    private Views.Version version(int number) {
        return views.open(new Views.Shape("owned", CHUNKS.collections()), number);
    }

    @AfterEach
    void close() {
        views.close();
    }

    @Test
    void each_owners_rows_are_read_as_they_were_added_and_without_the_others() {
        List<Row> one = rows(40_000, 1_000);
        List<Row> other = rows(3, 1_001);
        add(version, "7.cd", one);
        add(version, "7", other);
        assertThat(read("7.cd")).isEqualTo(one);
        assertThat(read("7")).isEqualTo(other);
        assertThat(read("8")).isEmpty();
        List<Owner> owners = version.read(documents -> CHUNKS.owners(documents).toList());
        assertThat(owners)
                .containsExactlyInAnyOrder(
                        new Owner("7.cd", 156, 64, one.getLast().position()),
                        new Owner("7", 0, 3, other.getLast().position()));
        assertThat(new Owner("7.cd", 156, 64, 1).rows()).isEqualTo(40_000);
    }

    @Test
    void full_chunks_are_read_once_and_not_again_when_rows_are_added() {
        add(version, "7", rows(OwnedChunks.LENGTH * 70, 1));
        OwnedChunks.OwnerReader ownerReader = CHUNKS.reader("7");
        List<Row> read = new ArrayList<>();
        assertThat(readSome(ownerReader, read)).isFalse();
        assertThat(read).hasSize(OwnedChunks.LENGTH * 64);
        add(version, "7", rows(OwnedChunks.LENGTH, 1_000_000));
        assertThat(readSome(ownerReader, read)).isTrue();
        assertThat(read).hasSize(OwnedChunks.LENGTH * 71);
    }

    @Test
    void the_same_rows_make_the_same_documents_in_whatever_order_they_come_and_however_often() {
        List<Row> rows = rows(OwnedChunks.LENGTH * 5, 10);
        add(version, "7", rows);
        for (int number = 2; number < 5; number++) {
            Views.Version late = version(number);
            List<Row> letters = new ArrayList<>(rows);
            Collections.shuffle(letters, random);
            letters.subList(40, letters.size()).clear();
            List<Row> meanwhile = new ArrayList<>(rows);
            meanwhile.removeAll(letters);
            add(late, "7", meanwhile);
            add(late, "7", letters);
            assertThat(late.checksums()).isEqualTo(version.checksums());
            add(late, "7", rows.subList(number, rows.size()));
            assertThat(late.checksums()).isEqualTo(version.checksums());
        }
    }

    @Test
    void positions_after_any_position_are_found_without_reading_from_the_start() {
        List<Row> rows = rows(OwnedChunks.LENGTH * 9 + 7, 10);
        add(version, "7", rows);
        add(version, "70", rows(5, 3));
        List<Long> all = rows.stream().map(Row::position).toList();
        for (int i = 0; i < 400; i++) {
            long after = random.nextLong(rows.getLast().position() + 10);
            int limit = 1 + random.nextInt(1_000);
            assertThat(positionsAfter("7", after, limit))
                    .isEqualTo(
                            all.stream().filter(one -> one > after).limit(limit).toList());
        }
        assertThat(positionsAfter("7", 0, 100_000)).isEqualTo(all);
        assertThat(positionsAfter("7", rows.getLast().position(), 10)).isEmpty();
        assertThat(positionsAfter("8", 0, 10)).isEmpty();
    }

    private @Nullable List<Long> positionsAfter(String owner, long after, int limit) {
        return version.read(documents -> Optional.ofNullable(CHUNKS.positionsAfter(owner, after, limit, documents)))
                .orElse(null);
    }

    private List<Row> rows(int count, long from) {
        return LongStream.range(0, count)
                .mapToObj(i -> new Row(
                        from + 3 * i, 1_763_000_000_000L + i, random.nextLong(1L << 53), random.nextInt(-9, 100)))
                .sorted(Comparator.comparingLong(Row::position))
                .toList();
    }

    private static void add(Views.Version to, String owner, List<Row> rows) {
        try (Documents.Batch batch = to.begin()) {
            rows.forEach(row -> CHUNKS.add(owner, row, batch));
            batch.commit(to.position() + 1);
        }
    }

    private List<Row> read(String owner) {
        List<Row> read = new ArrayList<>();
        OwnedChunks.OwnerReader ownerReader = CHUNKS.reader(owner);
        while (!readSome(ownerReader, read)) {
            assertThat(ownerReader.chunks()).isPositive();
        }
        return read;
    }

    private boolean readSome(OwnedChunks.OwnerReader ownerReader, List<Row> into) {
        return version.read(documents ->
                ownerReader.read(documents, (position, at, fan, count) -> into.add(new Row(position, at, fan, count))));
    }
}
