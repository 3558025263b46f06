package encore.kernel.tags;

/**
 * A tag that a call gives to a fan, or takes away.
 *
 * @param name the name, without leading and trailing space
 * @param isGiven true to give the tag, false to take it away
 * @param number the id for a new tag, generated before the command; unused when a tag has this name
 */
public record RequestedTag(String name, boolean isGiven, long number) {}
