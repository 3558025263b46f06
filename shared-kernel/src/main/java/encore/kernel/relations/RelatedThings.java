package encore.kernel.relations;

/** The answer to the commands of a relation: the ids of the two. */
public record RelatedThings(String one, String other) {}
