package encore.kernel.people.links;

/**
 * A link that was made.
 *
 * @param generation its number among the person's links
 * @param isMailed whether it is sent by mail; if not, whoever invited the person hands it over
 */
public record MadeLink(String personUid, int generation, boolean isMailed) {}
