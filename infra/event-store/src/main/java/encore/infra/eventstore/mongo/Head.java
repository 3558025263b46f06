package encore.infra.eventstore.mongo;

import encore.infra.eventstore.log.LogHash;

/**
 * The end of the log, as far as this process knows.
 *
 * @param at the last commit's time
 * @param ends whether that commit was the last of its group, so that the next commit gets a later time
 */
record Head(long position, byte[] hash, long at, boolean ends) {

    static final Head EMPTY = new Head(0, LogHash.genesis(), 0, true);

    /** Returns a time that is earlier than the time of any later commit. */
    long passed() {
        return ends ? at : at - 1;
    }
}
