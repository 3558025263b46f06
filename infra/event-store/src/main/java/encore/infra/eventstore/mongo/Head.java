package encore.infra.eventstore.mongo;

import encore.infra.eventstore.log.LogHash;

/**
 * Says where the log ends, as far as this process knows.
 *
 * @param at the last commit's time
 * @param ends whether that commit was the last of its group, so that whatever follows is stamped behind it
 */
record Head(long position, byte[] hash, long at, boolean ends) {

    static final Head EMPTY = new Head(0, LogHash.genesis(), 0, true);

    /** A time that whatever follows is stamped behind. */
    long passed() {
        return ends ? at : at - 1;
    }
}
