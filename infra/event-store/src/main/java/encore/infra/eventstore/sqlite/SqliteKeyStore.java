package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.keys.CachedKeys;
import encore.infra.eventstore.keys.InstallationSecrets;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.keys.MasterKey;
import encore.infra.eventstore.keys.SecretMarks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key store in {@code keys.db}, wrapped by the master key. Like the log it has one writer; many callers share a
 * sync.
 */
public final class SqliteKeyStore implements KeyStore {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteKeyStore.class);
    private static final int KEY_BYTES = 32;
    private static final int CACHE_KILOBYTES = 2_048;
    private static final int LARGEST_GROUP = 1_000;
    private static final int GROUPS_BETWEEN_CHECKPOINTS = 100;

    private final SecureRandom random = new SecureRandom();
    private final CachedKeys cached = new CachedKeys();
    private final LinkedBlockingQueue<Change<?>> queue = new LinkedBlockingQueue<>();
    private final ExecutorService writer = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("key-writer").factory());
    private final Confined<KeyTables> reader;
    private final Connection connection;
    private final MasterKey master;
    private final InstallationSecrets secrets;
    private KeyTables tables;
    private int groups;

    private SqliteKeyStore(Path file, Connection connection, Path masterKey, SecretMarks marks) throws SQLException {
        this.connection = connection;
        KeyTables.create(connection);
        tables = new KeyTables(connection);
        Map<String, byte[]> kept = tables.secrets();
        InstallationSecrets.mustNotBeLost(kept.size(), marks, file.toString());
        master = MasterKey.of(masterKey, kept.values());
        WrappedKeys.wrapWhatIsPlain(connection, master);
        WholeKeys.mustBe(file, master);
        secrets = new InstallationSecrets(tables.secrets(), master, marks, this::keep);
        reader = new Confined<>("key-reader", 1, () -> Sqlite.reader(file, CACHE_KILOBYTES), KeyTables::new);
    }

    /**
     * Opens the keys of a data directory. The log must be open, because it holds the directory's lock.
     *
     * @param masterKey the file of the master key
     * @param marks the fingerprints of the secrets that the log was written with
     * @throws encore.infra.eventstore.log.LogRefused when the keys belong to another log or another master key, or are
     *     damaged
     */
    public static SqliteKeyStore open(Path directory, Path masterKey, SecretMarks marks) {
        Path file = directory.resolve("keys.db");
        if (!Files.exists(file)) {
            InstallationSecrets.mustNotBeLost(0, marks, file.toString());
        }
        boolean opened = false;
        Connection connection = null;
        try {
            connection = Sqlite.writer(file, "FULL", CACHE_KILOBYTES);
            SqliteKeyStore store = new SqliteKeyStore(file, connection, masterKey, marks);
            opened = true;
            return store;
        } catch (SQLException e) {
            throw WholeKeys.damaged(file, e.getMessage());
        } finally {
            if (!opened) {
                closeQuietly(connection);
            }
        }
    }

    /** Opens keys without a log. Their master key is stored in the same directory. */
    public static SqliteKeyStore open(Path directory) {
        return open(directory, directory.resolve("master.key"), SecretMarks.none());
    }

    private static void closeQuietly(@Nullable Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            LOG.warn("The keys could not be closed: {}", e.getMessage());
        }
    }

    @Override
    public byte[] create(String subject) {
        return cached.made(subject, () -> make(subject));
    }

    private byte[] make(String subject) {
        byte[] made = new byte[KEY_BYTES];
        random.nextBytes(made);
        byte[] wrapped = master.wrap(MasterKey.ofSubject(subject), made);
        byte[] kept = change(false, keys -> {
            KeyTables.Row row = keys.key(subject);
            if (row == null) {
                keys.insertKey(subject, wrapped);
                return wrapped;
            }
            byte[] known = row.key();
            if (known == null) {
                throw new IllegalStateException("The subject was erased: " + subject);
            }
            return known;
        });
        return kept == wrapped ? made : master.unwrap(MasterKey.ofSubject(subject), kept);
    }

    @Override
    public byte @Nullable [] find(String subject) {
        return cached.find(subject, this::read);
    }

    @Override
    public Map<String, byte[]> findAll(Collection<String> subjects) {
        return cached.findAll(subjects, missing -> {
            Map<String, byte[]> found = reader.call(keys -> keys.keys(missing));
            found.replaceAll((subject, wrapped) -> master.unwrap(MasterKey.ofSubject(subject), wrapped));
            return found;
        });
    }

    private byte @Nullable [] read(String subject) {
        KeyTables.Row row = reader.<KeyTables.@Nullable Row>call(keys -> keys.key(subject));
        byte[] wrapped = row == null ? null : row.key();
        return wrapped == null ? null : master.unwrap(MasterKey.ofSubject(subject), wrapped);
    }

    @Override
    public void destroy(Collection<String> subjects) {
        change(true, keys -> {
            for (String subject : subjects) {
                keys.destroy(subject);
            }
            return subjects;
        });
        cached.forget(subjects);
    }

    @Override
    public List<String> destroyed(String after, int limit) {
        return reader.call(keys -> keys.destroyed(after, limit));
    }

    @Override
    public byte[] installation(String name) {
        return secrets.get(name);
    }

    private byte[] keep(String name, byte[] wrapped) {
        return change(false, keys -> {
            keys.insertSecret(name, wrapped);
            return Objects.requireNonNull(keys.secrets().get(name));
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

    /** Prepares all statements again, because the driver closes a statement that failed. */
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

        /** Does the work and returns an action that completes the caller; run it once the group is durable. */
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
