package encore.query.answering;

import java.util.HashMap;
import java.util.Map;

/**
 * Bounds the queries that wait or read at the same time, before memory grows. An account may have as many as are still
 * free for all, so that a crowd of queries of some accounts leaves places for the others. Some places are left to
 * accounts with few queries.
 */
final class InFlightQueries {

    static final int SHARED = 2_048;
    static final int RESERVED = 256;
    static final int FEW = 16;

    private final Map<Long, Integer> byAccount = new HashMap<>();
    private int total;

    /** Counts a query of an account, unless the account has too many. */
    synchronized boolean tryEnter(long account) {
        int own = byAccount.getOrDefault(account, 0);
        if (own < FEW ? total >= SHARED + RESERVED : own >= SHARED - total) {
            return false;
        }
        byAccount.put(account, own + 1);
        total++;
        return true;
    }

    synchronized void leave(long account) {
        byAccount.computeIfPresent(account, (key, own) -> own == 1 ? null : own - 1);
        total--;
    }
}
