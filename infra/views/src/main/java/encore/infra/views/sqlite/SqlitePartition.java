package encore.infra.views.sqlite;

import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.sqlite.file.PartitionState;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a file's documents, with its own position, marks and dead letters. The partitions of a file write
 * one after another.
 */
final class SqlitePartition implements Views.Partition, Views.DeadLetters {

    final int index;
    private final SqliteVersion version;
    private volatile PartitionState partitionState;

    /**
     * A shared transaction failed, and with it perhaps commits of this partition. The writer has to read its position
     * again.
     */
    private volatile boolean lost;

    SqlitePartition(SqliteVersion version, int index, PartitionState partitionState) {
        this.version = version;
        this.index = index;
        this.partitionState = partitionState;
    }

    @Override
    public long position() {
        if (lost) {
            version.rereadPosition(this);
        }
        return partitionState.position();
    }

    PartitionState state() {
        return partitionState;
    }

    void setState(PartitionState now) {
        partitionState = now;
    }

    boolean isLost() {
        return lost;
    }

    void lost(boolean now) {
        lost = now;
    }

    @Override
    public Documents.Batch begin() {
        return version.begin(this);
    }

    @Override
    public List<Views.Sum> checksums() {
        PartitionState now = partitionState;
        return version.shape.collections().stream()
                .map(collection -> now.checksum(collection.name()).toSum(collection.name()))
                .toList();
    }

    @Override
    public @Nullable List<Views.Sum> checksumsAt(long mark) {
        return version.readFile(connection -> Optional.ofNullable(PartitionState.readMark(connection, index, mark)))
                .orElse(null);
    }

    @Override
    public Views.DeadLetters deadLetters() {
        return this;
    }

    @Override
    public List<Letter> list(long afterPosition, int limit) {
        return version.readFile(connection -> connection.rows(
                "SELECT position, stream, kind, attempts FROM " + PartitionState.deadLetterTable(index)
                        + " WHERE position > ? ORDER BY position LIMIT ?",
                List.of(afterPosition, limit),
                row -> new Letter(row.getLong(1), row.getString(2), row.getString(3), row.getInt(4))));
    }

    @Override
    public void remove(long position) {
        try (Documents.Batch batch = begin()) {
            batch.removeDeadLetter(position);
            batch.commit(partitionState.position());
        }
    }
}
