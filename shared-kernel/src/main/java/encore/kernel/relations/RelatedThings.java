package encore.kernel.relations;

/** The answer to whatever is done to a relation: the ids of the two. */
public record RelatedThings(String one, String other) {}
