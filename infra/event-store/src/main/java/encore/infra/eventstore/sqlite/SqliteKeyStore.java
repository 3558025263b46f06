package encore.infra.eventstore.sqlite;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.infra.eventstore.log.KeyStore;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The keys in {@code keys.db}. Like the log it has one writer, and many callers share a sync. */
public final class SqliteKeyStore implements KeyStore {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteKeyStore.class);
    private static final int KEY_BYTES = 32;
    private static final int CACHE_KILOBYTES = 2_048;
    private static final int CACHED_KEYS = 100_000;
    private static final int LARGEST_GROUP = 1_000;
    private static final int GROUPS_BETWEEN_CHECKPOINTS = 100;

    private final SecureRandom random = new SecureRandom();
    private final Cache<String, byte[]> cached =
            Caffeine.newBuilder().maximumSize(CACHED_KEYS).build();
    private final ConcurrentHashMap<String, byte[]> secrets = new ConcurrentHashMap<>();
    private final LinkedBlockingQueue<Change<?>> queue = new LinkedBlockingQueue<>();
    private final ExecutorService writer = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("key-writer").factory());
    private final Confined<KeyTables> reader;
    private final Connection connection;
    private KeyTables tables;
    private int groups;

    private SqliteKeyStore(Path file) throws SQLException {
        connection = Sqlite.writer(file, "FULL", CACHE_KILOBYTES);
        KeyTables.create(connection);
        tables = new KeyTables(connection);
        reader = new Confined<>("key-reader", 1, () -> Sqlite.reader(file, CACHE_KILOBYTES), KeyTables::new);
    }

    /** Opens the keys of a data directory, whose lock the log holds. */
    public static SqliteKeyStore open(Path directory) {
        try {
            return new SqliteKeyStore(directory.resolve("keys.db"));
        } catch (SQLException e) {
            throw new StoreFailed(e);
        }
    }

    @Override
    public byte[] create(String subject) {
        byte[] made = new byte[KEY_BYTES];
        random.nextBytes(made);
        return change(false, keys -> {
            KeyTables.Row row = keys.key(subject);
            if (row == null) {
                keys.insertKey(subject, made);
                return made;
            }
            byte[] known = row.key();
            if (known == null) {
                throw new IllegalStateException("The subject was erased: " + subject);
            }
            return known;
        });
    }

    /** The cache loads and forgets a subject one after the other, so a destroyed key does not come back into it. */
    @Override
    @SuppressWarnings("NullAway") // a loader may return null: then nothing is cached
    public byte @Nullable [] find(String subject) {
        byte[] key = cached.get(subject, this::read);
        return key == null ? null : key.clone();
    }

    private byte @Nullable [] read(String subject) {
        KeyTables.Row row = reader.<KeyTables.@Nullable Row>call(keys -> keys.key(subject));
        return row == null ? null : row.key();
    }

    @Override
    public void destroy(Collection<String> subjects) {
        change(true, keys -> {
            for (String subject : subjects) {
                keys.destroy(subject);
            }
            return subjects;
        });
        cached.invalidateAll(subjects);
    }

    @Override
    public List<String> destroyed(String after, int limit) {
        return reader.call(keys -> keys.destroyed(after, limit));
    }

    @Override
    public byte[] installation(String name) {
        return secrets.computeIfAbsent(name, this::secret).clone();
    }

    private byte[] secret(String name) {
        byte[] made = new byte[KEY_BYTES];
        random.nextBytes(made);
        return change(false, keys -> {
            byte[] known = keys.secret(name);
            if (known != null) {
                return known;
            }
            keys.insertSecret(name, made);
            return made;
        });
    }

    @Override
    public long sweptTo() {
        return reader.call(KeyTables::sweptTo);
    }

    @Override
    public void sweptTo(long position) {
        change(false, keys -> {
            keys.sweptTo(position);
            return position;
        });
    }

    private <T> T change(boolean destroys, Sqlite.Work<KeyTables, T> work) {
        Change<T> change = new Change<>(work, destroys, new CompletableFuture<>());
        queue.add(change);
        writer.execute(this::writeWhatIsQueued);
        try {
            return change.outcome.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failed) {
                throw failed;
            }
            throw e;
        }
    }

    private void writeWhatIsQueued() {
        List<Change<?>> group = new ArrayList<>();
        queue.drainTo(group, LARGEST_GROUP);
        if (group.isEmpty()) {
            return;
        }
        try {
            List<Runnable> outcomes = write(group);
            boolean destroys = group.stream().anyMatch(Change::destroys);
            if (destroys) {
                tables.emptyWal();
            }
            outcomes.forEach(Runnable::run);
            if (!destroys && ++groups % GROUPS_BETWEEN_CHECKPOINTS == 0) {
                tables.emptyWal();
            }
        } catch (SQLException e) {
            prepareAgain();
            group.forEach(change -> change.outcome.completeExceptionally(new StoreFailed(e)));
        }
    }

    private List<Runnable> write(List<Change<?>> group) throws SQLException {
        List<Runnable> outcomes = new ArrayList<>(group.size());
        tables.begin();
        try {
            for (Change<?> change : group) {
                outcomes.add(change.on(tables));
            }
            tables.commit();
            return outcomes;
        } catch (SQLException e) {
            Sqlite.rollBack(connection);
            throw e;
        }
    }

    /** The driver closes a statement that failed. */
    private void prepareAgain() {
        try {
            tables = new KeyTables(connection);
        } catch (SQLException e) {
            LOG.error("No keys can be written: {}", e.getMessage());
        }
    }

    @Override
    public void close() {
        writer.shutdown();
        try {
            if (!writer.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("The keys have not been written within 10 seconds");
            }
            reader.close();
            connection.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            throw new StoreFailed(e);
        }
    }

    private record Change<T>(Sqlite.Work<KeyTables, T> work, boolean destroys, CompletableFuture<T> outcome) {

        /** Does the work, and returns what to tell the caller once the group is durable. */
        private Runnable on(KeyTables tables) throws SQLException {
            try {
                T answer = work.on(tables);
                return () -> outcome.complete(answer);
            } catch (IllegalStateException refused) {
                return () -> outcome.completeExceptionally(refused);
            }
        }
    }
}
