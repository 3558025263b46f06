package encore.kernel.shows.boards;

/**
 * A fan's place in the ranking of a show.
 *
 * @param rank from 1. Fans are ranked by points, then by right answers, then by who got there first, then by fan_id
 * @param points those of answers, clicks and games, and all other records of points with the page_tab_id of the show
 */
public record PlayerStanding(long rank, long fanId, long correctAnswerCount, long points, long clickerPoints) {}
