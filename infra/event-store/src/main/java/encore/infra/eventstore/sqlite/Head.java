package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.log.LogHash;

/**
 * Says where the log ends.
 *
 * @param at the last commit's time
 */
record Head(long position, byte[] hash, long at) {

    static final Head EMPTY = new Head(0, LogHash.genesis(), 0);
}
