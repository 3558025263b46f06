package encore.kernel.identifiers;

/** The answer to a change of a fan's identifiers. */
public record ChangedIdentifiers(long fanId) {}
