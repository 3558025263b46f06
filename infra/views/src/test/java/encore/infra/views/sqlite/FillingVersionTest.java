package encore.infra.views.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.ViewsUnavailable;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A version that is filled writes in portions and has no indexes; filled, nothing tells it from one that grew. */
class FillingVersionTest {

    record Song(String title, long plays) {}

    private static final Collection<Song> SONGS =
            Collection.of("songs", Song.class, Index.on("plays"), Index.text("title"));
    private static final Views.Shape SHAPE = new Views.Shape("charts", List.of(SONGS));
    private static final Collection<Song> UNREAD = Collection.of("unread", Song.class, Index.on("plays"));
    private static final long MARK = 8_192;
    private static final String LARGE = "la".repeat(50_000);

    @TempDir
    Path directory;

    private SqliteViews views;
    private Views.Version filling;

    @BeforeEach
    void open() {
        views = SqliteViews.open(directory);
        filling = views.open(SHAPE, 2);
        filling.startFilling();
    }

    @AfterEach
    void close() {
        views.close();
    }

    @Test
    void a_filled_version_has_the_documents_sums_marks_and_answers_of_one_that_grew() {
        Views.Version grown = views.open(SHAPE, 1);
        for (long position : List.of(5L, MARK, MARK + 7)) {
            write(grown, position);
            write(filling, position);
        }
        assertThat(filling.isFilling()).isTrue();
        filling.finishFilling();
        assertThat(filling.isFilling()).isFalse();
        assertThat(answers(filling)).isEqualTo(answers(grown)).isNotEmpty();
        assertThat(filling.checksums()).isEqualTo(grown.checksums());
        assertThat(filling.checksumsAt(MARK)).isNotNull().isEqualTo(grown.checksumsAt(MARK));
        write(grown, MARK + 8);
        write(filling, MARK + 8);
        assertThat(answers(filling)).isEqualTo(answers(grown));
        assertThat(filling.checksums()).isEqualTo(grown.checksums());
    }

    @Test
    void while_it_is_filled_it_answers_nothing_and_only_an_empty_one_can_be_filled() {
        write(filling, 5);
        assertThatThrownBy(() -> answers(filling)).isInstanceOf(ViewsUnavailable.class);
        Views.Version grown = views.open(SHAPE, 1);
        write(grown, 5);
        assertThatThrownBy(grown::startFilling).isInstanceOf(IllegalStateException.class);
        assertThat(grown.isFilling()).isFalse();
        assertThat(answers(grown)).isNotEmpty();
    }

    @Test
    void a_batch_that_is_given_up_takes_nothing_of_its_portion_along() {
        write(filling, 5);
        try (Documents.Batch batch = filling.begin()) {
            batch.put(SONGS, "given up", new Song("Silence", 1));
            batch.addDeadLetter(new Letter(6, "s", "Oops", 1));
        }
        assertThat(filling.position()).isEqualTo(5);
        write(filling, 7);
        filling.finishFilling();
        Views.Version grown = views.open(SHAPE, 1);
        write(grown, 5);
        write(grown, 7);
        assertThat(filling.checksums()).isEqualTo(grown.checksums());
        assertThat(answers(filling)).isEqualTo(answers(grown));
        assertThat(filling.deadLetters().list(0, 9)).isEmpty();
    }

    @Test
    void dead_letters_are_seen_at_once() {
        write(filling, 5);
        try (Documents.Batch batch = filling.begin()) {
            batch.addDeadLetter(new Letter(6, "s", "Oops", 1));
            batch.commit(6);
        }
        assertThat(filling.deadLetters().list(0, 9))
                .extracting(Letter::position)
                .containsExactly(6L);
    }

    @Test
    void after_a_full_disk_it_goes_on_where_its_last_portion_ended() {
        write(filling, 5);
        endPortion(5);
        write(filling, 6);
        ((SqliteVersion) filling).limitPages(1);
        assertThatThrownBy(() -> {
                    for (long position = 7; position < 100; position++) {
                        write(filling, position);
                    }
                    endPortion(100);
                })
                .isInstanceOf(ViewsUnavailable.class);
        assertThatThrownBy(filling::begin).isInstanceOf(ViewsUnavailable.class);
        assertThat(filling.position()).isEqualTo(5);
        ((SqliteVersion) filling).limitPages(1_000_000);
        Views.Version grown = views.open(SHAPE, 1);
        for (long position : List.of(6L, 7L)) {
            write(filling, position);
        }
        for (long position : List.of(5L, 6L, 7L)) {
            write(grown, position);
        }
        filling.finishFilling();
        assertThat(filling.checksums()).isEqualTo(grown.checksums());
        assertThat(answers(filling)).isEqualTo(answers(grown));
    }

