package encore.kernel.shows.scores;

/**
 * What counted of a report.
 *
 * @param pointCount 0 when the fan has the most points of the game
 */
public record CountedGamePoints(long pointCount) {}
