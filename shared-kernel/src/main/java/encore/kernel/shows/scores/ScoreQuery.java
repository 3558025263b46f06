package encore.kernel.shows.scores;

import encore.kernel.Query;

/** Queries about what a live show counts. A campaign that has no show is refused. */
public sealed interface ScoreQuery<R> extends Query<R> {

    /** The numbers of a show. */
    record FindEventStats(long account, long pageTabId) implements ScoreQuery<EventStats> {}

    /** The numbers and the rank of one fan. */
    record FindPlayerStats(long account, long pageTabId, long fanId) implements ScoreQuery<PlayerStats> {}
}
