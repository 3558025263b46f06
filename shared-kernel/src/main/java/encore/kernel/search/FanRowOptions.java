package encore.kernel.search;

/**
 * The optional parts that the rows of a search contain.
 *
 * @param businesses the businesses that the fan is opted in to
 * @param recentEntry the campaign of the fan's latest activity
 * @param tags the tags of the fan
 */
public record FanRowOptions(boolean businesses, boolean recentEntry, boolean tags) {}
