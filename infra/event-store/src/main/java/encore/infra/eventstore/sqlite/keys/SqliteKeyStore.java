package encore.infra.eventstore.sqlite.keys;

import encore.infra.eventstore.keys.InstallationSecrets;
import encore.infra.eventstore.keys.KeyCache;
import encore.infra.eventstore.keys.KeyEnd;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.keys.MasterKey;
import encore.infra.eventstore.keys.SecretFingerprints;
import encore.infra.eventstore.sqlite.connection.ConnectionThreads;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
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
    private final KeyCache cache = new KeyCache();
    private final LinkedBlockingQueue<Change<?>> queue = new LinkedBlockingQueue<>();
    private final ExecutorService writer = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("key-writer").factory());
    private final ConnectionThreads<KeyTables> reader;
    private final Connection connection;
    private final MasterKey master;
    private final InstallationSecrets secrets;
    private KeyTables tables;
    private int groups;

    private SqliteKeyStore(Path file, Connection connection, Path masterKey, SecretFingerprints fingerprints)
            throws SQLException {
        this.connection = connection;
        KeyTables.create(connection);
        tables = new KeyTables(connection);
        Map<String, byte[]> kept = tables.secrets();
        InstallationSecrets.requireKeysPresent(kept.size(), fingerprints, file.toString());
        master = MasterKey.open(masterKey, kept.values());
        KeyWrapping.wrapPlainKeys(connection, master);
        KeyFileCheck.requireIntact(file, master);
        secrets = new InstallationSecrets(tables.secrets(), master, fingerprints, this::saveSecret);
        reader = new ConnectionThreads<>("key-reader", 1, () -> Sqlite.reader(file, CACHE_KILOBYTES), KeyTables::new);
    }

    /**
     * Opens the keys of a data directory. The log must be open, because it holds the directory's lock.
     *
     * @param masterKey the file of the master key
     * @param fingerprints the fingerprints of the secrets that the log was written with
     * @throws encore.infra.eventstore.log.StartRefused when the keys belong to another log or another master key, or are
     *     damaged
     */
    public static SqliteKeyStore open(Path directory, Path masterKey, SecretFingerprints fingerprints) {
        Path file = directory.resolve("keys.db");
        if (!Files.exists(file)) {
            InstallationSecrets.requireKeysPresent(0, fingerprints, file.toString());
        }
        boolean opened = false;
        Connection connection = null;
        try {
            Sqlite.requireKind(file, "keys");
            connection = Sqlite.writer(file, "FULL", CACHE_KILOBYTES);
            SqliteKeyStore store = new SqliteKeyStore(file, connection, masterKey, fingerprints);
            opened = true;
            return store;
        } catch (SQLException e) {
            throw Sqlite.isOfMachine(e) ? new SqliteFailure(e) : KeyFileCheck.damaged(file, e.getMessage());
        } finally {
            if (!opened) {
                closeQuietly(connection);
            }
        }
    }

    /** Opens keys without a log. Their master key is stored in the same directory. */
    public static SqliteKeyStore open(Path directory) {
        return open(directory, directory.resolve("master.key"), SecretFingerprints.none());
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
        return cache.create(subject, () -> make(subject));
    }

    private byte[] make(String subject) {
        byte[] made = new byte[KEY_BYTES];
        random.nextBytes(made);
        byte[] wrapped = master.wrap(MasterKey.purposeOfSubject(subject), made);
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
        return kept == wrapped ? made : master.unwrap(MasterKey.purposeOfSubject(subject), kept);
    }

    @Override
    public byte @Nullable [] find(String subject) {
        return cache.find(subject, this::read);
    }

    @Override
    public Map<String, byte[]> findAll(Collection<String> subjects) {
        return cache.findAll(subjects, missing -> {
            Map<String, byte[]> found = reader.call(keys -> keys.keys(missing));
            found.replaceAll((subject, wrapped) -> master.unwrap(MasterKey.purposeOfSubject(subject), wrapped));
            return found;
        });
    }

    private byte @Nullable [] read(String subject) {
        KeyTables.Row row = reader.<KeyTables.@Nullable Row>call(keys -> keys.key(subject));
        byte[] wrapped = row == null ? null : row.key();
        return wrapped == null ? null : master.unwrap(MasterKey.purposeOfSubject(subject), wrapped);
    }

    @Override
    public void destroy(Collection<KeyEnd> ends) {
        change(true, keys -> {
            for (KeyEnd end : ends) {
                keys.destroy(end);
            }
            return ends;
        });
        cache.forget(ends.stream().map(KeyEnd::subject).toList());
    }

    @Override
    public List<KeyEnd> endedKeys(String after, int limit) {
        return reader.call(keys -> keys.ends(after, limit));
    }

    @Override
    public boolean isDestroyed(String subject) {
        KeyTables.Row row = reader.<KeyTables.@Nullable Row>call(keys -> keys.key(subject));
        return row != null && row.key() == null;
    }

    @Override
    public byte[] installationSecret(String name) {
        return secrets.get(name);
    }

    private byte[] saveSecret(String name, byte[] wrapped) {
        return change(false, keys -> {
            keys.insertSecret(name, wrapped);
            return Objects.requireNonNull(keys.secrets().get(name));
        });
    }

    @Override
    public long erasedUpTo() {
        return reader.call(KeyTables::erasedUpTo);
    }

    @Override
    public void erasedUpTo(long position) {
        change(false, keys -> {
            keys.erasedUpTo(position);
            return position;
        });
    }

    private <T> T change(boolean destroys, Sqlite.SqlFunction<KeyTables, T> sqlFunction) {
        Change<T> change = new Change<>(sqlFunction, destroys, new CompletableFuture<>());
        queue.add(change);
        writer.execute(this::writeQueued);
        try {
            return change.outcome.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failed) {
                throw failed;
            }
            throw e;
        }
    }

    private void writeQueued() {
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
            fail(group, new SqliteFailure(e));
        } catch (RuntimeException | Error e) {
            fail(group, e);
            throw e;
        }
    }

    private static void fail(List<Change<?>> group, Throwable failure) {
        group.forEach(change -> change.outcome.completeExceptionally(failure));
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
        } catch (SQLException | RuntimeException | Error e) {
            Sqlite.rollBack(connection);
            throw e;
        }
    }

    /** Prepares all statements again, because the driver closes some statements that fail. */
    private void prepareAgain() {
        tables.close();
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
            throw new SqliteFailure(e);
        }
    }

    private record Change<T>(Sqlite.SqlFunction<KeyTables, T> work, boolean destroys, CompletableFuture<T> outcome) {

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
