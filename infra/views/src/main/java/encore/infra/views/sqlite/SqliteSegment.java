package encore.infra.views.sqlite;

import encore.infra.views.Documents;
import encore.infra.views.Views;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a file's documents, with its own position, marks and dead letters. The partitions of a file write
 * one after another.
 */
final class SqliteSegment implements Views.Segment, Views.DeadLetters {

    final int index;
    private final SqliteVersion version;
    private volatile State state;

    /**
     * A shared transaction failed, and with it perhaps commits of this partition. The writer has to read its position
     * again.
     */
    private volatile boolean lost;

    SqliteSegment(SqliteVersion version, int index, State state) {
        this.version = version;
        this.index = index;
        this.state = state;
    }

    @Override
    public long position() {
        if (lost) {
            version.find(this);
        }
        return state.position();
    }

    State state() {
        return state;
    }

    void committed(State now) {
        state = now;
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
        State now = state;
        return version.shape.collections().stream()
                .map(collection -> now.checksum(collection.name()).as(collection.name()))
                .toList();
    }

    @Override
    public @Nullable List<Views.Sum> checksumsAt(long mark) {
        return version.ask(connected -> Optional.ofNullable(State.readMark(connected, index, mark)))
                .orElse(null);
    }

    @Override
    public Views.DeadLetters deadLetters() {
        return this;
    }

    @Override
    public List<Letter> list(long afterPosition, int limit) {
        return version.ask(connected -> connected.rows(
                "SELECT position, stream, kind, attempts FROM " + State.letters(index)
                        + " WHERE position > ? ORDER BY position LIMIT ?",
                List.of(afterPosition, limit),
                row -> new Letter(row.getLong(1), row.getString(2), row.getString(3), row.getInt(4))));
    }

    @Override
    public void remove(long position) {
        try (Documents.Batch batch = begin()) {
            batch.settled(position);
            batch.commit(state.position());
        }
    }
}
