package encore.infra.views.sqlite;

import com.github.benmanes.caffeine.cache.Cache;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.ViewsUnavailable;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One projection's documents in one file. */
final class SqliteVersion implements Views.Version, Views.DeadLetters, AutoCloseable {

    final Views.Shape shape;
    final Path file;
    private final int number;
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final Readers readers;
    private final Cache<Place, Kept> recent;
    private final @Nullable Set<String> checked;
    private final ConcurrentLinkedDeque<Connected> idle = new ConcurrentLinkedDeque<>();
    private final Semaphore writing = new Semaphore(1);
    private volatile State state;
    private volatile boolean closed;
    private @Nullable Connected writer;

    SqliteVersion(
            Views.Shape shape,
            int number,
            Path file,
            Readers readers,
            Cache<Place, Kept> recent,
            @Nullable Set<String> checked) {
        this.shape = shape;
        this.number = number;
        this.file = file;
        this.readers = readers;
        this.recent = recent;
        this.checked = checked;
        shape.collections().forEach(collection -> tables.put(collection.name(), new Table(collection)));
        this.writer = Connected.writer(file, checked);
        State.TABLES.forEach(writer::run);
        tables.values().forEach(this::prepare);
        this.state = State.read(writer);
    }

    /** Makes what is declared and missing, and drops indexes that are declared no more. */
    private void prepare(Table table) {
        Connected connected = writer();
        connected.run("CREATE TABLE IF NOT EXISTS " + table.name
                + "(id INTEGER PRIMARY KEY, key TEXT NOT NULL, doc TEXT NOT NULL, hash BLOB NOT NULL)");
        var columns = new HashSet<String>();
        connected.query("PRAGMA table_xinfo(" + table.name + ")").forEach(row -> columns.add(row.get(1)));
        for (String field : table.fields) {
            if (!columns.contains("c_" + field)) {
                connected.run("ALTER TABLE " + table.name + " ADD COLUMN " + Table.column(field)
                        + " GENERATED ALWAYS AS (" + Table.extract("doc", field) + ") VIRTUAL");
            }
        }
        var indexes = new HashSet<String>();
        connected.query("PRAGMA index_list(" + table.name + ")").forEach(row -> indexes.add(row.get(1)));
        for (Table.Walk walk : table.indexes()) {
            if (!indexes.remove(walk.name())) {
                connected.run(table.createIndex(walk));
            }
        }
        indexes.forEach(index -> connected.run("DROP INDEX " + index));
        prepareText(connected, table);
    }

    private static void prepareText(Connected connected, Table table) {
        List<List<String>> stored =
                connected.query("SELECT sql FROM sqlite_schema WHERE name = '" + table.textName() + "'");
        List<String> wanted = table.text.isEmpty() ? List.of() : table.createText();
        if (stored.isEmpty()
                ? wanted.isEmpty()
                : !wanted.isEmpty() && stored.getFirst().getFirst().equals(wanted.getFirst())) {
            return;
        }
        connected.run("BEGIN IMMEDIATE");
        table.dropText().forEach(connected::run);
        wanted.forEach(connected::run);
        connected.run("COMMIT");
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public long position() {
        return state.position();
    }

    State state() {
        return state;
    }

    @Override
    public <R> R read(Function<Documents, R> question) {
        return readers.call(() -> within(connected -> question.apply(new Found(connected, tables))));
    }

    /** One read transaction: it sees one state from its first statement on. */
    private <R> R within(Function<Connected, R> question) {
        if (closed) {
            throw new IllegalStateException(shape.projection() + " version " + number + " is closed");
        }
        Connected connected = idle.poll();
        if (connected == null) {
            connected = Connected.reader(file, checked);
        }
        boolean sound = false;
        try {
            connected.run("BEGIN");
            R answer;
            try {
                answer = question.apply(connected);
            } finally {
                connected.run("COMMIT");
            }
            sound = true;
            return answer;
        } catch (ViewsUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            sound = true;
            throw e;
        } finally {
            if (sound && !closed) {
                idle.push(connected);
            } else {
                connected.close();
            }
        }
    }

    @Override
    public Documents.Batch begin() {
        writing.acquireUninterruptibly();
        try {
            if (closed) {
                throw new IllegalStateException(shape.projection() + " version " + number + " is closed");
            }
            return new SqliteBatch(this, writer(), tables);
        } catch (RuntimeException e) {
            writing.release();
            throw e;
        }
    }

    private Connected writer() {
        if (writer == null) {
            writer = Connected.writer(file, checked);
            state = State.read(writer);
        }
        return writer;
    }

    /** A batch is over; what it began and did not commit is undone. */
    void ended(boolean committed, boolean open) {
        try {
            if (!committed && open) {
                rollBack();
            }
        } finally {
            writing.release();
        }
    }

    private void rollBack() {
        Connected connected = writer;
        if (connected == null) {
            return;
        }
        try {
            connected.run("ROLLBACK");
        } catch (ViewsUnavailable | IllegalStateException e) {
            // After some errors SQLite has rolled back by itself; a new connection knows no more of it.
            writer = null;
            connected.close();
        }
    }

    void committed(State now) {
        state = now;
    }

    @Nullable
    Kept kept(Table table, String key) {
        return recent.getIfPresent(new Place(this, table.name, key));
    }

    void keep(Table table, String key, Kept document) {
        recent.put(new Place(this, table.name, key), document);
    }

    void forget(Table table, String key) {
        recent.invalidate(new Place(this, table.name, key));
    }

    @Override
    public List<Views.Sum> checksums() {
        State now = state;
        return tables.keySet().stream().map(name -> now.checksum(name).as(name)).toList();
    }

    @Override
    public @Nullable List<Views.Sum> checksumsAt(long mark) {
        return readers.call(() -> within(connected -> Optional.ofNullable(State.readMark(connected, mark))))
                .orElse(null);
    }

    @Override
    public @Nullable Long bytes() {
        return file.toFile().length()
                + file.resolveSibling(file.getFileName() + "-wal").toFile().length();
    }

    @Override
    public Views.DeadLetters deadLetters() {
        return this;
    }

    @Override
    public List<Letter> list(long afterPosition, int limit) {
        return readers.call(() -> within(connected -> connected.rows(
                "SELECT position, stream, kind, attempts FROM dead_letters WHERE position > ? ORDER BY position LIMIT ?",
                List.of(afterPosition, limit),
                row -> new Letter(row.getLong(1), row.getString(2), row.getString(3), row.getInt(4)))));
    }

    @Override
    public void remove(long position) {
        try (Documents.Batch batch = begin()) {
            batch.settled(position);
            batch.commit(position());
        }
    }

    /** Lets the file grow to so many pages, as a full disk would. */
    void limitPages(long pages) {
        writer().query("PRAGMA max_page_count = " + pages);
    }

    /** Truncates the write-ahead log; false when somebody was reading or writing. */
    boolean scrub() {
        try (Connected keeper = Connected.keeper(file)) {
            return keeper.query("PRAGMA wal_checkpoint(TRUNCATE)")
                    .getFirst()
                    .getFirst()
                    .equals("0");
        }
    }

    @Override
    public void close() {
        writing.acquireUninterruptibly();
        try {
            closed = true;
            for (Connected reader = idle.poll(); reader != null; reader = idle.poll()) {
                reader.close();
            }
            if (writer != null) {
                writer.close();
                writer = null;
            }
        } finally {
            writing.release();
        }
    }

    /** Where a document is. */
    record Place(SqliteVersion version, String table, String key) {}

    /** A document as it was last committed, and its hash. */
    record Kept(Object document, byte[] hash) {}
}
