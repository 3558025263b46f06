package encore.infra.views.sqlite;

import com.github.benmanes.caffeine.cache.Cache;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.ViewsUnavailable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One version of a projection's documents, in one file. */
final class SqliteVersion implements Views.Version, AutoCloseable {

    /**
     * Building an index sorts in memory. Above this number of documents, they are built early and kept current
     * instead.
     */
    private static final long MOST_WITHOUT_INDEXES = 2_000_000;

    final Views.Shape shape;
    final Path file;
    private final int number;
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final Readers readers;
    private final Cache<Place, Kept> recent;
    private final @Nullable Set<String> checked;
    private final WriterCaches caches;
    private final ConcurrentLinkedDeque<Idle> idle = new ConcurrentLinkedDeque<>();
    private final Semaphore writing = new Semaphore(1);
    private final List<SqliteSegment> segments = new ArrayList<>();
    private volatile boolean closed;
    private volatile boolean filling;

    /** Replaced when a shared transaction fails: cached documents are valid within one era. */
    private volatile Object era = new Object();

    private @Nullable Connected writer;
    private @Nullable Connected looker;
    private Portion portion;
    private long alone;
    private @Nullable Runnable givesBack;
    private boolean wrote;
    private int cached;

    SqliteVersion(
            Views.Shape shape,
            int number,
            int segments,
            Path file,
            Readers readers,
            WriterCaches caches,
            Cache<Place, Kept> recent,
            @Nullable Set<String> checked) {
        this.shape = shape;
        this.number = number;
        this.file = file;
        this.readers = readers;
        this.caches = caches;
        this.recent = recent;
        this.checked = checked;
        shape.collections().forEach(collection -> tables.put(collection.name(), new Table(collection)));
        Connected connected = Connected.writer(file, checked);
        int stored = State.prepare(connected, segments);
        tables.values().forEach(table -> Layout.makeTable(connected, table));
        this.filling = Layout.filling(connected);
        if (!filling) {
            connected.run("PRAGMA cache_size = -" + WriterCaches.MOST);
            whole(connected, () -> tables.values().forEach(table -> Layout.makeIndexes(connected, table)));
            connected.run("PRAGMA cache_size = -" + WriterCaches.LEAST);
        }
        this.portion = portion(connected);
        for (int i = 0; i < stored; i++) {
            this.segments.add(new SqliteSegment(this, i, State.read(connected, i)));
        }
        this.writer = connected;
    }

