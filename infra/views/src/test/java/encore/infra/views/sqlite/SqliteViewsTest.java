package encore.infra.views.sqlite;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.ViewsContract;
import encore.infra.views.ViewsUnavailable;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.ScanRefused;
import encore.infra.views.criteria.Where;
import encore.infra.views.lanes.ReadDeadline;
import encore.infra.views.lanes.ReadStopped;
import encore.infra.views.sqlite.file.SqliteConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SqliteViewsTest extends ViewsContract {

    @Override
    protected Views open(Path directory) {
        return SqliteViews.open(directory);
    }

    @Test
    void a_scan_is_refused_before_it_is_sent() {
        views.open(SHAPE, 1);
        try (SqliteConnection connection =
                SqliteConnection.reader(directory.resolve("views/persons.v1.db"), ConcurrentHashMap.newKeySet())) {
            assertThatThrownBy(() -> connection.rows("SELECT key FROM d_people", List.of(), row -> row.getString(1)))
                    .isInstanceOf(ScanRefused.class)
                    .hasMessageContaining("SCAN");
            assertThatThrownBy(() -> connection.rows(
                            "SELECT key FROM d_people WHERE key > '' ORDER BY doc", List.of(), row -> row.getString(1)))
                    .isInstanceOf(ScanRefused.class)
                    .hasMessageContaining("TEMP B-TREE");
        }
    }

    @Test
    void a_statement_without_end_stops_at_the_deadline_and_the_connection_answers_on() {
        views.open(SHAPE, 1);
        try (SqliteConnection connection = SqliteConnection.reader(directory.resolve("views/persons.v1.db"), null)) {
            String endless =
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n WHERE i < 0";
            connection.run("BEGIN");
            ReadDeadline deadline = ReadDeadline.after(Duration.ofMillis(100));
            connection.stopAt(deadline);
            long begun = System.nanoTime();

            assertThatThrownBy(() -> connection.rows(endless, List.of(), row -> row.getLong(1)))
                    .isInstanceOfSatisfying(
                            ReadStopped.class, e -> assertThat(e.reason()).isEqualTo(ReadStopped.Reason.DEADLINE));

            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(2));
            connection.stopAt(null);
            connection.run("COMMIT");
            assertThat(connection.rows(
                            "SELECT count(*) FROM d_people WHERE key >= ''", List.of(), row -> row.getLong(1)))
                    .containsExactly(0L);
        }
    }

    @Test
    void a_statement_that_was_stopped_or_failed_answers_the_next_question() {
        views.open(SHAPE, 1);
        try (SqliteConnection connection = SqliteConnection.reader(directory.resolve("views/persons.v1.db"), null)) {
            String count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
                    + " SELECT count(*) FROM n";
            List<Long> endless = List.of(Long.MAX_VALUE);
            Map<String, Runnable> failing = Map.of(
                    "rows", () -> connection.rows(count, endless, row -> row.getLong(1)),
                    "each row", () -> connection.forEach(count, endless, row -> {}),
                    "an update", () -> connection.update(count, Long.MAX_VALUE),
                    "its reader",
                            () -> connection.rows(count, List.of(3L), row -> {
                                throw new IllegalStateException("a document that cannot be read");
                            }),
                    "a value", () -> connection.rows(count, List.of(new Object()), row -> row));
            failing.forEach((name, question) -> {
                connection.stopAt(ReadDeadline.after(Duration.ofMillis(50)));
                assertThatThrownBy(question::run).as(name).isInstanceOf(RuntimeException.class);

                connection.stopAt(null);
                assertThat(connection.rows(count, List.of(3L), row -> row.getLong(1)))
                        .as("after %s", name)
                        .containsExactly(3L);
            });
        }
    }

    @Test
    void a_statement_without_values_and_a_check_of_a_plan_stop_like_all_others() {
        views.open(SHAPE, 1);
        try (SqliteConnection connection =
                SqliteConnection.reader(directory.resolve("views/persons.v1.db"), ConcurrentHashMap.newKeySet())) {
            String endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
            String planned = "SELECT key FROM d_people WHERE key IN (" + "'a',".repeat(200_000) + "'b')";
            for (Runnable question : List.<Runnable>of(
                    () -> connection.run(endless),
                    () -> connection.query(endless),
                    () -> connection.forEach(endless, row -> {}),
                    () -> connection.rows(planned, List.of(), row -> row.getString(1)))) {
                connection.stopAt(ReadDeadline.after(Duration.ofMillis(20)));
                assertThatThrownBy(question::run).isInstanceOf(ReadStopped.class);
            }
            connection.stopAt(null);
            assertThat(connection.query("SELECT 1")).containsExactly(List.of("1"));
        }
    }

    @Test
    void a_statement_stops_when_the_caller_leaves() {
        views.open(SHAPE, 1);
        try (SqliteConnection connection = SqliteConnection.reader(directory.resolve("views/persons.v1.db"), null)) {
            ReadDeadline caller = ReadDeadline.untilCancelled();
            connection.stopAt(caller);
            CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(caller::cancel);

            assertThatThrownBy(() -> connection.forEach(
                            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0",
                            row -> {}))
                    .isInstanceOfSatisfying(
                            ReadStopped.class, e -> assertThat(e.reason()).isEqualTo(ReadStopped.Reason.CANCELLED));
        }
    }

    @Test
    void an_indexed_field_is_written_in_its_row_and_worked_out_where_a_file_is_older() {
        Collection<Person> plain = Collection.of("people", Person.class);
        Views.Version older = views.open(new Views.Shape("persons", List.of(plain, COUNTS)), 2);
        write(older, 1, batch -> batch.put(plain, "k", person("Ada", 1)));
        views.close();
        views = open(directory);
        for (int version : List.of(1, 2)) {
            write(views.open(SHAPE, version), 2, batch -> batch.put(PEOPLE, "k", person("Bob", 2)));
        }
        assertThat(columns(directory.resolve("views/persons.v1.db")))
                .isNotEmpty()
                .containsOnly("0");
        assertThat(columns(directory.resolve("views/persons.v2.db")))
                .isNotEmpty()
                .containsOnly("2");
        assertThat(views.open(SHAPE, 2).checksums())
                .isEqualTo(views.open(SHAPE, 1).checksums());
    }

    @Test
    void a_field_that_had_no_index_for_a_while_is_found_as_it_is_now() {
        write(views.open(SHAPE, 1), 1, batch -> batch.put(PEOPLE, "k", person("Ada", 1)));
        views.close();
        views = open(directory);
        Collection<Person> plain = Collection.of("people", Person.class);
        write(
                views.open(new Views.Shape("persons", List.of(plain, COUNTS)), 1),
                2,
                batch -> batch.put(plain, "k", person("Ada", 2)));
        views.close();
        views = open(directory);
        Views.Version again = views.open(SHAPE, 1);
        assertThat(again.<Long>read(documents -> documents.count(PEOPLE, Where.equal("points", 1L), 9)))
                .isZero();
        assertThat(again.<Long>read(documents -> documents.count(PEOPLE, Where.equal("points", 2L), 9)))
                .isEqualTo(1);
    }

    @Test
    void a_change_writes_none_of_the_indexes_whose_fields_it_leaves() throws IOException {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            for (int i = 0; i < 2_000; i++) {
                batch.put(PEOPLE, "k" + i, person("Ada", i));
            }
        });
        assertThat(version.scrub()).isTrue();
        write(version, 2, batch -> {
            Person ada = batch.get(PEOPLE, "k1000");
            batch.put(PEOPLE, "k1000", rated(ada, 4.5));
        });
        // The document's page, the position's, and the file's header.
        assertThat(pagesWritten()).isLessThanOrEqualTo(3);
    }

    private static Person rated(Person one, double rating) {
        return new Person(
                one.account(),
                one.name(),
                one.city(),
                one.points(),
                rating,
                one.active(),
                one.since(),
                one.kind(),
                one.home(),
                one.tags(),
                one.fields());
    }

    /** Since the write-ahead log was cut: each page has a header of 24 bytes there. */
    private long pagesWritten() throws IOException {
        return Files.size(directory.resolve("views/persons.v1.db-wal")) / (4096 + 24);
    }

    /** How the columns of indexed fields are made. */
    private static List<String> columns(Path file) {
        try (SqliteConnection connection = SqliteConnection.readOnly(file)) {
            return connection.query("PRAGMA table_xinfo(d_people)").stream()
                    .filter(column -> column.get(1).startsWith("c_"))
                    .map(column -> column.get(6))
                    .toList();
        }
    }

    @Test
    void a_statement_outside_of_a_transaction_is_one_and_what_is_rolled_back_never_was() throws IOException {
        Path file = Files.createDirectories(directory.resolve("alone")).resolve("alone.db");
        try (SqliteConnection writer = SqliteConnection.writer(file, null)) {
            writer.run("CREATE TABLE t(a)");
            writer.update("INSERT INTO t VALUES(?)", 1);
            try (SqliteConnection reader = SqliteConnection.reader(file, null)) {
                assertThat(reader.query("SELECT a FROM t")).containsExactly(List.of("1"));
                writer.run("BEGIN IMMEDIATE");
                writer.update("INSERT INTO t VALUES(?)", 2);
                assertThat(reader.query("SELECT a FROM t")).hasSize(1);
                writer.run("ROLLBACK");
                writer.update("INSERT INTO t VALUES(?)", 3);
                assertThat(reader.query("SELECT a FROM t")).containsExactly(List.of("1"), List.of("3"));
            }
        }
    }

    @Test
    void a_removed_document_leaves_no_byte_in_any_file() throws IOException {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            for (int i = 0; i < 200; i++) {
                batch.put(PEOPLE, "k" + i, person("Quillfeather" + i, i));
                batch.put(PEOPLE, "z" + i, person("Xanthippe" + i + " stays", i));
            }
        });
        write(version, 2, batch -> batch.put(PEOPLE, "k0", person("Wolkenstein", 1)));
        assertThat(views.scrub()).isTrue();
        assertThat(found("quillfeather")).isTrue();
        write(version, 3, batch -> {
            for (int i = 0; i < 200; i++) {
                batch.remove(PEOPLE, "k" + i);
            }
        });
        assertThat(views.scrub()).isTrue();
        assertThat(found("xanthippe")).isTrue();
        assertThat(found("quillfeather")).isFalse();
        assertThat(found("uillfeather")).isFalse();
        assertThat(found("olkenstein")).isFalse();
    }

    @Test
    void a_damaged_version_is_made_anew_and_a_sound_one_goes_on() throws IOException {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 5, batch -> batch.put(PEOPLE, "a", person("Quillfeather", 1)));
        write(version, 6, batch -> batch.put(COUNTS, "c", new Count(1)));
        views.close();
        views = open(directory);
        assertThat(views.open(SHAPE, 1).position()).isEqualTo(6);
        views.close();
        Path file = directory.resolve("views/persons.v1.db");
        byte[] bytes = Files.readAllBytes(file);
        int at = new String(bytes, ISO_8859_1).indexOf("\"Quillfeather");
        bytes[at + 1] ^= 1;
        Files.write(file, bytes);
        views = open(directory);
        assertThat(views.open(SHAPE, 1).position()).isZero();
    }

    @Test
    void a_version_whose_position_was_changed_is_no_witness_and_is_made_anew() throws Exception {
        write(views.open(SHAPE, 1), 5, batch -> batch.put(COUNTS, "c", new Count(1)));
        views.close();
        Path file = directory.resolve("views/persons.v1.db");
        assertThat(SqliteViews.positions(directory)).containsExactly(Map.entry(file, 5L));
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE state SET position = 9");
        }
        assertThat(SqliteViews.positions(directory)).containsExactly(Map.entry(file, 0L));
        views = open(directory);
        assertThat(views.open(SHAPE, 1).position()).isZero();
    }

    @Test
    void another_projections_file_in_a_versions_place_is_not_taken_for_it() throws Exception {
        write(views.open(SHAPE, 1), 5, batch -> batch.put(COUNTS, "c", new Count(1)));
        Views.Shape other = new Views.Shape("others", List.of(PEOPLE));
        views.open(other, 1);
        views.close();
        Files.copy(
                directory.resolve("views/persons.v1.db"),
                directory.resolve("views/others.v1.db"),
                StandardCopyOption.REPLACE_EXISTING);
        views = open(directory);
        assertThat(views.open(other, 1).position()).isZero();
    }

    @Test
    void another_projections_file_with_the_same_collections_is_not_taken_for_it() throws Exception {
        write(views.open(SHAPE, 1), 5, batch -> batch.put(COUNTS, "c", new Count(1)));
        Views.Shape other = new Views.Shape("others", SHAPE.collections());
        views.open(other, 1);
        views.close();
        Path file = directory.resolve("views/persons.v1.db");
        Files.copy(file, directory.resolve("views/others.v1.db"), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(file, directory.resolve("views/persons.v2.db"));
        views = open(directory);
        assertThat(views.open(other, 1).position()).isZero();
        assertThat(views.open(SHAPE, 2).position()).isZero();
        assertThat(views.open(SHAPE, 1).position()).isEqualTo(5);
    }

    @Test
    void a_file_of_another_log_is_made_anew_and_one_without_an_owner_goes_on() throws Exception {
        views.close();
        views = SqliteViews.open(directory, position -> new byte[] {1, (byte) position});
        write(views.open(SHAPE, 1), 5, batch -> batch.put(COUNTS, "c", new Count(1)));
        views.close();
        views = SqliteViews.open(directory, position -> new byte[] {1, (byte) position});
        assertThat(views.open(SHAPE, 1).position()).isEqualTo(5);
        views.close();
        views = SqliteViews.open(directory, position -> position < 5 ? new byte[] {1, (byte) position} : new byte[0]);
        assertThat(views.open(SHAPE, 1).position()).isZero();
        write(views.open(SHAPE, 1), 4, batch -> batch.put(COUNTS, "c", new Count(1)));
        views.close();
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("views/persons.v1.db"));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DROP TABLE owner");
        }
        views = SqliteViews.open(directory, position -> new byte[] {2, (byte) position});
        assertThat(views.open(SHAPE, 1).position()).isEqualTo(4);
    }

    @Test
    void a_pointer_that_names_no_version_leaves_the_newest_to_serve() throws IOException {
        views.open(SHAPE, 1);
        views.open(SHAPE, 2);
        views.serve("persons", 1);
        Files.write(directory.resolve("views/persons.serving"), new byte[] {(byte) 0xf1, '\n'});
        assertThat(views.servingVersion("persons")).isEqualTo(2);
    }

    @Test
    void versions_beyond_a_cut_log_are_dropped() {
        write(views.open(SHAPE, 1), 5, batch -> batch.put(COUNTS, "c", new Count(1)));
        write(views.open(SHAPE, 2), 8, batch -> batch.put(COUNTS, "c", new Count(1)));
        views.close();
        assertThat(SqliteViews.dropBeyond(directory, 5)).containsExactly(directory.resolve("views/persons.v2.db"));
        views = open(directory);
        assertThat(views.versions("persons")).containsExactly(1);
    }

    @Test
    void scrubbing_reports_a_reader_that_is_in_the_way() throws Exception {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> batch.put(COUNTS, "a", new Count(1)));
        var reading = new CountDownLatch(1);
        var over = new CountDownLatch(1);
        Thread reader = Thread.ofVirtual()
                .start(() -> version.read(documents -> {
                    documents.position();
                    reading.countDown();
                    try {
                        return over.await(20, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }));
        reading.await();
        write(version, 2, batch -> batch.put(COUNTS, "a", new Count(2)));
        assertThat(views.scrub()).isFalse();
        over.countDown();
        reader.join();
        assertThat(views.scrub()).isTrue();
    }

    @Test
    void an_idle_version_releases_its_connections_and_goes_on_when_it_is_asked() {
        var sqlite = (SqliteViews) views;
        var version = (SqliteVersion) views.open(SHAPE, 1);
        write(version, 1, batch -> batch.put(COUNTS, "a", new Count(1)));
        assertThat(version.<Count>read(documents -> documents.get(COUNTS, "a"))).isEqualTo(new Count(1));
        sqlite.releaseIdle(Duration.ofMinutes(1));
        assertThat(version.idleConnections()).as("used a moment ago").isEqualTo(1);
        sqlite.releaseIdle(Duration.ZERO);
        assertThat(version.idleConnections()).isZero();
        write(version, 2, batch -> batch.put(COUNTS, "a", new Count(2)));
        assertThat(version.<Count>read(documents -> documents.get(COUNTS, "a"))).isEqualTo(new Count(2));
        assertThat(version.idleConnections()).isEqualTo(1);
    }

    @Test
    void memory_for_writers_is_shared_among_those_that_write() {
        var caches = new WriterMemory();
        caches.join(false);
        assertThat(caches.shareKilobytes(true)).isEqualTo(96_000);
        assertThat(caches.shareKilobytes(false)).isEqualTo(24_000);
        for (int i = 1; i < 24; i++) {
            caches.join(false);
        }
        assertThat(caches.shareKilobytes(true)).isEqualTo(8_000).isEqualTo(caches.shareKilobytes(false));
        for (int i = 0; i < 1_000; i++) {
            caches.join(false);
        }
        assertThat(caches.shareKilobytes(false)).isEqualTo(2_000);
    }

    @Test
    void a_version_that_is_filled_shares_buffers_only_with_others_that_are_filled() {
        var caches = new WriterMemory();
        Runnable first = caches.join(true);
        for (int i = 0; i < 40; i++) {
            caches.join(false);
        }
        assertThat(caches.bufferLimit()).isEqualTo(32L << 20);
        caches.join(true);
        assertThat(caches.bufferLimit()).isEqualTo(16L << 20);
        first.run();
        assertThat(caches.bufferLimit()).isEqualTo(32L << 20);
    }

    @Test
    void a_version_that_only_passes_over_events_takes_no_share_of_writers_memory() {
        WriterMemory caches = ((SqliteViews) views).writerMemory;
        for (int number = 1; number <= 40; number++) {
            write(views.open(SHAPE, number), 1, batch -> {});
        }
        assertThat(caches.shareKilobytes(true)).isEqualTo(96_000);
        for (int number = 1; number <= 3; number++) {
            write(views.open(SHAPE, number), 2, batch -> batch.put(COUNTS, "a", new Count(1)));
        }
        assertThat(caches.shareKilobytes(true)).isEqualTo(64_000);
    }

    @Test
    void scrubbing_one_version_leaves_the_files_of_others_alone() throws IOException {
        Views.Version one = views.open(SHAPE, 1);
        Views.Version other = views.open(SHAPE, 2);
        write(one, 1, batch -> batch.put(COUNTS, "a", new Count(1)));
        write(other, 1, batch -> batch.put(COUNTS, "a", new Count(1)));
        assertThat(one.scrub()).isTrue();
        assertThat(Files.size(directory.resolve("views/persons.v1.db-wal"))).isZero();
        assertThat(Files.size(directory.resolve("views/persons.v2.db-wal"))).isPositive();
    }

    @Test
    void a_process_killed_in_the_middle_of_a_batch_leaves_the_batch_before_it() throws IOException {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> batch.put(COUNTS, "a", new Count(1)));
        Path copy = Files.createDirectories(directory.resolve("killed/views"));
        try (Documents.Batch batch = version.begin()) {
            batch.put(COUNTS, "a", new Count(2));
            // A find sends what the batch holds to the open transaction.
            batch.count(COUNTS, Where.all(), 1);
            for (String part : List.of("", "-wal")) {
                Files.copy(directory.resolve("views/persons.v1.db" + part), copy.resolve("persons.v1.db" + part));
            }
            batch.commit(2);
        }
        try (Views killed = SqliteViews.open(directory.resolve("killed"))) {
            Views.Version recovered = killed.open(SHAPE, 1);
            assertThat(recovered.position()).isEqualTo(1);
            assertThat(count(recovered, "a")).isEqualTo(1);
            write(recovered, 2, batch -> batch.put(COUNTS, "a", new Count(2)));
            assertThat(recovered.checksums()).isEqualTo(version.checksums());
        }
    }

    @Test
    void a_full_disk_is_no_fault_of_the_document_and_goes_by() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> batch.put(COUNTS, "a", new Count(1)));
        List<Views.Sum> sums = version.checksums();
        SqliteVersion sqlite = (SqliteVersion) version;
        sqlite.limitPages(1);
        assertThatThrownBy(() -> write(version, 2, batch -> {
                    for (int i = 0; i < 2_000; i++) {
                        batch.put(PEOPLE, "k" + i, person("Somebody with a name", i));
                    }
                }))
                .isInstanceOf(ViewsUnavailable.class);
        assertThat(version.position()).isEqualTo(1);
        assertThat(version.checksums()).isEqualTo(sums);
        assertThat(count(version, "a")).isEqualTo(1);
        sqlite.limitPages(1_000_000);
        write(version, 2, batch -> batch.put(COUNTS, "a", new Count(2)));
        assertThat(count(version, "a")).isEqualTo(2);
    }

    @Test
    void a_writer_that_failed_leaves_readers_what_they_need_on_a_full_disk() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> batch.put(COUNTS, "a", new Count(1)));
        assertThatThrownBy(() -> version.writeNote(null)).isInstanceOf(IllegalStateException.class);
        ((SqliteViews) views).releaseIdle(Duration.ZERO);
        // Without it a reader would have to make it, for which there may be no room.
        assertThat(directory.resolve("views/persons.v1.db-shm")).exists();
        assertThat(count(version, "a")).isEqualTo(1);
        write(version, 2, batch -> batch.put(COUNTS, "a", new Count(2)));
        assertThat(count(version, "a")).isEqualTo(2);
    }

    record Unordered(Set<String> names) {}

    @Test
    void a_document_whose_bytes_would_change_each_run_is_refused() {
        var collection = Collection.of("unordered", Unordered.class);
        assertThatThrownBy(() -> views.open(new Views.Shape("unordered", List.of(collection)), 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Whether a text is in a file, in any case: the words of a text index are in small letters. */
    private boolean found(String marker) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (Files.readString(file, ISO_8859_1).toLowerCase(Locale.ROOT).contains(marker)) {
                    return true;
                }
            }
            return false;
        }
    }

    @Test
    void one_question_sees_one_state_however_many_batches_are_committed() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> batch.put(COUNTS, "a", new Count(1)));
        List<Long> seen = version.read(documents -> {
            long before = documents.count(COUNTS, Where.all(), 9);
            for (int i = 2; i < 5; i++) {
                int number = i;
                write(version, i, batch -> batch.put(COUNTS, "b" + number, new Count(number)));
            }
            return List.of(before, (long)
                    documents.find(COUNTS, Where.all(), Order.byKey(), null, 9).size());
        });
        assertThat(seen).containsExactly(1L, 1L);
        assertThat(version.<Long>read(documents -> documents.count(COUNTS, Where.all(), 9)))
                .isEqualTo(4);
    }
}
