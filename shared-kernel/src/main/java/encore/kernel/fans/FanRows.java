package encore.kernel.fans;

/**
 * Says what the rows of a search tell beside the fan's own.
 *
 * @param businesses those that it opted in to
 * @param recentEntry the campaign of its latest activity
 * @param tags those that it has
 */
public record FanRows(boolean businesses, boolean recentEntry, boolean tags) {}
