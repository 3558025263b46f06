package encore.kernel.shows.scores;

import encore.kernel.Query;

/** Queries about what a live show counts. A campaign that has no show is refused. */
public sealed interface ScoreQuery<R> extends Query<R> {

    /** What fans did in a show, as numbers. */
    record FindEventStats(long account, long pageTabId) implements ScoreQuery<EventStats> {}

    /** What one fan did in a show, and its rank. */
    record FindPlayerStats(long account, long pageTabId, long fanId) implements ScoreQuery<PlayerStats> {}
}
