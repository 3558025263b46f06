package encore.kernel.tags;

/**
 * What a call says of one tag of a fan.
 *
 * @param name without space around it
 * @param isGiven whether the fan shall have it
 * @param number the tag's id if there is none of this name yet, minted before the command
 */
public record TagWish(String name, boolean isGiven, long number) {}