    private static void whole(Connected connected, Runnable changes) {
        connected.run("BEGIN IMMEDIATE");
        changes.run();
        connected.run("COMMIT");
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public void note(String how) {
        inTurn(connected -> Layout.note(connected, how));
    }

    @Override
    public Optional<String> noted() {
        return ask(Layout::noted);
    }

    @Override
    public List<SqliteSegment> segments() {
        return segments;
    }

    /** Makes a partition use the position in the file after a shared transaction was lost. */
    void find(SqliteSegment segment) {
        inTurn(connected -> segment.lost(false));
    }

    /**
     * A version of several partitions does not reset their lost flags: each partition has to learn of the loss by its
     * own call, or its writer would continue after the lost events.
     */
    @Override
    public long position() {
        return segments.size() == 1
                ? segments.getFirst().position()
                : segments.stream()
                        .mapToLong(segment -> segment.state().position())
                        .min()
                        .orElseThrow();
    }

    @Override
    public boolean filling() {
        return filling;
    }

    @Override
    public boolean isUntouched() {
        return segments.stream().allMatch(segment -> segment.state().position() == 0);
    }

    @Override
    public void fill() {
        inTurn(connected -> {
            if (filling) {
                return;
            }
            if (!isUntouched()) {
                throw new IllegalStateException(shape.projection() + " already has documents and cannot be filled");
            }
            whole(connected, () -> {
                tables.values().forEach(table -> Layout.dropIndexes(connected, table));
                Layout.filling(connected, true);
            });
            filling = true;
            portion = portion(connected);
        });
    }

    @Override
    public void filled() {
        inTurn(this::index);
    }

    private void index(Connected connected) {
        portion.write();
        for (Table table : tables.values()) {
            whole(connected, () -> Layout.makeIndexes(connected, table));
        }
        whole(connected, () -> Layout.filling(connected, false));
        filling = false;
        portion = portion(connected);
        closeLooker();
        leave();
    }

    /** Returns the connection for look-ups while a background thread writes. It sees the file as it was before. */
    private Connected looker() {
        if (looker == null) {
            looker = Connected.reader(file, checked);
        }
        return looker;
    }

    private void closeLooker() {
        if (looker != null) {
            looker.close();
            looker = null;
        }
    }

    private Portion portion(Connected connected) {
        return new Portion(connected, filling, caches, alone, tables.values());
    }

    @Override
    public <R> R read(Function<Documents, R> question) {
        if (filling) {
            throw new ViewsUnavailable(new IllegalStateException(shape.projection() + " is being filled"));
        }
        return ask(connected -> question.apply(new Found(connected, tables, segments.size())));
    }

    <R> R ask(Function<Connected, R> question) {
        return readers.call(() -> within(question));
    }

    /** Runs a query in one read transaction, which sees one state from its first statement on. */
    private <R> R within(Function<Connected, R> question) {
        if (closed) {
            throw new IllegalStateException(shape.projection() + " version " + number + " is closed");
        }
        Idle rested = idle.poll();
        Connected connected;
        if (rested == null) {
            connected = Connected.reader(file, checked);
        } else {
            readers.roused();
            connected = rested.connected;
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
            if (sound && !closed && readers.mayRest()) {
                idle.push(new Idle(connected, System.nanoTime()));
            } else {
                connected.close();
            }
        }
    }

    Documents.Batch begin(SqliteSegment segment) {
        writing.acquireUninterruptibly();
        if (segment.isLost()) {
            writing.release();
            throw new ViewsUnavailable(new IllegalStateException("the last transaction was lost; read the position"));
        }
        try {
            Connected connected = writer();
            if (filling && documents() > MOST_WITHOUT_INDEXES) {
                index(connected);
            }
            return new SqliteBatch(this, segment, filling ? looker() : connected, portion, tables);
        } catch (RuntimeException e) {
            lose();
            writing.release();
            throw e;
        }
    }

    /**
     * Takes a share of the process's writer memory when a batch has documents. A writer that only skips events takes
     * none.
     */
    void writes() {
        wrote = true;
        if (!portion.isWrittenAside()) {
            size(writer());
        }
    }

    private void size(Connected connected) {
        if (givesBack == null) {
            givesBack = caches.join(filling);
        }
        int kilobytes = caches.each(filling);
        if (kilobytes != cached) {
            connected.run("PRAGMA cache_size = -" + kilobytes);
            cached = kilobytes;
        }
    }

    private void leave() {
        if (givesBack != null) {
            givesBack.run();
            givesBack = null;
        }
    }

    /**
     * Releases idle resources: reader connections with their files, and the writer's page cache.
     *
     * @param before readers that were not used since this {@link System#nanoTime} are closed
     */
    void rest(long before) {
        for (Idle last = idle.pollLast(); last != null; last = idle.pollLast()) {
            if (last.since - before > 0) {
                idle.addLast(last);
                break;
            }
            readers.roused();
            last.connected.close();
        }
        if (writing.tryAcquire()) {
            try {
                if (givesBack != null && !wrote && !portion.isWrittenAside()) {
                    leave();
                    if (writer != null) {
                        writer.run("PRAGMA shrink_memory");
                    }
                }
                wrote = false;
            } finally {
                writing.release();
            }
        }
    }

    /** Returns the number of idle reader connections. */
    int resting() {
        return idle.size();
    }

    private long documents() {
        return segments.stream()
                .flatMap(segment -> segment.state().sums().stream())
                .mapToLong(Views.Sum::documents)
                .sum();
    }

    /** Runs an action on the writer's connection between two batches. */
    private void inTurn(Consumer<Connected> work) {
        writing.acquireUninterruptibly();
        try {
            Connected connected = writer();
            portion.await();
            work.accept(connected);
        } catch (RuntimeException e) {
            lose();
            throw e;
        } finally {
            writing.release();
        }
    }

    /** Returns the writer's connection. A new one starts from the file's contents alone. */
    private Connected writer() {
        if (closed) {
            throw new IllegalStateException(shape.projection() + " version " + number + " is closed");
        }
        Connected connected = writer;
        if (connected == null) {
            connected = Connected.writer(file, checked);
            cached = 0;
            for (SqliteSegment segment : segments) {
                segment.committed(State.read(connected, segment.index));
            }
            filling = Layout.filling(connected);
            portion = portion(connected);
            writer = connected;
        }
        return connected;
    }

    /** Ends a batch. Uncommitted changes are undone. */
    void ended(boolean committed, boolean open) {
        try {
            if (!committed && open) {
                portion.rollBack();
            }
        } catch (ViewsUnavailable | IllegalStateException e) {
            // After some errors SQLite has rolled back by itself.
            lose();
        } finally {
            writing.release();
        }
    }

    /** Discards everything that is not in the file. Writers then have to read their positions again. */
    private void lose() {
        Connected connected = writer;
        writer = null;
        portion.leave();
        closeLooker();
        if (filling) {
            segments.forEach(segment -> segment.lost(true));
            alone = Math.max(alone, portion.reached());
        }
        era = new Object();
        if (connected != null) {
            connected.close();
        }
    }

    @Nullable
    Kept kept(Table table, String key) {
        return filling ? null : recent.getIfPresent(new Place(era, table.name, key));
    }

    /**
     * Caches a document, except while the version is filled: then only the buffer's documents are kept, because few of
     * the others are read again.
     */
    void keep(Table table, String key, Kept document) {
        if (!filling) {
            recent.put(new Place(era, table.name, key), document);
        }
    }

    void forget(Table table, String key) {
        if (!filling) {
            recent.invalidate(new Place(era, table.name, key));
        }
    }

    @Override
    public Path image() {
        return file.resolveSibling(file.getFileName() + SqliteViews.IMAGE);
    }

    @Override
    public @Nullable Long bytes() {
        return file.toFile().length()
                + file.resolveSibling(file.getFileName() + "-wal").toFile().length();
    }

    /** Limits the file to a number of pages, like a full disk. */
    void limitPages(long pages) {
        inTurn(connected -> connected.query("PRAGMA max_page_count = " + pages));
    }

    /**
     * Truncates the write-ahead log. Returns false when a reader or writer was busy. A version that is being filled is
     * skipped.
     */
    @Override
    public boolean scrub() {
        if (filling || closed) {
            return true;
        }
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
            for (Idle reader = idle.poll(); reader != null; reader = idle.poll()) {
                readers.roused();
                reader.connected.close();
            }
            leave();
            closeLooker();
            if (writer != null) {
                try (Connected last = writer) {
                    writer = null;
                    portion.write();
                }
            }
        } finally {
            writing.release();
        }
    }

    /** An idle reader connection. */
    private record Idle(Connected connected, long since) {}

    /** The cache key of a document, in one era of its version. */
    record Place(Object era, String table, String key) {}

    /**
     * A document as it was last committed, and its hash.
     *
     * @param bytes the size of its JSON
     */
    record Kept(Object document, byte[] hash, int bytes) {

        static Kept of(Table table, byte[] json, byte[] hash) {
            return new Kept(table.json.read(json), hash, json.length);
        }
    }
}
