package encore.infra.eventstore.sqlite.tables;

import encore.infra.eventstore.log.LogHash;

/**
 * The end of the log: its last position and the head of its hash chain.
 *
 * @param at the time of the last commit in milliseconds since 1970; 0 when it is not known
 */
public record LogHead(long position, byte[] hash, long at) {

    static final LogHead EMPTY = new LogHead(0, LogHash.genesis(), 0);
}
