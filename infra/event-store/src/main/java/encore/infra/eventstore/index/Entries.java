package encore.infra.eventstore.index;

import java.io.IOException;
import java.sql.SQLException;

/** Entries in ascending order, in memory or in a file. */
interface Entries {

    /** Returns false when there is certainly no key with this upper half. Reads no file. */
    boolean mayHold(long high);

    /**
     * Visits entries with the key's upper half in ascending order, starting at the key, until the visitor has enough.
     */
    void up(Entry from, Taker more) throws IOException, SQLException;

    /** Visits entries with an upper half in descending order, until the visitor has enough. */
    void down(long high, Taker more) throws IOException, SQLException;

    /** Visits entries. */
    @FunctionalInterface
    interface Taker {
        /** @return whether to visit more entries */
        boolean take(Entry entry) throws SQLException;
    }
}
