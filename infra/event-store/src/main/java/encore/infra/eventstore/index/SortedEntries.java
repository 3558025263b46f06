package encore.infra.eventstore.index;

import java.io.IOException;
import java.sql.SQLException;

/** Entries in ascending order, in memory or in a file. */
interface SortedEntries {

    /** Returns false when there is certainly no key with this upper half. Reads no file. */
    boolean mayContain(long high);

    /**
     * Visits entries with the key's upper half in ascending order, starting at the key, until the visitor has enough.
     */
    void ascend(IndexEntry from, EntryVisitor visitor) throws IOException, SQLException;

    /** Visits entries with an upper half in descending order, until the visitor has enough. */
    void descend(long high, EntryVisitor visitor) throws IOException, SQLException;

    /** Visits entries. */
    @FunctionalInterface
    interface EntryVisitor {
        /** @return whether to visit more entries */
        boolean visit(IndexEntry indexEntry) throws SQLException;
    }
}