    @Test
    void where_a_portion_was_lost_each_batch_is_written_by_itself() throws IOException {
        for (int i = 0; i < 200; i++) {
            put(filling.partitions().getFirst(), "e" + i, 5);
        }
        ((SqliteVersion) filling).limitPages(1);
        assertThatThrownBy(() -> endPortion(6)).isInstanceOf(ViewsUnavailable.class);
        assertThat(filling.position()).isZero();
        ((SqliteVersion) filling).limitPages(1_000_000);
        write(filling, 5);
        write(filling, 6);
        write(filling, 7);
        try (Views killed = killed()) {
            assertThat(killed.open(SHAPE, 2).position()).isEqualTo(6);
        }
    }

    @Test
    void changes_of_many_batches_are_summed_up_once() {
        Views.Version grown = views.open(SHAPE, 1);
        for (Views.Version version : List.of(grown, filling)) {
            unseen(version, 1, "a", "b", "c");
            unseen(version, 2, "b", "c");
            remove(version, 3, "b", "never there");
            letter(version, 3);
            remove(version, 4, "c");
            unseen(version, 5, "c", "a");
            unseen(version, 6, "d");
            remove(version, 7, "d");
            unseen(version, 8, "b");
        }
        assertThat(filling.checksums()).isEqualTo(grown.checksums());
        filling.finishFilling();
        assertThat(filling.checksums()).isEqualTo(grown.checksums());
        assertThat(answers(filling)).isEqualTo(answers(grown)).hasSize(3);
    }

    @Test
    void a_change_while_the_portion_before_is_written_is_as_it_would_be_after_it() {
        var shape = new Views.Shape("unread", List.of(UNREAD));
        Views.Version grown = views.open(shape, 1);
        filling = views.open(shape, 2);
        filling.startFilling();
        var chance = new Random(7);
        for (int position = 1; position <= 1_200; position++) {
            String key = "k" + chance.nextInt(500);
            int what = chance.nextInt(4);
            for (Views.Version version : List.of(grown, filling)) {
                try (Documents.Batch batch = version.begin()) {
                    Song before = what == 0 ? null : batch.get(UNREAD, key);
                    if (what == 1) {
                        batch.remove(UNREAD, key);
                    } else {
                        batch.put(UNREAD, key, new Song(LARGE, before == null ? position : before.plays() + 1));
                    }
                    batch.commit(position);
                }
            }
            assertThat(filling.checksums()).isEqualTo(grown.checksums());
        }
        filling.finishFilling();
        assertThat(plays(filling, UNREAD)).isEqualTo(plays(grown, UNREAD)).hasSizeGreaterThan(300);
    }

    private static List<Row<Long>> plays(Views.Version version, Collection<Song> collection) {
        return version
                .<List<Row<Song>>>read(documents -> documents.find(collection, Where.all(), Order.byKey(), null, 1_000))
                .stream()
                .map(row -> new Row<>(row.key(), row.document().plays()))
                .toList();
    }

    @Test
    void a_key_differs_from_another_of_the_same_hash() {
        assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
        unseen(filling, 1, "Aa");
        endPortion(1);
        try (Documents.Batch batch = filling.begin()) {
            assertThat(batch.get(SONGS, "BB")).isNull();
            batch.prefetch(SONGS, Set.of("Aa", "BB"));
            assertThat(batch.get(SONGS, "Aa")).isNotNull();
            batch.put(SONGS, "BB", new Song("Another", 2));
            batch.commit(2);
        }
        filling.finishFilling();
        assertThat(plays(filling, SONGS)).hasSize(2);
    }

    @Test
    void one_that_is_closed_while_a_portion_is_written_has_all_of_it() {
        long last = largeOnes(1, 400);
        views.close();
        views = SqliteViews.open(directory);
        filling = views.open(SHAPE, 2);
        assertThat(filling.position()).isEqualTo(last);
        filling.finishFilling();
        assertThat(plays(filling, SONGS)).hasSize(400);
    }

    @Test
    void a_portion_that_cannot_be_written_while_the_next_one_is_gathered_takes_that_one_along() {
        write(filling, 5);
        endPortion(5);
        ((SqliteVersion) filling).limitPages(1);
        assertThatThrownBy(() -> largeOnes(6, 5_000)).isInstanceOf(ViewsUnavailable.class);
        assertThat(filling.position()).isEqualTo(5);
        ((SqliteVersion) filling).limitPages(1_000_000);
        assertThat(largeOnes(6, 30)).isEqualTo(35);
        filling.finishFilling();
        assertThat(filling.position()).isEqualTo(35);
        assertThat(filling.checksums().getFirst().documents())
                .isEqualTo(filling.<Long>read(documents -> documents.count(SONGS, Where.all(), 1_000)));
    }

    /** Each batch is one of them; some three hundred are a portion. */
    private long largeOnes(long first, int count) {
        for (long position = first; position < first + count; position++) {
            try (Documents.Batch batch = filling.begin()) {
                batch.put(SONGS, "k" + position % 500, new Song(LARGE, position));
                batch.commit(position);
            }
        }
        return first + count - 1;
    }

    private static void unseen(Views.Version version, long position, String... keys) {
        try (Documents.Batch batch = version.begin()) {
            for (String key : keys) {
                batch.put(SONGS, key, new Song("Song of " + key, position));
            }
            batch.commit(position);
        }
    }

