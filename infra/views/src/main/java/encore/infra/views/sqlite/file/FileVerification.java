package encore.infra.views.sqlite.file;

import encore.infra.views.Checksum;
import encore.infra.views.Partitions;
import encore.infra.views.Views;
import encore.infra.views.ViewsUnavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks whether a version's file contains what was written, before anything is read or written in it. */
public final class FileVerification {

    private static final Logger LOG = LoggerFactory.getLogger(FileVerification.class);

    /**
     * Larger files are not checked at a start: there are some forty of them, and checking them all would take too long.
     */
    private static final long MAX_CHECKED_BYTES = 32L << 20;

    private FileVerification() {}

    /**
     * Returns whether a file can be opened for its owner. Its owner, its position and its collections are checked in any
     * case, its documents if it is not too large.
     *
     * @throws ViewsUnavailable when the file cannot be read now, which says nothing about its content
     */
    public static boolean isSound(Path file, Views.Shape shape, FileOwner owner) {
        if (!Files.exists(file)) {
            return true;
        }
        try {
            boolean all = Files.size(file) <= MAX_CHECKED_BYTES;
            try (SqliteConnection connection = SqliteConnection.readOnly(file)) {
                String problem = findProblem(connection, shape, owner, all);
                if (problem != null) {
                    LOG.warn("{} is damaged or of another place: {}", file, problem);
                }
                return problem == null;
            }
        } catch (ViewsUnavailable | IllegalStateException | IllegalArgumentException e) {
            if (SqliteConnection.isOfMachine(e)) {
                throw e;
            }
            LOG.warn("{} is damaged: {}", file, String.valueOf(e.getMessage()));
            return false;
        } catch (IOException e) {
            throw new ViewsUnavailable(e);
        }
    }

    private static @Nullable String findProblem(
            SqliteConnection connection, Views.Shape shape, FileOwner owner, boolean all) {
        if (all) {
            String structure =
                    connection.query("PRAGMA integrity_check(1)").getFirst().getFirst();
            if (!structure.equals("ok")) {
                return structure.strip();
            }
        }
        Set<String> tables = tables(connection);
        if (tables.isEmpty()) {
            // The process was stopped while it created the file.
            return null;
        }
        List<List<Views.Sum>> stored = tables.contains("state") ? PartitionState.readAll(connection) : null;
        if (stored == null) {
            return "its position is missing or unreadable";
        }
        String notOwn = owner.findProblem(connection);
        if (notOwn != null) {
            return notOwn;
        }
        Set<String> written = new HashSet<>();
        for (Views.Sum sum : Partitions.sum(stored)) {
            written.add(sum.collection());
            if (all && !sum.equals(computeSum(connection, sum.collection()))) {
                return "the documents of " + sum.collection() + " differ from their checksum";
            }
        }
        Set<String> declared = new HashSet<>();
        shape.collections().forEach(collection -> declared.add(collection.name()));
        return declared.containsAll(written) ? null : "it has the collections " + written + " instead of " + declared;
    }

    /** Computes the sum from the documents themselves, not from the stored hashes. */
    private static Views.@Nullable Sum computeSum(SqliteConnection connection, String collection) {
        Checksum sum = new Checksum();
        boolean[] hashesMatch = {true};
        connection.forEach("SELECT key, doc, hash FROM d_" + collection, row -> {
            byte[] hash = Checksum.hash(row.getString(1), row.getBytes(2));
            hashesMatch[0] &= Arrays.equals(hash, row.getBytes(3));
            sum.add(hash);
        });
        return hashesMatch[0] ? sum.toSum(collection) : null;
    }

    private static Set<String> tables(SqliteConnection connection) {
        Set<String> names = new HashSet<>();
        connection.query("SELECT name FROM sqlite_schema").forEach(row -> names.add(row.getFirst()));
        return names;
    }

    /** Returns the highest position that a version's file names; 0 when it names none, or none that can be trusted. */
    public static long highestPosition(Path file) {
        try (SqliteConnection connection = SqliteConnection.readOnly(file)) {
            Set<String> tables = tables(connection);
            if (!tables.contains("state") || PartitionState.readAll(connection) == null) {
                return 0;
            }
            long furthest = 0;
            for (String table : tables) {
                if (table.equals("state") || table.startsWith("dead_letters")) {
                    String found = connection
                            .query("SELECT coalesce(max(position), 0) FROM " + table)
                            .getFirst()
                            .getFirst();
                    furthest = Math.max(furthest, Long.parseLong(found));
                }
            }
            return furthest;
        } catch (ViewsUnavailable | IllegalStateException e) {
            if (SqliteConnection.isOfMachine(e)) {
                throw e;
            }
            LOG.warn("{} is damaged: {}", file, String.valueOf(e.getMessage()));
            return 0;
        }
    }
}
