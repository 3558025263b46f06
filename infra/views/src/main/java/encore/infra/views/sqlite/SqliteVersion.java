package encore.infra.views.sqlite;

import com.github.benmanes.caffeine.cache.Cache;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.ViewsUnavailable;
import encore.infra.views.lanes.ReadDeadline;
import encore.infra.views.sqlite.file.FileOwner;
import encore.infra.views.sqlite.file.PartitionState;
import encore.infra.views.sqlite.file.SqliteConnection;
import encore.infra.views.sqlite.file.SqliteDocuments;
import encore.infra.views.sqlite.file.Table;
import encore.infra.views.sqlite.file.TableSetup;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One version of a projection's documents, in one file. */
final class SqliteVersion implements Views.Version, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteVersion.class);

    /**
     * Building an index sorts in memory. Above this number of documents, they are built early and kept current
     * instead.
     */
    private static final long MAX_DOCUMENTS_WITHOUT_INDEXES = 2_000_000;

    final Views.Shape shape;
    final Path file;
    private final FileOwner owner;
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final ReaderThreads readerThreads;
    private final Cache<CacheKey, CachedDocument> documentCache;
    private final @Nullable Set<String> checkedPlans;
    private final WriterMemory writerMemory;
    private final ConcurrentLinkedDeque<IdleConnection> idleReaders = new ConcurrentLinkedDeque<>();

    /** Held by one batch, or one action between two batches, at a time. */
    private final Semaphore writerPermit = new Semaphore(1);

    private final List<SqlitePartition> partitions = new ArrayList<>();
    private volatile boolean closed;
    private volatile boolean filling;

    /** Replaced when a shared transaction fails: cached documents are valid within one era. */
    private volatile Object cacheEra = new Object();

    // Only the holder of the writer's permit uses the fields below.
    private @Nullable SqliteConnection writer;

    /**
     * The writer that failed last, until there is another. The last connection that is closed deletes the shared memory
     * of the write-ahead log, and on a full disk no reader could make it again.
     */
    private @Nullable SqliteConnection discarded;

    private @Nullable SqliteConnection lookupReader;
    private BulkWriteBuffer writeBuffer;
    private long singleBatchesUntil;
    private @Nullable Runnable memoryRelease;
    private boolean wroteSinceSweep;
    private int cacheKilobytes;

    SqliteVersion(
            Views.Shape shape,
            FileOwner owner,
            int partitionCount,
            Path file,
            ReaderThreads readerThreads,
            WriterMemory caches,
            Cache<CacheKey, CachedDocument> recent,
            @Nullable Set<String> checked) {
        this.shape = shape;
        this.owner = owner;
        this.file = file;
        this.readerThreads = readerThreads;
        this.writerMemory = caches;
        this.documentCache = recent;
        this.checkedPlans = checked;
        shape.collections().forEach(collection -> tables.put(collection.name(), new Table(collection)));
        SqliteConnection connection = SqliteConnection.writer(file, checked);
        int stored = PartitionState.createTables(connection, partitionCount);
        tables.values().forEach(table -> TableSetup.createTable(connection, table));
        this.filling = TableSetup.filling(connection);
        if (!filling) {
            connection.run("PRAGMA cache_size = -" + WriterMemory.MAX_KILOBYTES);
            inTransaction(
                    connection, () -> tables.values().forEach(table -> TableSetup.createIndexes(connection, table)));
            connection.run("PRAGMA cache_size = -" + WriterMemory.MIN_KILOBYTES);
        }
        this.writeBuffer = writeBuffer(connection);
        for (int i = 0; i < stored; i++) {
            this.partitions.add(new SqlitePartition(this, i, PartitionState.read(connection, i)));
        }
        writeOwner(connection);
        this.writer = connection;
    }

    private static void inTransaction(SqliteConnection connection, Runnable changes) {
        connection.run("BEGIN IMMEDIATE");
        changes.run();
        connection.run("COMMIT");
    }

    @Override
    public int number() {
        return owner.version();
    }

    @Override
    public void writeNote(String how) {
        runBetweenBatches(connection -> TableSetup.writeNote(connection, how));
    }

    @Override
    public Optional<String> readNote() {
        return readFile(TableSetup::readNote);
    }

    @Override
    public List<SqlitePartition> partitions() {
        return partitions;
    }

    /** Makes a partition use the position in the file after a shared transaction was lost. */
    void rereadPosition(SqlitePartition partition) {
        runBetweenBatches(connection -> partition.lost(false));
    }

    /**
     * A version of several partitions does not reset their lost flags: each partition has to learn of the loss by its
     * own call, or its writer would continue after the lost events.
     */
    @Override
    public long position() {
        return partitions.size() == 1
                ? partitions.getFirst().position()
                : partitions.stream()
                        .mapToLong(partition -> partition.state().position())
                        .min()
                        .orElseThrow();
    }

    @Override
    public boolean isFilling() {
        return filling;
    }

    @Override
    public boolean isUntouched() {
        return partitions.stream().allMatch(partition -> partition.state().position() == 0);
    }

    @Override
    public void startFilling() {
        runBetweenBatches(connection -> {
            if (filling) {
                return;
            }
            if (!isUntouched()) {
                throw new IllegalStateException(shape.projection() + " already has documents and cannot be filled");
            }
            inTransaction(connection, () -> {
                tables.values().forEach(table -> TableSetup.dropIndexes(connection, table));
                TableSetup.filling(connection, true);
            });
            filling = true;
            writeBuffer = writeBuffer(connection);
        });
    }

    @Override
    public void finishFilling() {
        runBetweenBatches(this::buildIndexes);
    }

    private void buildIndexes(SqliteConnection connection) {
        writeBuffer.write();
        for (Table table : tables.values()) {
            inTransaction(connection, () -> TableSetup.createIndexes(connection, table));
        }
        inTransaction(connection, () -> TableSetup.filling(connection, false));
        filling = false;
        writeBuffer = writeBuffer(connection);
        closeLookupReader();
        releaseMemory();
    }

    /** Returns the connection for look-ups while a background thread writes. It sees the file as it was before. */
    private SqliteConnection lookupReader() {
        if (lookupReader == null) {
            lookupReader = SqliteConnection.reader(file, checkedPlans);
        }
        return lookupReader;
    }

    private void closeLookupReader() {
        if (lookupReader != null) {
            lookupReader.close();
            lookupReader = null;
        }
    }

    private BulkWriteBuffer writeBuffer(SqliteConnection connection) {
        return new BulkWriteBuffer(connection, filling, writerMemory, singleBatchesUntil, tables.values());
    }

    @Override
    public <R> R read(Function<Documents, R> query) {
        if (filling) {
            throw new ViewsUnavailable(new IllegalStateException(shape.projection() + " is being filled"));
        }
        return readFile(connection -> query.apply(new SqliteDocuments(connection, tables, partitions.size())));
    }

    <R> R readFile(Function<SqliteConnection, R> query) {
        return readerThreads.call(() -> readTransaction(query));
    }

    /** Runs a query in one read transaction, which sees one state from its first statement on. */
    private <R> R readTransaction(Function<SqliteConnection, R> query) {
        if (closed) {
            throw new IllegalStateException(shape.projection() + " version " + number() + " is closed");
        }
        IdleConnection idle = idleReaders.poll();
        SqliteConnection connection;
        if (idle == null) {
            connection = SqliteConnection.reader(file, checkedPlans);
        } else {
            readerThreads.releaseIdleConnection();
            connection = idle.connected;
        }
        boolean usable = false;
        try {
            connection.run("BEGIN");
            R answer;
            try {
                connection.stopAt(ReadDeadline.current());
                answer = query.apply(connection);
            } finally {
                connection.stopAt(null);
                connection.run("COMMIT");
            }
            usable = true;
            return answer;
        } catch (ViewsUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            usable = true;
            throw e;
        } finally {
            if (usable && !closed && readerThreads.reserveIdleConnection()) {
                idleReaders.push(new IdleConnection(connection, System.nanoTime()));
            } else {
                connection.close();
            }
        }
    }

    Documents.Batch begin(SqlitePartition partition) {
        writerPermit.acquireUninterruptibly();
        if (partition.isLost()) {
            writerPermit.release();
            throw new ViewsUnavailable(new IllegalStateException("the last transaction was lost; read the position"));
        }
        try {
            SqliteConnection connection = writer();
            if (filling && countDocuments() > MAX_DOCUMENTS_WITHOUT_INDEXES) {
                buildIndexes(connection);
            }
            return new SqliteBatch(this, partition, filling ? lookupReader() : connection, writeBuffer, tables);
        } catch (RuntimeException e) {
            discardWriter();
            writerPermit.release();
            throw e;
        }
    }

    /**
     * Takes a share of the process's writer memory when a batch has documents. A writer that only skips events takes
     * none.
     */
    void prepareToWrite() {
        wroteSinceSweep = true;
        if (!writeBuffer.isWritingInBackground()) {
            adjustPageCache(writer());
        }
    }

    private void adjustPageCache(SqliteConnection connection) {
        if (memoryRelease == null) {
            memoryRelease = writerMemory.join(filling);
        }
        int kilobytes = writerMemory.shareKilobytes(filling);
        if (kilobytes != cacheKilobytes) {
            connection.run("PRAGMA cache_size = -" + kilobytes);
            cacheKilobytes = kilobytes;
        }
    }

    private void releaseMemory() {
        if (memoryRelease != null) {
            memoryRelease.run();
            memoryRelease = null;
        }
    }

    /**
     * Releases idle resources: reader connections with their files, and the writer's page cache.
     *
     * @param before readers that were not used since this {@link System#nanoTime} are closed
     */
    void releaseIdle(long before) {
        for (IdleConnection last = idleReaders.pollLast(); last != null; last = idleReaders.pollLast()) {
            if (last.since - before > 0) {
                idleReaders.addLast(last);
                break;
            }
            readerThreads.releaseIdleConnection();
            last.connected.close();
        }
        if (writerPermit.tryAcquire()) {
            try {
                if (memoryRelease != null && !wroteSinceSweep && !writeBuffer.isWritingInBackground()) {
                    releaseMemory();
                    if (writer != null) {
                        writer.run("PRAGMA shrink_memory");
                    }
                }
                wroteSinceSweep = false;
            } finally {
                writerPermit.release();
            }
        }
    }

    /** Returns the number of idle reader connections. */
    int idleConnections() {
        return idleReaders.size();
    }

    private long countDocuments() {
        return partitions.stream()
                .flatMap(partition -> partition.state().sums().stream())
                .mapToLong(Views.Sum::documents)
                .sum();
    }

    /** Runs an action on the writer's connection between two batches. */
    private void runBetweenBatches(Consumer<SqliteConnection> work) {
        writerPermit.acquireUninterruptibly();
        try {
            SqliteConnection connection = writer();
            writeBuffer.await();
            work.accept(connection);
        } catch (RuntimeException e) {
            discardWriter();
            throw e;
        } finally {
            writerPermit.release();
        }
    }

    /** Returns the writer's connection. A new one starts from the file's contents alone. */
    private SqliteConnection writer() {
        if (closed) {
            throw new IllegalStateException(shape.projection() + " version " + number() + " is closed");
        }
        SqliteConnection connection = writer;
        if (connection == null) {
            connection = SqliteConnection.writer(file, checkedPlans);
            cacheKilobytes = 0;
            for (SqlitePartition partition : partitions) {
                partition.setState(PartitionState.read(connection, partition.index));
            }
            filling = TableSetup.filling(connection);
            writeBuffer = writeBuffer(connection);
            writer = connection;
            closeDiscarded();
        }
        return connection;
    }

    /** Ends a batch. Uncommitted changes are undone. */
    void endBatch(boolean committed, boolean open) {
        try {
            if (!committed && open) {
                writeBuffer.rollBack();
            }
        } catch (ViewsUnavailable | IllegalStateException e) {
            // After some errors SQLite has rolled back by itself.
            discardWriter();
        } finally {
            writerPermit.release();
        }
    }

    /** Discards everything that is not in the file. Writers then have to read their positions again. */
    private void discardWriter() {
        SqliteConnection connection = writer;
        writer = null;
        writeBuffer.awaitQuietly();
        closeLookupReader();
        if (filling) {
            partitions.forEach(partition -> partition.lost(true));
            singleBatchesUntil = Math.max(singleBatchesUntil, writeBuffer.lastPosition());
        }
        cacheEra = new Object();
        if (connection != null) {
            closeDiscarded();
            if (connection.tryRollBack()) {
                discarded = connection;
            } else {
                connection.close();
            }
        }
    }

    private void closeDiscarded() {
        if (discarded != null) {
            discarded.close();
            discarded = null;
        }
    }

    @Nullable
    CachedDocument cachedDocument(Table table, String key) {
        return filling ? null : documentCache.getIfPresent(new CacheKey(cacheEra, table.name, key));
    }

    /**
     * Caches a document, except while the version is filled: then only the buffer's documents are kept, because few of
     * the others are read again.
     */
    void cacheDocument(Table table, String key, CachedDocument document) {
        if (!filling) {
            documentCache.put(new CacheKey(cacheEra, table.name, key), document);
        }
    }

    void evictDocument(Table table, String key) {
        if (!filling) {
            documentCache.invalidate(new CacheKey(cacheEra, table.name, key));
        }
    }

    @Override
    public Path imageFile() {
        return file.resolveSibling(file.getFileName() + SqliteViews.IMAGE_SUFFIX);
    }

    @Override
    public @Nullable Long bytesOnDisk() {
        return file.toFile().length()
                + file.resolveSibling(file.getFileName() + "-wal").toFile().length();
    }

    /** Limits the file to a number of pages, like a full disk. */
    void limitPages(long pages) {
        runBetweenBatches(connection -> connection.query("PRAGMA max_page_count = " + pages));
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
        try (SqliteConnection checkpointer = SqliteConnection.checkpointer(file)) {
            return checkpointer
                    .query("PRAGMA wal_checkpoint(TRUNCATE)")
                    .getFirst()
                    .getFirst()
                    .equals("0");
        }
    }

    @Override
    public void close() {
        writerPermit.acquireUninterruptibly();
        try {
            closed = true;
            for (IdleConnection reader = idleReaders.poll(); reader != null; reader = idleReaders.poll()) {
                readerThreads.releaseIdleConnection();
                reader.connected.close();
            }
            releaseMemory();
            closeLookupReader();
            closeDiscarded();
            if (writer != null) {
                try (SqliteConnection last = writer) {
                    writer = null;
                    writeBuffer.write();
                    writeOwner(last);
                }
            }
        } finally {
            writerPermit.release();
        }
    }

    /** A disk that is full prevents no start. Then the next start compares logs at an earlier position, or not at all. */
    private void writeOwner(SqliteConnection connection) {
        try {
            owner.write(connection, position());
        } catch (RuntimeException e) {
            LOG.info("{} could not note its log: {}", file, e.getClass().getName());
        }
    }

    /** An idle reader connection. */
    private record IdleConnection(SqliteConnection connected, long since) {}

    /** The cache key of a document, in one era of its version. */
    record CacheKey(Object era, String table, String key) {}

    /**
     * A document as it was last committed, and its hash.
     *
     * @param bytes the size of its JSON
     */
    record CachedDocument(Object document, byte[] hash, int bytes) {

        static CachedDocument of(Table table, byte[] json, byte[] hash) {
            return new CachedDocument(table.json.read(json), hash, json.length);
        }
    }
}