    private static void remove(Views.Version version, long position, String... keys) {
        try (Documents.Batch batch = version.begin()) {
            for (String key : keys) {
                batch.remove(SONGS, key);
            }
            batch.commit(position);
        }
    }

    /** What is left when the process is killed now. */
    private Views killed() throws IOException {
        Path copy = Files.createDirectories(directory.resolve("killed/views"));
        for (String part : List.of("", "-wal")) {
            Files.copy(directory.resolve("views/charts.v2.db" + part), copy.resolve("charts.v2.db" + part));
        }
        return SqliteViews.open(directory.resolve("killed"));
    }

    @Test
    void a_killed_process_goes_on_where_the_last_portion_ended_and_one_that_was_closed_where_it_was()
            throws IOException {
        write(filling, 5);
        endPortion(5);
        write(filling, 6);
        try (Views killed = killed()) {
            Views.Version recovered = killed.open(SHAPE, 2);
            assertThat(recovered.position()).isEqualTo(5);
            assertThat(recovered.isFilling()).isTrue();
            write(recovered, 6);
            recovered.finishFilling();
            views.close();
            views = SqliteViews.open(directory);
            filling = views.open(SHAPE, 2);
            assertThat(filling.position()).isEqualTo(6);
            assertThat(filling.isFilling()).isTrue();
            filling.finishFilling();
            assertThat(answers(filling)).isEqualTo(answers(recovered)).isNotEmpty();
            assertThat(filling.checksums()).isEqualTo(recovered.checksums());
        }
    }

    @Test
    void a_portion_that_is_lost_is_lost_for_all_segments_and_each_goes_on_where_it_ended() {
        Views.Version divided = views.open(SHAPE, 3, 2);
        divided.startFilling();
        Views.Partition one = divided.partitions().get(0);
        Views.Partition two = divided.partitions().get(1);
        put(one, "a", 5);
        put(two, "b", 6);
        letter(one, 6);
        put(one, "c", 7);
        put(two, "d", 8);
        ((SqliteVersion) divided).limitPages(1);
        assertThatThrownBy(() -> {
                    for (int i = 8; i < 1_000; i++) {
                        put(one, "e" + i, i);
                    }
                    letter(one, 1_000);
                })
                .isInstanceOf(ViewsUnavailable.class);
        assertThat(divided.position()).isLessThanOrEqualTo(8);
        assertThat(one.position()).isEqualTo(6);
        assertThatThrownBy(two::begin).as("it has not looked").isInstanceOf(ViewsUnavailable.class);
        ((SqliteVersion) divided).limitPages(1_000_000);
        put(one, "c", 7);
        assertThatThrownBy(two::begin).isInstanceOf(ViewsUnavailable.class);
        assertThat(two.position()).isEqualTo(6);
        put(two, "d", 8);
        put(one, "f", 8);
        divided.finishFilling();
        assertThat(divided.<List<Row<Song>>>read(
                        documents -> documents.find(SONGS, Where.all(), Order.byKey(), null, 10)))
                .extracting(Row::key)
                .containsExactly("a", "b", "c", "d", "f");
        assertThat(divided.position()).isEqualTo(8);
    }

    private static void put(Views.Partition partition, String key, long position) {
        try (Documents.Batch batch = partition.begin()) {
            batch.put(SONGS, key, new Song("Song of " + "la".repeat(2_000) + key, 1));
            batch.commit(position);
        }
    }

    private static void letter(Views.Partition partition, long position) {
        try (Documents.Batch batch = partition.begin()) {
            batch.addDeadLetter(new Letter(position, "s", "Oops", 1));
            batch.commit(position);
        }
    }

    @Test
    void it_is_left_out_of_scrubbing_and_holds_nobody_up() {
        write(filling, 5);
        try (Documents.Batch batch = filling.begin()) {
            assertThat(CompletableFuture.supplyAsync(views::scrub))
                    .succeedsWithin(Duration.ofSeconds(20))
                    .isEqualTo(true);
            batch.commit(6);
        }
    }

    /** Others look for dead letters. */
    private void endPortion(long position) {
        try (Documents.Batch batch = filling.begin()) {
            batch.addDeadLetter(new Letter(position, "s", "Oops", 1));
            batch.commit(position);
        }
    }

    /** Some documents that depend on the position, new ones and old ones, and one that goes. */
    private static void write(Views.Version version, long position) {
        try (Documents.Batch batch = version.begin()) {
            for (int i = 0; i < 300; i++) {
                String key = "k" + (position * 31 + i) % 500;
                Song before = batch.get(SONGS, key);
                batch.put(
                        SONGS,
                        key,
                        before == null
                                ? new Song("Song of " + position, 1)
                                : new Song(before.title(), before.plays() + position));
            }
            batch.remove(SONGS, "k" + position % 10);
            batch.commit(position);
        }
    }

    private static List<Row<Song>> answers(Views.Version version) {
        return version.read(documents -> documents.find(
                SONGS, new Where.And(List.of(new Where.Contains("song"))), Order.ascending("plays"), null, 1_000));
    }
}
