package encore.infra.eventstore.mongo.commits;

import encore.infra.eventstore.log.LogHash;

/**
 * The end of the log, as far as this process knows.
 *
 * @param at the last commit's time
 * @param ends whether that commit was the last of its group, so that the next commit gets a later time
 */
public record MongoHead(long position, byte[] hash, long at, boolean ends) {

    public static final MongoHead EMPTY = new MongoHead(0, LogHash.genesis(), 0, true);

    /** Returns a time that is earlier than the time of any later commit. */
    public long settledTime() {
        return ends ? at : at - 1;
    }
}
