package encore.kernel.relations;

/** The answer to the commands of a relation: the ids of the two. */
public record RelatedPair(String one, String other) {}
