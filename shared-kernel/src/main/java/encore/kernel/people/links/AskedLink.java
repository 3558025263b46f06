package encore.kernel.people.links;

/** The answer to somebody who forgot a password. It is the same for an email of nobody. */
public record AskedLink(boolean isNoted) {}
