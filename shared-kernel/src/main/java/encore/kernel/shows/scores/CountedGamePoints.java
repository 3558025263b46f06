package encore.kernel.shows.scores;

/**
 * The part of a report that counted.
 *
 * @param pointCount 0 when the fan has the most points of the game
 */
public record CountedGamePoints(long pointCount) {}
