package encore.infra.eventstore.index;

import java.sql.SQLException;

/** The log, as what an index is made of. */
public interface IndexedLog {

    /** The hash of the head behind the commit that has a position. */
    byte[] headAt(long position) throws SQLException;

    /** Every entry whose position is in a stretch, in any order. */
    void entries(long first, long last, Sink sink) throws SQLException;

    /** Takes entries. */
    @FunctionalInterface
    interface Sink {
        void add(long high, long low, long position);
    }
}
