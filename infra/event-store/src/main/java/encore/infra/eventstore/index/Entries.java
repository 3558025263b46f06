package encore.infra.eventstore.index;

import java.io.IOException;
import java.sql.SQLException;

/** Entries in their order, in memory or in a file. */
interface Entries {

    /** False when there is surely no key of this upper half; costs no reading of a file. */
    boolean mayHold(long high);

    /** Those from a key on that have its upper half, ascending, as long as more are wanted. */
    void up(Entry from, Taker more) throws IOException, SQLException;

    /** All of one upper half, descending, as long as more are wanted. */
    void down(long high, Taker more) throws IOException, SQLException;

    /** Takes entries until it has enough. */
    @FunctionalInterface
    interface Taker {
        /** @return whether more are wanted */
        boolean take(Entry entry) throws SQLException;
    }
}
