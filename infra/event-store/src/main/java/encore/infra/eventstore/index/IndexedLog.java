package encore.infra.eventstore.index;

import java.sql.SQLException;

/** The log from which an index is made. */
public interface IndexedLog {

    /** Returns the hash of the head after the commit that contains a position. */
    byte[] headAt(long position) throws SQLException;

    /** Passes on every entry whose position is in a range, in any order. */
    void entries(long first, long last, Sink sink) throws SQLException;

    /** Receives entries. */
    @FunctionalInterface
    interface Sink {
        void add(long high, long low, long position);
    }
}
